// playset/scaffold/command_table.h - one table of all edit commands: name, arguments, key, menu
// place, help; scripts, keys, menus and help pages all come from it.
//
//   EditSession session(document);
//   run_command(session, *find_command("extrude"), arguments);
//
// Texts of commands: scaffold/command_script.h.
// Units   lengths in grid steps, angles in thousandths of a degree once read.
// Cost    a command is a function pointer; finding one is a pass over the table.
// Threads one session, one thread.
// Ref     TrenchBroom and sbox-issues 9776: every operation has a key and a name
// See     docs/scaffold.md (Commands), tests/scaffold/command_table_test.cpp
#pragma once

#include <map>
#include <optional>

#include "playset/scaffold/selection.h"

namespace playset {

enum class ArgumentType : std::uint8_t {
  Cubs,      // cub ID, cub NAME, or what is selected; several
  Sides,     // side ID/3, side NAME/top; several
  Edges,     // edge ID ID: two vertices
  Vertices,  // vertex ID; several
  Objects,   // object ID: spawns and props
  Length,    // 4m, 25cm, 12g (grid steps); without a unit metres
  Point,     // 1,2.5,-3: three lengths
  Points,    // '0,0,0 4,0,8': several of them
  Angle,     // 90, 22.5deg
  Count,     // a whole number
  Factor,    // a number, or three for x, y and z
  Choice,    // one of the words in `choices`
  Text,      // a word, or anything in '...'
  Key,       // the name of a material, kit, door or trigger
  Flag,      // --loop; no by default
};

// "length", "sides", ...
[[nodiscard]] PLAYSET_API const char* argument_type_name(ArgumentType type) noexcept;

struct CommandArgument {
  const char* name;  // --name gives it anywhere; those that are not flags also in their order
  ArgumentType type;
  const char* usual;  // its default as a script writes it, "" for required, "-" for left out
  const char* help;
  const char* choices = "";  // "x y z"
};

// What a command was given, read and checked against the table.
struct ArgumentValues {
  std::vector<ScaffoldId> cubs, vertices, objects;
  std::vector<SideRef> sides;
  std::vector<EdgeRef> edges;
  std::map<std::string, std::string, std::less<>> texts;   // Text, Key, Choice
  std::map<std::string, double, std::less<>> numbers;      // Length, Angle, Count, Flag (0 or 1)
  std::map<std::string, glm::dvec3, std::less<>> vectors;  // Point (grid steps), Factor
  std::map<std::string, std::vector<GridPoint>, std::less<>> lines;  // Points

  [[nodiscard]] bool has(std::string_view name) const {
    return texts.count(name) + numbers.count(name) + vectors.count(name) + lines.count(name) > 0;
  }
  // Those below require has(name).
  [[nodiscard]] const std::string& text(std::string_view name) const {
    return texts.find(name)->second;
  }
  [[nodiscard]] double number(std::string_view name) const { return numbers.find(name)->second; }
  [[nodiscard]] std::int32_t steps(std::string_view name) const {
    return static_cast<std::int32_t>(number(name));
  }
  [[nodiscard]] GridPoint point(std::string_view name) const {
    return GridPoint(vectors.find(name)->second);
  }
  [[nodiscard]] const std::vector<GridPoint>& points(std::string_view name) const {
    return lines.find(name)->second;
  }
};

struct EditCommand;

// What a person or a script works with.
struct EditSession {
  explicit EditSession(ScaffoldDocument& edited) : document(&edited) {}
  ScaffoldDocument* document;
  ScaffoldSelection selection;
  Scaffold clip;  // what copy copied
  // Clips by name, for `keep` and `stamp`; their origin is the middle of their floor.
  std::map<std::string, Scaffold, std::less<>> library;
  std::vector<ScaffoldId> hidden;  // cubs out of sight, besides those of hidden layers; sorted
  // The last command that edited, and what it was given but for what it worked on: for `repeat`.
  const EditCommand* last = nullptr;
  ArgumentValues last_arguments;
  // What `as NAME` named: the cubs that a command made, in their order.
  std::map<std::string, std::vector<ScaffoldId>, std::less<>> names;
};

// What it made, to be selected; empty where it made nothing.
using CommandResult = Result<std::optional<ScaffoldSelection>>;

struct EditCommand {
  const char* name;  // "extrude"
  const char* menu;  // "Build": the menu it is in
  const char* key;   // "E", or ""
  const char* help;  // one sentence
  std::span<const CommandArgument> arguments;
  CommandResult (*run)(EditSession& session, const ArgumentValues& arguments);
  bool edits = true;  // false: it selects, copies or undoes
};

// All commands, by menu.
[[nodiscard]] PLAYSET_API std::span<const EditCommand> edit_commands() noexcept;

// nullptr where there is none of this name.
[[nodiscard]] PLAYSET_API const EditCommand* find_command(std::string_view name) noexcept;

// Runs it as one step to undo of the command's name. What it made becomes the selection. Errors
// begin with the command's name; nothing has changed then.
PLAYSET_API Result<Done> run_command(EditSession& session, const EditCommand& command,
                                     const ArgumentValues& arguments);

// "extrude sides [--distance 4m] [--to POINT] ...": how it is written.
[[nodiscard]] PLAYSET_API std::string command_usage(const EditCommand& command);

// The table as a page of Markdown.
[[nodiscard]] PLAYSET_API std::string describe_commands();

}  // namespace playset
