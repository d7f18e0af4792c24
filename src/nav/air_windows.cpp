// src/nav/air_windows.cpp - windows by real distance to walls: each wall near a portal takes away
// the part of it that is nearer than the radius, and what remains is cut into convex pieces.
#include "nav/air_windows.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "level/format.h"
#include "nav/wall_flood.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

using Corner2 = glm::dvec2;

constexpr double kTouch = 1e-6;         // m: polygons that only touch are apart
constexpr double kLeastArea = 1e-5;     // m2 of a piece
constexpr double kWorthAPiece = 0.04;   // of the portal, that a further piece must add
constexpr std::size_t kMostPieces = 6;  // of a portal

// A convex piece in the portal's plane.
struct Piece {
  std::vector<Corner2> corners;
  std::vector<std::uint8_t> cut;  // by corner: the edge to the next was cut along a wall
};

double area_of(const std::vector<Corner2>& p) noexcept {
  double twice = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Corner2 a = p[i], b = p[(i + 1) % p.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return 0.5 * std::fabs(twice);
}

// The points within `radius` of a wall, cut by the portal's plane, lie within direction . p < bound
// for each of these.
struct HalfPlane {
  Corner2 direction{0.0};
  double bound = 0.0;
};

// Keeps what is on the outer side of the line.
void clip_outside(const Piece& piece, const HalfPlane& line, Piece& out) {
  out.corners.clear();
  out.cut.clear();
  const std::size_t n = piece.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Corner2 a = piece.corners[i], b = piece.corners[(i + 1) % n];
    const double da = glm::dot(line.direction, a) - line.bound;
    const double db = glm::dot(line.direction, b) - line.bound;
    if (da >= 0.0) {
      out.corners.push_back(a);
      out.cut.push_back(da > 0.0 || db >= 0.0 ? piece.cut[i] : std::uint8_t{1});
    }
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
      out.corners.push_back(a + (b - a) * (da / (da - db)));
      out.cut.push_back(da > 0.0 ? std::uint8_t{1} : piece.cut[i]);
    }
  }
}

// One portal's plane, and the walls near it seen in that plane.
class PortalCutter {
 public:
  PortalCutter(const Level& level, double radius) : level_(level), radius_(radius) {}

  void begin(std::uint32_t side) {
    portal_.clear();
    for (const std::uint32_t v : level_.side_corners(side))
      portal_.push_back(to_metres(level_.vertex(v)));
    const glm::dvec3 area = area_vector(portal_);
    const double length = std::sqrt(glm::dot(area, area));
    flat_ = length < kLeastArea;
    if (flat_) return;
    normal_ = area / length;
    origin_ = portal_[0];
    const glm::dvec3 e = portal_[1] - portal_[0];
    x_ = e / std::sqrt(glm::dot(e, e));
    y_ = glm::cross(normal_, x_);
    Piece whole;
    for (const glm::dvec3 p : portal_) whole.corners.push_back(flat_of(p));
    whole.cut.assign(portal_.size(), 0);
    least_area_ = std::min(kLeastArea, 0.01 * area_of(whole.corners));
    portal_area_ = area_of(whole.corners);
    pieces_.clear();
    pieces_.push_back(std::move(whole));
  }

  [[nodiscard]] bool flat() const noexcept { return flat_; }
  [[nodiscard]] glm::dvec3 normal() const noexcept { return normal_; }
  [[nodiscard]] std::span<const Piece> pieces() const noexcept { return pieces_; }
  [[nodiscard]] std::span<const glm::dvec3> portal() const noexcept { return portal_; }
  [[nodiscard]] glm::dvec3 place(Corner2 p) const noexcept { return origin_ + p.x * x_ + p.y * y_; }

  // Takes away what is nearer to this wall than the radius.
  void cut_wall(std::uint32_t side) {
    if (!see_wall(side)) return;
    if (find_lines()) return;
    next_.clear();
    for (Piece& piece : pieces_) cut_piece(piece);
    pieces_.swap(next_);
    if (pieces_.size() > kMostPieces) keep_largest();
  }

 private:
  [[nodiscard]] Corner2 flat_of(glm::dvec3 p) const noexcept {
    const glm::dvec3 d = p - origin_;
    return {glm::dot(d, x_), glm::dot(d, y_)};
  }

