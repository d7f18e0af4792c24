// Where kit pieces stand: known answers, walls of the built cells as an oracle, and the watch against
// the whole after every edit.
#include "playset/scaffold/place_kits.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "data/relay_station.h"
#include "playset/core/rng.h"
#include "playset/geom/polygon.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/edit_build.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_split.h"
#include "playset/scaffold/kit_pieces.h"
#include "tests/scaffold/edit_levels.h"
#include "tests/scaffold/random_damage.h"

using namespace playset;
using namespace playset::test;

namespace {

glm::dvec3 turned(const std::array<float, 4>& q, glm::dvec3 v) {
  const glm::dvec3 axis(q[0], q[1], q[2]);
  const glm::dvec3 twice = 2.0 * glm::cross(axis, v);
  return v + static_cast<double>(q[3]) * twice + glm::cross(axis, twice);
}

glm::dvec3 placed(const KitPlacement& p, glm::dvec3 point) {
  return glm::dvec3(p.position) + turned(p.rotation, point * glm::dvec3(p.scale));
}

ScaffoldKit make_kit(const char* key, const char* fill) {
  ScaffoldKit kit;
  kit.id = key_id(key);
  kit.key = key;
  kit.pieces[0].name = fill;
  return kit;
}

ScaffoldKit full_kit() {
  ScaffoldKit kit = make_kit("walls", "panel");
  kit.weights = {5, 2, 1};
  const auto part = [&](KitPart p) -> KitPieceName& {
    return kit.pieces[static_cast<std::size_t>(p)];
  };
  part(KitPart::ConvexEdge).name = "trim";
  part(KitPart::ConcaveEdge).name = "trim";
  part(KitPart::ConvexCorner).name = "cap";
  part(KitPart::ConcaveCorner).name = "cap";
  part(KitPart::Frame).name = "frame";
  part(KitPart::Door).name = "door";
  return kit;
}

// All materials wear the kit, floors a grate.
Scaffold dressed(Scaffold level, const ScaffoldKit& kit = full_kit()) {
  std::erase_if(level.kits, [&](const ScaffoldKit& k) { return k.id == kit.id; });
  add_record(level.kits, kit);
  if (add_record(level.kits, make_kit("floor", "grate")))
    for (ScaffoldMaterial& m : level.materials)
      m.kit = m.role == "floor" ? key_id("floor") : kit.id;
  for (ScaffoldCub& cub : level.cubs)
    for (ScaffoldSide& side : cub.sides) side.kit = kNoId;
  return level;
}

std::size_t count_of(const KitPlan& plan, KitPart part) {
  return static_cast<std::size_t>(
      std::count_if(plan.placements.begin(), plan.placements.end(),
                    [&](const KitPlacement& p) { return p.part == part; }));
}

glm::dvec3 size_of(const Scaffold& level, const KitPlacement& p) {
  const auto size = kit_piece_size(find_record(level.kits, p.kit)->piece(p.part));
  return glm::dvec3(size[0], size[1], size[2]) / 1024.0;
}

std::vector<glm::dvec3> polygon_of(const CellComplex& cells, const CellSide& side) {
  std::vector<glm::dvec3> polygon;
  for (std::uint32_t i = 0; i < side.corner_count; ++i)
    polygon.push_back(to_metres(cells.vertices[cells.corners[side.first_corner + i]]));
  return polygon;
}

// Convex polygon, normal inward: true where the point lies within it, give or take `slack`.
bool covers(const std::vector<glm::dvec3>& polygon, glm::dvec3 p, double slack) {
  const glm::dvec3 n = glm::normalize(area_vector(polygon));
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec3 a = polygon[i], along = polygon[(i + 1) % polygon.size()] - a;
    const double length = std::sqrt(glm::dot(along, along));
    if (length > 0.0 && glm::dot(glm::cross(n, along / length), p - a) < -slack) return false;
  }
  return std::fabs(glm::dot(p - polygon[0], n)) <= slack;
}

