// The options that every command on a level has.
#include "cli/command.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace playset {

void add_source_options(CLI::App& command, CommandRequest& request) {
  command
      .add_option(
          "level", request.source.spec,
          "A level file, or ARCHIVE:ENTRY for one inside a WAD or HOG (freedoom2.wad:MAP01)")
      ->required()
      ->type_name("LEVEL");
  command.add_flag("--strict", request.source.strict,
                   "Refuse what would need repair, instead of repairing and listing it");
  command.add_option("--scale", request.source.scale, "Multiply the format's metres per unit")
      ->capture_default_str()
      ->type_name("FACTOR");
  command.add_flag("--json", request.json,
                   "Print one JSON document on standard output and nothing else there");
}

}  // namespace playset
