// data/level_maker.h - LevelMaker: a few words to build a level with: box, segment, open, door,
// paint, place.
//
// Places are in metres and are rounded to the grid; corners at one place are one vertex, so that
// cubs that touch corner to corner share them and a ring closes on itself.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "playset/scaffold/scaffold.h"

namespace playset {

// What a room looks like: a material for each way its sides may face; "" for none.
struct RoomStyle {
  std::string floor = "deck";
  std::string wall = "hull";
  std::string ceiling = "panel";
};

// A slice of a ring or of a round room: `count` of them make the circle, number 0 lies towards +Z,
// 1 further to +X.
struct Circle {
  glm::dvec3 centre{0.0};
  double inner =
      0.0;  // m from the centre to the middle of the inner side; 0: the slices meet in the axis
  double outer = 1.0;
  int count = 8;  // at least 3
};

class LevelMaker {
 public:
  LevelMaker(std::string name, std::string_view session);

  // What follows gets ids of a session of its own: branches that change different parts of a level
  // then add their lines at different places.
  void part(std::string_view name);

  void material(std::string key, std::string role, std::uint32_t color);
  // Decoration pieces; and the material whose sides wear them.
  void kit(std::string_view key, ScaffoldKit kit);
  void wear(std::string_view material, std::string_view kit);
  void door(std::string key, bool closed = true, std::string needs = "");
  void trigger(std::string key, std::string kind, const std::vector<std::string>& doors = {});

  // Cubs. Each has a tag, and looks as `style` says.
  ScaffoldId box(std::string_view tag, glm::dvec3 low, glm::dvec3 high,
                 const RoomStyle& style = {});
  ScaffoldId slice(std::string_view tag, const Circle& circle, int number, double low, double high,
                   const RoomStyle& style = {});
  // A roof over a slice whose circle has no inner radius: from its ceiling to one point over the
  // centre.
  ScaffoldId roof_slice(std::string_view tag, const Circle& circle, int number, double low,
                        double tip, const RoomStyle& style = {});

  // Ways between two sides that touch: whole where they have the same corners, else partial. With a
  // door where one is named.
  void open(ScaffoldId a, CubSideName side_a, ScaffoldId b, CubSideName side_b,
            std::string_view door = {});

  void paint(ScaffoldId cub, CubSideName side, std::string_view material);
  // Another kit than the material's; "" for none.
  void dress(ScaffoldId cub, CubSideName side, std::string_view kit);
  // A wall that leads outside.
  void gate(ScaffoldId cub, CubSideName side);
  void fire_on_entry(ScaffoldId cub, std::string_view trigger);
  void fire_on_use(ScaffoldId cub, CubSideName side, std::string_view trigger);
  void spawn(std::string_view kind, ScaffoldId cub, glm::dvec3 at, int yaw_deg = 0);
  void prop(std::string_view model, ScaffoldId cub, glm::dvec3 at, int yaw_deg = 0);

  [[nodiscard]] const Scaffold& level() const { return level_; }

 private:
  ScaffoldId vertex(glm::dvec3 at);
  ScaffoldId cub(std::string_view tag, const std::array<glm::dvec3, kCubCorners>& corners,
                 const RoomStyle& style);

  Scaffold level_;
  std::string session_;
  ScaffoldIds ids_;
  std::map<std::tuple<int, int, int>, ScaffoldId> at_;  // vertices by place
};

}  // namespace playset
