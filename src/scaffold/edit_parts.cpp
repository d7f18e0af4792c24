// What the edits share.
#include "edit_parts.h"

#include <algorithm>
#include <cmath>

#include "playset/geom/predicates.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/edit_move.h"

namespace playset {
namespace {

// A side seen along an axis.
struct FlatSide {
  std::array<glm::ivec2, 4> at{};
  std::size_t count = 0;
  double turn = 1.0;  // 1 where it turns left, else -1

  FlatSide(const SidePlaces& side, int axis) : count(side.loop.count) {
    std::int64_t area = 0;
    for (std::size_t i = 0; i < count; ++i) at[i] = drop_axis(side.at[i], axis);
    for (std::size_t i = 2; i < count; ++i) area += area2(at[0], at[i - 1], at[i]);
    if (area < 0) turn = -1.0;
  }
};

// True where an edge of p has all of q outside, or within two steps inside: build_cells needs more.
bool edge_parts(const FlatSide& p, const FlatSide& q) {
  constexpr double kStrip = 2.5;  // grid steps
  for (std::size_t i = 0; i < p.count; ++i) {
    const glm::ivec2 a = p.at[i], b = p.at[(i + 1) % p.count];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    double most = -1e30;
    for (std::size_t j = 0; j < q.count; ++j)
      most = std::max(most, p.turn * (dx * (q.at[j].y - a.y) - dy * (q.at[j].x - a.x)));
    if (length > 0.0 && most <= kStrip * length) return true;
  }
  return false;
}

// The least x with dot(n, x) = 1 for all of them, as well as they allow.
glm::dvec3 meet_offsets(const std::vector<glm::dvec3>& normals) {
  if (normals.size() == 1) return normals[0];
  constexpr double kDamping = 1e-6;  // where all lie in one plane there is no single solution
  std::array<glm::dvec3, 3> rows{glm::dvec3(kDamping, 0, 0), glm::dvec3(0, kDamping, 0),
                                 glm::dvec3(0, 0, kDamping)};
  glm::dvec3 sum(0.0);
  for (const glm::dvec3 n : normals) {
    for (int row = 0; row < 3; ++row) rows[static_cast<std::size_t>(row)] += n * n[row];
    sum += n;
  }
  const glm::dvec3 a = cross_of(rows[1], rows[2]), b = cross_of(rows[2], rows[0]),
                   c = cross_of(rows[0], rows[1]);
  return (a * sum.x + b * sum.y + c * sum.z) / dot_of(rows[0], a);
}

}  // namespace

Error nothing_given(const char* verb, const char* what) {
  return Error{ErrorCode::Usage,
               std::string("there is nothing to ") + verb + "; name or select " + what,
               {},
               0,
               0,
               0};
}

Error refuse(std::string why) { return Error{ErrorCode::Invalid, std::move(why), {}, 0, 0, 0}; }

Result<Done> need_vertices(const ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                           const char* verb) {
  if (vertices.empty()) return nothing_given(verb, "vertices");
  for (const ScaffoldId id : vertices) {
    if (document.find<ScaffoldVertex>(id) == nullptr)
      return refuse("there is no vertex " + id_text(id) + "; it may have been deleted");
  }
  return Done{};
}

Result<Done> need_cubs(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                       const char* verb) {
  if (cubs.empty()) return nothing_given(verb, "cubs");
  for (const ScaffoldId id : cubs) {
    if (document.find<ScaffoldCub>(id) == nullptr)
      return refuse("there is no cub " + id_text(id) + "; it may have been deleted");
  }
  return Done{};
}

Result<Done> need_sides(const ScaffoldDocument& document, std::span<const SideRef> sides,
                        const char* verb) {
  if (sides.empty()) return nothing_given(verb, "sides");
  for (const SideRef side : sides) {
    const ScaffoldCub* cub = document.find<ScaffoldCub>(side.cub);
    if (cub == nullptr || side.side >= kCubSides)
      return refuse("there is no side " + side_text(side) + "; its cub may have been deleted");
    if (side_loop(*cub, side.side).count < 3)
      return refuse("side " + side_text(side) + " has collapsed to an edge; choose another");
  }
  return Done{};
}

Result<Done> need_free_sides(const ScaffoldDocument& document, std::span<const SideRef> sides,
                             const char* verb) {
  if (Result<Done> there = need_sides(document, sides, verb); !there) return there;
  for (const SideRef side : sides) {
    const std::vector<ScaffoldId> windows = document.windows_of_side(side);
    if (windows.empty()) continue;
    const SideRef other = other_side(*document.find<ScaffoldWindow>(windows[0]), side);
    return refuse("side " + side_text(side) + " opens into " + side_text(other) +
                  " already; choose a wall, or close that first");
  }
  return Done{};
}

ScaffoldSide surface_of(const ScaffoldSide& side) {
  ScaffoldSide surface;
  surface.material = side.material;
  surface.kit = side.kit;
  surface.wear = side.wear;
  surface.uv = side.uv;
  surface.flags = side.flags;
  return surface;
}

SideCorners corners_of_side(const ScaffoldCub& cub, std::uint32_t side) {
  SideCorners corners;
  for (std::size_t k = 0; k < 4; ++k) corners[k] = cub.corners[kSideCorners[side][k]];
  return corners;
}

ScaffoldCub cub_beyond(const ScaffoldCub& parent, std::uint32_t side, const SideCorners& near,
                       const SideCorners& far) {
  ScaffoldCub cub;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint32_t corner = kSideCorners[side][k];
    cub.corners[corner] = far[k];
    cub.corners[corner_across(corner, side_axis(side))] = near[k];
  }
  for (std::size_t s = 0; s < kCubSides; ++s) cub.sides[s] = surface_of(parent.sides[s]);
  cub.sides[kOppositeSide[side]] = ScaffoldSide{};
  cub.tags = parent.tags;
  cub.flags = parent.flags;
  cub.layer = parent.layer;
  cub.group = parent.group;
  return cub;
}

