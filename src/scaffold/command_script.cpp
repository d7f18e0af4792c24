// Scripts: words with their places, commands with their arguments, one after the other.
#include "playset/scaffold/command_script.h"

#include <algorithm>
#include <cmath>

#include "playset/core/text_number.h"

namespace playset {
namespace {

struct Word {
  std::string text;
  std::uint32_t line = 1, column = 1;
  bool quoted = false;
};

struct Statement {
  std::vector<Word> words;
};

using Problem = std::optional<Error>;

Error at_word(const Word& word, std::string why) {
  return Error{ErrorCode::Syntax, std::move(why), {}, word.line, word.column, 0};
}

// --- words ---

class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  Problem read(std::vector<Statement>& out) {
    Statement statement;
    const auto finish = [&] {
      if (!statement.words.empty()) out.push_back(std::move(statement));
      statement = {};
    };
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == ';') {
        finish();
        step();
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (c == '\\' && ends_line(at_ + 1)) {
        while (text_[at_] != '\n') step();
        step();
      } else if (c == ' ' || c == '\t' || c == '\r') {
        step();
      } else if (Problem bad = read_word(statement.words.emplace_back())) {
        return bad;
      }
    }
    finish();
    return std::nullopt;
  }

 private:
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 0;
    }
    ++column_;
    ++at_;
  }

  [[nodiscard]] bool ends_line(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    return at < text_.size() && text_[at] == '\n';
  }

  Problem read_word(Word& word) {
    word.line = line_;
    word.column = column_;
    const char quote = text_[at_];
    if (quote == '\'' || quote == '"') {
      word.quoted = true;
      step();
      while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
        word.text.push_back(text_[at_]);
        step();
      }
      if (at_ == text_.size() || text_[at_] != quote)
        return at_word(word, "this quotation has no end on its line; close it");
      step();
      return std::nullopt;
    }
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n;#").find(text_[at_]) == std::string_view::npos) {
      word.text.push_back(text_[at_]);
      step();
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
};

// --- values ---

// A number and the unit behind it; nothing where it is none.
std::optional<double> number_before(std::string_view text, std::string_view& unit) {
  const std::size_t length = number_length(text);
  const std::optional<double> value = parse_double(text.substr(0, length));
  unit = text.substr(length);
  return length == 0 ? std::nullopt : value;
}

std::optional<double> read_length(std::string_view text) {
  std::string_view unit;
  const std::optional<double> value = number_before(text, unit);
  if (!value) return std::nullopt;
  const double scale = unit.empty() || unit == "m" ? kGridPerMetre
                       : unit == "cm"              ? kGridPerMetre / 100.0
                       : unit == "mm"              ? kGridPerMetre / 1000.0
                       : unit == "g"               ? 1.0
                                                   : 0.0;
  const double steps = std::floor(*value * scale + 0.5);
  if (scale == 0.0 || std::fabs(steps) > 4.0 * kGridLimit) return std::nullopt;
  return steps;
}

