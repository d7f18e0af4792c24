// Play sessions: the document stays untouched, the body walks, climbs, falls and stays inside, doors,
// triggers and items, replays, time, edits while playing.
#include "workshop/core/play_session.h"

#include <doctest/doctest.h>

#include <cmath>

#include "playset/core/rng.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/scaffold_text.h"
#include "support/support.h"

using namespace playset;
using namespace playset::test;

namespace {

// A document made by edit commands.
ScaffoldDocument made_by(std::string_view script) {
  ScaffoldDocument document(Scaffold{}, "play");
  EditSession session(document);
  const Result<ScriptReport> ran = run_script(session, script);
  REQUIRE_MESSAGE(ran.ok(), (ran.ok() ? "" : ran.error().text()));
  return document;
}

ScaffoldDocument station() {
  return ScaffoldDocument(
      *parse_scaffold(read_file_text(source_path("data/levels/relay_station.scaffold"))), "play");
}

PlaySession enter(const ScaffoldDocument& document, const PlayStart& start = {}) {
  Result<PlaySession> session = enter_play(document, start);
  REQUIRE_MESSAGE(session.ok(), (session.ok() ? "" : session.error().text()));
  return std::move(*session);
}

PlayInput ahead(PlayMode mode = PlayMode::Walk) {
  PlayInput input;
  input.move.z = 1.0f;
  input.mode = mode;
  return input;
}

void play(PlaySession& session, const PlayInput& input, int ticks) {
  for (int i = 0; i < ticks; ++i) tick_play(session, input);
}

std::size_t count_of(const PlaySession& session, PlayEventKind kind) {
  std::size_t count = 0;
  for (std::uint64_t i = 0; i < session.event_count; ++i) count += session.events[i].kind == kind;
  return count;
}

std::string last_event(const PlaySession& session) {
  if (session.event_count == 0) return "";
  return play_event_text(session,
                         session.events[(session.event_count - 1) % session.events.size()]);
}

constexpr const char* kTwoRooms =
    "cube 0,0,0 4,3,4 as a; cube 0,0,4 4,3,8 as b; spawn player_start 2,0,1 cub a;";

PlayInput random_input(Rng& rng) {
  PlayInput input;
  input.move.x = static_cast<float>(rng.below(3)) - 1.0f;
  input.move.y = static_cast<float>(rng.below(3)) - 1.0f;
  input.move.z = static_cast<float>(rng.below(4)) * 0.5f - 0.5f;
  input.turn_left = (static_cast<float>(rng.below(1000)) - 500.0f) * 2e-4f;
  input.turn_up = (static_cast<float>(rng.below(1000)) - 500.0f) * 1e-4f;
  input.jump = rng.below(30) == 0;
  input.use = rng.below(10) == 0;
  input.fire = rng.below(20) == 0;
  return input;
}

}  // namespace

TEST_CASE("play: the document, its undo stack and its saved mark are as they were (case 33)") {
  ScaffoldDocument document = station();
  const std::string start = write_scaffold(document.level());
  EditSession session(document);
  REQUIRE(run_script(session, "select-all; move 0,1,0; name changed").ok());
  const std::string before = write_scaffold(document.level());
  const std::uint64_t revision = document.revision();
  {
    PlaySession played = enter(document);
    Rng rng(5);
    for (int i = 0; i < 600; ++i) tick_play(played, random_input(rng));
    CHECK(played.state.tick == 600);
  }
  CHECK(write_scaffold(document.level()) == before);
  CHECK(document.revision() == revision);
  CHECK(document.undo_count() == 2);
  CHECK(document.undo_name() == "name");
  CHECK_FALSE(document.is_saved());
  while (document.undo()) {
  }
  CHECK(write_scaffold(document.level()) == start);
  CHECK(document.is_saved());
}

