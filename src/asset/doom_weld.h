// src/asset/doom_weld.h - PointSet: welds a plan's corners, and finds those that lie in an edge
// between two others.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

#include "asset/doom_plan.h"

namespace playset::doom {

class PointSet {
 public:
  // Points closer than `weld` steps become one; edges take in points closer than `reach` < weld.
  PointSet(double weld, double reach, std::size_t expected);

  // A point that keeps its place. Equal ones share an id.
  std::uint32_t add_fixed(PlanPoint p);
  // The nearest point within the tolerance, or a new one.
  std::uint32_t add(glm::dvec2 p);

  // Call once after the last add and before the first between.
  void index();
  // Ids of the points in the edge from a to b, in order, ends left out; the same for b to a,
  // reversed. False when the search costs more than the whole plan may: a hostile map.
  [[nodiscard]] bool between(std::uint32_t a, std::uint32_t b, Ring& out);

  [[nodiscard]] const std::vector<PlanPoint>& points() const noexcept { return points_; }

 private:
  struct Near {
    std::uint32_t id;
    double along;
  };
  [[nodiscard]] std::uint32_t nearest(PlanPoint p, double within) const;
  std::uint32_t insert(PlanPoint p);
  [[nodiscard]] std::size_t bucket(std::int64_t x, std::int64_t y) const noexcept;
  bool gather(PlanPoint a, PlanPoint b);
  void order(std::uint32_t a, std::uint32_t b);
  void split(std::uint32_t a, std::uint32_t b, std::size_t first, std::size_t last, int depth,
             Ring& out) const;

  double weld_, reach_;
  std::int32_t weld_cell_;
  std::vector<PlanPoint> points_;
  std::vector<std::uint32_t> heads_, next_;  // hash of weld_cell_ squares

  PlanPoint origin_{0, 0};  // grid of all points, in rows
  std::int32_t square_ = 1, columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> starts_, sorted_;
  Ring candidates_;
  std::vector<Near> ordered_;
  std::uint64_t work_left_ = 0;
};

}  // namespace playset::doom
