// build_cells: checks each cub, makes a cell of it, links whole windows by vertex, and has partial
// ones cut by partition_sides.
#include "playset/scaffold/build_cells.h"

#include <algorithm>

#include "playset/core/math.h"
#include "playset/geom/partition_sides.h"
#include "playset/scaffold/cub_shape.h"

namespace playset {
namespace {

using Problem = std::string;  // empty: none

template <typename Record>
std::uint32_t index_of(const std::vector<Record>& records, const Record* record) {
  return static_cast<std::uint32_t>(record - records.data());
}

// Where the record lies in its list; kNone for kNoId; sets `problem` where there is no such record.
template <typename Record>
std::uint32_t resolve(const std::vector<Record>& records, ScaffoldId id, const char* what,
                      Problem& problem) {
  if (id == kNoId) return kNone;
  const Record* record = find_record(records, id);
  if (record != nullptr) return index_of(records, record);
  if (problem.empty())
    problem = std::string("names a ") + what + " that does not exist; add it or clear the field";
  return kNone;
}

std::string shape_problem(const ScaffoldCub& cub, const CubShape& shape) {
  const std::string name = "cub " + id_text(cub.id) + " is " + cub_grade_name(shape.grade);
  const std::string side = std::to_string(shape.side);
  switch (shape.grade) {
    case CubGrade::Good:
    case CubGrade::Bent:
      return "";
    case CubGrade::Concave:
      return name + ": a corner lies " +
             std::to_string(static_cast<int>(shape.depth * 1000.0 + 0.5)) +
             " mm outside its side " + side + "; move it back, or split the cub";
    case CubGrade::Flat:
      return name + ": it has no volume; move a side, or delete it";
    case CubGrade::Inverted:
      return name + ": its sides look outwards; swap two opposite sides";
    case CubGrade::Broken:
      return name + " at side " + side +
             ": vertices are missing or one is used twice where it cannot be";
  }
  return "";
}

class CellBuilder {
 public:
  explicit CellBuilder(const Scaffold& scaffold) : scaffold_(scaffold) {}

  Result<CellComplex> build() {
    for (const auto step :
         {&CellBuilder::add_names, &CellBuilder::add_cubs, &CellBuilder::add_whole_windows,
          &CellBuilder::add_partial_windows, &CellBuilder::add_spawns}) {
      if (Problem problem = (this->*step)(); !problem.empty())
        return Error{ErrorCode::Invalid, std::move(problem), {}, 0, 0, 0};
    }
    if (const Result<Done> sound = check_cells(cells_); !sound.ok()) return sound.error();
    return std::move(cells_);
  }

 private:
  Problem add_names() {
    cells_.name = scaffold_.name;
    for (const ScaffoldMaterial& material : scaffold_.materials)
      cells_.materials.push_back(material.key);
    for (const ScaffoldDoor& door : scaffold_.doors) {
      cells_.doors.push_back(
          {door.key, door.closed, door.needs, static_cast<std::int32_t>(cells_.doors.size())});
    }
    Problem problem;
    for (const ScaffoldTrigger& trigger : scaffold_.triggers) {
      CellTrigger& out = cells_.triggers.emplace_back();
      out.kind = trigger.kind.empty() ? trigger.key : trigger.kind;
      out.source_id = static_cast<std::int32_t>(cells_.triggers.size()) - 1;
      out.special = trigger.special;
      out.targets = trigger.targets;
      for (const ScaffoldId door : trigger.doors)
        out.doors.push_back(resolve(scaffold_.doors, door, "door", problem));
      if (!problem.empty()) return "trigger " + trigger.key + " " + problem;
    }
    return "";
  }

  // Complex's vertices are those that cubs use, in id order.
  std::uint32_t vertex_index(ScaffoldId id) {
    return static_cast<std::uint32_t>(std::lower_bound(used_.begin(), used_.end(), id) -
                                      used_.begin());
  }

