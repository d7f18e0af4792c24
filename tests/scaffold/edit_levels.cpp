// Levels for the tests of editing, and the rules that every edit keeps.
#include "tests/scaffold/edit_levels.h"

#include <map>
#include <set>

#include "playset/scaffold/cub_shape.h"

namespace playset::test {
namespace {

const RoomStyle kStyle{"deck", "hull", "panel"};

void name_materials(LevelMaker& make) {
  make.material("deck", "floor", 0x404040);
  make.material("hull", "wall", 0x808080);
  make.material("panel", "ceiling", 0xc0c0c0);
  make.door("gate");
  make.trigger("alarm", "sound");
}

Scaffold with_kit(Scaffold level) {
  ScaffoldKit pipes;
  pipes.id = key_id("pipes");
  pipes.key = "pipes";
  add_record(level.kits, pipes);
  for (ScaffoldCub& cub : level.cubs) cub.sides[0].kit = key_id("pipes");
  return level;
}

template <typename Record>
std::string unsorted(const std::vector<Record>& records, const char* what) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].id == kNoId) return std::string(what) + " without id";
    if (i > 0 && records[i - 1].id >= records[i].id) return std::string(what) + " ids not rising";
  }
  return "";
}

bool meet(const SideLoop& a, const SideLoop& b) {
  if (a.count != b.count || a.count < 3) return false;
  for (std::uint32_t turn = 0; turn < a.count; ++turn) {
    bool same = true;
    for (std::uint32_t i = 0; i < a.count; ++i)
      same = same && a.vertices[i] == b.vertices[(turn + a.count - i) % a.count];
    if (same) return true;
  }
  return false;
}

std::string broken_window(const Scaffold& level, const ScaffoldWindow& window) {
  std::array<SideLoop, 2> loops;
  for (std::size_t end = 0; end < 2; ++end) {
    const ScaffoldCub* cub = find_record(level.cubs, window.sides[end].cub);
    if (cub == nullptr) return "a window of no cub";
    loops[end] = side_loop(*cub, window.sides[end].side);
    if (loops[end].count < 3)
      return "window " + id_text(window.id) + " on the collapsed side " +
             side_text(window.sides[end]);
  }
  if (!window.partial && !meet(loops[0], loops[1]))
    return "window " + id_text(window.id) + " joins " + side_text(window.sides[0]) + " and " +
           side_text(window.sides[1]) + ", which do not meet";
  return "";
}

std::string broken_windows(const Scaffold& level) {
  std::set<std::pair<std::string, std::string>> pairs;
  std::set<std::string> whole;
  for (const ScaffoldWindow& window : level.windows) {
    if (std::string broken = broken_window(level, window); !broken.empty()) return broken;
    std::string a = side_text(window.sides[0]), b = side_text(window.sides[1]);
    if (a > b) std::swap(a, b);
    if (!pairs.insert({a, b}).second) return "two windows join " + a + " and " + b;
    if (window.partial) continue;
    if (!whole.insert(a).second) return "two whole windows on " + a;
    if (!whole.insert(b).second) return "two whole windows on " + b;
  }
  return "";
}

}  // namespace

Scaffold make_corridor(int rooms) {
  LevelMaker make("corridor", "edit_levels");
  name_materials(make);
  ScaffoldId last = kNoId;
  for (int i = 0; i < rooms; ++i) {
    const double z = 4.0 * i;
    const ScaffoldId cub = make.box("room", {0, 0, z}, {4, 3, z + 4}, kStyle);
    if (i > 0) make.open(last, Front, cub, Back);
    make.prop("crate", cub, {1, 0, z + 1});
    make.spawn("guard", cub, {2, 0, z + 2});
    last = cub;
  }
  return with_kit(make.level());
}

Scaffold make_hall(int n) {
  LevelMaker make("hall", "edit_levels");
  name_materials(make);
  std::map<std::pair<int, int>, ScaffoldId> cubs;
  for (int z = 0; z < n; ++z) {
    for (int x = 0; x < n; ++x) {
      const glm::dvec3 low(4.0 * x, 0, 4.0 * z);
      const ScaffoldId cub = make.box("hall", low, low + glm::dvec3(4, 3, 4), kStyle);
      cubs[{x, z}] = cub;
      if (x > 0) make.open(cubs[{x - 1, z}], Left, cub, Right);
      if (z > 0) make.open(cubs[{x, z - 1}], Front, cub, Back);
    }
  }
  return with_kit(make.level());
}

Scaffold make_ring(int count, double inner) {
  LevelMaker make("ring", "edit_levels");
  name_materials(make);
  std::vector<ScaffoldId> slices;
  for (int i = 0; i < count; ++i)
    slices.push_back(make.slice("ring", Circle{{0, 0, 0}, inner, 10, count}, i, 0, 3, kStyle));
  for (std::size_t i = 0; i < slices.size(); ++i)
    make.open(slices[i], Left, slices[(i + 1) % slices.size()], Right);
  return with_kit(make.level());
}

Scaffold make_single() { return make_corridor(1); }

std::string broken_rule(const ScaffoldDocument& document) {
  const Scaffold& level = document.level();
  for (const std::string& broken :
       {unsorted(level.vertices, "vertex"), unsorted(level.cubs, "cub"),
        unsorted(level.windows, "window"), unsorted(level.spawns, "spawn"),
        unsorted(level.props, "prop"), broken_windows(level)}) {
    if (!broken.empty()) return broken;
  }
  std::set<ScaffoldId> used;
  for (const ScaffoldCub& cub : level.cubs) used.insert(cub.corners.begin(), cub.corners.end());
  for (const ScaffoldVertex& vertex : level.vertices) {
    if (used.count(vertex.id) == 0) return "vertex " + id_text(vertex.id) + " is unused";
  }
  const std::string text = write_scaffold(level);
  const Result<Scaffold> loaded = parse_scaffold(text);
  if (!loaded.ok()) return "does not load: " + loaded.error().text();
  return write_scaffold(*loaded) == text ? "" : "saves to other bytes";
}

double total_volume(const Scaffold& level) {
  double sum = 0.0;
  for (const ScaffoldCub& cub : level.cubs) sum += measure_cub(level, cub).volume;
  return sum;
}

void check_round_trip(EditDraft& draft) {
  const std::string end = draft.text();
  CHECK(broken_rule(draft.document) == "");
  while (draft.document.undo()) {
  }
  CHECK(draft.text() == draft.start);
  while (draft.document.redo()) {
  }
  CHECK(draft.text() == end);
}

std::string build_verdict(const ScaffoldDocument& document) {
  const Result<CellComplex> cells = build_cells(document.level());
  return cells.ok() ? "ok" : cells.error().message;
}

}  // namespace playset::test
