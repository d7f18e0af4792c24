// cli/command.h - how a sub-command registers: its options fill a request, its action runs it and
// answers an exit code.
//
// Each command is a pair of functions: `run_x(request, console)`, which tests call, and
// `add_x_command`, which gives the request's fields their flags and help.
// See     cli/app.cpp (the list of commands), docs/cli.md
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "cli/level_source.h"

namespace playset {

// The sub-command the arguments chose.
struct ChosenCommand {
  std::function<int(const Console&)> run;
  std::shared_ptr<const bool> json;
};

// What every request begins with.
struct CommandRequest {
  LevelSource source;
  bool json = false;
};

// The level's name and the flags --strict, --scale and --json.
void add_source_options(CLI::App& command, CommandRequest& request);

// An option that takes one of `words`, whatever the case of letters; others are refused with the
// list of them.
template <typename Choice>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Choice& choice,
                        const std::vector<std::pair<std::string, Choice>>& words,
                        const std::string& help) {
  const auto choose = [name, &choice, words](const std::string& word) {
    std::string list;
    for (const auto& [text, value] : words) {
      list += (list.empty() ? "" : ", ") + text;
      if (CLI::detail::to_lower(word) != text) continue;
      choice = value;
      return;
    }
    throw CLI::ValidationError(name, "'" + word + "' is none of " + list);
  };
  return command.add_option_function<std::string>(name, choose, help);
}

// A whole number from 0 to 2^64 - 1; signs, fractions and larger ones are refused.
CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed, const std::string& help);

// Makes `run(*request, console)` the action of `command`.
template <typename Request>
void set_action(CLI::App& command, ChosenCommand& chosen, std::shared_ptr<Request> request,
                int (*run)(const Request&, const Console&)) {
  command.callback([&chosen, request, run] {
    chosen.json = std::shared_ptr<const bool>(request, &request->json);
    chosen.run = [request, run](const Console& console) { return run(*request, console); };
  });
}

}  // namespace playset
