// Bots in a level: timed, counted, and drawn.
#include "cli/bots_command.h"
#include "playset/core/debug_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/draw_command.h"
#include "cli/map_ways.h"
#include "cli/stopwatch.h"
#include "scenes/bots.h"
#include "scenes/bots_crew.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kTrailEvery = 6;  // ticks
constexpr double kRoomDrawn = 12.0;       // m around the level, of what flies outside

struct Report {
  BotsCounts counts;
  std::uint64_t hash = 0;
  std::uint64_t ticks = 0;
  double build_seconds = 0.0;
  double run_seconds = 0.0;

  [[nodiscard]] double ticks_per_second() const {
    return run_seconds > 0.0 ? static_cast<double>(ticks) / run_seconds : 0.0;
  }
  [[nodiscard]] double traces_per_second() const {
    return run_seconds > 0.0 ? static_cast<double>(counts.traces) / run_seconds : 0.0;
  }
  // Of those that were decided.
  [[nodiscard]] double on_time_share() const {
    const auto decided = static_cast<double>(counts.reached + counts.overdue + counts.given_up);
    return decided > 0.0 ? static_cast<double>(counts.on_time) / decided : 1.0;
  }
  [[nodiscard]] double overlap_share() const {
    return counts.agent_ticks > 0
               ? static_cast<double>(counts.overlap_ticks) / static_cast<double>(counts.agent_ticks)
               : 0.0;
  }
};

std::string hash_text(std::uint64_t hash) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

BotsConfig config_of(const BotsRequest& request, std::uint64_t ticks) {
  BotsConfig config;
  config.agents = request.agents;
  config.bullets = request.bullets;
  config.seed = request.seed;
  config.air_share = request.air_share;
  config.door_period = static_cast<float>(request.door_period);
  config.ground.radius = config.air.radius = static_cast<float>(request.radius);
  if (!request.output.empty()) {
    config.trail_every = kTrailEvery;
    config.trail_points = static_cast<std::uint32_t>(ticks / kTrailEvery + 1);
  }
  return config;
}

Json report_json(const BotsRequest& request, const BotsScene& scene, const Report& report) {
  const BotsCounts& counts = report.counts;
  return {{"agents", request.agents},
          {"walkers", scene.ground_count()},
          {"bullets", request.bullets},
          {"threads", request.threads},
          {"seed", request.seed},
          {"ticks", report.ticks},
          {"ticks_per_second", report.ticks_per_second()},
          {"traces_per_second", report.traces_per_second()},
          {"left_level", counts.left_level},
          {"hash", hash_text(report.hash)},
          {"goals", counts.goals},
          {"reached", counts.reached},
          {"on_time", counts.on_time},
          {"overdue", counts.overdue},
          {"given_up", counts.given_up},
          {"on_time_share", report.on_time_share()},
          {"overlap_share", report.overlap_share()},
          {"squeeze_ticks", counts.squeeze_ticks},
          {"longest_standstill_s", counts.longest_standstill},
          {"paths", counts.paths},
          {"bullet_hits", counts.bullet_hits},
          {"build_seconds", report.build_seconds},
          {"run_seconds", report.run_seconds},
          {"output", request.output.empty() ? Json(nullptr) : Json(request.output)}};
}

void print_report(const Console& console, const BotsScene& scene, const Report& report) {
  const BotsCounts& counts = report.counts;
  char text[400];
  std::snprintf(text, sizeof text,
                "%u walkers, %zu flyers, %zu bullets: %llu ticks in %s, %.0f a second, %.1f "
                "million traces a second\n",
                scene.ground_count(), scene.agents().size() - scene.ground_count(),
                scene.bullets().size(), static_cast<unsigned long long>(report.ticks),
                duration_text(report.run_seconds).c_str(), report.ticks_per_second(),
                report.traces_per_second() / 1e6);
  console.out << text;
  std::snprintf(
      text, sizeof text,
      "%llu goals, %llu reached, %.1f %% of those due in time; overlapping %.2f %% of the "
      "time; longest standstill %.1f s\nleft the level: %llu; hash %s\n",
      static_cast<unsigned long long>(counts.goals),
      static_cast<unsigned long long>(counts.reached), 100.0 * report.on_time_share(),
      100.0 * report.overlap_share(), counts.longest_standstill,
      static_cast<unsigned long long>(counts.left_level), hash_text(report.hash).c_str());
  console.out << text;
}

// Where the share that was asked for cannot be had.
void tell_walkers(const Console& console, const BotsRequest& request, const BotsScene& scene) {
  const auto flyers = static_cast<std::uint32_t>(request.air_share * request.agents);
  if (scene.ground_count() == request.agents && flyers > 0)
    console.err << "there is no way to fly for this size: all agents walk\n";
  if (scene.ground_count() == 0 && flyers < request.agents)
    console.err << "nobody of this size can stand in this level: all agents fly\n";
}

