// CellBuilder: makes a cell of each sound cub, links whole windows by vertex, and has partial ones
// cut by partition_sides; what is not sound becomes a fault.
#include "scaffold/cell_builder.h"

#include <algorithm>
#include <span>

#include "playset/core/math.h"
#include "playset/geom/predicates.h"
#include "scaffold/id_seek.h"

namespace playset {
namespace {

template <typename Record>
std::uint32_t index_of(const std::vector<Record>& records, const Record* record) {
  return static_cast<std::uint32_t>(record - records.data());
}

std::string millimetres(double metres) {
  return std::to_string(static_cast<std::int64_t>(metres * 1000.0 + 0.5)) + " mm";
}

std::string shape_text(const ScaffoldCub& cub, const CubShape& shape) {
  const std::string name = "cub " + id_text(cub.id) + " is " + cub_grade_name(shape.grade);
  const std::string side = std::to_string(shape.side);
  switch (shape.grade) {
    case CubGrade::Good:
    case CubGrade::Bent:
      return "";
    case CubGrade::Concave:
      return name + ": a corner lies " + millimetres(shape.depth) + " outside its side " + side +
             "; move it back, or split the cub";
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

FaultRule shape_rule(CubGrade grade) {
  switch (grade) {
    case CubGrade::Concave:
      return FaultRule::Concave;
    case CubGrade::Flat:
      return FaultRule::Flat;
    case CubGrade::Inverted:
      return FaultRule::Inverted;
    default:
      return FaultRule::Broken;
  }
}

// One cell as a complex of its own, all sides walls.
CellComplex single_cell(const CellComplex& c, std::uint32_t cell) {
  CellComplex out;
  std::vector<std::uint32_t> ids;
  const Cell& source = c.cells[cell];
  for (std::uint32_t s = source.first_side; s < source.first_side + source.side_count; ++s) {
    CellSide side;
    side.first_corner = static_cast<std::uint32_t>(out.corners.size());
    side.corner_count = c.sides[s].corner_count;
    side.source_side = c.sides[s].source_side;
    for (std::uint32_t i = 0; i < side.corner_count; ++i) {
      const std::uint32_t v = c.corners[c.sides[s].first_corner + i];
      const auto at = std::find(ids.begin(), ids.end(), v);
      out.corners.push_back(static_cast<std::uint32_t>(at - ids.begin()));
      if (at != ids.end()) continue;
      ids.push_back(v);
      out.vertices.push_back(c.vertices[v]);
    }
    out.sides.push_back(side);
  }
  out.cells.push_back({0, source.side_count, -1, kNone, kNone});
  return out;
}

}  // namespace

ScaffoldPart whole_of(const Scaffold& scaffold) {
  ScaffoldPart part{&scaffold, {}, {}};
  part.cubs.reserve(scaffold.cubs.size());
  part.windows.reserve(scaffold.windows.size());
  for (const ScaffoldCub& cub : scaffold.cubs) part.cubs.push_back(&cub);
  for (const ScaffoldWindow& window : scaffold.windows) part.windows.push_back(&window);
  return part;
}

std::string window_name(const ScaffoldWindow& window) {
  return "window " + id_text(window.id) + " (" + side_text(window.sides[0]) + " to " +
         side_text(window.sides[1]) + ") ";
}

GridPoint middle_of(std::span<const GridPoint> points) {
  if (points.empty()) return GridPoint(0);
  GridVector low(points[0]), high(points[0]);
  for (const GridPoint& p : points) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], std::int64_t{p[k]});
      high[k] = std::max(high[k], std::int64_t{p[k]});
    }
  }
  return GridPoint((low + high) / std::int64_t{2});
}

// --- Faults.

// Where the record lies in its list; kNone for kNoId; sets `problem` where there is no such record.
template <typename Record>
std::uint32_t CellBuilder::resolve(const std::vector<Record>& records, ScaffoldId id,
                                   const char* what, std::string& problem) const {
  if (id == kNoId) return kNone;
  const Record* record = find_record(records, id);
  if (record != nullptr) return index_of(records, record);
  if (problem.empty())
    problem = std::string("names a ") + what + " that does not exist; add it or clear the field";
  return kNone;
}

