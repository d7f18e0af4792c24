// Easing: known values, ends, symmetry, slopes against finite differences, shapes that rebuild the
// boss's curves, the chart.
#include "playset/core/easing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "playset/core/debug_canvas.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;

static_assert(std::is_trivially_copyable_v<CurveShape>);

namespace {

Curve curve_at(std::size_t i) { return static_cast<Curve>(i); }
bool comes_back(Curve c) { return c >= Curve::HalfSineJump; }
bool is_family(Curve c) { return c >= Curve::SineIn && c <= Curve::BounceInOut; }

CurveShape shape_of(std::initializer_list<ShapeStep> steps) {
  CurveShape shape;
  for (const ShapeStep& step : steps) shape = with_step(shape, step);
  return shape;
}

}  // namespace

TEST_CASE(
    "easing: every curve starts at 0 and ends at 1, the jumps and the suspension at 0, exactly") {
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    CAPTURE(curve_name(curve_at(i)));
    CHECK(evaluate_curve(curve_at(i), 0.0f) == 0.0f);
    CHECK(evaluate_curve(curve_at(i), 1.0f) == (comes_back(curve_at(i)) ? 0.0f : 1.0f));
    CHECK(evaluate_curve(curve_at(i), -3.0f) == evaluate_curve(curve_at(i), 0.0f));
    CHECK(evaluate_curve(curve_at(i), 9.0f) == evaluate_curve(curve_at(i), 1.0f));
    CHECK(evaluate_curve(curve_at(i), std::numeric_limits<float>::quiet_NaN()) == 0.0f);
  }
}

TEST_CASE("easing: known values") {
  const auto near = [](float x) { return doctest::Approx(x).epsilon(1e-6); };
  CHECK(evaluate_curve(Curve::QuadIn, 0.5f) == 0.25f);
  CHECK(evaluate_curve(Curve::QuadOut, 0.5f) == 0.75f);
  CHECK(evaluate_curve(Curve::CubicInOut, 0.25f) == 0.0625f);
  CHECK(evaluate_curve(Curve::QuartOut, 0.5f) == 0.9375f);
  CHECK(evaluate_curve(Curve::QuintIn, 0.5f) == 0.03125f);
  CHECK(evaluate_curve(Curve::SineIn, 0.5f) == near(0.29289323f));
  CHECK(evaluate_curve(Curve::CircIn, 0.6f) == near(0.2f));
  CHECK(evaluate_curve(Curve::ExpoIn, 0.5f) == near(31.0f / 1023.0f));
  CHECK(evaluate_curve(Curve::BackIn, 0.5f) == near(-0.0876975f));
  CHECK(evaluate_curve(Curve::BackInOut, 0.25f) == near(-0.09968184f));
  CHECK(evaluate_curve(Curve::ElasticOut, 0.5f) ==
        near(1.015625f));  // 1 + 2^-5 sin(...) with sin = 1/2
  CHECK(evaluate_curve(Curve::BounceOut, 0.5f) == near(0.765625f));
  CHECK(evaluate_curve(Curve::BounceOut, 1.5f / 2.75f) == near(0.75f));
  CHECK(evaluate_curve(Curve::SmoothStep, 0.25f) == 0.15625f);
  CHECK(evaluate_curve(Curve::SmootherStep, 0.5f) == 0.5f);
}

TEST_CASE("easing: the boss's curves: half-sine jump, hover jump, decaying suspension") {
  CHECK(evaluate_curve(Curve::HalfSineJump, 0.5f) == 1.0f);
  CHECK(evaluate_curve(Curve::HalfSineJump, 1.0f / 6.0f) == doctest::Approx(0.5));
  CHECK(evaluate_curve(Curve::HoverJump, 0.5f) == 1.0f);
  CHECK(evaluate_curve(Curve::HoverJump, 1.0f / 6.0f) == doctest::Approx(0.75));
  CHECK(evaluate_curve(Curve::Suspension, 0.25f) == doctest::Approx(-0.75));
  CHECK(evaluate_curve(Curve::Suspension, 0.75f) == doctest::Approx(0.25));
  // Starting slopes 2 pi, pi and 0 (of the squared sine); shares of the time above 0.9: 52 %, 29 %
  // and 20 %.
  const CurveShape squared =
      shape_of({{ShapeOp::Chain, Curve::HalfSineJump}, {ShapeOp::Chain, Curve::QuadIn}});
  CHECK(evaluate_curve_point(Curve::HoverJump, 0.0f).slope == doctest::Approx(6.2831853));
  CHECK(evaluate_curve_point(Curve::HalfSineJump, 0.0f).slope == doctest::Approx(3.1415927));
  CHECK(evaluate_shape_point(squared, 0.0f).slope == 0.0f);
  std::array<int, 3> above{};
  float lowest = 0.0f;
  float highest = 0.0f;
  for (int i = 0; i < 10000; ++i) {
    const float t = static_cast<float>(i) / 10000.0f;
    above[0] += evaluate_curve(Curve::HoverJump, t) > 0.9f ? 1 : 0;
    above[1] += evaluate_curve(Curve::HalfSineJump, t) > 0.9f ? 1 : 0;
    above[2] += evaluate_shape(squared, t) > 0.9f ? 1 : 0;
    lowest = std::min(lowest, evaluate_curve(Curve::Suspension, t));
    highest = std::max(highest, evaluate_curve(Curve::Suspension, t));
  }
  CHECK(above[0] == 5207);
  CHECK(above[1] == 2871);
  CHECK(above[2] == 2049);
  CHECK(lowest == doctest::Approx(-0.766247).epsilon(1e-6));
  CHECK(highest == doctest::Approx(0.289615).epsilon(1e-6));
}