std::optional<double> read_angle(std::string_view text) {
  std::string_view unit;
  const std::optional<double> value = number_before(text, unit);
  if (!value || !(unit.empty() || unit == "deg") || std::fabs(*value) > 360'000.0)
    return std::nullopt;
  return std::floor(*value * 1000.0 + 0.5);
}

std::optional<double> read_plain(std::string_view text) {
  const std::optional<double> value = parse_double(text);
  return value && std::fabs(*value) <= 1e9 ? value : std::nullopt;
}

// Three of something with commas between.
template <typename Read>
std::optional<glm::dvec3> read_three(std::string_view text, Read read) {
  glm::dvec3 result(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t comma = text.find(',');
    if ((comma == std::string_view::npos) != (axis == 2)) return std::nullopt;
    const std::optional<double> part = read(text.substr(0, comma));
    if (!part) return std::nullopt;
    result[axis] = *part;
    text.remove_prefix(axis == 2 ? text.size() : comma + 1);
  }
  return result;
}

// Points with spaces between.
std::optional<std::vector<GridPoint>> read_points(std::string_view text) {
  std::vector<GridPoint> points;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) {
      const std::optional<glm::dvec3> point = read_three(text.substr(0, end), read_length);
      if (!point) return std::nullopt;
      points.emplace_back(*point);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return points;
}

bool has_choice(std::string_view choices, std::string_view word) {
  while (!choices.empty()) {
    const std::size_t end = std::min(choices.find(' '), choices.size());
    if (choices.substr(0, end) == word) return true;
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return false;
}

// "" or what was wanted instead.
std::string set_value(const CommandArgument& argument, std::string_view word,
                      ArgumentValues& values) {
  const auto number = [&](std::optional<double> value, const char* wanted) -> std::string {
    if (!value) return wanted;
    values.numbers[argument.name] = *value;
    return "";
  };
  const auto vector = [&](std::optional<glm::dvec3> value, const char* wanted) -> std::string {
    if (!value) return wanted;
    values.vectors[argument.name] = *value;
    return "";
  };
  switch (argument.type) {
    case ArgumentType::Length:
      return number(read_length(word), "a length such as 4m, 25cm or 12g (grid steps)");
    case ArgumentType::Angle:
      return number(read_angle(word), "an angle in degrees such as 90 or 22.5deg");
    case ArgumentType::Count: {
      const std::optional<std::int64_t> count = parse_int64(word);
      const bool fits = count && *count >= 0 && *count <= 1'000'000;
      return number(fits ? std::optional<double>(static_cast<double>(*count)) : std::nullopt,
                    "a whole number from 0 to 1,000,000");
    }
    case ArgumentType::Point:
      return vector(read_three(word, read_length), "a point such as 1,2.5,-3 (metres)");
    case ArgumentType::Points: {
      std::optional<std::vector<GridPoint>> points = read_points(word);
      if (!points || points->empty()) return "points such as '0,0,0 4,0,2.5' (metres)";
      values.lines[argument.name] = std::move(*points);
      return "";
    }
    case ArgumentType::Factor: {
      const std::optional<double> one = read_plain(word);
      return vector(one ? std::optional(glm::dvec3(*one)) : read_three(word, read_plain),
                    "a number such as 0.5, or three: 1,2,0.5");
    }
    case ArgumentType::Choice:
      if (!has_choice(argument.choices, word)) return std::string("one of ") + argument.choices;
      values.texts[argument.name] = word;
      return "";
    default:
      if (word.empty()) return "a word";
      values.texts[argument.name] = word;
      return "";
  }
}

bool is_target(ArgumentType type) { return type <= ArgumentType::Objects; }

// --- names of things ---

// Reads "NAME", "NAME[2]" or an id.
Problem read_cubs(const EditSession& session, const Word& word, std::string_view text,
                  std::vector<ScaffoldId>& out) {
  const ScaffoldId id = parse_id(text);
  if (id != kNoId) {
    out.push_back(id);
    return std::nullopt;
  }
  std::string_view name = text;
  std::optional<std::uint64_t> index;
  if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos) {
    if (text.back() != ']') return at_word(word, "a cub of several is written NAME[0]");
    name = text.substr(0, bracket);
    index = parse_uint64(text.substr(bracket + 1, text.size() - bracket - 2));
    if (!index) return at_word(word, "a cub of several is written NAME[0]");
  }
  const auto found = session.names.find(name);
  if (found == session.names.end())
    return at_word(word, "'" + std::string(name) +
                             "' names no cub; ids look like 1ytzrzvs.12, names come from 'as'");
  if (!index) {
    out.insert(out.end(), found->second.begin(), found->second.end());
    return std::nullopt;
  }
  if (*index >= found->second.size())
    return at_word(word, "'" + std::string(name) + "' has " + std::to_string(found->second.size()) +
                             (found->second.size() == 1 ? " cub" : " cubs") + ", counted from 0");
  out.push_back(found->second[static_cast<std::size_t>(*index)]);
  return std::nullopt;
}

// "CUB/3" or "CUB/front".
Problem read_sides(const EditSession& session, const Word& word, std::vector<SideRef>& out) {
  constexpr std::string_view kNames[] = {"left", "top", "right", "bottom", "front", "back"};
  const std::size_t slash = word.text.rfind('/');
  if (slash == std::string::npos)
    return at_word(word, "a side is written CUB/front or CUB/4, not '" + word.text + "'");
  const std::string_view text = word.text, last = text.substr(slash + 1);
  auto side = static_cast<std::size_t>(std::find(std::begin(kNames), std::end(kNames), last) -
                                       std::begin(kNames));
  if (last.size() == 1 && last[0] >= '0' && last[0] <= '5')
    side = static_cast<std::size_t>(last[0] - '0');
  if (side >= kCubSides)
    return at_word(word, "'" + std::string(last) +
                             "' is no side; sides are left, top, right, bottom, front, back or 0 "
                             "to 5");
  std::vector<ScaffoldId> cubs;
  if (Problem bad = read_cubs(session, word, text.substr(0, slash), cubs)) return bad;
  for (const ScaffoldId cub : cubs) out.push_back({cub, static_cast<std::uint8_t>(side)});
  return std::nullopt;
}

// An id, or "CUB:5", a cub's corner.
Problem read_vertices(const EditSession& session, const Word& word, std::vector<ScaffoldId>& out) {
  const std::size_t colon = word.text.rfind(':');
  if (colon == std::string::npos) {
    const ScaffoldId id = parse_id(word.text);
    if (id == kNoId)
      return at_word(
          word, "a vertex is written as its id, or as a corner: CUB:5, not '" + word.text + "'");
    out.push_back(id);
    return std::nullopt;
  }
  const std::optional<std::uint64_t> corner =
      parse_uint64(std::string_view(word.text).substr(colon + 1));
  if (!corner || *corner >= kCubCorners) return at_word(word, "corners are 0 to 7");
  std::vector<ScaffoldId> cubs;
  if (Problem bad = read_cubs(session, word, std::string_view(word.text).substr(0, colon), cubs))
    return bad;
  for (const ScaffoldId id : cubs) {
    const ScaffoldCub* cub = session.document->find<ScaffoldCub>(id);
    if (cub == nullptr) return at_word(word, "there is no cub " + id_text(id));
    out.push_back(cub->corners[static_cast<std::size_t>(*corner)]);
  }
  return std::nullopt;
}

// --- one command ---

class CommandReader {
 public:
  CommandReader(const EditSession& session, const EditCommand& command, const Statement& statement)
      : session_(session), command_(command), words_(statement.words) {}

  Problem read(ArgumentValues& values) {
    while (at_ < words_.size()) {
      if (Problem bad = read_one(values)) return bad;
    }
    if (Problem bad = fill_defaults(values)) return bad;
    if (!named_) take_selected(values);
    return std::nullopt;
  }

 private:
  Problem read_one(ArgumentValues& values) {
    const Word& word = words_[at_++];
    if (!word.quoted && word.text.size() > 2 && word.text.compare(0, 2, "--") == 0)
      return read_option(word, values);
    if (!word.quoted && read_kind(word.text)) return read_target(word, values);
    return read_in_order(word, values);
  }

  // "cub", "side", ...: what the next word names.
  [[nodiscard]] static std::optional<ArgumentType> read_kind(std::string_view word) {
    for (const ArgumentType type : {ArgumentType::Cubs, ArgumentType::Sides, ArgumentType::Edges,
                                    ArgumentType::Vertices, ArgumentType::Objects}) {
      if (word == argument_type_name(type)) return type;
    }
    return std::nullopt;
  }

  [[nodiscard]] const CommandArgument* argument_named(std::string_view name) const {
    for (const CommandArgument& argument : command_.arguments) {
      if (name == argument.name && !is_target(argument.type)) return &argument;
    }
    return nullptr;
  }

  Problem read_option(const Word& word, ArgumentValues& values) {
    const CommandArgument* argument = argument_named(std::string_view(word.text).substr(2));
    if (argument == nullptr)
      return at_word(word,
                     "there is no option " + word.text + "; write: " + command_usage(command_));
    if (argument->type == ArgumentType::Flag) {
      values.numbers[argument->name] = 1.0;
      return std::nullopt;
    }
    if (at_ == words_.size()) return at_word(word, word.text + " needs a value behind it");
    return set(*argument, words_[at_++], values);
  }

  Problem read_in_order(const Word& word, ArgumentValues& values) {
    for (const CommandArgument& argument : command_.arguments) {
      if (is_target(argument.type) || argument.type == ArgumentType::Flag ||
          values.has(argument.name))
        continue;
      return set(argument, word, values);
    }
    return at_word(
        word, "there is nothing left for '" + word.text + "'; write: " + command_usage(command_));
  }

  Problem set(const CommandArgument& argument, const Word& word, ArgumentValues& values) const {
    if (values.has(argument.name))
      return at_word(word, std::string("--") + argument.name + " is given twice");
    const std::string wanted = set_value(argument, word.text, values);
    if (wanted.empty()) return std::nullopt;
    return at_word(word,
                   std::string(argument.name) + " is " + wanted + ", not '" + word.text + "'");
  }

  Problem read_target(const Word& kind, ArgumentValues& values) {
    const ArgumentType type = *read_kind(kind.text);
    const bool takes =
        std::any_of(command_.arguments.begin(), command_.arguments.end(),
                    [type](const CommandArgument& argument) { return argument.type == type; });
    if (!takes)
      return at_word(kind, std::string(command_.name) + " takes no " + kind.text +
                               "; write: " + command_usage(command_));
    if (at_ == words_.size())
      return at_word(kind, "'" + kind.text + "' needs a name or id behind it");
    named_ = true;
    const Word& word = words_[at_++];
    switch (type) {
      case ArgumentType::Cubs:
        return read_cubs(session_, word, word.text, values.cubs);
      case ArgumentType::Sides:
        return read_sides(session_, word, values.sides);
      case ArgumentType::Vertices:
        return read_vertices(session_, word, values.vertices);
      case ArgumentType::Edges:
        return read_edge(word, values);
      default:
        return read_object(word, values);
    }
  }

  Problem read_edge(const Word& first, ArgumentValues& values) {
    if (at_ == words_.size()) return at_word(first, "an edge has two vertices; name another");
    std::vector<ScaffoldId> a, b;
    if (Problem bad = read_vertices(session_, first, a)) return bad;
    const Word& second = words_[at_++];
    if (Problem bad = read_vertices(session_, second, b)) return bad;
    if (a.size() != b.size()) return at_word(second, "these are not as many vertices as before");
    for (std::size_t i = 0; i < a.size(); ++i) values.edges.push_back(make_edge(a[i], b[i]));
    return std::nullopt;
  }

  static Problem read_object(const Word& word, ArgumentValues& values) {
    const ScaffoldId id = parse_id(word.text);
    if (id == kNoId)
      return at_word(word, "a spawn or prop is written as its id, not '" + word.text + "'");
    values.objects.push_back(id);
    return std::nullopt;
  }

  Problem fill_defaults(ArgumentValues& values) const {
    for (const CommandArgument& argument : command_.arguments) {
      if (is_target(argument.type) || values.has(argument.name)) continue;
      const std::string_view usual = argument.usual;
      if (argument.type == ArgumentType::Flag) values.numbers[argument.name] = 0.0;
      if (argument.type == ArgumentType::Flag || usual == "-") continue;
      if (usual.empty())
        return at_word(words_[0], std::string(command_.name) + " needs " + argument.name + " (" +
                                      argument.help + "); write: " + command_usage(command_));
      (void)set_value(argument, usual, values);
    }
    return std::nullopt;
  }

  void take_selected(ArgumentValues& values) const {
    const ScaffoldSelection live = live_selection(*session_.document, session_.selection);
    for (const CommandArgument& argument : command_.arguments) {
      if (argument.type == ArgumentType::Cubs) values.cubs = live.cubs;
      if (argument.type == ArgumentType::Sides) values.sides = live.sides;
      if (argument.type == ArgumentType::Edges) values.edges = live.edges;
      if (argument.type == ArgumentType::Vertices) values.vertices = live.vertices;
      if (argument.type != ArgumentType::Objects) continue;
      values.objects = live.spawns;
      values.objects.insert(values.objects.end(), live.props.begin(), live.props.end());
    }
  }

  const EditSession& session_;
  const EditCommand& command_;
  std::span<const Word> words_;
  std::size_t at_ = 1;
  bool named_ = false;
};

// Takes "as NAME" off the end; an empty name: there is none.
Problem take_name(Statement& statement, std::string& name) {
  std::vector<Word>& words = statement.words;
  if (words.size() < 3 || words[words.size() - 2].quoted || words[words.size() - 2].text != "as")
    return std::nullopt;
  name = words.back().text;
  const bool sound =
      !name.empty() && name.find_first_of(" ./:[]") == std::string::npos && parse_id(name) == kNoId;
  if (!sound) return at_word(words.back(), "a name has no blanks and none of . / : [ ]");
  words.resize(words.size() - 2);
  return std::nullopt;
}

Problem run_statement(EditSession& session, Statement statement) {
  std::string name;
  if (Problem bad = take_name(statement, name)) return bad;
  const Word& first = statement.words[0];
  const EditCommand* command = first.quoted ? nullptr : find_command(first.text);
  if (command == nullptr) return at_word(first, "there is no command '" + first.text + "'");
  ArgumentValues values;
  if (Problem bad = CommandReader(session, *command, statement).read(values)) return bad;
  const std::uint64_t before = session.document->revision();
  const Result<Done> done = run_command(session, *command, values);
  if (!done) {
    Error error = done.error();
    error.line = first.line;
    error.column = first.column;
    return error;
  }
  if (name.empty()) return std::nullopt;
  if (session.selection.cubs.empty() || session.document->revision() == before)
    return at_word(first, std::string(command->name) + " made no cubs that could be named");
  session.names[name] = session.selection.cubs;
  return std::nullopt;
}

}  // namespace

