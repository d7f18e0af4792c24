// Turns round every edge of a wall, from cell to cell through portals, until the next wall, and
// adds up the open angle.
#include "level/cook_edges.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "level/edge_fan.h"
#include "playset/core/math.h"

namespace playset {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
constexpr int kMaxCellsRound = 64;  // more round one edge: exposed without asking further

class EdgeTurner {
 public:
  EdgeTurner(const EdgeTables& tables, std::uint32_t side)
      : t_(tables), side_(side), door_(tables.sides[side].door) {}

  // Appends what is exposed of the side's edge a-b.
  void turn(Stretch whole, std::vector<ExposedEdge>& out) {
    std::vector<Stretch> open{whole};
    while (!open.empty()) {
      const Stretch now = open.back();
      open.pop_back();
      glm::dvec3 end(0.0);
      const std::uint32_t split = turn_round(now, end);
      if (split == kInner) continue;
      if (split == kNone) {
        append(now, end, out);
        continue;
      }
      open.push_back({split, now.b});
      open.push_back({now.a, split});
    }
  }

 private:
  static constexpr std::uint32_t kInner = kNone - 1;  // not exposed

  glm::dvec3 direction(Stretch s) const noexcept {
    return glm::normalize(glm::dvec3(t_.vertices[s.b] - t_.vertices[s.a]));
  }
  // Unit, in the plane of a side, across its edge of that direction, into the side.
  glm::dvec3 inward(std::uint32_t side, glm::dvec3 along) const noexcept {
    return glm::cross(t_.planes[side].n, along);
  }
  bool blocks(std::uint32_t side) const noexcept {
    const SideRecord& s = t_.sides[side];
    return s.neighbor_cell == kNone || (door_ != kNone && s.door == door_);
  }
  bool flat(std::uint32_t side) const noexcept { return t_.planes[side].n == glm::dvec3(0.0); }

  // Adds up the angle from the side to the next that blocks. Answers kInner, kNone where the
  // stretch is exposed (`end` points into that next side; zero where nobody knows), or a vertex to
  // split at.
  std::uint32_t turn_round(Stretch s, glm::dvec3& end) const noexcept {
    const glm::dvec3 along = direction(s);
    std::uint32_t side = side_;
    double angle = 0.0;
    for (int i = 0; i < kMaxCellsRound; ++i) {
      const Across next = find_across(t_, side, s);
      if (next.split != kNone) return next.split;
      if (next.side == kNone || flat(side) || flat(next.side)) break;
      const glm::dvec3 to = inward(next.side, -along);
      angle += inner_angle(inward(side, along), t_.planes[side].n, to);
      if (blocks(next.side)) {
        end = to;
        return angle > kHalfTurn + kSeamAngle ? kNone : kInner;
      }
      side = t_.sides[next.side].neighbor_side;
    }
    end = glm::dvec3(0.0);
    return kNone;
  }

  // From one side of a cell through its inside to the next.
  static double inner_angle(glm::dvec3 from, glm::dvec3 normal, glm::dvec3 to) noexcept {
    const double x = glm::dot(to, from), y = glm::dot(to, normal);
    if (std::fabs(y) < 1e-9) return x > 0.0 ? 0.0 : kHalfTurn;
    const double angle = arc_tangent(y, x);
    return angle < 0.0 ? angle + 2.0 * kHalfTurn : angle;
  }

  void append(Stretch s, glm::dvec3 end, std::vector<ExposedEdge>& out) const {
    ExposedEdge edge{};
    edge.a = t_.vertices[s.a];
    edge.b = t_.vertices[s.b];
    edge.side = side_;
    edge.door = t_.sides[side_].neighbor_cell == kNone ? kNone : door_;
    const glm::dvec3 in = flat(side_) ? glm::dvec3(0.0) : inward(side_, direction(s));
    for (int i = 0; i < 3; ++i) {
      edge.mine[static_cast<std::size_t>(i)] = static_cast<float>(in[i]);
      edge.other[static_cast<std::size_t>(i)] = static_cast<float>(end[i]);
    }
    out.push_back(edge);
  }

  const EdgeTables& t_;
  std::uint32_t side_, door_;
};

// Where two exposed edges of one side meet, the later one's start is the corner of both.
void assign_corners(std::span<ExposedEdge> of_side) noexcept {
  for (std::size_t i = 0; i < of_side.size(); ++i) {
    const ExposedEdge& next = of_side[i + 1 < of_side.size() ? i + 1 : 0];
    of_side[i].corners = kCornerA | (next.a == of_side[i].b ? 0u : kCornerB);
  }
}

}  // namespace

void append_exposed_edges(const EdgeTables& tables, std::uint32_t cell,
                          std::vector<ExposedEdge>& out) {
  const CellRecord& record = tables.cells[cell];
  for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
    const SideRecord& side = tables.sides[s];
    if (side.neighbor_cell != kNone && side.door == kNone) continue;
    const std::size_t first = out.size();
    EdgeTurner turner(tables, s);
    for (std::uint32_t k = 0; k < side.corner_count; ++k) {
      const std::uint32_t end = k + 1 < side.corner_count ? k + 1 : 0;
      turner.turn({tables.corners[side.first_corner + k], tables.corners[side.first_corner + end]},
                  out);
    }
    assign_corners(std::span(out).subspan(first));
  }
}

}  // namespace playset
