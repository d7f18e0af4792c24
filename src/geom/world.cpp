// src/geom/world.cpp - TriangleWorld: every triangle is asked, the first or deepest answer counts.
#include "playset/geom/world.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>

#include "core/is_finite.h"

namespace playset {
namespace {

WorldHit refused() noexcept {
  WorldHit hit;
  hit.t = 0.0;
  hit.kind = WorldHitKind::Refused;
  return hit;
}

// Keeps the earlier hit, the lower id of equals.
void keep_first(WorldHit& best, const std::optional<ShapeHit>& hit, std::size_t id) noexcept {
  if (!hit || (best.kind != WorldHitKind::None && hit->t >= best.t)) return;
  best = {hit->t,
          hit->point,
          hit->normal,
          static_cast<std::uint32_t>(id),
          WorldHitKind::Surface,
          hit->started_in};
}

// Inserts into the sorted part of the span, dropping the shallowest where it is full.
void insert_contact(std::span<WorldContact> contacts, std::size_t count,
                    const WorldContact& contact) noexcept {
  std::size_t at = std::min(count, contacts.size());
  if (at == contacts.size()) {
    if (at == 0 || contacts[at - 1].depth >= contact.depth) return;
    --at;
  }
  for (; at > 0 && contacts[at - 1].depth < contact.depth; --at) contacts[at] = contacts[at - 1];
  contacts[at] = contact;
}

}  // namespace

WorldHit TriangleWorld::trace(const LineSegment& path) const noexcept {
  if (!is_finite(path.from) || !is_finite(path.to)) return refused();
  WorldHit best;
  for (std::size_t i = 0; i < triangles_.size(); ++i)
    keep_first(best, trace_triangle(path, triangles_[i]), i);
  return best;
}

WorldHit TriangleWorld::sweep(const Capsule& body, glm::dvec3 motion) const noexcept {
  if (!is_finite(body.axis.from) || !is_finite(body.axis.to) || !is_finite(motion))
    return refused();
  WorldHit best;
  for (std::size_t i = 0; i < triangles_.size(); ++i)
    keep_first(best, sweep_capsule(body, motion, triangles_[i]), i);
  return best;
}

std::size_t TriangleWorld::overlap(const Capsule& body,
                                   std::span<WorldContact> contacts) const noexcept {
  if (!is_finite(body.axis.from) || !is_finite(body.axis.to)) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const ClosestPoints near = nearest_points(body.axis, triangles_[i]);
    const double distance = std::sqrt(near.distance2);
    if (distance >= body.radius) continue;
    const glm::dvec3 normal =
        distance > 0.0 ? (near.on_first - near.on_second) / distance : glm::dvec3(0.0);
    insert_contact(contacts, count,
                   {near.on_second, normal, body.radius - distance, static_cast<std::uint32_t>(i)});
    ++count;
  }
  return count;
}

}  // namespace playset
