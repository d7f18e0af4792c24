// place_kits, KitWatch: pieces by cub, and which cubs an edit makes to be laid again.
#include "playset/scaffold/place_kits.h"

#include <algorithm>
#include <unordered_map>

#include "scaffold/kit_layer.h"

namespace playset {
namespace {

void sort_once(std::vector<ScaffoldId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

bool same_mesh(const KitPlacement& a, const KitPlacement& b) {
  return a.kit == b.kit && a.part == b.part && a.variant == b.variant;
}

KitPlan make_plan(std::vector<KitPlacement> placements) {
  std::sort(placements.begin(), placements.end(), [](const KitPlacement& a, const KitPlacement& b) {
    if (a.kit != b.kit) return a.kit < b.kit;
    if (a.part != b.part) return a.part < b.part;
    if (a.variant != b.variant) return a.variant < b.variant;
    if (a.side.cub != b.side.cub) return a.side.cub < b.side.cub;
    return a.side.side != b.side.side ? a.side.side < b.side.side : a.index < b.index;
  });
  KitPlan plan;
  plan.placements = std::move(placements);
  for (std::uint32_t i = 0; i < plan.placements.size(); ++i) {
    const KitPlacement& p = plan.placements[i];
    if (i == 0 || !same_mesh(plan.placements[i - 1], p))
      plan.batches.push_back({p.kit, p.part, p.variant, i, 0});
    ++plan.batches.back().count;
  }
  return plan;
}

}  // namespace

// Keeps which cubs had which corners and windows, as an update has to find the old neighbours too.
class KitWatch::State {
 public:
  explicit State(const Scaffold& level) {
    for (const ScaffoldCub& cub : level.cubs) link(cub);
    for (const ScaffoldWindow& window : level.windows) link(window);
    lay_all(level);
  }

  void update(const Scaffold& level, std::span<const ScaffoldChange> changes) {
    redone.clear();
    std::vector<ScaffoldId> touched;
    bool all = false;
    const auto add_users = [&](ScaffoldId vertex) {
      for (const ScaffoldId cub : near_.cubs_of_vertex.of(vertex)) touched.push_back(cub);
    };
    for (const ScaffoldChange& change : changes) {
      all = all || change.kind == ScaffoldKind::Kit || change.kind == ScaffoldKind::Material;
      if (change.kind == ScaffoldKind::Vertex) add_users(change.id);
      if (change.kind == ScaffoldKind::Cub) touched.push_back(change.id);
      if (change.kind == ScaffoldKind::Window) add_ends(change.id, touched);
    }
    std::vector<ScaffoldId> around = touched;  // as they lay before
    add_around(around);
    for (const ScaffoldChange& change : changes) take_over(level, change);
    for (const ScaffoldChange& change : changes) {
      if (change.kind == ScaffoldKind::Vertex) add_users(change.id);
      if (change.kind == ScaffoldKind::Window) add_ends(change.id, touched);
    }
    if (all) return lay_all(level);
    add_around(touched);
    around.insert(around.end(), touched.begin(), touched.end());
    sort_once(around);
    const KitLayer layer(level, near_);
    for (const ScaffoldId cub : around) put(cub, layer.lay(cub));
    redone = std::move(around);
  }

  std::unordered_map<ScaffoldId, std::vector<KitPlacement>> by_cub;  // those that have some
  std::vector<ScaffoldId> redone;
  std::size_t count = 0;

 private:
  void link(const ScaffoldCub& cub) {
    near_.link(cub);
    corners_[cub.id] = cub.corners;
  }
  void link(const ScaffoldWindow& window) {
    near_.link(window);
    ends_[window.id] = window.sides;
  }

