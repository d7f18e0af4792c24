// Deleting, copying and pasting.
#include "playset/scaffold/edit_copy.h"

#include <cmath>

#include "edit_parts.h"
#include "group_frame.h"
#include "object_turns.h"
#include "playset/scaffold/edit_join.h"

namespace playset {
namespace {

bool is_bare(const ScaffoldSide& side) {
  return side.material == kNoId && side.kit == kNoId && side.wear == KitWear{} && side.flags == 0;
}

// A side that was a window takes the look of the far side of the cub behind, unless it has one.
void wall_up(ScaffoldSide& wall, const ScaffoldSide& far) {
  if (!is_bare(wall)) return;
  const ScaffoldSide look = surface_of(far);
  wall.material = look.material;
  wall.kit = look.kit;
  wall.wear = look.wear;
  wall.uv = look.uv;
  wall.flags = look.flags;
  wall.gate = far.gate;
}

// Gives the sides behind the cub's whole windows a look again.
void wall_up_neighbours(ScaffoldDocument& document, const ScaffoldCub& cub) {
  for (std::uint8_t side = 0; side < kCubSides; ++side) {
    const ScaffoldWindow* window = whole_window_of(document, {cub.id, side});
    if (window == nullptr) continue;
    const SideRef other = other_side(*window, {cub.id, side});
    ScaffoldCub neighbour = *document.find<ScaffoldCub>(other.cub);
    wall_up(neighbour.sides[other.side], cub.sides[kOppositeSide[side]]);
    document.put(std::move(neighbour));
  }
}

template <typename Record>
void copy_named(const std::vector<Record>& from, ScaffoldId id, std::vector<Record>& to) {
  if (const Record* record = find_record(from, id)) add_record(to, *record);
}

void copy_names(const Scaffold& level, Scaffold& clip) {
  for (const ScaffoldCub& cub : clip.cubs) {
    copy_named(level.triggers, cub.trigger, clip.triggers);
    copy_named(level.layers, cub.layer, clip.layers);
    for (const ScaffoldSide& side : cub.sides) {
      copy_named(level.materials, side.material, clip.materials);
      copy_named(level.kits, side.kit, clip.kits);
      copy_named(level.triggers, side.trigger, clip.triggers);
    }
  }
  for (const ScaffoldMaterial& material : clip.materials)
    copy_named(level.kits, material.kit, clip.kits);
  for (const ScaffoldWindow& window : clip.windows)
    copy_named(level.doors, window.door, clip.doors);
  for (const ScaffoldTrigger& trigger : clip.triggers) {
    for (const ScaffoldId door : trigger.doors) copy_named(level.doors, door, clip.doors);
  }
}

// What was a window into a cub that stays behind is a wall of the clip.
void wall_up_clip(const ScaffoldDocument& document, Scaffold& clip) {
  for (ScaffoldCub& cub : clip.cubs) {
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const ScaffoldWindow* window = whole_window_of(document, {cub.id, side});
      if (window == nullptr || find_record(clip.windows, window->id) != nullptr) continue;
      const SideRef other = other_side(*window, {cub.id, side});
      wall_up(cub.sides[side],
              document.find<ScaffoldCub>(other.cub)->sides[kOppositeSide[other.side]]);
    }
  }
}

// The groups of the clip's cubs. Those of which some cubs stay behind are no linked copies any more.
void copy_groups(const Scaffold& level, Scaffold& clip) {
  for (const ScaffoldCub& cub : clip.cubs) copy_named(level.groups, cub.group, clip.groups);
  for (const ScaffoldCub& cub : level.cubs) {
    ScaffoldGroup* group = find_record(clip.groups, cub.group);
    if (group == nullptr || find_record(clip.cubs, cub.id) != nullptr) continue;
    const ScaffoldId id = group->id;
    *group = ScaffoldGroup{id, group->name, {}, {1, 2, 3}, GridPoint(0), group->extra};
  }
}

template <typename Record>
void add_missing(ScaffoldDocument& document, const std::vector<Record>& records) {
  std::vector<Record> missing;
  for (const Record& record : records) {
    if (document.find<Record>(record.id) == nullptr) missing.push_back(record);
  }
  document.put_all(std::move(missing));
}

// New ids for the clip's records, by their old ones.
using NewIds = std::map<ScaffoldId, ScaffoldId>;

template <typename Record>
NewIds take_ids(ScaffoldDocument& document, const std::vector<Record>& records) {
  NewIds ids;
  for (const Record& record : records) ids[record.id] = document.take_id();
  return ids;
}

ScaffoldId renamed(const NewIds& ids, ScaffoldId id) {
  const auto found = ids.find(id);
  return found == ids.end() ? kNoId : found->second;
}

// Puts the clip as it is, under new ids; gives back those of the cubs.
NewIds put_clip(ScaffoldDocument& document, const Scaffold& clip) {
  add_missing(document, clip.materials);
  add_missing(document, clip.kits);
  add_missing(document, clip.doors);
  add_missing(document, clip.triggers);
  add_missing(document, clip.layers);
  const NewIds vertices = take_ids(document, clip.vertices);
  const NewIds cubs = take_ids(document, clip.cubs);
  const NewIds groups = take_ids(document, clip.groups);
  std::vector<ScaffoldGroup> new_groups = clip.groups;
  for (ScaffoldGroup& group : new_groups) group.id = renamed(groups, group.id);
  std::vector<ScaffoldVertex> new_vertices = clip.vertices;
  for (ScaffoldVertex& vertex : new_vertices) vertex.id = renamed(vertices, vertex.id);
  std::vector<ScaffoldCub> new_cubs = clip.cubs;
  for (ScaffoldCub& cub : new_cubs) {
    cub.id = renamed(cubs, cub.id);
    for (ScaffoldId& corner : cub.corners) corner = renamed(vertices, corner);
    cub.group = renamed(groups, cub.group);
  }
  std::vector<ScaffoldWindow> windows = clip.windows;
  for (ScaffoldWindow& window : windows) {
    window.id = document.take_id();
    for (SideRef& side : window.sides) side.cub = renamed(cubs, side.cub);
  }
  std::vector<ScaffoldSpawn> spawns = clip.spawns;
  for (ScaffoldSpawn& spawn : spawns) {
    spawn.id = document.take_id();
    spawn.cub = renamed(cubs, spawn.cub);
  }
  std::vector<ScaffoldProp> props = clip.props;
  for (ScaffoldProp& prop : props) {
    prop.id = document.take_id();
    prop.cub = renamed(cubs, prop.cub);
  }
  document.put_all(std::move(new_groups));
  document.put_all(std::move(new_vertices));
  document.put_all(std::move(new_cubs));
  document.put_all(std::move(windows));
  document.put_all(std::move(spawns));
  document.put_all(std::move(props));
  return cubs;
}

std::vector<ScaffoldId> values_of(const NewIds& ids) {
  std::vector<ScaffoldId> values;
  for (const auto& [from, to] : ids) values.push_back(to);
  return values;
}

// The clip with every place moved; its cubs stay as they are, so no mirrors.
template <typename Move>
Scaffold moved_clip(Scaffold clip, Move move) {
  for (ScaffoldVertex& vertex : clip.vertices) vertex.at = move(vertex.at);
  for (ScaffoldSpawn& spawn : clip.spawns) spawn.at = move(spawn.at);
  for (ScaffoldProp& prop : clip.props) prop.at = move(prop.at);
  return clip;
}

// --- onto a side ---

struct Frame {
  glm::dvec3 x, y, z, origin;
};

// z out of the side, x from its middle to its corner number `turn`.
Frame frame_of(const SidePlaces& side, std::uint32_t turn) {
  Frame frame;
  frame.z = outward_normal(side);
  frame.origin = side_centre(side);
  const std::uint32_t n = side.loop.count;
  const glm::dvec3 edge = to_metres(side.at[(turn + 1) % n]) - to_metres(side.at[turn % n]);
  frame.x = unit(edge - frame.z * dot_of(edge, frame.z));
  frame.y = cross_of(frame.z, frame.x);
  return frame;
}

SidePlaces clip_side(const Scaffold& clip, const ScaffoldCub& cub, std::uint32_t side) {
  SidePlaces places;
  places.loop = side_loop(cub, side);
  for (std::uint32_t i = 0; i < places.loop.count; ++i) {
    if (const ScaffoldVertex* vertex = find_record(clip.vertices, places.loop.vertices[i]))
      places.at[i] = vertex->at;
  }
  return places;
}

// Linked copies stay linked where they are turned by quarters.
template <typename Place>
void lay_groups(Scaffold& clip, const std::array<glm::dvec3, 3>& from,
                const std::array<glm::dvec3, 3>& to, Place place) {
  GridTransform turn;
  bool by_quarters = true;
  for (int k = 0; k < 3; ++k) {
    const glm::dvec3 image = to[0] * from[0][k] + to[1] * from[1][k] + to[2] * from[2][k];
    for (int row = 0; row < 3; ++row) {
      const double nearest = std::floor(image[row] + 0.5);
      by_quarters = by_quarters && std::fabs(image[row] - nearest) < 1e-9;
      turn.columns[static_cast<std::size_t>(k)][row] = static_cast<std::int32_t>(nearest);
    }
  }
  for (ScaffoldGroup& group : clip.groups) {
    if (group.prefab.empty()) continue;
    if (by_quarters)
      turn_group(group, turn, place(group.at));
    else
      group = ScaffoldGroup{group.id, group.name, {}, {1, 2, 3}, GridPoint(0), group.extra};
  }
}

// What takes the anchor onto the side: its outside against the side's, its first edge along the
// side's, which runs the other way.
Scaffold laid_on(const Scaffold& clip, const SidePlaces& anchor, const SidePlaces& side,
                 std::uint32_t turn) {
  const Frame from = frame_of(anchor, 0);
  Frame to = frame_of(side, turn);
  to.x = -to.x;
  to.z = -to.z;
  const auto place = [&](GridPoint p) {
    const glm::dvec3 d = to_metres(p) - from.origin;
    return nearest_grid(to.origin + to.x * dot_of(d, from.x) + to.y * dot_of(d, from.y) +
                        to.z * dot_of(d, from.z));
  };
  Scaffold laid = moved_clip(clip, place);
  const std::array<glm::dvec3, 3> f = {from.x, from.y, from.z}, t = {to.x, to.y, to.z};
  lay_groups(laid, f, t, place);
  for (ScaffoldProp& prop : laid.props) prop.turn = turn_between_frames(f, t, prop.turn);
  for (ScaffoldSpawn& spawn : laid.spawns)
    spawn.yaw = turn_between_frames(f, t, ObjectTurn{spawn.yaw, 0, 0})[0];
  return laid;
}

// Gives corners of the pasted side that fall on the other side's the other's vertices; true where
// all did.
bool fuse_corners(ScaffoldDocument& document, SideRef pasted, SideRef side) {
  constexpr int kNear = 2;  // grid steps
  const SidePlaces a = side_places(document, side), b = side_places(document, pasted);
  if (a.loop.count != b.loop.count) return false;
  std::vector<std::pair<ScaffoldId, ScaffoldId>> pairs;
  for (std::uint32_t i = 0; i < a.loop.count; ++i) {
    for (std::uint32_t j = 0; j < b.loop.count; ++j) {
      const GridPoint d = a.at[i] - b.at[j];
      if (std::abs(d.x) <= kNear && std::abs(d.y) <= kNear && std::abs(d.z) <= kNear)
        pairs.emplace_back(a.loop.vertices[i], b.loop.vertices[j]);
    }
  }
  if (pairs.size() != a.loop.count) return false;
  for (const auto& [stays, goes] : pairs) {
    if (!weld_vertices(document, std::array{stays, goes}, WeldPlace::First)) return false;
  }
  return true;
}

}  // namespace

