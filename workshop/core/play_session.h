// workshop/core/play_session.h - PlaySession: walk and fly in a copy of the level that is being
// edited, without touching the document.
//
//   Result<PlaySession> play = enter_play(document, {.at = camera.place, .yaw = camera.yaw});
//   if (!play) return show(play.error());          // the level cannot be cooked: the finding's text
//   advance_play(*play, frame_seconds, input);     // once a frame
//
// Entering cooks the document as it is, and reads it no more: leaving is letting the session go.
// refresh_play takes over what was edited meanwhile. The body is simple, a capsule that slides, steps
// and falls; it is what a designer needs to judge sizes and ways.
// Units   metres, seconds, radians; +Y up, yaw 0 faces +Z and grows to the left (+X).
// Cost    entering cooks the level; a tick is some sweeps and allocates nothing while its recording
//         has room.
// Threads one session, one thread.
// Ref     research scaffold.md 2.14 (play works on a copy), 2.21 (play from the camera)
// See     docs/workshop.md, tests/workshop/play_session_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "playset/level/cell_triggers.h"
#include "playset/level/level.h"
#include "playset/scaffold/cell_watch.h"
#include "playset/scaffold/document.h"

namespace playset {

enum class PlayMode : std::uint8_t {
  Walk,    // on the ground, gravity, steps
  Fly,     // six ways, as in Descent
  Noclip,  // through everything
};

struct PlayConfig {
  double height = 1.75;       // m, of the body that walks; above twice the radius
  double radius = 0.35;       // m, 0.05 to 5; also of the ball that flies
  double eye = 1.6;           // m over the floor, up to the height
  double walk_speed = 5.0;    // m/s, 0 to 100
  double fly_speed = 12.0;    // m/s, 0 to 200; noclip is as fast
  double jump_speed = 4.5;    // m/s, 0 to 50
  double gravity = 9.81;      // m/s2, 0 to 100
  double step_height = 0.45;  // m, 0 to half the height
  double slope = 0.9;         // rad, 0 to 1.5: steeper ground is a wall
  double reach = 2.0;         // m, of `use`
  // Inputs kept for replaying: ten minutes. 0 keeps none.
  std::uint32_t recorded_ticks = 36'000;
};
// The first broken rule, or nothing.
[[nodiscard]] const char* check_play(const PlayConfig& config) noexcept;

// Ticks are this long, whatever the frame rate.
inline constexpr double kPlayTick = 1.0 / 60.0;

// What the player does in one tick.
struct PlayInput {
  glm::vec3 move{0.0f};                    // left, up, ahead: -1 to 1 each
  float turn_left = 0.0f, turn_up = 0.0f;  // rad, in this tick
  PlayMode mode = PlayMode::Walk;
  bool jump = false;
  bool use = false;   // opens doors, fires triggers of sides, within reach
  bool fire = false;  // a test shot
  friend bool operator==(const PlayInput&, const PlayInput&) = default;
};

struct PlayState {
  glm::dvec3 position{0.0};  // of the feet; flying, of the ball's lowest point
  glm::dvec3 velocity{0.0};
  double yaw = 0.0, pitch = 0.0;
  std::uint64_t tick = 0;
  std::uint32_t cell = kNone;  // that holds the body's middle; kNone outside (noclip)
  PlayMode mode = PlayMode::Walk;
  bool grounded = false;
  std::uint8_t reserved[2] = {};
};

enum class PlayEventKind : std::uint8_t {
  DoorOpened,    // what: door
  DoorLocked,    // what: door that needs a key
  ItemTaken,     // what: spawn
  TriggerFired,  // what: trigger
  TriggerLeft,
  Shot,  // what: side of the level, kNone where it met nothing
};

struct PlayEvent {
  std::uint64_t tick = 0;
  std::uint32_t what = kNone;
  PlayEventKind kind = PlayEventKind::Shot;
  glm::dvec3 at{0.0};
};

// Where play begins: where the camera is, or at a spawn.
struct PlayStart {
  std::optional<glm::dvec3> at = std::nullopt;  // of the eye; else the first spawn of `kind`
  double yaw = 0.0, pitch = 0.0;                // with `at`
  std::string kind = "player";                  // spawns whose kind holds this
  PlayMode mode = PlayMode::Walk;
};

struct PlaySession {
  PlayConfig config;
  Level level;
  DoorStates doors;
  CellComplex extras;  // names of doors, triggers, spawns
  PlayState state;
  bool paused = false;
  double speed = 1.0;                // 0.01 to 10: slow motion
  std::vector<PlayInput> recording;  // of the ticks so far, up to config.recorded_ticks
  std::uint64_t unrecorded = 0;      // ticks beyond that
  // The last events, oldest first from `event_count % events.size()` on once it has wrapped.
  std::vector<PlayEvent> events;
  std::uint64_t event_count = 0;  // in all

  // What enter_play and the ticks keep for themselves.
  struct Private {
    CellWatch cells;                  // of the document
    std::vector<ScaffoldId> spawns;   // behind extras.spawns
    std::vector<std::uint8_t> taken;  // spawns
    std::uint64_t revision = 0;       // of the document
    double owed = 0.0;                // s, not yet played
    TriggerState triggers;
    std::vector<TriggerEvent> trigger_events;
  } own;
};

// Fails with build_cells' own words where the level cannot be cooked, and where there is no start in
// any cell (noclip starts anywhere).
[[nodiscard]] Result<PlaySession> enter_play(const ScaffoldDocument& document,
                                             const PlayStart& start = {},
                                             const PlayConfig& config = {});

// Plays one tick, also while paused: the single step.
void tick_play(PlaySession& session, const PlayInput& input) noexcept;

struct PlayFrame {
  std::uint32_t ticks = 0;    // played
  std::uint32_t skipped = 0;  // ticks owed beyond the most of one frame (a stall): not played
  double between = 0.0;       // 0 to 1: how far the next tick is, to draw between two states
};
// Plays the ticks of a frame of `dt` seconds (at most 15), each with the same input but for turns
// and presses, which the first one alone has. A dt that is negative or not finite counts as 0.
PlayFrame advance_play(PlaySession& session, double dt, const PlayInput& input) noexcept;

// Takes over what was edited since: doors and items stay as they are, by their names and ids;
// the player stays where he is, or goes to the nearest cell where his own is gone. Fails where the
// level cannot be cooked now; play goes on in the old one then.
[[nodiscard]] Result<Done> refresh_play(PlaySession& session, const ScaffoldDocument& document);

// Of all that a tick depends on: equal inputs from equal starts give equal hashes.
[[nodiscard]] std::uint64_t play_hash(const PlaySession& session) noexcept;

// The place of the eye, and where it looks.
[[nodiscard]] glm::dvec3 play_eye(const PlaySession& session) noexcept;
[[nodiscard]] glm::dvec3 play_look(const PlaySession& session) noexcept;

// "door hub_ahead opened", for the log.
[[nodiscard]] std::string play_event_text(const PlaySession& session, const PlayEvent& event);

}  // namespace playset
