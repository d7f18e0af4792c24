// bench/nav/recast_peer.h - Recast and Detour as a peer: a solo mesh of the same walls, paths with
// findPath and findStraightPath.
//
// Settings are those of its own demo but for a finer cell: 0.25 x 0.125 m.
// Units   metres.
// Cost    that is what the bench finds out.
// Threads one.
// See     docs/benches.md
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>

#include "bench/level/trace_scene.h"
#include "playset/nav/nav_agent.h"

namespace playset::bench {

struct RecastPlace {
  std::uint32_t polygon = 0;  // 0: none
  glm::vec3 position{0.0f};
};

class NavPeer {
 public:
  virtual ~NavPeer() = default;
  // Builds the mesh anew; returns its polygons.
  virtual std::uint32_t build() = 0;
  virtual RecastPlace locate(glm::vec3 position) = 0;
  // The length of the path, or a negative number where there is none to the goal.
  virtual float find_path(const RecastPlace& from, const RecastPlace& to) = 0;
};

// Null where built without Recast.
[[nodiscard]] std::unique_ptr<NavPeer> make_recast_peer(const WallSoup& soup,
                                                        const NavAgentConfig& agent);

}  // namespace playset::bench