Fault& CellBuilder::refuse(FaultRule rule, std::string text) {
  Fault& fault = faults.emplace_back();
  fault.rule = rule;
  fault.text = std::move(text);
  return fault;
}

void CellBuilder::refuse_cub(const CubFacts& facts, FaultRule rule, std::string text) {
  Fault& fault = refuse(rule, std::move(text));
  fault.cubs = {facts.cub->id};
  fault.at = middle_of(facts.at);
  if (rule == FaultRule::Concave || rule == FaultRule::Broken)
    fault.sides = {{facts.cub->id, static_cast<std::uint8_t>(facts.shape.side)}};
  fault.measure = rule == FaultRule::Concave ? facts.shape.depth : 0.0;
}

void CellBuilder::refuse_window(const ScaffoldWindow& window, FaultRule rule,
                                const std::string& text) {
  Fault& fault = refuse(rule, window_name(window) + text);
  fault.windows = {window.id};
  fault.sides = {window.sides[0], window.sides[1]};
  for (const SideRef& ref : window.sides) fault.cubs.push_back(ref.cub);
  std::sort(fault.cubs.begin(), fault.cubs.end());
  fault.cubs.erase(std::unique(fault.cubs.begin(), fault.cubs.end()), fault.cubs.end());
  for (const SideRef& ref : window.sides) {
    if (const CubFacts* facts = facts_of(ref.cub)) fault.at = middle_of(facts->at);
  }
}

Error CellBuilder::first_refusal() const {
  const Fault& fault = faults.front();
  const ErrorCode code =
      fault.rule == FaultRule::OutsideGrid ? ErrorCode::OutOfRange : ErrorCode::Invalid;
  return Error{code, fault.text, {}, 0, 0, 0};
}

// --- Names and cubs.

void CellBuilder::add_names() {
  cells.name = level_.name;
  for (const ScaffoldMaterial& material : level_.materials) cells.materials.push_back(material.key);
  for (const ScaffoldDoor& door : level_.doors) {
    cells.doors.push_back(
        {door.key, door.closed, door.needs, static_cast<std::int32_t>(cells.doors.size())});
  }
  refuse_double_doors();
  for (const ScaffoldTrigger& trigger : level_.triggers) {
    std::string problem;
    CellTrigger& out = cells.triggers.emplace_back();
    out.kind = trigger.kind.empty() ? trigger.key : trigger.kind;
    out.source_id = static_cast<std::int32_t>(cells.triggers.size()) - 1;
    out.special = trigger.special;
    out.targets = trigger.targets;
    for (const ScaffoldId door : trigger.doors) {
      const std::uint32_t index = resolve(level_.doors, door, "door", problem);
      if (index != kNone) out.doors.push_back(index);
    }
    if (problem.empty()) continue;
    Fault& fault = refuse(FaultRule::MissingReference, "trigger " + trigger.key + " " + problem);
    fault.record_kind = ScaffoldKind::Trigger;
    fault.record = trigger.id;
    fault.fix = {FixKind::ClearMissing, ScaffoldKind::Trigger, trigger.id, kNoId, {}, GridPoint(0)};
  }
}

void CellBuilder::refuse_double_doors() {
  std::vector<const ScaffoldDoor*> doors;
  for (const ScaffoldDoor& door : level_.doors) doors.push_back(&door);
  std::stable_sort(doors.begin(), doors.end(),
                   [](const ScaffoldDoor* a, const ScaffoldDoor* b) { return a->key < b->key; });
  for (std::size_t i = 1; i < doors.size(); ++i) {
    if (doors[i - 1]->key != doors[i]->key) continue;
    Fault& fault = refuse(FaultRule::DuplicateName, "two doors are named '" + doors[i]->key +
                                                        "': names must differ; rename one");
    fault.record_kind = ScaffoldKind::Door;
    fault.record = doors[i]->id;
  }
}

