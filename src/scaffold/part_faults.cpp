// Findings about cubs and how they meet: shapes, slivers, sides that touch without a window, cubs
// that overlap, vertices that nearly meet; and what would mend them.
#include "scaffold/part_faults.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>

#include "scaffold/cub_grid.h"
#include "scaffold/cub_overlap.h"
#include "scaffold/kit_faults.h"

namespace playset {
namespace {

constexpr std::uint32_t kBeyond = 0xFFFFFFFEu;  // sorts behind all vertices

std::string metres_text(double metres) {
  const auto millimetres = static_cast<std::int64_t>(metres * 1000.0 + 0.5);
  if (millimetres < 1000) return std::to_string(millimetres) + " mm";
  std::string tenths = std::to_string(millimetres / 100);
  tenths.insert(tenths.size() - 1, ".");
  return tenths + " m";
}

double distance_of(GridPoint a, GridPoint b) {
  const glm::dvec3 d = to_metres(b) - to_metres(a);
  return std::sqrt(glm::dot(d, d));
}

// One live side of a sound cub.
struct LiveSide {
  std::array<std::uint32_t, 4> key{};  // vertices of the complex, ascending; kBeyond for none
  std::uint32_t cub = 0;               // in the part
  std::uint8_t side = 0;
  std::uint32_t index = kNone;  // in the complex
};

class PartFinder {
 public:
  PartFinder(const ScaffoldPart& part, const FaultOptions& options, std::vector<Fault>& out)
      : part_(part), options_(options), out_(out), builder_(part) {}

  void find() {
    builder_.build_geometry();
    uncut_ = builder_.cells;
    list_partial_pairs();
    builder_.cut_partial_windows();
    builder_.check_result();
    list_users();
    for (Fault& fault : builder_.faults) {
      choose_fix(fault);
      out_.push_back(std::move(fault));
    }
    for (const CubFacts& facts : builder_.cubs()) {
      find_missing_kits(facts);
      find_worn_kit_faults(part_, facts, out_);
      if (facts.cell == kNone) continue;
      if (options_.notes && facts.shape.grade == CubGrade::Bent) add_bent(facts);
      find_sliver(facts);
    }
    compare_sides();
    if (options_.notes) find_touching();
    find_overlaps();
    find_near_vertices();
  }

 private:
  Fault& add(FaultRule rule, FaultSeverity severity, std::string text) {
    Fault& fault = out_.emplace_back();
    fault.rule = rule;
    fault.severity = severity;
    fault.text = std::move(text);
    return fault;
  }
  [[nodiscard]] SideRef ref_of(const LiveSide& side) const {
    return {part_.cubs[side.cub]->id, side.side};
  }
  [[nodiscard]] const CubFacts* facts_of(ScaffoldId id) const {
    const auto at = std::lower_bound(
        part_.cubs.begin(), part_.cubs.end(), id,
        [](const ScaffoldCub* cub, ScaffoldId wanted) { return cub->id < wanted; });
    if (at == part_.cubs.end() || (*at)->id != id) return nullptr;
    return &builder_.cubs()[static_cast<std::size_t>(at - part_.cubs.begin())];
  }

  // --- One cub.

  void find_missing_kits(const CubFacts& facts) {
    for (const ScaffoldSide& side : facts.cub->sides) {
      if (side.kit == kNoId || find_record(part_.level->kits, side.kit) != nullptr) continue;
      Fault& fault = add(FaultRule::MissingReference, FaultSeverity::Warning,
                         "cub " + id_text(facts.cub->id) +
                             " names a kit that does not exist; add it or clear the field");
      fault.cubs = {facts.cub->id};
      fault.at = middle_of(facts.at);
      fault.fix = {FixKind::ClearMissing, ScaffoldKind::Cub, facts.cub->id, kNoId, {},
                   GridPoint(0)};
      return;
    }
  }

  void add_bent(const CubFacts& facts) {
    Fault& fault = add(
        FaultRule::Bent, FaultSeverity::Note,
        "cub " + id_text(facts.cub->id) + " is bent: its side " + std::to_string(facts.shape.side) +
            " is " + metres_text(facts.shape.depth) + " from flat; it is played as two triangles");
    fault.cubs = {facts.cub->id};
    fault.sides = {{facts.cub->id, static_cast<std::uint8_t>(facts.shape.side)}};
    fault.at = middle_of(facts.at);
    fault.measure = facts.shape.depth;
  }

