// Windows, welding and separating.
#include "playset/scaffold/edit_join.h"

#include <algorithm>
#include <optional>

#include "edit_parts.h"

namespace playset {
namespace {

using Replacements = std::map<ScaffoldId, ScaffoldId>;  // old vertex to the one that stays

std::vector<ScaffoldId> cubs_of(const ScaffoldDocument& document, const Replacements& replaced) {
  std::vector<ScaffoldId> cubs;
  for (const auto& [from, to] : replaced) {
    for (const ScaffoldId vertex : {from, to}) {
      const auto beside = document.cubs_of_vertex(vertex);
      cubs.insert(cubs.end(), beside.begin(), beside.end());
    }
  }
  return sorted_set(std::move(cubs));
}

// Gives corners another vertex in these cubs, and puts the vertices where they shall be.
void replace_corners(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                     const Replacements& replaced) {
  std::vector<ScaffoldCub> changed;
  for (const ScaffoldId id : cubs) {
    ScaffoldCub& cub = changed.emplace_back(*document.find<ScaffoldCub>(id));
    for (ScaffoldId& corner : cub.corners) {
      const auto found = replaced.find(corner);
      if (found != replaced.end()) corner = found->second;
    }
  }
  document.put_all(std::move(changed));
}

// Corners that fold a side or leave too few sides: what no dragging can mend.
std::optional<Error> folded(const ScaffoldDocument& document, ScaffoldId id) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(id);
  std::uint32_t alive = 0;
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    const SideLoop loop = side_loop(cub, side);
    if (loop.count >= 3) ++alive;
    const bool folds = loop.count == 4 && (loop.vertices[0] == loop.vertices[2] ||
                                           loop.vertices[1] == loop.vertices[3]);
    if (folds)
      return refuse("cub " + id_text(id) + " would fold along side " + std::to_string(side) +
                    "; separate it first, or weld along an edge");
  }
  if (alive >= 4) return std::nullopt;
  return refuse("cub " + id_text(id) + " would be left with " + std::to_string(alive) +
                " sides; delete it instead");
}

// Two cubs that come to have one side with the same winding would lie in one place.
std::optional<Error> doubled(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  std::map<SideCorners, SideRef> seen;
  for (const ScaffoldId id : cubs) {
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      SideLoop loop = side_loop(*document.find<ScaffoldCub>(id), side);
      if (loop.count < 3) continue;
      const auto end = loop.vertices.begin() + loop.count;
      std::rotate(loop.vertices.begin(), std::min_element(loop.vertices.begin(), end), end);
      const auto [found, fresh] = seen.try_emplace(loop.vertices, SideRef{id, side});
      if (!fresh)
        return refuse("sides " + side_text(found->second) + " and " + side_text({id, side}) +
                      " would become one side of two cubs in one place; weld others");
    }
  }
  return std::nullopt;
}

// Welds as the table says, and refuses cubs that fold.
std::optional<Error> weld(ScaffoldDocument& document, const Replacements& replaced) {
  const std::vector<ScaffoldId> cubs = cubs_of(document, replaced);
  replace_corners(document, cubs, replaced);
  for (const ScaffoldId cub : cubs) {
    if (std::optional<Error> bad = folded(document, cub)) return bad;
  }
  if (std::optional<Error> bad = doubled(document, cubs)) return bad;
  drop_lost_windows(document, cubs);
  std::vector<ScaffoldId> old;
  for (const auto& [from, to] : replaced) {
    if (from != to) old.push_back(from);
  }
  erase_unused_vertices(document, old);
  return std::nullopt;
}

void put_place(ScaffoldDocument& document, ScaffoldId vertex, GridPoint at) {
  ScaffoldVertex moved = *document.find<ScaffoldVertex>(vertex);
  moved.at = at;
  document.put(std::move(moved));
}

// Adds `from` to what becomes `to`; false where the two already take part in another pair.
bool pair_up(Replacements& replaced, ScaffoldId from, ScaffoldId to) {
  if (from == to) return true;
  if (replaced.count(to) > 0) return false;
  for (const auto& [other, target] : replaced) {
    if (target == from) return false;
  }
  const auto [found, fresh] = replaced.try_emplace(from, to);
  return fresh || found->second == to;
}

