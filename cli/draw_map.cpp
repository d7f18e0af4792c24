// Floors, walls, steps, portals and doors of a map.
#include "cli/draw_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "cli/level_measures.h"
#include "playset/core/debug_canvas.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr double kEdgeOn =
    0.02;  // |cosine| of normal and view below which a side is seen as a line
constexpr double kCrease =
    0.92;  // cosine between two walls above which their common edge is not drawn
constexpr double kLineLift = 0.01;  // m by which lines are drawn nearer than the faces they border
constexpr double kWallShown = 1.6;  // m of wall above the floor that a doll's house keeps
constexpr Colour kWallInk{32, 36, 46, 255};
constexpr Colour kQuietFloor{240, 238, 232, 255};
constexpr double kQuieter = 0.72;  // how much of a quiet map's floors is paper
constexpr Colour kDoorInk{214, 84, 0, 255};

// Light from the upper left, a little behind the viewer.
Colour shaded(Colour colour, glm::dvec3 normal) noexcept {
  static const glm::dvec3 light = glm::normalize(glm::dvec3(-0.45, 0.8, 0.4));
  const double lit = 0.5 + 0.5 * glm::dot(normal, light);
  return lit > 0.8 ? mix_colours(colour, {255, 255, 255, 255}, 0.6 * (lit - 0.8))
                   : mix_colours(colour, {30, 38, 66, 255}, 0.75 * (0.8 - lit));
}

std::vector<glm::vec3> narrowed(std::span<const glm::dvec3> points) {
  std::vector<glm::vec3> result;
  for (const glm::dvec3& point : points) result.emplace_back(point);
  return result;
}

// The cells that fill a closed door: small, and all their ways out are one door.
std::vector<bool> find_door_cells(const CellComplex& cells) {
  constexpr double kLargest = 6.0;  // m2 of floor
  std::vector<bool> in_door(cells.cells.size(), false), seen(cells.cells.size(), false);
  std::vector<std::uint32_t> group;
  for (std::uint32_t first = 0; first < cells.cells.size(); ++first) {
    if (seen[first]) continue;
    group.assign(1, first);
    seen[first] = true;
    double area = 0.0;
    std::uint32_t door = kNone;
    bool one_door = true;
    for (std::size_t at = 0; at < group.size(); ++at) {
      const Cell& cell = cells.cells[group[at]];
      for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
        const CellSide& side = cells.sides[i];
        area += std::max(side_area_vector(cells, side).y, 0.0);
        if (side.neighbor == kNone) continue;
        if (side.door != kNone) {
          one_door = one_door && (door == kNone || door == side.door);
          door = side.door;
        } else if (const std::uint32_t next = cells.sides[side.neighbor].cell; !seen[next]) {
          seen[next] = true;
          group.push_back(next);
        }
      }
    }
    if (door == kNone || !one_door || area > kLargest) continue;
    for (const std::uint32_t cell : group) in_door[cell] = true;
  }
  return in_door;
}

// One thing to draw, kept until all are known so that far ones come first.
struct Stroke {
  double depth = 0.0;
  std::vector<glm::vec3> points;
  CanvasStyle style;
  bool closed = false;
};

class MapPainter {
 public:
  MapPainter(const CellComplex& cells, const MapHeights& heights, const MapOptions& options,
             DebugCanvas& canvas)
      : cells_(cells),
        heights_(heights),
        options_(options),
        canvas_(canvas),
        towards_(map_canvas_view(options.view).towards) {
    towards_ = glm::normalize(towards_);
    layered_ = options.view != MapView::Top || has_storeys(cells);
    cut_ = options.view == MapView::Iso && !has_storeys(cells);
    measure_sides();
    in_door_ = find_door_cells(cells);
    thin_ = line_scale(cells);
    face_depth_.assign(cells.sides.size(), -std::numeric_limits<double>::infinity());
  }

  void paint() {
    for (std::uint32_t i = 0; i < cells_.cells.size(); ++i) {
      if (is_shown(i)) paint_cell(i);
    }
    if (!options_.pieces.empty()) paint_pieces();
    if (layered_) {
      std::stable_sort(strokes_.begin(), strokes_.end(),
                       [](const Stroke& a, const Stroke& b) { return a.depth < b.depth; });
    }
    for (const Stroke& stroke : strokes_) {
      if (stroke.closed)
        canvas_.polygon(stroke.points, stroke.style);
      else
        canvas_.polyline(stroke.points, stroke.style);
    }
    for (const MapLayer layer : {kLayerWall, kLayerStep, kLayerDoor, kLayerPortal}) {
      const auto entry = legend_.find(layer);
      if (entry != legend_.end()) canvas_.legend(entry->second.text, entry->second.style);
    }
  }