  void find_sliver(const CubFacts& facts) {
    double shortest = 1e300;
    for (std::uint32_t side = 0; side < kCubSides; ++side) {
      for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t a = kSideCorners[side][i], b = kSideCorners[side][(i + 1) % 4];
        if (facts.cub->corners[a] != facts.cub->corners[b])
          shortest = std::min(shortest, distance_of(facts.at[a], facts.at[b]));
      }
    }
    const bool thin = shortest < options_.short_edge;
    if (!thin && !(facts.shape.volume < options_.small_volume)) return;
    Fault& fault = add(
        FaultRule::Sliver, FaultSeverity::Warning,
        "cub " + id_text(facts.cub->id) + " is a sliver: " +
            (thin ? "an edge is " + metres_text(shortest) + " long"
                  : "its volume is " +
                        std::to_string(static_cast<std::int64_t>(facts.shape.volume * 1e6 + 0.5)) +
                        " cm3") +
            "; weld the edge's ends, or delete the cub");
    fault.cubs = {facts.cub->id};
    fault.at = middle_of(facts.at);
    fault.measure = thin ? shortest : facts.shape.volume;
  }

  // --- Sides.

  void list_partial_pairs() {
    for (const ScaffoldWindow* window : part_.windows) {
      if (!window->partial) continue;
      const std::uint32_t a = index_of(window->sides[0]), b = index_of(window->sides[1]);
      if (a == kNone || b == kNone) continue;
      partial_.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(partial_.begin(), partial_.end());
  }
  [[nodiscard]] std::uint32_t index_of(SideRef ref) const {
    const CubFacts* facts = facts_of(ref.cub);
    if (facts == nullptr || ref.side >= kCubSides) return kNone;
    return builder_.side_at(static_cast<std::size_t>(facts - builder_.cubs().data()), ref.side);
  }
  [[nodiscard]] bool joined_in_part(std::uint32_t a, std::uint32_t b) const {
    return std::binary_search(partial_.begin(), partial_.end(),
                              std::array{std::min(a, b), std::max(a, b)});
  }

  // Live sides in groups that share their lowest vertex.
  void list_sides() {
    std::vector<std::uint32_t> first(uncut_.vertices.size() + 1, 0);
    std::vector<LiveSide> all;
    for (std::uint32_t c = 0; c < part_.cubs.size(); ++c) {
      for (std::uint8_t s = 0; s < kCubSides; ++s) {
        LiveSide live{{kBeyond, kBeyond, kBeyond, kBeyond}, c, s, builder_.side_at(c, s)};
        if (live.index == kNone) continue;
        const CellSide& side = uncut_.sides[live.index];
        for (std::uint32_t i = 0; i < side.corner_count; ++i)
          live.key[i] = uncut_.corners[side.first_corner + i];
        std::sort(live.key.begin(), live.key.end());
        ++first[live.key[0] + 1];
        all.push_back(live);
      }
    }
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    sides_.resize(all.size());
    for (const LiveSide& live : all) sides_[first[live.key[0]]++] = live;
  }

  void compare_sides() {
    list_sides();
    std::vector<const LiveSide*> group;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      group.clear();
      bool met = false;
      for (std::size_t k = i; k-- > 0 && sides_[k].key[0] == sides_[i].key[0];)
        met = met || sides_[k].key == sides_[i].key;
      if (met) continue;
      for (std::size_t k = i; k < sides_.size() && sides_[k].key[0] == sides_[i].key[0]; ++k)
        if (sides_[k].key == sides_[i].key) group.push_back(&sides_[k]);
      if (group.size() > 2) add_crowded(group);
      if (group.size() == 2) compare_two(*group[0], *group[1]);
    }
  }

