// src/asset/export_mesh.h - what the exporters share: readable names of materials and their
// colours.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace playset {

// The name a material without one gets.
inline constexpr std::string_view kNoMaterialName = "no_material";

[[nodiscard]] inline std::string material_name(std::string_view name) {
  return std::string(name.empty() ? kNoMaterialName : name);
}

// A muted colour that depends on the name alone, linear RGB: levels have materials by name, not by
// look.
[[nodiscard]] std::array<float, 3> material_color(std::string_view name) noexcept;

}  // namespace playset
