// Edits that keep a complex consistent in its numbers; whether its shapes are legal is up to chance.
#include "tests/level/edited_levels.h"

#include <algorithm>

namespace playset::test {
namespace {

std::vector<std::uint32_t> cells_at(const CellComplex& c, std::uint32_t vertex) {
  std::vector<std::uint32_t> cells;
  for (const CellSide& side : c.sides) {
    const auto first = c.corners.begin() + side.first_corner;
    if (std::find(first, first + side.corner_count, vertex) != first + side.corner_count &&
        (cells.empty() || cells.back() != side.cell))
      cells.push_back(side.cell);
  }
  return cells;
}

std::int32_t count_in(Rng& rng, int reach) {
  return static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(2 * reach + 1))) - reach;
}

void drop_unused_vertices(CellComplex& c) {
  std::vector<std::uint32_t> now(c.vertices.size(), kNone);
  for (const std::uint32_t v : c.corners) now[v] = 0;
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < now.size(); ++v) {
    if (now[v] == kNone) continue;
    c.vertices[next] = c.vertices[v];
    now[v] = next++;
  }
  c.vertices.resize(next);
  for (std::uint32_t& v : c.corners) v = now[v];
}

void append_side(CellComplex& c, std::uint32_t cell, const std::vector<std::uint32_t>& loop,
                 std::uint32_t face) {
  CellSide side;
  side.first_corner = static_cast<std::uint32_t>(c.corners.size());
  side.corner_count = static_cast<std::uint32_t>(loop.size());
  side.cell = cell;
  side.face = face;
  c.corners.insert(c.corners.end(), loop.begin(), loop.end());
  c.sides.push_back(side);
}

}  // namespace

CellComplex without_cell(const CellComplex& complex, std::uint32_t gone) {
  CellComplex out = complex;
  out.corners.clear();
  out.sides.clear();
  out.cells.clear();
  std::vector<std::uint32_t> now(complex.sides.size(), kNone);
  for (std::uint32_t c = 0; c < complex.cells.size(); ++c) {
    if (c == gone) continue;
    Cell cell = complex.cells[c];
    const std::uint32_t first = cell.first_side;
    cell.first_side = static_cast<std::uint32_t>(out.sides.size());
    for (std::uint32_t s = first; s < first + cell.side_count; ++s) {
      CellSide side = complex.sides[s];
      const auto loop = complex.corners.begin() + side.first_corner;
      side.first_corner = static_cast<std::uint32_t>(out.corners.size());
      side.cell = static_cast<std::uint32_t>(out.cells.size());
      out.corners.insert(out.corners.end(), loop, loop + side.corner_count);
      now[s] = static_cast<std::uint32_t>(out.sides.size());
      out.sides.push_back(side);
    }
    out.cells.push_back(cell);
  }
  for (CellSide& side : out.sides)
    if (side.neighbor != kNone) side.neighbor = now[side.neighbor];
  for (CellSpawn& spawn : out.spawns)
    if (spawn.cell != kNone)
      spawn.cell = spawn.cell == gone ? kNone : spawn.cell - (spawn.cell > gone ? 1 : 0);
  drop_unused_vertices(out);
  return out;
}

std::uint32_t extrude_wall(CellComplex& c, std::uint32_t wall, GridPoint offset) {
  const auto cell = static_cast<std::uint32_t>(c.cells.size());
  const CellSide base = c.sides[wall];
  std::vector<std::uint32_t> near(c.corners.begin() + base.first_corner,
                                  c.corners.begin() + base.first_corner + base.corner_count);
  std::vector<std::uint32_t> far;
  for (const std::uint32_t v : near) {
    far.push_back(static_cast<std::uint32_t>(c.vertices.size()));
    c.vertices.push_back(c.vertices[v] + offset);
  }
  Cell out;
  out.first_side = static_cast<std::uint32_t>(c.sides.size());
  out.side_count = base.corner_count + 2;
  out.source_id = static_cast<std::int32_t>(cell);
  const auto n = near.size();
  append_side(c, cell, {near.rbegin(), near.rend()}, 0);
  append_side(c, cell, far, 1);
  for (std::size_t i = 0; i < n; ++i)
    append_side(c, cell, {near[i], near[(i + 1) % n], far[(i + 1) % n], far[i]},
                static_cast<std::uint32_t>(2 + i));
  c.cells.push_back(out);
  c.sides[wall].neighbor = out.first_side;
  c.sides[out.first_side].neighbor = wall;
  return cell;
}

Edit LevelEditor::start(std::string what) const {
  Edit edit{std::move(what), now_, {}, {}};
  return edit;
}

GridPoint LevelEditor::any_shift(int reach) {
  return {count_in(rng_, reach), count_in(rng_, reach), count_in(rng_, reach)};
}

Edit LevelEditor::next() {
  switch (rng_.below(12)) {
    case 0:
      return toggle_door();
    case 1:
      return close_or_open_portal();
    case 2:
      return remove_cell();
    case 3:
      return add_cell();
    case 4:
      return change_names();
    case 5:
      return change_marks();
    case 6:
      return change_faces();
    case 7:
      return move_cell();
    case 8:
      return move_and_remove();
    default:
      return move_vertex();
  }
}

Edit LevelEditor::move_vertex() {
  Edit edit = start("move a vertex");
  const auto v = now_.corners[rng_.below(static_cast<std::uint32_t>(now_.corners.size()))];
  constexpr int kReach[] = {1, 3, 40, 300};
  edit.complex.vertices[v] += any_shift(kReach[rng_.below(4)]);
  edit.dirty = cells_at(now_, v);
  return edit;
}

