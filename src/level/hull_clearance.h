// How far the vertices of a closed surface may move along given ways before it could meet itself.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace playset {

struct MovingSurface {
  std::vector<glm::dvec3> places, ways;  // by vertex: it is at place + t * way
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

struct Clearance {
  double safe = 0.0;  // for t below it no two triangles meet but where they share vertices
  std::array<std::uint32_t, 2> triangles{};  // which pair; equal where nothing was found
};

// A lower bound, looked for up to `search`.
[[nodiscard]] Clearance find_clearance(const MovingSurface& surface, double search);

}  // namespace playset
