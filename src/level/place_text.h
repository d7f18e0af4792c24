// Places and sizes as messages name them.
#pragma once

#include <cmath>
#include <string>

#include "playset/core/text_number.h"
#include "playset/geom/grid.h"

namespace playset {

// Rounded down to millimetres, in metres: "0.112".
[[nodiscard]] inline std::string length_text(double metres) {
  std::string text;
  append_number(text, std::floor(metres * 1000.0) / 1000.0);
  return text;
}

// Rounded to centimetres: "(1.25, -3, 0.5)".
[[nodiscard]] inline std::string place_text(glm::dvec3 metres) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    text += axis == 0 ? "(" : ", ";
    append_number(text, std::floor(metres[axis] * 100.0 + 0.5) / 100.0);
  }
  return text + ")";
}

}  // namespace playset
