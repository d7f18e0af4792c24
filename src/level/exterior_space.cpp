// Steps of space: blocked by shapes, flooded from outside, gathered into boxes.
#include "level/exterior_space.h"

#include <algorithm>
#include <cmath>

#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr double kTouching = 2.0;              // grid steps that rounding may overlap by
constexpr std::int32_t kLongest = 1024 * 256;  // grid steps: edge of the longest box

double dot(glm::dvec3 n, GridPoint p) noexcept { return n.x * p.x + n.y * p.y + n.z * p.z; }

template <typename Visit>
void for_each_step(const StepBox& box, Visit visit) {
  for (std::int32_t z = box.lo[2]; z < box.hi[2]; ++z)
    for (std::int32_t y = box.lo[1]; y < box.hi[1]; ++y)
      for (std::int32_t x = box.lo[0]; x < box.hi[0]; ++x) visit(StepPoint{x, y, z});
}

bool behind(const SolidShape& shape, const SupportPlane& plane) noexcept {
  return std::all_of(shape.corners.begin(), shape.corners.end(),
                     [&](GridPoint p) { return dot(plane.n, p) >= plane.w - kTouching; });
}

}  // namespace

SolidShape shape_of_cell(const CellComplex& c, std::uint32_t index) {
  SolidShape shape;
  const Cell& cell = c.cells[index];
  std::vector<GridPoint> loop;
  shape.lo = GridPoint(kGridLimit);
  shape.hi = GridPoint(-kGridLimit);
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    loop.clear();
    for (std::uint32_t k = 0; k < c.sides[s].corner_count; ++k)
      loop.push_back(c.vertices[c.corners[c.sides[s].first_corner + k]]);
    shape.corners.insert(shape.corners.end(), loop.begin(), loop.end());
    const glm::dvec3 area(area_vector2(loop));
    const double size = std::sqrt(area.x * area.x + area.y * area.y + area.z * area.z);
    if (size > 0.0) shape.planes.push_back({-area / size, 0.0});
  }
  for (const GridPoint p : shape.corners)
    for (int i = 0; i < 3; ++i) {
      shape.lo[i] = std::min(shape.lo[i], p[i]);
      shape.hi[i] = std::max(shape.hi[i], p[i]);
    }
  for (SupportPlane& plane : shape.planes) {
    plane.w = -1e300;
    for (const GridPoint p : shape.corners) plane.w = std::max(plane.w, dot(plane.n, p));
  }
  return shape;
}

bool are_apart(const SolidShape& a, const SolidShape& b) noexcept {
  for (int i = 0; i < 3; ++i)
    if (a.lo[i] >= b.hi[i] || b.lo[i] >= a.hi[i]) return true;
  const auto parts = [](const SolidShape& x, const SolidShape& y) {
    return std::any_of(x.planes.begin(), x.planes.end(),
                       [&](const SupportPlane& plane) { return behind(y, plane); });
  };
  return parts(a, b) || parts(b, a);
}

ExteriorSpace::ExteriorSpace(StepBox bounds, std::int32_t step) : bounds_(bounds), step_(step) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    size_[i] = bounds.hi[i] - bounds.lo[i];
    count *= static_cast<std::size_t>(size_[i]);
  }
  states_.assign(count, Unknown);
}

std::size_t ExteriorSpace::index(StepPoint p) const noexcept {
  return (static_cast<std::size_t>(p[2] - bounds_.lo[2]) * static_cast<std::size_t>(size_[1]) +
          static_cast<std::size_t>(p[1] - bounds_.lo[1])) *
             static_cast<std::size_t>(size_[0]) +
         static_cast<std::size_t>(p[0] - bounds_.lo[0]);
}

bool ExteriorSpace::inside(StepPoint p) const noexcept {
  for (std::size_t i = 0; i < 3; ++i)
    if (p[i] < bounds_.lo[i] || p[i] >= bounds_.hi[i]) return false;
  return true;
}

