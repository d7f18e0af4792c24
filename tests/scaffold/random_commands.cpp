// Random edit commands with random arguments, wrong ones among them.
#include "tests/scaffold/random_commands.h"

#include <algorithm>

#include "playset/core/rng.h"
#include "playset/scaffold/cub_shape.h"

namespace playset::test {
namespace {

template <typename Record>
const Record& any_of(const std::vector<Record>& records, Rng& rng) {
  return records[rng.below(static_cast<std::uint32_t>(records.size()))];
}

// Words that a person might write for a value, wrong ones among them.
std::string random_value(const CommandArgument& argument, Rng& rng) {
  const auto pick = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[rng.below(static_cast<std::uint32_t>(words.size()))]);
  };
  const auto length = [&] {
    return rng.below(40) == 0 ? pick({"1e9", "-0", "x", "16384m", "0"})
                              : std::to_string(static_cast<int>(rng.below(8000)) - 2000) + "g";
  };
  switch (argument.type) {
    case ArgumentType::Length:
      return length();
    case ArgumentType::Point: {
      const std::string z = length(), y = length(), x = length();
      return x + "," + y + "," + z;
    }
    case ArgumentType::Points:
      return pick(
          {"'0,0,0 0,0,9'", "'0,0,0 6,0,6 12,3,0'", "'1,1,1'", "'0,9,0 0,0,0 9,9,9'", "'x'"});
    case ArgumentType::Angle:
      return pick({"90", "180", "-90", "22.5", "360", "270deg", "7"});
    case ArgumentType::Count:
      return pick({"0", "1", "2", "3", "4", "5", "9", "100001"});
    case ArgumentType::Factor:
      return pick({"0.5", "2", "1", "0.25", "0.9,1.1,1", "0", "-1"});
    case ArgumentType::Choice: {
      const std::string choices = argument.choices;
      std::vector<std::string> words;
      for (std::size_t at = 0; at < choices.size();) {
        const std::size_t end = std::min(choices.find(' ', at), choices.size());
        words.push_back(choices.substr(at, end - at));
        at = end + 1;
      }
      return any_of(words, rng);
    }
    case ArgumentType::Key:
      return pick({"deck", "hull", "pipes", "gate", "alarm", "detail", "none", "nothing"});
    default:
      return pick({"word", "'two words'", "808080", "a\"b", "hub"});
  }
}

std::string random_side(const Scaffold& level, Rng& rng) {
  return "side " + side_text({any_of(level.cubs, rng).id, static_cast<std::uint8_t>(rng.below(6))});
}

// A neighbouring pair of sides or cubs, where there are windows: what joins and merges want.
std::string random_pair(const Scaffold& level, Rng& rng, bool cubs) {
  if (level.windows.empty()) return "";
  const ScaffoldWindow& window = any_of(level.windows, rng);
  if (cubs) return " cub " + id_text(window.sides[0].cub) + " cub " + id_text(window.sides[1].cub);
  return " side " + side_text(window.sides[0]) + " side " + side_text(window.sides[1]);
}

std::string random_targets(const Scaffold& level, ArgumentType type, Rng& rng) {
  std::string out;
  if (level.cubs.empty()) return out;
  if (rng.below(3) == 0 && type <= ArgumentType::Sides)
    return random_pair(level, rng, type == ArgumentType::Cubs);
  for (std::uint32_t n = 1 + rng.below(2); n-- > 0;) {
    const ScaffoldCub& cub = any_of(level.cubs, rng);
    const std::uint32_t corner = rng.below(8), side = rng.below(6), k = rng.below(4);
    const auto vertex = [&](std::uint32_t c) { return id_text(cub.id) + ":" + std::to_string(c); };
    if (type == ArgumentType::Cubs) out += " cub " + id_text(cub.id);
    if (type == ArgumentType::Sides) out += " " + random_side(level, rng);
    if (type == ArgumentType::Vertices) out += " vertex " + vertex(corner);
    if (type == ArgumentType::Edges)
      out +=
          " edge " + vertex(kSideCorners[side][k]) + " " + vertex(kSideCorners[side][(k + 1) % 4]);
    if (type == ArgumentType::Objects && !level.props.empty())
      out += " object " + id_text(any_of(level.props, rng).id);
  }
  return out;
}

}  // namespace

std::string random_command(const EditSession& session, Rng& rng) {
  const Scaffold& level = session.document->level();
  const auto commands = edit_commands();
  const EditCommand& command = commands[rng.below(static_cast<std::uint32_t>(commands.size()))];
  std::string line = command.name;
  if (line == "paste-on" && !session.clip.cubs.empty()) {  // a side of what was copied comes first
    const std::string onto = random_side(level, rng);
    return line + " " + random_side(session.clip, rng) + " " + onto;
  }
  for (const CommandArgument& argument : command.arguments) {
    const std::string_view usual = argument.usual;
    if (usual == "selected") {
      if (rng.below(3) > 0) line += random_targets(level, argument.type, rng);
    } else if (argument.type == ArgumentType::Flag) {
      if (rng.below(2) == 0) line += std::string(" --") + argument.name;
    } else if (line.starts_with("kit --key") && argument.type == ArgumentType::Text) {
      const std::vector<std::string> pieces = {"panel", "trim", "none", "5,2,1", "word"};
      if (rng.below(4) == 0) line += std::string(" --") + argument.name + " " + any_of(pieces, rng);
    } else if (usual.empty() || rng.below(2) == 0) {
      line += std::string(" --") + argument.name + " " + random_value(argument, rng);
    }
  }
  return line;
}

}  // namespace playset::test