TEST_CASE("easing: Out is In turned round, InOut is symmetric about the middle") {
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    if (!is_family(curve_at(i))) continue;
    CAPTURE(curve_name(curve_at(i)));
    const auto mode = (i - 1) % 3;
    for (int k = 0; k <= 64; ++k) {
      const float t = static_cast<float>(k) / 64.0f;
      if (mode == 0)
        CHECK(evaluate_curve(curve_at(i), t) ==
              doctest::Approx(1.0f - evaluate_curve(curve_at(i + 1), 1.0f - t)));
      if (mode == 2)
        CHECK(evaluate_curve(curve_at(i), t) ==
              doctest::Approx(1.0f - evaluate_curve(curve_at(i), 1.0f - t)));
    }
  }
}

TEST_CASE("easing: slopes are those of finite differences, and curves do not jump") {
  Rng rng(1);
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    CAPTURE(curve_name(curve_at(i)));
    for (int k = 0; k < 200; ++k) {
      const float t = rng.range_float(0.02f, 0.98f);
      const float h = 1.0f / 4096.0f;
      const float before = evaluate_curve(curve_at(i), t - h);
      const float after = evaluate_curve(curve_at(i), t + h);
      const float slope = evaluate_curve_point(curve_at(i), t).slope;
      const float bend = 2.0f * h * 60.0f;  // second derivatives and Bounce's corners
      const bool corner = curve_at(i) >= Curve::BounceIn && curve_at(i) <= Curve::BounceInOut;
      REQUIRE(std::fabs((after - before) / (2 * h) - slope) <
              (corner ? 20.0f : bend + 0.02f * std::fabs(slope)));
    }
    for (int k = 0; k < 4096; ++k) {
      const float step = evaluate_curve(curve_at(i), static_cast<float>(k + 1) / 4096.0f) -
                         evaluate_curve(curve_at(i), static_cast<float>(k) / 4096.0f);
      REQUIRE(std::fabs(step) < 0.03f);
    }
  }
  CHECK(evaluate_curve_point(Curve::CircIn, 1.0f).slope == std::numeric_limits<float>::infinity());
  CHECK(evaluate_curve_point(Curve::QuadOut, 1.0f).slope == 0.0f);
}

TEST_CASE("easing: names are distinct and lead back to their curves") {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    names.insert(curve_name(curve_at(i)));
    CHECK(find_curve(curve_name(curve_at(i))) == curve_at(i));
  }
  CHECK(names.size() == kCurveCount);
  CHECK(find_curve("square") == Curve::QuadIn);
  CHECK(find_curve("flipped_square") == Curve::QuadOut);
  CHECK_FALSE(find_curve("wobble").has_value());
  CHECK(std::string(curve_name(static_cast<Curve>(200))) == "unknown");
}

TEST_CASE("easing: shapes rebuild curves from simpler ones") {
  const CurveShape hover =
      shape_of({{ShapeOp::Chain, Curve::HalfSineJump}, {ShapeOp::Chain, Curve::QuadOut}});
  const CurveShape flipped =
      shape_of({{ShapeOp::Flip}, {ShapeOp::Chain, Curve::QuadIn}, {ShapeOp::Flip}});
  const CurveShape there_and_back =
      shape_of({{ShapeOp::Mirror}, {ShapeOp::Chain, Curve::SineOut}});  // sin(pi t)
  for (int k = 0; k <= 100; ++k) {
    const float t = static_cast<float>(k) / 100.0f;
    CHECK(evaluate_shape(hover, t) ==
          doctest::Approx(evaluate_curve(Curve::HoverJump, t)).epsilon(1e-6));
    CHECK(evaluate_shape(flipped, t) ==
          doctest::Approx(evaluate_curve(Curve::QuadOut, t)).epsilon(1e-6));
    CHECK(evaluate_shape(there_and_back, t) ==
          doctest::Approx(evaluate_curve(Curve::HalfSineJump, t)).epsilon(1e-6));
    CHECK(evaluate_shape_point(hover, t).slope ==
          doctest::Approx(evaluate_curve_point(Curve::HoverJump, t).slope).epsilon(1e-4));
  }
  // The suspension bounce in fading swings: any number of them.
  const CurveShape swings = shape_of({{ShapeOp::Repeat, Curve::Linear, 3.0f},
                                      {ShapeOp::Chain, Curve::HalfSineJump},
                                      {ShapeOp::Fade}});
  CHECK(evaluate_shape(swings, 1.0f / 6.0f) == doctest::Approx(5.0 / 6.0));
  CHECK(evaluate_shape(swings, 0.5f) == doctest::Approx(0.5));
  CHECK(evaluate_shape(swings, 1.0f) == 0.0f);
}