bool ExteriorSpace::all(const StepBox& box, State state) const noexcept {
  bool same = true;
  for_each_step(box, [&](StepPoint p) { same = same && inside(p) && at(p) == state; });
  return same;
}

void ExteriorSpace::set(const StepBox& box, State state) noexcept {
  for_each_step(box, [&](StepPoint p) { states_[index(p)] = state; });
}

void ExteriorSpace::block(const SolidShape& shape, double distance) {
  StepBox box;
  const auto reach = static_cast<std::int32_t>(std::ceil(distance));
  for (std::size_t i = 0; i < 3; ++i) {
    const int axis = static_cast<int>(i);
    const auto low =
        static_cast<std::int32_t>(std::floor(double(shape.lo[axis] - reach) / double(step_)));
    const auto high =
        static_cast<std::int32_t>(std::floor(double(shape.hi[axis] + reach) / double(step_)));
    box.lo[i] = std::max(low, bounds_.lo[i]);
    box.hi[i] = std::min(high + 1, bounds_.hi[i]);
  }
  const double half = 0.5 * step_;
  for_each_step(box, [&](StepPoint p) {
    const glm::dvec3 center((p[0] + 0.5) * step_, (p[1] + 0.5) * step_, (p[2] + 0.5) * step_);
    const bool clear =
        std::any_of(shape.planes.begin(), shape.planes.end(), [&](const SupportPlane& plane) {
          const glm::dvec3 n = plane.n;
          const double nearest = n.x * center.x + n.y * center.y + n.z * center.z -
                                 half * (std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z));
          return nearest >= plane.w + distance;
        });
    if (!clear) states_[index(p)] = Solid;
  });
}

void ExteriorSpace::flood() {
  for (State& state : states_)
    if (state == Free) state = Unknown;
  std::vector<StepPoint> open;
  std::vector<bool> seen(states_.size(), false);
  const auto visit = [&](StepPoint p) {
    if (!inside(p) || at(p) == Solid || seen[index(p)]) return;
    seen[index(p)] = true;
    if (at(p) == Unknown) states_[index(p)] = Free;
    open.push_back(p);
  };
  visit(bounds_.lo);
  while (!open.empty()) {
    const StepPoint p = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < 3; ++i)
      for (const std::int32_t way : {-1, 1}) {
        StepPoint next = p;
        next[i] += way;
        visit(next);
      }
  }
  for (State& state : states_)
    if (state == Unknown) state = Solid;
}

bool ExteriorSpace::takes(const StepBox& box) const noexcept {
  bool free = true;
  for_each_step(
      box, [&](StepPoint p) { free = free && inside(p) && at(p) == Free && boxes_[index(p)] < 0; });
  return free;
}

void ExteriorSpace::label(const StepBox& box, std::int32_t number) noexcept {
  for_each_step(box, [&](StepPoint p) { boxes_[index(p)] = number; });
}

// Each box grows along x, then z, then y, as far as it can.
std::vector<StepBox> ExteriorSpace::fill(std::vector<StepBox> boxes) {
  boxes_.assign(states_.size(), -1);
  for (std::size_t i = 0; i < boxes.size(); ++i) label(boxes[i], static_cast<std::int32_t>(i));
  const std::int32_t longest = std::max(kLongest / step_, 1);
  for_each_step(bounds_, [&](StepPoint p) {
    if (at(p) != Free || boxes_[index(p)] >= 0) return;
    StepBox box{p, {p[0] + 1, p[1] + 1, p[2] + 1}};
    for (const std::size_t axis : {std::size_t{0}, std::size_t{2}, std::size_t{1}}) {
      StepBox next = box;
      for (;;) {
        next.lo[axis] = box.hi[axis];
        next.hi[axis] = box.hi[axis] + 1;
        if (next.hi[axis] - box.lo[axis] > longest || !takes(next)) break;
        ++box.hi[axis];
      }
    }
    label(box, static_cast<std::int32_t>(boxes.size()));
    boxes.push_back(box);
  });
  return boxes;
}

}  // namespace playset
