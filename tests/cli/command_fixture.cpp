// Small levels, and commands run in this process.
#include "tests/cli/command_fixture.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "cli/app.h"
#include "playset/level/level.h"
#include "support/support.h"
#include "tests/geom/box_cells.h"

namespace playset::test {

CommandOutput run_command(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  CommandOutput output;
  output.code = run_playset(arguments, out, err);
  output.out = out.str();
  output.err = err.str();
  return output;
}

CellComplex make_box_row(std::uint32_t boxes, bool door) {
  playset_test::CellBuilder builder;
  constexpr std::int32_t kMetre = 1024;
  for (std::uint32_t i = 0; i < boxes; ++i) {
    const auto x = static_cast<std::int32_t>(2 * i) * kMetre;
    builder.add_box({x, 0, 0}, {x + 2 * kMetre, 3 * kMetre, 4 * kMetre});
  }
  CellComplex cells = std::move(builder.complex);
  cells.name = "row";
  cells.materials = {"stone"};
  for (CellSide& side : cells.sides) side.material = 0;
  (void)link_sides(cells);
  for (CellSide& side : cells.sides) {
    if (side.neighbor != kNone) side.material = kNone;
  }
  if (door && boxes > 1) {
    cells.doors = {{"gate", true, "red", 7}};
    const std::uint32_t portal = 1;  // the first box's +X side
    cells.sides[portal].door = 0;
    cells.sides[cells.sides[portal].neighbor].door = 0;
  }
  cells.spawns = {{"player_start", 1, {1.0, 0.0, 2.0}, 1.5707963267948966, 0, 0}};
  return cells;
}

std::string save_box_row(const std::string& name, std::uint32_t boxes, bool door) {
  const Result<Level> level = cook_level(make_box_row(boxes, door));
  REQUIRE_MESSAGE(level.ok(), (level.ok() ? "" : level.error().text()));
  const std::string path = temporary_path(name);
  REQUIRE(save_level(*level, path).ok());
  return path;
}

std::string save_text(const std::string& name, const std::string& text) {
  const std::string path = temporary_path(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

}  // namespace playset::test
