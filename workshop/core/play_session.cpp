// Play sessions: entering, ticks with doors, triggers, items and shots, taking over edits.
#include "workshop/core/play_session.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "playset/core/hash.h"
#include "playset/core/math.h"
#include "playset/level/recook.h"
#include "workshop/core/play_body.h"

namespace playset {
namespace {

constexpr std::size_t kEvents = 4096;  // that are remembered
constexpr double kGrasp = 1.0;         // m, of items
constexpr double kShot = 1000.0;       // m
constexpr std::string_view kItem = "item/";

Error cannot_play(std::string why) {
  return Error{ErrorCode::Invalid, std::move(why), {}, 0, 0, 0};
}

void log(PlaySession& session, PlayEventKind kind, std::uint32_t what, glm::dvec3 at) noexcept {
  session.events[session.event_count++ % session.events.size()] = {session.state.tick, what, kind,
                                                                   at};
}

// --- doors, triggers, items ---

bool has_key(const PlaySession& session, std::string_view key) noexcept {
  const auto& spawns = session.extras.spawns;
  for (std::size_t i = 0; i < spawns.size(); ++i) {
    const std::string_view kind = spawns[i].kind;
    if (session.own.taken[i] != 0 && kind.substr(kItem.size()) == key) return true;
  }
  return key.empty();
}

void try_door(PlaySession& session, std::uint32_t door, glm::dvec3 at) noexcept {
  if (door >= session.extras.doors.size() || !is_closed(session.doors, door)) return;
  const bool opens = has_key(session, session.extras.doors[door].key);
  if (opens) set_door(session.doors, door, false);
  log(session, opens ? PlayEventKind::DoorOpened : PlayEventKind::DoorLocked, door, at);
}

void fire_trigger(PlaySession& session, std::uint32_t trigger, glm::dvec3 at) noexcept {
  if (trigger >= session.extras.triggers.size()) return;
  log(session, PlayEventKind::TriggerFired, trigger, at);
  for (const std::uint32_t door : session.extras.triggers[trigger].doors)
    try_door(session, door, at);
}

void take_items(PlaySession& session) noexcept {
  const glm::dvec3 here = body_middle(session.config, session.state);
  for (std::size_t i = 0; i < session.extras.spawns.size(); ++i) {
    const CellSpawn& spawn = session.extras.spawns[i];
    if (session.own.taken[i] != 0 || spawn.kind.compare(0, kItem.size(), kItem) != 0) continue;
    const glm::dvec3 d = spawn.position - here;
    if (d.x * d.x + d.z * d.z > kGrasp * kGrasp || std::fabs(d.y) > session.config.height) continue;
    session.own.taken[i] = 1;
    log(session, PlayEventKind::ItemTaken, static_cast<std::uint32_t>(i), spawn.position);
  }
}

// `quiet`: where the player stands is no news.
void update_zones(PlaySession& session, bool quiet) noexcept {
  PlaySession::Private& own = session.own;
  const TriggerBody body{0, session.state.cell, body_middle(session.config, session.state),
                         session.state.mode == PlayMode::Noclip};
  TriggerResult result =
      update_triggers(session.level, {&body, 1}, own.triggers, own.trigger_events);
  if (result.status == TriggerStatus::NoRoom) {  // once for all, on a way through very many
    own.trigger_events.resize(result.events);
    result = update_triggers(session.level, {&body, 1}, own.triggers, own.trigger_events);
  }
  for (std::uint32_t i = 0; i < result.events && !quiet; ++i) {
    const TriggerEvent& event = own.trigger_events[i];
    if (event.kind == TriggerKind::Enter || event.kind == TriggerKind::Cross)
      fire_trigger(session, event.trigger, body.position);
    if (event.kind == TriggerKind::Leave)
      log(session, PlayEventKind::TriggerLeft, event.trigger, body.position);
  }
}

LineHit look_along(const PlaySession& session, double distance) noexcept {
  const glm::dvec3 eye = play_eye(session);
  return trace_line(session.level, eye, eye + play_look(session) * distance, session.state.cell,
                    {&session.doors});
}

void use_ahead(PlaySession& session) noexcept {
  const LineHit hit = look_along(session, session.config.reach);
  const glm::dvec3 at = play_eye(session) + play_look(session) * (session.config.reach * hit.t);
  if (hit.kind == HitKind::Door) try_door(session, session.level.side_door(hit.side), at);
  if (hit.kind == HitKind::Wall || hit.kind == HitKind::Door)
    fire_trigger(session, session.level.side_trigger(hit.side), at);
}

void shoot(PlaySession& session) noexcept {
  const LineHit hit = look_along(session, kShot);
  const bool met = hit.kind == HitKind::Wall || hit.kind == HitKind::Door;
  log(session, PlayEventKind::Shot, met ? hit.side : kNone,
      play_eye(session) + play_look(session) * (kShot * hit.t));
}

double finite_or_zero(double value) noexcept { return std::isfinite(value) ? value : 0.0; }

void turn_head(PlayState& state, const PlayInput& input) noexcept {
  constexpr double kSteepest = 0.5 * kPi - 0.01;
  state.yaw += finite_or_zero(double{input.turn_left});
  state.yaw -= 2.0 * kPi * std::floor((state.yaw + kPi) / (2.0 * kPi));
  state.pitch =
      std::clamp(state.pitch + finite_or_zero(double{input.turn_up}), -kSteepest, kSteepest);
}

// --- entering ---

void read_names(PlaySession& session, const ScaffoldDocument& document) {
  const Scaffold& level = document.level();
  session.extras = session.level.extras();
  session.own.spawns.clear();
  for (const ScaffoldSpawn& spawn : level.spawns) session.own.spawns.push_back(spawn.id);
  for (const ScaffoldProp& prop : level.props) session.own.spawns.push_back(prop.id);
  session.own.spawns.resize(session.extras.spawns.size(), kNoId);
  session.own.taken.assign(session.extras.spawns.size(), 0);
  session.own.revision = document.revision();
  session.own.triggers = TriggerState();
  session.own.triggers.reserve(1);
  session.own.trigger_events.resize(64);
}

const CellSpawn* find_start(const PlaySession& session, const std::string& kind) {
  for (const CellSpawn& spawn : session.extras.spawns) {
    if (spawn.cell != kNone && spawn.kind.find(kind) != std::string::npos) return &spawn;
  }
  return nullptr;
}

Result<Done> put_player(PlaySession& session, const PlayStart& start) {
  PlayState& state = session.state;
  state.mode = start.mode;
  if (start.at) {
    state.position = *start.at - glm::dvec3(0.0, session.config.eye, 0.0);
    if (start.mode != PlayMode::Walk)
      state.position = *start.at - glm::dvec3(0.0, session.config.radius, 0.0);
    state.yaw = finite_or_zero(start.yaw);
    turn_head(state, PlayInput{{}, 0.0f, static_cast<float>(start.pitch)});
    state.cell = locate_point(session.level, *start.at);
  } else {
    const CellSpawn* spawn = find_start(session, start.kind);
    if (spawn == nullptr)
      return cannot_play("no spawn whose kind holds '" + start.kind +
                         "' stands in a cub; place one, or play from the camera");
    state.position = spawn->position;
    state.yaw = spawn->yaw;
    state.cell = locate_point(session.level, body_middle(session.config, state));
  }
  if (state.cell == kNone && start.mode != PlayMode::Noclip)
    return cannot_play("the start lies outside all cubs; play from inside, or without clipping");
  return Done{};
}

}  // namespace

const char* check_play(const PlayConfig& config) noexcept {
  const auto within = [](double value, double low, double high) {
    return std::isfinite(value) && value >= low && value <= high;
  };
  if (!within(config.radius, 0.05, 5.0)) return "the radius lies between 0.05 and 5 m";
  if (!within(config.height, 2.0 * config.radius + 0.01, 50.0))
    return "the height lies above twice the radius, up to 50 m";
  if (!within(config.eye, 0.0, config.height)) return "the eye lies between floor and height";
  if (!within(config.walk_speed, 0.0, 100.0)) return "the speed of walking lies in 0 to 100 m/s";
  if (!within(config.fly_speed, 0.0, 200.0)) return "the speed of flying lies in 0 to 200 m/s";
  if (!within(config.jump_speed, 0.0, 50.0)) return "the speed of jumps lies in 0 to 50 m/s";
  if (!within(config.gravity, 0.0, 100.0)) return "gravity lies in 0 to 100 m/s2";
  if (!within(config.step_height, 0.0, 0.5 * config.height))
    return "steps are at most half the height";
  if (!within(config.slope, 0.0, 1.5)) return "the slope lies between 0 and 1.5 rad";
  if (!within(config.reach, 0.0, 100.0)) return "the reach lies between 0 and 100 m";
  return nullptr;
}

Result<PlaySession> enter_play(const ScaffoldDocument& document, const PlayStart& start,
                               const PlayConfig& config) {
  if (const char* broken = check_play(config)) return cannot_play(broken);
  PlaySession session;
  const Result<Done> built = session.own.cells.update(document.level(), {});
  if (!built) return built.error();
  Result<Level> level = cook_level(session.own.cells.complex());
  if (!level) return level.error();
  session.config = config;
  session.level = std::move(*level);
  session.doors = initial_doors(session.level);
  read_names(session, document);
  session.events.resize(kEvents);
  session.recording.reserve(config.recorded_ticks);
  if (const Result<Done> placed = put_player(session, start); !placed) return placed.error();
  update_zones(session, true);
  return session;
}

void tick_play(PlaySession& session, const PlayInput& input) noexcept {
  if (session.recording.size() < session.config.recorded_ticks)
    session.recording.push_back(input);
  else
    ++session.unrecorded;
  PlayState& state = session.state;
  if (input.mode != state.mode && (state.cell != kNone || input.mode == PlayMode::Noclip))
    state.mode = input.mode;
  turn_head(state, input);
  std::uint32_t bumped = kNone;
  move_body(session, input, bumped);
  if (bumped != kNone) try_door(session, bumped, body_middle(session.config, state));
  if (input.use) use_ahead(session);
  if (input.fire) shoot(session);
  take_items(session);
  update_zones(session, false);
  ++state.tick;
}

PlayFrame advance_play(PlaySession& session, double dt, const PlayInput& input) noexcept {
  constexpr std::uint32_t kMostTicks = 15;
  PlayFrame frame;
  if (!session.paused && std::isfinite(dt) && dt > 0.0)
    session.own.owed += std::min(dt, 60.0) * std::clamp(finite_or_zero(session.speed), 0.01, 10.0);
  PlayInput now = input;
  while (session.own.owed >= kPlayTick) {
    session.own.owed -= kPlayTick;
    if (frame.ticks == kMostTicks) {
      ++frame.skipped;
      continue;
    }
    tick_play(session, now);
    ++frame.ticks;
    now.turn_left = now.turn_up = 0.0f;
    now.jump = now.use = now.fire = false;
  }
  frame.between = session.own.owed / kPlayTick;
  return frame;
}

Result<Done> refresh_play(PlaySession& session, const ScaffoldDocument& document) {
  CellWatch& cells = session.own.cells;
  const Result<Done> built =
      cells.update(document.level(), document.dirty_cubs(session.own.revision));
  if (!built) return built.error();
  Result<Level> level = recook_cells(session.level, cells.complex(), cells.dirty(), cells.was());
  if (!level) return level.error();

  std::map<std::string, bool> closed;
  for (std::uint32_t i = 0; i < session.extras.doors.size(); ++i)
    closed[session.extras.doors[i].name] = is_closed(session.doors, i);
  std::vector<ScaffoldId> taken;
  for (std::size_t i = 0; i < session.own.spawns.size(); ++i)
    if (session.own.taken[i] != 0) taken.push_back(session.own.spawns[i]);

  session.level = std::move(*level);
  session.doors = initial_doors(session.level);
  read_names(session, document);
  for (std::uint32_t i = 0; i < session.extras.doors.size(); ++i) {
    const auto known = closed.find(session.extras.doors[i].name);
    if (known != closed.end()) set_door(session.doors, i, known->second);
  }
  for (std::size_t i = 0; i < session.own.spawns.size(); ++i)
    session.own.taken[i] =
        std::count(taken.begin(), taken.end(), session.own.spawns[i]) != 0 ? 1 : 0;

  PlayState& state = session.state;
  const glm::dvec3 middle = body_middle(session.config, state);
  state.cell = locate_point(session.level, middle);
  if (state.cell == kNone && state.mode != PlayMode::Noclip) {
    double nearest = 1e300;
    for (std::uint32_t cell = 0; cell < session.level.cell_count(); ++cell) {
      const glm::dvec3 d = session.level.cell_center(cell) - middle;
      const double distance = d.x * d.x + d.y * d.y + d.z * d.z;
      if (distance >= nearest) continue;
      nearest = distance;
      state.cell = cell;
    }
    if (state.cell != kNone) state.position += session.level.cell_center(state.cell) - middle;
  }
  update_zones(session, true);
  return Done{};
}

std::uint64_t play_hash(const PlaySession& session) noexcept {
  const PlayState& s = session.state;
  Hasher hasher;
  for (int axis = 0; axis < 3; ++axis) {
    hasher.add(s.position[axis]);
    hasher.add(s.velocity[axis]);
  }
  hasher.add(s.yaw);
  hasher.add(s.pitch);
  hasher.add(s.tick);
  hasher.add(s.cell);
  hasher.add(s.mode);
  hasher.add(s.grounded);
  for (const std::uint64_t doors : session.doors.closed) hasher.add(doors);
  for (const std::uint8_t taken : session.own.taken) hasher.add(taken);
  hasher.add(session.event_count);
  return hasher.finish();
}

glm::dvec3 play_eye(const PlaySession& session) noexcept {
  const bool walks = session.state.mode == PlayMode::Walk;
  return session.state.position +
         glm::dvec3(0.0, walks ? session.config.eye : session.config.radius, 0.0);
}

glm::dvec3 play_look(const PlaySession& session) noexcept {
  const SineCosineDouble yaw = sine_cosine(session.state.yaw),
                         pitch = sine_cosine(session.state.pitch);
  return {yaw.sine * pitch.cosine, pitch.sine, yaw.cosine * pitch.cosine};
}

std::string play_event_text(const PlaySession& session, const PlayEvent& event) {
  const auto door = [&] {
    return event.what < session.extras.doors.size() ? session.extras.doors[event.what].name : "?";
  };
  const auto trigger = [&]() -> std::string {
    if (event.what >= session.extras.triggers.size()) return "?";
    return session.extras.triggers[event.what].kind;
  };
  switch (event.kind) {
    case PlayEventKind::DoorOpened:
      return "door " + door() + " opened";
    case PlayEventKind::DoorLocked:
      return "door " + door() + " is locked; it needs " +
             (event.what < session.extras.doors.size() ? session.extras.doors[event.what].key
                                                       : "?");
    case PlayEventKind::ItemTaken:
      return "took " + (event.what < session.extras.spawns.size()
                            ? session.extras.spawns[event.what].kind.substr(kItem.size())
                            : std::string("?"));
    case PlayEventKind::TriggerFired:
      return "trigger " + trigger() + " fired";
    case PlayEventKind::TriggerLeft:
      return "trigger " + trigger() + " left";
    case PlayEventKind::Shot:
      return event.what == kNone ? "a shot met nothing"
                                 : "a shot met side " + std::to_string(event.what);
  }
  return "";
}

}  // namespace playset
