// Paths, trails, agents and bullets on a map.
#include "cli/map_ways.h"
#include "playset/core/debug_canvas.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <span>
#include <string>
#include <vector>

namespace playset {
namespace {

constexpr Colour kGroundWay{0, 92, 170, 255};
constexpr Colour kAirWay{188, 42, 124, 255};
constexpr Colour kStart{0, 132, 92, 255};
constexpr Colour kGoal{200, 38, 46, 255};
constexpr Colour kWhite{255, 255, 255, 255};
constexpr Colour kWalker{24, 40, 84, 255};
constexpr Colour kFlyer{198, 52, 132, 255};
constexpr Colour kRay{188, 42, 124, 255};
constexpr Colour kRayPortal{20, 40, 60, 255};
constexpr Colour kBullet{226, 92, 0, 255};
constexpr std::size_t kMostBullets = 700;  // drawn
constexpr int kTrailShades = 16;

void draw_end(glm::dvec3 at, Colour colour, const char* name, DebugCanvas& canvas) {
  CanvasStyle style = fill_style(colour, kLayerThing);
  style.stroke = kWhite;
  style.width = 1.6f;
  canvas.marker(glm::vec3(at), 6.5f, style);
  canvas.legend(name, fill_style(colour, kLayerThing));
}

// Darker than the floors' colours, so that a trail is seen on the floor it runs over.
Colour trail_colour(int shade) {
  const Colour colour = ramp_colour(0.08f + 0.8f * static_cast<float>(shade) / (kTrailShades - 1));
  return with_alpha(mix_colours(colour, {20, 26, 40, 255}, 0.18), 0.5f);
}

int shade_of(const MapHeights& heights, float y) {
  const double rank = height_rank(heights, static_cast<double>(y));
  return static_cast<int>(rank * (kTrailShades - 1) + 0.5);
}

bool holds(const Box& box, glm::vec3 p) {
  const glm::dvec3 q(p);
  return q.x >= box.low.x && q.x <= box.high.x && q.y >= box.low.y && q.y <= box.high.y &&
         q.z >= box.low.z && q.z <= box.high.z;
}

// One polyline per stretch of one shade; stretches share the point between them.
void draw_trail(std::span<const glm::vec3> trail, float above_floor, const MapHeights& heights,
                DebugCanvas& canvas) {
  for (std::size_t first = 0; first + 1 < trail.size();) {
    const int shade = shade_of(heights, trail[first].y - above_floor);
    std::size_t end = first + 1;
    while (end < trail.size() && shade_of(heights, trail[end].y - above_floor) == shade) ++end;
    end = std::min(end, trail.size() - 1);
    canvas.polyline(trail.subspan(first, end - first + 1),
                    stroke_style(trail_colour(shade), 1.3f, kLayerTrace));
    first = end;
  }
}

// The stretches of a trail that lie in the box.
void draw_shown(std::span<const glm::vec3> trail, float above_floor, const MapHeights& heights,
                const Box& shown, DebugCanvas& canvas) {
  for (std::size_t first = 0; first < trail.size();) {
    std::size_t end = first;
    while (end < trail.size() && holds(shown, trail[end])) ++end;
    draw_trail(trail.subspan(first, end - first), above_floor, heights, canvas);
    first = end + 1;
  }
}

void draw_bullets(std::span<const Segment> bullets, const Box& shown, DebugCanvas& canvas) {
  const std::size_t every = std::max(bullets.size() / kMostBullets, std::size_t{1});
  for (std::size_t i = 0; i < bullets.size(); i += every) {
    if (!holds(shown, bullets[i].from) || !holds(shown, bullets[i].to)) continue;
    canvas.line(bullets[i].from, bullets[i].to, stroke_style(kBullet, 1.4f, kLayerThing));
  }
  if (bullets.empty()) return;
  std::string text = "bullet";
  if (every > 1) text += " (1 of " + std::to_string(every) + " drawn)";
  canvas.legend(text, stroke_style(kBullet, 1.4f, kLayerThing));
}

std::vector<glm::vec3> polygon_of(const Level& level, std::uint32_t side) {
  std::vector<glm::vec3> polygon;
  for (const std::uint32_t v : level.side_corners(side))
    polygon.emplace_back(to_metres(level.vertex(v)));
  return polygon;
}

// Calls fn(side) for each side of the cell.
template <typename Fn>
void for_each_side(const Level& level, std::uint32_t cell, Fn&& fn) {
  const std::uint32_t first = level.first_side(cell);
  for (std::uint32_t side = first; side < first + level.side_count(cell); ++side) fn(side);
}

// The portal between two cells, and where the line passes its plane.
void draw_crossing(const Level& level, std::uint32_t cell, std::uint32_t next, glm::dvec3 from,
                   glm::dvec3 end, DebugCanvas& canvas) {
  for_each_side(level, cell, [&](std::uint32_t side) {
    if (level.side_neighbor(side) != next) return;
    const std::vector<glm::vec3> portal = polygon_of(level, side);
    const glm::dvec3 n = level.side_normal(side);
    const double height = glm::dot(n, from - glm::dvec3(portal[0]));
    const double fall = glm::dot(n, from - end);
    CanvasStyle style = stroke_style(kRayPortal, 1.6f, kLayerTrace);
    canvas.polygon(portal, style);
    if (!(fall > 0.0) || height < 0.0 || height > fall) return;
    canvas.marker(glm::vec3(from + (end - from) * (height / fall)), 2.6f,
                  fill_style(kRay, kLayerTrace + 2));
  });
}

}  // namespace

void draw_ray(const Level& level, glm::dvec3 from, glm::dvec3 end, HitKind kind,
              std::span<const std::uint32_t> crossed, DebugCanvas& canvas) {
  for (std::size_t i = 0; i < crossed.size(); ++i) {
    const Colour tint = i % 2 == 0 ? kSky : kOrange;
    for_each_side(level, crossed[i], [&](std::uint32_t side) {
      if (level.side_normal(side).y > 0.5)
        canvas.polygon(polygon_of(level, side), fill_style(with_alpha(tint, 0.4f), kLayerTrace));
    });
    if (i + 1 < crossed.size()) draw_crossing(level, crossed[i], crossed[i + 1], from, end, canvas);
  }
  const std::array<glm::vec3, 2> line{glm::vec3(from), glm::vec3(end)};
  canvas.polyline(line, stroke_style(kWhite, 4.0f, kLayerTrace + 1));
  canvas.polyline(line, stroke_style(kRay, 2.0f, kLayerTrace + 1));
  canvas.legend("ray, " + std::to_string(crossed.size()) + " cells",
                stroke_style(kRay, 2.0f, kLayerTrace));
  canvas.legend("portal it passes", stroke_style(kRayPortal, 1.6f, kLayerTrace));
  draw_end(end, kGoal,
           kind == HitKind::Door   ? "door"
           : kind == HitKind::Wall ? "wall"
                                   : "end",
           canvas);
  draw_end(from, kStart, "start", canvas);
}

void draw_way(const NavPath& path, bool ground, DebugCanvas& canvas) {
  const Colour colour = ground ? kGroundWay : kAirWay;
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const std::array<glm::vec3, 2> leg{glm::vec3(path.points[i - 1].position),
                                       glm::vec3(path.points[i].position)};
    canvas.polyline(leg, stroke_style(kWhite, 5.5f, kLayerTrace));
    CanvasStyle style = stroke_style(colour, 3.0f, kLayerTrace + 1);
    if (path.points[i].drops) style.dash = 6.0f;
    canvas.polyline(leg, style);
  }
  for (std::size_t i = 1; i + 1 < path.points.size(); ++i)
    canvas.marker(glm::vec3(path.points[i].position), 3.2f, fill_style(colour, kLayerThing));
  canvas.legend(ground ? "way on the ground" : "way in the air",
                stroke_style(colour, 3.0f, kLayerTrace));
  if (path.points.empty()) return;
  draw_end(path.points.back().position, kGoal, "goal", canvas);
  draw_end(path.points.front().position, kStart, "start", canvas);
}

