// The curves with their slopes, and the chains of steps that shape them.
#include "playset/core/easing.h"

#include <array>
#include <cmath>
#include <limits>

#include "playset/core/assert.h"
#include "playset/core/math.h"

namespace playset {
namespace {

enum class Family : std::uint8_t {
  Sine,
  Quad,
  Cubic,
  Quart,
  Quint,
  Expo,
  Circ,
  Back,
  Elastic,
  Bounce
};
enum class Mode : std::uint8_t { In, Out, InOut };

constexpr double kBackSwing = 1.70158;         // Penner's: overshoots by 10 %
constexpr double kBackSwingInOut = 2.5949095;  // 1.525 times that

// Everything below is computed in double and rounded once; t lies in [0, 1].
struct Point {
  double value;
  double slope;
};

Point power_in(double t, int n) noexcept {
  double below = 1.0;
  for (int i = 1; i < n; ++i) below *= t;
  return {below * t, n * below};
}

Point sine_in(double t) noexcept {
  const SineCosineDouble quarter = sine_cosine(kHalfPi * t);
  return {t == 1.0 ? 1.0 : 1.0 - quarter.cosine, kHalfPi * quarter.sine};
}

// (2^(10 t) - 1) / 1023.
Point expo_in(double t) noexcept {
  constexpr double rate = 10.0 * 0.69314718055994530942;
  const double grown = exponential(rate * t);
  return {t == 1.0 ? 1.0 : (grown - 1.0) / 1023.0, rate * grown / 1023.0};
}

Point circ_in(double t) noexcept {
  const double rest = std::sqrt((1.0 - t) * (1.0 + t));
  return {1.0 - rest, rest > 0.0 ? t / rest : std::numeric_limits<double>::infinity()};
}

Point back_in(double t, double swing) noexcept {
  return {t * t * (t + swing * (t - 1.0)), t * (3.0 * (swing + 1.0) * t - 2.0 * swing)};
}

// -2^(10 t - 10) sin((10 t - 10.75) 2 pi / period), made to meet the ends.
Point elastic_in(double t, double period) noexcept {
  constexpr double rate = 10.0 * 0.69314718055994530942;
  const double turn = kTwoPi / period;
  const double grown = exponential(rate * (t - 1.0));
  const SineCosineDouble wave = sine_cosine((10.0 * (t - 1.0) - period / 4.0) * turn);
  const double value = t == 0.0 ? 0.0 : t == 1.0 ? 1.0 : -grown * wave.sine;
  return {value, -grown * (rate * wave.sine + 10.0 * turn * wave.cosine)};
}

Point bounce_out(double t) noexcept {
  constexpr double n = 7.5625;
  constexpr double d = 2.75;
  if (t < 1.0 / d) return {n * t * t, 2.0 * n * t};
  const double centre = t < 2.0 / d ? 1.5 : t < 2.5 / d ? 2.25 : 2.625;
  const double top = t < 2.0 / d ? 0.75 : t < 2.5 / d ? 0.9375 : 0.984375;
  const double s = t - centre / d;
  return {t == 1.0 ? 1.0 : n * s * s + top, 2.0 * n * s};
}

Point turned_over(Point p) noexcept { return {1.0 - p.value, p.slope}; }

Point family_in(Family family, double t, bool half) noexcept {
  switch (family) {
    case Family::Sine:
      return sine_in(t);
    case Family::Quad:
      return power_in(t, 2);
    case Family::Cubic:
      return power_in(t, 3);
    case Family::Quart:
      return power_in(t, 4);
    case Family::Quint:
      return power_in(t, 5);
    case Family::Expo:
      return expo_in(t);
    case Family::Circ:
      return circ_in(t);
    case Family::Back:
      return back_in(t, half ? kBackSwingInOut : kBackSwing);
    case Family::Elastic:
      return elastic_in(t, half ? 4.5 : 3.0);
    case Family::Bounce:
      return turned_over(bounce_out(1.0 - t));
  }
  return {t, 1.0};
}

Point family_out(Family family, double t, bool half) noexcept {
  return family == Family::Bounce ? bounce_out(t) : turned_over(family_in(family, 1.0 - t, half));
}

Point family_point(Family family, Mode mode, double t) noexcept {
  if (mode == Mode::In) return family_in(family, t, false);
  if (mode == Mode::Out) return family_out(family, t, false);
  if (family == Family::Sine) {
    const SineCosineDouble half_turn = sine_cosine(kPi * t);
    return {0.5 * (1.0 - half_turn.cosine), 0.5 * kPi * half_turn.sine};
  }
  const bool first = t < 0.5;
  const Point p =
      first ? family_in(family, 2.0 * t, true) : family_out(family, 2.0 * t - 1.0, true);
  return {0.5 * p.value + (first ? 0.0 : 0.5), p.slope};
}

Point hover_jump(double t) noexcept {
  const SineCosineDouble wave = sine_cosine(kPi * t);
  const double missing = 1.0 - wave.sine;
  return {1.0 - missing * missing, 2.0 * missing * kPi * wave.cosine};
}

Point suspension(double t) noexcept {
  const SineCosineDouble wave = sine_cosine(kTwoPi * t);
  return {-wave.sine * (1.0 - t), wave.sine - kTwoPi * wave.cosine * (1.0 - t)};
}

Point special_point(Curve curve, double t) noexcept {
  switch (curve) {
    case Curve::SmoothStep:
      return {t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t)};
    case Curve::SmootherStep:
      return {t * t * t * (10.0 + t * (6.0 * t - 15.0)), 30.0 * t * t * (1.0 - t) * (1.0 - t)};
    case Curve::HalfSineJump: {
      const SineCosineDouble wave = sine_cosine(kPi * t);
      return {t == 1.0 ? 0.0 : wave.sine, kPi * wave.cosine};
    }
    case Curve::HoverJump:
      return t == 1.0 ? Point{0.0, -kTwoPi} : hover_jump(t);
    case Curve::Suspension:
      return suspension(t);
    default:
      return {t, 1.0};
  }
}

Point curve_point(Curve curve, double t) noexcept {
  const auto index = static_cast<unsigned>(curve);
  const auto first = static_cast<unsigned>(Curve::SineIn);
  if (index < first || curve > Curve::BounceInOut) return special_point(curve, t);
  return family_point(static_cast<Family>((index - first) / 3),
                      static_cast<Mode>((index - first) % 3), t);
}

double unit_of(float t) noexcept {
  if (t != t) return 0.0;
  return saturate(double{t});
}

CurvePoint rounded(Point p) noexcept {
  return {static_cast<float>(p.value), static_cast<float>(p.slope)};
}

constexpr std::array<const char*, kCurveCount> kNames{
    "linear",        "sine_in",     "sine_out",      "sine_in_out",    "quad_in",    "quad_out",
    "quad_in_out",   "cubic_in",    "cubic_out",     "cubic_in_out",   "quart_in",   "quart_out",
    "quart_in_out",  "quint_in",    "quint_out",     "quint_in_out",   "expo_in",    "expo_out",
    "expo_in_out",   "circ_in",     "circ_out",      "circ_in_out",    "back_in",    "back_out",
    "back_in_out",   "elastic_in",  "elastic_out",   "elastic_in_out", "bounce_in",  "bounce_out",
    "bounce_in_out", "smooth_step", "smoother_step", "half_sine_jump", "hover_jump", "suspension"};

// y where it is now, t where it began; slopes follow the chain and product rules.
Point chained(Curve curve, Point y) noexcept {
  const bool inside = y.value >= 0.0 && y.value <= 1.0;
  const Point p = curve_point(curve, saturate(y.value));
  return {p.value, inside && y.slope != 0.0 ? p.slope * y.slope : 0.0};
}

Point repeated(Point y, double times) noexcept {
  const double scaled = y.value * times;
  const double whole = std::floor(scaled);
  const bool at_end = y.value == 1.0 && scaled == whole;
  return {at_end ? 1.0 : scaled - whole, y.slope * times};
}

Point shaped(const ShapeStep& step, Point y, double t) noexcept {
  const double a = step.a;
  const double b = step.b;
  switch (step.op) {
    case ShapeOp::Chain:
      return chained(step.curve, y);
    case ShapeOp::Flip:
      return {1.0 - y.value, -y.slope};
    case ShapeOp::Mirror:
      return y.value <= 0.5 ? Point{2.0 * y.value, 2.0 * y.slope}
                            : Point{2.0 - 2.0 * y.value, -2.0 * y.slope};
    case ShapeOp::Repeat:
      return repeated(y, a);
    case ShapeOp::Scale:
      return {lerp(a, b, y.value), (b - a) * y.slope};
    case ShapeOp::Clamp:
      if (y.value < a) return {a, 0.0};
      return y.value > b ? Point{b, 0.0} : y;
    case ShapeOp::Quantise:
      return {std::floor(y.value * a + 0.5) / a, 0.0};
    case ShapeOp::Times: {
      const Point p = curve_point(step.curve, t);
      return {y.value * p.value, y.slope * p.value + y.value * p.slope};
    }
    case ShapeOp::Fade:
      return {y.value * (1.0 - t), y.slope * (1.0 - t) - y.value};
  }
  return y;
}

Point shape_point(const CurveShape& shape, double t) noexcept {
  Point y{t, 1.0};
  for (std::uint32_t i = 0; i < shape.count && i < shape.steps.size(); ++i)
    y = shaped(shape.steps[i], y, t);
  return y;
}

}  // namespace

