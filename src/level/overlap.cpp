// Contacts of a body that stands still: the flood of a sweep without a motion.
#include "playset/level/overlap.h"

#include <algorithm>
#include <cmath>

#include "core/is_finite.h"
#include "level/sweep_flood.h"

namespace playset {
namespace {

// Keeps the deepest that fit into the span, and counts all.
class ContactList {
 public:
  explicit ContactList(std::span<WorldContact> contacts) noexcept : kept_(contacts) {}

  void add(const Contact& contact, std::uint32_t side) noexcept {
    if (!(contact.depth > 0.0)) return;
    std::size_t at = std::min(count_, kept_.size());
    ++count_;
    if (at == kept_.size()) {
      if (at == 0 || !deeper(contact, side, kept_[at - 1])) return;
      --at;
    }
    for (; at > 0 && deeper(contact, side, kept_[at - 1]); --at) kept_[at] = kept_[at - 1];
    kept_[at] = {contact.point, contact.normal, contact.depth, side};
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  static bool deeper(const Contact& a, std::uint32_t side, const WorldContact& b) noexcept {
    return a.depth > b.depth || (a.depth == b.depth && side < b.id);
  }
  std::span<WorldContact> kept_;
  std::size_t count_ = 0;
};

template <class Shape>
void look_at_cell(const Level& level, const Shape& shape, glm::dvec3 center, std::uint32_t cell,
                  const TraceOptions& options, CellFlood& flood, ContactList& list) {
  const CellRecord& record = LevelAccess::cells(level)[cell];
  Contact contact;
  for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
    const SideRecord& side = LevelAccess::sides(level)[s];
    const SidePolygon polygon(level, s);
    if (std::fabs(polygon.height(center)) > shape.reach(polygon.n) + kReach) continue;
    if (side.neighbor_cell == kNone || door_closed(options, side.door)) {
      if (shape.on_face(polygon, center, contact) &&
          !(contact.rim && on_rim(level, shape, cell, s, center)))
        list.add(contact, s);
    } else if (!flood.done(side.neighbor_cell) && shape.nears(polygon, center, glm::dvec3(0.0))) {
      flood.push(side.neighbor_cell, 0.0);
    }
  }
  for (const ExposedEdge& edge : LevelAccess::edges(level, cell)) {
    if (!blocks(edge, options)) continue;
    if (shape.on_edge(EdgeLine(edge), center, contact)) list.add(contact, edge.side);
  }
}

template <class Shape>
std::size_t overlap_shape(const Level& level, const Shape& shape, glm::dvec3 center,
                          std::span<WorldContact> contacts, std::uint32_t cell,
                          const TraceOptions& options) noexcept {
  cell = locate_point(level, center, cell);
  if (cell == kNone) return 0;
  ContactList list(contacts);
  CellFlood flood;
  flood.push(cell, 0.0);
  for (double at = 0.0; flood.pop(cell, at, 0.0);)
    look_at_cell(level, shape, center, cell, options, flood, list);
  return list.count();
}

// The nearest wall of one cell, and what lies behind its portals.
void look_near(const Level& level, std::uint32_t cell, glm::dvec3 center,
               const TraceOptions& options, CellFlood& flood, ClosestPoint& best,
               double& best2) noexcept {
  const CellRecord& record = LevelAccess::cells(level)[cell];
  for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
    const SideRecord& side = LevelAccess::sides(level)[s];
    const bool open = side.neighbor_cell != kNone && !door_closed(options, side.door);
    if (open && flood.done(side.neighbor_cell)) continue;
    const SidePolygon polygon(level, s);
    const double height = polygon.height(center);
    if (height * height > best2) continue;
    const SideDistance near = segment_to_side(polygon, center, glm::dvec3(0.0));
    if (near.distance2 > best2) continue;
    if (open) {
      flood.push(side.neighbor_cell, near.distance2);
    } else if (near.distance2 < best2 || best.side == kNone || s < best.side) {
      best2 = near.distance2;
      const double distance = std::sqrt(best2);
      best = {s, distance, near.on_side,
              distance > 0.0 ? (center - near.on_side) / distance : polygon.n};
    }
  }
}

}  // namespace

std::size_t overlap_sphere(const Level& level, const Sphere& body, std::span<WorldContact> contacts,
                           std::uint32_t cell, const TraceOptions& options) noexcept {
  if (!is_finite(body.center) || !is_size(body.radius)) return 0;
  return overlap_shape(level, SphereShape{body.radius}, body.center, contacts, cell, options);
}

std::size_t overlap_capsule(const Level& level, const Capsule& body,
                            std::span<WorldContact> contacts, std::uint32_t cell,
                            const TraceOptions& options) noexcept {
  if (!is_finite(body.axis.from) || !is_finite(body.axis.to) || !is_size(body.radius)) return 0;
  const glm::dvec3 half = (body.axis.to - body.axis.from) * 0.5, center = body.axis.from + half;
  if (!inside_grid(half)) return 0;
  if (half == glm::dvec3(0.0))
    return overlap_shape(level, SphereShape{body.radius}, center, contacts, cell, options);
  return overlap_shape(level, CapsuleShape{half, body.radius}, center, contacts, cell, options);
}

std::size_t overlap_box(const Level& level, const OrientedBox& body,
                        std::span<WorldContact> contacts, std::uint32_t cell,
                        const TraceOptions& options) noexcept {
  bool sound = is_finite(body.center) && is_size(body.half.x) && is_size(body.half.y) &&
               is_size(body.half.z);
  for (const glm::dvec3& axis : body.axes) sound = sound && is_finite(axis);
  if (!sound) return 0;
  return overlap_shape(level, BoxShape{body.axes, body.half}, body.center, contacts, cell, options);
}

ClosestPoint closest_point(const Level& level, glm::dvec3 point, double max_distance,
                           std::uint32_t cell, const TraceOptions& options) noexcept {
  ClosestPoint best;
  if (!is_finite(point) || std::isnan(max_distance) || max_distance < 0.0) return best;
  cell = locate_point(level, point, cell);
  if (cell == kNone) return best;
  max_distance = std::min(max_distance, 4.0 * kLevelLimit);
  double best2 = max_distance * max_distance;
  CellFlood flood;
  flood.push(cell, 0.0);
  for (double at = 0.0; flood.pop(cell, at, best2);)
    look_near(level, cell, point, options, flood, best, best2);
  return best;
}

}  // namespace playset
