// playset/geom/frames.h - frames carried along a curve without rolling about it:
// rotation-minimising frames.
//
// For missiles, camera rails, trails and extrusions: unlike a fixed up vector or the Frenet frame
// they neither flip on a vertical nor spin in an S. Build them at fixed steps of t when the curve
// is made, not per rendered frame, so that the result does not depend on the frame rate.
// Units   metres; all vectors are unit.
// Cost    80 ns a step. Only build_frames allocates.
// Threads plain values.
// Ref     Wang, Juettler, Zheng, Liu, ACM TOG 27(1), 2008 (double reflection)
// See     geom/curves.h, tests/geom/frames_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/geom/curves.h"

namespace playset {

// Right-handed: tangent x normal = binormal.
struct CurveFrame {
  glm::dvec3 tangent{0.0, 0.0, 1.0};
  glm::dvec3 normal{0.0, 1.0, 0.0};
  glm::dvec3 binormal{-1.0, 0.0, 0.0};
};

// A frame along `tangent` with its normal as near to `up` as can be; another up is chosen where
// that is parallel or zero. A zero tangent is taken as +Z.
[[nodiscard]] PLAYSET_API CurveFrame frame_along(glm::dvec3 tangent,
                                                 glm::dvec3 up = {0.0, 1.0, 0.0}) noexcept;

// The frame at `to` of one at `from`, one step along a curve, by double reflection; fourth order in
// the step. Points or tangents that do not change skip their reflection. A zero `to_tangent` keeps
// the old tangent.
[[nodiscard]] PLAYSET_API CurveFrame carry_frame(const CurveFrame& frame, glm::dvec3 from,
                                                 glm::dvec3 to, glm::dvec3 to_tangent) noexcept;

// Frames at t = i / steps, i = 0 .. steps, from frame_along(tangent at 0, up). steps >= 1.
[[nodiscard]] PLAYSET_API std::vector<CurveFrame> build_frames(const CubicBezier& curve,
                                                               std::uint32_t steps,
                                                               glm::dvec3 up = {0.0, 1.0, 0.0});

// The frame at any t: carried from the one of build_frames before it. The default frame where there
// are none.
[[nodiscard]] PLAYSET_API CurveFrame frame_at(const CubicBezier& curve,
                                              std::span<const CurveFrame> frames,
                                              double t) noexcept;

}  // namespace playset
