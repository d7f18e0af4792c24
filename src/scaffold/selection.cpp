// Selecting: sets of ids from sets of ids, by floods over the document's adjacency.
#include "playset/scaffold/selection.h"

#include <algorithm>

#include <set>

#include "cub_geometry.h"
#include "playset/core/math.h"

namespace playset {

template <typename Item>
std::vector<Item> sorted_set(std::vector<Item> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

template <typename Item>
bool is_marked(const std::vector<Item>& set, const Item& item) {
  return std::binary_search(set.begin(), set.end(), item);
}

template <typename Item>
void mark(std::vector<Item>& set, const Item& item) {
  const auto at = std::lower_bound(set.begin(), set.end(), item);
  if (at == set.end() || item < *at) set.insert(at, item);
}

template <typename Item>
void unmark(std::vector<Item>& set, const Item& item) {
  const auto at = std::lower_bound(set.begin(), set.end(), item);
  if (at != set.end() && !(item < *at)) set.erase(at);
}

template PLAYSET_API std::vector<ScaffoldId> sorted_set(std::vector<ScaffoldId>);
template PLAYSET_API bool is_marked(const std::vector<ScaffoldId>&, const ScaffoldId&);
template PLAYSET_API void mark(std::vector<ScaffoldId>&, const ScaffoldId&);
template PLAYSET_API void unmark(std::vector<ScaffoldId>&, const ScaffoldId&);
template PLAYSET_API std::vector<EdgeRef> sorted_set(std::vector<EdgeRef>);
template PLAYSET_API bool is_marked(const std::vector<EdgeRef>&, const EdgeRef&);
template PLAYSET_API void mark(std::vector<EdgeRef>&, const EdgeRef&);
template PLAYSET_API void unmark(std::vector<EdgeRef>&, const EdgeRef&);
template PLAYSET_API std::vector<SideRef> sorted_set(std::vector<SideRef>);
template PLAYSET_API bool is_marked(const std::vector<SideRef>&, const SideRef&);
template PLAYSET_API void mark(std::vector<SideRef>&, const SideRef&);
template PLAYSET_API void unmark(std::vector<SideRef>&, const SideRef&);
namespace {

bool exists(const ScaffoldDocument& document, ScaffoldId cub) {
  return document.find<ScaffoldCub>(cub) != nullptr;
}
bool exists(const ScaffoldDocument& document, SideRef side) {
  return side.side < kCubSides && exists(document, side.cub);
}

// A side with area that a body cannot pass whole.
bool is_wall(const ScaffoldDocument& document, SideRef side) {
  return side_loop(*document.find<ScaffoldCub>(side.cub), side.side).count >= 3 &&
         whole_window_of(document, side) == nullptr;
}

std::vector<EdgeRef> edges_of_side(const ScaffoldDocument& document, SideRef side) {
  std::vector<EdgeRef> edges;
  const SideLoop loop = side_loop(*document.find<ScaffoldCub>(side.cub), side.side);
  for (std::uint32_t i = 0; i < loop.count && loop.count >= 3; ++i)
    edges.push_back(make_edge(loop.vertices[i], loop.vertices[(i + 1) % loop.count]));
  return edges;
}

// Walls of any cub that share an edge with the side, itself excluded.
std::vector<SideRef> walls_beside(const ScaffoldDocument& document, SideRef side) {
  std::vector<SideRef> beside;
  for (const EdgeRef edge : edges_of_side(document, side)) {
    for (const SideRef other : sides_of_edge(document, edge)) {
      if (!(other == side) && is_wall(document, other)) beside.push_back(other);
    }
  }
  return sorted_set(std::move(beside));
}

std::vector<ScaffoldId> cubs_beside(const ScaffoldDocument& document, ScaffoldId cub) {
  std::vector<ScaffoldId> beside;
  for (const ScaffoldId id : document.windows_of_cub(cub)) {
    for (const SideRef side : document.find<ScaffoldWindow>(id)->sides) {
      if (side.cub != cub) beside.push_back(side.cub);
    }
  }
  return beside;
}

template <typename Item, typename Keep>
std::vector<Item> kept(std::span<const Item> items, Keep keep) {
  std::vector<Item> result;
  std::copy_if(items.begin(), items.end(), std::back_inserter(result), keep);
  return sorted_set(std::move(result));
}

template <typename Record>
std::vector<ScaffoldId> living(const ScaffoldDocument& document, std::span<const ScaffoldId> ids) {
  return kept(ids, [&](ScaffoldId id) { return document.find<Record>(id) != nullptr; });
}

// All walls that `accept` takes.
template <typename Accept>
std::vector<SideRef> filter_walls(const ScaffoldDocument& document, Accept accept) {
  std::vector<SideRef> found;
  for (const ScaffoldCub& cub : document.level().cubs) {
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const SideRef ref{cub.id, side};
      if (is_wall(document, ref) && accept(cub, ref)) found.push_back(ref);
    }
  }
  return found;
}

// The way on from `side` through its whole window, and out by the opposite side of the next cub.
SideRef step_along(const ScaffoldDocument& document, SideRef side) {
  const ScaffoldWindow* window = whole_window_of(document, side);
  if (window == nullptr) return {};
  const SideRef entered = other_side(*window, side);
  return {entered.cub, kOppositeSide[entered.side]};
}

// From a side outwards, until the chain ends or comes back to where it was.
std::vector<SideRef> walk_chain(const ScaffoldDocument& document, SideRef side) {
  std::vector<SideRef> steps;
  std::set<SideRef> seen = {side};
  for (SideRef next = step_along(document, side); next.cub != kNoId && seen.insert(next).second;
       next = step_along(document, next))
    steps.push_back(next);
  return steps;
}

bool share_edge(const ScaffoldDocument& document, SideRef a, SideRef b, EdgeRef& edge) {
  const std::vector<EdgeRef> of_a = edges_of_side(document, a);
  for (const EdgeRef candidate : edges_of_side(document, b)) {
    if (std::find(of_a.begin(), of_a.end(), candidate) == of_a.end()) continue;
    edge = candidate;
    return true;
  }
  return false;
}

// One way of find_side_loop: sides after `side`, until the end or `side` itself.
std::vector<SideRef> walk_loop(const ScaffoldDocument& document, SideRef side,
                               std::uint32_t through) {
  std::vector<SideRef> loop;
  std::set<SideRef> seen = {side};
  SideRef at = side;
  auto out = static_cast<std::uint8_t>(through);
  while (true) {
    EdgeRef edge;
    const ScaffoldWindow* window = whole_window_of(document, {at.cub, out});
    if (window == nullptr || !share_edge(document, at, {at.cub, out}, edge)) return loop;
    const SideRef entered = other_side(*window, {at.cub, out});
    SideRef next;
    for (const SideRef candidate : sides_of_edge(document, edge)) {
      if (candidate.cub == entered.cub && candidate.side != entered.side) next = candidate;
    }
    if (next.cub == kNoId || !seen.insert(next).second) return loop;
    loop.push_back(next);
    at = next;
    out = kOppositeSide[entered.side];
  }
}

// Along which axis the cub has the edge; 3 where it has not.
std::uint32_t axis_of_edge(const ScaffoldCub& cub, EdgeRef edge) {
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
      if (make_edge(cub.corners[corner], cub.corners[corner_across(corner, axis)]) == edge)
        return axis;
    }
  }
  return 3;
}