Result<ScriptReport> run_script(EditSession& session, std::string_view text,
                                std::string_view file) {
  const auto in_file = [&](Error error) {
    error.file = file;
    return error;
  };
  std::vector<Statement> statements;
  if (Problem bad = WordReader(text).read(statements)) return in_file(*bad);
  ScaffoldDocument& document = *session.document;
  if (document.depth() > 0)
    return in_file(Error{ErrorCode::Usage, "an edit is under way; finish it first", {}, 0, 0, 0});
  const EditSession before = session;
  const std::size_t steps = document.undo_count();
  ScriptReport report;
  bool edited = false;  // so that what could be redone before is gone
  for (Statement& statement : statements) {
    const Word first = statement.words[0];
    const std::size_t before_it = document.undo_count();
    Problem bad;
    if (first.text == "undo" && document.undo_count() <= steps)
      bad = at_word(first, "undo: there is nothing left of this script to undo");
    else
      bad = run_statement(session, std::move(statement));
    if (!bad) {
      ++report.commands;
      edited = edited || (first.text != "redo" && document.undo_count() > before_it);
      continue;
    }
    while (document.undo_count() > steps) document.undo();
    if (edited) document.forget_redo();
    session = before;
    return in_file(*bad);
  }
  return report;
}

}  // namespace playset
