// The exact walk: a ray from cell to cell by edge signs alone. Right on every level that cooks; the
// fast walk hands it its doubts.
#pragma once

#include <vector>

#include "level/exact_ray.h"
#include "level/format.h"

namespace playset {

// Sum of the corner cross products: a normal into the cell, twice the area long, exact. Components
// stay below 2^60.
[[nodiscard]] Wide3 side_area_vector(const Level& level, const SideRecord& side) noexcept;

// Walks `ray` from `cell`, which must hold its start as cell_holds says (set_push with the cell's
// center done).
[[nodiscard]] LineHit exact_walk(const Level& level, ExactRay& ray, std::uint32_t cell,
                                 const TraceOptions& options, std::vector<std::uint32_t>* path);

// The whole query: checks the numbers, finds the start cell, walks.
[[nodiscard]] LineHit exact_line(const Level& level, glm::dvec3 from, glm::dvec3 to,
                                 std::uint32_t cell, const TraceOptions& options,
                                 std::vector<std::uint32_t>* path);

// cell_holds and locate_point on rounded points.
[[nodiscard]] bool cell_holds_rounded(const Level& level, std::uint32_t cell,
                                      const Wide3& point) noexcept;
[[nodiscard]] std::uint32_t locate_rounded(const Level& level, const Wide3& point,
                                           std::uint32_t hint) noexcept;

// t at the plane of `side` in doubles.
[[nodiscard]] double plane_t(const Level& level, std::uint32_t side, glm::dvec3 from,
                             glm::dvec3 to) noexcept;

[[nodiscard]] std::uint32_t step_limit(const Level& level, const TraceOptions& options) noexcept;

}  // namespace playset
