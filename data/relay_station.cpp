// The relay station, room by room: a domed hub, four spokes to a ring, and what lies around the
// ring: a dock to the south
// (-Z), crew quarters to the left (+X), the hangar with its control room ahead (+Z), and the
// reactor shaft to the right (-X).
#include "relay_station.h"

#include "level_maker.h"

namespace playset {
namespace {

using enum CubSideName;

constexpr int kRingSlices = 16;
constexpr int kHubSlices = 8;
constexpr int kShaftSlices = 8;
constexpr Circle kHub{{0, 0, 0}, 0, 7, kHubSlices};
constexpr Circle kRing{{0, 0, 0}, 16, 20, kRingSlices};
constexpr Circle kShaft{{-34, 0, 0}, 2, 8, kShaftSlices};

// The slices of hub and ring that face along an axis.
enum Heading : std::size_t { Ahead, ToLeft, Behind, ToRight };

struct Station {
  LevelMaker make{"Relay station", "relay_station.cpp"};
  std::array<ScaffoldId, kHubSlices> hub{};
  std::array<ScaffoldId, kRingSlices> ring{};

  ScaffoldId hub_at(Heading heading) const { return hub[heading * kHubSlices / 4]; }
  ScaffoldId ring_at(Heading heading) const { return ring[heading * kRingSlices / 4]; }
};

// 1. What things are made of, and what opens and happens. Keys are what the rest of this file calls
// them by.
void name_things(LevelMaker& make) {
  make.material("deck", "floor", 0x5b6670);
  make.material("grating", "floor", 0x3f474d);
  make.material("carpet", "floor", 0x6d4c4a);
  make.material("hull", "wall", 0xb8c0c2);
  make.material("padding", "wall", 0xd9cfb8);
  make.material("rock_shield", "wall", 0x7a6a5c);
  make.material("panel", "ceiling", 0xe4e8e6);
  make.material("glass", "trim", 0x7fc4d8);
  make.material("door", "trim", 0xd08a3c);
  make.material("hazard", "hazard", 0xe0b020);
  make.material("coolant", "hazard", 0x38d0a8);

  for (const char* key : {"hub_ahead", "hub_left", "hub_behind", "hub_right"}) make.door(key);
  make.door("airlock_inner");
  make.door("airlock_outer");
  make.door("control_door");
  make.door("dock_door", false);
  make.door("blast_door", true, "reactor_pass");
  make.door("hangar_gate", true, "launch_code");
  for (const char* key : {"cabin_1", "cabin_2", "cabin_3"}) make.door(key);

  make.trigger("welcome", "message");
  make.trigger("radiation", "damage");
  make.trigger("gate_console", "open_door", {"hangar_gate"});
  make.trigger("blast_console", "open_door", {"blast_door"});
  make.trigger("launch", "exit");
}

KitPieceName& part_of(ScaffoldKit& kit, KitPart part) {
  return kit.pieces[static_cast<std::size_t>(part)];
}

// A kit that fills with pieces of this size, in grid steps; frames and doors are the same throughout.
ScaffoldKit kit_of(const char* piece, std::array<std::int32_t, 3> size, std::uint32_t color) {
  ScaffoldKit kit;
  part_of(kit, KitPart::Fill) = {piece, size};
  part_of(kit, KitPart::Frame).name = "frame";
  part_of(kit, KitPart::Door).name = "door";
  kit.color = color;
  return kit;
}

// What walls and floors wear. Materials name kits, so that a room is dressed by being painted.
void name_kits(LevelMaker& make) {
  ScaffoldKit plates = kit_of("panel", {2048, 1536, 80}, 0xA9B4BC);
  plates.weights = {6, 2, 1};
  part_of(plates, KitPart::ConcaveEdge).name = "trim";
  part_of(plates, KitPart::ConvexEdge).name = "trim";
  make.kit("plates", plates);
  // Along the foot of padded walls, one row as high as a table.
  ScaffoldKit wainscot = kit_of("panel", {1024, 1024, 64}, 0xB08A62);
  wainscot.repeats = {0, 1};
  make.kit("wainscot", wainscot);
  ScaffoldKit grates = kit_of("grate", {1024, 1024, 56}, 0x565F66);
  make.kit("grates", grates);
  ScaffoldKit ribs = kit_of("column", {768, 6144, 384}, 0x8C7B6B);
  ribs.step = {2048, 6144};
  make.kit("ribs", ribs);
  // Under the ceiling, where a wall is dressed with them.
  ScaffoldKit pipes = kit_of("pipes", {2048, 768, 320}, 0xC79A3A);
  pipes.repeats = {0, 1};
  pipes.align = {KitAlign::Middle, KitAlign::End};
  pipes.weights = {2, 1};
  make.kit("pipes", pipes);
  make.wear("hull", "plates");
  make.wear("padding", "wainscot");
  make.wear("grating", "grates");
  make.wear("rock_shield", "ribs");
}

// 2. The hub: eight slices that meet in one axis, each with a slice of the dome on top. Slices next
// to each other share their corners, so that every way between them is a whole window.
void build_hub(Station& s) {
  s.make.part("hub");
  std::array<ScaffoldId, kHubSlices> dome{};
  for (int i = 0; i < kHubSlices; ++i) {
    const auto n = static_cast<std::size_t>(i);
    s.hub[n] = s.make.slice("hub", kHub, i, 0, 5);
    dome[n] = s.make.roof_slice("dome", kHub, i, 5, 9, {"deck", "glass", "glass"});
    s.make.open(s.hub[n], Top, dome[n], Bottom);
    s.make.paint(s.hub[n], Bottom, i % 2 == 0 ? "deck" : "carpet");
    s.make.fire_on_entry(s.hub[n], "welcome");
  }
  for (std::size_t i = 0; i < kHubSlices; ++i) {
    s.make.open(s.hub[i], Left, s.hub[(i + 1) % kHubSlices], Right);
    s.make.open(dome[i], Left, dome[(i + 1) % kHubSlices], Right);
  }
  s.make.spawn("hologram", s.hub[0], {0, 1.5, 0.5});
  s.make.spawn("light", s.hub[0], {0, 4.75, 0.25});
}

// 3. The ring: sixteen slices with room in the middle. The last one opens into the first: the ring
// closes on itself.
void build_ring(Station& s) {
  s.make.part("ring");
  for (int i = 0; i < kRingSlices; ++i) {
    const auto n = static_cast<std::size_t>(i);
    s.ring[n] = s.make.slice("ring", kRing, i, 0, 4);
    s.make.paint(s.ring[n], Bottom, i % 4 == 0 ? "grating" : "deck");
    if (i % 2 == 1) s.make.paint(s.ring[n], Front, "glass");
  }
  for (std::size_t i = 0; i < kRingSlices; ++i)
    s.make.open(s.ring[i], Left, s.ring[(i + 1) % kRingSlices], Right);
  s.make.spawn("guard", s.ring[2], {12.75, 0, 12.75}, 135);
  s.make.spawn("guard", s.ring[10], {-12.75, 0, -12.75}, -45);
}

// 4. Spokes are narrower and lower than the sides they meet: partial windows, with a door at the
// hub.
void build_spokes(Station& s) {
  s.make.part("spokes");
  const RoomStyle style{"grating", "padding", "panel"};
  const ScaffoldId ahead = s.make.box("spoke", {-1.5, 0, 7}, {1.5, 3, 16}, style);
  const ScaffoldId left = s.make.box("spoke", {7, 0, -1.5}, {16, 3, 1.5}, style);
  const ScaffoldId behind = s.make.box("spoke", {-1.5, 0, -16}, {1.5, 3, -7}, style);
  const ScaffoldId right = s.make.box("spoke", {-16, 0, -1.5}, {-7, 3, 1.5}, style);
  s.make.open(s.hub_at(Ahead), Front, ahead, Back, "hub_ahead");
  s.make.open(s.hub_at(ToLeft), Front, left, Right, "hub_left");
  s.make.open(s.hub_at(Behind), Front, behind, Front, "hub_behind");
  s.make.open(s.hub_at(ToRight), Front, right, Left, "hub_right");
  s.make.open(ahead, Front, s.ring_at(Ahead), Back);
  s.make.open(left, Left, s.ring_at(ToLeft), Back);
  s.make.open(behind, Back, s.ring_at(Behind), Back);
  s.make.open(right, Right, s.ring_at(ToRight), Back);
}

// 5. The dock, where players arrive.
void build_dock(Station& s) {
  s.make.part("dock");
  const ScaffoldId tube =
      s.make.box("dock", {-2, 0, -28}, {2, 3, -20}, {"grating", "hull", "panel"});
  const ScaffoldId dock = s.make.box("dock", {-6, 0, -38}, {6, 5, -28});
  s.make.open(s.ring_at(Behind), Front, tube, Front);
  s.make.open(tube, Back, dock, Front, "dock_door");
  s.make.paint(dock, Back, "glass");
  s.make.spawn("player_start", dock, {0, 0, -34});
  s.make.spawn("player_start", dock, {3, 0, -34});
  s.make.spawn("light", dock, {0, 4.5, -33});
  s.make.prop("crate", dock, {-4.5, 0, -30}, 20);
  s.make.prop("crate", dock, {-4.25, 1, -30.25}, 50);
}

// 6. Crew quarters: a mess hall as wide as the ring's side and wider, and three cabins with doors.
void build_crew_quarters(Station& s) {
  s.make.part("crew quarters");
  const RoomStyle warm{"carpet", "padding", "panel"};
  const ScaffoldId mess = s.make.box("mess", {20, 0, -6}, {30, 4, 6}, warm);
  s.make.open(s.ring_at(ToLeft), Front, mess, Right);
  for (int i = 0; i < 3; ++i) {
    const double z = -4.0 + 4.0 * i;
    const ScaffoldId cabin = s.make.box("cabin", {30, 0, z - 1.5}, {34, 3, z + 1.5}, warm);
    s.make.open(mess, Left, cabin, Right, "cabin_" + std::to_string(i + 1));
    s.make.paint(cabin, Left, "glass");
    s.make.prop("bunk", cabin, {32.5, 0, z - 0.75}, 90);
    s.make.spawn("item/ration", cabin, {31, 0, z + 0.75});
  }
  s.make.prop("table", mess, {25, 0, -2});
  s.make.prop("table", mess, {25, 0, 2});
  s.make.spawn("item/reactor_pass", mess, {25, 0.9, 2});
  s.make.spawn("light", mess, {25, 3.5, 0});
}

// Steps up towards -X: each a cub of its own, a little higher than the one before. The ways between
// them are what their sides share: from the higher floor to the lower ceiling.
ScaffoldId build_stairs(LevelMaker& make, ScaffoldId from, CubSideName side, glm::dvec3 foot,
                        int steps, double run, double rise) {
  ScaffoldId last = from;
  CubSideName last_side = side;
  for (int i = 0; i < steps; ++i) {
    const double x = foot.x - run * i, floor = foot.y + rise * (i + 1);
    const ScaffoldId step = make.box("stairs", {x - run, floor, foot.z}, {x, floor + 3, foot.z + 2},
                                     {"grating", "hull", "panel"});
    make.open(last, last_side, step, Left);
    last = step;
    last_side = Right;
  }
  return last;
}

// 7. The hangar, one metre lower than the airlock that leads to it, three bays wide, with a gate
// into space.
struct Hangar {
  std::array<ScaffoldId, 3> bays{};  // from right to left
  ScaffoldId airlock = kNoId;
};

Hangar build_hangar(Station& s) {
  s.make.part("hangar");
  Hangar h;
  const RoomStyle style{"deck", "hull", "panel"};
  const ScaffoldId lock =
      s.make.box("airlock", {-1.5, 0, 20}, {1.5, 3, 24}, {"grating", "hazard", "panel"});
  h.airlock = s.make.box("airlock", {-1.5, 0, 24}, {1.5, 3, 27}, {"grating", "hull", "panel"});
  for (const CubSideName side : {Left, Right}) s.make.dress(lock, side, "pipes");
  s.make.open(s.ring_at(Ahead), Front, lock, Back, "airlock_inner");
  s.make.open(lock, Front, h.airlock, Back);
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = -12.0 + 8.0 * static_cast<double>(i);
    h.bays[i] = s.make.box("hangar", {x, -1, 27}, {x + 8, 9, 47}, style);
    if (i > 0) s.make.open(h.bays[i - 1], Left, h.bays[i], Right);
  }
  s.make.open(h.airlock, Front, h.bays[1], Back, "airlock_outer");
  const ScaffoldId tunnel =
      s.make.box("launch", {-5, -1, 47}, {5, 7, 55}, {"hazard", "rock_shield", "rock_shield"});
  for (const ScaffoldId bay : h.bays) s.make.open(bay, Front, tunnel, Back, "hangar_gate");
  s.make.gate(tunnel, Front);
  s.make.fire_on_entry(tunnel, "launch");
  s.make.paint(h.bays[1], Bottom, "hazard");
  s.make.prop("shuttle", h.bays[1], {0, -1, 37});
  s.make.prop("crate", h.bays[2], {9, -1, 30}, 10);
  s.make.prop("crate", h.bays[2], {10.5, -1, 31}, 75);
  s.make.prop("forklift", h.bays[2], {8, -1, 42}, -120);
  s.make.spawn("guard", h.bays[0], {-8, -1, 43}, 180);
  for (const ScaffoldId bay : h.bays)
    s.make.spawn("light", bay, {bay == h.bays[0] ? -8.0 : bay == h.bays[1] ? 0.0 : 8.0, 8.5, 37});
  return h;
}

// 8. The control room looks into the hangar through a window with a sill, and has a door to a
// gallery along the first bay.
void build_control_room(Station& s, const Hangar& h) {
  s.make.part("control room");
  const ScaffoldId top = build_stairs(s.make, h.airlock, Right, {-1.5, 0, 24.25}, 8, 0.5625, 0.375);
  const ScaffoldId control =
      s.make.box("control", {-16, 3, 20.5}, {-6, 7, 26.5}, {"carpet", "hull", "panel"});
  const ScaffoldId window =
      s.make.box("control", {-11.5, 4, 26.5}, {-7, 6, 27}, {"glass", "glass", "glass"});
  const ScaffoldId doorway =
      s.make.box("control", {-15, 3, 26.5}, {-13, 5.5, 27}, {"hazard", "door", "door"});
  const ScaffoldId gallery =
      s.make.box("gallery", {-16, 3, 27}, {-12, 7, 37}, {"grating", "hull", "panel"});
  const ScaffoldId gallery_end =
      s.make.box("gallery", {-16, 3, 37}, {-12, 7, 47}, {"grating", "hull", "panel"});
  s.make.open(top, Right, control, Left);
  s.make.open(control, Front, window, Back);
  s.make.open(window, Front, h.bays[0], Back);
  s.make.open(control, Front, doorway, Back, "control_door");
  s.make.open(doorway, Front, gallery, Back);
  s.make.open(gallery, Front, gallery_end, Back);
  s.make.open(gallery, Left, h.bays[0], Right);
  s.make.open(gallery_end, Left, h.bays[0], Right);
  s.make.fire_on_use(control, Right, "gate_console");
  s.make.prop("console", control, {-9.25, 3, 26});
  s.make.prop("console", control, {-15.5, 3, 24}, 90);
  s.make.spawn("item/launch_code", control, {-14, 4, 22});
  s.make.spawn("engineer", control, {-10, 3, 23});
  s.make.spawn("sniper", gallery_end, {-14, 3, 45}, 90);
}

// 9. The reactor shaft: three rings on top of each other around the core. The floor of the topmost
// is left only near the door: a landing, and a long way down.
void build_reactor(Station& s) {
  s.make.part("reactor");
  const ScaffoldId corridor =
      s.make.box("reactor", {-26, 0, -1.5}, {-20, 3, 1.5}, {"grating", "hazard", "panel"});
  for (const CubSideName side : {Front, Back}) s.make.dress(corridor, side, "pipes");
  s.make.open(s.ring_at(ToRight), Front, corridor, Left, "blast_door");
  s.make.fire_on_use(s.ring_at(ToRight), Front, "blast_console");

  constexpr std::array<double, 4> kHeights = {-12, -6, 0, 6};
  std::array<std::array<ScaffoldId, kShaftSlices>, 3> level{};
  for (std::size_t h = 0; h < 3; ++h) {
    for (int i = 0; i < kShaftSlices; ++i) {
      const RoomStyle style{h == 0 ? "coolant" : "grating", h == 2 ? "hull" : "rock_shield",
                            "panel"};
      const ScaffoldId cub = s.make.slice("shaft", kShaft, i, kHeights[h], kHeights[h + 1], style);
      level[h][static_cast<std::size_t>(i)] = cub;
      s.make.paint(cub, Back, "coolant");
      if (h == 0) s.make.fire_on_entry(cub, "radiation");
    }
    for (std::size_t i = 0; i < kShaftSlices; ++i)
      s.make.open(level[h][i], Left, level[h][(i + 1) % kShaftSlices], Right);
  }
  constexpr std::size_t kDoorSlice = kShaftSlices / 4;  // the slice towards +X
  for (std::size_t i = 0; i < kShaftSlices; ++i) {
    s.make.open(level[0][i], Top, level[1][i], Bottom);
    const bool landing = i + 1 >= kDoorSlice && i <= kDoorSlice + 1;
    if (!landing) s.make.open(level[1][i], Top, level[2][i], Bottom);
  }
  s.make.open(corridor, Right, level[2][kDoorSlice], Front);
  s.make.spawn("drone", level[1][6], {-39, -3, 0}, 90);
  s.make.spawn("item/core_sample", level[0][0], {-34, -11.5, 5});
  s.make.spawn("light", level[2][4], {-34, 5.5, -5});
}

}  // namespace

Scaffold make_relay_station() {
  Station station;
  name_things(station.make);
  name_kits(station.make);
  build_hub(station);
  build_ring(station);
  build_spokes(station);
  build_dock(station);
  build_crew_quarters(station);
  const Hangar hangar = build_hangar(station);
  build_control_room(station, hangar);
  build_reactor(station);
  return station.make.level();
}

}  // namespace playset
