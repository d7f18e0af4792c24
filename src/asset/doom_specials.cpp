// Tables of linedef specials: vanilla DOOM's 141, and those of Hexen that open doors or end levels.
#include "asset/doom_specials.h"

#include <iterator>
#include <string_view>

namespace playset::doom {

namespace {

// Index = special. D push the line's own door, W walk over, S use, G shoot; 1 once, R again and
// again.
constexpr const char* kVanilla[] = {
    "",
    "DR door open wait close",
    "W1 door open stay",
    "W1 door close",
    "W1 door open wait close",
    "W1 floor raise to lowest ceiling",
    "W1 crusher fast",
    "S1 stairs raise by 8",
    "W1 stairs raise by 8",
    "S1 floor donut",
    "W1 lift lower wait raise",
    "S1 exit",
    "W1 light to brightest neighbour",
    "W1 light to 255",
    "S1 floor raise by 32 change texture",
    "S1 floor raise by 24 change texture",
    "W1 door close wait open",
    "W1 light blink",
    "S1 floor raise to next higher",
    "W1 floor lower to highest neighbour",
    "S1 floor raise to next higher change texture",
    "S1 lift lower wait raise",
    "W1 floor raise to next higher change texture",
    "S1 floor lower to lowest neighbour",
    "G1 floor raise to lowest ceiling",
    "W1 crusher slow",
    "DR door blue open wait close",
    "DR door yellow open wait close",
    "DR door red open wait close",
    "S1 door open wait close",
    "W1 floor raise by shortest lower texture",
    "D1 door open stay",
    "D1 door blue open stay",
    "D1 door red open stay",
    "D1 door yellow open stay",
    "W1 light to 35",
    "W1 floor lower fast to 8 above highest neighbour",
    "W1 floor lower to lowest neighbour change texture",
    "W1 floor lower to lowest neighbour",
    "W1 teleport",
    "W1 ceiling raise to highest ceiling",
    "S1 ceiling lower to floor",
    "SR door close",
    "SR ceiling lower to floor",
    "W1 ceiling lower to 8 above floor",
    "SR floor lower to highest neighbour",
    "GR door open stay",
    "G1 floor raise to next higher change texture",
    "scroll texture left",
    "S1 crusher slow",
    "S1 door close",
    "S1 secret exit",
    "W1 exit",
    "W1 floor move forever",
    "W1 floor move stop",
    "S1 floor raise and crush",
    "W1 floor raise and crush",
    "W1 crusher stop",
    "W1 floor raise by 24",
    "W1 floor raise by 24 change texture",
    "SR floor lower to lowest neighbour",
    "SR door open stay",
    "SR lift lower wait raise",
    "SR door open wait close",
    "SR floor raise to lowest ceiling",
    "SR floor raise and crush",
    "SR floor raise by 24 change texture",
    "SR floor raise by 32 change texture",
    "SR floor raise to next higher change texture",
    "SR floor raise to next higher",
    "SR floor lower fast to 8 above highest neighbour",
    "S1 floor lower fast to 8 above highest neighbour",
    "WR ceiling lower to 8 above floor",
    "WR crusher slow",
    "WR crusher stop",
    "WR door close",
    "WR door close wait open",
    "WR crusher fast",
    "SR floor change texture",
    "WR light to 35",
    "WR light to brightest neighbour",
    "WR light to 255",
    "WR floor lower to lowest neighbour",
    "WR floor lower to highest neighbour",
    "WR floor lower to lowest neighbour change texture",
    "scroll texture right",
    "WR door open stay",
    "WR floor move forever",
    "WR lift lower wait raise",
    "WR floor move stop",
    "WR door open wait close",
    "WR floor raise to lowest ceiling",
    "WR floor raise by 24",
    "WR floor raise by 24 change texture",
    "WR floor raise and crush",
    "WR floor raise to next higher change texture",
    "WR floor raise by shortest lower texture",
    "WR teleport",
    "WR floor lower fast to 8 above highest neighbour",
    "SR door blue fast open stay",
    "W1 stairs raise fast by 16",
    "S1 floor raise to lowest ceiling",
    "S1 floor lower to highest neighbour",
    "S1 door open stay",
    "W1 light to dimmest neighbour",
    "WR door fast open wait close",
    "WR door fast open stay",
    "WR door fast close",
    "W1 door fast open wait close",
    "W1 door fast open stay",
    "W1 door fast close",
    "S1 door fast open wait close",
    "S1 door fast open stay",
    "S1 door fast close",
    "SR door fast open wait close",
    "SR door fast open stay",
    "SR door fast close",
    "DR door fast open wait close",
    "D1 door fast open stay",
    "W1 floor raise to next higher",
    "WR lift fast lower wait raise",
    "W1 lift fast lower wait raise",
    "S1 lift fast lower wait raise",
    "SR lift fast lower wait raise",
    "W1 secret exit",
    "W1 teleport monsters",
    "WR teleport monsters",
    "S1 stairs raise fast by 16",
    "WR floor raise to next higher",
    "WR floor raise fast to next higher",
    "W1 floor raise fast to next higher",
    "S1 floor raise fast to next higher",
    "SR floor raise fast to next higher",
    "S1 door blue fast open stay",
    "SR door red fast open stay",
    "S1 door red fast open stay",
    "SR door yellow fast open stay",
    "S1 door yellow fast open stay",
    "SR light to 255",
    "SR light to 35",
    "S1 floor raise by 512",
    "W1 crusher silent",
};
static_assert(std::size(kVanilla) == 142);

struct NamedSpecial {
  std::int32_t special;
  const char* kind;
  bool moves;
};

constexpr NamedSpecial kHexen[] = {{10, "door close", true},
                                   {11, "door open stay", true},
                                   {12, "door open wait close", true},
                                   {13, "door locked open wait close", true},
                                   {20, "floor lower", true},
                                   {21, "floor lower to lowest neighbour", true},
                                   {22, "floor lower to nearest", true},
                                   {23, "floor raise", true},
                                   {24, "floor raise to highest neighbour", true},
                                   {25, "floor raise to nearest", true},
                                   {40, "ceiling lower", true},
                                   {41, "ceiling raise", true},
                                   {60, "lift move forever", true},
                                   {62, "lift lower wait raise", true},
                                   {64, "lift raise wait lower", true},
                                   {70, "teleport", false},
                                   {71, "teleport no fog", false},
                                   {74, "exit to map", false},
                                   {75, "exit game", false},
                                   {80, "script run", false},
                                   {83, "script run locked", false}};

std::string_view word_after(std::string_view kind, std::string_view word) {
  const std::size_t at = kind.find(word);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = kind.substr(at + word.size());
  return rest.substr(0, rest.find(' '));
}

bool starts_any(std::string_view text) {
  for (const std::string_view word : {"door", "floor", "ceiling", "crusher", "lift", "stairs"}) {
    if (text.substr(0, word.size()) == word) return true;
  }
  return false;
}

SpecialMeaning vanilla_meaning(const DoomLine& line) {
  if (line.special < 0 || line.special >= static_cast<std::int32_t>(std::size(kVanilla))) {
    return {"special " + std::to_string(line.special), "", false, line.tag != 0};
  }
  const std::string_view kind = kVanilla[line.special];
  SpecialMeaning meaning{std::string(kind), "", false, false};
  meaning.moves_back = kind.substr(0, 1) == "D";
  meaning.moves_tagged = !meaning.moves_back && kind.size() > 3 && starts_any(kind.substr(3));
  const std::string_view colour = word_after(kind, "door ");
  if (colour == "blue" || colour == "red" || colour == "yellow") meaning.key = colour;
  return meaning;
}

SpecialMeaning hexen_meaning(const DoomLine& line) {
  for (const NamedSpecial& named : kHexen) {
    if (named.special != line.special) continue;
    SpecialMeaning meaning{named.kind, "", named.moves && line.args[0] == 0,
                           named.moves && line.args[0] != 0};
    if (line.special == 13 && line.args[3] != 0)
      meaning.key = "lock " + std::to_string(line.args[3]);
    if (line.special == 83 && line.args[4] != 0)
      meaning.key = "lock " + std::to_string(line.args[4]);
    return meaning;
  }
  return {"special " + std::to_string(line.special), "", false, false};
}

}  // namespace

SpecialMeaning special_meaning(const DoomLine& line, bool hexen) {
  return hexen ? hexen_meaning(line) : vanilla_meaning(line);
}

}  // namespace playset::doom