Edit LevelEditor::toggle_door() {
  Edit edit = start("toggle a door");
  const std::uint32_t s = any_side(), twin = now_.sides[s].neighbor;
  if (twin == kNone) return edit;
  auto& sides = edit.complex.sides;
  if (edit.complex.doors.empty()) edit.complex.doors.push_back({"door", true, "", 0});
  const std::uint32_t door = sides[s].door == kNone ? 0 : kNone;
  sides[s].door = sides[twin].door = door;
  edit.dirty = {sides[s].cell, sides[twin].cell};
  return edit;
}

Edit LevelEditor::close_or_open_portal() {
  Edit edit = start("close or open a portal");
  auto& sides = edit.complex.sides;
  const std::uint32_t s = any_side();
  if (sides[s].neighbor == kNone) {
    link_sides(edit.complex);  // whatever was closed before
    for (std::uint32_t i = 0; i < sides.size(); ++i)
      if (sides[i].neighbor != now_.sides[i].neighbor) edit.dirty.push_back(sides[i].cell);
    return edit;
  }
  const std::uint32_t twin = sides[s].neighbor;
  edit.dirty = {sides[s].cell, sides[twin].cell};
  sides[s].neighbor = sides[twin].neighbor = kNone;
  sides[s].door = sides[twin].door = kNone;
  return edit;
}

Edit LevelEditor::remove_cell() {
  Edit edit = start("remove a cell");
  if (now_.cells.size() < 2) return edit;
  const std::uint32_t gone = any_cell();
  for (std::uint32_t c = 0; c < now_.cells.size(); ++c)
    if (c != gone) edit.was.push_back(c);
  const Cell& cell = now_.cells[gone];
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    if (now_.sides[s].neighbor == kNone) continue;
    const std::uint32_t c = now_.sides[now_.sides[s].neighbor].cell;
    if (c != gone) edit.dirty.push_back(c - (c > gone ? 1 : 0));
  }
  edit.complex = without_cell(now_, gone);
  return edit;
}

Edit LevelEditor::add_cell() {
  Edit edit = start("add a cell");
  const std::uint32_t s = any_side();
  if (now_.sides[s].neighbor != kNone) return edit;
  const CellSide& side = now_.sides[s];
  const auto corner = [&](std::uint32_t k) {
    return now_.vertices[now_.corners[side.first_corner + k]];
  };
  const glm::dvec3 u(corner(1) - corner(0)), v(corner(2) - corner(0));
  glm::dvec3 n(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
  const double length = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z), 1.0});
  n *= -1500.0 / length;
  const std::uint32_t cell = extrude_wall(edit.complex, s, GridPoint(n) + any_shift(100));
  edit.dirty = {cell, side.cell};
  return edit;
}

Edit LevelEditor::change_names() {
  Edit edit = start("change lists and names");
  edit.complex.name += "x";
  edit.complex.materials.push_back("paint " + std::to_string(edit.complex.materials.size()));
  edit.complex.tags.push_back("tag");
  edit.complex.spawns.push_back({"lamp", 3, {1, 2, 3}, 0.25, any_cell(), 4});
  return edit;
}

Edit LevelEditor::change_marks() {
  Edit edit = start("change materials, tags and triggers");
  CellComplex& c = edit.complex;
  if (c.materials.empty()) c.materials.push_back("stone");
  if (c.tags.empty()) c.tags.push_back("secret");
  if (c.triggers.empty()) c.triggers.push_back({"walk", 3, 1, {}, {5}});
  const std::uint32_t s = any_side(), cell = any_cell();
  c.sides[s].material = rng_.below(static_cast<std::uint32_t>(c.materials.size()));
  c.sides[s].trigger = c.sides[s].trigger == kNone ? 0 : kNone;
  c.sides[s].source_side += 1;
  c.cells[cell].tag = c.cells[cell].tag == kNone ? 0 : kNone;
  c.cells[cell].trigger = 0;
  c.cells[cell].source_id = 7;
  edit.dirty = {c.sides[s].cell, cell};
  return edit;
}

Edit LevelEditor::change_faces() {
  Edit edit = start("change a face number");
  const std::uint32_t s = any_side();
  edit.complex.sides[s].face = rng_.below(8);
  edit.dirty = {now_.sides[s].cell};
  return edit;
}

Edit LevelEditor::move_cell() {
  Edit edit = start("move a cell");
  const Cell& cell = now_.cells[any_cell()];
  const GridPoint shift = any_shift(64);
  std::vector<std::uint32_t> moved;
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
    for (std::uint32_t k = 0; k < now_.sides[s].corner_count; ++k)
      moved.push_back(now_.corners[now_.sides[s].first_corner + k]);
  std::sort(moved.begin(), moved.end());
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
  for (const std::uint32_t v : moved) {
    edit.complex.vertices[v] += shift;
    for (const std::uint32_t c : cells_at(now_, v)) edit.dirty.push_back(c);
  }
  return edit;
}

Edit LevelEditor::move_and_remove() {
  Edit edit = move_vertex();
  if (now_.cells.size() < 3) return edit;
  edit.what = "move a vertex and remove a cell";
  const std::uint32_t gone = any_cell();
  edit.complex = without_cell(edit.complex, gone);
  edit.dirty.clear();
  for (std::uint32_t c = 0; c < now_.cells.size(); ++c)
    if (c != gone) edit.was.push_back(c);
  return edit;
}

}  // namespace playset::test
