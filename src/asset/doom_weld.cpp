// Welding by a hash of small squares; points in edges by a uniform grid walked row by row.
#include "asset/doom_weld.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace playset::doom {

namespace {

constexpr int kMaxDepth = 6;                   // how often a bent edge is looked at again
constexpr std::uint64_t kWorkPerPoint = 4096;  // candidates looked at; real maps need about 60

// x / size rounded down.
std::int64_t floor_divide(std::int64_t x, std::int64_t size) noexcept {
  return x >= 0 ? x / size : -((-x + size - 1) / size);
}

double length(glm::dvec2 v) noexcept { return std::sqrt(v.x * v.x + v.y * v.y); }

}  // namespace

PointSet::PointSet(double weld, double reach, std::size_t expected)
    : weld_(weld), reach_(reach), weld_cell_(static_cast<std::int32_t>(std::ceil(weld)) + 1) {
  heads_.assign(std::bit_ceil(expected * 2 + 16), kNone);
}

std::size_t PointSet::bucket(std::int64_t x, std::int64_t y) const noexcept {
  std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u ^
                    static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9u;
  return static_cast<std::size_t>(h >> 20) & (heads_.size() - 1);
}

std::uint32_t PointSet::nearest(PlanPoint p, double within) const {
  const std::int64_t cx = floor_divide(p.x, weld_cell_), cy = floor_divide(p.y, weld_cell_);
  std::uint32_t best = kNone;
  double best2 = within * within;
  for (std::int64_t y = cy - 1; y <= cy + 1; ++y) {
    for (std::int64_t x = cx - 1; x <= cx + 1; ++x) {
      for (std::uint32_t i = heads_[bucket(x, y)]; i != kNone; i = next_[i]) {
        const double dx = points_[i].x - p.x, dy = points_[i].y - p.y;
        const double d2 = dx * dx + dy * dy;
        if (d2 < best2 || (d2 == best2 && i < best)) best = i, best2 = d2;
      }
    }
  }
  return best;
}

std::uint32_t PointSet::insert(PlanPoint p) {
  const auto id = static_cast<std::uint32_t>(points_.size());
  points_.push_back(p);
  const std::size_t b = bucket(floor_divide(p.x, weld_cell_), floor_divide(p.y, weld_cell_));
  next_.push_back(heads_[b]);
  heads_[b] = id;
  return id;
}

std::uint32_t PointSet::add_fixed(PlanPoint p) {
  const std::uint32_t same = nearest(p, 0.5);
  return same != kNone ? same : insert(p);
}

std::uint32_t PointSet::add(glm::dvec2 p) {
  const PlanPoint rounded(static_cast<int>(std::floor(p.x + 0.5)),
                          static_cast<int>(std::floor(p.y + 0.5)));
  const std::uint32_t near = nearest(rounded, weld_);
  return near != kNone ? near : insert(rounded);
}

