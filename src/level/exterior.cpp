// add_exterior: tunnels from the gates to the first free steps, boxes around, portals between them.
#include "playset/level/exterior.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "geom/cell_name.h"
#include "level/exterior_space.h"
#include "level/place_text.h"
#include "playset/core/config.h"
#include "playset/geom/partition_sides.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

using Problem = std::string;  // empty: none

constexpr std::array kFields{
    config_field<&ExteriorConfig::step>(
        "step", "m", 1.0 / 64.0, 64.0,
        "of the smallest boxes; too little makes many cells, too much closes narrow passages"),
    config_field<&ExteriorConfig::thickness>(
        "thickness", "m", 1.0 / 64.0, 64.0,
        "kept from what is inside; too little and flyers graze the rooms"),
    config_field<&ExteriorConfig::room>("room", "m", 1.0 / 64.0, 4096.0,
                                        "free space around the level, a step at least"),
};

constexpr double kMostSteps = 33554432.0;
constexpr std::int32_t kPorch = 4;     // steps that a gate's own box reaches out
constexpr double kLeastFacing = 0.25;  // cosine between a gate's normal and its tunnel

// A gate while its tunnel is built.
struct Gate {
  ExteriorGate wanted;
  std::vector<GridPoint> polygon;
  int axis = 0;
  int way = 1;
  StepBox porch;  // the box outside it
  std::int32_t plane = 0;
  SolidShape tunnel;
};

// One axis-parallel rectangle of a box's face.
struct FaceRect {
  int axis = 0;
  bool high = false;  // at the box's high end
  StepBox area;       // one step thick
  std::int32_t other = -1;
  bool sky = false;
};

class ExteriorBuilder {
 public:
  ExteriorBuilder(const CellComplex& complex, std::span<const ExteriorGate> gates,
                  const ExteriorConfig& config)
      : out_(complex), wanted_(gates), config_(config) {}

  Result<CellComplex> build() {
    if (const Problem problem = read_gates(); !problem.empty())
      return Error{ErrorCode::Invalid, problem, out_.name, 0, 0, 0};
    for (std::uint32_t c = 0; c < out_.cells.size(); ++c) shapes_.push_back(shape_of_cell(out_, c));
    if (!make_space())
      return Error{ErrorCode::OutOfRange,
                   "the space around the level is too large for its step, or reaches beyond the "
                   "grid; choose a larger step or less room",
                   out_.name,
                   0,
                   0,
                   0};
    if (const Problem problem = place_tunnels(); !problem.empty())
      return Error{ErrorCode::Invalid, problem, out_.name, 0, 0, 0};
    add_boxes();
    if (const Problem problem = join_gates(); !problem.empty())
      return Error{ErrorCode::Invalid, problem, out_.name, 0, 0, 0};
    if (Result<Done> sound = check_cells(out_); !sound) return sound.error();
    return std::move(out_);
  }

 private:
  // --- Gates.

  Problem read_gates() {
    for (const ExteriorGate& wanted : wanted_) {
      if (wanted.side >= out_.sides.size() ||
          (wanted.door != kNone && wanted.door >= out_.doors.size()))
        return "a gate names a side or door that is not there";
      Gate gate;
      gate.wanted = wanted;
      const CellSide& side = out_.sides[wanted.side];
      if (side.neighbor != kNone)
        return gate_text(gate) + " is a portal already; only a wall can be a gate";
      for (const Gate& other : gates_)
        if (other.wanted.side == wanted.side) return gate_text(gate) + " is named twice";
      for (std::uint32_t k = 0; k < side.corner_count; ++k)
        gate.polygon.push_back(out_.vertices[out_.corners[side.first_corner + k]]);
      if (!is_convex(gate.polygon) || !is_flat(gate.polygon))
        return gate_text(gate) + " is not one convex plane; make it so, or choose another wall";
      gates_.push_back(std::move(gate));
    }
    return "";
  }

  static bool is_flat(const std::vector<GridPoint>& polygon) noexcept {
    const GridVector n = area_vector2(polygon);
    const glm::dvec3 normal(n);
    const double size = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    return std::all_of(polygon.begin(), polygon.end(), [&](GridPoint p) {
      const glm::dvec3 d(p - polygon[0]);
      return std::fabs(normal.x * d.x + normal.y * d.y + normal.z * d.z) <= 1e-9 * size;
    });
  }

  std::string gate_text(const Gate& gate) const {
    const CellSide& side = out_.sides[gate.wanted.side];
    return "the gate at side " + std::to_string(gate.wanted.side) + " (source " +
           std::to_string(side.source_side) + ") of " + cell_name(out_, side.cell) + " near " +
           place_text(to_metres(out_.vertices[out_.corners[side.first_corner]]));
  }

