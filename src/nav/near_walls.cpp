// src/nav/near_walls.cpp - floods the floors and cells around an agent for what bounds them.
#include "playset/nav/near_walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "playset/geom/grid.h"
#include "playset/level/overlap.h"

namespace playset {
namespace {

constexpr std::size_t kMostFloors = 48;  // floors looked at; farther ones are small and many
constexpr std::size_t kMostContacts = 32;
constexpr float kParallel = 0.98f;  // cosine above which the nearer of two walls says all

// The nearest walls, nearest first.
class WallList {
 public:
  explicit WallList(AvoidWalls& walls) noexcept : walls_(walls) { walls_.count = 0; }

  void add(glm::vec3 normal, float gap) noexcept {
    for (std::uint32_t i = 0; i < walls_.count; ++i) {
      AvoidWall& wall = walls_.walls[i];
      if (glm::dot(wall.normal, normal) < kParallel) continue;
      if (gap >= wall.gap) return;
      std::copy(&walls_.walls[i] + 1, walls_.walls.data() + walls_.count, &walls_.walls[i]);
      --walls_.count;
      break;
    }
    std::uint32_t at = walls_.count;
    while (at > 0 && gap < walls_.walls[at - 1].gap) --at;
    if (at == kMostAvoidWalls) return;
    walls_.count = std::min(walls_.count + 1, kMostAvoidWalls);
    std::copy_backward(walls_.walls.data() + at, walls_.walls.data() + walls_.count - 1,
                       walls_.walls.data() + walls_.count);
    walls_.walls[at] = {normal, gap};
  }

 private:
  AvoidWalls& walls_;
};

// Seen from above, in metres.
glm::dvec2 plan_of(GridPoint p) noexcept { return glm::dvec2(p.x, p.z) / kGridPerMetre; }

// From the nearest point of a floor's edge to `at`.
glm::dvec2 away_from_edge(std::span<const GroundEdge> edges, const GroundFloor& floor,
                          std::uint32_t edge, glm::dvec2 at) noexcept {
  const std::uint32_t next =
      edge + 1 < floor.first_edge + floor.edge_count ? edge + 1 : floor.first_edge;
  const glm::dvec2 a = plan_of(edges[edge].from), leg = plan_of(edges[next].from) - a;
  const double square = glm::dot(leg, leg);
  const double t = square > 0.0 ? std::clamp(glm::dot(at - a, leg) / square, 0.0, 1.0) : 0.0;
  return at - (a + t * leg);
}

bool is_open(const GroundEdge& edge, const DoorStates* doors) noexcept {
  if (edge.kind != GroundEdgeKind::Walk) return false;
  return doors == nullptr || edge.door == kNone || !is_closed(*doors, edge.door);
}

// Floors to look at: each once, at most kMostFloors.
class FloorQueue {
 public:
  void add(std::uint32_t floor) noexcept {
    const auto end = floors_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (count_ < kMostFloors && std::find(floors_.begin(), end, floor) == end)
      floors_[count_++] = floor;
  }
  [[nodiscard]] bool is_done() const noexcept { return next_ == count_; }
  [[nodiscard]] std::uint32_t take() noexcept { return floors_[next_++]; }

 private:
  std::array<std::uint32_t, kMostFloors> floors_;
  std::size_t count_ = 0, next_ = 0;
};

}  // namespace

void find_ground_walls(const GroundGraph& graph, const GroundPlace& place, float radius,
                       float reach, const DoorStates* doors, AvoidWalls& walls) noexcept {
  WallList list(walls);
  if (place.floor == kNone) return;
  const std::span<const GroundFloor> floors = graph.floors();
  const std::span<const GroundEdge> edges = graph.edges();
  const glm::dvec2 at(place.position.x, place.position.z);
  const double square = static_cast<double>(reach) * reach;
  FloorQueue queue;
  queue.add(place.floor);
  while (!queue.is_done()) {
    const GroundFloor& floor = floors[queue.take()];
    for (std::uint32_t i = floor.first_edge; i < floor.first_edge + floor.edge_count; ++i) {
      const glm::dvec2 away = away_from_edge(edges, floor, i, at);
      if (glm::dot(away, away) > square) continue;
      if (is_open(edges[i], doors)) {
        queue.add(edges[edges[i].across].floor);
        continue;
      }
      const double distance = glm::length(away);
      if (distance <= 0.0) continue;
      const glm::vec2 normal(away / distance);
      list.add({normal.x, 0.0f, normal.y}, static_cast<float>(distance) - radius);
    }
  }
}

void find_air_walls(const Level& level, glm::dvec3 center, std::uint32_t cell, float radius,
                    float reach, const DoorStates* doors, AvoidWalls& walls) noexcept {
  WallList list(walls);
  std::array<WorldContact, kMostContacts> contacts;
  const std::size_t found =
      overlap_sphere(level, {center, static_cast<double>(reach)}, contacts, cell, {doors});
  for (std::size_t i = 0; i < std::min(found, contacts.size()); ++i) {
    const float distance = reach - static_cast<float>(contacts[i].depth);
    list.add(glm::vec3(contacts[i].normal), distance - radius);
  }
}

}  // namespace playset