// Points of fill pieces' feet that lie on no wall of the built cells.
int points_off_walls(const Scaffold& level, const KitPlan& plan, int& looked_at) {
  const CellComplex cells = build_cells(level).value();
  std::map<ScaffoldId, std::uint32_t> cell_of;
  for (std::uint32_t i = 0; i < level.cubs.size(); ++i) cell_of[level.cubs[i].id] = i;
  int off = 0;
  for (const KitPlacement& p : plan.placements) {
    if (p.part != KitPart::Fill && p.part != KitPart::Frame) continue;
    const glm::dvec3 size = size_of(level, p);
    const Cell& cell = cells.cells[cell_of.at(p.side.cub)];
    for (int k = 0; k < 25; ++k) {
      const glm::dvec3 at(size.x * (0.03 + 0.235 * (k % 5)),
                          size.y * (0.03 + 0.235 * static_cast<int>(k / 5)), 0.0);
      bool on_wall = false;
      for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
        const CellSide& side = cells.sides[s];
        on_wall = on_wall ||
                  (side.neighbor == kNone && covers(polygon_of(cells, side), placed(p, at), 0.006));
      }
      off += on_wall ? 0 : 1;
      ++looked_at;
    }
  }
  return off;
}

}  // namespace

TEST_CASE("place kits: panels cover a room's wall exactly, floor-up, from left to right") {
  Scaffold level = dressed(make_single(), make_kit("walls", "panel"));
  for (ScaffoldMaterial& m : level.materials) m.kit = kNoId;
  level.cubs[0].sides[number(Front)].kit = key_id("walls");  // 4 x 3 m
  const KitPlan plan = place_kits(level);
  REQUIRE(plan.placements.size() == 12);
  REQUIRE(plan.batches.size() == 1);
  CHECK(plan.batches[0].count == 12);
  double low_y = 1e9, area = 0.0;
  for (const KitPlacement& p : plan.placements) {
    const glm::dvec3 foot = placed(p, {0, 0, 0}), head = placed(p, {1, 1, 0}),
                     out = placed(p, {0, 0, 1});
    low_y = std::min(low_y, foot.y);
    area += (head.y - foot.y) * std::fabs(head.x - foot.x);
    CHECK(head.y - foot.y == doctest::Approx(1.0));
    CHECK(head.x - foot.x == doctest::Approx(-1.0));  // seen from inside, +X is to the left
    CHECK(out.z - foot.z == doctest::Approx(-1.0));   // into the room
    CHECK(p.scale == glm::vec3(1.0f));
    const auto row = static_cast<std::uint32_t>(std::lround(foot.y)),
               column = static_cast<std::uint32_t>(std::lround(4.0 - foot.x));
    CHECK(p.index == (row << 16 | column));
  }
  CHECK(low_y == doctest::Approx(0.0));
  CHECK(area == doctest::Approx(12.0));
}

TEST_CASE("place kits: as many as fit are stretched; else rows keep their size and alignment") {
  ScaffoldKit kit = make_kit("walls", "panel");
  kit.step = {1500, 1024};
  kit.pieces[0].size = {1500, 1024, 60};
  Scaffold level = dressed(make_single(), kit);
  for (ScaffoldMaterial& m : level.materials) m.kit = kNoId;
  level.cubs[0].sides[number(Front)].kit = kit.id;
  ScaffoldKit& worn = *find_record(level.kits, kit.id);
  KitPlan plan = place_kits(level);
  CHECK(plan.placements.size() == 9);  // 4 m by 1.46 m: three, a little narrower
  CHECK(plan.placements[0].scale.x == doctest::Approx(4.0 / 3.0 / (1500.0 / 1024.0)));
  worn.stretch = false;
  const auto left_end = [&] {  // of the first row, m from the wall's left end
    plan = place_kits(level);
    double most = -1e9;
    for (const KitPlacement& p : plan.placements)
      most = std::max(most, static_cast<double>(p.position.x));
    return 4.0 - most;
  };
  worn.align = {KitAlign::Start, KitAlign::Start};
  CHECK(left_end() == doctest::Approx(0.0));
  CHECK(plan.placements.size() == 6);
  worn.align[0] = KitAlign::End;
  CHECK(left_end() == doctest::Approx(4.0 - 3000.0 / 1024.0));
  worn.align[0] = KitAlign::Middle;
  CHECK(left_end() == doctest::Approx((4.0 - 3000.0 / 1024.0) / 2.0));
  worn.repeats = {1, 1};
  (void)left_end();
  CHECK(plan.placements.size() == 1);
  worn.repeats = {7, 0};
  (void)left_end();
  CHECK(plan.placements.size() == 6);  // two of the seven fit
  // What the side wants otherwise.
  ScaffoldSide& side = level.cubs[0].sides[number(Front)];
  side.wear.repeats = KitRepeats{1, 2};
  side.wear.align = KitAligns{KitAlign::Start, KitAlign::End};
  side.wear.mirror = true;
  plan = place_kits(level);
  REQUIRE(plan.placements.size() == 2);
  CHECK(plan.placements[0].scale.x == -1.0f);
  CHECK(plan.placements[0].position.y == doctest::Approx(1.0));
  CHECK(plan.placements[0].position.x == doctest::Approx(4.0 - 1500.0 / 1024.0));
  side.wear.bare = true;
  CHECK(place_kits(level).placements.empty());
}

