// tests/cli/command_fixture.h - what the tests of commands share: running one, and small levels
// whose numbers are known.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "playset/geom/cell_complex.h"

namespace playset::test {

struct CommandOutput {
  int code = -1;
  std::string out;
  std::string err;

  // The document on standard output; discarded (is_discarded()) where that is not exactly one.
  [[nodiscard]] nlohmann::json document() const {
    return nlohmann::json::parse(out, nullptr, false);
  }
};

// Runs the command in this process.
[[nodiscard]] CommandOutput run_command(const std::vector<std::string>& arguments);

// Boxes of 2 x 3 x 4 m side by side along +X from the origin, source numbers 100, 101, ..., joined
// by portals. The first portal has a closed door where asked for; a player start stands in the
// first box and looks along +X.
[[nodiscard]] CellComplex make_box_row(std::uint32_t boxes, bool door = false);

// Cooks the row, saves it as a .level with that name, and answers its path.
[[nodiscard]] std::string save_box_row(const std::string& name, std::uint32_t boxes,
                                       bool door = false);

// Writes a text file and answers its path.
[[nodiscard]] std::string save_text(const std::string& name, const std::string& text);

}  // namespace playset::test
