// Levels under rigid placements: points go into the level's space, answers come back.
#include "playset/level/level_world.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "core/is_finite.h"
#include "level/sweep_flood.h"
#include "playset/level/overlap.h"

namespace playset {
namespace {

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

Capsule body_to_level(const Placement& p, const Capsule& body) noexcept {
  return {{to_level(p, body.axis.from), to_level(p, body.axis.to)}, body.radius};
}

glm::dvec3 turn_to_level(const Placement& p, glm::dvec3 v) noexcept {
  return {glm::dot(p.x, v), glm::dot(p.y, v), glm::dot(p.z, v)};
}

WorldHit no_answer(WorldHitKind kind, glm::dvec3 at) noexcept {
  WorldHit hit;
  hit.t = 0.0;
  hit.point = at;
  hit.kind = kind;
  return hit;
}

}  // namespace

const char* check_placement(const Placement& p) noexcept {
  if (!is_finite(p.x) || !is_finite(p.y) || !is_finite(p.z) || !is_finite(p.origin))
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
  if (!is_finite(path.from) || !is_finite(path.to))
    return no_answer(WorldHitKind::Refused, path.to);
  const Holder holder = locate(path.from);
  if (holder.level == kNone) return no_answer(WorldHitKind::Outside, path.from);
  WorldHit hit;
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

WorldHit LevelWorld::sweep(const Capsule& body, glm::dvec3 motion) const noexcept {
  const glm::dvec3 middle = body.axis.from + (body.axis.to - body.axis.from) * 0.5;
  if (!is_finite(middle) || !is_finite(motion)) return no_answer(WorldHitKind::Refused, middle);
  const Holder holder = locate(middle);
  if (holder.level == kNone) return no_answer(WorldHitKind::Outside, middle);
  const Placed& in = placed_[holder.level];
  const BodyHit met =
      sweep_body(in.level, body_to_level(in.placement, body), turn_to_level(in.placement, motion),
                 holder.cell, {.doors = in.doors});
  WorldHit hit;
  hit.t = met.t;
  hit.kind = kind_of(met.kind);
  hit.id = met.side;
  hit.started_in = met.started_in;
  if (met.side == kNone) return hit;
  hit.point = to_world(in.placement, met.point);
  hit.normal = turn_to_world(in.placement, met.normal);
  return hit;
}

std::size_t LevelWorld::overlap(const Capsule& body,
                                std::span<WorldContact> contacts) const noexcept {
  const glm::dvec3 middle = body.axis.from + (body.axis.to - body.axis.from) * 0.5;
  if (!is_finite(middle)) return 0;
  const Holder holder = locate(middle);
  if (holder.level == kNone) return 0;
  const Placed& in = placed_[holder.level];
  const std::size_t count = overlap_capsule(in.level, body_to_level(in.placement, body), contacts,
                                            holder.cell, {.doors = in.doors});
  for (WorldContact& contact : contacts.first(std::min(count, contacts.size()))) {
    contact.point = to_world(in.placement, contact.point);
    contact.normal = turn_to_world(in.placement, contact.normal);
  }
  return count;
}

}  // namespace playset
