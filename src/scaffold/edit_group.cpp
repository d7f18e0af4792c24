// Groups of cubs and linked copies of them.
#include "playset/scaffold/edit_group.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "edit_parts.h"
#include "group_frame.h"
#include "playset/scaffold/edit_copy.h"

namespace playset {
namespace {

Result<Done> need_group(const ScaffoldDocument& document, ScaffoldId group) {
  if (document.find<ScaffoldGroup>(group) != nullptr) return Done{};
  return refuse("there is no group " + id_text(group) + "; it may have been dissolved");
}

std::set<ScaffoldId> groups_of(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  std::set<ScaffoldId> groups;
  for (const ScaffoldId id : cubs) groups.insert(document.find<ScaffoldCub>(id)->group);
  groups.erase(kNoId);
  return groups;
}

void erase_empty_groups(ScaffoldDocument& document, const std::set<ScaffoldId>& groups) {
  for (const ScaffoldId group : groups) {
    if (cubs_of_group(document, group).empty()) document.erase<ScaffoldGroup>(group);
  }
}

std::vector<ScaffoldId> copies_of(const ScaffoldDocument& document, std::string_view prefab) {
  std::vector<ScaffoldId> copies;
  for (const ScaffoldGroup& group : document.level().groups) {
    if (!prefab.empty() && group.prefab == prefab) copies.push_back(group.id);
  }
  return copies;
}

// Gives each cub of the group a number of its own; those that have one keep it.
void number_members(ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  std::set<std::uint32_t> taken;
  std::vector<ScaffoldCub> changed;
  for (const ScaffoldId id : cubs) {
    const ScaffoldCub& cub = *document.find<ScaffoldCub>(id);
    if (cub.member == 0 || !taken.insert(cub.member).second) changed.push_back(cub);
  }
  std::uint32_t next = 0;
  for (ScaffoldCub& cub : changed) {
    while (!taken.insert(++next).second) continue;
    cub.member = next;
  }
  document.put_all(std::move(changed));
}

// The cubs of a copy as a clip in the prefab's own place, or its mirror image along x.
Result<Scaffold> copy_at_home(const ScaffoldDocument& document, const ScaffoldGroup& group,
                              std::span<const ScaffoldId> cubs, bool mirrored) {
  Result<Scaffold> clip = copy_cubs(document, cubs);
  if (!clip) return clip;
  ScaffoldDocument home(std::move(*clip), "home");
  if (const Result<Done> done = transform_cubs(home, cubs, turn_and_shift_back(group)); !done)
    return done.error();
  if (is_mirrored(group) != mirrored) {
    if (const Result<Done> done = transform_cubs(home, cubs, mirror_along(0, GridPoint(0))); !done)
      return done.error();
  }
  return home.level();
}

// --- spreading ---

bool leads_out(const ScaffoldDocument& document, SideRef side,
               const std::vector<ScaffoldId>& group) {
  const std::vector<ScaffoldId> windows = document.windows_of_side(side);
  return std::any_of(windows.begin(), windows.end(), [&](ScaffoldId id) {
    return !is_marked(group, other_side(*document.find<ScaffoldWindow>(id), side).cub);
  });
}

// One copy that takes over what a fresh paste of the other one is.
class CopyUpdate {
 public:
  CopyUpdate(ScaffoldDocument& document, ScaffoldId group, std::vector<ScaffoldId> fresh,
             std::span<const ScaffoldId> source)
      : document_(document), group_(group), fresh_(std::move(fresh)) {
    for (const ScaffoldId id : cubs_of_group(document, group))
      (by_member_.try_emplace(document.find<ScaffoldCub>(id)->member, id).second ? old_ : surplus_)
          .push_back(id);
    for (const ScaffoldId id : fresh_) {
      const std::uint32_t member = document.find<ScaffoldCub>(id)->member;
      if (const auto known = by_member_.find(member); known != by_member_.end())
        twins_[id] = known->second;
    }
    note_open_sides(source);
  }

  // Gives back the windows to the surroundings that had to go.
  Result<std::uint32_t> run() {
    const std::uint32_t before = windows_out();
    if (const Result<Done> done = delete_leftovers(); !done) return done.error();
    match_vertices();
    const std::set<ScaffoldId> pasted_group = groups_of(document_, fresh_);
    move_objects<ScaffoldSpawn>([&](ScaffoldId cub) { return document_.spawns_of_cub(cub); });
    move_objects<ScaffoldProp>([&](ScaffoldId cub) { return document_.props_of_cub(cub); });
    std::vector<ScaffoldWindow> inside = take_windows_inside();
    put_cubs();
    document_.put_all(std::move(inside));
    erase_empty_groups(document_, pasted_group);
    erase_unused_vertices(document_, all_vertices_);
    drop_lost_windows(document_, old_);
    drop_shut_windows();
    return before - windows_out();
  }

