// The options that every command on a level has.
#include "cli/command.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>

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

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed, const std::string& help) {
  const auto read = [&seed](const std::string& word) {
    const char* end = word.data() + word.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stop != end) {
      throw CLI::ValidationError(
          "--seed", "'" + word + "' is no whole number from 0 to 18446744073709551615");
    }
    seed = value;
  };
  return command
      .add_option_function<std::string>("--seed", read,
                                        help + " (default: " + std::to_string(seed) + ")")
      ->type_name("NUMBER");
}

}  // namespace playset