TEST_CASE("place kits: a side wears its own kit, else its material's") {
  Scaffold level = dressed(make_single(), make_kit("walls", "panel"));
  CHECK(count_of(place_kits(level), KitPart::Fill) == 4 * 12 + 16 + 16);
  level.cubs[0].sides[number(Front)].kit = key_id("floor");
  const KitPlan plan = place_kits(level);
  CHECK(std::count_if(plan.placements.begin(), plan.placements.end(), [](const auto& p) {
          return p.kit == key_id("floor") && p.side.side == number(Front);
        }) == 12);
}

TEST_CASE("place kits: edges by their angle; a room has twelve, an L has one that is convex") {
  Scaffold level = dressed(make_single());
  KitPlan plan = place_kits(level);
  // 4 along x, 4 up, 4 along z: trims of 1 m on edges of 4, 3 and 4 m.
  CHECK(count_of(plan, KitPart::ConcaveEdge) == 4 * 4 + 4 * 3 + 4 * 4);
  CHECK(count_of(plan, KitPart::ConvexEdge) == 0);
  CHECK(count_of(plan, KitPart::ConcaveCorner) == 8);
  LevelMaker make("L", "L");
  make.material("hull", "wall", 0);
  const RoomStyle style{"hull", "hull", "hull"};
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, style),
                   b = make.box("b", {4, 0, 0}, {8, 3, 4}, style),
                   c = make.box("c", {0, 0, 4}, {4, 3, 8}, style);
  make.open(a, Left, b, Right);
  make.open(a, Front, c, Back);
  ScaffoldKit kit = full_kit();
  kit.pieces[static_cast<std::size_t>(KitPart::FlatEdge)].name = "trim";
  level = dressed(make.level(), kit);
  plan = place_kits(level);
  CHECK(count_of(plan, KitPart::ConvexEdge) == 3);
  for (const KitPlacement& p : plan.placements) {
    if (p.part != KitPart::ConvexEdge) continue;
    const glm::dvec3 size = size_of(level, p), middle = placed(p, size * 0.5);
    CHECK(middle.x == doctest::Approx(4.0));
    CHECK(middle.z == doctest::Approx(4.0));
    CHECK((p.side.cub == b || p.side.cub == c));
  }
  // Floors, ceilings and one wall each go on in their plane: 3 edges of 4 m at each window.
  CHECK(count_of(plan, KitPart::FlatEdge) == 2 * (4 + 4 + 3));
  CHECK(count_of(plan, KitPart::ConcaveCorner) == 10);  // an L has 6 corners, one is convex
}

TEST_CASE("place kits: trims at a room's foot lie on the floor against the wall") {
  const Scaffold level = dressed(make_single());
  int low = 0;
  for (const KitPlacement& p : place_kits(level).placements) {
    if (p.part != KitPart::ConcaveEdge) continue;
    const glm::dvec3 size = size_of(level, p);
    for (int k = 0; k < 8; ++k) {
      const glm::dvec3 at = placed(p, size * glm::dvec3(k & 1, k >> 1 & 1, k >> 2));
      CHECK((at.x > -1e-5 && at.x < 4.00001 && at.y > -1e-5 && at.y < 3.00001));
      CHECK((at.z > -1e-5 && at.z < 4.00001));
    }
    const glm::dvec3 foot = placed(p, {0, 0, 0}), tall = placed(p, {0, 1, 0}) - foot;
    if (foot.y < 0.01 && tall.y > 0.99) ++low;  // upright: it lies on the wall, not on the floor
  }
  CHECK(low == 16);
}