std::optional<Error> weld_pairs(ScaffoldDocument& document, const Replacements& replaced,
                                WeldPlace place) {
  if (place == WeldPlace::Middle) {
    for (const auto& [from, to] : replaced)
      put_place(document, to, mean_place(document, std::array{from, to}));
  }
  return weld(document, replaced);
}

Result<Done> weld_step(ScaffoldDocument& document, const char* name,
                       std::span<const ScaffoldId> vertices, WeldPlace place) {
  ScaffoldEdit edit(document, name);
  if (place == WeldPlace::Middle) put_place(document, vertices[0], mean_place(document, vertices));
  Replacements replaced;
  for (const ScaffoldId id : vertices.subspan(1)) {
    if (id != vertices[0]) replaced[id] = vertices[0];
  }
  if (replaced.empty()) return refuse("a weld needs two vertices or more; name another");
  if (std::optional<Error> bad = weld(document, replaced)) return *bad;
  return edit.commit();
}

Result<Done> check_edge(const ScaffoldDocument& document, EdgeRef edge) {
  const Result<Done> there = need_vertices(document, std::array{edge.a, edge.b}, "join");
  if (!there) return there;
  if (edge.a != edge.b && !sides_of_edge(document, edge).empty()) return Done{};
  return refuse("there is no edge from " + id_text(edge.a) + " to " + id_text(edge.b));
}

double distance_between(const ScaffoldDocument& document, ScaffoldId a, ScaffoldId b) {
  return length_of(to_metres(place_of(document, a)) - to_metres(place_of(document, b)));
}

bool joined(const ScaffoldDocument& document, SideRef a, SideRef b) {
  for (const ScaffoldId id : document.windows_of_side(a)) {
    if (other_side(*document.find<ScaffoldWindow>(id), a) == b) return true;
  }
  return false;
}

std::optional<Error> check_open(const ScaffoldDocument& document, SideRef a, SideRef b,
                                ScaffoldId door) {
  const std::array<SideRef, 2> sides = {a, b};
  if (Result<Done> there = need_sides(document, sides, "open"); !there) return there.error();
  if (a.cub == b.cub) return refuse("a window joins two cubs; these sides belong to one");
  if (door != kNoId && document.find<ScaffoldDoor>(door) == nullptr)
    return refuse("there is no such door; add it first");
  if (joined(document, a, b))
    return refuse("sides " + side_text(a) + " and " + side_text(b) + " are open to each other");
  for (const SideRef side : sides) {
    if (const ScaffoldWindow* window = whole_window_of(document, side))
      return refuse("side " + side_text(side) + " opens into " +
                    side_text(other_side(*window, side)) + " as a whole; close that first");
  }
  return std::nullopt;
}

// Copies of vertices for some cubs, which the others keep.
Replacements copy_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices) {
  Replacements copies;
  std::vector<ScaffoldVertex> fresh;
  for (const ScaffoldId id : vertices) {
    ScaffoldVertex& copy = fresh.emplace_back(*document.find<ScaffoldVertex>(id));
    copy.id = document.take_id();
    copies[id] = copy.id;
  }
  document.put_all(std::move(fresh));
  return copies;
}

bool shared_outside(const ScaffoldDocument& document, ScaffoldId vertex,
                    const std::vector<ScaffoldId>& cubs) {
  const auto users = document.cubs_of_vertex(vertex);
  return std::any_of(users.begin(), users.end(),
                     [&](ScaffoldId user) { return !is_marked(cubs, user); });
}

}  // namespace