Result<Done> delete_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> given) {
  if (Result<Done> there = need_cubs(document, given, "delete"); !there) return there;
  const std::vector<ScaffoldId> cubs = sorted_set(std::vector(given.begin(), given.end()));
  ScaffoldEdit edit(document, "delete");
  std::vector<ScaffoldId> windows, spawns, props;
  const auto add = [](std::vector<ScaffoldId>& to, std::span<const ScaffoldId> ids) {
    to.insert(to.end(), ids.begin(), ids.end());
  };
  for (const ScaffoldId id : cubs) {
    wall_up_neighbours(document, ScaffoldCub(*document.find<ScaffoldCub>(id)));
    add(windows, document.windows_of_cub(id));
    add(spawns, document.spawns_of_cub(id));
    add(props, document.props_of_cub(id));
  }
  const std::vector<ScaffoldId> corners = vertices_of_cubs(document, cubs);
  document.erase_all<ScaffoldWindow>(std::move(windows));
  document.erase_all<ScaffoldSpawn>(std::move(spawns));
  document.erase_all<ScaffoldProp>(std::move(props));
  document.erase_all<ScaffoldCub>(cubs);
  erase_unused_vertices(document, corners);
  return edit.commit();
}

Result<Done> delete_objects(ScaffoldDocument& document, std::span<const ScaffoldId> objects) {
  if (objects.empty())
    return Error{ErrorCode::Usage,
                 "there is nothing to delete; name or select spawns or props",
                 {},
                 0,
                 0,
                 0};
  for (const ScaffoldId id : objects) {
    if (document.find<ScaffoldSpawn>(id) == nullptr && document.find<ScaffoldProp>(id) == nullptr)
      return refuse("there is no spawn or prop " + id_text(id) + "; it may have been deleted");
  }
  ScaffoldEdit edit(document, "delete objects");
  document.erase_all<ScaffoldSpawn>(std::vector(objects.begin(), objects.end()));
  document.erase_all<ScaffoldProp>(std::vector(objects.begin(), objects.end()));
  return edit.commit();
}