TEST_CASE("play: walks to a wall, keeps off it by its radius, slides along, falls to the floor") {
  const ScaffoldDocument document =
      made_by("cube 0,0,0 4,3,12 as hall; spawn player_start 2,1,1 cub hall");
  PlaySession session = enter(document);
  CHECK_FALSE(session.state.grounded);
  play(session, PlayInput{}, 60);
  CHECK(session.state.grounded);
  CHECK(session.state.position.y == doctest::Approx(0.0).epsilon(0.01));
  play(session, ahead(), 300);
  CHECK(session.state.position.z == doctest::Approx(12.0 - 0.35).epsilon(0.002));
  CHECK(session.state.position.z < 12.0 - 0.35);
  PlayInput slanted = ahead();
  slanted.move.x = 1.0f;  // to the left as well: along the wall, +X
  play(session, slanted, 120);
  CHECK(session.state.position.x == doctest::Approx(4.0 - 0.35).epsilon(0.01));
  play(session, PlayInput{}, 60);
  CHECK(std::fabs(session.state.velocity.x) + std::fabs(session.state.velocity.z) < 1e-3);
}

TEST_CASE("play: a jump rises as high as its speed says, and lands") {
  const ScaffoldDocument document =
      made_by("cube 0,0,0 4,6,4 as hall; spawn player_start 2,0,2 cub hall");
  PlaySession session = enter(document);
  play(session, PlayInput{}, 10);
  PlayInput jump;
  jump.jump = true;
  double top = 0.0;
  for (int i = 0; i < 120; ++i) {
    tick_play(session, i == 0 ? jump : PlayInput{});
    top = std::max(top, session.state.position.y);
  }
  CHECK(top == doctest::Approx(4.5 * 4.5 / (2 * 9.81)).epsilon(0.06));
  CHECK(session.state.grounded);
}

TEST_CASE("play: climbs stairs and comes down them; a ledge beyond its step is a wall") {
  const ScaffoldDocument document = made_by(
      "cube -2,0,-4 2,4,0 as foot; stairs 0,0,0 --steps 12 --rise 0.25 --tread 0.5 --height 4 as "
      "up; open side foot/front side up[0]/back; cube -2,2.75,6 2,7,10 as top; open side "
      "up[11]/front "
      "side top/back; cube -2,3.35,10 2,7,14 as ledge; open side top/front side ledge/back; "
      "spawn player_start 0,0,-2 cub foot");
  PlaySession session = enter(document);
  play(session, ahead(), 400);
  CHECK(session.state.position.y == doctest::Approx(2.75).epsilon(0.01));
  CHECK(session.state.position.z == doctest::Approx(10.0 - 0.35).epsilon(0.002));
  PlayInput back;
  back.move.z = -1.0f;
  bool always_grounded = true;
  for (int i = 0; i < 400; ++i) {
    tick_play(session, back);
    always_grounded = always_grounded && session.state.grounded;
  }
  CHECK(always_grounded);
  CHECK(session.state.position.y == doctest::Approx(0.0).epsilon(0.01));
  CHECK(session.state.position.z == doctest::Approx(-4.0 + 0.35).epsilon(0.005));
}

TEST_CASE(
    "play: walking, flying and jumping at random for 20,000 ticks nobody leaves the station") {
  const ScaffoldDocument document = station();
  for (const PlayMode mode : {PlayMode::Walk, PlayMode::Fly}) {
    INFO("seed 11");
    Rng rng(11);
    PlaySession session = enter(document);
    PlayInput input;
    int outside = 0;
    double travelled = 0.0;
    for (int i = 0; i < 10'000; ++i) {
      if (i % 20 == 0) input = random_input(rng);
      input.mode = mode;
      const glm::dvec3 before = session.state.position;
      tick_play(session, input);
      const glm::dvec3 d = session.state.position - before;
      travelled += std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      const glm::dvec3 eye = play_eye(session);
      outside += session.state.cell == kNone || locate_point(session.level, eye) == kNone;
    }
    CHECK(outside == 0);
    CHECK(travelled > 300.0);
    CHECK(count_of(session, PlayEventKind::Shot) > 100);
  }
}

TEST_CASE("play: doors open when bumped into or used, locked ones when the item is there") {
  ScaffoldDocument document = made_by(
      std::string(kTwoRooms) +
      "cube 0,0,8 4,3,12 as c; door first; door second --needs pass; "
      "open side a/front side b/back --door first; open side b/front side c/back --door second");
  PlaySession session = enter(document);
  play(session, ahead(), 240);
  CHECK(count_of(session, PlayEventKind::DoorOpened) == 1);
  CHECK(session.state.position.z == doctest::Approx(8.0 - 0.35).epsilon(0.002));
  CHECK(last_event(session) == "door second is locked; it needs pass");
  EditSession edit(document);
  REQUIRE(run_script(edit, "spawn item/pass 3,0,7.5").ok());
  PlaySession lucky = enter(document);
  play(lucky, ahead(), 100);
  PlayInput left = ahead();
  left.move = {1.0f, 0.0f, 0.4f};
  play(lucky, left, 60);
  CHECK(count_of(lucky, PlayEventKind::ItemTaken) == 1);
  play(lucky, ahead(), 120);
  CHECK(lucky.state.position.z == doctest::Approx(12.0 - 0.35).epsilon(0.002));
}

