// src/asset/descent_cells.cpp - cubs, walls, triggers and objects of a Descent file as cells,
// doors, triggers and spawns.
#include "asset/descent_cells.h"

#include <algorithm>
#include <map>
#include <string>

#include "playset/core/math.h"

namespace playset {
namespace {

std::string number(std::int64_t n) { return std::to_string(n); }

glm::dvec3 fix_point(const FixVector& v) { return glm::dvec3(v[0], v[1], v[2]) / 65536.0; }

const char* special_name(std::uint8_t special) noexcept {
  constexpr const char* kNames[] = {"",       "fuel",      "repair",  "reactor",
                                    "matcen", "blue goal", "red goal"};
  return special < std::size(kNames) ? kNames[special] : nullptr;
}

const char* object_name(std::uint8_t type) noexcept {
  constexpr const char* kNames[] = {
      "wall",   "fireball", "robot", "hostage", "player_start", "weapon", "camera",     "powerup",
      "debris", "reactor",  "flare", "clutter", "ghost",        "light",  "coop_start", "marker"};
  return type < std::size(kNames) ? kNames[type] : "object";
}

// Descent 1 says with flags what a trigger does; several may be set.
std::string flags_kind(std::int32_t flags) {
  constexpr std::pair<int, const char*> kFlags[] = {
      {1, "control doors"}, {2, "shield damage"},  {4, "energy drain"},  {8, "exit"},
      {64, "matcen"},       {128, "illusion off"}, {256, "secret exit"}, {512, "illusion on"}};
  std::string kind;
  for (const auto& [bit, name] : kFlags) {
    if ((flags & bit) != 0) kind += (kind.empty() ? "" : ", ") + std::string(name);
  }
  return kind.empty() ? "none" : kind;
}

std::string type_kind(std::uint8_t type) {
  constexpr const char* kNames[] = {"open door",   "close door",   "matcen",      "exit",
                                    "secret exit", "illusion off", "illusion on", "unlock door",
                                    "lock door",   "open wall",    "close wall",  "illusory wall",
                                    "light off",   "light on"};
  return type < std::size(kNames) ? kNames[type] : "type " + number(type);
}

std::string key_names(std::uint8_t keys) {
  if ((keys & 2) != 0) return "blue";
  if ((keys & 4) != 0) return "red";
  return (keys & 8) != 0 ? "gold" : "";
}

inline constexpr std::uint8_t kIllusion = 3;  // seen, but open

// Blastable, door, closed and cloaked walls block; illusions, openings and overlays do not.
bool blocks(const DescentWall& wall) noexcept {
  return wall.type == 1 || wall.type == 2 || wall.type == 5 || wall.type == 7;
}

class DescentCells {
 public:
  DescentCells(const DescentFile& file, LinkRule rule, const ImportOptions& options, RepairLog& log)
      : file_(file), log_(log) {
    draft_.rule = rule;
    draft_.cells.name = file.name;
    draft_.cells.source_axes = kDescentAxes;
    draft_.cells.source_axes.metres_per_unit *= options.scale;
  }

  CellDraft make() {
    draft_.positions.reserve(file_.vertices.size());
    for (const FixVector& v : file_.vertices)
      draft_.positions.push_back(point_from(draft_.cells.source_axes, fix_point(v)));
    door_of_.assign(file_.cubs.size() * 6, kNone);
    for (std::size_t i = 0; i < file_.triggers.size(); ++i) add_trigger(i);
    for (std::size_t i = 0; i < file_.cubs.size(); ++i) add_cub(i);
    for (std::size_t i = 0; i < file_.triggers.size(); ++i)
      aim_trigger(draft_.cells.triggers[i], file_.triggers[i]);
    add_reactor_triggers();
    for (std::size_t i = 0; i < file_.objects.size(); ++i) add_object(i);
    return std::move(draft_);
  }

 private:
  void add_trigger(std::size_t i) {
    const DescentTrigger& t = file_.triggers[i];
    CellTrigger trigger;
    trigger.source_id = static_cast<std::int32_t>(i);
    trigger.kind = file_.version <= 1 ? flags_kind(t.flags) : type_kind(t.type);
    trigger.special = file_.version <= 1 ? t.flags : t.type;
    draft_.cells.triggers.push_back(std::move(trigger));
  }