Result<Done> open_window(ScaffoldDocument& document, SideRef a, SideRef b, ScaffoldId door) {
  if (std::optional<Error> bad = check_open(document, a, b, door)) return *bad;
  const bool whole = loops_meet(side_places(document, a).loop, side_places(document, b).loop);
  const bool taken = !document.windows_of_side(a).empty() || !document.windows_of_side(b).empty();
  if (whole && taken)
    return refuse("sides " + side_text(a) + " and " + side_text(b) +
                  " have partial windows already; close those first");
  if (!whole) {
    if (Result<Done> fits = check_partial(document, a, b); !fits) return fits;
  }
  ScaffoldEdit edit(document, "open window");
  NewRecords records(document);
  records.window(a, b, !whole, door);
  records.put();
  return edit.commit();
}

Result<Done> close_sides(ScaffoldDocument& document, std::span<const SideRef> sides) {
  if (Result<Done> there = need_sides(document, sides, "close"); !there) return there;
  ScaffoldEdit edit(document, "close");
  std::vector<ScaffoldId> windows;
  for (const SideRef side : sides) {
    const std::vector<ScaffoldId> of_side = document.windows_of_side(side);
    if (of_side.empty()) return refuse("side " + side_text(side) + " is a wall already");
    windows.insert(windows.end(), of_side.begin(), of_side.end());
  }
  document.erase_all<ScaffoldWindow>(std::move(windows));
  return edit.commit();
}

Result<Done> weld_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                           WeldPlace place) {
  if (Result<Done> there = need_vertices(document, vertices, "weld"); !there) return there;
  return weld_step(document, "weld", vertices, place);
}

Result<Done> join_edges(ScaffoldDocument& document, EdgeRef a, EdgeRef b, WeldPlace place) {
  for (const EdgeRef edge : {a, b}) {
    if (Result<Done> there = check_edge(document, edge); !there) return there;
  }
  if (a == b) return refuse("these are one edge already; choose another");
  const double straight =
      distance_between(document, a.a, b.a) + distance_between(document, a.b, b.b);
  const double crossed =
      distance_between(document, a.a, b.b) + distance_between(document, a.b, b.a);
  if (crossed < straight) std::swap(b.a, b.b);
  Replacements replaced;
  if (!pair_up(replaced, b.a, a.a) || !pair_up(replaced, b.b, a.b))
    return refuse("the edges share a vertex and would shrink to a point; collapse one instead");
  ScaffoldEdit edit(document, "join edges");
  if (std::optional<Error> bad = weld_pairs(document, replaced, place)) return *bad;
  return edit.commit();
}

Result<Done> join_sides(ScaffoldDocument& document, SideRef a, SideRef b, WeldPlace place) {
  const std::array<SideRef, 2> sides = {a, b};
  if (Result<Done> free = need_free_sides(document, sides, "join"); !free) return free;
  if (a.cub == b.cub) return refuse("these are sides of one cub, which would have no volume");
  const SideLoop loop_a = side_places(document, a).loop, loop_b = side_places(document, b).loop;
  if (loop_a.count != loop_b.count)
    return refuse("sides " + side_text(a) + " and " + side_text(b) +
                  " have a different number of corners; bridge them instead");
  const std::uint32_t n = loop_a.count;
  std::uint32_t best = 0;
  double least = 1e300;
  for (std::uint32_t turn = 0; turn < n; ++turn) {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < n; ++k)
      sum += distance_between(document, loop_a.vertices[k], loop_b.vertices[(turn + n - k) % n]);
    if (sum < least) best = turn;
    least = std::min(least, sum);
  }
  Replacements replaced;
  for (std::uint32_t k = 0; k < n; ++k) {
    if (!pair_up(replaced, loop_b.vertices[(best + n - k) % n], loop_a.vertices[k]))
      return refuse("the sides share vertices crosswise; separate one of them first");
  }
  ScaffoldEdit edit(document, "join sides");
  if (std::optional<Error> bad = weld_pairs(document, replaced, place)) return *bad;
  if (Result<Done> open = open_window(document, a, b); !open) return open;
  return edit.commit();
}

Result<Done> collapse_edge(ScaffoldDocument& document, EdgeRef edge) {
  if (Result<Done> there = check_edge(document, edge); !there) return there;
  return weld_step(document, "collapse edge", std::array{edge.a, edge.b}, WeldPlace::Middle);
}

