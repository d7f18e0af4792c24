// Ways between two points, found and drawn.
#include "cli/path_command.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "cli/draw_command.h"
#include "cli/map_ways.h"
#include "cli/stopwatch.h"
#include "playset/core/config.h"
#include "playset/core/debug_canvas.h"
#include "playset/core/text_number.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/ground_graph.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

// One class's answer.
struct Way {
  bool ground = true;
  NavPath path;
  double build_seconds = 0.0;
  double query_seconds = 0.0;
};

const char* status_name(PathStatus status) {
  switch (status) {
    case PathStatus::Found:
      return "found";
    case PathStatus::NoPath:
      return "no_path";
    case PathStatus::StartOutside:
      return "start_outside";
    case PathStatus::GoalOutside:
      return "goal_outside";
    case PathStatus::Refused:
      return "refused";
  }
  return "refused";
}

const char* reason_text(const Way& way) {
  switch (way.path.status) {
    case PathStatus::Found:
      return "";
    case PathStatus::NoPath:
      return "no way leads there for this agent with these doors";
    case PathStatus::StartOutside:
      return way.ground ? "nobody of this size can stand at --from" : "--from is not inside";
    case PathStatus::GoalOutside:
      return way.ground ? "nobody of this size can stand at --to" : "--to is not inside";
    case PathStatus::Refused:
      return "the points are not in the level's range";
  }
  return "";
}

Json way_json(const Way& way, const Level& level) {
  Json points = Json::array();
  for (const PathPoint& point : way.path.points) {
    Json json{{"position", {point.position.x, point.position.y, point.position.z}}};
    json["cell"] = point.cell == kNone ? Json(nullptr) : Json(level.source_cell(point.cell));
    if (point.drops) json["drops"] = true;
    points.push_back(std::move(json));
  }
  Json json{{"class", way.ground ? "ground" : "air"}, {"status", status_name(way.path.status)}};
  if (way.path.status != PathStatus::Found) json["reason"] = reason_text(way);
  json["length_m"] = way.path.length;
  json["points"] = std::move(points);
  json["doors"] = way.path.doors;
  json["build_seconds"] = way.build_seconds;
  json["query_seconds"] = way.query_seconds;
  return json;
}

void print_way(const Console& console, const Way& way) {
  console.out << (way.ground ? "ground: " : "air: ");
  if (way.path.status != PathStatus::Found) {
    console.out << reason_text(way) << '\n';
    return;
  }
  console.out << way.path.length << " m, " << way.path.points.size() << " points, "
              << way.path.doors.size() << " doors; graph built in "
              << duration_text(way.build_seconds) << ", way found in "
              << duration_text(way.query_seconds) << '\n';
  for (const PathPoint& point : way.path.points) {
    console.out << "  " << point.position.x << ',' << point.position.y << ',' << point.position.z
                << (point.drops ? "  drops\n" : "\n");
  }
}

Result<Way> find_way(const PathRequest& request, const Level& level, bool ground, glm::dvec3 from,
                     glm::dvec3 to, const DoorStates& doors) {
  Way way;
  way.ground = ground;
  const PathOptions options{&doors, kNone, kNone};
  const Stopwatch building;
  if (ground) {
    const Result<GroundGraph> graph = build_ground_graph(level, request.agent);
    if (!graph) return graph.error();
    way.build_seconds = building.seconds();
    const Stopwatch searching;
    GroundScratch scratch;
    find_ground_path(*graph, from, to, options, scratch, way.path);
    way.query_seconds = searching.seconds();
  } else {
    const Result<AirGraph> graph = build_air_graph(level, request.agent);
    if (!graph) return graph.error();
    way.build_seconds = building.seconds();
    const Stopwatch searching;
    AirScratch scratch;
    find_air_path(*graph, from, to, options, scratch, way.path);
    way.query_seconds = searching.seconds();
  }
  return way;
}

Result<Done> save_ways(const PathRequest& request, const LoadedLevel& loaded,
                       const std::vector<Way>& ways, glm::dvec3 from, glm::dvec3 to) {
  return save_over_map(loaded, request.source.spec, request.output,
                       [&](const LoadedLevel&, const MapHeights&, DebugCanvas& canvas) {
                         draw_no_way(from, to, canvas);
                         for (const Way& way : ways) draw_way(way.path, way.ground, canvas);
                       });
}

// "player_start, guard and 3 more"; "nothing".
std::string kinds_text(const CellComplex& cells) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> kinds;
  for (const CellSpawn& spawn : cells.spawns) {
    if (std::find(kinds.begin(), kinds.end(), spawn.kind) == kinds.end())
      kinds.push_back(spawn.kind);
  }
  if (kinds.empty()) return "nothing";
  std::string text;
  for (std::size_t i = 0; i < kinds.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + kinds[i];
  if (kinds.size() > kShown) text += " and " + std::to_string(kinds.size() - kShown) + " more";
  return text;
}

}  // namespace