 private:
  // Sides of the source that open into its surroundings, by member and corners' order.
  void note_open_sides(std::span<const ScaffoldId> source) {
    const std::vector<ScaffoldId> all = sorted_set(std::vector(source.begin(), source.end()));
    for (const ScaffoldId id : source) {
      for (std::uint8_t side = 0; side < kCubSides; ++side) {
        if (leads_out(document_, {id, side}, all))
          source_open_.insert({document_.find<ScaffoldCub>(id)->member, side});
      }
    }
  }

  // Cubs that the other copy lacks.
  Result<Done> delete_leftovers() {
    std::vector<ScaffoldId> gone = surplus_;
    std::set<ScaffoldId> kept;
    for (const auto& [fresh, old] : twins_) kept.insert(old);
    for (const ScaffoldId id : old_) {
      if (kept.count(id) == 0) gone.push_back(id);
    }
    if (gone.empty()) return Done{};
    old_.assign(kept.begin(), kept.end());
    return delete_cubs(document_, gone);
  }

  [[nodiscard]] std::uint32_t windows_out() const {
    const std::vector<ScaffoldId> cubs = cubs_of_group(document_, group_);
    std::uint32_t count = 0;
    for (const ScaffoldId id : cubs) {
      for (const ScaffoldId window : document_.windows_of_cub(id)) {
        const auto& sides = document_.find<ScaffoldWindow>(window)->sides;
        if (!is_marked(cubs, sides[0].cub) || !is_marked(cubs, sides[1].cub)) ++count;
      }
    }
    return count;
  }

  // A pasted vertex is the old one at the same corner of the same member; each is taken once.
  void match_vertices() {
    for (const std::vector<ScaffoldId>* cubs : {&fresh_, &old_}) {
      const std::vector<ScaffoldId> corners = vertices_of_cubs(document_, *cubs);
      all_vertices_.insert(all_vertices_.end(), corners.begin(), corners.end());
    }
    std::set<ScaffoldId> taken;
    for (const auto& [fresh, old] : twins_) {
      const ScaffoldCub &a = *document_.find<ScaffoldCub>(fresh),
                        &b = *document_.find<ScaffoldCub>(old);
      for (std::size_t k = 0; k < kCubCorners; ++k) {
        if (vertices_.count(a.corners[k]) == 0 && taken.insert(b.corners[k]).second)
          vertices_[a.corners[k]] = b.corners[k];
      }
    }
    std::vector<ScaffoldVertex> moved;
    for (const auto& [pasted, old] : vertices_) {
      moved.push_back(*document_.find<ScaffoldVertex>(old));
      moved.back().at = place_of(document_, pasted);
    }
    document_.put_all(std::move(moved));
  }

  // Those of the paste take the ids of those that were there, in their order.
  template <typename Placed, typename Of>
  void move_objects(Of objects_of) {
    std::vector<Placed> moved;
    std::vector<ScaffoldId> gone;
    for (const auto& [fresh, old] : twins_) {
      const auto there = objects_of(old), pasted = objects_of(fresh);
      gone.insert(gone.end(), there.begin(), there.end());
      gone.insert(gone.end(), pasted.begin(), pasted.end());
      for (std::size_t i = 0; i < pasted.size(); ++i) {
        moved.push_back(*document_.find<Placed>(pasted[i]));
        moved.back().cub = old;
        if (i < there.size()) moved.back().id = there[i];
      }
    }
    document_.erase_all<Placed>(std::move(gone));
    document_.put_all(std::move(moved));
  }

  [[nodiscard]] ScaffoldId now(ScaffoldId cub) const {
    const auto twin = twins_.find(cub);
    return twin == twins_.end() ? cub : twin->second;
  }

  // The windows inside the paste, for the cubs that stay; where there was one between the same
  // sides it keeps its id. Both are taken out of the level.
  std::vector<ScaffoldWindow> take_windows_inside() {
    std::map<std::pair<SideRef, SideRef>, ScaffoldId> known;
    std::vector<ScaffoldId> gone;
    const auto ends = [](const ScaffoldWindow& window) {
      return std::minmax(window.sides[0], window.sides[1]);
    };
    for_windows_inside(old_, [&](const ScaffoldWindow& window) {
      known[ends(window)] = window.id;
      gone.push_back(window.id);
    });
    std::vector<ScaffoldWindow> windows;
    for_windows_inside(fresh_, [&](const ScaffoldWindow& window) {
      gone.push_back(window.id);
      ScaffoldWindow& moved = windows.emplace_back(window);
      for (SideRef& side : moved.sides) side.cub = now(side.cub);
      if (const auto same = known.find(ends(moved)); same != known.end()) moved.id = same->second;
    });
    document_.erase_all<ScaffoldWindow>(std::move(gone));
    for (const ScaffoldWindow& window : windows) make_way(window);
    return windows;
  }