  void gather_vertices() {
    for (const ScaffoldCub& cub : scaffold_.cubs)
      used_.insert(used_.end(), cub.corners.begin(), cub.corners.end());
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    for (const ScaffoldId id : used_)
      cells_.vertices.push_back(find_record(scaffold_.vertices, id)->at);
  }

  Problem add_cubs() {
    for (const ScaffoldCub& cub : scaffold_.cubs) {
      if (Problem problem = shape_problem(cub, measure_cub(scaffold_, cub)); !problem.empty())
        return problem;
    }
    gather_vertices();
    side_index_.assign(scaffold_.cubs.size() * kCubSides, kNone);
    for (const ScaffoldCub& cub : scaffold_.cubs) {
      if (Problem problem = add_cub(cub); !problem.empty())
        return "cub " + id_text(cub.id) + " " + problem;
    }
    return "";
  }

  Problem add_cub(const ScaffoldCub& cub) {
    Problem problem;
    const auto cell = static_cast<std::uint32_t>(cells_.cells.size());
    Cell out;
    out.first_side = static_cast<std::uint32_t>(cells_.sides.size());
    out.source_id = static_cast<std::int32_t>(cell);
    out.tag = tag_index(cub.tags);
    out.trigger = resolve(scaffold_.triggers, cub.trigger, "trigger", problem);
    for (std::uint32_t side = 0; side < kCubSides; ++side) add_side(cub, cell, side, problem);
    out.side_count = static_cast<std::uint32_t>(cells_.sides.size()) - out.first_side;
    cells_.cells.push_back(out);
    return problem;
  }

  void add_side(const ScaffoldCub& cub, std::uint32_t cell, std::uint32_t side, Problem& problem) {
    const SideLoop loop = side_loop(cub, side);
    if (loop.count < 3) return;
    side_index_[cell * kCubSides + side] = static_cast<std::uint32_t>(cells_.sides.size());
    CellSide out;
    out.first_corner = static_cast<std::uint32_t>(cells_.corners.size());
    out.corner_count = loop.count;
    out.cell = cell;
    out.face = side;
    out.material = resolve(scaffold_.materials, cub.sides[side].material, "material", problem);
    out.trigger = resolve(scaffold_.triggers, cub.sides[side].trigger, "trigger", problem);
    out.source_side = static_cast<std::int32_t>(side);
    for (std::uint32_t i = 0; i < loop.count; ++i)
      cells_.corners.push_back(vertex_index(loop.vertices[i]));
    cells_.sides.push_back(out);
  }

  std::uint32_t tag_index(const std::vector<std::string>& tags) {
    if (tags.empty()) return kNone;
    std::string joined;
    for (const std::string& tag : tags) joined += (joined.empty() ? "" : " ") + tag;
    const auto at = std::find(cells_.tags.begin(), cells_.tags.end(), joined);
    if (at == cells_.tags.end()) cells_.tags.push_back(joined);
    return static_cast<std::uint32_t>(std::find(cells_.tags.begin(), cells_.tags.end(), joined) -
                                      cells_.tags.begin());
  }

  // The complex's side of a window's end, or kNone with a problem.
  std::uint32_t find_side(SideRef ref, Problem& problem) {
    const std::uint32_t cub = resolve(scaffold_.cubs, ref.cub, "cub", problem);
    if (!problem.empty()) return kNone;
    if (cub == kNone || ref.side >= kCubSides) {
      problem = "names no side";
      return kNone;
    }
    const std::uint32_t side = side_index_[cub * kCubSides + ref.side];
    if (side == kNone)
      problem = "lies on side " + side_text(ref) + ", which has collapsed to an edge; remove it";
    return side;
  }

  SidePair find_sides(const ScaffoldWindow& window, Problem& problem) {
    const std::uint32_t a = find_side(window.sides[0], problem);
    return {a, find_side(window.sides[1], problem)};
  }