  // --- Space.

  static std::int32_t floor_step(double grid, std::int32_t step) noexcept {
    return static_cast<std::int32_t>(std::floor(grid / step));
  }

  bool make_space() {
    const auto step = static_cast<std::int32_t>(std::floor(config_.step * kGridPerMetre + 0.5));
    GridPoint lo(0), hi(0);
    if (!shapes_.empty()) {
      lo = shapes_[0].lo;
      hi = shapes_[0].hi;
    }
    for (const SolidShape& shape : shapes_)
      for (int i = 0; i < 3; ++i) {
        lo[i] = std::min(lo[i], shape.lo[i]);
        hi[i] = std::max(hi[i], shape.hi[i]);
      }
    StepBox bounds;
    double count = 1.0;
    const double room = std::max((config_.room + config_.thickness) * kGridPerMetre, double(step));
    for (std::size_t i = 0; i < 3; ++i) {
      const int axis = static_cast<int>(i);
      bounds.lo[i] = floor_step(lo[axis] - room, step) - 1;
      bounds.hi[i] = floor_step(hi[axis] + room, step) + 2;
      count *= double(bounds.hi[i] - bounds.lo[i]);
      if (double(bounds.lo[i]) * step < -kGridLimit || double(bounds.hi[i]) * step > kGridLimit)
        return false;
    }
    if (count > kMostSteps) return false;
    space_.emplace(bounds, step);
    for (const SolidShape& shape : shapes_) space().block(shape, config_.thickness * kGridPerMetre);
    space().flood();
    return true;
  }
  ExteriorSpace& space() noexcept { return *space_; }

  // --- Tunnels: straight along an axis, from the gate to the first steps that are all free.

  Problem place_tunnels() {
    for (Gate& gate : gates_) {
      Problem problem;
      for (const int axis : axes_by_facing(gate)) {
        problem = place_tunnel(gate, axis);
        if (problem.empty()) break;
      }
      if (!problem.empty()) return gate_text(gate) + " " + problem;
    }
    space().flood();
    return "";
  }

  static std::vector<int> axes_by_facing(const Gate& gate) {
    const glm::dvec3 n(area_vector2(gate.polygon));
    const double size = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    std::vector<int> axes = {0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(),
                     [&](int a, int b) { return std::fabs(n[a]) > std::fabs(n[b]); });
    while (axes.size() > 1 && std::fabs(n[axes.back()]) < kLeastFacing * size) axes.pop_back();
    return axes;
  }

  Problem place_tunnel(Gate& gate, int axis) {
    gate.axis = axis;
    gate.way = area_vector2(gate.polygon)[axis] < 0 ? 1 : -1;  // its area vector points inside
    StepBox rect = steps_of(gate);
    const auto a = static_cast<std::size_t>(axis);
    const StepBox passed = rect;
    while (space().inside(rect.lo) && !space().all(rect, ExteriorSpace::Free)) {
      rect.lo[a] += gate.way;
      rect.hi[a] += gate.way;
    }
    if (!space().inside(rect.lo)) return "leads to no free space";
    StepBox between = passed;
    between.lo[a] = std::min(passed.lo[a], rect.lo[a] + (gate.way < 0 ? 1 : 0));
    between.hi[a] = std::max(passed.hi[a], rect.hi[a] - (gate.way > 0 ? 1 : 0));
    gate.porch = rect;
    for (std::int32_t i = 1; i < kPorch; ++i) {
      StepBox next = rect;
      next.lo[a] += gate.way * i;
      next.hi[a] += gate.way * i;
      if (!space().all(next, ExteriorSpace::Free)) break;
      gate.porch.lo[a] = std::min(gate.porch.lo[a], next.lo[a]);
      gate.porch.hi[a] = std::max(gate.porch.hi[a], next.hi[a]);
    }
    gate.plane = (gate.way > 0 ? rect.lo[a] : rect.hi[a]) * space().step();
    gate.tunnel = tunnel_shape(gate);
    if (Problem problem = blocked(gate); !problem.empty()) return problem;
    if (!space_without_held(between)) return "lies in the way of another gate; move one of them";
    space().set(between, ExteriorSpace::Solid);
    space().set(gate.porch, ExteriorSpace::Held);
    return "";
  }