  Fault& add_group(FaultRule rule, FaultSeverity severity, std::string text,
                   const std::vector<const LiveSide*>& group) {
    Fault& fault = add(rule, severity, std::move(text));
    for (const LiveSide* side : group) {
      fault.sides.push_back(ref_of(*side));
      fault.cubs.push_back(fault.sides.back().cub);
    }
    sort_unique(fault.cubs);
    std::vector<GridPoint> corners;
    for (const std::uint32_t v : group[0]->key)
      if (v != kBeyond) corners.push_back(uncut_.vertices[v]);
    fault.at = middle_of(corners);
    return fault;
  }

  void add_crowded(const std::vector<const LiveSide*>& group) {
    std::string names;
    for (const LiveSide* side : group)
      names += (names.empty() ? "" : ", ") + side_text(ref_of(*side));
    add_group(FaultRule::Crowded, FaultSeverity::Warning,
              std::to_string(group.size()) + " sides have the same vertices (" + names +
                  "): cubs lie inside one another; move or delete all but two",
              group);
  }

  void compare_two(const LiveSide& a, const LiveSide& b) {
    if (a.cub == b.cub || joined_in_part(a.index, b.index)) return;
    const CellSide &sa = uncut_.sides[a.index], &sb = uncut_.sides[b.index];
    if (sa.neighbor == b.index) return;
    const std::string names = side_text(ref_of(a)) + " and " + side_text(ref_of(b));
    if (!opposite(sa, sb)) {
      add_group(FaultRule::SameWinding, FaultSeverity::Warning,
                "the sides " + names +
                    " have the same vertices and look the same way: their cubs lie inside one "
                    "another; move or delete one",
                {&a, &b});
    } else if (options_.notes && sa.neighbor == kNone && sb.neighbor == kNone) {
      Fault& fault = add_group(FaultRule::Unlinked, FaultSeverity::Note,
                               "the sides " + names +
                                   " have the same vertices but no window; add one if there "
                                   "should be a way",
                               {&a, &b});
      fault.fix = {FixKind::AddWindow,     ScaffoldKind::Window, kNoId, kNoId,
                   {ref_of(a), ref_of(b)}, GridPoint(0)};
    }
  }

  // Whether b runs round the same vertices the other way.
  [[nodiscard]] bool opposite(const CellSide& a, const CellSide& b) const {
    const std::uint32_t *va = &uncut_.corners[a.first_corner],
                        *vb = &uncut_.corners[b.first_corner];
    const std::uint32_t n = a.corner_count;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (vb[i] == va[0]) return vb[(i + 1) % n] == va[n - 1];
    }
    return false;
  }

  // Sides that overlap in one plane. Two with the same vertices are Unlinked already.
  void find_touching() {
    std::vector<const LiveSide*> by_index(uncut_.sides.size(), nullptr);
    for (const LiveSide& side : sides_) by_index[side.index] = &side;
    for (const SidePair& pair : find_facing_sides(uncut_)) {
      const LiveSide &a = *by_index[pair.a], &b = *by_index[pair.b];
      if (a.key == b.key || joined_in_part(pair.a, pair.b)) continue;
      Fault& fault =
          add_group(FaultRule::Touching, FaultSeverity::Note,
                    "the sides " + side_text(ref_of(a)) + " and " + side_text(ref_of(b)) +
                        " touch in one plane without a window; add a partial one if "
                        "there should be a way",
                    {&a, &b});
      fault.fix = {FixKind::AddPartial,    ScaffoldKind::Window, kNoId, kNoId,
                   {ref_of(a), ref_of(b)}, GridPoint(0)};
    }
  }

  // --- Cubs in one place.