  static std::string window_name(const ScaffoldWindow& window) {
    return "window " + id_text(window.id) + " (" + side_text(window.sides[0]) + " to " +
           side_text(window.sides[1]) + ") ";
  }

  bool reversed(const CellSide& a, const CellSide& b) const {
    if (a.corner_count != b.corner_count) return false;
    const std::uint32_t* va = cells_.corners.data() + a.first_corner;
    const std::uint32_t* vb = cells_.corners.data() + b.first_corner;
    const std::uint32_t n = a.corner_count;
    const auto at = static_cast<std::uint32_t>(std::find(vb, vb + n, va[0]) - vb);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (at == n || va[i] != vb[(at + n - i) % n]) return false;
    }
    return true;
  }

  void set_door(std::uint32_t side, std::uint32_t door, ScaffoldId material) {
    CellSide& s = cells_.sides[side];
    s.door = door;
    const ScaffoldMaterial* record =
        door == kNone ? nullptr : find_record(scaffold_.materials, material);
    s.material = record == nullptr ? kNone : index_of(scaffold_.materials, record);
  }

  ScaffoldId material_of(SideRef ref) const {
    return find_record(scaffold_.cubs, ref.cub)->sides[ref.side].material;
  }

  Problem add_whole_windows() {
    for (const ScaffoldWindow& window : scaffold_.windows) {
      if (window.partial) continue;
      if (Problem problem = add_whole_window(window); !problem.empty())
        return window_name(window) + problem;
    }
    return "";
  }

  Problem add_whole_window(const ScaffoldWindow& window) {
    Problem problem;
    const SidePair pair = find_sides(window, problem);
    const std::uint32_t door = resolve(scaffold_.doors, window.door, "door", problem);
    if (!problem.empty()) return problem;
    CellSide& a = cells_.sides[pair.a];
    CellSide& b = cells_.sides[pair.b];
    if (a.neighbor != kNone || b.neighbor != kNone)
      return "joins a side that another whole window already joins; remove one";
    if (!reversed(a, b))
      return "joins sides whose vertices are not the same in reverse order; weld them, or make it "
             "partial";
    a.neighbor = pair.b;
    b.neighbor = pair.a;
    set_door(pair.a, door, material_of(window.sides[0]));
    set_door(pair.b, door, material_of(window.sides[1]));
    return "";
  }

  // A partial window and the sides it cuts, before cutting.
  struct PartialWindow {
    SidePair sides;  // the lower one first
    const ScaffoldWindow* window = nullptr;
    std::uint32_t door = kNone;
    std::array<ScaffoldId, 2> materials{};  // of sides.a and sides.b
  };

  Problem gather_partial(std::vector<PartialWindow>& partials) {
    for (const ScaffoldWindow& window : scaffold_.windows) {
      if (!window.partial) continue;
      Problem problem;
      PartialWindow p{find_sides(window, problem),
                      &window,
                      resolve(scaffold_.doors, window.door, "door", problem),
                      {}};
      if (problem.empty() && p.sides.a == p.sides.b)
        problem = "joins a side with itself; remove it";
      if (!problem.empty()) return window_name(window) + problem;
      p.materials = {material_of(window.sides[0]), material_of(window.sides[1])};
      if (p.sides.a > p.sides.b) {
        std::swap(p.sides.a, p.sides.b);
        std::swap(p.materials[0], p.materials[1]);
      }
      partials.push_back(p);
    }
    std::sort(partials.begin(), partials.end(), before);
    const auto twice = std::adjacent_find(partials.begin(), partials.end(),
                                          [](const PartialWindow& x, const PartialWindow& y) {
                                            return !before(x, y) && !before(y, x);
                                          });
    return twice == partials.end() ? ""
                                   : window_name(*twice[1].window) + "joins the same sides as " +
                                         id_text(twice[0].window->id) + "; remove one";
  }

  static bool before(const PartialWindow& x, const PartialWindow& y) {
    return x.sides.a != y.sides.a ? x.sides.a < y.sides.a : x.sides.b < y.sides.b;
  }