  // One layer of steps that holds the gate's far end, and all of it as seen along the tunnel.
  StepBox steps_of(const Gate& gate) {
    StepBox box;
    for (int i = 0; i < 3; ++i) {
      std::int32_t lo = gate.polygon[0][i], hi = lo;
      for (const GridPoint p : gate.polygon) {
        lo = std::min(lo, p[i]);
        hi = std::max(hi, p[i]);
      }
      const auto at = static_cast<std::size_t>(i);
      box.lo[at] = floor_step(lo, space().step());
      box.hi[at] = floor_step(hi - 1, space().step()) + 1;
      if (i != gate.axis) continue;
      box.lo[at] =
          gate.way > 0 ? floor_step(hi, space().step()) : floor_step(lo - 1, space().step());
      box.hi[at] = box.lo[at] + 1;
    }
    return box;
  }

  bool space_without_held(const StepBox& box) {
    for (std::int32_t z = box.lo[2]; z < box.hi[2]; ++z)
      for (std::int32_t y = box.lo[1]; y < box.hi[1]; ++y)
        for (std::int32_t x = box.lo[0]; x < box.hi[0]; ++x)
          if (space().at({x, y, z}) == ExteriorSpace::Held) return false;
    return true;
  }

  SolidShape tunnel_shape(const Gate& gate) const {
    CellComplex tunnel;
    add_tunnel(tunnel, gate);
    return shape_of_cell(tunnel, 0);
  }

  Problem blocked(const Gate& gate) const {
    const std::uint32_t own = out_.sides[gate.wanted.side].cell;
    for (std::uint32_t c = 0; c < shapes_.size(); ++c)
      if (c != own && !are_apart(shapes_[c], gate.tunnel))
        return "has no room: its tunnel would run through " + cell_name(out_, c) + " near " +
               place_text(to_metres(shapes_[c].corners[0]));
    for (const Gate& other : gates_) {
      if (&other == &gate) break;
      if (!are_apart(other.tunnel, gate.tunnel)) return "would cross the tunnel of another gate";
    }
    return "";
  }

  // --- Cells.

  std::uint32_t begin_cell(CellComplex& c) const {
    Cell cell;
    cell.first_side = static_cast<std::uint32_t>(c.sides.size());
    cell.tag = tag_;
    c.cells.push_back(cell);
    return static_cast<std::uint32_t>(c.cells.size() - 1);
  }

  std::uint32_t add_side(CellComplex& c, std::span<const std::uint32_t> loop, std::uint32_t face,
                         std::uint32_t material) const {
    CellSide side;
    side.first_corner = static_cast<std::uint32_t>(c.corners.size());
    side.corner_count = static_cast<std::uint32_t>(loop.size());
    side.cell = static_cast<std::uint32_t>(c.cells.size() - 1);
    side.face = face;
    side.material = material;
    c.corners.insert(c.corners.end(), loop.begin(), loop.end());
    c.sides.push_back(side);
    ++c.cells.back().side_count;
    return static_cast<std::uint32_t>(c.sides.size() - 1);
  }

  struct TunnelEnds {
    std::uint32_t inner, outer;
  };