void draw_no_way(glm::dvec3 from, glm::dvec3 to, DebugCanvas& canvas) {
  draw_end(to, kGoal, "goal", canvas);
  draw_end(from, kStart, "start", canvas);
}

void draw_bots(const BotsScene& scene, const MapHeights& heights, const Box& shown,
               DebugCanvas& canvas) {
  const std::span<const AvoidAgent> agents = scene.agents();
  for (std::uint32_t i = 0; i < agents.size(); ++i)
    draw_shown(scene.trail(i), agents[i].ground ? 1.0f : 0.0f, heights, shown, canvas);
  canvas.legend("trail, by height",
                stroke_style(trail_colour(kTrailShades / 2), 2.4f, kLayerTrace));
  draw_bullets(scene.bullets(), shown, canvas);
  for (const AvoidAgent& agent : agents) {
    if (!holds(shown, glm::vec3(agent.center))) continue;
    CanvasStyle style = fill_style(agent.ground ? kWalker : kFlyer, kLayerThing + 1);
    style.stroke = kWhite;
    style.width = 0.9f;
    canvas.marker(glm::vec3(agent.center), 3.0f, style);
  }
  const std::size_t walkers = scene.ground_count(), flyers = agents.size() - walkers;
  if (walkers > 0)
    canvas.legend(std::to_string(walkers) + " walkers", fill_style(kWalker, kLayerThing));
  if (flyers > 0)
    canvas.legend(std::to_string(flyers) + " flyers", fill_style(kFlyer, kLayerThing));
}

}  // namespace playset
