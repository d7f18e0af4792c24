// Colours of materials by name.
#include "asset/export_mesh.h"

#include "playset/core/hash.h"

namespace playset {

std::array<float, 3> material_color(std::string_view name) noexcept {
  constexpr std::array<std::array<float, 3>, 12> kColors = {{{0.48f, 0.50f, 0.52f},
                                                             {0.55f, 0.46f, 0.36f},
                                                             {0.30f, 0.38f, 0.46f},
                                                             {0.40f, 0.48f, 0.38f},
                                                             {0.62f, 0.58f, 0.48f},
                                                             {0.46f, 0.32f, 0.30f},
                                                             {0.34f, 0.32f, 0.42f},
                                                             {0.26f, 0.40f, 0.40f},
                                                             {0.56f, 0.40f, 0.24f},
                                                             {0.66f, 0.66f, 0.64f},
                                                             {0.24f, 0.26f, 0.28f},
                                                             {0.50f, 0.54f, 0.40f}}};
  return kColors[hash_text(name) % kColors.size()];
}

}  // namespace playset