float evaluate_curve(Curve curve, float t) noexcept { return evaluate_curve_point(curve, t).value; }

CurvePoint evaluate_curve_point(Curve curve, float t) noexcept {
  return rounded(curve_point(curve, unit_of(t)));
}

void evaluate_curves(Curve curve, std::span<const float> t, std::span<float> out) noexcept {
  PLAYSET_ASSERT(t.size() == out.size(), "evaluate_curves needs spans of one size");
  for (std::size_t i = 0; i < t.size(); ++i) out[i] = evaluate_curve(curve, t[i]);
}

const char* curve_name(Curve curve) noexcept {
  const auto index = static_cast<std::size_t>(curve);
  return index < kNames.size() ? kNames[index] : "unknown";
}

std::optional<Curve> find_curve(std::string_view name) noexcept {
  if (name == "square") return Curve::QuadIn;
  if (name == "flipped_square") return Curve::QuadOut;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<Curve>(i);
  return std::nullopt;
}

CurveShape with_step(CurveShape shape, ShapeStep step) noexcept {
  PLAYSET_ASSERT(shape.count < shape.steps.size(), "a CurveShape holds eight steps");
  if (shape.count < shape.steps.size()) shape.steps[shape.count++] = step;
  return shape;
}

float evaluate_shape(const CurveShape& shape, float t) noexcept {
  return evaluate_shape_point(shape, t).value;
}

CurvePoint evaluate_shape_point(const CurveShape& shape, float t) noexcept {
  return rounded(shape_point(shape, unit_of(t)));
}

const char* check_shape(const CurveShape& shape) noexcept {
  if (shape.count > shape.steps.size()) return "count must be at most 8";
  for (std::uint32_t i = 0; i < shape.count; ++i) {
    const ShapeStep& step = shape.steps[i];
    if (!std::isfinite(step.a) || !std::isfinite(step.b)) return "a and b must be finite";
    if (static_cast<std::size_t>(step.curve) >= kCurveCount) return "curve must be a known one";
    if (step.op > ShapeOp::Fade) return "op must be a known one";
    if (step.op == ShapeOp::Clamp && step.a > step.b) return "clamp needs a <= b";
    const bool counts = step.op == ShapeOp::Repeat || step.op == ShapeOp::Quantise;
    if (counts && (step.a < 1.0f || std::floor(step.a) != step.a))
      return "repeat and quantise need a whole number from 1 on";
  }
  return nullptr;
}

}  // namespace playset