ScaffoldId NewRecords::vertex(GridPoint at) {
  ScaffoldId& id = at_[{at.x, at.y, at.z}];
  if (id == kNoId) id = lone_vertex(at);
  return id;
}

ScaffoldId NewRecords::lone_vertex(GridPoint at) {
  return vertices_.emplace_back(ScaffoldVertex{document_.take_id(), at, {}}).id;
}

ScaffoldId NewRecords::cub(ScaffoldCub cub) {
  cub.id = document_.take_id();
  return cubs_.emplace_back(std::move(cub)).id;
}

void NewRecords::window(SideRef a, SideRef b, bool partial, ScaffoldId door) {
  windows_.push_back({document_.take_id(), {a, b}, partial, door, {}});
}

void NewRecords::put() {
  document_.put_all(std::exchange(vertices_, {}));
  document_.put_all(std::exchange(cubs_, {}));
  document_.put_all(std::exchange(windows_, {}));
}

void clear_surface(ScaffoldDocument& document, SideRef side) {
  ScaffoldCub cub = *document.find<ScaffoldCub>(side.cub);
  ScaffoldSide bare;
  bare.trigger = cub.sides[side.side].trigger;
  bare.extra = cub.sides[side.side].extra;
  cub.sides[side.side] = std::move(bare);
  document.put(std::move(cub));
}

void join_equal_sides(ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  std::map<SideCorners, SideRef> waiting;  // sides by their vertices, sorted
  NewRecords records(document);
  std::vector<SideRef> joined;
  for (const ScaffoldId id : cubs) {
    const ScaffoldCub& cub = *document.find<ScaffoldCub>(id);
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const SideLoop loop = side_loop(cub, side);
      if (loop.count < 3 || whole_window_of(document, {id, side}) != nullptr) continue;
      SideCorners key = loop.vertices;
      std::sort(key.begin(), key.end());
      const auto [found, fresh] = waiting.try_emplace(key, SideRef{id, side});
      if (fresh) continue;
      const SideRef other = found->second;
      if (loops_meet(loop, side_loop(*document.find<ScaffoldCub>(other.cub), other.side))) {
        records.window(other, {id, side});
        joined.insert(joined.end(), {other, {id, side}});
      }
      waiting.erase(found);
    }
  }
  records.put();
  for (const SideRef side : joined) clear_surface(document, side);
}

void drop_lost_windows(ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  std::vector<ScaffoldId> lost;
  for (const ScaffoldId cub : cubs) {
    for (const ScaffoldId id : document.windows_of_cub(cub)) {
      const ScaffoldWindow& window = *document.find<ScaffoldWindow>(id);
      const auto loop_of = [&](std::size_t end) {
        const SideRef side = window.sides[end];
        return side_loop(*document.find<ScaffoldCub>(side.cub), side.side);
      };
      const SideLoop a = loop_of(0), b = loop_of(1);
      if (a.count < 3 || b.count < 3 || (!window.partial && !loops_meet(a, b))) lost.push_back(id);
    }
  }
  document.erase_all<ScaffoldWindow>(std::move(lost));
}

void erase_unused_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices) {
  std::vector<ScaffoldId> unused;
  for (const ScaffoldId id : vertices) {
    if (document.cubs_of_vertex(id).empty()) unused.push_back(id);
  }
  document.erase_all<ScaffoldVertex>(std::move(unused));
}