TEST_CASE("play: triggers of cubs fire on entry, those of walls on use, and open their doors") {
  const ScaffoldDocument document =
      made_by(std::string(kTwoRooms) +
              "open side a/front side b/back; door hatch; door vault; "
              "cube 0,0,8 4,3,12 as c; open side b/front side c/back --door hatch; "
              "cube 4,0,0 8,3,4 as v; open side a/left side v/right --door vault; "
              "trigger mat open --door hatch; trigger lever open --door vault; "
              "wire mat cub b; wire lever side a/back");
  PlaySession session = enter(document);
  CHECK(session.event_count == 0);
  PlayInput use;
  use.use = true;
  tick_play(session, use);  // looks ahead: nothing within reach
  CHECK(session.event_count == 0);
  PlayInput about = use;
  about.turn_left = 3.14159f;
  tick_play(session, about);
  CHECK(last_event(session) == "door vault opened");
  PlayInput back;
  back.turn_left = 3.14159f;
  tick_play(session, back);
  play(session, ahead(), 60);
  CHECK(last_event(session) == "door hatch opened");
  CHECK(count_of(session, PlayEventKind::TriggerFired) == 2);
}

TEST_CASE("play: a replay of the recorded inputs gives the same hash at each tick") {
  const ScaffoldDocument document = station();
  PlaySession first = enter(document);
  Rng rng(3);
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 3000; ++i) {
    PlayInput input = random_input(rng);
    input.mode = i < 2000 ? PlayMode::Walk : PlayMode::Fly;
    tick_play(first, input);
    hashes.push_back(play_hash(first));
  }
  PlaySession again = enter(document);
  int differing = 0;
  for (std::size_t i = 0; i < first.recording.size(); ++i) {
    tick_play(again, first.recording[i]);
    differing += play_hash(again) != hashes[i];
  }
  CHECK(first.recording.size() == 3000);
  CHECK(differing == 0);
  CHECK(first.recording == again.recording);
}

TEST_CASE("play: ticks allocate nothing, and what is not recorded is counted") {
  const ScaffoldDocument document = station();
  PlayConfig config;
  config.recorded_ticks = 500;
  Result<PlaySession> session = enter_play(document, {}, config);
  REQUIRE(session.ok());
  Rng rng(8);
  std::vector<PlayInput> inputs;
  for (int i = 0; i < 1000; ++i) inputs.push_back(random_input(rng));
  const AllocationScope scope;
  for (const PlayInput& input : inputs) tick_play(*session, input);
  CHECK(scope.count() == 0);
  CHECK(session->recording.size() == 500);
  CHECK(session->unrecorded == 500);
}

TEST_CASE("play: time runs in ticks: any frame rate, slow motion, pauses, single steps, stalls") {
  const ScaffoldDocument document = station();
  PlaySession thirty = enter(document), uneven = enter(document);
  std::uint32_t ticks = 0;
  for (int i = 0; i < 60; ++i) ticks += advance_play(thirty, 1.0 / 30.0 + 1e-9, ahead()).ticks;
  CHECK(ticks == 120);
  for (int i = 0; ticks > 0; ++i)
    ticks -= std::min(ticks, advance_play(uneven, 0.001 * (i % 30), ahead()).ticks);
  CHECK(uneven.state.tick == 120);
  CHECK(play_hash(thirty) == play_hash(uneven));

  PlaySession slow = enter(document);
  slow.speed = 0.25;
  for (int i = 0; i < 240; ++i) (void)advance_play(slow, 1.0 / 60.0 + 1e-9, {});
  CHECK(slow.state.tick == 60);
  slow.paused = true;
  CHECK(advance_play(slow, 1.0, {}).ticks == 0);
  tick_play(slow, {});
  CHECK(slow.state.tick == 61);
  slow.paused = false;
  slow.speed = 1.0;
  const PlayFrame stall = advance_play(slow, 1.0, {});
  CHECK(stall.ticks == 15);
  CHECK(stall.skipped + stall.ticks >= 59);
  for (const double wrong : {-1.0, 0.0, HUGE_VAL, std::nan("")})
    CHECK(advance_play(slow, wrong, {}).ticks == 0);
  PlayInput nonsense;
  nonsense.move = glm::vec3(std::nanf(""), HUGE_VALF, 0.0f);
  nonsense.turn_left = std::nanf("");
  tick_play(slow, nonsense);
  CHECK(std::isfinite(slow.state.position.x));
  CHECK(std::isfinite(slow.state.yaw));
}

