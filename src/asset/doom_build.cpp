// Builds a DOOM map's BSP from its linedefs, for maps without usable nodes. Segs keep their
// linedefs' exact lines.
#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>
#include <utility>

#include "asset/doom_map.h"

namespace playset::doom {

namespace {

constexpr double kNear = 1.0;                  // ends this close to a partition make slivers
constexpr std::size_t kCandidates = 64;        // partitions tried for one set of segs
constexpr std::size_t kWorkPerSeg = 1u << 13;  // comparisons; real maps need about 3,000
constexpr std::size_t kPiecesPerSeg = 16;

struct BuildSeg {
  glm::dvec2 a{0.0}, b{0.0};  // the open side is on the right of a-b
  std::uint32_t line = 0, side = 0;
};

// A partition: the line of a seg's linedef, run its way.
struct Partition {
  glm::dvec2 at{0.0}, direction{0.0};  // unit
};

enum class Place { Right, Left, Across };

class NodeBuilder {
 public:
  NodeBuilder(DoomMap& map, double on_line) : map_(map), on_line_(on_line) {}

  Result<Done> run() {
    map_.segs.clear();
    map_.leaves.clear();
    map_.nodes.clear();
    std::vector<BuildSeg> all = first_segs();
    if (all.empty()) return fail("no linedef has a side and a length: the map holds nothing");
    work_left_ = all.size() * kWorkPerSeg;
    pieces_left_ = all.size() * kPiecesPerSeg;
    stack_.push_back({std::move(all), kNone, 0});
    while (!stack_.empty()) {
      Task task = std::move(stack_.back());
      stack_.pop_back();
      const std::size_t best = choose(task.segs);
      if (work_left_ == 0 || pieces_left_ == 0)
        return fail("the linedefs cross too often to build nodes: build them with a node builder");
      hang(task, best == task.segs.size() ? add_leaf(task.segs) : divide(task.segs, best));
    }
    root_last();
    return Done{};
  }

 private:
  struct Task {
    std::vector<BuildSeg> segs;
    std::uint32_t parent;
    std::uint32_t which;
  };

  Error fail(const std::string& message) const {
    return {ErrorCode::Invalid, map_.name + ": " + message, {}, 0, 0, 0};
  }

  [[nodiscard]] glm::dvec2 vertex(std::uint32_t v) const {
    return {map_.vertices[v].x, map_.vertices[v].y};
  }

  [[nodiscard]] std::vector<BuildSeg> first_segs() const {
    std::vector<BuildSeg> segs;
    for (std::uint32_t i = 0; i < map_.lines.size(); ++i) {
      const DoomLine& line = map_.lines[i];
      const glm::dvec2 a = vertex(line.v1), b = vertex(line.v2);
      if (a == b) continue;
      if (line.side[0] != kNone) segs.push_back({a, b, i, 0});
      if (line.side[1] != kNone) segs.push_back({b, a, i, 1});
    }
    return segs;
  }

  // The linedef's ends in the seg's direction.
  [[nodiscard]] std::pair<glm::dvec2, glm::dvec2> line_ends(const BuildSeg& seg) const {
    const DoomLine& line = map_.lines[seg.line];
    return {vertex(seg.side == 0 ? line.v1 : line.v2), vertex(seg.side == 0 ? line.v2 : line.v1)};
  }

  [[nodiscard]] Partition partition_of(const BuildSeg& seg) const {
    const auto [from, to] = line_ends(seg);
    const glm::dvec2 along = to - from;
    return {from, along / std::sqrt(along.x * along.x + along.y * along.y)};
  }

  static double left_of(const Partition& p, glm::dvec2 q) {
    return p.direction.x * (q.y - p.at.y) - p.direction.y * (q.x - p.at.x);
  }

  // Segs on the partition lie on its right if they run its way.
  [[nodiscard]] Place place(const Partition& p, const BuildSeg& seg, double da, double db) const {
    if (std::fabs(da) <= on_line_ && std::fabs(db) <= on_line_) {
      const glm::dvec2 d = seg.b - seg.a;
      return d.x * p.direction.x + d.y * p.direction.y > 0 ? Place::Right : Place::Left;
    }
    if (da <= on_line_ && db <= on_line_) return Place::Right;
    if (da >= -on_line_ && db >= -on_line_) return Place::Left;
    return Place::Across;
  }