Result<Scaffold> copy_cubs(const ScaffoldDocument& document, std::span<const ScaffoldId> given) {
  if (const Result<Done> there = need_cubs(document, given, "copy"); !there) return there.error();
  const std::vector<ScaffoldId> cubs = sorted_set(std::vector(given.begin(), given.end()));
  Scaffold clip;
  clip.name = "clip";
  std::vector<ScaffoldId> windows;
  for (const ScaffoldId id : cubs) {
    clip.cubs.push_back(*document.find<ScaffoldCub>(id));
    for (const ScaffoldId spawn : document.spawns_of_cub(id))
      add_record(clip.spawns, *document.find<ScaffoldSpawn>(spawn));
    for (const ScaffoldId prop : document.props_of_cub(id))
      add_record(clip.props, *document.find<ScaffoldProp>(prop));
    const auto of_cub = document.windows_of_cub(id);
    windows.insert(windows.end(), of_cub.begin(), of_cub.end());
  }
  for (const ScaffoldId id : vertices_of_cubs(document, cubs))
    clip.vertices.push_back(*document.find<ScaffoldVertex>(id));
  for (const ScaffoldId id : sorted_set(std::move(windows))) {
    const ScaffoldWindow& window = *document.find<ScaffoldWindow>(id);
    if (is_marked(cubs, window.sides[0].cub) && is_marked(cubs, window.sides[1].cub))
      clip.windows.push_back(window);
  }
  wall_up_clip(document, clip);
  copy_names(document.level(), clip);
  copy_groups(document.level(), clip);
  return clip;
}