// The axis along which `next`, behind `side`, has the edges that `at` has along its own; 3 where
// it has none.
std::uint32_t axis_behind(const ScaffoldDocument& document, CubAxis at, std::uint32_t side,
                          SideRef next) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(at.cub);
  for (const std::uint8_t corner : kSideCorners[side]) {
    const EdgeRef edge =
        make_edge(cub.corners[corner], cub.corners[corner_across(corner, at.axis)]);
    if (edge.a != edge.b) return axis_of_edge(*document.find<ScaffoldCub>(next.cub), edge);
  }
  return 3;
}

}  // namespace

ScaffoldSelection live_selection(const ScaffoldDocument& document,
                                 const ScaffoldSelection& selection) {
  ScaffoldSelection live;
  live.vertices = living<ScaffoldVertex>(document, selection.vertices);
  live.cubs = living<ScaffoldCub>(document, selection.cubs);
  live.spawns = living<ScaffoldSpawn>(document, selection.spawns);
  live.props = living<ScaffoldProp>(document, selection.props);
  live.edges = kept(std::span(selection.edges),
                    [&](EdgeRef edge) { return !sides_of_edge(document, edge).empty(); });
  live.sides =
      kept(std::span(selection.sides), [&](SideRef side) { return exists(document, side); });
  if (exists(document, selection.cursor)) live.cursor = selection.cursor;
  return live;
}