  Problem add_partial_windows() {
    std::vector<PartialWindow> partials;
    if (Problem problem = gather_partial(partials); !problem.empty() || partials.empty())
      return problem;
    std::vector<SidePair> pairs;
    for (const PartialWindow& p : partials) pairs.push_back(p.sides);
    const PartitionReport report = partition_sides(cells_, pairs);
    std::vector<bool> open(partials.size(), false);
    for (std::uint32_t side = 0; side < cells_.sides.size(); ++side)
      finish_portal(side, report.origin, partials, open);
    const auto shut = std::find(open.begin(), open.end(), false);
    if (shut == open.end()) return "";
    return window_name(*partials[static_cast<std::size_t>(shut - open.begin())].window) +
           "is partial, but its sides do not face each other in one plane with room to pass; move "
           "them, or remove it";
  }

  // Gives a portal that partition_sides made its window's door and face.
  void finish_portal(std::uint32_t side, const std::vector<std::uint32_t>& origin,
                     const std::vector<PartialWindow>& partials, std::vector<bool>& open) {
    const std::uint32_t other = cells_.sides[side].neighbor;
    if (other == kNone) return;
    const bool first = origin[side] < origin[other];
    PartialWindow wanted;
    wanted.sides = {std::min(origin[side], origin[other]), std::max(origin[side], origin[other])};
    const auto at = std::lower_bound(partials.begin(), partials.end(), wanted, before);
    if (at == partials.end() || before(wanted, *at)) return;  // a whole window
    open[static_cast<std::size_t>(at - partials.begin())] = true;
    set_door(side, at->door, at->materials[first ? 0 : 1]);
  }

  Problem add_spawns() {
    for (const ScaffoldSpawn& spawn : scaffold_.spawns) {
      if (Problem problem = add_spawn(spawn.kind, spawn.type, spawn.at, spawn.yaw, spawn.cub);
          !problem.empty()) {
        return "spawn " + id_text(spawn.id) + " " + problem;
      }
    }
    for (const ScaffoldProp& prop : scaffold_.props) {
      if (Problem problem = add_spawn("prop/" + prop.model, 0, prop.at, prop.turn[0], prop.cub);
          !problem.empty()) {
        return "prop " + id_text(prop.id) + " " + problem;
      }
    }
    return "";
  }

  Problem add_spawn(std::string kind, std::int32_t type, GridPoint at, std::int32_t yaw,
                    ScaffoldId cub) {
    Problem problem;
    CellSpawn spawn;
    spawn.kind = std::move(kind);
    spawn.type = type;
    spawn.position = to_metres(at);
    spawn.yaw = yaw * (kPi / 180'000.0);
    spawn.cell = resolve(scaffold_.cubs, cub, "cub", problem);
    spawn.source_id = static_cast<std::int32_t>(cells_.spawns.size());
    cells_.spawns.push_back(std::move(spawn));
    return problem;
  }

  const Scaffold& scaffold_;
  CellComplex cells_;
  std::vector<ScaffoldId> used_;  // vertex ids in order; the index is the complex's
  std::vector<std::uint32_t>
      side_index_;  // cub index * 6 + side to the complex's side, kNone where it has collapsed
};

}  // namespace

Result<CellComplex> build_cells(const Scaffold& scaffold) { return CellBuilder(scaffold).build(); }

std::vector<std::uint32_t> find_gates(const Scaffold& scaffold, const CellComplex& cells) {
  std::vector<std::uint32_t> gates;
  for (std::uint32_t s = 0; s < cells.sides.size(); ++s) {
    const CellSide& side = cells.sides[s];
    if (side.neighbor == kNone && side.cell < scaffold.cubs.size() && side.source_side >= 0 &&
        scaffold.cubs[side.cell].sides[static_cast<std::size_t>(side.source_side)].gate)
      gates.push_back(s);
  }
  return gates;
}

}  // namespace playset