void CellBuilder::judge_cub(CubFacts& facts) {
  const std::string name = "cub " + id_text(facts.cub->id);
  if (facts.placed) {
    facts.shape = measure_cub(*facts.cub, facts.at);
    if (facts.shape.grade <= CubGrade::Bent) return;
    return refuse_cub(facts, shape_rule(facts.shape.grade), shape_text(*facts.cub, facts.shape));
  }
  facts.shape.grade = CubGrade::Broken;
  for (const ScaffoldId corner : facts.cub->corners) {
    if (find_record(level_.vertices, corner) != nullptr) continue;
    facts.shape = measure_cub(level_, *facts.cub);
    return refuse_cub(facts, FaultRule::Broken, shape_text(*facts.cub, facts.shape));
  }
  refuse_cub(facts, FaultRule::OutsideGrid,
             name + " lies outside the grid of +-16384 m; move it, or scale the level");
  for (std::size_t i = 0; i < kCubCorners; ++i) {
    if (on_grid(facts.at[i])) continue;
    Fault& fault = faults.back();
    fault.vertices = {facts.cub->corners[i]};
    for (int k = 0; k < 3; ++k) fault.at[k] = std::clamp(facts.at[i][k], -kGridLimit, kGridLimit);
    fault.fix = {FixKind::MoveVertex, ScaffoldKind::Vertex, fault.vertices[0], kNoId, {}, fault.at};
    return;
  }
}

void CellBuilder::add_cub(CubFacts& facts) {
  const auto index = static_cast<std::size_t>(&facts - facts_.data());
  std::string problem;
  facts.cell = static_cast<std::uint32_t>(cells.cells.size());
  Cell out;
  out.first_side = static_cast<std::uint32_t>(cells.sides.size());
  out.source_id = static_cast<std::int32_t>(facts.cell);
  out.tag = tag_index(facts.cub->tags);
  out.trigger = resolve(level_.triggers, facts.cub->trigger, "trigger", problem);
  for (std::uint32_t side = 0; side < kCubSides; ++side) add_side(*facts.cub, index, side, problem);
  out.side_count = static_cast<std::uint32_t>(cells.sides.size()) - out.first_side;
  cells.cells.push_back(out);
  if (problem.empty()) return;
  refuse_cub(facts, FaultRule::MissingReference, "cub " + id_text(facts.cub->id) + " " + problem);
  faults.back().fix = {FixKind::ClearMissing, ScaffoldKind::Cub, facts.cub->id, kNoId, {},
                       GridPoint(0)};
}

void CellBuilder::add_side(const ScaffoldCub& cub, std::size_t index, std::uint32_t side,
                           std::string& problem) {
  const SideLoop loop = side_loop(cub, side);
  if (loop.count < 3) return;
  side_index_[index * kCubSides + side] = static_cast<std::uint32_t>(cells.sides.size());
  CellSide out;
  out.first_corner = static_cast<std::uint32_t>(cells.corners.size());
  out.corner_count = loop.count;
  out.cell = facts_[index].cell;
  out.face = side;
  out.material = resolve(level_.materials, cub.sides[side].material, "material", problem);
  out.trigger = resolve(level_.triggers, cub.sides[side].trigger, "trigger", problem);
  out.source_side = static_cast<std::int32_t>(side);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t corner = kSideCorners[side][i];
    if (cub.corners[corner] != cub.corners[kSideCorners[side][(i + 1) % 4]])
      cells.corners.push_back(corner_index_[index * kCubCorners + corner]);
  }
  cells.sides.push_back(out);
}

std::uint32_t CellBuilder::tag_index(const std::vector<std::string>& tags) {
  if (tags.empty()) return kNone;
  std::string joined;
  for (const std::string& tag : tags) joined += (joined.empty() ? "" : " ") + tag;
  const auto at = std::find(cells.tags.begin(), cells.tags.end(), joined);
  const auto index = static_cast<std::uint32_t>(at - cells.tags.begin());
  if (at == cells.tags.end()) cells.tags.push_back(std::move(joined));
  return index;
}

