// Bots on real maps: nobody leaves the level, goals are reached, crowds flow, threads change nothing.
#include "scenes/bots.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "playset/asset/import.h"
#include "scenes/bots_crew.h"
#include "support/support.h"

using namespace playset;
using playset::test::AllocationScope;

namespace {

std::optional<Level> load(const std::string& spec) {
  const Result<Imported> source = import_level(spec);
  if (!source) {
    MESSAGE("real data is missing: " << spec << ": " << source.error().text());
    return std::nullopt;
  }
  const Result<Level> level = cook_level(source->cells);
  REQUIRE_MESSAGE(level, level.error().text());
  return *level;
}

std::optional<Level> load_map(const std::string& map) {
  return load("/usr/share/games/doom/freedoom2.wad:" + map);
}
std::optional<Level> load_station() {
  return load(test::source_path("data/levels/relay_station.scaffold"));
}

std::unique_ptr<BotsScene> build(const Level& level, const BotsConfig& config) {
  Result<std::unique_ptr<BotsScene>> scene = BotsScene::build(level, config);
  REQUIRE_MESSAGE(scene, scene.error().text());
  return std::move(*scene);
}

void run(BotsScene& scene, int ticks) {
  for (int i = 0; i < ticks; ++i) scene.tick();
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

TEST_CASE("bots: in the station they reach their goals in time, and nobody leaves it") {
  const auto level = load_station();
  REQUIRE(level);
  BotsConfig config;
  config.agents = 60;
  config.bullets = 500;
  const auto scene = build(*level, config);
  run(*scene, 3600);
  const BotsCounts counts = scene->counts();
  CHECK(counts.agent_ticks == 60 * 3600);
  CHECK(counts.left_level == 0);
  CHECK(counts.traces == 500 * 3600);
  CHECK(counts.bullet_hits > 1000);
  CHECK(counts.reached > 30);
  CHECK(share(counts.on_time, counts.reached + counts.overdue + counts.given_up) >= 0.95);
}

TEST_CASE("bots: once paths have found their size, ticks allocate nothing") {
  const auto level = load_station();
  REQUIRE(level);
  BotsConfig config;
  config.agents = 60;
  config.bullets = 500;
  const auto scene = build(*level, config);
  run(*scene, 2400);
  const std::uint64_t searched = scene->counts().paths;
  const AllocationScope scope;
  run(*scene, 600);
  CHECK(scope.count() == 0);
  CHECK(scene->counts().paths > searched);
}

TEST_CASE("bots: doors that close under way are minded: by bullets, bodies and paths") {
  const auto level = load_station();
  REQUIRE(level);
  REQUIRE(level->door_count() > 0);
  BotsConfig config;
  config.agents = 60;
  config.bullets = 500;
  config.door_period = 6.0f;
  const auto scene = build(*level, config);
  run(*scene, 1800);
  const BotsCounts counts = scene->counts();
  CHECK(counts.left_level == 0);
  CHECK(counts.door_hits > 0);
  CHECK(counts.reached > 20);
}

TEST_CASE("bots: too many for a level are refused") {
  const auto level = load_station();
  REQUIRE(level);
  BotsConfig config;
  config.agents = 5'000'000;
  CHECK(!BotsScene::build(*level, config));
}

TEST_SUITE("threads") {
  TEST_CASE("bots: one, two and three threads give the same hash") {
    const auto level = load_station();
    REQUIRE(level);
    std::vector<std::uint64_t> hashes;
    for (const std::uint32_t threads : {1u, 2u, 3u}) {
      BotsConfig config;
      config.agents = 40;
      config.bullets = 300;
      config.door_period = 8.0f;
      const auto scene = build(*level, config);
      BotsCrew crew(*scene, threads);
      for (int i = 0; i < 180; ++i) crew.tick();
      hashes.push_back(scene->hash());
    }
    CHECK(hashes[0] == hashes[1]);
    CHECK(hashes[0] == hashes[2]);
  }
}

TEST_SUITE("slow") {
  TEST_CASE(
      "bots: 500 in MAP01 and MAP12 for half a minute: inside, in time, apart, never jammed") {
    for (const char* map : {"MAP01", "MAP12"}) {
      const auto level = load_map(map);
      if (!level) return;
      CAPTURE(map);
      BotsConfig config;
      config.bullets = 2000;
      const auto scene = build(*level, config);
      run(*scene, 1800);
      const BotsCounts counts = scene->counts();
      CHECK(counts.left_level == 0);
      CHECK(share(counts.on_time, counts.reached + counts.overdue + counts.given_up) >= 0.95);
      CHECK(share(counts.overlap_ticks, counts.agent_ticks) < 0.01);
      CHECK(counts.longest_standstill < 5.0);
    }
  }

  TEST_CASE("bots: 10,000,000 steps in MAP01, MAP12 and the station: inside, in time, apart") {
    struct Run {
      const char* name;
      std::optional<Level> level;
      std::uint32_t agents;
      int ticks;
    };
    const Run runs[] = {{"MAP01", load_map("MAP01"), 500, 8000},
                        {"MAP12", load_map("MAP12"), 500, 8000},
                        {"the station", load_station(), 100, 20000}};
    std::uint64_t steps = 0;
    for (const Run& way : runs) {
      if (!way.level) continue;  // which load() has said
      CAPTURE(std::string(way.name));
      BotsConfig config;
      config.agents = way.agents;
      config.bullets = 100;
      config.seed = 7;
      const auto scene = build(*way.level, config);
      run(*scene, way.ticks);
      const BotsCounts counts = scene->counts();
      steps += counts.agent_ticks;
      const double on_time =
          share(counts.on_time, counts.reached + counts.overdue + counts.given_up);
      const double overlap = share(counts.overlap_ticks, counts.agent_ticks);
      MESSAGE(std::string(way.name) << ": " << counts.agent_ticks << " steps, " << counts.reached
                       << " goals, on time " << on_time << ", overlap " << overlap
                       << ", longest standstill " << counts.longest_standstill << " s");
      CHECK(counts.left_level == 0);
      CHECK(counts.reached > 3 * std::uint64_t{way.agents});
      CHECK(on_time >= 0.95);
      CHECK(overlap < 0.01);
      CHECK(counts.longest_standstill <= 5.0);
    }
    if (runs[0].level && runs[1].level) CHECK(steps == 10'000'000);
  }
}