  // A prism: the gate's polygon, moved along the axis onto the plane of the free steps.
  TunnelEnds add_tunnel(CellComplex& c, const Gate& gate) const {
    std::vector<std::uint32_t> near, far;
    if (&c == &out_) {
      const CellSide& side = out_.sides[gate.wanted.side];
      const std::uint32_t* corners = out_.corners.data() + side.first_corner;
      near.assign(corners, corners + side.corner_count);
    }
    for (std::size_t k = 0; k < gate.polygon.size(); ++k) {
      GridPoint p = gate.polygon[k];
      if (&c != &out_) {
        near.push_back(static_cast<std::uint32_t>(c.vertices.size()));
        c.vertices.push_back(p);
      }
      p[gate.axis] = gate.plane;
      far.push_back(static_cast<std::uint32_t>(c.vertices.size()));
      c.vertices.push_back(p);
    }
    begin_cell(c);
    const std::size_t n = near.size();
    const std::vector<std::uint32_t> back(near.rbegin(), near.rend());
    const std::uint32_t inner = add_side(c, back, 0, kNone);
    const std::uint32_t outer = add_side(c, far, 1, hull_);
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t a = near[k], b = near[(k + 1) % n];
      add_side(c, std::array{a, b, far[(k + 1) % n], far[k]}, static_cast<std::uint32_t>(2 + k),
               hull_);
    }
    return {inner, outer};
  }

  void add_boxes() {
    tag_ = find_or_add(out_.tags, kExteriorTag);
    hull_ = find_or_add(out_.materials, config_.hull);
    sky_ = find_or_add(out_.materials, config_.sky);
    std::vector<StepBox> porches;
    for (const Gate& gate : gates_) porches.push_back(gate.porch);
    boxes_ = space().fill(std::move(porches));
    for (std::size_t b = 0; b < boxes_.size(); ++b) add_box(static_cast<std::int32_t>(b));
  }

  static std::uint32_t find_or_add(std::vector<std::string>& names, const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<std::uint32_t>(at - names.begin());
    if (at == names.end()) names.push_back(name);
    return index;
  }

  void add_box(std::int32_t box) {
    begin_cell(out_);

    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true})
        for (const FaceRect& rect : rects_of(box, axis, high)) add_rect(box, rect);
  }

  // The face in rectangles: one per neighbour, and as few as come of it for the walls.
  std::vector<FaceRect> rects_of(std::int32_t box, int axis, bool high) {
    const auto a = static_cast<std::size_t>(axis);
    StepBox face = boxes_[static_cast<std::size_t>(box)];
    face.lo[a] = high ? face.hi[a] : face.lo[a] - 1;  // the steps in front of it
    face.hi[a] = face.lo[a] + 1;
    std::vector<FaceRect> rects;
    const auto covered = [&](StepPoint p) {
      return std::any_of(rects.begin(), rects.end(), [&](const FaceRect& r) {
        for (std::size_t i = 0; i < 3; ++i)
          if (p[i] < r.area.lo[i] || p[i] >= r.area.hi[i]) return false;
        return true;
      });
    };
    for (std::int32_t z = face.lo[2]; z < face.hi[2]; ++z)
      for (std::int32_t y = face.lo[1]; y < face.hi[1]; ++y)
        for (std::int32_t x = face.lo[0]; x < face.hi[0]; ++x)
          if (!covered({x, y, z})) rects.push_back(grow_rect({x, y, z}, face, axis, high, covered));
    return rects;
  }

  template <typename Covered>
  FaceRect grow_rect(StepPoint p, const StepBox& face, int axis, bool high, Covered covered) {
    FaceRect rect{axis, high, {p, {p[0] + 1, p[1] + 1, p[2] + 1}}, -1, !space().inside(p)};
    if (!rect.sky) rect.other = space().box_at(p);
    const auto same = [&](StepPoint q) {
      if (covered(q)) return false;
      return rect.sky ? !space().inside(q) : space().inside(q) && space().box_at(q) == rect.other;
    };
    for (std::size_t i = 0; i < 3; ++i) {
      for (;;) {
        StepBox next = rect.area;
        next.lo[i] = rect.area.hi[i];
        next.hi[i] = next.lo[i] + 1;
        bool fits = next.hi[i] <= face.hi[i];
        for (std::int32_t z = next.lo[2]; fits && z < next.hi[2]; ++z)
          for (std::int32_t y = next.lo[1]; fits && y < next.hi[1]; ++y)
            for (std::int32_t x = next.lo[0]; fits && x < next.hi[0]; ++x) fits = same({x, y, z});
        if (!fits) break;
        ++rect.area.hi[i];
      }
    }
    return rect;
  }

  void add_rect(std::int32_t box, const FaceRect& rect) {
    const auto a = static_cast<std::size_t>(rect.axis);
    const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
    StepPoint p{};
    p[a] = rect.high ? rect.area.lo[a] : rect.area.hi[a];
    std::array<std::uint32_t, 4> loop{};
    for (std::size_t k = 0; k < 4; ++k) {
      p[b] = k == 1 || k == 2 ? rect.area.hi[b] : rect.area.lo[b];
      p[c] = k >= 2 ? rect.area.hi[c] : rect.area.lo[c];
      loop[rect.high ? 3 - k : k] = vertex_at(p);
    }
    const bool wall = rect.other < 0;
    const std::uint32_t side =
        add_side(out_, loop, static_cast<std::uint32_t>(2 * rect.axis + (rect.high ? 1 : 0)),
                 !wall      ? kNone
                 : rect.sky ? sky_
                            : hull_);
    if (wall && is_behind_porch(box, rect)) back_[static_cast<std::size_t>(box)] = side;
    if (wall) return;
    const auto key = std::minmax(box, rect.other);
    const auto [at, first] = portals_.try_emplace({key.first, key.second}, side);
    if (first) return;
    out_.sides[side].neighbor = at->second;
    out_.sides[at->second].neighbor = side;
  }

  bool is_behind_porch(std::int32_t box, const FaceRect& rect) {
    back_.resize(gates_.size(), kNone);
    const auto index = static_cast<std::size_t>(box);
    return index < gates_.size() && rect.axis == gates_[index].axis &&
           rect.high == (gates_[index].way < 0);
  }

  std::uint32_t vertex_at(StepPoint p) {
    const auto [at, first] =
        vertices_.try_emplace(p, static_cast<std::uint32_t>(out_.vertices.size()));
    if (first) out_.vertices.push_back(GridPoint(p[0], p[1], p[2]) * space().step());
    return at->second;
  }

  // --- Tunnels join the gate, and the wall behind the porch.

  Problem join_gates() {
    std::vector<SidePair> pairs;
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      const TunnelEnds ends = add_tunnel(out_, gates_[i]);
      const std::uint32_t gate = gates_[i].wanted.side;
      out_.sides[gate].neighbor = ends.inner;
      out_.sides[ends.inner].neighbor = gate;
      const std::uint32_t door = gates_[i].wanted.door;
      out_.sides[gate].door = out_.sides[ends.inner].door = door;
      if (door == kNone)
        out_.sides[gate].material = kNone;
      else
        out_.sides[ends.inner].material = out_.sides[gate].material;
      pairs.push_back({ends.outer, back_[i]});
    }
    if (pairs.empty()) return "";
    const PartitionReport report = partition_sides(out_, pairs);
    if (report.portals == pairs.size() && report.refused.empty()) return "";
    return "a gate's tunnel does not meet the free space behind it; move the gate, or choose "
           "another "
           "step";
  }

  CellComplex out_;
  std::span<const ExteriorGate> wanted_;
  const ExteriorConfig& config_;
  std::vector<Gate> gates_;
  std::vector<SolidShape> shapes_;  // by cell inside
  std::optional<ExteriorSpace> space_;
  std::vector<StepBox> boxes_;
  std::vector<std::uint32_t> back_;  // by gate: the wall behind its porch
  std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t> portals_;
  std::map<StepPoint, std::uint32_t> vertices_;
  std::uint32_t tag_ = kNone, hull_ = kNone, sky_ = kNone;
};

}  // namespace

