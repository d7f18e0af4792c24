// The other side by vertex ids; by exact geometry where edges are split differently.
#include "level/edge_fan.h"

namespace playset {
namespace {

// Products below 2^55: differences of grid points have 26 bits.
std::int64_t dot(GridPoint a, GridPoint b) noexcept {
  return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y + std::int64_t{a.z} * b.z;
}
bool parallel(GridPoint a, GridPoint b) noexcept {
  return std::int64_t{a.y} * b.z == std::int64_t{a.z} * b.y &&
         std::int64_t{a.z} * b.x == std::int64_t{a.x} * b.z &&
         std::int64_t{a.x} * b.y == std::int64_t{a.y} * b.x;
}

class FanStep {
 public:
  explicit FanStep(const EdgeTables& tables) : t_(tables) {}

  Across find(std::uint32_t side, Stretch s) const noexcept {
    const CellRecord& cell = t_.cells[t_.sides[side].cell];
    const std::uint32_t last = cell.first_side + cell.side_count;
    for (std::uint32_t other = cell.first_side; other < last; ++other)
      if (other != side && has_edge(other, {s.b, s.a})) return {other, kNone};
    for (std::uint32_t other = cell.first_side; other < last; ++other) {
      if (other == side) continue;
      if (const Across found = along_line(other, s); found.side != kNone || found.split != kNone)
        return found;
    }
    return {};
  }

 private:
  bool has_edge(std::uint32_t side, Stretch s) const noexcept {
    const auto loop = loop_of(side);
    for (std::size_t i = 0; i < loop.size(); ++i)
      if (loop[i] == s.a && loop[i + 1 < loop.size() ? i + 1 : 0] == s.b) return true;
    return false;
  }

  // The same by geometry, where the neighbour's edge is longer or shorter than the stretch.
  Across along_line(std::uint32_t side, Stretch s) const noexcept {
    const auto loop = loop_of(side);
    const GridPoint a = t_.vertices[s.a], run = t_.vertices[s.b] - a;
    const std::int64_t length = dot(run, run);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const std::uint32_t u = loop[i], v = loop[i + 1 < loop.size() ? i + 1 : 0];
      const GridPoint from = t_.vertices[u] - a, to = t_.vertices[v] - a;
      if (!parallel(run, from) || !parallel(run, to)) continue;
      const std::int64_t high = dot(run, from), low = dot(run, to);
      if (low >= high || low >= length || high <= 0) continue;
      if (low <= 0 && high >= length) return {side, kNone};
      return {kNone, high < length ? u : v};
    }
    return {};
  }

  std::span<const std::uint32_t> loop_of(std::uint32_t side) const noexcept {
    return t_.corners.subspan(t_.sides[side].first_corner, t_.sides[side].corner_count);
  }

  const EdgeTables& t_;
};

}  // namespace

Across find_across(const EdgeTables& tables, std::uint32_t side, Stretch s) noexcept {
  return FanStep(tables).find(side, s);
}

}  // namespace playset
