// src/asset/doom_specials.h - what the numbers on DOOM linedefs mean: names, keys, which sector
// they move.
#pragma once

#include <cstdint>
#include <string>

#include "asset/doom_map.h"

namespace playset::doom {

struct SpecialMeaning {
  std::string kind;           // "DR door open wait close"; "special 271" where we have no name
  std::string key;            // that it asks for, or ""
  bool moves_back = false;    // acts on the sector behind the linedef, whatever its tag
  bool moves_tagged = false;  // moves floors or ceilings of the sectors with its tag
};

[[nodiscard]] SpecialMeaning special_meaning(const DoomLine& line, bool hexen);

}  // namespace playset::doom