  void find_overlaps() {
    CubGrid grid;
    const std::vector<CubFacts>& cubs = builder_.cubs();
    std::vector<CubBox> boxes(cubs.size());
    std::vector<CubHull> hulls(cubs.size());
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < cubs.size(); ++i) {
      if (cubs[i].cell == kNone) continue;
      for (const GridPoint& p : cubs[i].at) {
        for (int k = 0; k < 3; ++k) {
          boxes[i].low[k] = std::min(boxes[i].low[k], p[k]);
          boxes[i].high[k] = std::max(boxes[i].high[k], p[k]);
        }
      }
      hulls[i] = hull_of(cubs[i]);
      near.clear();
      grid.visit(boxes[i], [&](std::uint32_t other) {
        if (boxes_meet(boxes[i], boxes[other], -3)) near.push_back(other);
      });
      std::sort(near.begin(), near.end());
      for (const std::uint32_t other : near) {
        const double depth = overlap_depth(hulls[other], hulls[i]);
        if (depth > 0.0) add_overlap(cubs[other], cubs[i], depth);
      }
      grid.insert(i, boxes[i]);
    }
  }

  void add_overlap(const CubFacts& a, const CubFacts& b, double depth) {
    Fault& fault = add(FaultRule::Overlap, FaultSeverity::Warning,
                       "cubs " + id_text(a.cub->id) + " and " + id_text(b.cub->id) +
                           " share space, " + metres_text(depth) +
                           " deep; move or shrink one: what is in one is not seen from the other");
    fault.cubs = {a.cub->id, b.cub->id};
    fault.at = middle_of(b.at);
    fault.measure = depth;
    std::array<ScaffoldId, kCubCorners> ca = a.cub->corners, cb = b.cub->corners;
    std::sort(ca.begin(), ca.end());
    std::sort(cb.begin(), cb.end());
    if (ca == cb)
      fault.fix = {FixKind::Delete, ScaffoldKind::Cub, b.cub->id, kNoId, {}, GridPoint(0)};
  }

  // --- Vertices.

  struct Corner {
    ScaffoldId vertex;
    std::uint32_t cub;
    friend bool operator<(const Corner& a, const Corner& b) {
      return a.vertex != b.vertex ? a.vertex < b.vertex : a.cub < b.cub;
    }
    friend bool operator==(const Corner&, const Corner&) = default;
  };

  // Which cubs use each vertex, and where vertices of placed cubs lie.
  void list_users() {
    const std::vector<CubFacts>& cubs = builder_.cubs();
    for (std::uint32_t c = 0; c < cubs.size(); ++c) {
      if (!cubs[c].placed) continue;
      for (const ScaffoldId vertex : cubs[c].cub->corners) users_.push_back({vertex, c});
    }
    std::sort(users_.begin(), users_.end());
    users_.erase(std::unique(users_.begin(), users_.end()), users_.end());
    for (std::size_t i = 0; i < users_.size(); ++i)
      if (i == 0 || users_[i - 1].vertex != users_[i].vertex) starts_.push_back(i);
    starts_.push_back(users_.size());
  }
  [[nodiscard]] GridPoint place_of(std::size_t vertex) const {
    const Corner& corner = users_[starts_[vertex]];
    const CubFacts& facts = builder_.cubs()[corner.cub];
    std::size_t i = 0;
    while (facts.cub->corners[i] != corner.vertex) ++i;
    return facts.at[i];
  }
  [[nodiscard]] bool share_cub(std::size_t a, std::size_t b) const {
    for (std::size_t i = starts_[a]; i < starts_[a + 1]; ++i)
      for (std::size_t k = starts_[b]; k < starts_[b + 1]; ++k)
        if (users_[i].cub == users_[k].cub) return true;
    return false;
  }

  // Each vertex and the nearest of lower id, by a hash of boxes as wide as the tolerance. Two of
  // one cub are a short edge, which is a sliver.
  void find_near_vertices() {
    const auto width = static_cast<std::int32_t>(std::ceil(options_.weld * kGridPerMetre));
    if (width <= 0 || starts_.size() < 2) return;
    const std::size_t count = starts_.size() - 1;
    std::size_t size = 1;
    while (size < 2 * count) size *= 2;
    std::vector<std::uint32_t> head(size, kNone), next(count, kNone);
    std::vector<GridPoint> places(count);
    const auto slot = [&](GridPoint box) {
      std::uint64_t h = static_cast<std::uint32_t>(box.x) * 0x9E3779B97F4A7C15u;
      h = (h ^ h >> 29 ^ static_cast<std::uint32_t>(box.y)) * 0xBF58476D1CE4E5B9u;
      h = (h ^ h >> 32 ^ static_cast<std::uint32_t>(box.z)) * 0x94D049BB133111EBu;
      return static_cast<std::size_t>(h ^ h >> 31) & (size - 1);
    };
    const auto box_of = [&](GridPoint p) {
      const auto floor_div = [&](std::int32_t x) {
        return x >= 0 ? x / width : -((width - 1 - x) / width);
      };
      return GridPoint(floor_div(p.x), floor_div(p.y), floor_div(p.z));
    };
    for (std::uint32_t v = 0; v < count; ++v) {
      places[v] = place_of(v);
      const GridPoint box = box_of(places[v]);
      double best = options_.weld;
      std::uint32_t nearest = kNone;
      for (int i = 0; i < 27; ++i) {
        const GridPoint around = box + GridPoint(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
        for (std::uint32_t u = head[slot(around)]; u != kNone; u = next[u]) {
          if (box_of(places[u]) != around) continue;
          const double distance = distance_of(places[u], places[v]);
          if (distance > best || (distance == best && u >= nearest) || share_cub(u, v)) continue;
          best = distance;
          nearest = u;
        }
      }
      if (nearest != kNone) add_near(nearest, v, best);
      const std::size_t at = slot(box);
      next[v] = head[at];
      head[at] = v;
    }
  }

  void add_near(std::size_t a, std::size_t b, double distance) {
    const ScaffoldId keep = users_[starts_[a]].vertex, other = users_[starts_[b]].vertex;
    const bool same = distance == 0.0;
    if (same && !options_.notes) return;
    Fault& fault =
        add(FaultRule::NearVertices, same ? FaultSeverity::Note : FaultSeverity::Warning,
            "the vertices " + id_text(keep) + " and " + id_text(other) +
                (same ? " lie at one place" : " nearly meet, " + metres_text(distance) + " apart") +
                "; weld them");
    for (const std::size_t v : {a, b})
      for (std::size_t i = starts_[v]; i < starts_[v + 1]; ++i)
        fault.cubs.push_back(part_.cubs[users_[i].cub]->id);
    sort_unique(fault.cubs);
    fault.vertices = {keep, other};
    fault.at = place_of(a);
    fault.measure = distance;
    fault.fix = {FixKind::WeldVertices, ScaffoldKind::Vertex, keep, other, {}, GridPoint(0)};
  }

  // --- What would mend a fault of the builder.

  void choose_fix(Fault& fault) const {
    if (fault.rule == FaultRule::WindowMismatch) {
      fault.fix = mismatch_fix(fault);
      return;
    }
    if (fault.cubs.size() != 1) return;
    const CubFacts* facts = facts_of(fault.cubs[0]);
    if (facts == nullptr) return;
    const ScaffoldId cub = facts->cub->id;
    const Fix drop{FixKind::Delete, ScaffoldKind::Cub, cub, kNoId, {}, GridPoint(0)};
    if (fault.rule == FaultRule::Broken || fault.rule == FaultRule::Flat) fault.fix = drop;
    if (fault.rule == FaultRule::Inverted)
      fault.fix = turns_good(*facts)
                      ? Fix{FixKind::SwapSides, ScaffoldKind::Cub, cub, kNoId, {}, GridPoint(0)}
                      : drop;
    if (fault.rule == FaultRule::Concave) fault.fix = concave_fix(*facts);
  }

  [[nodiscard]] static bool turns_good(const CubFacts& facts) {
    ScaffoldCub turned = *facts.cub;
    std::array<GridPoint, kCubCorners> at = facts.at;
    for (std::size_t i = 0; i < 4; ++i) {
      std::swap(turned.corners[i], turned.corners[i + 4]);
      std::swap(at[i], at[i + 4]);
    }
    return measure_cub(turned, at).grade <= CubGrade::Bent;
  }

  // Welding where each corner has one of the other side's near it, else a partial window where the
  // sides face each other, else none.
  [[nodiscard]] Fix mismatch_fix(const Fault& fault) const {
    const ScaffoldId window = fault.windows[0];
    const SideRef a = fault.sides[0], b = fault.sides[1];
    const std::uint32_t ia = index_of(a), ib = index_of(b);
    if (near_each_other(uncut_.sides[ia], uncut_.sides[ib]))
      return {FixKind::WeldSides, ScaffoldKind::Window, window, kNoId, {a, b}, GridPoint(0)};
    if (face_each_other(uncut_.sides[ia], uncut_.sides[ib]))
      return {FixKind::MakePartial, ScaffoldKind::Window, window, kNoId, {}, GridPoint(0)};
    return {FixKind::Delete, ScaffoldKind::Window, window, kNoId, {}, GridPoint(0)};
  }

  [[nodiscard]] bool face_each_other(const CellSide& a, const CellSide& b) const {
    CellComplex two;
    for (const CellSide* side : {&a, &b}) {
      CellSide copy;
      copy.cell = static_cast<std::uint32_t>(two.sides.size());
      copy.first_corner = static_cast<std::uint32_t>(two.corners.size());
      copy.corner_count = side->corner_count;
      for (std::uint32_t i = 0; i < side->corner_count; ++i) {
        two.corners.push_back(static_cast<std::uint32_t>(two.vertices.size()));
        two.vertices.push_back(uncut_.vertices[uncut_.corners[side->first_corner + i]]);
      }
      two.sides.push_back(copy);
    }
    return a.cell != b.cell && !find_facing_sides(two).empty();
  }

  [[nodiscard]] bool near_each_other(const CellSide& a, const CellSide& b) const {
    if (a.corner_count != b.corner_count) return false;
    const std::uint32_t n = a.corner_count;
    const auto place = [&](const CellSide& side, std::uint32_t i) {
      return uncut_.vertices[uncut_.corners[side.first_corner + i % n]];
    };
    for (std::uint32_t turn = 0; turn < n; ++turn) {
      bool all = true;
      for (std::uint32_t i = 0; i < n; ++i)
        all = all && distance_of(place(a, i), place(b, turn + n - i)) <= options_.weld;
      if (all) return true;
    }
    return false;
  }

  // The shortest move of one corner into the plane of the side that it is outside of, that leaves
  // every cub with that corner sound.
  [[nodiscard]] Fix concave_fix(const CubFacts& facts) const {
    Fix best;
    double shortest = 1e300;
    const CubHull hull = hull_of(facts);
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      for (std::uint32_t n = 0; n < hull.normal_count; ++n) {
        for (const GridPoint& on : facts.at) {
          const glm::dvec3 p = to_metres(facts.at[i]);
          const double off = glm::dot(hull.normals[n], p - to_metres(on));
          if (!(std::fabs(off) > 0.0) || std::fabs(off) >= shortest ||
              std::fabs(off) > facts.shape.depth * 2.0 + kCubTolerance)
            continue;
          const glm::dvec3 moved = p - hull.normals[n] * off;
          if (!inside_grid(moved) || !sound_with(facts.cub->corners[i], to_grid(moved))) continue;
          shortest = std::fabs(off);
          best = {FixKind::MoveVertex, ScaffoldKind::Vertex, facts.cub->corners[i], kNoId, {},
                  to_grid(moved)};
        }
      }
    }
    return best;
  }

  [[nodiscard]] bool sound_with(ScaffoldId vertex, GridPoint at) const {
    auto user = std::lower_bound(users_.begin(), users_.end(), Corner{vertex, 0});
    for (; user != users_.end() && user->vertex == vertex; ++user) {
      const CubFacts& facts = builder_.cubs()[user->cub];
      std::array<GridPoint, kCubCorners> moved = facts.at;
      for (std::size_t i = 0; i < kCubCorners; ++i)
        if (facts.cub->corners[i] == vertex) moved[i] = at;
      if (measure_cub(*facts.cub, moved).grade > CubGrade::Bent) return false;
    }
    return true;
  }

  const ScaffoldPart& part_;
  const FaultOptions& options_;
  std::vector<Fault>& out_;
  CellBuilder builder_;
  CellComplex uncut_;  // before partial windows were cut
  std::vector<std::array<std::uint32_t, 2>> partial_;
  std::vector<LiveSide> sides_;
  std::vector<Corner> users_;        // by vertex, then cub
  std::vector<std::size_t> starts_;  // of each vertex in users_; one more at the end
};

}  // namespace

void sort_unique(std::vector<ScaffoldId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void find_part_faults(const ScaffoldPart& part, const FaultOptions& options,
                      std::vector<Fault>& out) {
  PartFinder(part, options, out).find();
}

}  // namespace playset