void CellBuilder::build_geometry() {
  add_names();
  place_cubs();
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const bool is_sound = !earlier.sound.empty() && earlier.sound[i] != 0 && facts_[i].placed;
    is_sound ? void(facts_[i].shape.grade = CubGrade::Good) : judge_cub(facts_[i]);
  }
  side_index_.assign(facts_.size() * kCubSides, kNone);
  cells.cells.reserve(facts_.size());
  cells.sides.reserve(facts_.size() * kCubSides);
  cells.corners.reserve(facts_.size() * kCubSides * 4);
  for (CubFacts& facts : facts_) {
    if (facts.placed && facts.shape.grade <= CubGrade::Bent) add_cub(facts);
  }
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!on_grid(cells.vertices[i])) cells.vertices[i] = GridPoint(0);  // of cubs left out
  }
  for (const ScaffoldWindow* window : part_.windows) {
    if (!window->partial) add_whole_window(*window);
  }
}

// --- Windows.

const CubFacts* CellBuilder::facts_of(ScaffoldId id) const {
  if (facts_.empty()) return nullptr;
  last_sought_ =
      seek(facts_, id, last_sought_, [](const CubFacts& facts) { return facts.cub->id; });
  return last_sought_ < facts_.size() && facts_[last_sought_].cub->id == id ? &facts_[last_sought_]
                                                                            : nullptr;
}

// The complex's side of a window's end, or kNone: with a fault, unless its cub has one.
std::uint32_t CellBuilder::find_side(const ScaffoldWindow& window, SideRef ref) {
  const CubFacts* facts = facts_of(ref.cub);
  if (facts == nullptr && ref.cub != kNoId) {
    refuse_window(window, FaultRule::MissingReference,
                  "names a cub that does not exist; add it or clear the field");
    return kNone;
  }
  if (facts == nullptr || ref.side >= kCubSides) {
    refuse_window(window, FaultRule::WindowEnd, "names no side");
    return kNone;
  }
  if (facts->cell == kNone) return kNone;
  const std::uint32_t side = side_at(static_cast<std::size_t>(facts - facts_.data()), ref.side);
  if (side == kNone) {
    refuse_window(window, FaultRule::WindowEnd,
                  "lies on side " + side_text(ref) + ", which has collapsed to an edge; remove it");
  }
  return side;
}

SidePair CellBuilder::find_sides(const ScaffoldWindow& window, std::uint32_t& door) {
  const std::size_t known = faults.size();
  SidePair pair{find_side(window, window.sides[0]), kNone};
  if (faults.size() == known) pair.b = find_side(window, window.sides[1]);
  if (faults.size() > known) {
    faults.back().fix = {FixKind::Delete, ScaffoldKind::Window, window.id, kNoId, {}, GridPoint(0)};
    return {};
  }
  std::string problem;
  door = resolve(level_.doors, window.door, "door", problem);
  if (!problem.empty()) {
    refuse_window(window, FaultRule::MissingReference, problem);
    faults.back().fix = {FixKind::ClearMissing, ScaffoldKind::Window, window.id, kNoId, {},
                         GridPoint(0)};
    return {};
  }
  return pair.a == kNone || pair.b == kNone ? SidePair{} : pair;
}

bool CellBuilder::reversed(const CellSide& a, const CellSide& b) const {
  if (a.corner_count != b.corner_count) return false;
  const std::uint32_t* va = cells.corners.data() + a.first_corner;
  const std::uint32_t* vb = cells.corners.data() + b.first_corner;
  const std::uint32_t n = a.corner_count;
  const auto at = static_cast<std::uint32_t>(std::find(vb, vb + n, va[0]) - vb);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (at == n || va[i] != vb[(at + n - i) % n]) return false;
  }
  return true;
}

