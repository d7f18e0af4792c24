// src/asset/mesh_hanging.cpp - cut_hanging_sides: partial portals where a large element meets
// refined ones.
#include <algorithm>
#include <map>

#include "asset/mesh_cells.h"

namespace playset {
namespace {

using Loop = std::vector<std::uint32_t>;

inline constexpr int kDeepest = 12;               // halvings of one edge or side
inline constexpr std::size_t kMostCorners = 256;  // of a cut side
inline constexpr std::size_t kGrowth = 64;        // corners after cutting, per corner before

class HangingCutter {
 public:
  HangingCutter(CellDraft& draft, std::vector<EdgeMiddle> middles, RepairLog& log)
      : draft_(draft),
        source_(draft.cells),
        middles_(std::move(middles)),
        log_(log),
        budget_(kGrowth * (source_.corners.size() + 16)) {
    std::sort(middles_.begin(), middles_.end());
    used_.assign(draft.positions.size(), 0);
    for (const std::uint32_t v : source_.corners) {
      if (v < used_.size()) used_[v] = 1;
    }
  }

  bool cut() {
    for (std::uint32_t s = 0; s < source_.sides.size(); ++s) {
      Loop key = expand(loop_of(s));
      std::sort(key.begin(), key.end());
      ++sides_with_[std::move(key)];
    }
    if (spent_ > budget_) return false;
    CellComplex& out = draft_.cells;
    out.corners.clear();
    out.sides.clear();
    out.cells.clear();
    draft_.behind.clear();
    for (const Cell& cell : source_.cells) {
      add_cell(draft_, cell.source_id, cell.tag);
      for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        add_pieces(s);
    }
    return spent_ <= budget_;
  }

 private:
  [[nodiscard]] Loop loop_of(std::uint32_t s) const {
    const auto first = source_.corners.begin() + source_.sides[s].first_corner;
    return {first, first + source_.sides[s].corner_count};
  }

  [[nodiscard]] std::uint32_t middle(std::uint32_t a, std::uint32_t b) const {
    const EdgeMiddle edge{std::min(a, b), std::max(a, b), 0};
    const auto at = std::lower_bound(middles_.begin(), middles_.end(), edge);
    const bool found = at != middles_.end() && at->a == edge.a && at->b == edge.b &&
                       at->middle < used_.size() && used_[at->middle] != 0;
    return found ? at->middle : kNone;
  }

  // Appends the vertices strictly between a and b.
  void expand_edge(std::uint32_t a, std::uint32_t b, int depth, Loop& out) {
    const std::uint32_t m = depth < kDeepest && spent_ <= budget_ ? middle(a, b) : kNone;
    if (m == kNone) return;
    ++spent_;
    expand_edge(a, m, depth + 1, out);
    out.push_back(m);
    expand_edge(m, b, depth + 1, out);
  }

  Loop expand(const Loop& loop) {
    Loop out;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      out.push_back(loop[i]);
      expand_edge(loop[i], loop[(i + 1) % loop.size()], 0, out);
    }
    if (out.size() > kMostCorners) spent_ = budget_ + 1;
    return out;
  }

  // How many sides of the mesh have this polygon.
  std::uint32_t sides_with(const Loop& loop) {
    Loop key = expand(loop);
    std::sort(key.begin(), key.end());
    const auto at = sides_with_.find(key);
    return at == sides_with_.end() ? 0 : at->second;
  }

  using Cut = std::vector<Loop>;

  // The ways to halve a quad, or to quarter a triangle, at the middles of its edges.
  [[nodiscard]] std::vector<Cut> cuts_of(const Loop& q) const {
    std::vector<Cut> cuts;
    if (q.size() == 3) {
      const std::uint32_t ab = middle(q[0], q[1]), bc = middle(q[1], q[2]), ca = middle(q[2], q[0]);
      if (ab != kNone && bc != kNone && ca != kNone) {
        cuts.push_back({{q[0], ab, ca}, {ab, q[1], bc}, {ca, bc, q[2]}, {ab, bc, ca}});
      }
      return cuts;
    }
    const std::uint32_t ab = middle(q[0], q[1]), bc = middle(q[1], q[2]), cd = middle(q[2], q[3]),
                        da = middle(q[3], q[0]);
    if (ab != kNone && cd != kNone) cuts.push_back({{q[0], ab, cd, q[3]}, {ab, q[1], q[2], cd}});
    if (bc != kNone && da != kNone) cuts.push_back({{q[0], q[1], bc, da}, {da, bc, q[2], q[3]}});
    return cuts;
  }

  // Pieces of a side that others have; returns how many pieces nobody has.
  std::size_t find_pieces(const Loop& loop, int depth, Cut& pieces) {
    ++spent_;
    if (depth > 0 && sides_with(loop) > 0) {
      pieces.push_back(loop);
      return 0;
    }
    std::size_t best_missing = 1;
    Cut best{loop};
    if (depth >= kDeepest || spent_ > budget_) return pieces.push_back(loop), 1;
    for (const Cut& cut : cuts_of(loop)) {
      Cut found;
      std::size_t missing = 0;
      for (const Loop& part : cut) missing += find_pieces(part, depth + 1, found);
      if (missing < found.size() && (best.size() == 1 || missing < best_missing)) {
        best = std::move(found);
        best_missing = missing;
      }
      if (missing == 0) break;
    }
    pieces.insert(pieces.end(), best.begin(), best.end());
    return best_missing;
  }

  void add_pieces(std::uint32_t s) {
    const Loop loop = loop_of(s);
    Cut pieces{loop};
    if (sides_with(loop) < 2 && (loop.size() == 3 || loop.size() == 4)) {
      Cut found;
      const std::size_t missing = find_pieces(loop, 0, found);
      if (missing == 0) pieces = std::move(found);
      if (missing > 0 && found.size() > 1) {
        log_.add("element " + std::to_string(source_.cells[source_.sides[s].cell].source_id) +
                 " side " + std::to_string(source_.sides[s].source_side) +
                 " meets smaller elements on a part only: left a wall");
      }
    }
    for (const Loop& piece : pieces) add_side(draft_, expand(piece), source_.sides[s], kNone);
  }

  CellDraft& draft_;
  CellComplex source_;  // before the cut
  std::vector<EdgeMiddle> middles_;
  RepairLog& log_;
  std::vector<std::uint8_t> used_;            // vertices of elements
  std::map<Loop, std::uint32_t> sides_with_;  // sorted polygons
  std::size_t budget_;
  std::size_t spent_ = 0;
};

}  // namespace

bool cut_hanging_sides(CellDraft& draft, std::vector<EdgeMiddle> middles, RepairLog& log) {
  return HangingCutter(draft, std::move(middles), log).cut();
}

}  // namespace playset
