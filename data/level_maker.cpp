// LevelMaker: turns boxes and slices of circles into cubs, and touching sides into windows.
#include "level_maker.h"

#include <algorithm>

#include "playset/core/math.h"
#include "playset/scaffold/cub_shape.h"

namespace playset {
namespace {

ScaffoldId material_id(std::string_view key) { return key.empty() ? kNoId : key_id(key); }

std::uint8_t number_of(CubSideName side) { return static_cast<std::uint8_t>(side); }

glm::dvec3 mix_places(glm::dvec3 low, glm::dvec3 high, std::size_t corner) {
  const auto& place = kCornerPlaces[corner];
  return {place[0] ? high.x : low.x, place[1] ? high.y : low.y, place[2] ? high.z : low.z};
}

// The corner of a regular polygon around the circle's centre, `distance` being that of its sides.
// Corner 0 is between slices -1 and 0.
glm::dvec3 circle_corner(const Circle& circle, double distance, int corner, double height) {
  const double half = kPi / circle.count;
  const SineCosineDouble turn = sine_cosine((2 * (corner % circle.count) - 1) * half);
  const double radius = distance / cosine(half);
  return {circle.centre.x + radius * turn.sine, height, circle.centre.z + radius * turn.cosine};
}

bool same_vertices(const SideLoop& a, const SideLoop& b) {
  const auto all_in = [](const SideLoop& x, const SideLoop& y) {
    const auto end = y.vertices.begin() + y.count;
    return std::all_of(x.vertices.begin(), x.vertices.begin() + x.count, [&](ScaffoldId id) {
      return std::find(y.vertices.begin(), end, id) != end;
    });
  };
  return a.count == b.count && all_in(a, b);
}

}  // namespace

LevelMaker::LevelMaker(std::string name, std::string_view session)
    : session_(session), ids_(session, level_) {
  level_.name = std::move(name);
}

void LevelMaker::part(std::string_view name) {
  ids_ = ScaffoldIds(session_ + "/" + std::string(name), level_);
}

void LevelMaker::material(std::string key, std::string role, std::uint32_t color) {
  add_record(level_.materials,
             ScaffoldMaterial{key_id(key), key, std::move(role), color, kNoId, {}});
}

void LevelMaker::kit(std::string_view key, ScaffoldKit kit) {
  kit.id = key_id(key);
  kit.key = key;
  add_record(level_.kits, std::move(kit));
}

void LevelMaker::wear(std::string_view material, std::string_view kit) {
  find_record(level_.materials, key_id(material))->kit = key_id(kit);
}

void LevelMaker::door(std::string key, bool closed, std::string needs) {
  add_record(level_.doors, ScaffoldDoor{key_id(key), key, closed, std::move(needs), {}});
}

void LevelMaker::trigger(std::string key, std::string kind, const std::vector<std::string>& doors) {
  ScaffoldTrigger record;
  record.id = key_id(key);
  record.key = std::move(key);
  record.kind = std::move(kind);
  for (const std::string& door : doors) record.doors.push_back(key_id(door));
  add_record(level_.triggers, record);
}

ScaffoldId LevelMaker::vertex(glm::dvec3 at) {
  const GridPoint p = to_grid(at);
  const auto [found, fresh] = at_.try_emplace({p.x, p.y, p.z}, kNoId);
  if (fresh) {
    found->second = ids_.take();
    add_record(level_.vertices, ScaffoldVertex{found->second, p, {}});
  }
  return found->second;
}

ScaffoldId LevelMaker::cub(std::string_view tag, const std::array<glm::dvec3, kCubCorners>& corners,
                           const RoomStyle& style) {
  ScaffoldCub record;
  for (std::size_t i = 0; i < kCubCorners; ++i) record.corners[i] = vertex(corners[i]);
  for (std::size_t side = 0; side < kCubSides; ++side) {
    const bool floor = side == number_of(CubSideName::Bottom),
               ceiling = side == number_of(CubSideName::Top);
    record.sides[side].material = material_id(floor     ? style.floor
                                              : ceiling ? style.ceiling
                                                        : style.wall);
  }
  record.tags.emplace_back(tag);
  record.id = ids_.take();
  add_record(level_.cubs, record);
  return record.id;
}

ScaffoldId LevelMaker::box(std::string_view tag, glm::dvec3 low, glm::dvec3 high,
                           const RoomStyle& style) {
  std::array<glm::dvec3, kCubCorners> corners;
  for (std::size_t i = 0; i < kCubCorners; ++i) corners[i] = mix_places(low, high, i);
  return cub(tag, corners, style);
}

ScaffoldId LevelMaker::slice(std::string_view tag, const Circle& circle, int number, double low,
                             double high, const RoomStyle& style) {
  std::array<glm::dvec3, kCubCorners> corners;
  for (std::size_t i = 0; i < kCubCorners; ++i) {
    const auto& place = kCornerPlaces[i];
    const double distance = place[2] ? circle.outer : circle.inner;
    corners[i] = circle_corner(circle, distance, number + place[0], place[1] ? high : low);
  }
  return cub(tag, corners, style);
}

ScaffoldId LevelMaker::roof_slice(std::string_view tag, const Circle& circle, int number,
                                  double low, double tip, const RoomStyle& style) {
  std::array<glm::dvec3, kCubCorners> corners;
  for (std::size_t i = 0; i < kCubCorners; ++i) {
    const auto& place = kCornerPlaces[i];
    const bool outer = place[1] == 0 && place[2] == 1;
    corners[i] =
        outer ? circle_corner(circle, circle.outer, number + place[0], low) : circle.centre;
    if (!outer) corners[i].y = place[1] ? tip : low;
  }
  return cub(tag, corners, style);
}

void LevelMaker::open(ScaffoldId a, CubSideName side_a, ScaffoldId b, CubSideName side_b,
                      std::string_view door) {
  ScaffoldWindow window;
  window.sides = {SideRef{a, number_of(side_a)}, SideRef{b, number_of(side_b)}};
  const SideLoop loop_a = side_loop(*find_record(level_.cubs, a), number_of(side_a));
  const SideLoop loop_b = side_loop(*find_record(level_.cubs, b), number_of(side_b));
  window.partial = !same_vertices(loop_a, loop_b);
  window.door = door.empty() ? kNoId : key_id(door);
  window.id = ids_.take();
  add_record(level_.windows, window);
}

void LevelMaker::paint(ScaffoldId cub, CubSideName side, std::string_view material) {
  find_record(level_.cubs, cub)->sides[number_of(side)].material = key_id(material);
}

void LevelMaker::dress(ScaffoldId cub, CubSideName side, std::string_view kit) {
  ScaffoldSide& wall = find_record(level_.cubs, cub)->sides[number_of(side)];
  wall.kit = kit.empty() ? kNoId : key_id(kit);
  wall.wear.bare = kit.empty();
}

void LevelMaker::gate(ScaffoldId cub, CubSideName side) {
  find_record(level_.cubs, cub)->sides[number_of(side)].gate = true;
}

void LevelMaker::fire_on_entry(ScaffoldId cub, std::string_view trigger) {
  find_record(level_.cubs, cub)->trigger = key_id(trigger);
}

void LevelMaker::fire_on_use(ScaffoldId cub, CubSideName side, std::string_view trigger) {
  find_record(level_.cubs, cub)->sides[number_of(side)].trigger = key_id(trigger);
}

void LevelMaker::spawn(std::string_view kind, ScaffoldId cub, glm::dvec3 at, int yaw_deg) {
  ScaffoldSpawn record;
  record.id = ids_.take();
  record.kind = kind;
  record.at = to_grid(at);
  record.yaw = yaw_deg * 1000;
  record.cub = cub;
  add_record(level_.spawns, record);
}

void LevelMaker::prop(std::string_view model, ScaffoldId cub, glm::dvec3 at, int yaw_deg) {
  ScaffoldProp record;
  record.id = ids_.take();
  record.model = model;
  record.at = to_grid(at);
  record.turn[0] = yaw_deg * 1000;
  record.cub = cub;
  add_record(level_.props, record);
}

}  // namespace playset
