// Seeded damage: the kinds of mistakes that editing, merging and hand-written files bring.
#include "tests/scaffold/random_damage.h"

#include <algorithm>

#include "data/level_maker.h"

namespace playset::test {
namespace {

template <typename Record>
Record* pick(std::vector<Record>& records, Rng& rng) {
  return records.empty() ? nullptr
                         : &records[rng.below(static_cast<std::uint32_t>(records.size()))];
}

template <typename Record>
ScaffoldId take_away(std::vector<Record>& records, Rng& rng) {
  if (records.empty()) return kNoId;
  const auto at = rng.below(static_cast<std::uint32_t>(records.size()));
  const ScaffoldId id = records[at].id;
  records.erase(records.begin() + at);
  return id;
}

constexpr ScaffoldId kNowhere = 0x123456789ABCDEFu;

void damage_vertex(Scaffold& level, Rng& rng, ScaffoldIds& ids,
                   std::vector<ScaffoldChange>& edited) {
  ScaffoldVertex* vertex = pick(level.vertices, rng);
  if (vertex == nullptr) return;
  edited.push_back({ScaffoldKind::Vertex, vertex->id});
  const auto kind = rng.below(6);
  const std::int32_t reach = kind == 0 ? 3 : kind == 1 ? 9 : kind == 2 ? 600 : 6000;
  if (kind < 4) {
    for (int k = 0; k < 3; ++k) vertex->at[k] += rng.range_int(-reach, reach);
  } else if (kind == 4) {
    vertex->at.x = rng.below(2) == 0 ? kGridLimit + 5 : vertex->at.x;
  } else {  // a cub leaves its neighbours, by a little
    ScaffoldVertex copy = *vertex;
    copy.id = ids.take();
    for (int k = 0; k < 3; ++k) copy.at[k] += rng.range_int(-4, 4);
    edited.push_back({ScaffoldKind::Vertex, copy.id});
    for (ScaffoldCub& cub : level.cubs) {
      const auto at = std::find(cub.corners.begin(), cub.corners.end(), vertex->id);
      if (at == cub.corners.end()) continue;
      *at = copy.id;
      edited.push_back({ScaffoldKind::Cub, cub.id});
      break;
    }
    add_record(level.vertices, copy);
  }
}

void damage_cub(Scaffold& level, Rng& rng, ScaffoldIds& ids, std::vector<ScaffoldChange>& edited) {
  ScaffoldCub* cub = pick(level.cubs, rng);
  if (cub == nullptr) return;
  edited.push_back({ScaffoldKind::Cub, cub->id});
  switch (rng.below(7)) {
    case 0:
      std::erase_if(level.cubs, [&, id = cub->id](const ScaffoldCub& c) { return c.id == id; });
      return;
    case 1:
      cub->corners[rng.below(8)] = cub->corners[rng.below(8)];
      return;
    case 2: {
      const std::uint32_t a = rng.below(8), b = rng.below(8);
      std::swap(cub->corners[a], cub->corners[b]);
      return;
    }
    case 3:
      for (std::size_t i = 0; i < 4; ++i) std::swap(cub->corners[i], cub->corners[i + 4]);
      return;
    case 4: {
      ScaffoldCub copy = *cub;
      copy.id = ids.take();
      edited.push_back({ScaffoldKind::Cub, copy.id});
      add_record(level.cubs, copy);
      return;
    }
    case 5:
      cub->sides[rng.below(6)].material = kNowhere;
      return;
    default:
      (rng.below(2) == 0 ? cub->trigger : cub->sides[rng.below(6)].kit) = kNowhere;
      return;
  }
}

void damage_window(Scaffold& level, Rng& rng, ScaffoldIds& ids,
                   std::vector<ScaffoldChange>& edited) {
  if (level.windows.empty()) return;
  ScaffoldWindow& window = *pick(level.windows, rng);
  edited.push_back({ScaffoldKind::Window, window.id});
  switch (rng.below(7)) {
    case 0:
      std::erase_if(level.windows,
                    [&, id = window.id](const ScaffoldWindow& w) { return w.id == id; });
      return;
    case 1:
      window.partial = !window.partial;
      return;
    case 2:
      window.sides[rng.below(2)].side = static_cast<std::uint8_t>(rng.below(8));
      return;
    case 3:
      window.sides[rng.below(2)].cub = kNowhere;
      return;
    case 4:
      window.door = kNowhere;
      return;
    case 5: {
      ScaffoldWindow copy = window;
      copy.id = ids.take();
      edited.push_back({ScaffoldKind::Window, copy.id});
      add_record(level.windows, copy);
      return;
    }
    default:
      if (const ScaffoldCub* cub = pick(level.cubs, rng)) window.sides[1].cub = cub->id;
      return;
  }
}

void damage_names(Scaffold& level, Rng& rng, std::vector<ScaffoldChange>& edited) {
  const auto changed = [&](ScaffoldKind kind, ScaffoldId id) {
    if (id != kNoId) edited.push_back({kind, id});
  };
  switch (rng.below(6)) {
    case 0:
      return changed(ScaffoldKind::Door, take_away(level.doors, rng));
    case 1:
      return changed(ScaffoldKind::Material, take_away(level.materials, rng));
    case 2:
      return changed(ScaffoldKind::Trigger, take_away(level.triggers, rng));
    default:
      break;
  }
  ScaffoldDoor* door = pick(level.doors, rng);
  ScaffoldTrigger* trigger = pick(level.triggers, rng);
  if (door != nullptr && rng.below(3) == 0) {
    door->key = level.doors.front().key;
    changed(ScaffoldKind::Door, door->id);
  } else if (trigger != nullptr) {
    if (rng.below(2) == 0) trigger->doors.push_back(kNowhere);
    trigger->kind.clear();
    changed(ScaffoldKind::Trigger, trigger->id);
  }
}

void damage_placed(Scaffold& level, Rng& rng, std::vector<ScaffoldChange>& edited) {
  if (ScaffoldSpawn* spawn = pick(level.spawns, rng); spawn != nullptr && rng.below(2) == 0) {
    edited.push_back({ScaffoldKind::Spawn, spawn->id});
    if (rng.below(2) == 0) spawn->at.x += rng.range_int(-9000, 9000);
    if (rng.below(4) == 0) spawn->cub = rng.below(2) == 0 ? kNowhere : kNoId;
  } else if (ScaffoldProp* prop = pick(level.props, rng)) {
    edited.push_back({ScaffoldKind::Prop, prop->id});
    prop->at.y += rng.range_int(-3000, 3000);
    if (rng.below(4) == 0) prop->cub = rng.below(2) == 0 ? kNowhere : kNoId;
  }
}

}  // namespace

void damage_kits(Scaffold& level, Rng& rng, std::vector<ScaffoldChange>& edited) {
  ScaffoldKit* kit = pick(level.kits, rng);
  const std::uint32_t what = rng.below(6);
  if (kit == nullptr) return;
  if (what == 0) {
    kit->pieces[rng.below(kKitParts)].name = rng.below(3) == 0 ? "nothing of ours" : "trim";
    if (rng.below(4) == 0) kit->pieces[0] = {"dust", {rng.range_int(0, 9), 8, 8}};
    if (rng.below(4) == 0) kit->step = {rng.range_int(-1, 0), 0};
    edited.push_back({ScaffoldKind::Kit, kit->id});
  } else if (what == 1) {
    ScaffoldMaterial* material = pick(level.materials, rng);
    if (material == nullptr) return;
    const std::uint32_t which = rng.below(4);
    material->kit = which == 0 ? kNoId : which == 1 ? kNowhere : kit->id;
    edited.push_back({ScaffoldKind::Material, material->id});
  } else if (ScaffoldCub* cub = pick(level.cubs, rng)) {
    ScaffoldSide& side = cub->sides[rng.below(6)];
    side.kit = rng.below(2) == 0 ? kNoId : kit->id;
    side.wear.bare = rng.below(3) == 0;
    if (rng.below(4) == 0) side.wear.repeats = KitRepeats{rng.range_int(-1, 2), 0};
    edited.push_back({ScaffoldKind::Cub, cub->id});
  }
}

Scaffold make_block(int nx, int ny, int nz) {
  LevelMaker make("block", "block_test");
  make.material("wall", "wall", 0x808080);
  make.door("gate");
  const RoomStyle style{"wall", "wall", "wall"};
  std::vector<ScaffoldId> rooms;
  const auto at = [&](int x, int y, int z) {
    return rooms[static_cast<std::size_t>((z * ny + y) * nx + x)];
  };
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        const double low = x % 3 == 2 ? 0.5 : 0.0;
        rooms.push_back(make.box("room", {4.0 * x, 4.0 * y + low, 4.0 * z},
                                 {4.0 * x + 4.0, 4.0 * y + 4.0 - low, 4.0 * z + 4.0}, style));
        using enum CubSideName;
        if (x > 0) make.open(at(x - 1, y, z), Left, rooms.back(), Right, x == 2 ? "gate" : "");
        if (y > 0 && low == 0.0) make.open(at(x, y - 1, z), Top, rooms.back(), Bottom);
        if (z > 0) make.open(at(x, y, z - 1), Front, rooms.back(), Back);
      }
    }
  }
  make.spawn("player_start", rooms[0], {2, 1, 2});
  return make.level();
}

std::vector<ScaffoldChange> damage(Scaffold& level, Rng& rng, ScaffoldIds& ids) {
  std::vector<ScaffoldChange> edited;
  switch (rng.below(8)) {
    case 0:
    case 1:
    case 2:
      damage_vertex(level, rng, ids, edited);
      break;
    case 3:
    case 4:
      damage_cub(level, rng, ids, edited);
      break;
    case 5:
      damage_window(level, rng, ids, edited);
      break;
    case 6:
      damage_placed(level, rng, edited);
      break;
    default:
      if (rng.below(3) == 0) damage_names(level, rng, edited);
      if (const ScaffoldId id = rng.below(8) == 0 ? take_away(level.vertices, rng) : kNoId)
        edited.push_back({ScaffoldKind::Vertex, id});
      break;
  }
  return edited;
}

}  // namespace playset::test