Result<Done> refuse_shapes(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                           bool allow_concave, const char* advice) {
  for (const ScaffoldId id : cubs) {
    const CubShape shape = measure_cub(document.level(), *document.find<ScaffoldCub>(id));
    if (shape.grade < CubGrade::Concave || (shape.grade == CubGrade::Concave && allow_concave))
      continue;
    return refuse("cub " + id_text(id) + " would be " + cub_grade_name(shape.grade) + "; " +
                  advice);
  }
  return Done{};
}

std::uint32_t nearest_turn(const ScaffoldDocument& document, const SideCorners& a,
                           const SideCorners& b) {
  std::uint32_t best = 0;
  double least = 1e300;
  for (std::uint32_t turn = 0; turn < 4; ++turn) {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < 4; ++k)
      sum += length_of(to_metres(place_of(document, a[k])) -
                       to_metres(place_of(document, b[(turn - k) & 3])));
    if (sum >= least) continue;
    least = sum;
    best = turn;
  }
  return best;
}

std::map<ScaffoldId, glm::dvec3> offset_corners(const ScaffoldDocument& document,
                                                std::span<const SideRef> sides, double distance) {
  std::map<ScaffoldId, std::vector<glm::dvec3>> normals;
  for (const SideRef side : sides) {
    const SidePlaces places = side_places(document, side);
    const glm::dvec3 n = outward_normal(places);
    for (std::uint32_t i = 0; i < places.loop.count; ++i) {
      std::vector<glm::dvec3>& known = normals[places.loop.vertices[i]];
      const bool fresh = std::none_of(known.begin(), known.end(),
                                      [n](glm::dvec3 k) { return length_of(k - n) < 1e-4; });
      if (fresh) known.push_back(n);
    }
  }
  std::map<ScaffoldId, glm::dvec3> offsets;
  for (const auto& [vertex, known] : normals) {
    glm::dvec3 offset = meet_offsets(known);
    const double length = length_of(offset);
    if (length > 8.0) offset *= 8.0 / length;
    offsets[vertex] = offset * distance;
  }
  return offsets;
}

GridPoint middle_of_floor(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  const std::vector<ScaffoldId> vertices = vertices_of_cubs(document, cubs);
  GridPoint middle = middle_of(document, vertices);
  for (const ScaffoldId id : vertices) middle.y = std::min(middle.y, place_of(document, id).y);
  return middle;
}

GridPoint mean_place(const ScaffoldDocument& document, std::span<const ScaffoldId> vertices) {
  glm::dvec3 sum(0.0);
  for (const ScaffoldId id : vertices) sum += to_metres(place_of(document, id));
  return nearest_grid(sum / static_cast<double>(vertices.size()));
}

GridPoint between(GridPoint a, GridPoint b, double t) {
  return nearest_grid(to_metres(a) * (1.0 - t) + to_metres(b) * t);
}

bool sides_overlap(const SidePlaces& a, const SidePlaces& b) {
  const glm::dvec3 n = outward_normal(a);
  const int axis = std::fabs(n.x) >= std::fabs(n.y) && std::fabs(n.x) >= std::fabs(n.z) ? 0
                   : std::fabs(n.y) >= std::fabs(n.z)                                   ? 1
                                                                                        : 2;
  const FlatSide flat_a(a, axis), flat_b(b, axis);
  return !edge_parts(flat_a, flat_b) && !edge_parts(flat_b, flat_a);
}

Result<Done> check_partial(const ScaffoldDocument& document, SideRef a, SideRef b) {
  Scaffold two;
  for (const ScaffoldId id : {a.cub, b.cub}) add_record(two.cubs, *document.find<ScaffoldCub>(id));
  for (ScaffoldCub& cub : two.cubs) {
    for (const ScaffoldId vertex : cub.corners)
      add_record(two.vertices, *document.find<ScaffoldVertex>(vertex));
    cub.trigger = kNoId;
    for (ScaffoldSide& side : cub.sides) side = ScaffoldSide{};
  }
  two.windows.push_back({1, {a, b}, true, kNoId, {}});
  const Result<CellComplex> cells = build_cells(two);
  if (cells.ok()) return Done{};
  return refuse("sides " + side_text(a) + " and " + side_text(b) +
                " cannot open into each other: " + cells.error().message);
}

ScaffoldSelection made(std::vector<ScaffoldId> cubs, std::vector<SideRef> sides) {
  ScaffoldSelection selection;
  selection.cubs = sorted_set(std::move(cubs));
  selection.sides = sorted_set(std::move(sides));
  return selection;
}

}  // namespace playset
