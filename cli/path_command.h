// cli/path_command.h - `playset path`: the way from one point of a level to another, on foot or
// flying.
//
// See     playset/nav/ground_graph.h, playset/nav/air_graph.h, tests/cli/path_command_test.cpp,
//         docs/cli.md
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/trace_command.h"
#include "playset/nav/nav_agent.h"

namespace playset {

enum class WayClass { Ground, Air, Both };

struct PathRequest : CommandRequest {
  std::string from, to;  // "x,y,z", m of the level, or the name of a spawn
  WayClass way = WayClass::Ground;
  NavAgentConfig agent;
  DoorsAtStart doors = DoorsAtStart::Open;
  std::string output;  // picture, or ""
};

int run_path(const PathRequest& request, const Console& console);

void add_path_command(CLI::App& app, ChosenCommand& chosen);

// "x,y,z" in metres, or the first spawn of the kind `text`, else the first whose kind begins so.
[[nodiscard]] Result<glm::dvec3> read_place(const std::string& text, const std::string& option,
                                            const CellComplex& cells);

// Options that set the agent's fields, with help and ranges from its table.
void add_agent_options(CLI::App& command, NavAgentConfig& agent);

}  // namespace playset
