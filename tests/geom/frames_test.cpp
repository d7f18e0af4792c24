// tests/geom/frames_test.cpp - rotation-minimising frames: the helix and its order, straight lines,
// cusps, repeated points.
#include "playset/geom/frames.h"

#include <doctest/doctest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <random>

using namespace playset;

namespace {

constexpr double kTurn = 6.28318530717958647693;

bool orthonormal(const CurveFrame& f) {
  return std::fabs(glm::length(f.tangent) - 1.0) < 1e-12 &&
         std::fabs(glm::length(f.normal) - 1.0) < 1e-12 &&
         std::fabs(glm::dot(f.tangent, f.normal)) < 1e-12 &&
         glm::length(glm::cross(f.tangent, f.normal) - f.binormal) < 1e-12;
}

// Angle from the helix's Frenet normal to the carried one after one turn, against the exact
// -4.442883.
double helix_error(int steps) {
  const auto point = [](double t) { return glm::dvec3(std::cos(t), std::sin(t), t); };
  const auto tangent = [](double t) {
    return glm::dvec3(-std::sin(t), std::cos(t), 1.0) / std::sqrt(2.0);
  };
  CurveFrame f = frame_along(tangent(0.0), {-1.0, 0.0, 0.0});  // Frenet normal at 0
  for (int i = 0; i < steps; ++i) {
    const double t0 = kTurn * i / steps, t1 = kTurn * (i + 1) / steps;
    f = carry_frame(f, point(t0), point(t1), tangent(t1));
  }
  const glm::dvec3 frenet(-1.0, 0.0, 0.0), across = glm::cross(f.tangent, frenet);
  const double angle = std::atan2(glm::dot(f.normal, across), glm::dot(f.normal, frenet));
  double error = angle - (-4.442882938158366);
  while (error > kTurn / 2) error -= kTurn;
  while (error < -kTurn / 2) error += kTurn;
  return std::fabs(error);
}

}  // namespace

TEST_CASE("frames: one turn of the helix, reference errors and fourth order") {
  CHECK(helix_error(8) == doctest::Approx(5.85e-4).epsilon(0.01));
  CHECK(helix_error(16) == doctest::Approx(3.67e-5).epsilon(0.01));
  CHECK(helix_error(32) == doctest::Approx(2.29e-6).epsilon(0.01));
  CHECK(helix_error(64) == doctest::Approx(1.43e-7).epsilon(0.01));
  CHECK(helix_error(16) / helix_error(32) > 15.0);
}

TEST_CASE(
    "frame_along: up is kept where it can be, and replaced where it is parallel, zero or not "
    "finite") {
  const CurveFrame level = frame_along({0, 0, 3});
  CHECK(level.normal == glm::dvec3(0, 1, 0));
  CHECK(level.binormal == glm::dvec3(-1, 0, 0));
  for (const CurveFrame& f :
       {frame_along({0, 5, 0}), frame_along({0, -1, 0}, {0, 1, 0}), frame_along({0, 0, 0}),
        frame_along({1, 2, 3}, {0, 0, 0}), frame_along({1, 2, 3}, {-2, -4, -6})}) {
    CHECK(orthonormal(f));
  }
}

TEST_CASE(
    "frames: constant on straight lines, vertical ones and lines with uneven control points") {
  for (const glm::dvec3 way : {glm::dvec3(0, 1, 0), glm::dvec3(0, -7, 0), glm::dvec3(3, 4, 5)}) {
    const CubicBezier line = {way * 0.0, way * 0.1, way * 0.2, way};
    const std::vector<CurveFrame> frames = build_frames(line, 32);
    REQUIRE(frames.size() == 33);
    for (const CurveFrame& f : frames) {
      CHECK(glm::length(f.normal - frames[0].normal) < 1e-12);
      CHECK(glm::length(f.tangent - frames[0].tangent) < 1e-12);
    }
  }
}

TEST_CASE("frames: an S in a plane does not roll; a planar curve keeps the plane's normal") {
  const CubicBezier s = {{0, 0, 0}, {10, 0, 0}, {-5, 0, 8}, {5, 0, 8}};
  for (const CurveFrame& f : build_frames(s, 64))
    CHECK(glm::length(f.normal - glm::dvec3(0, 1, 0)) < 1e-9);
}

TEST_CASE(
    "frames: points that do not move, tangents that do not turn, reversals and cusps stay finite "
    "and orthonormal") {
  const CurveFrame f = frame_along({1, 0, 0});
  CHECK(carry_frame(f, {2, 2, 2}, {2, 2, 2}, {1, 0, 0}).normal == f.normal);
  CHECK(orthonormal(carry_frame(f, {2, 2, 2}, {2, 2, 2}, {0, 1, 0})));
  CHECK(orthonormal(carry_frame(f, {0, 0, 0}, {1, 0, 0}, {-1, 0, 0})));
  CHECK(orthonormal(carry_frame(f, {0, 0, 0}, {0, 0, 0}, {-1, 0, 0})));
  CHECK(orthonormal(carry_frame(f, {0, 0, 0}, {-1, 0, 0}, {1, 0, 0})));
  CHECK(carry_frame(f, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}).tangent == f.tangent);
  const CubicBezier cusp = {{0, 0, 0}, {2, 2, 0}, {0, 2, 0}, {2, 0, 0}};
  for (const CurveFrame& g : build_frames(cusp, 10)) CHECK(orthonormal(g));
  const CubicBezier point = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  for (const CurveFrame& g : build_frames(point, 4)) CHECK(orthonormal(g));
}

TEST_CASE(
    "frames: random curves stay orthonormal, and the end does not depend on the number of steps") {
  constexpr unsigned kSeed = 81;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> draw(-10.0, 10.0);
  const auto point = [&] { return glm::dvec3(draw(random), draw(random), draw(random)); };
  int close = 0;
  for (int i = 0; i < 1000; ++i) {
    const CubicBezier c = {point(), point(), point(), point()};
    const std::vector<CurveFrame> coarse = build_frames(c, 64), fine = build_frames(c, 128);
    for (const CurveFrame& f : coarse) REQUIRE(orthonormal(f));
    REQUIRE(orthonormal(frame_at(c, coarse, 0.3)));
    close += glm::length(coarse.back().normal - fine.back().normal) < 1e-3 ? 1 : 0;
  }
  CHECK(close > 970);  // the rest have near-cusps
}

TEST_CASE("frame_at: the built frames at their own t, carried ones between, clamped ends") {
  const CubicBezier c = {{0, 0, 0}, {0, 0, 10}, {20, 5, 10}, {20, 0, 0}};
  const std::vector<CurveFrame> frames = build_frames(c, 8), fine = build_frames(c, 800);
  CHECK(frame_at(c, frames, 0.25).normal == frames[2].normal);
  CHECK(frame_at(c, frames, -1.0).normal == frames[0].normal);
  CHECK(frame_at(c, frames, 2.0).normal == frames[8].normal);
  CHECK(glm::length(frame_at(c, frames, 0.31).normal - fine[248].normal) < 2e-3);
  CHECK(frame_at(c, {}, 0.5).normal == glm::dvec3(0, 1, 0));
  CHECK(build_frames(c, 0).size() == 2);
}
