// apply_fix: the one step that a finding names, on the plain model.
#include <algorithm>

#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/validate.h"

namespace playset {
namespace {

template <typename Record>
bool erase_record(std::vector<Record>& records, ScaffoldId id) {
  return std::erase_if(records, [&](const Record& r) { return r.id == id; }) > 0;
}

template <typename Record>
void clear_missing(ScaffoldId& field, const std::vector<Record>& records) {
  if (field != kNoId && find_record(records, field) == nullptr) field = kNoId;
}

void clear_side(const Scaffold& level, ScaffoldSide& side) {
  clear_missing(side.material, level.materials);
  clear_missing(side.kit, level.kits);
  clear_missing(side.trigger, level.triggers);
}

bool clear_fields(Scaffold& level, const Fix& fix) {
  if (ScaffoldMaterial* material = fix.record_kind == ScaffoldKind::Material
                                       ? find_record(level.materials, fix.record)
                                       : nullptr) {
    clear_missing(material->kit, level.kits);
    return true;
  }
  if (ScaffoldTrigger* t = fix.record_kind == ScaffoldKind::Trigger
                               ? find_record(level.triggers, fix.record)
                               : nullptr) {
    std::erase_if(t->doors,
                  [&](ScaffoldId door) { return find_record(level.doors, door) == nullptr; });
    return true;
  }
  if (ScaffoldCub* cub =
          fix.record_kind == ScaffoldKind::Cub ? find_record(level.cubs, fix.record) : nullptr) {
    for (ScaffoldSide& side : cub->sides) clear_side(level, side);
    clear_missing(cub->trigger, level.triggers);
    return true;
  }
  if (ScaffoldWindow* window = fix.record_kind == ScaffoldKind::Window
                                   ? find_record(level.windows, fix.record)
                                   : nullptr) {
    clear_missing(window->door, level.doors);
    return true;
  }
  if (ScaffoldSpawn* spawn = fix.record_kind == ScaffoldKind::Spawn
                                 ? find_record(level.spawns, fix.record)
                                 : nullptr) {
    clear_missing(spawn->cub, level.cubs);
    return true;
  }
  if (ScaffoldProp* prop =
          fix.record_kind == ScaffoldKind::Prop ? find_record(level.props, fix.record) : nullptr) {
    clear_missing(prop->cub, level.cubs);
    return true;
  }
  return false;
}

void forget_cub(Scaffold& level, ScaffoldId cub) {
  std::erase_if(level.windows, [&](const ScaffoldWindow& window) {
    return window.sides[0].cub == cub || window.sides[1].cub == cub;
  });
  for (ScaffoldSpawn& spawn : level.spawns)
    if (spawn.cub == cub) spawn.cub = kNoId;
  for (ScaffoldProp& prop : level.props)
    if (prop.cub == cub) prop.cub = kNoId;
}

void forget_name(Scaffold& level, ScaffoldId id) {
  for (ScaffoldMaterial& material : level.materials)
    if (material.kit == id) material.kit = kNoId;
  for (ScaffoldWindow& window : level.windows)
    if (window.door == id) window.door = kNoId;
  for (ScaffoldTrigger& trigger : level.triggers) std::erase(trigger.doors, id);
  for (ScaffoldCub& cub : level.cubs) {
    if (cub.trigger == id) cub.trigger = kNoId;
    for (ScaffoldSide& side : cub.sides) {
      for (ScaffoldId* field : {&side.material, &side.kit, &side.trigger})
        if (*field == id) *field = kNoId;
    }
  }
}

void drop_loose(Scaffold& level, const std::array<ScaffoldId, kCubCorners>& corners) {
  for (const ScaffoldId vertex : corners) {
    const bool used = std::any_of(level.cubs.begin(), level.cubs.end(), [&](const ScaffoldCub& c) {
      return std::find(c.corners.begin(), c.corners.end(), vertex) != c.corners.end();
    });
    if (!used) erase_record(level.vertices, vertex);
  }
}

bool delete_record(Scaffold& level, const Fix& fix) {
  const ScaffoldId id = fix.record;
  switch (fix.record_kind) {
    case ScaffoldKind::Cub: {
      const ScaffoldCub* cub = find_record(level.cubs, id);
      if (cub == nullptr) return false;
      const std::array<ScaffoldId, kCubCorners> corners = cub->corners;
      forget_cub(level, id);
      erase_record(level.cubs, id);
      drop_loose(level, corners);
      return true;
    }
    case ScaffoldKind::Window:
      return erase_record(level.windows, id);
    case ScaffoldKind::Vertex: {
      const bool used =
          std::any_of(level.cubs.begin(), level.cubs.end(), [&](const ScaffoldCub& c) {
            return std::find(c.corners.begin(), c.corners.end(), id) != c.corners.end();
          });
      return !used && erase_record(level.vertices, id);
    }
    case ScaffoldKind::Spawn:
      return erase_record(level.spawns, id);
    case ScaffoldKind::Prop:
      return erase_record(level.props, id);
    default:
      break;
  }
  const bool gone = fix.record_kind == ScaffoldKind::Material  ? erase_record(level.materials, id)
                    : fix.record_kind == ScaffoldKind::Kit     ? erase_record(level.kits, id)
                    : fix.record_kind == ScaffoldKind::Door    ? erase_record(level.doors, id)
                    : fix.record_kind == ScaffoldKind::Trigger ? erase_record(level.triggers, id)
                                                               : false;
  if (gone) forget_name(level, id);
  return gone;
}

bool add_window(Scaffold& level, const Fix& fix, ScaffoldIds& ids) {
  for (const SideRef& side : fix.sides) {
    if (side.side >= kCubSides || find_record(level.cubs, side.cub) == nullptr) return false;
  }
  for (const ScaffoldWindow& window : level.windows) {
    const bool same = (window.sides[0] == fix.sides[0] && window.sides[1] == fix.sides[1]) ||
                      (window.sides[0] == fix.sides[1] && window.sides[1] == fix.sides[0]);
    if (same) return false;
  }
  ScaffoldWindow window;
  window.id = ids.take();
  window.sides = fix.sides;
  window.partial = fix.kind == FixKind::AddPartial;
  return add_record(level.windows, std::move(window));
}

// `other` becomes `keep` in all cubs; nothing where a cub that was whole would break.
bool weld(Scaffold& level, ScaffoldId keep, ScaffoldId other) {
  const ScaffoldVertex* to = find_record(level.vertices, keep);
  if (to == nullptr || find_record(level.vertices, other) == nullptr || keep == other) return false;
  std::vector<ScaffoldCub*> touched;
  for (ScaffoldCub& cub : level.cubs) {
    if (std::find(cub.corners.begin(), cub.corners.end(), other) == cub.corners.end()) continue;
    ScaffoldCub welded = cub;
    std::replace(welded.corners.begin(), welded.corners.end(), other, keep);
    if (measure_cub(level, welded).grade == CubGrade::Broken &&
        measure_cub(level, cub).grade != CubGrade::Broken)
      return false;
    touched.push_back(&cub);
  }
  for (ScaffoldCub* cub : touched)
    std::replace(cub->corners.begin(), cub->corners.end(), other, keep);
  return erase_record(level.vertices, other);
}

double distance2(GridPoint a, GridPoint b) {
  const glm::dvec3 d = to_metres(b) - to_metres(a);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

bool weld_sides(Scaffold& level, const Fix& fix) {
  std::array<SideLoop, 2> loops;
  for (std::size_t i = 0; i < 2; ++i) {
    const ScaffoldCub* cub = find_record(level.cubs, fix.sides[i].cub);
    if (cub == nullptr || fix.sides[i].side >= kCubSides) return false;
    loops[i] = side_loop(*cub, fix.sides[i].side);
  }
  Scaffold welded = level;
  for (std::uint32_t i = 0; i < loops[1].count; ++i) {
    const ScaffoldVertex* from = find_record(level.vertices, loops[1].vertices[i]);
    const ScaffoldVertex* nearest = nullptr;
    for (std::uint32_t k = 0; k < loops[0].count; ++k) {
      const ScaffoldVertex* to = find_record(level.vertices, loops[0].vertices[k]);
      if (from == nullptr || to == nullptr) return false;
      if (nearest == nullptr || distance2(from->at, to->at) < distance2(from->at, nearest->at))
        nearest = to;
    }
    if (nearest == nullptr) return false;
    if (nearest->id != from->id && !weld(welded, nearest->id, from->id)) return false;
  }
  level = std::move(welded);
  return true;
}

bool swap_front_and_back(Scaffold& level, ScaffoldId id) {
  ScaffoldCub* cub = find_record(level.cubs, id);
  if (cub == nullptr) return false;
  for (std::size_t i = 0; i < 4; ++i) std::swap(cub->corners[i], cub->corners[i + 4]);
  const auto front = static_cast<std::uint8_t>(CubSideName::Front),
             back = static_cast<std::uint8_t>(CubSideName::Back);
  std::swap(cub->sides[front], cub->sides[back]);
  for (ScaffoldWindow& window : level.windows) {
    for (SideRef& side : window.sides) {
      if (side.cub == id && (side.side == front || side.side == back))
        side.side = side.side == front ? back : front;
    }
  }
  return true;
}

bool undress(Scaffold& level, SideRef ref) {
  ScaffoldCub* cub = find_record(level.cubs, ref.cub);
  if (cub == nullptr || ref.side >= kCubSides) return false;
  ScaffoldSide& side = cub->sides[ref.side];
  side.kit = kNoId;
  side.wear = {};
  side.wear.bare = true;
  return true;
}

bool set_cub(Scaffold& level, const Fix& fix) {
  if (find_record(level.cubs, fix.other) == nullptr) return false;
  if (fix.record_kind == ScaffoldKind::Spawn) {
    ScaffoldSpawn* spawn = find_record(level.spawns, fix.record);
    if (spawn != nullptr) spawn->cub = fix.other;
    return spawn != nullptr;
  }
  ScaffoldProp* prop = find_record(level.props, fix.record);
  if (prop != nullptr) prop->cub = fix.other;
  return prop != nullptr;
}

}  // namespace

bool apply_fix(Scaffold& scaffold, const Fix& fix, ScaffoldIds& ids) {
  switch (fix.kind) {
    case FixKind::None:
      return false;
    case FixKind::Delete:
      return delete_record(scaffold, fix);
    case FixKind::ClearMissing:
      return clear_fields(scaffold, fix);
    case FixKind::MakePartial: {
      ScaffoldWindow* window = find_record(scaffold.windows, fix.record);
      if (window != nullptr) window->partial = true;
      return window != nullptr;
    }
    case FixKind::AddWindow:
    case FixKind::AddPartial:
      return add_window(scaffold, fix, ids);
    case FixKind::WeldVertices:
      return weld(scaffold, fix.record, fix.other);
    case FixKind::WeldSides:
      return weld_sides(scaffold, fix);
    case FixKind::SwapSides:
      return swap_front_and_back(scaffold, fix.record);
    case FixKind::MoveVertex: {
      ScaffoldVertex* vertex = find_record(scaffold.vertices, fix.record);
      if (vertex != nullptr) vertex->at = fix.at;
      return vertex != nullptr;
    }
    case FixKind::SetCub:
      return set_cub(scaffold, fix);
    case FixKind::MendKit: {
      ScaffoldKit* kit = find_record(scaffold.kits, fix.record);
      if (kit != nullptr) mend_kit(*kit);
      return kit != nullptr;
    }
    case FixKind::Undress:
      return undress(scaffold, fix.sides[0]);
  }
  return false;
}

}  // namespace playset
