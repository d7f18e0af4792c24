// FaultWatch: a compact copy of what the rules need (boxes, windows, what each cub names), so that
// an edit looks again at the cubs that changed and those around them.
#include "playset/scaffold/fault_watch.h"

#include <algorithm>
#include <unordered_map>

#include "scaffold/cub_grid.h"
#include "scaffold/cub_overlap.h"
#include "scaffold/kit_faults.h"
#include "scaffold/part_faults.h"

namespace playset {
namespace {

constexpr double kPlaceSlack = 0.05;  // m: spawns and props may stick out of their cub by this

bool holds(const std::vector<ScaffoldId>& sorted, ScaffoldId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

// Sorted, each once.
std::vector<ScaffoldId> ids_of(std::span<const ScaffoldChange> changes, ScaffoldKind kind) {
  std::vector<ScaffoldId> ids;
  for (const ScaffoldChange& change : changes)
    if (change.kind == kind) ids.push_back(change.id);
  sort_unique(ids);
  return ids;
}

// How often each id is named.
class UseCount {
 public:
  void add(ScaffoldId id, std::int32_t by) {
    if (id == kNoId) return;
    const auto at = counts_.try_emplace(id, 0).first;
    at->second += by;
    if (at->second == 0) counts_.erase(at);
  }
  [[nodiscard]] bool used(ScaffoldId id) const { return counts_.contains(id); }
  [[nodiscard]] std::size_t distinct() const { return counts_.size(); }

 private:
  std::unordered_map<ScaffoldId, std::int32_t> counts_;
};

// What is remembered of a cub; slots are never given up, as windows may name cubs that are gone.
struct KnownCub {
  ScaffoldId id = kNoId;
  bool alive = false;
  CubBox box;
  std::array<ScaffoldId, kCubCorners> corners{};
  std::array<ScaffoldId, kCubSides> materials{};
  std::array<ScaffoldId, kCubSides + 1> triggers{};
};

struct KnownWindow {
  ScaffoldId id = kNoId;
  std::uint32_t a = 0, b = 0;  // slots
  ScaffoldId door = kNoId;
};

// Which cubs can be reached from which.
class Islands {
 public:
  explicit Islands(std::size_t count) : up_(count) {
    for (std::uint32_t i = 0; i < count; ++i) up_[i] = i;
  }
  std::uint32_t root(std::uint32_t i) {
    while (up_[i] != i) i = up_[i] = up_[up_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    up_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> up_;
};

bool is_start(const ScaffoldSpawn& spawn) { return spawn.kind.find("player") != std::string::npos; }

// Faults that find_part_faults gives, as opposed to those of spawns and of the whole level.
bool is_local(const Fault& fault) {
  switch (fault.rule) {
    case FaultRule::Unreachable:
    case FaultRule::NoStart:
    case FaultRule::Misplaced:
    case FaultRule::IdleDoor:
    case FaultRule::IdleTrigger:
    case FaultRule::UnfiredTrigger:
    case FaultRule::UnusedMaterial:
    case FaultRule::LooseVertex:
    case FaultRule::DuplicateName:
    case FaultRule::BadKit:
      return false;
    case FaultRule::MissingReference:
      return fault.record == kNoId;
    default:
      return true;
  }
}

bool is_of_spawn(const Fault& fault) {
  return fault.record != kNoId &&
         (fault.record_kind == ScaffoldKind::Spawn || fault.record_kind == ScaffoldKind::Prop);
}

bool names_any(const Fault& fault, const std::vector<ScaffoldId>& cubs) {
  return std::any_of(fault.cubs.begin(), fault.cubs.end(),
                     [&](ScaffoldId id) { return holds(cubs, id); });
}

}  // namespace

class FaultWatch::State {
 public:
  explicit State(const FaultOptions& options)
      : options_(options), margin_(static_cast<std::int32_t>(options.weld * kGridPerMetre) + 8) {}

  std::vector<Fault> faults;

  void find_all(const Scaffold& level) {
    for (const ScaffoldCub& cub : level.cubs) refresh_cub(level, slot_of(cub.id));
    for (const ScaffoldWindow& window : level.windows) put_window(window);
    const ScaffoldPart part = whole_of(level);
    std::vector<Fault> fresh;
    find_part_faults(part, options_, fresh);
    std::erase_if(fresh, [](const Fault& fault) { return !is_local(fault); });
    for (const ScaffoldSpawn& spawn : level.spawns)
      judge_placed(level, ScaffoldKind::Spawn, spawn.id, spawn.at, spawn.cub, fresh);
    for (const ScaffoldProp& prop : level.props)
      judge_placed(level, ScaffoldKind::Prop, prop.id, prop.at, prop.cub, fresh);
    find_whole(level, fresh);
    merge(std::move(fresh));
  }

  void update(const Scaffold& level, std::span<const ScaffoldChange> changes) {
    std::vector<ScaffoldId> dirty = ids_of(changes, ScaffoldKind::Cub);
    add_users(ids_of(changes, ScaffoldKind::Vertex), dirty);
    update_windows(level, ids_of(changes, ScaffoldKind::Window), dirty);
    add_namers(level, changes, dirty);
    sort_unique(dirty);
    std::vector<ScaffoldId> near = dirty;
    CubBox box;  // round all that changed, before and after
    for (const ScaffoldId id : dirty) {
      add_around(slot_of(id), near);
      grow(box, cubs_[slot_of(id)].box);
    }
    for (const ScaffoldId id : dirty) {
      refresh_cub(level, slot_of(id));
      grow(box, cubs_[slot_of(id)].box);
    }
    for (const ScaffoldId id : dirty) add_around(slot_of(id), near);
    add_linked(near);
    sort_unique(near);

    std::vector<Fault> fresh;
    if (!near.empty()) {
      find_part_faults(part_around(level, near), options_, fresh);
      std::erase_if(
          fresh, [&](const Fault& fault) { return !is_local(fault) || !names_any(fault, near); });
    }
    std::erase_if(faults, [&](const Fault& fault) {
      return is_local(fault) ? names_any(fault, near) : !is_of_spawn(fault);
    });
    update_placed(level, changes, near, box, fresh);
    find_whole(level, fresh);
    merge(std::move(fresh));
  }

 private:
  // --- What is remembered.

  std::uint32_t slot_of(ScaffoldId id) {
    const auto [at, is_new] = slots_.try_emplace(id, static_cast<std::uint32_t>(cubs_.size()));
    if (is_new) cubs_.emplace_back().id = id;
    return at->second;
  }

  void count(const KnownCub& cub, std::int32_t by) {
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      const auto* first = cub.corners.data();
      if (std::find(first, first + i, first[i]) == first + i) vertex_uses_.add(first[i], by);
    }
    for (std::size_t i = 0; i < kCubSides; ++i) material_uses_.add(cub.materials[i], by);
    for (const ScaffoldId trigger : cub.triggers) trigger_uses_.add(trigger, by);
  }

  // Takes over what the level says of a cub now.
  void refresh_cub(const Scaffold& level, std::uint32_t slot) {
    KnownCub& known = cubs_[slot];
    if (known.alive) {
      count(known, -1);
      grid_.remove(slot, known.box);
    }
    const ScaffoldCub* cub = find_record(level.cubs, known.id);
    known.alive = cub != nullptr;
    if (cub == nullptr) return;
    known.box = {};
    known.corners = cub->corners;
    for (const ScaffoldId corner : cub->corners) {
      const ScaffoldVertex* vertex = find_record(level.vertices, corner);
      for (int k = 0; vertex != nullptr && k < 3; ++k) {
        const std::int32_t x = std::clamp(vertex->at[k], -kGridLimit, kGridLimit);
        known.box.low[k] = std::min(known.box.low[k], x);
        known.box.high[k] = std::max(known.box.high[k], x);
      }
    }
    if (known.box.low.x > known.box.high.x) known.box = {GridPoint(0), GridPoint(0)};
    for (std::size_t i = 0; i < kCubSides; ++i) {
      known.materials[i] = cub->sides[i].material;
      known.triggers[i] = cub->sides[i].trigger;
    }
    known.triggers[kCubSides] = cub->trigger;
    count(known, 1);
    grid_.insert(slot, known.box);
  }

  void put_window(const ScaffoldWindow& window) {
    const auto [at, is_new] = window_at_.try_emplace(window.id, windows_.size());
    if (is_new) windows_.emplace_back();
    windows_[at->second] = {window.id, slot_of(window.sides[0].cub), slot_of(window.sides[1].cub),
                            window.door};
    door_uses_.add(window.door, 1);
  }

  void drop_window(std::size_t at) {
    door_uses_.add(windows_[at].door, -1);
    window_at_.erase(windows_[at].id);
    if (at + 1 < windows_.size()) {
      windows_[at] = windows_.back();
      window_at_[windows_[at].id] = at;
    }
    windows_.pop_back();
  }

  void update_windows(const Scaffold& level, const std::vector<ScaffoldId>& ids,
                      std::vector<ScaffoldId>& dirty) {
    for (const ScaffoldId id : ids) {
      if (const auto known = window_at_.find(id); known != window_at_.end()) {
        dirty.push_back(cubs_[windows_[known->second].a].id);
        dirty.push_back(cubs_[windows_[known->second].b].id);
        drop_window(known->second);
      }
      const ScaffoldWindow* window = find_record(level.windows, id);
      if (window == nullptr) continue;
      put_window(*window);
      for (const SideRef& side : window->sides) dirty.push_back(side.cub);
    }
  }

  // --- Which cubs an edit touches.

  void add_users(const std::vector<ScaffoldId>& vertices, std::vector<ScaffoldId>& out) const {
    if (vertices.empty()) return;
    for (const KnownCub& cub : cubs_) {
      if (cub.alive && std::any_of(cub.corners.begin(), cub.corners.end(),
                                   [&](ScaffoldId id) { return holds(vertices, id); }))
        out.push_back(cub.id);
    }
  }

  // Cubs that name a material, kit, door or trigger that changed: it may have come or gone.
  void add_namers(const Scaffold& level, std::span<const ScaffoldChange> changes,
                  std::vector<ScaffoldId>& out) const {
    std::vector<ScaffoldId> materials = ids_of(changes, ScaffoldKind::Material);
    const std::vector<ScaffoldId> kits = ids_of(changes, ScaffoldKind::Kit),
                                  doors = ids_of(changes, ScaffoldKind::Door),
                                  triggers = ids_of(changes, ScaffoldKind::Trigger);
    for (const ScaffoldMaterial& material : level.materials)
      if (holds(kits, material.kit)) materials.push_back(material.id);
    sort_unique(materials);
    const auto any = [](const auto& ids, const std::vector<ScaffoldId>& of) {
      return std::any_of(ids.begin(), ids.end(), [&](ScaffoldId id) { return holds(of, id); });
    };
    for (const KnownWindow& window : windows_)
      if (holds(doors, window.door)) out.push_back(cubs_[window.a].id);
    if (materials.empty() && kits.empty() && triggers.empty()) return;
    for (const KnownCub& cub : cubs_)
      if (cub.alive && (any(cub.materials, materials) || any(cub.triggers, triggers)))
        out.push_back(cub.id);
    if (kits.empty()) return;
    for (const ScaffoldCub& cub : level.cubs)
      for (const ScaffoldSide& side : cub.sides)
        if (holds(kits, side.kit)) out.push_back(cub.id);
  }

  void add_around(std::uint32_t slot, std::vector<ScaffoldId>& out) const {
    if (!cubs_[slot].alive) return;
    const CubBox& box = cubs_[slot].box;
    const CubBox wide{box.low - margin_, box.high + margin_};
    grid_.visit(wide, [&](std::uint32_t other) {
      if (boxes_meet(box, cubs_[other].box, margin_)) out.push_back(cubs_[other].id);
    });
  }

  static void grow(CubBox& box, const CubBox& by) {
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], by.low[k]);
      box.high[k] = std::max(box.high[k], by.high[k]);
    }
  }

