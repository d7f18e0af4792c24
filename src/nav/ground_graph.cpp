// src/nav/ground_graph.cpp - building a ground graph, and finding places on it.
#include "playset/nav/ground_graph.h"
#include "playset/core/config.h"

#include <algorithm>
#include <cmath>

#include "nav/floor_walk.h"
#include "nav/ground_corners.h"
#include "nav/ground_floors.h"
#include "nav/ground_mesh.h"
#include "nav/ground_work.h"

namespace playset {
namespace {

void sum_areas(GroundData& data) {
  data.area_up_to.reserve(data.floors.size());
  double sum = 0.0;
  for (const GroundFloor& floor : data.floors) {
    const GroundEdge* const edges = data.edges.data() + floor.first_edge;
    const PlanVector a = to_vector(to_plan(edges[0].from));
    PlanVector b = to_vector(to_plan(edges[1].from)) - a;
    double twice = 0.0;
    for (std::uint32_t e = 2; e < floor.edge_count; ++e) {
      const PlanVector c = to_vector(to_plan(edges[e].from)) - a;
      twice += cross_plan(b, c);
      b = c;
    }
    sum += 0.5 * twice;
    data.area_up_to.push_back(sum);
  }
}

}  // namespace

Result<GroundGraph> build_ground_graph(const Level& level, const NavAgentConfig& agent,
                                       const GroundOptions& options) {
  if (const auto broken = check_nav_agent(agent))
    return Error{ErrorCode::OutOfRange, broken->message(), {}, 0, 0, 0};
  auto data = std::make_shared<GroundData>();
  data->level = level;
  data->agent = agent;
  data->radius = static_cast<double>(agent.radius) * kGridPerMetre + 1.0;
  build_ground_floors(*data);
  sum_areas(*data);
  const std::vector<WallPoint> points = build_ground_mesh(*data);
  if (options.corners) {
    build_ground_corners(*data, points);
    build_ground_landmarks(*data);
  }
  return GroundAccess::make(std::move(data));
}

Level GroundGraph::level() const noexcept { return data_ ? data_->level : Level(); }
NavAgentConfig GroundGraph::agent() const noexcept {
  return data_ ? data_->agent : NavAgentConfig();
}
std::span<const GroundFloor> GroundGraph::floors() const noexcept {
  return data_ ? std::span<const GroundFloor>(data_->floors) : std::span<const GroundFloor>();
}
std::span<const GroundEdge> GroundGraph::edges() const noexcept {
  return data_ ? std::span<const GroundEdge>(data_->edges) : std::span<const GroundEdge>();
}

GroundCounts GroundGraph::counts() const noexcept {
  if (data_ == nullptr) return {};
  const GroundData& d = *data_;
  const auto bytes = [](const auto& v) {
    return v.empty() ? std::size_t{0} : v.size() * sizeof(v[0]);
  };
  return {static_cast<std::uint32_t>(d.floors.size()),
          d.plan.triangle_count(),
          static_cast<std::uint32_t>(d.corners.size()),
          static_cast<std::uint32_t>(d.links.size() / 2),
          d.component_count,
          bytes(d.floors) + bytes(d.edges) + bytes(d.plan.triangles) + bytes(d.plan.door) +
              bytes(d.anchors) + bytes(d.corners) + bytes(d.links) + bytes(d.landmarks) +
              bytes(d.link_doors)};
}

GroundScratch::GroundScratch() : work_(std::make_unique<Work>()) {}
GroundScratch::~GroundScratch() = default;
GroundScratch::GroundScratch(GroundScratch&&) noexcept = default;
GroundScratch& GroundScratch::operator=(GroundScratch&&) noexcept = default;
std::uint32_t GroundScratch::expanded() const noexcept { return work_->expanded; }

}  // namespace playset