  // A side has one whole window and no other: those to the surroundings go.
  void make_way(const ScaffoldWindow& inside) {
    std::vector<ScaffoldId> gone;
    for (const SideRef side : inside.sides) {
      for (const ScaffoldId id : document_.windows_of_side(side)) {
        if (!inside.partial || !document_.find<ScaffoldWindow>(id)->partial) gone.push_back(id);
      }
    }
    document_.erase_all<ScaffoldWindow>(std::move(gone));
  }

  template <typename Fn>
  void for_windows_inside(const std::vector<ScaffoldId>& cubs, Fn fn) {
    std::set<ScaffoldId> seen;
    for (const ScaffoldId cub : cubs) {
      for (const ScaffoldId id : document_.windows_of_cub(cub)) {
        const ScaffoldWindow& window = *document_.find<ScaffoldWindow>(id);
        if (is_marked(cubs, window.sides[0].cub) && is_marked(cubs, window.sides[1].cub) &&
            seen.insert(id).second)
          fn(window);
      }
    }
  }

  void put_cubs() {
    std::vector<ScaffoldCub> cubs;
    std::vector<ScaffoldId> gone;
    for (const ScaffoldId id : fresh_) {
      ScaffoldCub& cub = cubs.emplace_back(*document_.find<ScaffoldCub>(id));
      cub.group = group_;
      for (ScaffoldId& corner : cub.corners) {
        if (const auto old = vertices_.find(corner); old != vertices_.end()) corner = old->second;
      }
      if (const auto twin = twins_.find(id); twin != twins_.end()) {
        gone.push_back(id);
        take_own(cub, *document_.find<ScaffoldCub>(twin->second));
      }
    }
    document_.erase_all<ScaffoldCub>(std::move(gone));
    document_.put_all(std::move(cubs));
  }

  // What a cub keeps of its own.
  void take_own(ScaffoldCub& cub, const ScaffoldCub& old) const {
    cub.id = old.id;
    cub.layer = old.layer;
    cub.extra = old.extra;
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      if (source_open_.count({cub.member, side}) != 0 || leads_out(document_, {old.id, side}, old_))
        cub.sides[side] = old.sides[side];
    }
  }

  void drop_shut_windows() {
    std::vector<ScaffoldId> shut;
    for (const ScaffoldId cub : old_) {
      for (const ScaffoldId id : document_.windows_of_cub(cub)) {
        const ScaffoldWindow& window = *document_.find<ScaffoldWindow>(id);
        if (window.partial && !check_partial(document_, window.sides[0], window.sides[1]))
          shut.push_back(id);
      }
    }
    document_.erase_all<ScaffoldWindow>(std::move(shut));
  }

  ScaffoldDocument& document_;
  ScaffoldId group_;
  std::vector<ScaffoldId> fresh_, old_, surplus_, all_vertices_;
  std::map<std::uint32_t, ScaffoldId> by_member_;
  std::map<ScaffoldId, ScaffoldId> twins_, vertices_;  // from the paste's to those that stay
  std::set<std::pair<std::uint32_t, std::uint8_t>> source_open_;
};

}  // namespace

std::vector<ScaffoldId> cubs_of_group(const ScaffoldDocument& document, ScaffoldId group) {
  std::vector<ScaffoldId> cubs;
  for (const ScaffoldCub& cub : document.level().cubs) {
    if (group != kNoId && cub.group == group) cubs.push_back(cub.id);
  }
  return cubs;
}

Result<ScaffoldId> group_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> given,
                              std::string_view name) {
  if (const Result<Done> there = need_cubs(document, given, "group"); !there) return there.error();
  const std::vector<ScaffoldId> cubs = sorted_set(std::vector(given.begin(), given.end()));
  ScaffoldEdit edit(document, "group");
  const std::set<ScaffoldId> left = groups_of(document, cubs);
  ScaffoldGroup group;
  group.id = document.take_id();
  group.name = name;
  const ScaffoldId id = group.id;
  document.put(std::move(group));
  change_cubs(document, cubs, [&](ScaffoldCub& cub) {
    cub.group = id;
    cub.member = 0;
  });
  erase_empty_groups(document, left);
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return id;
}