Result<Done> make_wedge(ScaffoldDocument& document, SideRef side, std::uint32_t turn) {
  if (Result<Done> there = need_sides(document, std::array{side}, "collapse"); !there) return there;
  const SideLoop loop = side_places(document, side).loop;
  if (loop.count != 4)
    return refuse("side " + side_text(side) + " is a triangle; collapse one of its edges");
  const std::uint32_t first = turn & 1;
  ScaffoldEdit edit(document, "wedge");
  Replacements replaced;
  for (const std::uint32_t k : {first, first + 2})
    replaced[loop.vertices[(k + 1) % 4]] = loop.vertices[k % 4];
  if (std::optional<Error> bad = weld_pairs(document, replaced, WeldPlace::Middle)) return *bad;
  return edit.commit();
}

Result<Done> make_pyramid(ScaffoldDocument& document, SideRef side) {
  if (Result<Done> there = need_sides(document, std::array{side}, "collapse"); !there) return there;
  const SideLoop loop = side_places(document, side).loop;
  return weld_step(document, "pyramid", std::span(loop.vertices.data(), loop.count),
                   WeldPlace::Middle);
}

Result<Done> separate_vertices(ScaffoldDocument& document, ScaffoldId cub,
                               std::span<const ScaffoldId> vertices) {
  if (Result<Done> there = need_cubs(document, std::array{cub}, "separate"); !there) return there;
  if (Result<Done> there = need_vertices(document, vertices, "separate"); !there) return there;
  std::vector<ScaffoldId> shared;
  for (const ScaffoldId id : sorted_set(std::vector(vertices.begin(), vertices.end()))) {
    const auto& corners = document.find<ScaffoldCub>(cub)->corners;
    if (std::find(corners.begin(), corners.end(), id) == corners.end())
      return refuse("vertex " + id_text(id) + " is no corner of cub " + id_text(cub));
    if (document.cubs_of_vertex(id).size() > 1) shared.push_back(id);
  }
  if (shared.empty())
    return refuse("cub " + id_text(cub) + " shares none of these with others already");
  ScaffoldEdit edit(document, "separate");
  replace_corners(document, std::array{cub}, copy_vertices(document, shared));
  drop_lost_windows(document, std::array{cub});
  return edit.commit();
}

Result<Done> separate_sides(ScaffoldDocument& document, std::span<const SideRef> sides) {
  if (Result<Done> there = need_sides(document, sides, "separate"); !there) return there;
  ScaffoldEdit edit(document, "separate sides");
  bool any = false;
  for (const SideRef side : sides) {
    std::vector<ScaffoldId> shared;
    for (const ScaffoldId id : vertices_of_sides(document, std::array{side})) {
      if (document.cubs_of_vertex(id).size() > 1) shared.push_back(id);
    }
    if (shared.empty()) continue;
    any = true;
    if (Result<Done> done = separate_vertices(document, side.cub, shared); !done) return done;
  }
  if (!any) return refuse("these sides share no vertices with other cubs already");
  return edit.commit();
}

Result<Done> separate_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> given) {
  if (Result<Done> there = need_cubs(document, given, "separate"); !there) return there;
  const std::vector<ScaffoldId> cubs = sorted_set(std::vector(given.begin(), given.end()));
  ScaffoldEdit edit(document, "separate cubs");
  std::vector<ScaffoldId> shared, windows;
  for (const ScaffoldId id : vertices_of_cubs(document, cubs)) {
    if (shared_outside(document, id, cubs)) shared.push_back(id);
  }
  for (const ScaffoldId cub : cubs) {
    for (const ScaffoldId id : document.windows_of_cub(cub)) {
      const ScaffoldWindow& window = *document.find<ScaffoldWindow>(id);
      if (!is_marked(cubs, window.sides[0].cub) || !is_marked(cubs, window.sides[1].cub))
        windows.push_back(id);
    }
  }
  if (shared.empty() && windows.empty())
    return refuse("these cubs share nothing with others already");
  document.erase_all<ScaffoldWindow>(std::move(windows));
  replace_corners(document, cubs, copy_vertices(document, shared));
  return edit.commit();
}

}  // namespace playset