std::vector<ScaffoldId> vertices_of_cubs(const ScaffoldDocument& document,
                                         std::span<const ScaffoldId> cubs) {
  std::vector<ScaffoldId> vertices;
  for (const ScaffoldId id : cubs) {
    const ScaffoldCub* cub = document.find<ScaffoldCub>(id);
    if (cub != nullptr) vertices.insert(vertices.end(), cub->corners.begin(), cub->corners.end());
  }
  return sorted_set(std::move(vertices));
}

std::vector<ScaffoldId> vertices_of_sides(const ScaffoldDocument& document,
                                          std::span<const SideRef> sides) {
  std::vector<ScaffoldId> vertices;
  for (const SideRef side : sides) {
    if (!exists(document, side)) continue;
    const ScaffoldCub& cub = *document.find<ScaffoldCub>(side.cub);
    for (const std::uint8_t corner : kSideCorners[side.side])
      vertices.push_back(cub.corners[corner]);
  }
  return sorted_set(std::move(vertices));
}

std::vector<ScaffoldId> vertices_of_edges(std::span<const EdgeRef> edges) {
  std::vector<ScaffoldId> vertices;
  for (const EdgeRef edge : edges) vertices.insert(vertices.end(), {edge.a, edge.b});
  return sorted_set(std::move(vertices));
}

std::vector<SideRef> sides_of_cubs(const ScaffoldDocument& document,
                                   std::span<const ScaffoldId> cubs) {
  std::vector<SideRef> sides;
  for (const ScaffoldId id : cubs) {
    const ScaffoldCub* cub = document.find<ScaffoldCub>(id);
    for (std::uint8_t side = 0; cub != nullptr && side < kCubSides; ++side) {
      if (side_loop(*cub, side).count >= 3) sides.push_back({id, side});
    }
  }
  return sorted_set(std::move(sides));
}

std::vector<EdgeRef> edges_of_sides(const ScaffoldDocument& document,
                                    std::span<const SideRef> sides) {
  std::vector<EdgeRef> edges;
  for (const SideRef side : sides) {
    if (!exists(document, side)) continue;
    const std::vector<EdgeRef> of_side = edges_of_side(document, side);
    edges.insert(edges.end(), of_side.begin(), of_side.end());
  }
  return sorted_set(std::move(edges));
}

std::vector<ScaffoldId> cubs_of_sides(std::span<const SideRef> sides) {
  std::vector<ScaffoldId> cubs;
  for (const SideRef side : sides) cubs.push_back(side.cub);
  return sorted_set(std::move(cubs));
}

std::vector<ScaffoldId> grow_cubs(const ScaffoldDocument& document,
                                  std::span<const ScaffoldId> cubs) {
  std::vector<ScaffoldId> grown = living<ScaffoldCub>(document, cubs);
  for (const ScaffoldId cub : cubs) {
    const std::vector<ScaffoldId> beside = cubs_beside(document, cub);
    grown.insert(grown.end(), beside.begin(), beside.end());
  }
  return sorted_set(std::move(grown));
}