Result<glm::dvec3> read_place(const std::string& text, const std::string& option,
                              const CellComplex& cells) {
  glm::dvec3 point(0.0);
  std::size_t start = 0;
  bool is_point = true;
  for (int axis = 0; axis < 3 && is_point; ++axis) {
    const std::size_t comma = axis < 2 ? text.find(',', start) : text.size();
    const std::optional<double> number =
        comma == std::string::npos
            ? std::nullopt
            : parse_double(std::string_view(text).substr(start, comma - start));
    is_point = number.has_value();
    if (is_point) point[axis] = *number;
    start = comma + 1;
  }
  if (is_point) return point;
  for (const CellSpawn& spawn : cells.spawns) {
    if (!text.empty() && spawn.kind == text) return spawn.position;
  }
  for (const CellSpawn& spawn : cells.spawns) {
    if (!text.empty() && spawn.kind.starts_with(text)) return spawn.position;
  }
  return Error{ErrorCode::Usage,
               option + " '" + text +
                   "' is neither x,y,z in metres nor the kind of something placed in the level, "
                   "which has " +
                   kinds_text(cells),
               ""};
}

void add_agent_options(CLI::App& command, NavAgentConfig& agent) {
  for (const ConfigField& field : config_fields(static_cast<const NavAgentConfig*>(nullptr))) {
    std::string name = std::string("--") + field.name;
    for (char& letter : name) letter = letter == '_' ? '-' : letter;
    const auto set = [&agent, &field, name](const std::string& text) {
      const Result<Done> done = set_field_text(field, &agent, text);
      if (!done) throw CLI::ValidationError(name, done.error().message);
    };
    command
        .add_option_function<std::string>(name, set,
                                          std::string(field.text) + " (" + field.unit +
                                              ", default " + field_text(field, &agent) + ")")
        ->type_name("NUMBER");
  }
}

int run_path(const PathRequest& request, const Console& console) {
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  const Result<glm::dvec3> from = read_place(request.from, "--from", loaded->cells);
  if (!from) return report_failure(console, in_file(from.error(), request.source.spec));
  const Result<glm::dvec3> to = read_place(request.to, "--to", loaded->cells);
  if (!to) return report_failure(console, in_file(to.error(), request.source.spec));
  const DoorStates doors = doors_for(loaded->level, request.doors);
  std::vector<Way> ways;
  for (const bool ground : {true, false}) {
    if (request.way == (ground ? WayClass::Air : WayClass::Ground)) continue;
    Result<Way> way = find_way(request, loaded->level, ground, *from, *to, doors);
    if (!way) return report_failure(console, in_file(way.error(), request.source.spec));
    ways.push_back(std::move(*way));
  }
  if (!request.output.empty()) {
    const Result<Done> saved = save_ways(request, *loaded, ways, *from, *to);
    if (!saved) return report_failure(console, saved.error());
  }
  Json json = Json::array();
  bool found = false;
  for (const Way& way : ways) {
    found = found || way.path.status == PathStatus::Found;
    if (console.json)
      json.push_back(way_json(way, loaded->level));
    else
      print_way(console, way);
  }
  if (console.json) {
    print_document(console,
                   {{"found", found},
                    {"ways", std::move(json)},
                    {"output", request.output.empty() ? Json(nullptr) : Json(request.output)}});
  }
  return found ? kExitDone : kExitNo;
}

void add_path_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<PathRequest>();
  CLI::App* command = app.add_subcommand("path", "Find the way from one point to another");
  add_source_options(*command, *request);
  command
      ->add_option("--from", request->from,
                   "x,y,z in metres (+Y up), or the kind of a spawn: its first one")
      ->required()
      ->type_name("PLACE");
  command->add_option("--to", request->to, "The same for the goal")->required()->type_name("PLACE");
  add_choice<WayClass>(
      *command, "--class", request->way,
      {{"ground", WayClass::Ground}, {"air", WayClass::Air}, {"both", WayClass::Both}},
      "ground (default), air, or both")
      ->type_name("CLASS");
  add_agent_options(*command, request->agent);
  add_doors_option(*command, request->doors);
  command->add_option("-o,--output", request->output, "Draw the way on a map: x.svg or x.png")
      ->type_name("FILE");
  command->footer(
      "Exits with 1 where there is no way, and says why.\n\n"
      "Examples:\n"
      "  playset path freedoom2.wad:MAP01 --from player_start --to 25,-3,24 -o way.png\n"
      "  playset path relay_station.scaffold --from player_start --to sniper --class both --json");
  set_action(*command, chosen, request, run_path);
}

}  // namespace playset
