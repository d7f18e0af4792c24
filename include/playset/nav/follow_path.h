// playset/nav/follow_path.h - update_followers: a path in, the velocity an agent would like out.
//
// Use it between a path query and avoidance (or your own mover). It heads for the next corner,
// swings out a little before a turn, slows at the goal, and notices what paths do not know: that
// the agent was pushed away, makes no headway, or that a door on its way closed. Then it asks for a
// new path; the agent goes on along the old one until it has it (but stops for a door).
// Units   metres, seconds.
// Cost    90 ns an agent, whatever the path's length; see bench/nav (follow). Never allocates.
// Threads pure functions; agents are independent of each other, batches may be split anywhere.
// Ref     M. Mononen, "Detour crowd" (dtPathCorridor: corners, smooth steering), 2010
// See     nav/nav_path.h, nav/avoidance.h, docs/nav.md, tests/nav/follow_path_test.cpp, bench/nav
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "playset/core/api.h"
#include "playset/nav/nav_path.h"

namespace playset {

struct BrokenRule;   // core/config.h
struct ConfigField;  // core/config.h

struct FollowConfig {
  // m/s, 0.1 to 100: on the straight
  float speed = 3.0f;
  // m, 0 to 20: from the goal, where slowing begins; too little overshoots, too much creeps
  float slow_distance = 0.6f;
  // m, 0.01 to 10: from the goal, where it counts as reached; too little never arrives in a crowd
  float arrive_radius = 0.35f;
  // m, 0.01 to 10: from a corner, where the next one is headed for; too much cuts corners
  float corner_radius = 0.25f;
  // m, 0 to 20: before a corner, where the agent swings out for it; 0 turns on the spot
  float look_ahead = 1.0f;
  // m, 0 to 10: where the way turns left, corners are passed so far out; those who come the other
  // way have the inside. 0: all want the inside
  float lane = 0.7f;
  // m, 0.1 to 100: beside the path, where a new one is asked for; too little asks all the time
  float off_path = 2.5f;
  // s, 0.1 to 60: without headway, after which a new path is asked for
  float stuck_time = 2.0f;
  // paths are seen from above: heights count only at the goal, within the agent's height
  bool ground = true;
  // m, 0.1 to 20: ground agents reach a goal at most this far above or below them
  float height = 1.8f;
};

[[nodiscard]] PLAYSET_API std::span<const ConfigField> config_fields(
    const FollowConfig* config) noexcept;
[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_follow(
    const FollowConfig& config) noexcept;

enum class FollowStatus : std::uint8_t {
  Idle,       // no path
  Following,  // on the way
  Arrived,    // at the goal; stays so until start_path
  NeedsPath,  // on the way, but a new path would be better: see need
};

enum class FollowNeed : std::uint8_t {
  None,
  Door,     // a door on the way closed: the agent stops
  OffPath,  // pushed farther away than off_path
  Stuck,    // no headway for stuck_time
  BadPath,  // the path has fewer points than the state says, or ones that are not finite
};

// One per agent, beside its NavPath. 32 bytes.
struct FollowState {
  std::uint64_t doors_revision = 0;  // of the doors that were last compared with the path
  double left_after = 0.0;           // m, of the path behind point `next`
  float least_left = 0.0f;           // m, the shortest way left so far
  float waited = 0.0f;               // s, since that grew shorter
  std::uint32_t next = 0;            // point of the path that is headed for
  FollowStatus status = FollowStatus::Idle;
  FollowNeed need = FollowNeed::None;
  std::uint8_t direct = 0;   // 1: made no headway beside the next corner, heads for that itself
  std::uint8_t in_vain = 0;  // paths in a row on which it was stuck, without headway between
};

struct FollowInput {
  glm::dvec3 position{0.0};       // ground: the foot; air: the middle
  const NavPath* path = nullptr;  // must outlive the call; nullptr: Idle
};

struct FollowOutput {
  glm::vec3 velocity{0.0f};  // m/s; ground: y is 0
  float left = 0.0f;         // m, along the path to the goal
  bool drops = false;        // ground: a ledge lies on this leg, the agent may walk off it
};

struct FollowResult {
  std::uint32_t following = 0;
  std::uint32_t arrived = 0;     // this time
  std::uint32_t need_paths = 0;  // have status NeedsPath
  std::uint32_t refused = 0;     // not finite: state kept, velocity 0
};

// Begins with the path's second point. Call it whenever the path was made anew, with the state of
// the path before: who is stuck on several in a row goes closer to the corner. `position` is where
// the agent is. Status is Idle where the path is not Found, Arrived where it is a single point.
// O(points).
PLAYSET_API void start_path(const FollowConfig& config, const NavPath& path, glm::dvec3 position,
                            FollowState& state) noexcept;

// All spans have one size. dt in s, >= 0. `doors`, where given, are compared with paths whenever
// their revision moved on.
PLAYSET_API FollowResult update_followers(const FollowConfig& config, float dt,
                                          const DoorStates* doors,
                                          std::span<const FollowInput> inputs,
                                          std::span<FollowState> states,
                                          std::span<FollowOutput> outputs) noexcept;

}  // namespace playset