  // Cubs that windows join to these.
  void add_linked(std::vector<ScaffoldId>& ids) {
    mark(ids);
    const std::size_t count = ids.size();
    for (const KnownWindow& window : windows_) {
      if (marks_[window.a] != marks_[window.b])
        ids.push_back(cubs_[marks_[window.a] != 0 ? window.b : window.a].id);
    }
    for (std::size_t i = 0; i < count; ++i) marks_[slots_.at(ids[i])] = 0;
  }

  void mark(const std::vector<ScaffoldId>& ids) {
    for (const ScaffoldId id : ids) (void)slot_of(id);
    marks_.resize(cubs_.size(), 0);
    for (const ScaffoldId id : ids) marks_[slots_.at(id)] = 1;
  }

  // The cubs, those around them, and the windows between.
  ScaffoldPart part_around(const Scaffold& level, const std::vector<ScaffoldId>& near) {
    std::vector<ScaffoldId> all = near;
    for (const ScaffoldId id : near) add_around(slots_.at(id), all);
    for (int ring = 0; ring < 2; ++ring) add_linked(all);  // whole windows that share a side
    sort_unique(all);
    ScaffoldPart part{&level, {}, {}};
    for (const ScaffoldId id : all)
      if (const ScaffoldCub* cub = find_record(level.cubs, id)) part.cubs.push_back(cub);
    mark(all);
    std::vector<ScaffoldId> windows;
    for (const KnownWindow& window : windows_) {
      const bool a = marks_[window.a] != 0, b = marks_[window.b] != 0;
      if ((a && b) || (a && !cubs_[window.b].alive) || (b && !cubs_[window.a].alive))
        windows.push_back(window.id);
    }
    for (const ScaffoldId id : all) marks_[slots_.at(id)] = 0;
    std::sort(windows.begin(), windows.end());
    for (const ScaffoldId id : windows) part.windows.push_back(find_record(level.windows, id));
    return part;
  }