Result<ScaffoldSelection> paste_clip(ScaffoldDocument& document, const Scaffold& clip,
                                     const GridTransform& transform) {
  if (clip.cubs.empty()) return refuse("there is nothing to paste; copy some cubs first");
  ScaffoldEdit edit(document, "paste");
  std::vector<ScaffoldId> cubs = values_of(put_clip(document, clip));
  if (const Result<Done> done = transform_cubs(document, cubs, transform); !done)
    return done.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

Result<ScaffoldSelection> paste_onto_side(ScaffoldDocument& document, const Scaffold& clip,
                                          SideRef anchor, SideRef side, std::uint32_t turn) {
  if (const Result<Done> free = need_free_sides(document, std::array{side}, "paste onto"); !free)
    return free.error();
  const ScaffoldCub* anchored = find_record(clip.cubs, anchor.cub);
  if (anchored == nullptr || anchor.side >= kCubSides ||
      side_loop(*anchored, anchor.side).count < 3)
    return refuse("the clip has no side " + side_text(anchor) + "; name one of its sides");
  const SidePlaces onto = side_places(document, side);
  const Scaffold laid =
      laid_on(clip, clip_side(clip, *anchored, anchor.side), onto, turn % onto.loop.count);
  ScaffoldEdit edit(document, "paste onto side");
  const NewIds cubs = put_clip(document, laid);
  const SideRef pasted{renamed(cubs, anchor.cub), anchor.side};
  if (!document.windows_of_side(pasted).empty())
    return refuse("side " + side_text(anchor) + " of the clip has a window; name another");
  (void)fuse_corners(document, pasted, side);
  if (const Result<Done> open = open_window(document, side, pasted); !open) return open.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(values_of(cubs), {pasted});
}

}  // namespace playset
