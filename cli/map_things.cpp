// Symbols for what is placed in a level, by what the importer calls it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "cli/draw_map.h"
#include "playset/core/debug_canvas.h"

namespace playset {
namespace {

enum class ThingClass : std::uint8_t { Start, Enemy, Key, Item, Light, Other };

struct ThingLook {
  const char* name;
  Colour colour;
  float radius;  // px
};

// In drawing order from last to first: the start lies on top.
constexpr std::array<ThingLook, 6> kLooks = {{
    {"player start", {0, 132, 92, 255}, 5.0f},
    {"enemy", {200, 38, 46, 255}, 3.2f},
    {"key", {250, 204, 21, 255}, 4.6f},
    {"item", {40, 116, 196, 255}, 2.3f},
    {"light", {255, 233, 150, 255}, 2.0f},
    {"other thing", {120, 124, 134, 255}, 1.7f},
}};

struct KindWord {
  const char* word;
  ThingClass thing;
};

// Tried in order; the first word that the kind holds decides.
constexpr std::array<KindWord, 27> kWords = {{
    {"player", ThingClass::Start},  {"start", ThingClass::Start},   {"prop", ThingClass::Other},
    {"key", ThingClass::Key},       {"item", ThingClass::Item},     {"powerup", ThingClass::Item},
    {"weapon", ThingClass::Item},   {"ammo", ThingClass::Item},     {"health", ThingClass::Item},
    {"armor", ThingClass::Item},    {"armour", ThingClass::Item},   {"pickup", ThingClass::Item},
    {"hostage", ThingClass::Item},  {"supply", ThingClass::Item},   {"medkit", ThingClass::Item},
    {"artifact", ThingClass::Item}, {"monster", ThingClass::Enemy}, {"enemy", ThingClass::Enemy},
    {"robot", ThingClass::Enemy},   {"guard", ThingClass::Enemy},   {"reactor", ThingClass::Enemy},
    {"boss", ThingClass::Enemy},    {"drone", ThingClass::Enemy},   {"turret", ThingClass::Enemy},
    {"sniper", ThingClass::Enemy},  {"lamp", ThingClass::Light},    {"light", ThingClass::Light},
}};

// DOOM's own numbers, where its importer keeps only those.
constexpr std::array<std::int32_t, 20> kDoomEnemies = {
    7, 9, 16, 58, 64, 65, 66, 67, 68, 69, 71, 72, 84, 88, 3001, 3002, 3003, 3004, 3005, 3006};
constexpr std::array<std::int32_t, 2> kDoomRedKeys = {13, 38};
constexpr std::array<std::int32_t, 2> kDoomBlueKeys = {5, 40};
constexpr std::array<std::int32_t, 2> kDoomYellowKeys = {6, 39};
constexpr std::array<std::int32_t, 30> kDoomItems = {
    8,    17,   82,   83,   2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2010, 2011, 2012,
    2013, 2014, 2015, 2018, 2019, 2022, 2023, 2024, 2025, 2026, 2045, 2046, 2047, 2048, 2049};

template <std::size_t N>
bool holds(const std::array<std::int32_t, N>& numbers, std::int32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

ThingClass class_of_doom(std::int32_t type) {
  if (holds(kDoomEnemies, type)) return ThingClass::Enemy;
  if (holds(kDoomItems, type)) return ThingClass::Item;
  const bool key =
      holds(kDoomRedKeys, type) || holds(kDoomBlueKeys, type) || holds(kDoomYellowKeys, type);
  return key ? ThingClass::Key : ThingClass::Other;
}

ThingClass class_of(const CellSpawn& spawn, bool doom) {
  if (doom && spawn.kind == "thing") return class_of_doom(spawn.type);
  if (spawn.kind == "deathmatch_start") return ThingClass::Other;
  for (const KindWord& entry : kWords) {
    if (spawn.kind.find(entry.word) != std::string::npos) return entry.thing;
  }
  return ThingClass::Other;
}

Colour key_colour(const CellSpawn& spawn) {
  const bool number_only = spawn.kind == "thing";
  if (spawn.kind.find("red") != std::string::npos ||
      (number_only && holds(kDoomRedKeys, spawn.type))) {
    return {220, 40, 40, 255};
  }
  if (spawn.kind.find("blue") != std::string::npos ||
      (number_only && holds(kDoomBlueKeys, spawn.type))) {
    return {50, 110, 240, 255};
  }
  return kLooks[static_cast<std::size_t>(ThingClass::Key)].colour;
}

void draw_start(const CellSpawn& spawn, DebugCanvas& canvas) {
  const Colour colour = kLooks[static_cast<std::size_t>(ThingClass::Start)].colour;
  const glm::vec3 place(spawn.position);
  const glm::vec3 ahead(static_cast<float>(std::sin(spawn.yaw)), 0.0f,
                        static_cast<float>(std::cos(spawn.yaw)));
  canvas.arrow(place, place + 2.6f * ahead, stroke_style({255, 255, 255, 255}, 5.0f, kLayerThing),
               15.0f);
  canvas.arrow(place, place + 2.5f * ahead, stroke_style(colour, 2.6f, kLayerThing), 12.0f);
}

// Spawns lie at the picture's surface: nothing hides them in a plan, and a doll's house has no near
// walls.
void draw_thing(const CellSpawn& spawn, ThingClass thing, float scale, DebugCanvas& canvas) {
  const ThingLook& look = kLooks[static_cast<std::size_t>(thing)];
  CanvasStyle style =
      fill_style(thing == ThingClass::Key ? key_colour(spawn) : look.colour, kLayerThing);
  style.stroke = thing == ThingClass::Other ? kNoColour : Colour{255, 255, 255, 255};
  style.width = thing == ThingClass::Other ? 0.0f : thing == ThingClass::Start ? 1.6f : 0.9f;
  canvas.marker(glm::vec3(spawn.position), look.radius * std::max(scale, 0.75f), style);
}

std::string legend_text(ThingClass thing, std::size_t count) {
  const char* name = kLooks[static_cast<std::size_t>(thing)].name;
  if (count == 1) return name;
  std::string plural = name;
  if (plural == "enemy") return std::to_string(count) + " enemies";
  return std::to_string(count) + " " + plural + "s";
}

}  // namespace

void draw_things(const CellComplex& cells, const MapHeights& heights, const MapOptions& options,
                 DebugCanvas& canvas) {
  const bool doom = cells.source_axes.from == kDoomAxes.from;
  std::array<std::vector<const CellSpawn*>, kLooks.size()> by_class;
  for (const CellSpawn& spawn : cells.spawns) {
    if (spawn.cell == kNone) continue;
    const double floor = heights.floors[spawn.cell];
    if (floor < options.floor_low || floor > options.floor_high) continue;
    by_class[static_cast<std::size_t>(class_of(spawn, doom))].push_back(&spawn);
  }
  for (std::size_t i = kLooks.size(); i-- > 0;) {
    const auto thing = static_cast<ThingClass>(i);
    if (thing == ThingClass::Start && !by_class[i].empty())
      draw_start(*by_class[i].front(), canvas);
    for (const CellSpawn* spawn : by_class[i]) draw_thing(*spawn, thing, line_scale(cells), canvas);
  }
  for (std::size_t i = 0; i < kLooks.size(); ++i) {
    if (by_class[i].empty()) continue;
    canvas.legend(legend_text(static_cast<ThingClass>(i), by_class[i].size()),
                  fill_style(kLooks[i].colour, kLayerThing));
  }
}

}  // namespace playset