TEST_CASE("play: edits are taken over while playing; a level that does not build is refused") {
  ScaffoldDocument document =
      made_by(std::string(kTwoRooms) + "door gate; open side a/front side b/back --door gate");
  PlaySession session = enter(document);
  play(session, ahead(), 200);
  CHECK(session.state.position.z == doctest::Approx(8.0 - 0.35).epsilon(0.002));
  EditSession edit(document);
  const std::string b = id_text(document.level().cubs[1].id);
  REQUIRE(run_script(edit, "push 4m side " + b + "/front").ok());
  REQUIRE(refresh_play(session, document).ok());
  CHECK_FALSE(is_closed(session.doors, 0));
  play(session, ahead(), 200);
  CHECK(session.state.position.z == doctest::Approx(12.0 - 0.35).epsilon(0.002));

  REQUIRE(run_script(edit, "push -9m side " + b + "/front").ok());  // inside out
  const std::uint64_t before = play_hash(session);
  const Result<Done> refused = refresh_play(session, document);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message == build_cells(document.level()).error().message);
  CHECK(play_hash(session) == before);
  REQUIRE(document.undo());
  REQUIRE(run_script(edit, "delete cub " + b).ok());
  REQUIRE(refresh_play(session, document).ok());
  CHECK(session.state.cell != kNone);  // in the room that is left
  CHECK(session.state.position.z < 4.0);
}

TEST_CASE("play: starts at the camera, at a spawn, outside without clipping; refuses the rest") {
  const ScaffoldDocument document =
      made_by(std::string(kTwoRooms) + "spawn boss 2,0,6 --yaw 90 cub b");
  PlayStart camera;
  camera.at = glm::dvec3(1.0, 1.6, 2.0);
  camera.yaw = 0.5;
  PlaySession session = enter(document, camera);
  CHECK(play_eye(session).x == 1.0);
  CHECK(play_eye(session).y == doctest::Approx(1.6));
  CHECK(play_look(session).x == doctest::Approx(std::sin(0.5)));
  PlayStart boss;
  boss.kind = "boss";
  CHECK(enter(document, boss).state.position.z == doctest::Approx(6.0));
  camera.at = glm::dvec3(100.0, 0.0, 0.0);
  CHECK(enter_play(document, camera).error().message.find("outside all cubs") != std::string::npos);
  camera.mode = PlayMode::Noclip;
  PlaySession ghost = enter(document, camera);
  CHECK(ghost.state.cell == kNone);
  PlayInput home = ahead(PlayMode::Noclip);
  home.turn_left = -1.5707963f - 0.5f;
  tick_play(ghost, home);
  home.turn_left = 0.0f;
  for (int i = 0; i < 600 && ghost.state.cell == kNone; ++i) tick_play(ghost, home);
  boss.kind = "dragon";
  CHECK(enter_play(document, boss).error().message.find("'dragon'") != std::string::npos);
  CHECK(enter_play(made_by("name empty")).error().message.size() > 10);
  for (const auto change :
       {+[](PlayConfig& c) { c.radius = 0.0; }, +[](PlayConfig& c) { c.height = 0.5; },
        +[](PlayConfig& c) { c.eye = 9.0; }, +[](PlayConfig& c) { c.gravity = -1.0; },
        +[](PlayConfig& c) { c.step_height = 3.0; },
        +[](PlayConfig& c) { c.walk_speed = HUGE_VAL; }, +[](PlayConfig& c) { c.slope = 2.0; }}) {
    PlayConfig config;
    change(config);
    CHECK(check_play(config) != nullptr);
    CHECK_FALSE(enter_play(document, {}, config).ok());
  }
}