void PointSet::index() {
  if (points_.empty()) return;
  PlanPoint low = points_[0], high = points_[0];
  for (const PlanPoint p : points_) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  origin_ = low;
  const double width = high.x - low.x + 1.0, height = high.y - low.y + 1.0;
  const double count = static_cast<double>(points_.size());
  // About one point a square, and never more than some squares a point however long and thin the
  // map.
  square_ = static_cast<std::int32_t>(
                std::max({std::sqrt(width * height / count), width / count, height / count, 1.0})) +
            1;
  columns_ = static_cast<std::int32_t>(width) / square_ + 1;
  rows_ = static_cast<std::int32_t>(height) / square_ + 1;
  const auto square_of = [&](PlanPoint p) {
    return static_cast<std::size_t>((p.y - low.y) / square_) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>((p.x - low.x) / square_);
  };
  starts_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
  for (const PlanPoint p : points_) ++starts_[square_of(p) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  sorted_.resize(points_.size());
  std::vector<std::uint32_t> at(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t i = 0; i < points_.size(); ++i) sorted_[at[square_of(points_[i])]++] = i;
  work_left_ = (points_.size() + 1024) * kWorkPerPoint;
}

// Fills candidates_ with the points of all squares within 3 reaches of the edge.
bool PointSet::gather(PlanPoint a, PlanPoint b) {
  candidates_.clear();
  const double margin = 3.0 * reach_ + 1.0;
  const double ax = a.x - origin_.x, ay = a.y - origin_.y, bx = b.x - origin_.x,
               by = b.y - origin_.y;
  const auto square_at = [&](double v, std::int32_t count) {
    return std::clamp(static_cast<std::int32_t>(std::floor(v / square_)), 0, count - 1);
  };
  const std::int32_t first_row = square_at(std::min(ay, by) - margin, rows_),
                     last_row = square_at(std::max(ay, by) + margin, rows_);
  for (std::int32_t row = first_row; row <= last_row; ++row) {
    // The part of the edge within this row, widened by the margin.
    double from = std::min(ax, bx), to = std::max(ax, bx);
    if (ay != by) {
      const double t0 = (static_cast<double>(row) * square_ - margin - ay) / (by - ay);
      const double t1 = ((row + 1.0) * square_ + margin - ay) / (by - ay);
      const double x0 = ax + std::clamp(t0, 0.0, 1.0) * (bx - ax),
                   x1 = ax + std::clamp(t1, 0.0, 1.0) * (bx - ax);
      from = std::min(x0, x1);
      to = std::max(x0, x1);
    }
    const std::size_t base = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
    const std::uint32_t begin =
        starts_[base + static_cast<std::size_t>(square_at(from - margin, columns_))];
    const std::uint32_t end =
        starts_[base + static_cast<std::size_t>(square_at(to + margin, columns_)) + 1];
    candidates_.insert(candidates_.end(), sorted_.begin() + begin, sorted_.begin() + end);
    const std::uint64_t cost = end - begin + 1u;
    if (cost > work_left_) return false;
    work_left_ -= cost;
  }
  return true;
}

// Appends those of ordered_[first, last) within reach of the edge, and of the edges these make of
// it.
void PointSet::split(std::uint32_t a, std::uint32_t b, std::size_t first, std::size_t last,
                     int depth, Ring& out) const {
  const glm::dvec2 from(points_[a]);
  const glm::dvec2 edge = glm::dvec2(points_[b]) - from;
  const double size = length(edge);
  if (size <= weld_ || depth > kMaxDepth) return;
  std::uint32_t corner = a;
  std::size_t begin = first;
  for (std::size_t i = first; i < last; ++i) {
    const std::uint32_t id = ordered_[i].id;
    const glm::dvec2 d = glm::dvec2(points_[id]) - from;
    const double along = d.x * edge.x + d.y * edge.y;
    if (id == a || id == b || along <= 0 || along >= size * size) continue;
    if (std::fabs(edge.x * d.y - edge.y * d.x) > reach_ * size) continue;
    if (begin < i) split(corner, id, begin, i, depth + 1, out);
    out.push_back(id);
    corner = id;
    begin = i + 1;
  }
  if (corner != a && begin < last) split(corner, b, begin, last, depth + 1, out);
}

// Orders the candidates along the edge.
void PointSet::order(std::uint32_t a, std::uint32_t b) {
  const glm::dvec2 from(points_[a]);
  const glm::dvec2 edge = glm::dvec2(points_[b]) - from;
  ordered_.clear();
  for (const std::uint32_t id : candidates_) {
    const glm::dvec2 d = glm::dvec2(points_[id]) - from;
    ordered_.push_back({id, d.x * edge.x + d.y * edge.y});
  }
  std::sort(ordered_.begin(), ordered_.end(), [](const Near& p, const Near& q) {
    return p.along != q.along ? p.along < q.along : p.id < q.id;
  });
}

bool PointSet::between(std::uint32_t a, std::uint32_t b, Ring& out) {
  out.clear();
  if (a == b) return true;
  const std::uint32_t low = std::min(a, b), high = std::max(a, b);
  if (!gather(points_[low], points_[high])) return false;
  order(low, high);
  split(low, high, 0, ordered_.size(), 0, out);
  if (a != low) std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace playset::doom