std::span<const ConfigField> config_fields(const ExteriorConfig*) noexcept { return kFields; }

std::optional<BrokenRule> check_exterior(const ExteriorConfig& config) noexcept {
  if (const std::optional<BrokenRule> broken = check_config(config)) return broken;
  if (config.room < config.step)
    return BrokenRule{nullptr, "room is less than a step; give it one at least", config.room};
  if (config.hull.empty() || config.sky.empty())
    return BrokenRule{nullptr, "hull and sky name materials; neither may be empty", 0.0};
  return std::nullopt;
}

Result<CellComplex> add_exterior(const CellComplex& complex, std::span<const ExteriorGate> gates,
                                 const ExteriorConfig& config) {
  if (const std::optional<BrokenRule> broken = check_exterior(config))
    return Error{ErrorCode::Usage, "exterior: " + broken->message(), {}, 0, 0, 0};
  if (Result<Done> sound = check_cells(complex); !sound) return sound.error();
  return ExteriorBuilder(complex, gates, config).build();
}

bool is_exterior(const CellComplex& complex, std::uint32_t cell) noexcept {
  const std::uint32_t tag = complex.cells[cell].tag;
  return tag != kNone && complex.tags[tag] == kExteriorTag;
}

CellComplex without_exterior(const CellComplex& complex) {
  CellComplex out = complex;
  std::vector<std::uint32_t> cell_now(complex.cells.size(), kNone),
      side_now(complex.sides.size(), kNone);
  out.cells.clear();
  out.sides.clear();
  for (std::uint32_t c = 0; c < complex.cells.size(); ++c) {
    if (is_exterior(complex, c)) continue;
    cell_now[c] = static_cast<std::uint32_t>(out.cells.size());
    Cell cell = complex.cells[c];
    cell.first_side = static_cast<std::uint32_t>(out.sides.size());
    for (std::uint32_t s = 0; s < cell.side_count; ++s) {
      side_now[complex.cells[c].first_side + s] = static_cast<std::uint32_t>(out.sides.size());
      out.sides.push_back(complex.sides[complex.cells[c].first_side + s]);
      out.sides.back().cell = cell_now[c];
    }
    out.cells.push_back(cell);
  }
  for (CellSide& side : out.sides) {
    if (side.neighbor == kNone) continue;
    side.neighbor = side_now[side.neighbor];
    if (side.neighbor == kNone) side.door = kNone;
  }
  for (CellSpawn& spawn : out.spawns)
    if (spawn.cell != kNone) spawn.cell = cell_now[spawn.cell];
  return out;
}

}  // namespace playset
