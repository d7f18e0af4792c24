// Runs edit commands on a level and saves the result.
#include "cli/edit_command.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/edit_library.h"
#include "cli/files.h"
#include "playset/core/hash.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/scaffold_text.h"
#include "workshop/core/level_file.h"

namespace playset {
namespace {

// What the request says, with all files read.
struct EditWork {
  Scaffold level;
  std::string before;  // the file's bytes
  std::string script;
  std::string script_name;
  std::string output;
};

Result<std::string> read_script(const EditRequest& request, std::string& name) {
  if (!request.script.empty()) {
    name = request.script;
    return read_text_file(request.script == "-" ? "/dev/stdin" : request.script);
  }
  std::string script;
  name = "--run";
  for (const std::string& line : request.run) script += line + "\n";
  return script;
}

Result<Done> check_request(const EditRequest& request) {
  const auto usage = [](std::string why) {
    return Error{ErrorCode::Usage, std::move(why) + "; see playset edit --help", ""};
  };
  if (request.level.empty() && !request.fresh) return usage("name the level to edit");
  if (request.recover && (request.fresh || request.in_place || request.output.empty()))
    return usage("--recover takes a level, and saves what it found to the file of -o");
  if (request.recover && has_extension(request.output, ".scaffold") &&
      std::filesystem::path(request.output).lexically_normal() ==
          std::filesystem::path(request.level).lexically_normal())
    return usage("--recover leaves the level as it is; name another file with -o");
  const bool nothing_to_run = request.run.empty() && request.script.empty();
  if (request.run.empty() == request.script.empty() && !(request.recover && nothing_to_run))
    return usage("give the commands either by --run or by --script");
  if (request.fresh && (request.in_place || !request.level.empty()))
    return usage("--new begins with an empty level and takes no other; save it with -o");
  if (request.in_place && !request.output.empty())
    return usage("save either in place or to the file of -o");
  if (!request.level.empty() && !has_extension(request.level, ".scaffold"))
    return usage("only .scaffold levels can be edited");
  if (!request.output.empty() && !has_extension(request.output, ".scaffold"))
    return usage("an edited level is a .scaffold file; name the output x.scaffold");
  return Done{};
}

// What the journal beside the level holds; nothing where there is none.
Result<std::optional<RecoveredEdits>> read_journal(const std::string& level,
                                                   const std::string& text) {
  const std::string path = journal_path_of(level);
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return std::optional<RecoveredEdits>();
  const Result<std::string> journal = read_text_file(path);
  if (!journal) return journal.error();
  Result<RecoveredEdits> edits = recover_edits(*journal, text, path);
  if (!edits) return edits.error();
  if (edits->steps == 0 && edits->damaged)
    return Error{ErrorCode::Invalid,
                 "the journal is damaged before its first step; it stays as it is, move it away to "
                 "go on without it",
                 path};
  if (edits->steps == 0) return std::optional<RecoveredEdits>();
  return std::optional<RecoveredEdits>(std::move(*edits));
}

std::string steps_text(std::uint64_t steps) {
  return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

// Begins with the unsaved work where that is asked for, else says that there is some.
Result<Done> look_for_unsaved(const EditRequest& request, const Console& console, EditWork& work) {
  if (request.fresh) return Done{};
  Result<std::optional<RecoveredEdits>> found = read_journal(request.level, work.before);
  if (!request.recover) {
    if (!found) console.err << "playset: " << found.error().text() << '\n';
    if (found && *found)
      console.err << "playset: an editor has " << steps_text((*found)->steps)
                  << " of unsaved work on this level; --recover takes it up\n";
    return Done{};
  }
  if (!found) return found.error();
  if (!*found)
    return Error{ErrorCode::Usage, "there is no unsaved work beside it; leave out --recover",
                 request.level};
  console.err << "playset: recovered " << steps_text((*found)->steps);
  if ((*found)->dropped > 0)
    console.err << "; the last " << (*found)->dropped << " bytes are no whole step";
  console.err << '\n';
  work.level = std::move((*found)->level);
  return Done{};
}

Result<EditWork> read_work(const EditRequest& request) {
  if (const Result<Done> sound = check_request(request); !sound) return sound.error();
  EditWork work;
  work.output = request.in_place ? request.level : request.output;
  if (!request.fresh) {
    Result<std::string> text = read_text_file(request.level);
    if (!text) return text.error();
    Result<Scaffold> level = parse_scaffold(*text, request.level);
    if (!level) return level.error();
    work.level = std::move(*level);
    work.before = std::move(*text);
  }
  Result<std::string> script = read_script(request, work.script_name);
  if (!script) return script.error();
  work.script = std::move(*script);
  return work;
}

// Same level and commands, same ids; other ones, others: branches do not clash.
std::string session_of(const EditRequest& request, const EditWork& work) {
  if (!request.session.empty()) return request.session;
  Hasher hasher;
  hasher.add_text(work.before);
  hasher.add_text(work.script);
  return "playset edit " + std::to_string(hasher.finish());
}

void print_edit(const Console& console, const EditRequest& request, const EditWork& work,
                const ScaffoldDocument& document, std::uint32_t commands) {
  const Scaffold& level = document.level();
  const Result<CellComplex> cells = build_cells(level);
  if (console.json) {
    print_document(console, {{"level", request.level},
                             {"output", work.output},
                             {"commands", commands},
                             {"changed", !document.is_saved()},
                             {"vertices", level.vertices.size()},
                             {"cubs", level.cubs.size()},
                             {"windows", level.windows.size()},
                             {"undo_bytes", document.undo_bytes()},
                             {"builds", cells.ok()},
                             {"why", cells.ok() ? "" : cells.error().message}});
    return;
  }
  if (!cells)
    console.err << "playset: as it is now it cannot be cooked: " << cells.error().message << '\n';
  console.out << commands << (commands == 1 ? " command, " : " commands, ") << level.cubs.size()
              << " cubs, " << level.windows.size() << " windows; "
              << (work.output.empty() ? "not saved: add -o x.scaffold or --in-place"
                                      : "wrote " + work.output)
              << '\n';
}

int print_commands(const Console& console) {
  if (!console.json) {
    console.out << describe_commands();
    return kExitDone;
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const EditCommand& command : edit_commands()) {
    nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
    for (const CommandArgument& argument : command.arguments)
      arguments.push_back({{"name", argument.name},
                           {"type", argument_type_name(argument.type)},
                           {"default", argument.usual},
                           {"choices", argument.choices},
                           {"help", argument.help}});
    list.push_back({{"name", command.name},
                    {"menu", command.menu},
                    {"key", command.key},
                    {"help", command.help},
                    {"usage", command_usage(command)},
                    {"arguments", arguments}});
  }
  print_document(console, {{"commands", list}});
  return kExitDone;
}

}  // namespace

int run_edit(const EditRequest& request, const Console& console) {
  if (request.commands) return print_commands(console);
  Result<EditWork> work = read_work(request);
  if (!work) return report_failure(console, work.error());
  if (const Result<Done> looked = look_for_unsaved(request, console, *work); !looked)
    return report_failure(console, looked.error());
  ScaffoldDocument document(std::move(work->level), session_of(request, *work));
  EditSession session(document);
  if (!request.library.empty()) {
    Result<ClipLibrary> library = read_library(request.library);
    if (!library) return report_failure(console, library.error());
    session.library = std::move(*library);
  }
  const ClipLibrary before = session.library;
  const Result<ScriptReport> ran = run_script(session, work->script, work->script_name);
  if (!ran) return report_failure(console, ran.error());
  if (!request.library.empty()) {
    const Result<Done> kept = save_library(request.library, before, session.library);
    if (!kept) return report_failure(console, kept.error());
  }
  if (!work->output.empty()) {
    const Result<Done> saved = write_text_file(work->output, write_scaffold(document.level()));
    if (!saved) return report_failure(console, saved.error());
  }
  print_edit(console, request, *work, document, ran->commands);
  return kExitDone;
}

void add_edit_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<EditRequest>();
  CLI::App* command = app.add_subcommand("edit", "Run edit commands on a .scaffold level");
  command->add_option("level", request->level, "The level to edit, x.scaffold")->type_name("LEVEL");
  command->add_option("--run", request->run, "Commands, with ';' between them")
      ->type_name("COMMANDS");
  command->add_option("--script", request->script, "A file of commands, - for standard input")
      ->type_name("FILE");
  command->add_option("-o,--output", request->output, "Where to save the level")->type_name("FILE");
  command->add_flag("--in-place", request->in_place, "Save over the level that was read");
  command->add_flag("--new", request->fresh, "Begin with an empty level");
  command->add_flag("--recover", request->recover,
                    "Begin with the unsaved work that a crashed editor left beside the level");
  command
      ->add_option("--library", request->library,
                   "A folder of .scaffold pieces for the commands keep and stamp")
      ->type_name("FOLDER");
  command
      ->add_option("--session", request->session,
                   "What new ids are made of (default: the level and the commands)")
      ->type_name("TEXT");
  command->add_flag("--commands", request->commands, "Print the table of all edit commands");
  command->add_flag("--json", request->json,
                    "Print one JSON document on standard output and nothing else there");
  command->footer(
      "All commands run, or none: a mistake names its line and column, and nothing is saved.\n\n"
      "Examples:\n"
      "  playset edit relay_station.scaffold --run \"extrude side 1ytzrzvs.25/front 4m\" -o "
      "new.scaffold\n"
      "  playset edit --new --script tower.edit -o tower.scaffold\n"
      "  playset edit --commands");
  set_action(*command, chosen, request, run_edit);
}

}  // namespace playset