 private:
  bool is_shown(std::uint32_t cell) const {
    return heights_.floors[cell] >= options_.floor_low &&
           heights_.floors[cell] <= options_.floor_high;
  }

  void measure_sides() {
    normals_.reserve(cells_.sides.size());
    for (const CellSide& side : cells_.sides) {
      const glm::dvec3 area = side_area_vector(cells_, side);
      const double size = glm::length(area);
      normals_.push_back(size > 0.0 ? area / size : glm::dvec3(0.0));
    }
  }

  bool is_wall(std::uint32_t side) const { return cells_.sides[side].neighbor == kNone; }
  double facing(std::uint32_t side) const { return glm::dot(normals_[side], towards_); }

  double depth_of(std::span<const glm::dvec3> points) const {
    double depth = 0.0;
    for (const glm::dvec3& point : points) depth += glm::dot(point, towards_);
    return depth / static_cast<double>(points.size());
  }

  void add(std::span<const glm::dvec3> points, CanvasStyle style, bool closed, double depth) {
    if (points.size() < 2) return;
    Stroke stroke{depth, narrowed(points), style, closed};
    if (layered_) stroke.style.layer = kLayerFloor;
    strokes_.push_back(std::move(stroke));
  }

  // A line is drawn after the faces it borders: `depth` is the nearest one's.
  void add_line(std::span<const glm::dvec3> points, Colour colour, double width, MapLayer layer,
                double depth) {
    if (options_.quiet) colour = mix_colours(colour, kQuietFloor, 0.45);
    add(points, stroke_style(colour, thin_ * static_cast<float>(width), layer), false,
        depth + kLineLift);
    if (layer == kLayerWall) explain("wall", colour, 2.2f, layer);
    if (layer == kLayerStep) explain("step or edge", with_alpha(kWallInk, 0.55f), 1.0f, layer);
    if (layer == kLayerPortal) explain("portal between cells", {186, 190, 198, 255}, 1.0f, layer);
  }

  void explain(const char* name, Colour colour, float width, MapLayer layer) {
    legend_.emplace(layer, LegendEntry{name, stroke_style(colour, width, layer)});
  }

  // The part of a polygon that a doll's house keeps.
  std::vector<glm::dvec3> cut(std::vector<glm::dvec3> polygon, std::uint32_t cell) const {
    if (!cut_) return polygon;
    std::vector<glm::dvec3> kept;
    const double top = heights_.floors[cell] + kWallShown;
    clip_polygon(polygon, {{0.0, -1.0, 0.0}, -top}, kept);
    return kept;
  }

  void paint_cell(std::uint32_t index) {
    const Cell& cell = cells_.cells[index];
    Colour colour = rank_colour(height_rank(heights_, heights_.floors[index]));
    if (in_door_[index]) colour = mix_colours(colour, kDoorInk, 0.55);
    if (options_.quiet) colour = mix_colours(colour, kQuietFloor, kQuieter);
    for (std::uint32_t side = cell.first_side; side < cell.first_side + cell.side_count; ++side) {
      if (is_wall(side) && facing(side) > kEdgeOn) paint_face(side, colour);
    }
    for (std::uint32_t side = cell.first_side; side < cell.first_side + cell.side_count; ++side) {
      if (std::abs(facing(side)) <= kEdgeOn)
        paint_edge_on(side);
      else if (!is_wall(side) && cells_.sides[side].door != kNone)
        paint_door(side);
    }
    paint_edges(cell);
  }

  void paint_face(std::uint32_t side, Colour colour) {
    if (cells_.sides[side].material < options_.material_colours.size())
      colour = options_.material_colours[cells_.sides[side].material];
    const std::vector<glm::dvec3> polygon =
        cut(side_polygon(cells_, cells_.sides[side]), cells_.sides[side].cell);
    const Colour fill = shaded(colour, normals_[side]);
    CanvasStyle style = fill_style(fill, kLayerFloor);
    style.stroke = fill;  // covers the hairline that antialiasing leaves between neighbours
    style.width = 0.7f;
    if (polygon.empty()) return;
    face_depth_[side] = depth_of(polygon);
    add(polygon, style, true, face_depth_[side]);
    if (cut_) paint_cut(polygon, side);
    if (!layered_) {
      style = stroke_style(with_alpha(kWallInk, 0.05f), 9.0f, kLayerShadow);
      add(polygon, style, true, 0.0);
    }
  }