TEST_CASE("place kits: no piece covers an opening, frames stand round it, doors fill it") {
  LevelMaker make("mouth", "mouth");
  make.material("hull", "wall", 0);
  make.door("gate");
  const RoomStyle style{"hull", "hull", "hull"};
  const ScaffoldId room = make.box("room", {0, 0, 0}, {8, 4, 6}, style),
                   tube = make.box("tube", {3, 0, 6}, {5, 2.5, 9}, style);
  make.open(room, Front, tube, Back, "gate");
  const Scaffold level = dressed(make.level());
  const KitPlan plan = place_kits(level);
  int looked_at = 0;
  CHECK(points_off_walls(level, plan, looked_at) == 0);
  CHECK(looked_at > 1000);
  // Two jambs of 2.5 m and a lintel of 2 m, one corner more on two of them; none in the tube.
  int frames = 0;
  for (const KitPlacement& p : plan.placements) {
    if (p.part != KitPart::Frame) continue;
    ++frames;
    CHECK(p.side == SideRef{room, number(Front)});
    CHECK(p.other == SideRef{tube, number(Back)});
  }
  CHECK(frames == 3 + 3 + 2);
  REQUIRE(count_of(plan, KitPart::Door) == 1);
  for (const KitPlacement& p : plan.placements) {
    if (p.part != KitPart::Door) continue;
    const glm::dvec3 size = size_of(level, p), one = placed(p, glm::dvec3(0.0)),
                     two = placed(p, size);
    CHECK(std::min(one.x, two.x) == doctest::Approx(3.0));
    CHECK(std::max(one.x, two.x) == doctest::Approx(5.0));
    CHECK(two.y - one.y == doctest::Approx(2.5));
    CHECK((one.z + two.z) / 2.0 == doctest::Approx(6.0));
  }
  // The trim at the wall's foot leaves the doorway free.
  for (const KitPlacement& p : plan.placements) {
    if (p.part != KitPart::ConcaveEdge || p.side.cub != room) continue;
    const glm::dvec3 middle = placed(p, size_of(level, p) * 0.5);
    if (middle.z > 5.8 && middle.y < 0.3) CHECK((middle.x < 3.0 || middle.x > 5.0));
  }
}

