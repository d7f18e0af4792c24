// Triggers: each body's way walked exactly, what changes along it told as events.
#include "playset/level/cell_triggers.h"

#include <utility>

#include "level/exact_walk.h"

namespace playset {

// One call of update_triggers. Nothing is kept until it is known that all fits.
struct TriggerUpdate {
  using Place = TriggerState::Place;

  const Level& level;
  TriggerState& state;
  std::span<TriggerEvent> events;
  TriggerResult result;

  std::uint32_t zone = kNone;  // that the body was in a tick ago
  bool left_zone = false;

  void tell(std::uint32_t body, std::uint32_t trigger, TriggerKind kind, std::uint32_t side = kNone,
            bool backwards = false) noexcept {
    if (trigger == kNone) return;
    if (result.events < events.size())
      events[result.events] = {body, trigger, side, kind, backwards, {}};
    ++result.events;
  }

  // Brings a body into another cell, and so perhaps another zone.
  void enter_cell(Place& at, std::uint32_t cell) noexcept {
    const std::uint32_t trigger = cell == kNone ? kNone : level.cell_trigger(cell);
    at.cell = cell;
    if (trigger == at.trigger) return;
    tell(at.id, at.trigger, TriggerKind::Leave);
    tell(at.id, trigger, TriggerKind::Enter);
    left_zone |= at.trigger == zone;
    at.trigger = trigger;
  }

  // The side that was left through, and its other face where that carries another trigger.
  void cross(std::uint32_t body, std::uint32_t side) noexcept {
    const std::uint32_t behind = LevelAccess::sides(level)[side].neighbor_side;
    const std::uint32_t ours = level.side_trigger(side), theirs = level.side_trigger(behind);
    tell(body, ours, TriggerKind::Cross, side, false);
    if (theirs != ours) tell(body, theirs, TriggerKind::Cross, behind, true);
  }

  // Walks from where the body was to where it is. False where a wall cuts the way.
  bool walk(Place& at, glm::dvec3 to) noexcept {
    ExactWalk way(level, at.position, to, at.cell, {});
    while (!way.over()) {
      way.advance();
      if (way.side == kNone || way.hit.kind == HitKind::Wall) continue;
      cross(at.id, way.side);
      enter_cell(at, way.hit.cell);
    }
    return way.hit.kind == HitKind::End;
  }

  void move(Place& at, const TriggerBody& body) noexcept {
    zone = at.trigger;
    left_zone = false;
    if (inside_grid(body.position))
      move_to(at, body);
    else
      ++result.refused;
    if (!left_zone) tell(at.id, zone, TriggerKind::Stay);
  }

  void move_to(Place& at, const TriggerBody& body) noexcept {
    const bool follows = !body.teleported && at.cell != kNone;
    const std::uint32_t cell = locate_point(level, body.position, follows ? at.cell : body.cell);
    const bool same = follows && cell == at.cell && LevelAccess::cells(level)[cell].convex != 0;
    if (!same && !(follows && walk(at, body.position))) {
      result.cut_short += follows && cell != kNone ? 1u : 0u;
      result.outside += cell == kNone ? 1u : 0u;
      enter_cell(at, follows && cell != kNone && body.cell != kNone
                         ? locate_point(level, body.position, body.cell)
                         : cell);
    }
    at.position = body.position;
  }

  void run(std::span<const TriggerBody> bodies) noexcept {
    result.bodies = static_cast<std::uint32_t>(bodies.size());
    const bool fits = bodies.size() <= state.next_.size();
    std::uint32_t old = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      PLAYSET_ASSERT(i == 0 || bodies[i - 1].id < bodies[i].id, "ids of bodies must ascend");
      for (; old < state.count_ && state.now_[old].id < bodies[i].id; ++old)
        tell(state.now_[old].id, state.now_[old].trigger, TriggerKind::Leave);
      Place at;
      at.id = bodies[i].id;
      if (old < state.count_ && state.now_[old].id == at.id) at = state.now_[old++];
      move(at, bodies[i]);
      if (fits) state.next_[i] = at;
    }
    for (; old < state.count_; ++old)
      tell(state.now_[old].id, state.now_[old].trigger, TriggerKind::Leave);
    if (!fits || result.events > events.size()) {
      result.status = TriggerStatus::NoRoom;
      return;
    }
    std::swap(state.now_, state.next_);
    state.count_ = result.bodies;
  }
};

void TriggerState::reserve(std::uint32_t bodies) {
  if (bodies <= now_.size()) return;
  now_.resize(bodies);
  next_.resize(bodies);
}

TriggerResult update_triggers(const Level& level, std::span<const TriggerBody> bodies,
                              TriggerState& state, std::span<TriggerEvent> events) noexcept {
  TriggerUpdate update{level, state, events, {}};
  update.run(bodies);
  return update.result;
}

}  // namespace playset
