// playset/core/easing.h - easing curves by name, and shapes: chains of steps that bend 0 to 1.
//
// Everything is data: a Curve is an enum value, a CurveShape a short list of steps, so that files,
// sliders and saved states hold them. Value and slope come together, so that speeds can be matched
// where one curve follows another.
// Units   t runs from 0 to 1 and is clamped (NaN counts as 0); values 0 to 1, but Back and Elastic
//         overshoot, and Suspension is signed. Slopes are per unit of t.
// Cost    2 to 15 ns a curve; never allocates.
// Threads pure functions.
// Ref     R. Penner, "Programming Macromedia Flash MX", 2002, chapter 7; the jump and suspension
//         curves are those of a boss fight's development log (Leilani's Island, 2017)
// See     tests/core/easing_test.cpp, docs/core.md (chart)
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "playset/core/api.h"
#include "playset/core/glm_layout.h"

namespace playset {

class DebugCanvas;

// In starts slowly, Out ends slowly, InOut does both. Expo is scaled to meet 0 and 1 without a
// jump.
enum class Curve : std::uint8_t {
  Linear,
  SineIn,
  SineOut,
  SineInOut,
  QuadIn,
  QuadOut,
  QuadInOut,  // the square, and the flipped square 1 - (1 - t)^2
  CubicIn,
  CubicOut,
  CubicInOut,
  QuartIn,
  QuartOut,
  QuartInOut,
  QuintIn,
  QuintOut,
  QuintInOut,
  ExpoIn,
  ExpoOut,
  ExpoInOut,
  CircIn,
  CircOut,
  CircInOut,  // slope infinite at one end
  BackIn,
  BackOut,
  BackInOut,  // swings 10 % beyond an end
  ElasticIn,
  ElasticOut,
  ElasticInOut,
  BounceIn,
  BounceOut,
  BounceInOut,
  SmoothStep,
  SmootherStep,  // 3t^2 - 2t^3; 6t^5 - 15t^4 + 10t^3
  HalfSineJump,  // sin(pi t): up and down again
  HoverJump,     // 1 - (1 - sin(pi t))^2: fast up, hovers, slams down
  Suspension,    // -sin(2 pi t) (1 - t): down, a smaller swing up, at rest
};
inline constexpr std::size_t kCurveCount = static_cast<std::size_t>(Curve::Suspension) + 1;

struct CurvePoint {
  float value = 0.0f;
  float slope = 0.0f;
};

[[nodiscard]] PLAYSET_API float evaluate_curve(Curve curve, float t) noexcept;
// Value and slope; the slope is infinite at the upright end of Circ, and that of the piece to the
// right at Bounce's corners.
[[nodiscard]] PLAYSET_API CurvePoint evaluate_curve_point(Curve curve, float t) noexcept;
// out[i] = the curve at t[i]. Requires equal sizes.
PLAYSET_API void evaluate_curves(Curve curve, std::span<const float> t,
                                 std::span<float> out) noexcept;

// "quad_in_out", "hover_jump", ...; "square" and "flipped_square" are found too.
[[nodiscard]] PLAYSET_API const char* curve_name(Curve curve) noexcept;
[[nodiscard]] PLAYSET_API std::optional<Curve> find_curve(std::string_view name) noexcept;

// One step of a shape: takes the value so far, y, which starts as t.
enum class ShapeOp : std::uint8_t {
  Chain,   // y = curve(y); beyond 0 and 1 as at the ends
  Flip,    // y = 1 - y; as the first step it reverses time, as the last one it turns the curve over
  Mirror,  // y = 2y up to a half, then 2 - 2y: there and back again
  Repeat,  // y = the fraction of a * y; a whole number of times, 1 stays 1
  Scale,   // y = a + (b - a) y
  Clamp,   // y into [a, b]
  Quantise,  // y to the nearest of a + 1 levels between 0 and 1, as hand-drawn frames move
  Times,  // y = y * curve(t)
  Fade,   // y = y * (1 - t)
};

struct ShapeStep {
  ShapeOp op = ShapeOp::Chain;
  Curve curve = Curve::Linear;  // Chain, Times
  float a = 0.0f;
  float b = 1.0f;
};

// Up to eight steps, applied in order.
struct CurveShape {
  std::array<ShapeStep, 8> steps{};
  std::uint32_t count = 0;
};

// The shape with one more step at its end. Requires room for it.
[[nodiscard]] PLAYSET_API CurveShape with_step(CurveShape shape, ShapeStep step) noexcept;
[[nodiscard]] PLAYSET_API float evaluate_shape(const CurveShape& shape, float t) noexcept;
[[nodiscard]] PLAYSET_API CurvePoint evaluate_shape_point(const CurveShape& shape,
                                                          float t) noexcept;
// The first broken rule (a count above 8, a clamp upside down, no level or repeat, a number that is
// not finite), or nullptr.
[[nodiscard]] PLAYSET_API const char* check_shape(const CurveShape& shape) noexcept;

// Draws the curve over a frame with its lower left corner at `origin`; `size` is that of the unit
// square.
PLAYSET_API void draw_curve(Curve curve, glm::vec2 origin, glm::vec2 size, DebugCanvas& canvas);
PLAYSET_API void draw_shape(const CurveShape& shape, glm::vec2 origin, glm::vec2 size,
                            DebugCanvas& canvas);
// All curves on one sheet, in rows of six, with their names.
PLAYSET_API void draw_curve_chart(DebugCanvas& canvas);

}  // namespace playset