TEST_CASE(
    "place kits: on slices, wedges and stairs every piece lies on a wall of the built cells") {
  const Scaffold level = dressed(make_relay_station());
  const KitPlan plan = place_kits(level);
  int looked_at = 0;
  CHECK(points_off_walls(level, plan, looked_at) == 0);
  MESSAGE(plan.placements.size() << " pieces, " << looked_at << " points");
  CHECK(looked_at > 50'000);
  CHECK(count_of(plan, KitPart::Door) > 10);
  CHECK(count_of(plan, KitPart::Frame) > 30);
  std::uint32_t next = 0;
  for (const KitBatch& batch : plan.batches) {
    CHECK(batch.first == next);
    next += batch.count;
    for (std::uint32_t i = batch.first; i < next; ++i)
      CHECK((plan.placements[i].kit == batch.kit && plan.placements[i].part == batch.part &&
             plan.placements[i].variant == batch.variant));
  }
  CHECK(next == plan.placements.size());
}

TEST_CASE("place kits: the choice hangs on seed and side alone, by weight") {
  Scaffold level = dressed(make_hall(4));
  const KitPlan before = place_kits(level);
  std::array<int, 3> chosen{};
  for (const KitPlacement& p : before.placements)
    if (p.part == KitPart::Fill && p.kit == key_id("walls")) ++chosen[p.variant];
  const double all = chosen[0] + chosen[1] + chosen[2];
  CHECK(chosen[0] / all == doctest::Approx(5.0 / 8.0).epsilon(0.15));
  CHECK(chosen[1] / all == doctest::Approx(2.0 / 8.0).epsilon(0.25));
  // A neighbour goes, another moves: all others keep their pieces.
  EditDraft draft(level);
  REQUIRE(delete_cubs(draft.document, std::vector{draft.cub(5)}).ok());
  const KitWatch was(level), is(draft.document.level());
  int same = 0;
  for (const ScaffoldCub& cub : draft.document.level().cubs) {
    for (const KitPlacement& p : was.of_cub(cub.id)) {
      if (p.part != KitPart::Fill) continue;
      const auto now = is.of_cub(cub.id);
      CHECK(std::find(now.begin(), now.end(), p) != now.end());
      ++same;
    }
  }
  CHECK(same > 300);
  find_record(level.kits, key_id("walls"))->seed = 1;
  CHECK(place_kits(level).placements != before.placements);
}

TEST_CASE("place kits: too many pieces on a side are none") {
  ScaffoldKit kit = make_kit("walls", "dust");
  kit.pieces[0].size = {32, 32, 1};
  Scaffold level = dressed(make_single(), kit);
  for (ScaffoldMaterial& m : level.materials) m.kit = kNoId;
  level.cubs[0].sides[number(Front)].kit = kit.id;  // 128 x 96 of them
  CHECK(place_kits(level).placements.empty());
  level.cubs[0].sides[number(Front)].wear.repeats = KitRepeats{0, 32};
  CHECK(place_kits(level).placements.size() == 4096);
  find_record(level.kits, kit.id)->step = {-7, 0};
  CHECK(place_kits(level).placements.empty());
}

TEST_CASE(
    "place kits: kits go along on extrude, split, merge and paste; undo takes them back (case "
    "38)") {
  EditDraft draft(make_corridor(2));
  const auto kit = [&](ScaffoldId cub, CubSideName side) {
    return draft.at(cub).sides[number(side)];
  };
  ScaffoldCub first = draft.at(draft.cub(0));
  first.sides[number(Right)].wear.repeats = KitRepeats{2, 1};
  first.sides[number(Right)].kit = key_id("pipes");
  first.sides[number(Top)].wear.bare = true;
  {
    ScaffoldEdit edit(draft.document, "dress");
    draft.document.put(first);
    REQUIRE(edit.commit().ok());
  }
  const Result<std::vector<ScaffoldId>> cubs = [&]() -> Result<std::vector<ScaffoldId>> {
    EditSession session(draft.document);
    const Result<ScriptReport> ran =
        run_script(session, "extrude 4m side " + side_text(draft.side(0, Back)));
    if (!ran) return ran.error();
    return session.selection.cubs.empty()
               ? std::vector<ScaffoldId>{session.selection.sides.at(0).cub}
               : session.selection.cubs;
  }();
  REQUIRE_MESSAGE(cubs.ok(), cubs.error().message);
  const ScaffoldId fresh = (*cubs)[0];
  CHECK(kit(fresh, Right).kit == key_id("pipes"));
  CHECK(kit(fresh, Right).wear.repeats == KitRepeats{2, 1});
  CHECK(kit(fresh, Top).wear.bare);
  CHECK(kit(fresh, Front).kit == kNoId);  // the window between has none
  EditSession session(draft.document);
  REQUIRE(why(run_script(session, "slice --axis z --alone cub " + id_text(fresh))) == "ok");
  for (const ScaffoldCub& cub : draft.document.level().cubs) {
    if (std::find(draft.first_cubs.begin(), draft.first_cubs.end(), cub.id) !=
        draft.first_cubs.end())
      continue;
    CHECK(cub.sides[number(Right)].wear.repeats == KitRepeats{2, 1});
  }
  REQUIRE(why(run_script(session, "merge")) == "ok");
  CHECK(kit(fresh, Right).wear.repeats == KitRepeats{2, 1});
  REQUIRE(why(run_script(session, "copy cub " + id_text(fresh) + "; paste --by 40m,0,0")) == "ok");
  const ScaffoldId pasted = session.selection.cubs.at(0);
  CHECK(kit(pasted, Right).kit == key_id("pipes"));
  CHECK(kit(pasted, Right).wear.repeats == KitRepeats{2, 1});
  check_round_trip(draft);
  // Into another level, with the kits that materials wear.
  Scaffold other = dressed(make_single());
  const EditDraft from(other);
  const Result<Scaffold> clip = copy_cubs(from.document, std::vector{from.cub(0)});
  REQUIRE(clip.ok());
  CHECK(find_record(clip->kits, key_id("walls")) != nullptr);
  EditDraft to(make_corridor(1), "other");
  REQUIRE(paste_clip(to.document, *clip, {}).ok());
  CHECK(to.document.find<ScaffoldKit>(key_id("floor")) != nullptr);
}

namespace {

void compare_while_damaging(Scaffold level, std::uint64_t seed, int steps) {
  CAPTURE(seed);
  Rng rng(seed);
  ScaffoldIds ids("damage", level);
  KitWatch watch(level);
  for (int step = 0; step < steps; ++step) {
    CAPTURE(step);
    std::vector<ScaffoldChange> edited = damage(level, rng, ids);
    if (rng.below(3) == 0) damage_kits(level, rng, edited);
    watch.update(level, edited);
    const KitPlan whole = place_kits(level), kept = watch.plan();
    REQUIRE(watch.count() == whole.placements.size());
    REQUIRE((kept.placements == whole.placements));
  }
}

}  // namespace

TEST_CASE("kit watch: after each of 600 random edits it says what a look at the whole says") {
  MESSAGE("seeds 1 to 60");
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    compare_while_damaging(dressed(make_block(3, 2, 3)), seed, 10);
    if (seed <= 10) compare_while_damaging(dressed(make_relay_station()), seed + 50, 10);
  }
}

