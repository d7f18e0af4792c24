// The list of sub-commands, and what happens to arguments that none of them takes.
#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <numeric>

#include "cli/bots_command.h"
#include "cli/check_command.h"
#include "cli/cook_command.h"
#include "cli/draw_command.h"
#include "cli/edit_command.h"
#include "cli/export_command.h"
#include "cli/import_command.h"
#include "cli/info_command.h"
#include "cli/path_command.h"
#include "cli/trace_command.h"
#include "playset/core/api.h"

namespace playset {
namespace {

void add_commands(CLI::App& app, ChosenCommand& chosen) {
  add_import_command(app, chosen);
  add_check_command(app, chosen);
  add_cook_command(app, chosen);
  add_info_command(app, chosen);
  add_trace_command(app, chosen);
  add_path_command(app, chosen);
  add_bots_command(app, chosen);
  add_export_command(app, chosen);
  add_draw_command(app, chosen);
  add_edit_command(app, chosen);
}

void set_up(CLI::App& app) {
  app.description("Playset: levels that are convex by construction and trace exactly.");
  app.set_version_flag("--version", "playset " PLAYSET_VERSION);
  app.require_subcommand(1);
  app.footer(
      "A LEVEL is any file we read: freedoom2.wad:MAP01, mission.hog:level1.rdl, "
      "relay_station.scaffold, x.level\n"
      "Exit codes: 0 done, 1 the answer is no, 2 bad usage or bad input.\n\n"
      "Examples:\n"
      "  playset draw freedoom2.wad:MAP01 -o map01.png\n"
      "  playset check mission.hog:level1.rdl --json\n"
      "  playset COMMAND --help");
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

bool wants_json(const std::vector<std::string>& arguments) {
  return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

// The usage error for a first word that is no command; empty where it is one or an option.
std::string unknown_command(const std::vector<std::string>& arguments,
                            const std::vector<std::string>& names) {
  if (arguments.empty() || arguments[0].empty() || arguments[0][0] == '-') return "";
  if (std::find(names.begin(), names.end(), arguments[0]) != names.end()) return "";
  const std::string near = nearest_word(arguments[0], names);
  std::string text = "there is no command '" + arguments[0] + "'; ";
  if (!near.empty()) return text + "did you mean '" + near + "'?";
  text += "commands are";
  for (const std::string& name : names) text += " " + name;
  return text;
}

int refuse_usage(const CLI::App& app, const CLI::ParseError& error, const Console& console) {
  std::string text = error.what();
  if (!text.empty() && text.back() == '.') text.pop_back();
  const auto parsed = app.get_subcommands();
  const std::string command = parsed.empty() ? "" : " " + parsed.front()->get_name();
  return report_failure(console,
                        {ErrorCode::Usage, text + "; see playset" + command + " --help", ""});
}

int run_chosen(const ChosenCommand& chosen, const Console& console) {
  try {
    const int code = chosen.run(console);
    if (console.out.flush()) return code;
  } catch (const std::bad_alloc&) {
    return report_failure(
        console, {ErrorCode::OutOfRange, "there is not enough memory for this; ask for less", ""});
  }
  return report_failure(
      console, {ErrorCode::Io, "cannot write to standard output; check the space left there", ""});
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& words) {
  std::string best;
  std::size_t least = word.size() / 2 + 1;  // farther than half of it is no slip of the finger
  for (const std::string& candidate : words) {
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::size_t diagonal = row[0]++;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t replaced = diagonal + (word[i] == candidate[j] ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() < least) {
      least = row.back();
      best = candidate;
    }
  }
  return best;
}

int run_playset(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("", "playset");
  ChosenCommand chosen;
  set_up(app);
  add_commands(app, chosen);
  Console console{out, err, wants_json(arguments)};
  const std::string unknown = unknown_command(arguments, command_names(app));
  if (!unknown.empty()) return report_failure(console, {ErrorCode::Usage, unknown, ""});
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    const auto parsed = app.get_subcommands();
    out << (parsed.empty() ? app.help() : parsed.front()->help("playset"));
    return kExitDone;
  } catch (const CLI::CallForVersion& version) {
    out << version.what() << '\n';
    return kExitDone;
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error, console);
  }
  console.json = *chosen.json;
  return run_chosen(chosen, console);
}

}  // namespace playset
