// Cooks a level and says what it cost.
#include "cli/cook_command.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace playset {
namespace {

std::string cooked_name(const CookRequest& request) {
  if (!request.output.empty()) return request.output;
  std::string name = level_name_of(request.source.spec);
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos) name.resize(dot);
  return name + ".level";
}

void print_cook(const Console& console, const LoadedLevel& loaded, const std::string& output) {
  const std::size_t bytes = loaded.level.bytes().size();
  const std::uint32_t cells = loaded.level.cell_count();
  const double per_cell = cells == 0 ? 0.0 : static_cast<double>(bytes) / cells;
  if (console.json) {
    print_document(console, {{"output", output},
                             {"cells", cells},
                             {"sides", loaded.level.side_count()},
                             {"bytes", bytes},
                             {"bytes_per_cell", per_cell},
                             {"read_seconds", loaded.read_seconds},
                             {"cook_seconds", loaded.cook_seconds},
                             {"repairs", repairs_json(loaded.repairs)}});
    return;
  }
  console.out << "wrote " << output << ": " << cells << " cells, " << bytes << " bytes ("
              << std::lround(per_cell) << " a cell); read in " << duration_text(loaded.read_seconds)
              << ", cooked in " << duration_text(loaded.cook_seconds) << '\n';
}

}  // namespace

int run_cook(const CookRequest& request, const Console& console) {
  const std::string output = cooked_name(request);
  if (!has_extension(output, ".level")) {
    return report_failure(
        console,
        {ErrorCode::Usage, "a cooked level is a .level file; name the output x.level", output});
  }
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  const Result<Done> saved = save_level(loaded->level, output);
  if (!saved) return report_failure(console, saved.error());
  print_cook(console, *loaded, output);
  return kExitDone;
}

void add_cook_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<CookRequest>();
  CLI::App* command =
      app.add_subcommand("cook", "Turn a level into the .level file that a game maps and traces");
  add_source_options(*command, *request);
  command
      ->add_option("-o,--output", request->output,
                   "Where to write it (default: the level's name with .level, here)")
      ->type_name("FILE");
  command->footer(
      "Equal input gives equal bytes. A .level of another version is refused: cook again.\n\n"
      "Examples:\n"
      "  playset cook relay_station.scaffold -o relay_station.level\n"
      "  playset cook freedoom2.wad:MAP01");
  set_action(*command, chosen, request, run_cook);
}

}  // namespace playset
