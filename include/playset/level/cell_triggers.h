// playset/level/cell_triggers.h - update_triggers: who enters, stays in, leaves and crosses the
// triggers of a level.
//
// A level's cells and sides may carry triggers (Level::cell_trigger, side_trigger: indices into
// extras().triggers). Several cells that carry one trigger are one zone. Give the places of all
// bodies once a tick: the way from where each was is walked exactly, so that nobody jumps over a
// thin zone or a line however fast.
//
// Units   metres.
// Cost    a body that keeps its cell: some ns; else one exact step per cell crossed. reserve
//         allocates, update_triggers does not.
// Threads one state per thread.
// See     level/level.h, docs/level.md, tests/level/cell_triggers_test.cpp,
//         bench/level/objects_bench.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/level/level.h"

namespace playset {

// Where a body is now.
struct TriggerBody {
  std::uint32_t id = 0;        // yours; ascending in the span, none twice
  std::uint32_t cell = kNone;  // holds the position, a guess at it, or kNone: then it is located
  glm::dvec3 position{0.0};
  bool teleported = false;  // no way leads here from where it was: zones change, no line is crossed
};

enum class TriggerKind : std::uint8_t {
  Enter,  // came into a zone
  Stay,   // was in it a tick ago, and has been since
  Leave,  // went out of it; also where the body is no longer in the span
  Cross,  // went through a side that carries a trigger
};

// 16 bytes.
struct TriggerEvent {
  std::uint32_t body = 0;
  std::uint32_t trigger = kNone;
  std::uint32_t side = kNone;  // Cross: of the level, carries the trigger
  TriggerKind kind = TriggerKind::Enter;
  bool backwards = false;  // Cross: came in through the side, from the cell behind it
  std::uint8_t reserved[2] = {};
};

// What update_triggers remembers. Copying it saves it.
class PLAYSET_API TriggerState {
 public:
  // Room for so many bodies at a time.
  void reserve(std::uint32_t bodies);
  [[nodiscard]] std::uint32_t body_count() const noexcept { return count_; }

 private:
  friend struct TriggerUpdate;
  struct Place {
    std::uint32_t id = 0, cell = kNone, trigger = kNone;
    glm::dvec3 position{0.0};
  };
  std::vector<Place> now_, next_;  // by id; as long as there is room
  std::uint32_t count_ = 0;
};

enum class TriggerStatus : std::uint8_t {
  Done,
  // `events` or the state are too small; nothing has happened: make room and call again, with the
  // same bodies
  NoRoom,
};

struct TriggerResult {
  TriggerStatus status = TriggerStatus::Done;
  std::uint32_t events = 0;   // NoRoom: how many there would be
  std::uint32_t bodies = 0;   // in the span; NoRoom: reserve so many
  std::uint32_t outside = 0;  // in no cell: they have left every zone
  std::uint32_t refused = 0;  // not finite or beyond the grid: they are taken to be where they were
  // whose straight way a wall cut: they crossed up to there, the rest is taken as a teleport
  std::uint32_t cut_short = 0;
};

// Events come in the order of bodies, those of one body along its way, Stay last. A new body enters
// the zone it stands in. Requires ids that ascend, and a state that was used with this level only.
PLAYSET_API TriggerResult update_triggers(const Level& level, std::span<const TriggerBody> bodies,
                                          TriggerState& state,
                                          std::span<TriggerEvent> events) noexcept;

}  // namespace playset