TEST_CASE("kit watch: edits through a document, and their undo, keep it equal to the whole") {
  MESSAGE("seed 4");
  EditDraft draft(dressed(make_hall(3)));
  EditSession session(draft.document);
  KitWatch watch(draft.document.level());
  const KitPlan start = watch.plan();
  std::uint64_t seen = draft.document.revision();
  Rng rng(4);
  int ran = 0;
  const auto catch_up = [&] {
    watch.update(draft.document.level(), draft.document.changes_since(seen));
    seen = draft.document.revision();
    REQUIRE((watch.plan().placements == place_kits(draft.document.level()).placements));
  };
  for (int i = 0; i < 200; ++i) {
    const Scaffold& level = draft.document.level();
    const ScaffoldCub& cub = level.cubs[rng.below(static_cast<std::uint32_t>(level.cubs.size()))];
    const std::string side =
        " side " + side_text({cub.id, static_cast<std::uint8_t>(rng.below(6))});
    const std::array<std::string, 10> lines = {
        "extrude 3m" + side,
        "push 50cm" + side,
        "move 0,25cm,0 vertex " + id_text(cub.corners[rng.below(8)]),
        "slice --alone cub " + id_text(cub.id),
        "opening 1m 0 1m 2m 1m" + side,
        "delete cub " + id_text(cub.id),
        "dress walls --along 2" + side,
        "undress" + side,
        "close" + side,
        "kit walls --seed " + std::to_string(i)};
    const std::string& line = lines[rng.below(lines.size())];
    CAPTURE(line);
    if (level.cubs.size() > 3 || line[0] != 'd') ran += run_script(session, line).ok() ? 1 : 0;
    catch_up();
  }
  CHECK(ran > 80);
  while (draft.document.undo()) {
  }
  catch_up();
  CHECK((watch.plan().placements == start.placements));
}

TEST_CASE("kit watch: one vertex looks again at the cubs around it alone") {
  Scaffold level = dressed(make_hall(12));
  KitWatch watch(level);
  CHECK(watch.redone().size() == 144);
  const ScaffoldId moved = level.cubs[70].corners[0];
  find_record(level.vertices, moved)->at.y += 100;
  const std::vector<ScaffoldChange> change = {{ScaffoldKind::Vertex, moved}};
  watch.update(level, change);
  CHECK(watch.redone().size() >= 4);
  CHECK(watch.redone().size() <= 36);
  watch.update(level, {});
  CHECK(watch.redone().empty());
}
