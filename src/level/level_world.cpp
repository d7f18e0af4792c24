// Levels under rigid placements: points go into the level's space, answers come back.
#include "playset/level/level_world.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

namespace playset {
namespace {

bool finite(glm::dvec3 v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool near(double value, double wanted) noexcept { return std::fabs(value - wanted) < 1e-6; }

glm::dvec3 turn_to_world(const Placement& p, glm::dvec3 v) noexcept {
  return p.x * v.x + p.y * v.y + p.z * v.z;
}

WorldHitKind kind_of(HitKind kind) noexcept {
  switch (kind) {
    case HitKind::End:
      return WorldHitKind::None;
    case HitKind::Wall:
      return WorldHitKind::Surface;
    case HitKind::Door:
      return WorldHitKind::Door;
    case HitKind::Outside:
      return WorldHitKind::Outside;
    case HitKind::StepLimit:
    case HitKind::BadCell:
      break;
  }
  return WorldHitKind::Refused;
}

}  // namespace

const char* check_placement(const Placement& p) noexcept {
  if (!finite(p.x) || !finite(p.y) || !finite(p.z) || !finite(p.origin))
    return "placement: every number must be finite";
  if (!near(glm::dot(p.x, p.x), 1.0) || !near(glm::dot(p.y, p.y), 1.0) ||
      !near(glm::dot(p.z, p.z), 1.0))
    return "placement: x, y and z must have unit length (a level cannot be scaled; scale it at "
           "import)";
  if (!near(glm::dot(p.x, p.y), 0.0) || !near(glm::dot(p.y, p.z), 0.0) ||
      !near(glm::dot(p.z, p.x), 0.0))
    return "placement: x, y and z must be perpendicular";
  if (glm::dot(glm::cross(p.x, p.y), p.z) < 0.0)
    return "placement: x, y and z must be right-handed (a level cannot be mirrored)";
  return nullptr;
}

glm::dvec3 to_level(const Placement& p, glm::dvec3 world) noexcept {
  const glm::dvec3 v = world - p.origin;
  return {glm::dot(p.x, v), glm::dot(p.y, v), glm::dot(p.z, v)};
}

glm::dvec3 to_world(const Placement& p, glm::dvec3 level) noexcept {
  return p.origin + turn_to_world(p, level);
}

std::uint32_t LevelWorld::place(Level level, const Placement& placement, const DoorStates* doors) {
  PLAYSET_ASSERT(check_placement(placement) == nullptr,
                 "a placement must be rigid: see check_placement");
  placed_.push_back({std::move(level), placement, doors});
  return size() - 1;
}

void LevelWorld::move(std::uint32_t number, const Placement& placement) noexcept {
  PLAYSET_ASSERT(number < size(), "number must be one that place gave");
  PLAYSET_ASSERT(check_placement(placement) == nullptr,
                 "a placement must be rigid: see check_placement");
  placed_[number].placement = placement;
}

const Level& LevelWorld::level(std::uint32_t number) const noexcept {
  PLAYSET_ASSERT(number < size(), "number must be one that place gave");
  return placed_[number].level;
}

const Placement& LevelWorld::placement(std::uint32_t number) const noexcept {
  PLAYSET_ASSERT(number < size(), "number must be one that place gave");
  return placed_[number].placement;
}

LevelWorld::Holder LevelWorld::locate(glm::dvec3 world) const noexcept {
  for (std::uint32_t i = size(); i-- > 0;) {
    const std::uint32_t cell =
        locate_point(placed_[i].level, to_level(placed_[i].placement, world));
    if (cell != kNone) return {i, cell};
  }
  return {};
}

WorldHit LevelWorld::trace(const LineSegment& path) const noexcept {
  WorldHit hit;
  hit.point = path.to;
  if (!finite(path.from) || !finite(path.to)) {
    hit.t = 0.0;
    hit.kind = WorldHitKind::Refused;
    return hit;
  }
  const Holder holder = locate(path.from);
  if (holder.level == kNone) {
    hit.t = 0.0;
    hit.point = path.from;
    hit.kind = WorldHitKind::Outside;
    return hit;
  }
  const Placed& in = placed_[holder.level];
  const LineHit line =
      trace_line(in.level, to_level(in.placement, path.from), to_level(in.placement, path.to),
                 holder.cell, {.doors = in.doors});
  hit.kind = kind_of(line.kind);
  hit.t = line.t;
  hit.point = path.from + (path.to - path.from) * line.t;
  hit.id = line.side;
  if (line.side != kNone) hit.normal = turn_to_world(in.placement, in.level.side_normal(line.side));
  return hit;
}

}  // namespace playset
