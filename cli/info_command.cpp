// The size of a level, what it holds and what it costs.
#include "cli/info_command.h"

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/level_kits.h"
#include "cli/level_measures.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

Json point_json(glm::dvec3 point) { return {point.x, point.y, point.z}; }

double bytes_per_cell(const Level& level) {
  return static_cast<double>(level.bytes().size()) / std::max(level.cell_count(), 1u);
}

Json doors_json(const CellComplex& cells) {
  Json list = Json::array();
  for (const CellDoor& door : cells.doors) {
    list.push_back({{"name", door.name},
                    {"closed", door.closed},
                    {"key", door.key},
                    {"source", door.source_id}});
  }
  return list;
}

Json triggers_json(const CellComplex& cells) {
  Json list = Json::array();
  for (const CellTrigger& trigger : cells.triggers) {
    list.push_back({{"kind", trigger.kind},
                    {"special", trigger.special},
                    {"source", trigger.source_id},
                    {"doors", trigger.doors},
                    {"targets", trigger.targets}});
  }
  return list;
}

Json kits_json(const LevelKits& kits) {
  Json list = Json::object();
  for (const auto& [piece, count] : count_pieces(kits)) list[piece] = count;
  return list;
}

Json info_json(const LoadedLevel& loaded, const LevelMeasures& measures, const LevelKits& kits,
               const std::string& spec) {
  const Level& level = loaded.level;
  Json cells_by_sides = Json::object();
  for (const auto& [sides, count] : measures.cells_by_sides)
    cells_by_sides[std::to_string(sides)] = count;
  return {{"level", spec},
          {"name", loaded.cells.name},
          {"cells", level.cell_count()},
          {"sides", level.side_count()},
          {"vertices", level.vertex_count()},
          {"portals", measures.portals},
          {"walls", measures.walls},
          {"wall_triangles", level.wall_triangle_count()},
          {"components", measures.components},
          {"cells_by_sides", cells_by_sides},
          {"bounds_m", {{"min", point_json(measures.min)}, {"max", point_json(measures.max)}}},
          {"floor_area_m2", measures.floor_area},
          {"wall_area_m2", measures.wall_area},
          {"volume_m3", measures.volume},
          {"bytes", level.bytes().size()},
          {"bytes_per_cell", bytes_per_cell(level)},
          {"doors", doors_json(loaded.cells)},
          {"triggers", triggers_json(loaded.cells)},
          {"spawns", measures.spawns_by_kind},
          {"materials", measures.area_by_material},
          {"kit_pieces", kits.plan.placements.size()},
          {"kits", kits_json(kits)},
          {"repairs", repairs_json(loaded.repairs)}};
}

void print_line(const Console& console, const char* label, const std::string& text) {
  console.out << "  " << std::left << std::setw(12) << label << text << '\n';
}

std::string decimals(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string size_text(const LevelMeasures& measures) {
  const glm::dvec3 size = measures.max - measures.min;
  return decimals(size.x, 1) + " x " + decimals(size.z, 1) + " m, " + decimals(size.y, 1) +
         " m high";
}

template <typename Map, typename Text>
std::string joined(const Map& map, Text text) {
  std::string line;
  for (const auto& entry : map) line += (line.empty() ? "" : ", ") + text(entry);
  return line.empty() ? "none" : line;
}

void print_info(const Console& console, const LoadedLevel& loaded, const LevelMeasures& measures,
                const LevelKits& kits, const std::string& spec) {
  const Level& level = loaded.level;
  const auto count = [](std::size_t number) { return std::to_string(number); };
  console.out << spec << (loaded.cells.name.empty() ? "" : " \"" + loaded.cells.name + "\"")
              << '\n';
  print_line(console, "size", size_text(measures));
  print_line(
      console, "floor",
      decimals(measures.floor_area, 1) + " m2; volume " + decimals(measures.volume, 1) + " m3");
  print_line(console, "cells",
             count(level.cell_count()) + " in " + count(measures.components) +
                 (measures.components == 1 ? " connected part" : " parts that no portal joins"));
  print_line(console, "by sides", joined(measures.cells_by_sides, [&](const auto& entry) {
               return count(entry.second) + " with " + count(entry.first);
             }));
  print_line(console, "sides",
             count(measures.portals) + " portals, " + count(measures.walls) + " walls (" +
                 count(level.wall_triangle_count()) + " triangles)");
  print_line(console, "memory",
             count(level.bytes().size()) + " bytes cooked, " + decimals(bytes_per_cell(level), 1) +
                 " a cell");
  print_line(console, "doors", count(loaded.cells.doors.size()));
  print_line(console, "triggers", count(loaded.cells.triggers.size()));
  print_line(console, "spawns", joined(measures.spawns_by_kind, [&](const auto& entry) {
               return count(entry.second) + " " + entry.first;
             }));
  print_line(console, "materials", count(loaded.cells.materials.size()));
  if (kits.plan.placements.empty()) return;
  print_line(console, "kit pieces",
             count(kits.plan.placements.size()) + ": " +
                 joined(count_pieces(kits), [&](const auto& entry) {
                   return count(entry.second) + " " + entry.first;
                 }));
}

// The materials and their walls' area, largest first.
void print_materials(const Console& console, const LevelMeasures& measures) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [name, area] : measures.area_by_material) sorted.emplace_back(-area, name);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [area, name] : sorted) {
    console.out << "    " << std::right << std::setw(10) << decimals(-area, 1) << " m2  "
                << (name.empty() ? "(no material)" : name) << '\n';
  }
}

}  // namespace

int run_info(const InfoRequest& request, const Console& console) {
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  const Result<LevelKits> kits = read_kits(request.source);
  if (!kits) return report_failure(console, kits.error());
  const LevelMeasures measures = measure_cells(loaded->cells);
  if (console.json) {
    print_document(console, info_json(*loaded, measures, *kits, request.source.spec));
  } else {
    print_info(console, *loaded, measures, *kits, request.source.spec);
    if (request.materials) print_materials(console, measures);
  }
  return kExitDone;
}

void add_info_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<InfoRequest>();
  CLI::App* command =
      app.add_subcommand("info", "Say how large a level is, what is in it and what it costs");
  add_source_options(*command, *request);
  command->add_flag("--materials", request->materials,
                    "List the wall area of each material too, largest first; --json always does");
  command->footer(
      "Areas count walls only; floor is what one can stand on, seen from above.\n\n"
      "Examples:\n"
      "  playset info freedoom2.wad:MAP01 --materials\n"
      "  playset info relay_station.scaffold --json");
  set_action(*command, chosen, request, run_info);
}

}  // namespace playset
