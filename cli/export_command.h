// cli/export_command.h - `playset export`: the level's walls as glTF or OBJ for other tools.
//
// See     playset/level/blockout.h, tests/cli/export_command_test.cpp, docs/cli.md
#pragma once

#include <optional>

#include "cli/command.h"

namespace playset {

struct ExportRequest : CommandRequest {
  std::string output;          // x.glb, x.gltf or x.obj
  std::optional<double> hull;  // m: thickness of the hull to write beside the walls
  bool no_kits = false;        // leave out decoration pieces
};

int run_export(const ExportRequest& request, const Console& console);

void add_export_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