std::vector<ScaffoldId> shrink_cubs(const ScaffoldDocument& document,
                                    std::span<const ScaffoldId> cubs) {
  const std::vector<ScaffoldId> all = living<ScaffoldCub>(document, cubs);
  return kept(std::span(all), [&](ScaffoldId cub) {
    const std::vector<ScaffoldId> beside = cubs_beside(document, cub);
    return std::all_of(beside.begin(), beside.end(),
                       [&](ScaffoldId other) { return is_marked(all, other); });
  });
}

std::vector<SideRef> grow_sides(const ScaffoldDocument& document, std::span<const SideRef> sides) {
  std::vector<SideRef> grown = kept(sides, [&](SideRef side) { return exists(document, side); });
  const std::size_t count = grown.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<SideRef> beside = walls_beside(document, grown[i]);
    grown.insert(grown.end(), beside.begin(), beside.end());
  }
  return sorted_set(std::move(grown));
}

std::vector<SideRef> shrink_sides(const ScaffoldDocument& document,
                                  std::span<const SideRef> sides) {
  const std::vector<SideRef> all =
      kept(sides, [&](SideRef side) { return exists(document, side); });
  return kept(std::span(all), [&](SideRef side) {
    const std::vector<SideRef> beside = walls_beside(document, side);
    return std::all_of(beside.begin(), beside.end(),
                       [&](SideRef other) { return is_marked(all, other); });
  });
}

std::vector<ScaffoldId> connected_cubs(const ScaffoldDocument& document,
                                       std::span<const ScaffoldId> cubs) {
  std::vector<ScaffoldId> todo = living<ScaffoldCub>(document, cubs);
  std::vector<bool> seen(document.level().cubs.size(), false);
  const auto index = [&](ScaffoldId id) {
    return static_cast<std::size_t>(document.find<ScaffoldCub>(id) - document.level().cubs.data());
  };
  for (const ScaffoldId id : todo) seen[index(id)] = true;
  for (std::size_t i = 0; i < todo.size(); ++i) {
    for (const ScaffoldId next : cubs_beside(document, todo[i])) {
      if (seen[index(next)]) continue;
      seen[index(next)] = true;
      todo.push_back(next);
    }
  }
  return sorted_set(std::move(todo));
}

std::vector<ScaffoldId> find_cub_chain(const ScaffoldDocument& document, SideRef side) {
  if (!exists(document, side)) return {};
  std::set<ScaffoldId> seen = {side.cub};
  std::vector<ScaffoldId> ahead, chain;
  for (const SideRef step : walk_chain(document, side)) {
    if (seen.insert(step.cub).second) ahead.push_back(step.cub);
  }
  for (const SideRef step : walk_chain(document, {side.cub, kOppositeSide[side.side]})) {
    if (seen.insert(step.cub).second) chain.push_back(step.cub);
  }
  std::reverse(chain.begin(), chain.end());
  chain.push_back(side.cub);
  chain.insert(chain.end(), ahead.begin(), ahead.end());
  return chain;
}

std::vector<SideRef> find_side_loop(const ScaffoldDocument& document, SideRef side,
                                    std::uint32_t through) {
  if (!exists(document, side) || through >= kCubSides) return {};
  std::vector<SideRef> loop = walk_loop(document, side, kOppositeSide[through]);
  std::reverse(loop.begin(), loop.end());
  loop.push_back(side);
  const std::set<SideRef> seen(loop.begin(), loop.end());
  for (const SideRef next : walk_loop(document, side, through)) {
    if (seen.count(next) > 0) break;  // it closes on itself
    loop.push_back(next);
  }
  return loop;
}

std::vector<CubAxis> find_cut_chain(const ScaffoldDocument& document, CubAxis start) {
  if (!exists(document, start.cub) || start.axis > 2) return {};
  std::vector<CubAxis> chain = {start};
  std::set<ScaffoldId> seen = {start.cub};
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const CubAxis at = chain[i];
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      if (side_axis(side) == at.axis) continue;  // the cut does not reach it
      const ScaffoldWindow* window = whole_window_of(document, {at.cub, side});
      if (window == nullptr) continue;
      const SideRef next = other_side(*window, {at.cub, side});
      const std::uint32_t axis = axis_behind(document, at, side, next);
      if (axis > 2 || !seen.insert(next.cub).second) continue;
      chain.push_back({next.cub, static_cast<std::uint8_t>(axis)});
    }
  }
  return chain;
}