Result<Done> ungroup_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> given) {
  if (Result<Done> there = need_cubs(document, given, "ungroup"); !there) return there;
  const std::set<ScaffoldId> groups = groups_of(document, given);
  if (groups.empty()) return refuse("none of these cubs is in a group");
  ScaffoldEdit edit(document, "ungroup");
  for (const ScaffoldId group : groups) {
    change_cubs(document, cubs_of_group(document, group), [](ScaffoldCub& cub) {
      cub.group = kNoId;
      cub.member = 0;
    });
    document.erase<ScaffoldGroup>(group);
  }
  return edit.commit();
}

Result<Done> link_group(ScaffoldDocument& document, ScaffoldId id, std::string_view prefab) {
  if (Result<Done> there = need_group(document, id); !there) return there;
  if (prefab.empty()) return refuse("a prefab needs a name");
  if (!copies_of(document, prefab).empty())
    return refuse("there is a prefab '" + std::string(prefab) + "' already; choose another name");
  const std::vector<ScaffoldId> cubs = cubs_of_group(document, id);
  if (cubs.empty()) return refuse("group " + id_text(id) + " has no cubs");
  ScaffoldEdit edit(document, "make prefab");
  ScaffoldGroup group = *document.find<ScaffoldGroup>(id);
  group.prefab = prefab;
  group.axes = {1, 2, 3};
  group.at = middle_of_floor(document, cubs);
  document.put(std::move(group));
  number_members(document, cubs);
  return edit.commit();
}

Result<Done> unlink_group(ScaffoldDocument& document, ScaffoldId id) {
  if (Result<Done> there = need_group(document, id); !there) return there;
  if (document.find<ScaffoldGroup>(id)->prefab.empty())
    return refuse("group " + id_text(id) + " is no copy of a prefab");
  ScaffoldEdit edit(document, "unlink");
  ScaffoldGroup group = *document.find<ScaffoldGroup>(id);
  group.prefab.clear();
  group.axes = {1, 2, 3};
  group.at = GridPoint(0);
  document.put(std::move(group));
  change_cubs(document, cubs_of_group(document, id), [](ScaffoldCub& cub) { cub.member = 0; });
  return edit.commit();
}

Result<ScaffoldSelection> place_prefab(ScaffoldDocument& document, std::string_view prefab,
                                       GridPoint at, const GridTransform& turn) {
  for (const ScaffoldId id : copies_of(document, prefab)) {
    const std::vector<ScaffoldId> cubs = cubs_of_group(document, id);
    if (cubs.empty()) continue;
    ScaffoldEdit edit(document, "place prefab");
    number_members(document, cubs);
    ScaffoldGroup placed;
    placed.axes = axes_of(turn);
    placed.at = at;
    const Result<Scaffold> clip =
        copy_at_home(document, *document.find<ScaffoldGroup>(id), cubs, is_mirrored(placed));
    if (!clip) return clip.error();
    const Result<ScaffoldSelection> made = paste_clip(document, *clip, turn_and_shift(placed));
    if (!made) return made.error();
    if (const Result<Done> done = edit.commit(); !done) return done.error();
    return *made;
  }
  return refuse("there is no prefab '" + std::string(prefab) + "'; make one of a group first");
}

Result<SpreadReport> spread_group(ScaffoldDocument& document, ScaffoldId id) {
  if (const Result<Done> there = need_group(document, id); !there) return there.error();
  const ScaffoldGroup group = *document.find<ScaffoldGroup>(id);
  if (group.prefab.empty())
    return refuse("group " + id_text(id) + " is no copy of a prefab; make it one first");
  const std::vector<ScaffoldId> cubs = cubs_of_group(document, id);
  if (cubs.empty()) return refuse("group " + id_text(id) + " has no cubs");
  ScaffoldEdit edit(document, "spread");
  number_members(document, cubs);
  const std::array<Result<Scaffold>, 2> clips = {copy_at_home(document, group, cubs, false),
                                                 copy_at_home(document, group, cubs, true)};
  for (const Result<Scaffold>& clip : clips) {
    if (!clip) return clip.error();
  }
  SpreadReport report;
  for (const ScaffoldId other : copies_of(document, group.prefab)) {
    if (other == id) continue;
    const ScaffoldGroup copy = *document.find<ScaffoldGroup>(other);
    const Result<ScaffoldSelection> fresh =
        paste_clip(document, *clips[is_mirrored(copy) ? 1 : 0], turn_and_shift(copy));
    if (!fresh) return fresh.error();
    const Result<std::uint32_t> closed = CopyUpdate(document, other, fresh->cubs, cubs).run();
    if (!closed) return closed.error();
    report.windows_closed += *closed;
    ++report.copies;
  }
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return report;
}

}  // namespace playset