  // The wall's corners in the plane's own axes; false where it is too far to one side of it.
  bool see_wall(std::uint32_t side) {
    const SidePlane& plane = LevelAccess::planes(level_)[side];
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const glm::dvec3 p : portal_) {
      const double d = glm::dot(plane.n, p) + plane.w;
      least = std::min(least, d);
      most = std::max(most, d);
    }
    if (least >= radius_ || most <= -radius_) return false;
    wall_normal_ = plane.n;
    wall_.clear();
    height_.clear();
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::uint32_t v : level_.side_corners(side)) {
      const glm::dvec3 p = to_metres(level_.vertex(v));
      wall_.push_back(flat_of(p));
      height_.push_back(glm::dot(p - origin_, normal_));
      low = std::min(low, height_.back());
      high = std::max(high, height_.back());
    }
    if (low >= radius_ || high <= -radius_) return false;
    return true;
  }

  // Largest direction . p over the points of the plane within the radius of the wall. On an edge
  // whose height over the plane is h the discs' radii are sqrt(r2 - h2), a concave function whose
  // largest sum with a linear one lies where h = r k / sqrt(1 + k2), k the ratio of the two slopes;
  // within a face it is never larger than on its edges.
  [[nodiscard]] double support(Corner2 direction) const noexcept {
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < wall_.size(); ++i) {
      const std::size_t j = i + 1 == wall_.size() ? 0 : i + 1;
      const double u0 = glm::dot(direction, wall_[i]), u1 = glm::dot(direction, wall_[j]);
      const double h0 = height_[i], dh = height_[j] - h0;
      const auto offer = [&](double t) {
        const double h = h0 + t * dh, disc = radius_ * radius_ - h * h;
        if (disc >= 0.0) best = std::max(best, u0 + t * (u1 - u0) + std::sqrt(disc));
      };
      offer(0.0);
      if (std::fabs(dh) < 1e-9) continue;
      const double k = (u1 - u0) / dh;
      const double low = std::clamp((-radius_ - h0) / dh, 0.0, 1.0);
      const double high = std::clamp((radius_ - h0) / dh, 0.0, 1.0);
      const double at = (radius_ * k / std::sqrt(1.0 + k * k) - h0) / dh;
      offer(std::clamp(at, std::min(low, high), std::max(low, high)));
    }
    return best;
  }

  // Where the direction parts piece and wall no cut is needed.
  [[nodiscard]] static bool parts(const Piece& piece, const HalfPlane& line) noexcept {
    for (const Corner2 p : piece.corners)
      if (glm::dot(line.direction, p) < line.bound - kTouch) return false;
    return true;
  }

  // Adds the line across a direction; true where it parts the wall from every piece.
  bool add_direction(Corner2 d) {
    const double length = std::sqrt(glm::dot(d, d));
    if (length < 1e-6) return false;
    d /= length;
    for (const HalfPlane& line : lines_)
      if (glm::dot(line.direction, d) > 0.9995) return false;
    const HalfPlane line{d, support(d)};
    lines_.push_back(line);
    return std::all_of(pieces_.begin(), pieces_.end(),
                       [&](const Piece& piece) { return parts(piece, line); });
  }

  // Directions across the line in which the wall's own plane cuts the portal's, along the portal's
  // axes and between, and across the wall's edges as they lie in the plane. True where the wall
  // takes nothing away.
  bool find_lines() {
    lines_.clear();
    const double h = std::sqrt(0.5);
    const Corner2 across{glm::dot(wall_normal_, x_), glm::dot(wall_normal_, y_)};
    if (add_direction(across) || add_direction(-across)) return true;
    for (const Corner2 d : {Corner2{1, 0}, Corner2{0, 1}, Corner2{h, h}, Corner2{h, -h}})
      if (add_direction(d) || add_direction(-d)) return true;
    for (std::size_t i = 0; i < wall_.size(); ++i) {
      const Corner2 e = wall_[i + 1 == wall_.size() ? 0 : i + 1] - wall_[i];
      if (add_direction({e.y, -e.x}) || add_direction({-e.y, e.x})) return true;
    }
    return false;
  }

  // Appends to next_ what remains: the largest part beyond one line first, then parts that add
  // enough to it.
  void cut_piece(Piece& piece) {
    for (const HalfPlane& line : lines_) {
      if (!parts(piece, line)) continue;
      next_.push_back(std::move(piece));
      return;
    }
    const std::size_t first = next_.size();
    parts_.clear();
    for (const HalfPlane& line : lines_) {
      clip_outside(piece, line, part_);
      const double area = area_of(part_.corners);
      if (area > least_area_) parts_.push_back({area, line});
    }
    std::sort(parts_.begin(), parts_.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [area, line] : parts_) {
      clip_outside(piece, line, part_);
      if (next_.size() > first && uncovered(part_, first) < kWorthAPiece * portal_area_) continue;
      chosen_.resize(next_.size() - first);
      chosen_.push_back(line);
      next_.push_back(part_);
    }
  }

  // Area of the part that lies in none of the pieces chosen before it: what is inside all of their
  // lines.
  [[nodiscard]] double uncovered(const Piece& part, std::size_t first) {
    Piece rest = part, clipped;
    for (std::size_t i = 0; i + first < next_.size(); ++i) {
      clip_outside(rest, {-chosen_[i].direction, -chosen_[i].bound}, clipped);
      std::swap(rest, clipped);
    }
    return area_of(rest.corners);
  }

  void keep_largest() {
    std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
      return area_of(a.corners) > area_of(b.corners);
    });
    pieces_.resize(kMostPieces);
  }

  const Level& level_;
  double radius_;
  bool flat_ = false;
  std::vector<glm::dvec3> portal_;
  glm::dvec3 origin_{0.0}, normal_{0.0}, x_{0.0}, y_{0.0}, wall_normal_{0.0};
  double least_area_ = 0.0, portal_area_ = 0.0;
  std::vector<Corner2> wall_;
  std::vector<double> height_;
  std::vector<HalfPlane> lines_, chosen_;
  std::vector<std::pair<double, HalfPlane>> parts_;
  Piece part_;
  std::vector<Piece> pieces_, next_;
};