  // --- Spawns and props.

  // The sound cub that holds the place, the lowest id of several, or nullptr.
  const ScaffoldCub* cub_at(const Scaffold& level, GridPoint at) const {
    std::vector<ScaffoldId> candidates;
    const auto slack = static_cast<std::int32_t>(kPlaceSlack * kGridPerMetre);
    const CubBox box{at, at};
    grid_.visit(box, [&](std::uint32_t slot) {
      if (boxes_meet(box, cubs_[slot].box, slack)) candidates.push_back(cubs_[slot].id);
    });
    std::sort(candidates.begin(), candidates.end());
    for (const ScaffoldId id : candidates) {
      const ScaffoldCub* cub = find_record(level.cubs, id);
      if (cub != nullptr && holds_place(level, *cub, at, 0.0)) return cub;
    }
    return nullptr;
  }

  static bool holds_place(const Scaffold& level, const ScaffoldCub& cub, GridPoint at,
                          double slack) {
    CubFacts facts;
    facts.cub = &cub;
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      const ScaffoldVertex* vertex = find_record(level.vertices, cub.corners[i]);
      if (vertex == nullptr || !on_grid(vertex->at)) return false;
      facts.at[i] = vertex->at;
    }
    facts.shape = measure_cub(cub, facts.at);
    if (facts.shape.grade > CubGrade::Concave) return false;
    return distance_outside(hull_of(facts), to_metres(at)) <= slack + kCubTolerance;
  }

  void judge_placed(const Scaffold& level, ScaffoldKind kind, ScaffoldId id, GridPoint at,
                    ScaffoldId cub, std::vector<Fault>& out) const {
    const ScaffoldCub* own = find_record(level.cubs, cub);
    const std::string name = (kind == ScaffoldKind::Spawn ? "spawn " : "prop ") + id_text(id);
    Fault fault;
    fault.record_kind = kind;
    fault.record = id;
    fault.at = at;
    fault.fix = {FixKind::ClearMissing, kind, id, kNoId, {}, GridPoint(0)};
    if (cub != kNoId && own == nullptr) {
      fault.rule = FaultRule::MissingReference;
      fault.text = name + " names a cub that does not exist; add it or clear the field";
      out.push_back(std::move(fault));
      return;
    }
    if (!on_grid(at) || (own != nullptr && holds_place(level, *own, at, kPlaceSlack))) return;
    const ScaffoldCub* place = cub_at(level, at);
    fault.rule = FaultRule::Misplaced;
    fault.severity =
        own == nullptr && place != nullptr ? FaultSeverity::Note : FaultSeverity::Warning;
    if (fault.severity == FaultSeverity::Note && !options_.notes) return;
    if (own != nullptr) fault.cubs = {own->id};
    fault.text = name +
                 (own == nullptr ? std::string(" stands in no cub")
                                 : " lies outside its cub " + id_text(own->id)) +
                 (place == nullptr ? "; move it inside one" : "; it lies in " + id_text(place->id));
    fault.fix = {};
    if (place != nullptr) fault.fix = {FixKind::SetCub, kind, id, place->id, {}, GridPoint(0)};
    out.push_back(std::move(fault));
  }

  // Those that changed, or whose cub did, or that lie where cubs changed.
  void update_placed(const Scaffold& level, std::span<const ScaffoldChange> changes,
                     const std::vector<ScaffoldId>& near, const CubBox& box,
                     std::vector<Fault>& fresh) {
    const std::vector<ScaffoldId> spawns = ids_of(changes, ScaffoldKind::Spawn),
                                  props = ids_of(changes, ScaffoldKind::Prop);
    const auto look = [&](const auto& records, const std::vector<ScaffoldId>& changed,
                          ScaffoldKind kind) {
      std::vector<ScaffoldId> affected = changed;
      for (const auto& r : records) {
        if (!holds(changed, r.id) && !holds(near, r.cub) && !boxes_meet({r.at, r.at}, box, 64))
          continue;
        affected.push_back(r.id);
        judge_placed(level, kind, r.id, r.at, r.cub, fresh);
      }
      sort_unique(affected);
      std::erase_if(faults, [&](const Fault& fault) {
        return is_of_spawn(fault) && fault.record_kind == kind && holds(affected, fault.record);
      });
    };
    look(level.spawns, spawns, ScaffoldKind::Spawn);
    look(level.props, props, ScaffoldKind::Prop);
  }

  // --- The level as a whole.

  void find_whole(const Scaffold& level, std::vector<Fault>& out) {
    find_name_faults(level, out);
    find_kit_faults(level, out);
    find_islands(level, out);
    if (options_.notes) find_loose_vertices(level, out);
  }

  static Fault& add_named(std::vector<Fault>& out, FaultRule rule, FaultSeverity severity,
                          ScaffoldKind kind, ScaffoldId id, std::string text) {
    Fault& fault = out.emplace_back();
    fault.rule = rule;
    fault.severity = severity;
    fault.record_kind = kind;
    fault.record = id;
    fault.text = std::move(text);
    fault.fix = {FixKind::Delete, kind, id, kNoId, {}, GridPoint(0)};
    return fault;
  }

  void find_name_faults(const Scaffold& level, std::vector<Fault>& out) const {
    Scaffold names;
    names.materials = level.materials;
    names.kits = level.kits;
    names.doors = level.doors;
    names.triggers = level.triggers;
    const ScaffoldPart part{&names, {}, {}};
    CellBuilder builder(part);
    builder.build_geometry();
    for (Fault& fault : builder.faults) out.push_back(std::move(fault));
    for (const ScaffoldDoor& door : level.doors) {
      if (door_uses_.used(door.id)) continue;
      add_named(out, FaultRule::IdleDoor, FaultSeverity::Warning, ScaffoldKind::Door, door.id,
                "door " + door.key + " closes no window; give a window to it, or delete it");
    }
    for (const ScaffoldTrigger& trigger : level.triggers) {
      const bool idle = trigger.doors.empty() && trigger.targets.empty() && trigger.kind.empty() &&
                        trigger.special == 0;
      if (idle)
        add_named(
            out, FaultRule::IdleTrigger, FaultSeverity::Warning, ScaffoldKind::Trigger, trigger.id,
            "trigger " + trigger.key + " does nothing; give it a kind or doors, or delete it");
      if (!trigger_uses_.used(trigger.id))
        add_named(
            out, FaultRule::UnfiredTrigger, FaultSeverity::Warning, ScaffoldKind::Trigger,
            trigger.id,
            "trigger " + trigger.key + " is fired by no cub or side; give one to it, or delete it");
    }
    for (const ScaffoldMaterial& material : level.materials) {
      if (!options_.notes || material_uses_.used(material.id)) continue;
      add_named(out, FaultRule::UnusedMaterial, FaultSeverity::Note, ScaffoldKind::Material,
                material.id, "material " + material.key + " is on no side; delete it if unwanted");
    }
  }

  // Cubs that no way leads to: from the starts, or where there are none from the largest part.
  void find_islands(const Scaffold& level, std::vector<Fault>& out) {
    Islands islands(cubs_.size());
    for (const KnownWindow& window : windows_) {
      if (cubs_[window.a].alive && cubs_[window.b].alive) islands.join(window.a, window.b);
    }
    struct Island {
      std::uint32_t cubs = 0;
      ScaffoldId first = ~ScaffoldId{0};
      std::uint32_t first_slot = 0;
      bool reached = false;
    };
    std::vector<Island> found(cubs_.size());
    for (std::uint32_t slot = 0; slot < cubs_.size(); ++slot) {
      if (!cubs_[slot].alive) continue;
      Island& island = found[islands.root(slot)];
      ++island.cubs;
      if (cubs_[slot].id < island.first) {
        island.first = cubs_[slot].id;
        island.first_slot = slot;
      }
    }
    bool start = false;
    for (const ScaffoldSpawn& spawn : level.spawns) {
      if (!is_start(spawn)) continue;
      const ScaffoldCub* cub = find_record(level.cubs, spawn.cub);
      if (cub == nullptr && on_grid(spawn.at)) cub = cub_at(level, spawn.at);
      if (cub == nullptr) continue;
      start = true;
      found[islands.root(slot_of(cub->id))].reached = true;
    }
    if (!start) {
      Fault& fault = out.emplace_back();
      fault.rule = FaultRule::NoStart;
      fault.severity = FaultSeverity::Warning;
      fault.text = "there is no player start inside the level; add a spawn of kind player_start";
      const auto largest =
          std::max_element(found.begin(), found.end(), [](const Island& a, const Island& b) {
            return a.cubs != b.cubs ? a.cubs < b.cubs : a.first > b.first;
          });
      if (largest != found.end()) largest->reached = true;
    }
    for (const Island& island : found) {
      if (island.cubs == 0 || island.reached) continue;
      Fault& fault = out.emplace_back();
      fault.rule = FaultRule::Unreachable;
      fault.severity = FaultSeverity::Warning;
      fault.cubs = {island.first};
      const CubBox& box = cubs_[island.first_slot].box;
      fault.at = middle_of(std::array{box.low, box.high});
      fault.text = (island.cubs == 1 ? "cub " + id_text(island.first) + " cannot"
                                     : std::to_string(island.cubs) + " cubs around " +
                                           id_text(island.first) + " cannot") +
                   " be reached from " + (start ? "a player start" : "the largest part") +
                   "; add a window, or delete what is not wanted";
    }
  }

  void find_loose_vertices(const Scaffold& level, std::vector<Fault>& out) const {
    const bool broken =
        std::any_of(faults.begin(), faults.end(),
                    [](const Fault& fault) { return fault.rule == FaultRule::Broken; }) ||
        std::any_of(out.begin(), out.end(),
                    [](const Fault& fault) { return fault.rule == FaultRule::Broken; });
    if (level.vertices.size() == vertex_uses_.distinct() && !broken) return;
    for (const ScaffoldVertex& vertex : level.vertices) {
      if (vertex_uses_.used(vertex.id)) continue;
      Fault& fault = out.emplace_back();
      fault.rule = FaultRule::LooseVertex;
      fault.severity = FaultSeverity::Note;
      fault.vertices = {vertex.id};
      fault.at = vertex.at;
      fault.text = "vertex " + id_text(vertex.id) + " is a corner of no cub; delete it";
      fault.fix = {FixKind::Delete, ScaffoldKind::Vertex, vertex.id, kNoId, {}, GridPoint(0)};
    }
  }

  void merge(std::vector<Fault> fresh) {
    std::sort(fresh.begin(), fresh.end(), fault_before);
    const auto middle = static_cast<std::ptrdiff_t>(faults.size());
    faults.insert(faults.end(), std::make_move_iterator(fresh.begin()),
                  std::make_move_iterator(fresh.end()));
    std::inplace_merge(faults.begin(), faults.begin() + middle, faults.end(), fault_before);
  }

  FaultOptions options_;
  std::int32_t margin_;  // grid steps: cubs nearer than this are neighbours
  std::unordered_map<ScaffoldId, std::uint32_t> slots_;
  std::vector<KnownCub> cubs_;
  std::vector<std::uint8_t> marks_;  // by slot; zero between uses
  std::unordered_map<ScaffoldId, std::size_t> window_at_;
  std::vector<KnownWindow> windows_;
  CubGrid grid_;
  UseCount vertex_uses_, material_uses_, trigger_uses_, door_uses_;
};

FaultWatch::FaultWatch(const Scaffold& scaffold, const FaultOptions& options)
    : state_(std::make_unique<State>(options)) {
  state_->find_all(scaffold);
}
FaultWatch::FaultWatch(FaultWatch&& other) noexcept = default;
FaultWatch& FaultWatch::operator=(FaultWatch&& other) noexcept = default;
FaultWatch::~FaultWatch() = default;

void FaultWatch::update(const Scaffold& scaffold, std::span<const ScaffoldChange> changes) {
  state_->update(scaffold, changes);
}

std::span<const Fault> FaultWatch::faults() const noexcept { return state_->faults; }

}  // namespace playset
