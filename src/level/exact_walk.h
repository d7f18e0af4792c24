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

// A ray on its way from cell to cell. While it is not over, advance() takes it through hit.cell: then
// `left` is that cell, hit.t where the ray left it, and `side` the side it left through (kNone: it
// ended there).
class ExactWalk {
 public:
  // Rounds and checks the ends and finds the start cell; over at once where that cannot be.
  ExactWalk(const Level& level, glm::dvec3 from, glm::dvec3 to, std::uint32_t cell,
            const TraceOptions& options) noexcept;

  void advance() noexcept;
  [[nodiscard]] bool over() const noexcept { return over_; }

  // Says where the ray is, and when over what ended it.
  LineHit hit;
  std::uint32_t left = kNone;
  std::uint32_t side = kNone;

 private:
  void end(double t, std::uint32_t at_side, HitKind kind) noexcept;

  const Level& level_;
  const DoorStates* doors_;
  ExactRay ray_;
  Crossing entry_;
  std::uint32_t steps_left_;
  bool over_ = false;
};

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