  // The line along which a doll's house was cut.
  void paint_cut(std::span<const glm::dvec3> polygon, std::uint32_t side) {
    const double top = heights_.floors[cells_.sides[side].cell] + kWallShown;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const std::array<glm::dvec3, 2> line{polygon[i], polygon[(i + 1) % polygon.size()]};
      if (std::abs(line[0].y - top) > 1e-6 || std::abs(line[1].y - top) > 1e-6) continue;
      add_line(line, kWallInk, 1.8, kLayerWall, face_depth_[side]);
    }
  }

  // The nearest part of a cub's side that is seen; far behind all where none is.
  double side_depth(std::uint32_t cell, std::int32_t number) const {
    double depth = -std::numeric_limits<double>::infinity();
    if (cell >= cells_.cells.size() || !is_shown(cell)) return depth;
    const Cell& c = cells_.cells[cell];
    for (std::uint32_t i = c.first_side; i < c.first_side + c.side_count; ++i)
      if (cells_.sides[i].source_side == number) depth = std::max(depth, face_depth_[i]);
    return depth;
  }

  // The way between two cells; far behind all where there is none that is shown.
  double portal_depth(std::uint32_t cell, std::uint32_t other) const {
    double depth = -std::numeric_limits<double>::infinity();
    if (cell >= cells_.cells.size() || !is_shown(cell)) return depth;
    const Cell& c = cells_.cells[cell];
    for (std::uint32_t i = c.first_side; i < c.first_side + c.side_count; ++i) {
      const std::uint32_t mate = cells_.sides[i].neighbor;
      if (mate != kNone && cells_.sides[mate].cell == other)
        depth = std::max(depth, depth_of(side_polygon(cells_, cells_.sides[i])) + kLineLift);
    }
    return depth;
  }

  // Pieces are drawn right after the wall they stand on, far ones first.
  void paint_pieces() {
    constexpr double kOwnDepth = 1e-5;  // of a piece's depth: orders those of one wall
    for (const PieceFace& face : options_.pieces) {
      if (glm::dot(face.normal, towards_) <= kEdgeOn) continue;
      const double own = depth_of(face.corners);
      double depth =
          std::max(side_depth(face.cell, face.side), side_depth(face.other_cell, face.other_side));
      if (face.stands_free) depth = portal_depth(face.cell, face.other_cell);
      if (!std::isfinite(depth)) continue;
      const std::vector<glm::dvec3> corners = cut(face.corners, face.cell);
      const Colour fill = shaded(face.colour, face.normal);
      CanvasStyle style = fill_style(fill, kLayerFloor);
      style.stroke = fill;
      style.width = 0.3f;
      add(corners, style, true, depth + 0.5 * kLineLift + kOwnDepth * (own - depth));
    }
  }

  void paint_door(std::uint32_t side) {
    if (side > cells_.sides[side].neighbor) return;
    CanvasStyle style = stroke_style(kDoorInk, 1.6f * thin_, kLayerDoor);
    style.fill = with_alpha(kDoorInk, 0.45f);
    const std::vector<glm::dvec3> polygon =
        cut(side_polygon(cells_, cells_.sides[side]), cells_.sides[side].cell);
    if (polygon.empty()) return;
    add(polygon, style, true, depth_of(polygon) + kLineLift);
    explain("door", kDoorInk, 4.0f, kLayerDoor);
  }

  // The two corners of a side that lie farthest apart on the picture.
  std::array<glm::dvec3, 2> silhouette(std::uint32_t side) const {
    const std::vector<glm::dvec3> polygon = side_polygon(cells_, cells_.sides[side]);
    std::array<glm::dvec3, 2> ends{polygon[0], polygon[0]};
    double longest = -1.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      for (std::size_t k = i + 1; k < polygon.size(); ++k) {
        glm::dvec3 apart = polygon[k] - polygon[i];
        apart -= glm::dot(apart, towards_) * towards_;
        const double length = glm::dot(apart, apart);
        const bool nearer = glm::dot(polygon[i] + polygon[k] - ends[0] - ends[1], towards_) < 0.0;
        if (length > longest * (1.0 + 1e-9) || (length > longest * (1.0 - 1e-9) && nearer)) {
          longest = std::max(longest, length);
          ends = {polygon[i], polygon[k]};
        }
      }
    }
    return ends;
  }

  void paint_edge_on(std::uint32_t side) {
    const CellSide& s = cells_.sides[side];
    const std::array<glm::dvec3, 2> line = silhouette(side);
    const double depth = std::max(depth_of(line), floor_depth(s.cell));
    if (s.neighbor == kNone) {
      if (shares_line(side, line))
        paint_step(side, line, depth);
      else
        add_line(line, kWallInk, 2.2, kLayerWall, depth);
    } else if (side < s.neighbor) {
      if (s.door != kNone) {
        add_line(line, kDoorInk, 4.0, kLayerDoor, depth);
        explain("door", kDoorInk, 4.0f, kLayerDoor);
      } else if (options_.portals) {
        add_line(line, with_alpha({255, 255, 255, 255}, 0.4f), 0.7, kLayerPortal, depth);
      }
    }
  }

  // The nearest of a cell's faces that are seen.
  double floor_depth(std::uint32_t index) const {
    const Cell& cell = cells_.cells[index];
    double depth = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i)
      depth = std::max(depth, face_depth_[i]);
    return depth;
  }

  // True where a way through lies above or below the wall, in the same plane: the wall is a step or
  // a lintel.
  bool shares_line(std::uint32_t side, const std::array<glm::dvec3, 2>& line) const {
    const double length = glm::distance(line[0], line[1]);
    if (!(length > 0.0)) return false;
    const glm::dvec3 along = (line[1] - line[0]) / length;
    const Cell& cell = cells_.cells[cells_.sides[side].cell];
    for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
      if (is_wall(i) || cells_.sides[i].face != cells_.sides[side].face) continue;
      double first = length, last = 0.0;
      for (const glm::dvec3& corner : side_polygon(cells_, cells_.sides[i])) {
        const double at = glm::dot(corner - line[0], along);
        first = std::min(first, at);
        last = std::max(last, at);
      }
      if (std::min(last, length) - std::max(first, 0.0) > 0.01 * length) return true;
    }
    return false;
  }

  // True where the wall rises from the floor to a way through above it: what hides it is the floor
  // behind.
  bool is_riser(std::uint32_t side) const {
    const CellSide& s = cells_.sides[side];
    const Cell& cell = cells_.cells[s.cell];
    for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
      if (!is_wall(i) && cells_.sides[i].face == s.face && lowest(i) > lowest(side) + 0.05)
        return true;
    }
    return false;
  }

  double lowest(std::uint32_t side) const {
    double low = std::numeric_limits<double>::infinity();
    for (const glm::dvec3& corner : side_polygon(cells_, cells_.sides[side]))
      low = std::min(low, corner.y);
    return low;
  }

  // Steps grow darker with their height; lintels are not drawn.
  void paint_step(std::uint32_t side, std::span<const glm::dvec3> line, double depth) {
    const std::vector<glm::dvec3> polygon = side_polygon(cells_, cells_.sides[side]);
    double low = polygon[0].y, high = polygon[0].y;
    for (const glm::dvec3& corner : polygon) {
      low = std::min(low, corner.y);
      high = std::max(high, corner.y);
    }
    if (low > heights_.floors[cells_.sides[side].cell] + 0.05) return;
    const float strength = static_cast<float>(std::clamp(0.25 + 0.3 * (high - low), 0.25, 0.8));
    add_line(line, with_alpha(kWallInk, strength), 0.8 + 0.4 * std::min(high - low, 1.5),
             kLayerStep, depth);
  }

  using EdgeKey = std::pair<std::uint32_t, std::uint32_t>;

  // Edges between two sides of a cell that meet at an angle, and outlines against sides that face
  // away.
  void paint_edges(const Cell& cell) {
    std::map<EdgeKey, std::uint32_t> first_side;
    for (std::uint32_t side = cell.first_side; side < cell.first_side + cell.side_count; ++side) {
      const CellSide& s = cells_.sides[side];
      for (std::uint32_t i = 0; i < s.corner_count; ++i) {
        const std::uint32_t a = cells_.corners[s.first_corner + i];
        const std::uint32_t b = cells_.corners[s.first_corner + (i + 1) % s.corner_count];
        const auto [entry, fresh] =
            first_side.emplace(EdgeKey{std::min(a, b), std::max(a, b)}, side);
        if (!fresh) paint_edge(entry->second, side, entry->first);
      }
    }
  }

  void paint_edge(std::uint32_t one, std::uint32_t other, EdgeKey edge) {
    const bool one_seen = facing(one) > kEdgeOn && is_wall(one);
    const bool other_seen = facing(other) > kEdgeOn && is_wall(other);
    if (!one_seen && !other_seen) return;
    if (std::abs(facing(one)) <= kEdgeOn || std::abs(facing(other)) <= kEdgeOn)
      return;  // drawn as a line already
    std::vector<glm::dvec3> line{to_metres(cells_.vertices[edge.first]),
                                 to_metres(cells_.vertices[edge.second])};
    if (!cut_line(line, cells_.sides[one].cell)) return;
    const double depth = std::max(face_depth_[one], face_depth_[other]);
    if (one_seen && other_seen) {
      if (glm::dot(normals_[one], normals_[other]) < kCrease)
        add_line(line, with_alpha(kWallInk, 0.55f), 0.9, kLayerStep, depth);
    } else if (is_wall(one) && is_wall(other)) {
      if (!is_riser(one_seen ? other : one)) add_line(line, kWallInk, 1.8, kLayerWall, depth);
    } else {
      paint_rim(is_wall(one) ? one : other, is_wall(one) ? other : one, line);
    }
  }

  // Where a wall that is seen ends at a portal: the rim of a drop where the floor behind is lower.
  void paint_rim(std::uint32_t wall, std::uint32_t portal, std::span<const glm::dvec3> line) {
    const CellSide& mate = cells_.sides[cells_.sides[portal].neighbor];
    const double drop = heights_.floors[cells_.sides[wall].cell] - heights_.floors[mate.cell];
    const bool floor = normals_[wall].y > 0.7 && std::abs(normals_[portal].y) < 0.3;
    if (floor && drop > 0.05 && options_.view != MapView::Top) {
      add_line(line, with_alpha(kWallInk, 0.5f), 0.9, kLayerStep, face_depth_[wall]);
    } else if (options_.portals) {
      add_line(line, with_alpha({255, 255, 255, 255}, 0.35f), 0.6, kLayerPortal, face_depth_[wall]);
    }
  }

  // Shortens a line to what a doll's house keeps; false where nothing is left.
  bool cut_line(std::vector<glm::dvec3>& line, std::uint32_t cell) const {
    if (!cut_) return true;
    const double top = heights_.floors[cell] + kWallShown;
    if (line[0].y > line[1].y) std::swap(line[0], line[1]);
    if (line[0].y >= top) return false;
    if (line[1].y > top)
      line[1] = glm::mix(line[0], line[1], (top - line[0].y) / (line[1].y - line[0].y));
    return true;
  }

  const CellComplex& cells_;
  const MapHeights& heights_;
  const MapOptions& options_;
  DebugCanvas& canvas_;
  glm::dvec3 towards_;
  bool layered_ = false;  // drawn far to near instead of layer by layer
  bool cut_ = false;      // walls end a little above the floor
  std::vector<glm::dvec3> normals_;
  std::vector<bool> in_door_;
  std::vector<double> face_depth_;  // of sides drawn as faces
  float thin_ = 1.0f;
  std::map<MapLayer, LegendEntry> legend_;
  std::vector<Stroke> strokes_;
};

}  // namespace

void make_quiet(MapOptions& options) noexcept {
  options.quiet = true;
  options.portals = options.things = options.sight = false;
}

CanvasView map_canvas_view(MapView view) noexcept {
  switch (view) {
    case MapView::Top:
      return top_view();
    case MapView::Front:
      return front_view();
    case MapView::Side:
      return side_view();
    case MapView::Iso:
      return orbit_view(0.5235988f, 0.6981317f);  // 30 and 40 degrees
  }
  return top_view();
}

bool has_storeys(const CellComplex& cells) {
  return std::any_of(cells.sides.begin(), cells.sides.end(), [&](const CellSide& side) {
    if (side.neighbor == kNone) return false;
    const glm::dvec3 area = side_area_vector(cells, side);
    return area.y > 0.3 * glm::length(area);
  });
}

void draw_map(const CellComplex& cells, const MapHeights& heights, const MapOptions& options,
              DebugCanvas& canvas) {
  MapPainter(cells, heights, options, canvas).paint();
}

}  // namespace playset