Result<Done> save_trails(const BotsRequest& request, const LoadedLevel& loaded,
                         const BotsScene& scene) {
  return save_over_map(
      loaded, request.source.spec, request.output,
      [&](const LoadedLevel& inside, const MapHeights& heights, DebugCanvas& canvas) {
        const glm::dvec3 room(kRoomDrawn);
        const Box shown{inside.level.bounds_min() - room, inside.level.bounds_max() + room};
        draw_bots(scene, heights, shown, canvas);
      });
}

std::optional<Error> check_request(const BotsRequest& request) {
  const auto within = [](double x, double low, double high) {
    return std::isfinite(x) && x >= low && x <= high;
  };
  const auto refuse = [&](const char* text) { return Error{ErrorCode::Usage, text, ""}; };
  if (!within(request.seconds, 1.0 / 120.0, 3600.0)) return refuse("--seconds is 1/120 to 3600");
  if (request.agents < 1 || request.agents > 100000) return refuse("--agents is 1 to 100000");
  if (request.bullets > 10000000) return refuse("--bullets is at most 10000000");
  if (request.threads < 1 || request.threads > BotsScene::kMostParts)
    return refuse("--threads is 1 to 16");
  if (!within(request.door_period, 0.0, 0.0) && !within(request.door_period, 1.0, 600.0))
    return refuse("--door-period is 0, or 1 to 600 seconds");
  if (!within(request.air_share, 0.0, 1.0)) return refuse("--air-share is 0 to 1");
  if (!within(request.radius, 0.05, 8.0)) return refuse("--radius is 0.05 to 8 m");
  if (!request.output.empty()) {
    DrawRequest draw;
    draw.output = request.output;
    const Result<MapSheet> sheet = read_sheet(draw);
    if (!sheet) return sheet.error();
  }
  return std::nullopt;
}

}  // namespace

int run_bots(const BotsRequest& request, const Console& console) {
  if (const auto error = check_request(request)) return report_failure(console, *error);
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  Report report;
  const BotsConfig defaults;
  report.ticks = static_cast<std::uint64_t>(
      std::max(std::llround(request.seconds / static_cast<double>(defaults.dt)), 1LL));
  const Stopwatch building;
  Result<std::unique_ptr<BotsScene>> scene =
      BotsScene::build(loaded->level, config_of(request, report.ticks));
  if (!scene) {
    report_failure(console, in_file(scene.error(), request.source.spec));
    return scene.error().code == ErrorCode::OutOfRange ? kExitNo : kExitBad;
  }
  report.build_seconds = building.seconds();
  {
    BotsCrew crew(**scene, request.threads);
    const Stopwatch running;
    for (std::uint64_t tick = 0; tick < report.ticks; ++tick) crew.tick();
    report.run_seconds = running.seconds();
  }
  report.counts = (*scene)->counts();
  report.hash = (*scene)->hash();
  const Result<Done> saved =
      request.output.empty() ? Result<Done>(Done{}) : save_trails(request, *loaded, **scene);
  tell_walkers(console, request, **scene);
  if (!console.json) {
    print_report(console, **scene, report);
    return saved ? int{kExitDone} : report_failure(console, saved.error());
  }
  Json json = report_json(request, **scene, report);
  if (!saved) {  // the run is not lost with the picture
    console.err << "playset: " << saved.error().text() << '\n';
    json["output"] = nullptr;
    json["error"] = error_json(saved.error());
  }
  print_document(console, json);
  return saved ? kExitDone : kExitBad;
}

void add_bots_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<BotsRequest>();
  CLI::App* command =
      app.add_subcommand("bots", "Fill a level with walkers, flyers and bullets, and count");
  add_source_options(*command, *request);
  const auto add = [command](const char* name, auto& value, const char* help, const char* type) {
    command->add_option(name, value, help)->capture_default_str()->type_name(type);
  };
  add("--seconds", request->seconds, "How long, in steps of 1/60 s", "SECONDS");
  add("--agents", request->agents, "How many walk and fly to random goals", "COUNT");
  add("--bullets", request->bullets, "How many are in the air at any time", "COUNT");
  add("--threads", request->threads, "Over how many threads a step is split; the hash is the same",
      "COUNT");
  add_seed(*command, request->seed, "Of starts, goals and shots");
  add("--air-share", request->air_share, "How many of the agents fly, 0 to 1", "SHARE");
  add("--radius", request->radius, "Of all agents, m", "METRES");
  add("--door-period", request->door_period,
      "Every door closes and opens once in so many seconds; 0: doors stay open", "SECONDS");
  command->add_option("-o,--output", request->output, "Draw the trails on a map: x.svg or x.png")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  playset bots freedoom2.wad:MAP01 --seconds 10 --agents 500 --bullets 20000\n"
      "  playset bots relay_station.scaffold --agents 100 --threads 2 -o trails.png --json");
  set_action(*command, chosen, request, run_bots);
}

}  // namespace playset
