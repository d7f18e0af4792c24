// cli/bots_command.h - `playset bots`: a level full of walkers, flyers and bullets for some seconds.
//
// See     scenes/bots.h, cli/map_ways.h, tests/cli/bots_command_test.cpp, docs/cli.md
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.h"

namespace playset {

struct BotsRequest : CommandRequest {
  double seconds = 10.0;
  std::uint32_t agents = 500;
  std::uint32_t bullets = 20000;
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;
  double door_period = 0.0;  // s; 0: doors stay open
  double air_share = 0.6;    // of the agents
  double radius = 0.25;      // m, of all agents
  std::string output;        // picture of trails, or ""
};

int run_bots(const BotsRequest& request, const Console& console);

void add_bots_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