  void add_cub(std::size_t cub) {
    add_cell(draft_, file_.cubs[cub].number, tag_of(file_.cubs[cub].special));
    for (std::size_t k = 0; k < 6; ++k) add_cub_side(cub, k);
  }

  std::uint32_t tag_of(std::uint8_t special) {
    if (special == 0) return kNone;
    const char* known = special_name(special);
    return index_of(draft_.cells.tags, known != nullptr ? known : "special " + number(special));
  }

  // Few names, looked up from the last one on.
  static std::uint32_t index_of(std::vector<std::string>& names, std::string name) {
    const auto at = std::find(names.rbegin(), names.rend(), name);
    if (at != names.rend()) return static_cast<std::uint32_t>(names.rend() - at - 1);
    names.push_back(std::move(name));
    return static_cast<std::uint32_t>(names.size() - 1);
  }

  void add_cub_side(std::size_t cub, std::size_t k) {
    const DescentCub& source = file_.cubs[cub];
    const DescentSide& s = source.sides[k];
    CellSide side;
    side.face = static_cast<std::uint32_t>(k);
    side.source_side = static_cast<std::int32_t>(k);
    if (s.textured && shows(s)) side.material = material_of(s);
    if (s.wall != kNoWall) apply_wall(cub, k, side);
    std::uint32_t behind = s.child >= 0 ? static_cast<std::uint32_t>(s.child) : kNone;
    if (s.child < -2)
      log_.add(side_name(cub, k) + " leads to cub " + number(s.child) + ": made a wall");
    if (s.child == -2 && side.trigger == kNone) side.trigger = add_exit();
    std::array<std::uint32_t, 4> loop{};
    std::size_t n = 0;
    for (std::size_t i = 4; i-- > 0;) {  // reversed: the axes are mirrored
      if (s.corners[i] == kNoCorner) continue;
      loop[n++] = s.corners[i] < 8 ? source.vertices[s.corners[i]] : kNone;
    }
    add_side(draft_, {loop.data(), n}, side, behind);
  }

  std::string side_name(std::size_t cub, std::size_t k) const {
    return "cub " + number(file_.cubs[cub].number) + " side " +
           number(static_cast<std::int64_t>(k));
  }

  std::uint32_t add_exit() {
    CellTrigger exit;
    exit.kind = "exit";
    draft_.cells.triggers.push_back(std::move(exit));
    return static_cast<std::uint32_t>(draft_.cells.triggers.size() - 1);
  }

  std::uint32_t material_of(const DescentSide& s) {
    const std::uint32_t key = std::uint32_t{s.base} << 16 | s.overlay;
    const auto [at, fresh] =
        materials_.try_emplace(key, static_cast<std::uint32_t>(draft_.cells.materials.size()));
    if (!fresh) return at->second;
    std::string name = "descent:" + number(s.base);
    if (s.overlay != 0) name.append("+").append(number(s.overlay));
    draft_.cells.materials.push_back(std::move(name));
    return at->second;
  }

  // Openings have textures in the file that are never drawn.
  bool shows(const DescentSide& s) const {
    return s.child < 0 || (s.wall < file_.walls.size() &&
                           (blocks(file_.walls[s.wall]) || file_.walls[s.wall].type == kIllusion));
  }

  void apply_wall(std::size_t cub, std::size_t k, CellSide& side) {
    const std::uint16_t index = file_.cubs[cub].sides[k].wall;
    const std::string name = side_name(cub, k);
    if (index >= file_.walls.size()) {
      log_.add(name + " names wall " + number(index) + " of " +
               number(static_cast<std::int64_t>(file_.walls.size())) + ": left out");
      return;
    }
    const DescentWall& wall = file_.walls[index];
    if (wall.cub != file_.cubs[cub].number || wall.side != static_cast<std::int32_t>(k)) {
      log_.add(name + " names wall " + number(index) + ", which says it stands at cub " +
               number(wall.cub) + " side " + number(wall.side) + ": kept where the side names it");
    }
    if (wall.trigger != kNoTrigger) apply_trigger(name, wall.trigger, side);
    if (!blocks(wall) || file_.cubs[cub].sides[k].child < 0) return;
    CellDoor door;
    door.name = "wall " + number(wall.number);
    door.closed = (wall.flags & 3) == 0;  // blasted or opened
    door.key = key_names(wall.keys);
    door.source_id = wall.number;
    side.door = door_of_[cub * 6 + k] = door_of_wall(index, std::move(door));
  }