TEST_CASE("easing: single steps: reverse, scale, clamp, quantise, times") {
  CHECK(evaluate_shape({}, 0.3f) == 0.3f);
  CHECK(evaluate_shape(shape_of({{ShapeOp::Flip}, {ShapeOp::Chain, Curve::QuadIn}}), 0.25f) ==
        0.5625f);
  const CurveShape metres = shape_of({{ShapeOp::Scale, Curve::Linear, -2.0f, 6.0f}});
  CHECK(evaluate_shape(metres, 0.25f) == 0.0f);
  CHECK(evaluate_shape_point(metres, 0.25f).slope == 8.0f);
  const CurveShape clamped = shape_of({{ShapeOp::Clamp, Curve::Linear, 0.25f, 0.5f}});
  CHECK(evaluate_shape(clamped, 0.1f) == 0.25f);
  CHECK(evaluate_shape(clamped, 0.9f) == 0.5f);
  CHECK(evaluate_shape_point(clamped, 0.9f).slope == 0.0f);
  const CurveShape jerky = shape_of({{ShapeOp::Quantise, Curve::Linear, 4.0f}});
  CHECK(evaluate_shape(jerky, 0.3f) == 0.25f);
  CHECK(evaluate_shape(jerky, 1.0f) == 1.0f);
  const CurveShape product =
      shape_of({{ShapeOp::Chain, Curve::QuadIn}, {ShapeOp::Times, Curve::Linear}});
  CHECK(evaluate_shape(product, 0.5f) == 0.125f);
  CHECK(evaluate_shape_point(product, 0.5f).slope == 0.75f);
}

TEST_CASE("easing: check_shape names the broken rule, and a full shape takes no ninth step") {
  CHECK(check_shape({}) == nullptr);
  CurveShape broken;
  broken.count = 9;
  CHECK(std::string(check_shape(broken)) == "count must be at most 8");
  CHECK(std::string(check_shape(shape_of({{ShapeOp::Clamp, Curve::Linear, 2.0f, 1.0f}}))) ==
        "clamp needs a <= b");
  CHECK(check_shape(shape_of({{ShapeOp::Repeat, Curve::Linear, 0.5f}})) != nullptr);
  CHECK(check_shape(shape_of({{ShapeOp::Quantise, Curve::Linear, 0.0f}})) != nullptr);
  CHECK(check_shape(shape_of(
            {{ShapeOp::Scale, Curve::Linear, std::numeric_limits<float>::infinity()}})) != nullptr);
  CHECK(check_shape(shape_of({{ShapeOp::Chain, static_cast<Curve>(99)}})) != nullptr);
}

TEST_CASE("easing: the same bits everywhere, no allocation, and batches equal single calls") {
  Hasher hasher;
  std::vector<float> t(257);
  std::vector<float> out(257);
  for (std::size_t k = 0; k < t.size(); ++k) t[k] = static_cast<float>(k) / 256.0f;
  const test::AllocationScope scope;
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    evaluate_curves(curve_at(i), t, out);
    for (std::size_t k = 0; k < t.size(); ++k) {
      REQUIRE(out[k] == evaluate_curve(curve_at(i), t[k]));
      hasher.add(out[k]);
      hasher.add(evaluate_curve_point(curve_at(i), t[k]).slope);
    }
  }
  CHECK(scope.count() == 0);
  CHECK(hasher.finish() == 0xf426862072618aa8u);
}

TEST_CASE("easing: the chart shows every curve") {
  DebugCanvas canvas;
  draw_curve_chart(canvas);
  CHECK(canvas.texts().size() == kCurveCount);
  CHECK(canvas.refused() == 0);
  CanvasOptions options;
  options.width = 900;
  options.max_height = 1600;
  options.title = "Easing curves";
  const std::string svg = write_svg(canvas, options);
  CHECK_GOLDEN("core/easing_chart.svg", svg);
}
