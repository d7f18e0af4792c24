// Cuts a DOOM map's box down its nodes into one polygon for each leaf.
#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/doom_plan.h"

namespace playset::doom {

namespace {

constexpr double kOnLine = 1e-6;             // steps: this close to a cutting line is on it
constexpr double kBoxMargin = 64;            // map units around the map's box
constexpr std::size_t kMaxCorners = 2048;    // of one leaf; real ones have up to 37
constexpr std::size_t kCornersPerLeaf = 24;  // on average, leaves in work included
constexpr double kRounding = 1.0;  // map units that rounding moves a partition off its linedef
constexpr std::size_t kWorkPerSeg =
    512;  // nodes above a seg that look at it; real maps need about 25

Error plan_error(const DoomMap& map, ErrorCode code, const std::string& message) {
  return {code, map.name + ": " + message + ": rebuild the map's nodes", {}, 0, 0, 0};
}

using Polygon = std::vector<glm::dvec2>;

// A line to cut by; what lies on its right stays. Unit direction.
struct CutLine {
  glm::dvec2 at{0.0}, direction{0.0};
};

bool make_line(glm::dvec2 at, glm::dvec2 along, CutLine& line) {
  const double size = std::sqrt(along.x * along.x + along.y * along.y);
  if (size == 0) return false;
  line = {at, {along.x / size, along.y / size}};
  return true;
}

// Distance to the left of the line.
double left_of(const CutLine& line, glm::dvec2 p) {
  return line.direction.x * (p.y - line.at.y) - line.direction.y * (p.x - line.at.x);
}

Polygon cut(const Polygon& polygon, const CutLine& line) {
  Polygon out;
  out.reserve(polygon.size() + 1);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec2 a = polygon[i], b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double da = left_of(line, a), db = left_of(line, b);
    if (da <= kOnLine) out.push_back(a);
    if ((da < -kOnLine && db > kOnLine) || (da > kOnLine && db < -kOnLine))
      out.push_back(a + (b - a) * (da / (da - db)));
  }
  if (out.size() < 3) out.clear();
  return out;
}

std::uint32_t root_of(const DoomMap& map) {
  return map.nodes.empty() ? kLeafBit : static_cast<std::uint32_t>(map.nodes.size() - 1);
}

// The leaves in the order of a walk, and which of them lie below each node. Fails where the nodes
// are no tree.
struct NodeTree {
  struct Range {
    std::uint32_t first = 0, last = 0;
    bool seen = false;
  };
  std::vector<std::uint32_t> leaves;
  std::vector<Range> nodes;
};

Result<NodeTree> walk_nodes(const DoomMap& map) {
  NodeTree tree;
  tree.nodes.resize(map.nodes.size());
  std::vector<char> seen_leaves(map.leaves.size());
  constexpr std::uint32_t kDone = 0x40000000u;  // on the way up: both children are walked
  std::vector<std::uint32_t> stack{root_of(map)};
  while (!stack.empty()) {
    const std::uint32_t child = stack.back();
    stack.pop_back();
    const auto here = static_cast<std::uint32_t>(tree.leaves.size());
    const std::uint32_t index = child & ~(kLeafBit | kDone);
    if ((child & kLeafBit) != 0) {
      if (std::exchange(seen_leaves[index], char{1}) != 0)
        return plan_error(map, ErrorCode::Invalid,
                          "subsector " + std::to_string(index) + " has two parents");
      tree.leaves.push_back(index);
    } else if ((child & kDone) != 0) {
      tree.nodes[index].last = here;
    } else {
      if (std::exchange(tree.nodes[index].seen, true))
        return plan_error(map, ErrorCode::Invalid,
                          "node " + std::to_string(index) + " has two parents");
      tree.nodes[index].first = here;
      stack.push_back(index | kDone);
      for (const std::uint32_t c : map.nodes[index].child) stack.push_back(c);
    }
  }
  return tree;
}

// Partitions start at corners that node builders round to whole units. Where one runs along a
// linedef of a seg below its node, that linedef's own line takes its place.
class PartitionSnapper {
 public:
  PartitionSnapper(const DoomMap& map, NodeTree tree) : map_(map), tree_(std::move(tree)) {
    first_seg_.push_back(0);
    for (const std::uint32_t leaf : tree_.leaves) {
      const DoomLeaf& range = map.leaves[leaf];
      for (std::uint32_t i = 0; i < range.seg_count; ++i)
        lines_.push_back(map.segs[range.first_seg + i].line);
      first_seg_.push_back(lines_.size());
    }
    work_left_ = lines_.size() * kWorkPerSeg;
  }

  Result<std::vector<CutLine>> run() {
    std::vector<CutLine> out(map_.nodes.size());
    for (std::size_t i = 0; i < map_.nodes.size(); ++i) {
      const DoomNode& n = map_.nodes[i];
      if (!make_line({n.x, n.y}, {n.dx, n.dy}, out[i])) {
        return plan_error(map_, ErrorCode::Invalid,
                          "node " + std::to_string(i) + " has no direction");
      }
      if (!snap(tree_.nodes[i], n, out[i]))
        return plan_error(map_, ErrorCode::OutOfRange, "the nodes are far too deep");
    }
    return out;
  }