  // Lower is better; negative where nothing lies on the left.
  [[nodiscard]] double cost(const std::vector<BuildSeg>& segs, const Partition& p) const {
    double right = 0, left = 0, across = 0, slivers = 0;
    for (const BuildSeg& seg : segs) {
      const double da = left_of(p, seg.a), db = left_of(p, seg.b);
      const Place where = place(p, seg, da, db);
      right += where == Place::Right;
      left += where == Place::Left;
      across += where == Place::Across;
      const auto near = [this](double d) {
        return std::fabs(d) > on_line_ && std::fabs(d) < kNear;
      };
      slivers += near(da) + near(db);
    }
    if (left + across == 0) return -1;
    const bool slanted = p.direction.x != 0 && p.direction.y != 0;
    return across * 60 + slivers * 6 + std::fabs(right - left) * 0.3 + (slanted ? 4 : 0);
  }

  // The seg to cut along, or segs.size() where the set is convex.
  std::size_t choose(const std::vector<BuildSeg>& segs) {
    std::size_t best = segs.size(), tried = 0;
    double best_cost = 0;
    const std::size_t step = segs.size() / kCandidates + 1;
    // Every step-th first; where none of these cuts anything off, all others until one does.
    for (std::size_t offset = 0; offset < step && best == segs.size(); ++offset) {
      for (std::size_t i = offset; i < segs.size(); i += step, ++tried) {
        if (work_left_ < segs.size()) return work_left_ = 0, best;
        work_left_ -= segs.size();
        const double c = cost(segs, partition_of(segs[i]));
        if (c >= 0 && (best == segs.size() || c < best_cost)) best = i, best_cost = c;
      }
    }
    return best;
  }

  std::uint32_t add_leaf(const std::vector<BuildSeg>& segs) {
    map_.leaves.push_back(
        {static_cast<std::uint32_t>(map_.segs.size()), static_cast<std::uint32_t>(segs.size())});
    // The longest first: its sector is the leaf's.
    std::size_t longest = 0;
    const auto size2 = [&](std::size_t i) {
      const glm::dvec2 d = segs[i].b - segs[i].a;
      return d.x * d.x + d.y * d.y;
    };
    for (std::size_t i = 1; i < segs.size(); ++i) {
      if (size2(i) > size2(longest)) longest = i;
    }
    for (std::size_t i = 0; i < segs.size(); ++i) {
      const BuildSeg& seg = segs[(i + longest) % segs.size()];
      map_.segs.push_back({seg.line, seg.side});
    }
    return static_cast<std::uint32_t>(map_.leaves.size() - 1) | kLeafBit;
  }

  std::uint32_t divide(const std::vector<BuildSeg>& segs, std::size_t best) {
    const Partition p = partition_of(segs[best]);
    std::vector<BuildSeg> right, left;
    for (const BuildSeg& seg : segs) {
      const double da = left_of(p, seg.a), db = left_of(p, seg.b);
      const Place where = place(p, seg, da, db);
      if (where != Place::Across) {
        (where == Place::Right ? right : left).push_back(seg);
        continue;
      }
      const glm::dvec2 at = seg.a + (seg.b - seg.a) * (da / (da - db));
      (da < 0 ? right : left).push_back({seg.a, at, seg.line, seg.side});
      (da < 0 ? left : right).push_back({at, seg.b, seg.line, seg.side});
      if (pieces_left_ > 0) --pieces_left_;
    }
    const auto [from, to] = line_ends(segs[best]);
    map_.nodes.push_back({from.x, from.y, to.x - from.x, to.y - from.y, {0, 0}});
    const auto node = static_cast<std::uint32_t>(map_.nodes.size() - 1);
    stack_.push_back({std::move(left), node, 1});
    stack_.push_back({std::move(right), node, 0});
    return node;
  }

  void hang(const Task& task, std::uint32_t child) {
    if (task.parent != kNone) map_.nodes[task.parent].child[task.which] = child;
  }

  // Built from the root down; the format wants the root last.
  void root_last() {
    std::reverse(map_.nodes.begin(), map_.nodes.end());
    const auto last = static_cast<std::uint32_t>(map_.nodes.size()) - 1;
    for (DoomNode& node : map_.nodes) {
      for (std::uint32_t& child : node.child) {
        if ((child & kLeafBit) == 0) child = last - child;
      }
    }
  }

  DoomMap& map_;
  double on_line_;  // map units: this close to a partition is on it
  std::vector<Task> stack_;
  std::size_t work_left_ = 0, pieces_left_ = 0;
};

}  // namespace

Result<Done> build_doom_nodes(DoomMap& map, double on_line) {
  return NodeBuilder(map, on_line).run();
}

}  // namespace playset::doom