void CellBuilder::set_door(std::uint32_t side, std::uint32_t door, ScaffoldId material) {
  CellSide& s = cells.sides[side];
  s.door = door;
  const ScaffoldMaterial* record =
      door == kNone ? nullptr : find_record(level_.materials, material);
  s.material = record == nullptr ? kNone : index_of(level_.materials, record);
}

ScaffoldId CellBuilder::material_of(SideRef ref) const {
  return facts_of(ref.cub)->cub->sides[ref.side].material;
}

void CellBuilder::add_whole_window(const ScaffoldWindow& window) {
  std::uint32_t door = kNone;
  const SidePair pair = find_sides(window, door);
  if (pair.a == kNone) return;
  CellSide& a = cells.sides[pair.a];
  CellSide& b = cells.sides[pair.b];
  if (a.neighbor != kNone || b.neighbor != kNone) {
    refuse_window(window, FaultRule::WindowTwice,
                  "joins a side that another whole window already joins; remove one");
    faults.back().fix = {FixKind::Delete, ScaffoldKind::Window, window.id, kNoId, {}, GridPoint(0)};
    return;
  }
  if (!reversed(a, b)) {
    refuse_window(window, FaultRule::WindowMismatch,
                  "joins sides whose vertices are not the same in reverse order; weld them, or "
                  "make it partial");
    return;
  }
  a.neighbor = pair.b;
  b.neighbor = pair.a;
  set_door(pair.a, door, material_of(window.sides[0]));
  set_door(pair.b, door, material_of(window.sides[1]));
}

// A partial window and the sides it cuts, before cutting.
struct CellBuilder::PartialWindow {
  SidePair sides;  // the lower one first
  const ScaffoldWindow* window = nullptr;
  std::uint32_t door = kNone;
  std::array<ScaffoldId, 2> materials{};  // of sides.a and sides.b
};

bool CellBuilder::before(const PartialWindow& x, const PartialWindow& y) {
  return x.sides.a != y.sides.a ? x.sides.a < y.sides.a : x.sides.b < y.sides.b;
}

void CellBuilder::gather_partial(std::vector<PartialWindow>& partials) {
  const auto refuse_second = [&](const ScaffoldWindow& window, const std::string& text) {
    refuse_window(window, FaultRule::WindowTwice, text);
    faults.back().fix = {FixKind::Delete, ScaffoldKind::Window, window.id, kNoId, {}, GridPoint(0)};
  };
  for (const ScaffoldWindow* window : part_.windows) {
    if (!window->partial) continue;
    PartialWindow p{{}, window, kNone, {}};
    p.sides = find_sides(*window, p.door);
    if (p.sides.a == kNone) continue;
    if (p.sides.a == p.sides.b) {
      refuse_second(*window, "joins a side with itself; remove it");
      continue;
    }
    if (cells.sides[p.sides.a].neighbor != kNone || cells.sides[p.sides.b].neighbor != kNone) {
      refuse_second(*window, "joins a side that a whole window already joins; remove one");
      continue;
    }
    p.materials = {material_of(window->sides[0]), material_of(window->sides[1])};
    if (p.sides.a > p.sides.b) {
      std::swap(p.sides.a, p.sides.b);
      std::swap(p.materials[0], p.materials[1]);
    }
    partials.push_back(p);
  }
  std::stable_sort(partials.begin(), partials.end(), before);
  const auto same = [](const PartialWindow& x, const PartialWindow& y) {
    return !before(x, y) && !before(y, x);
  };
  std::vector<PartialWindow> kept;
  for (const PartialWindow& p : partials) {
    if (kept.empty() || !same(kept.back(), p)) {
      kept.push_back(p);
    } else {
      refuse_second(*p.window,
                    "joins the same sides as " + id_text(kept.back().window->id) + "; remove one");
    }
  }
  partials = std::move(kept);
}