  // Corners and windows as they are now.
  void take_over(const Scaffold& level, const ScaffoldChange& change) {
    if (change.kind == ScaffoldKind::Cub) {
      if (const auto known = corners_.find(change.id); known != corners_.end()) {
        ScaffoldCub old;
        old.id = change.id;
        old.corners = known->second;
        near_.unlink(old);
        corners_.erase(known);
      }
      if (const ScaffoldCub* cub = find_record(level.cubs, change.id)) link(*cub);
    } else if (change.kind == ScaffoldKind::Window) {
      if (const auto known = ends_.find(change.id); known != ends_.end()) {
        ScaffoldWindow old;
        old.id = change.id;
        old.sides = known->second;
        near_.unlink(old);
        ends_.erase(known);
      }
      if (const ScaffoldWindow* window = find_record(level.windows, change.id)) link(*window);
    }
  }

  void add_ends(ScaffoldId window, std::vector<ScaffoldId>& out) const {
    const auto known = ends_.find(window);
    if (known == ends_.end()) return;
    for (const SideRef side : known->second) out.push_back(side.cub);
  }

  // What windows join to these cubs; and all that share a corner with any of those.
  void add_around(std::vector<ScaffoldId>& cubs) const {
    sort_once(cubs);
    for (std::size_t i = 0, n = cubs.size(); i < n; ++i)
      for (const ScaffoldId window : near_.windows_of_cub.of(cubs[i])) add_ends(window, cubs);
    sort_once(cubs);
    std::vector<ScaffoldId> vertices;
    for (const ScaffoldId cub : cubs) {
      const auto known = corners_.find(cub);
      if (known == corners_.end()) continue;
      vertices.insert(vertices.end(), known->second.begin(), known->second.end());
    }
    sort_once(vertices);
    for (const ScaffoldId vertex : vertices)
      for (const ScaffoldId cub : near_.cubs_of_vertex.of(vertex)) cubs.push_back(cub);
    sort_once(cubs);
  }

  void put(ScaffoldId cub, std::vector<KitPlacement> placements) {
    const auto known = by_cub.find(cub);
    if (known != by_cub.end()) count -= known->second.size();
    count += placements.size();
    if (!placements.empty())
      by_cub[cub] = std::move(placements);
    else if (known != by_cub.end())
      by_cub.erase(known);
  }

  void lay_all(const Scaffold& level) {
    redone.clear();
    for (const auto& [cub, placements] : by_cub) redone.push_back(cub);
    by_cub.clear();
    count = 0;
    const KitLayer layer(level, near_);
    for (const ScaffoldCub& cub : level.cubs) {
      put(cub.id, layer.lay(cub.id));
      redone.push_back(cub.id);
    }
    sort_once(redone);
  }

  Adjacency near_;
  std::unordered_map<ScaffoldId, std::array<ScaffoldId, kCubCorners>> corners_;
  std::unordered_map<ScaffoldId, std::array<SideRef, 2>> ends_;
};

KitWatch::KitWatch(const Scaffold& scaffold) : state_(std::make_unique<State>(scaffold)) {}
KitWatch::KitWatch(KitWatch&& other) noexcept = default;
KitWatch& KitWatch::operator=(KitWatch&& other) noexcept = default;
KitWatch::~KitWatch() = default;

void KitWatch::update(const Scaffold& scaffold, std::span<const ScaffoldChange> changes) {
  state_->update(scaffold, changes);
}

std::span<const KitPlacement> KitWatch::of_cub(ScaffoldId cub) const noexcept {
  const auto found = state_->by_cub.find(cub);
  if (found == state_->by_cub.end()) return {};
  return found->second;
}

std::span<const ScaffoldId> KitWatch::redone() const noexcept { return state_->redone; }
std::size_t KitWatch::count() const noexcept { return state_->count; }

KitPlan KitWatch::plan() const {
  std::vector<KitPlacement> placements;
  placements.reserve(count());
  for (const auto& [cub, own] : state_->by_cub)
    placements.insert(placements.end(), own.begin(), own.end());
  return make_plan(std::move(placements));
}

KitPlan place_kits(const Scaffold& scaffold) { return KitWatch(scaffold).plan(); }

}  // namespace playset