  // Two sides may name one wall: then it is one door.
  std::uint32_t door_of_wall(std::size_t wall, CellDoor door) {
    if (door_of_wall_.empty()) door_of_wall_.assign(file_.walls.size(), kNone);
    std::uint32_t& at = door_of_wall_[wall];
    if (at == kNone) {
      at = static_cast<std::uint32_t>(draft_.cells.doors.size());
      draft_.cells.doors.push_back(std::move(door));
    }
    return at;
  }

  void apply_trigger(const std::string& name, std::uint8_t trigger, CellSide& side) {
    if (trigger < file_.triggers.size()) {
      side.trigger = trigger;
    } else {
      log_.add(name + " names trigger " + number(trigger) + " of " +
               number(static_cast<std::int64_t>(file_.triggers.size())) + ": left out");
    }
  }

  void aim_trigger(CellTrigger& trigger, const DescentTrigger& source) {
    for (const DescentLink& link : source.links) {
      if (link.cub < 0 || static_cast<std::size_t>(link.cub) >= file_.cubs.size() ||
          link.side < -1 || link.side > 5) {
        log_.add("trigger " + number(trigger.source_id) + " (" + trigger.kind + ") names cub " +
                 number(link.cub) + " side " + number(link.side) +
                 ", which is not there: target left out");
        continue;
      }
      trigger.targets.push_back(link.cub);
      const std::uint32_t door = link.side < 0 ? kNone
                                               : door_at(static_cast<std::size_t>(link.cub),
                                                         static_cast<std::size_t>(link.side));
      if (door != kNone) trigger.doors.push_back(door);
    }
  }

  // The door on a window, whichever side of it has the wall.
  std::uint32_t door_at(std::size_t cub, std::size_t side) const {
    const std::uint32_t own = door_of_[cub * 6 + side];
    const std::int32_t child = file_.cubs[cub].sides[side].child;
    if (own != kNone || child < 0 || static_cast<std::size_t>(child) >= file_.cubs.size())
      return own;
    const std::size_t other = static_cast<std::size_t>(child);
    for (std::size_t k = 0; k < 6; ++k) {
      if (file_.cubs[other].sides[k].child == static_cast<std::int32_t>(cub) &&
          door_of_[other * 6 + k] != kNone)
        return door_of_[other * 6 + k];
    }
    return kNone;
  }

  void add_reactor_triggers() {
    for (std::size_t i = 0; i < file_.reactor_triggers.size(); ++i) {
      CellTrigger trigger;
      trigger.kind = "reactor destroyed";
      trigger.source_id = static_cast<std::int32_t>(i);
      aim_trigger(trigger, file_.reactor_triggers[i]);
      draft_.cells.triggers.push_back(std::move(trigger));
    }
  }

  void add_object(std::size_t i) {
    const DescentObject& object = file_.objects[i];
    CellSpawn spawn;
    spawn.kind = object_name(object.type);
    spawn.type = object.id;
    spawn.position =
        point_from(draft_.cells.source_axes, fix_point(object.position)) + 0.0;  // no -0
    const glm::dvec3 forward = direction_from(kDescentAxes, fix_point(object.forward));
    spawn.yaw = arc_tangent(forward.x + 0.0, forward.z + 0.0);
    spawn.cell = object.cub < 0 ? kNone : static_cast<std::uint32_t>(object.cub);
    spawn.source_id = static_cast<std::int32_t>(i);
    draft_.cells.spawns.push_back(std::move(spawn));
  }

  const DescentFile& file_;
  RepairLog& log_;
  CellDraft draft_;
  std::vector<std::uint32_t> door_of_;  // per cub * 6 + side
  std::vector<std::uint32_t> door_of_wall_;
  std::map<std::uint32_t, std::uint32_t> materials_;  // by textures
};

}  // namespace

Result<Imported> descent_cells(const DescentFile& file, LinkRule rule, const ImportOptions& options,
                               RepairLog log) {
  CellDraft draft = DescentCells(file, rule, options, log).make();
  return finish_cells(std::move(draft), std::move(log));
}

}  // namespace playset