void append_window(AirWindows& out, AirWindow window, std::span<const glm::dvec3> corners) {
  window.first_corner = static_cast<std::uint32_t>(out.corners.size());
  window.corner_count = static_cast<std::uint32_t>(corners.size());
  window.center = polygon_centroid(corners);
  window.offset = glm::dot(window.normal, window.center);
  out.corners.insert(out.corners.end(), corners.begin(), corners.end());
  out.windows.push_back(window);
}

void append_pieces(const Level& level, std::uint32_t side, const PortalCutter& cutter,
                   AirWindows& out) {
  AirWindow window;
  window.cells[0] = level.side_cell(side);
  window.cells[1] = level.side_neighbor(side);
  window.side = side;
  window.door = level.side_door(side);
  window.normal = cutter.normal();
  std::vector<glm::dvec3> corners;
  for (const Piece& piece : cutter.pieces()) {
    corners.clear();
    for (const Corner2 p : piece.corners) corners.push_back(cutter.place(p));
    append_window(out, window, corners);
    out.cut.insert(out.cut.end(), piece.cut.begin(), piece.cut.end());
  }
  if (!cutter.pieces().empty()) return;
  window.tight = true;
  append_window(out, window, cutter.portal());
  out.cut.insert(out.cut.end(), cutter.portal().size(), 1);
}

}  // namespace

AirWindows build_air_windows(const Level& level, const std::vector<GridBox>& side_boxes,
                             double radius) {
  AirWindows out;
  WallFlood flood;
  PortalCutter cutter(level, radius);
  const auto sides = LevelAccess::sides(level);
  const auto margin = static_cast<std::int32_t>(radius * kGridPerMetre) + 1;
  for (std::uint32_t s = 0; s < sides.size(); ++s) {
    if (sides[s].neighbor_side == kNone || sides[s].neighbor_side < s) continue;
    cutter.begin(s);
    if (cutter.flat()) continue;
    flood.begin(level);
    flood.add_cell(sides[s].cell);
    flood.add_cell(sides[s].neighbor_cell);
    const GridBox box{side_boxes[s].lo - margin, side_boxes[s].hi + margin};
    flood.run(level, side_boxes, box, [&](std::uint32_t wall) {
      if (!cutter.pieces().empty()) cutter.cut_wall(wall);
    });
    append_pieces(level, s, cutter, out);
  }
  return out;
}

}  // namespace playset
