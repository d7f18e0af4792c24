// scaffold/looks.h - what the commands about names and looks share: colours, sides to change.
#pragma once

#include <algorithm>

#include "commands.h"
#include "edit_parts.h"

namespace playset::commands {

inline CommandResult nothing_made() { return std::optional<ScaffoldSelection>(); }

// 80c0ff, in capitals or not.
inline std::optional<std::uint32_t> read_color(std::string_view text) {
  if (text.size() != 6) return std::nullopt;
  std::uint32_t rgb = 0;
  for (const char c : text) {
    constexpr std::string_view kHex = "0123456789abcdef0123456789ABCDEF";
    const std::size_t digit = kHex.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    rgb = rgb << 4 | static_cast<std::uint32_t>(digit % 16);
  }
  return rgb;
}

// All sides of cubs, and the sides named.
inline std::vector<SideRef> all_sides(const ScaffoldDocument& document,
                                      const ArgumentValues& arguments) {
  std::vector<SideRef> sides = arguments.sides;
  for (const SideRef side : sides_of_cubs(document, arguments.cubs)) sides.push_back(side);
  return sorted_set(std::move(sides));
}

}  // namespace playset::commands