 private:
  bool snap(const NodeTree::Range& range, const DoomNode& node, CutLine& line) {
    const std::size_t first = first_seg_[range.first], last = first_seg_[range.last];
    if (last - first > work_left_) return false;
    work_left_ -= last - first;
    const glm::dvec2 from(node.x, node.y), to(node.x + node.dx, node.y + node.dy);
    double best = kRounding;
    CutLine found = line;
    for (std::size_t i = first; i < last && best > 0; ++i) {
      if (lines_[i] == kNone) continue;
      const DoomLine& l = map_.lines[lines_[i]];
      const glm::dvec2 a(map_.vertices[l.v1].x, map_.vertices[l.v1].y),
          b(map_.vertices[l.v2].x, map_.vertices[l.v2].y);
      CutLine wall;
      if (!make_line(a, b - a, wall)) continue;
      const double off = std::max(std::fabs(left_of(wall, from)), std::fabs(left_of(wall, to)));
      if (off >= best || !spans(wall, b, from) || !spans(wall, b, to)) continue;
      best = off;
      if (wall.direction.x * node.dx + wall.direction.y * node.dy < 0)
        wall.direction = -wall.direction;
      found = wall;
    }
    line = found;
    return true;
  }

  // Whether p lies beside the stretch from line.at to b.
  static bool spans(const CutLine& line, glm::dvec2 b, glm::dvec2 p) {
    const auto along = [&](glm::dvec2 q) {
      return (q.x - line.at.x) * line.direction.x + (q.y - line.at.y) * line.direction.y;
    };
    return along(p) >= -kRounding && along(p) <= along(b) + kRounding;
  }

  const DoomMap& map_;
  NodeTree tree_;
  std::vector<std::uint32_t> lines_;    // linedef of each seg, in the walk's order
  std::vector<std::size_t> first_seg_;  // per leaf in that order
  std::size_t work_left_ = 0;
};

Result<std::vector<CutLine>> partition_lines(const DoomMap& map) {
  auto tree = walk_nodes(map);
  if (!tree) return tree.error();
  return PartitionSnapper(map, std::move(*tree)).run();
}

// Cuts the map's box with a stack of its own. Walls with nothing behind cut leaves too; lines
// between two sectors do not: where they deviate from their partition by its rounding, a cut would
// leave a gap that nobody owns.
class LeafClipper {
 public:
  LeafClipper(const DoomMap& map, double scale) : map_(map), scale_(scale) {}

  Result<std::vector<LeafPolygon>> run() {
    auto lines = partition_lines(map_);
    if (!lines) return lines.error();
    lines_ = std::move(*lines);
    stack_.push_back({root_of(map_), box()});
    corners_ = 4;
    while (!stack_.empty()) {
      Task task = std::move(stack_.back());
      stack_.pop_back();
      const bool leaf = (task.child & kLeafBit) != 0;
      const Result<Done> done =
          leaf ? finish(task.child & ~kLeafBit, std::move(task.polygon)) : divide(task);
      if (!done) return done.error();
    }
    return std::move(out_);
  }

 private:
  struct Task {
    std::uint32_t child;
    Polygon polygon;
  };

  [[nodiscard]] glm::dvec2 vertex(std::uint32_t v) const {
    return {map_.vertices[v].x * scale_, map_.vertices[v].y * scale_};
  }

  [[nodiscard]] Polygon box() const {
    glm::dvec2 low(1e30), high(-1e30);
    for (const DoomVertex& v : map_.vertices) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    low = (low - kBoxMargin) * scale_;
    high = (high + kBoxMargin) * scale_;
    return {low, {high.x, low.y}, high, {low.x, high.y}};
  }

  bool count(std::size_t added) {
    corners_ += added;
    return added <= kMaxCorners && corners_ <= kCornersPerLeaf * (map_.leaves.size() + 16);
  }

  Error too_many() const {
    return plan_error(map_, ErrorCode::OutOfRange, "cutting down the nodes makes too many corners");
  }

  Result<Done> divide(const Task& task) {
    CutLine line = lines_[task.child];
    line.at *= scale_;
    for (const std::uint32_t child : map_.nodes[task.child].child) {
      Polygon part = cut(task.polygon, line);
      if (!count(part.size())) return too_many();
      stack_.push_back({child, std::move(part)});
      line.direction = -line.direction;
    }
    return Done{};
  }

  Result<Done> finish(std::uint32_t leaf, Polygon polygon) {
    const DoomLeaf& range = map_.leaves[leaf];
    for (std::uint32_t i = 0; i < range.seg_count && !polygon.empty(); ++i) {
      const DoomSeg& seg = map_.segs[range.first_seg + i];
      if (seg.line == kNone) continue;
      const DoomLine& line = map_.lines[seg.line];
      if (line.side[0] != kNone && line.side[1] != kNone) continue;
      const glm::dvec2 from = vertex(seg.side == 0 ? line.v1 : line.v2),
                       to = vertex(seg.side == 0 ? line.v2 : line.v1);
      CutLine wall;
      if (make_line(from, to - from, wall)) polygon = cut(polygon, wall);
      if (!count(polygon.size())) return too_many();
    }
    if (!polygon.empty()) out_.push_back({leaf, std::move(polygon)});
    return Done{};
  }

  const DoomMap& map_;
  double scale_;
  std::vector<CutLine> lines_;  // of the nodes, in map units
  std::vector<Task> stack_;
  std::vector<LeafPolygon> out_;
  std::size_t corners_ = 0;
};

}  // namespace

std::uint32_t leaf_at(const DoomMap& map, double x, double y) noexcept {
  std::uint32_t child = root_of(map);
  while ((child & kLeafBit) == 0) {
    const DoomNode& n = map.nodes[child];
    child = n.child[n.dx * (y - n.y) - n.dy * (x - n.x) <= 0 ? 0 : 1];
  }
  return child & ~kLeafBit;
}

Result<std::vector<LeafPolygon>> clip_leaves(const DoomMap& map, double steps_per_unit) {
  return LeafClipper(map, steps_per_unit).run();
}

}  // namespace playset::doom