void CellBuilder::cut_partial_windows() {
  std::vector<PartialWindow> partials;
  gather_partial(partials);
  if (partials.empty()) return;
  std::vector<SidePair> pairs;
  pairs.reserve(partials.size());
  for (const PartialWindow& p : partials) pairs.push_back(p.sides);
  const PartitionReport report = partition_sides(cells, pairs);
  std::vector<bool> open(partials.size(), false);
  for (std::uint32_t side = 0; side < cells.sides.size(); ++side)
    finish_portal(side, report.origin, partials, open);
  for (std::size_t i = 0; i < partials.size(); ++i) {
    if (open[i]) continue;
    const ScaffoldWindow& window = *partials[i].window;
    refuse_window(window, FaultRule::WindowShut,
                  "is partial, but its sides do not face each other in one plane with room to "
                  "pass; move them, or remove it");
    faults.back().fix = {FixKind::Delete, ScaffoldKind::Window, window.id, kNoId, {}, GridPoint(0)};
  }
}

// Gives a portal that partition_sides made its window's door and face.
void CellBuilder::finish_portal(std::uint32_t side, const std::vector<std::uint32_t>& origin,
                                const std::vector<PartialWindow>& partials,
                                std::vector<bool>& open) {
  const std::uint32_t other = cells.sides[side].neighbor;
  if (other == kNone) return;
  const bool first = origin[side] < origin[other];
  PartialWindow wanted;
  wanted.sides = {std::min(origin[side], origin[other]), std::max(origin[side], origin[other])};
  const auto at = std::lower_bound(partials.begin(), partials.end(), wanted, before);
  if (at == partials.end() || before(wanted, *at)) return;  // a whole window
  open[static_cast<std::size_t>(at - partials.begin())] = true;
  set_door(side, at->door, at->materials[first ? 0 : 1]);
}

// --- Spawns, and the result.

void CellBuilder::add_spawns() {
  for (const ScaffoldSpawn& s : level_.spawns) {
    CellSpawn spawn;
    spawn.kind = s.kind;
    spawn.type = s.type;
    add_spawn(ScaffoldKind::Spawn, s.id, std::move(spawn), s.at, s.yaw, s.cub);
  }
  for (const ScaffoldProp& p : level_.props) {
    CellSpawn spawn;
    spawn.kind = "prop/" + p.model;
    add_spawn(ScaffoldKind::Prop, p.id, std::move(spawn), p.at, p.turn[0], p.cub);
  }
}

void CellBuilder::add_spawn(ScaffoldKind kind, ScaffoldId id, CellSpawn spawn, GridPoint at,
                            std::int32_t yaw, ScaffoldId cub) {
  const CubFacts* facts = cub == kNoId ? nullptr : facts_of(cub);
  spawn.position = to_metres(at);
  spawn.yaw = yaw * (kPi / 180'000.0);
  spawn.cell = facts == nullptr ? kNone : facts->cell;
  spawn.source_id = static_cast<std::int32_t>(cells.spawns.size());
  cells.spawns.push_back(std::move(spawn));
  if (facts != nullptr || cub == kNoId) return;
  Fault& fault = refuse(FaultRule::MissingReference,
                        (kind == ScaffoldKind::Spawn ? "spawn " : "prop ") + id_text(id) +
                            " names a cub that does not exist; add it or clear the field");
  fault.record_kind = kind;
  fault.record = id;
  fault.at = at;
  fault.fix = {FixKind::ClearMissing, kind, id, kNoId, {}, GridPoint(0)};
}

void CellBuilder::check_result() {
  const Result<Done> whole = check_cells(cells);
  if (whole.ok()) return;
  for (const CubFacts& facts : facts_) {
    if (facts.cell == kNone) continue;
    const Result<Done> cell = check_cells(single_cell(cells, facts.cell));
    if (!cell.ok()) {
      refuse_cub(facts, FaultRule::OpenCell,
                 "cub " + id_text(facts.cub->id) +
                     " does not close where its windows meet; move or remove one: " +
                     cell.error().message);
    }
  }
  if (faults.empty()) refuse(FaultRule::OpenCell, whole.error().message);
}

}  // namespace playset