std::vector<EdgeRef> find_edge_ring(const ScaffoldDocument& document, EdgeRef edge) {
  std::vector<EdgeRef> ring;
  for (const SideRef side : sides_of_edge(document, edge)) {
    const std::uint32_t axis = axis_of_edge(*document.find<ScaffoldCub>(side.cub), edge);
    for (const CubAxis at : find_cut_chain(document, {side.cub, static_cast<std::uint8_t>(axis)})) {
      const ScaffoldCub& cub = *document.find<ScaffoldCub>(at.cub);
      for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
        const EdgeRef cut =
            make_edge(cub.corners[corner], cub.corners[corner_across(corner, at.axis)]);
        if (cut.a != cut.b) ring.push_back(cut);
      }
    }
  }
  return sorted_set(std::move(ring));
}

std::vector<SideRef> select_coplanar(const ScaffoldDocument& document,
                                     std::span<const SideRef> sides, double angle) {
  const double least = cosine(angle) - 1e-9;
  std::vector<SideRef> found;
  for (const SideRef seed : sides) {
    if (!exists(document, seed)) continue;
    const glm::dvec3 normal = outward_normal(side_places(document, seed));
    std::vector<SideRef> todo = {seed};
    std::set<SideRef> seen = {seed};
    while (!todo.empty()) {
      const SideRef at = todo.back();
      todo.pop_back();
      found.push_back(at);
      for (const SideRef next : walls_beside(document, at)) {
        if (!seen.insert(next).second) continue;
        if (dot_of(normal, outward_normal(side_places(document, next))) >= least)
          todo.push_back(next);
      }
    }
  }
  return sorted_set(std::move(found));
}

std::vector<SideRef> select_material(const ScaffoldDocument& document, ScaffoldId material) {
  return filter_walls(document, [&](const ScaffoldCub& cub, SideRef side) {
    return cub.sides[side.side].material == material;
  });
}

std::vector<SideRef> select_role(const ScaffoldDocument& document, SideRole role, double slope) {
  const double least = cosine(slope) - 1e-9;
  return filter_walls(document, [&](const ScaffoldCub& cub, SideRef side) {
    const double up = -outward_normal(side_places(document, cub, side.side)).y;
    const SideRole is = up >= least    ? SideRole::Floor
                        : -up >= least ? SideRole::Ceiling
                                       : SideRole::Wall;
    return is == role;
  });
}

std::vector<ScaffoldId> select_tag(const ScaffoldDocument& document, std::string_view tag) {
  std::vector<ScaffoldId> found;
  for (const ScaffoldCub& cub : document.level().cubs) {
    if (std::find(cub.tags.begin(), cub.tags.end(), tag) != cub.tags.end()) found.push_back(cub.id);
  }
  return found;
}

std::vector<ScaffoldId> invert_cubs(const ScaffoldDocument& document,
                                    std::span<const ScaffoldId> cubs) {
  const std::vector<ScaffoldId> marked = sorted_set(std::vector(cubs.begin(), cubs.end()));
  std::vector<ScaffoldId> rest;
  for (const ScaffoldCub& cub : document.level().cubs) {
    if (!is_marked(marked, cub.id)) rest.push_back(cub.id);
  }
  return rest;
}

std::vector<SideRef> invert_sides(const ScaffoldDocument& document,
                                  std::span<const SideRef> sides) {
  const std::vector<SideRef> marked = sorted_set(std::vector(sides.begin(), sides.end()));
  return filter_walls(document,
                      [&](const ScaffoldCub&, SideRef side) { return !is_marked(marked, side); });
}

}  // namespace playset
