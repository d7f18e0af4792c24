// Moving corners, cubs and objects.
#include "playset/scaffold/edit_move.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "edit_parts.h"
#include "group_frame.h"
#include "object_turns.h"
#include "playset/core/math.h"

namespace playset {
namespace {

constexpr std::int32_t kFullTurn = 360'000;
constexpr std::int32_t kQuarter = 90'000;

// New places for vertices, by `move`.
template <typename Move>
void move_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices, Move move) {
  std::vector<ScaffoldVertex> moved;
  for (const ScaffoldId id : sorted_set(std::vector(vertices.begin(), vertices.end()))) {
    ScaffoldVertex& vertex = moved.emplace_back(*document.find<ScaffoldVertex>(id));
    vertex.at = move(vertex.at);
  }
  document.put_all(std::move(moved));
}

// The same for spawns and props; `turn` gives props their new direction, and spawns where it keeps
// them upright.
template <typename Move, typename Turn>
void move_objects(ScaffoldDocument& document, std::span<const ScaffoldId> objects, Move move,
                  Turn turn, bool upright) {
  std::vector<ScaffoldSpawn> spawns;
  std::vector<ScaffoldProp> props;
  for (const ScaffoldId id : sorted_set(std::vector(objects.begin(), objects.end()))) {
    if (const ScaffoldSpawn* spawn = document.find<ScaffoldSpawn>(id)) {
      spawns.push_back(*spawn);
      spawns.back().at = move(spawn->at);
      if (upright) spawns.back().yaw = turn(ObjectTurn{spawn->yaw, 0, 0})[0];
    } else if (const ScaffoldProp* prop = document.find<ScaffoldProp>(id)) {
      props.push_back(*prop);
      props.back().at = move(prop->at);
      props.back().turn = turn(prop->turn);
    }
  }
  document.put_all(std::move(spawns));
  document.put_all(std::move(props));
}

bool keeps_up(const GridTransform& transform) { return transform.columns[1] == GridPoint(0, 1, 0); }

std::vector<ScaffoldId> objects_of_cubs(const ScaffoldDocument& document,
                                        std::span<const ScaffoldId> cubs) {
  std::vector<ScaffoldId> objects;
  for (const ScaffoldId cub : cubs) {
    const auto spawns = document.spawns_of_cub(cub), props = document.props_of_cub(cub);
    objects.insert(objects.end(), spawns.begin(), spawns.end());
    objects.insert(objects.end(), props.begin(), props.end());
  }
  return objects;
}

// Which of the cub's own axes lies most along the world's: ends that a mirror along it swaps.
std::uint32_t axis_along(const ScaffoldDocument& document, const ScaffoldCub& cub, GridPoint way) {
  std::array<std::int64_t, 3> along{};
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    const GridPoint at = place_of(document, cub.corners[corner]);
    const std::int64_t reach =
        std::int64_t{at.x} * way.x + std::int64_t{at.y} * way.y + std::int64_t{at.z} * way.z;
    for (std::size_t axis = 0; axis < 3; ++axis)
      along[axis] += kCornerPlaces[corner][axis] != 0 ? reach : -reach;
  }
  std::size_t best = 0;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    if (std::abs(along[axis]) > std::abs(along[best])) best = axis;
  }
  return static_cast<std::uint32_t>(best);
}

// The direction that the transform reverses, or any where it is no plain mirror.
GridPoint mirrored_way(const GridTransform& transform) {
  for (int axis = 0; axis < 3; ++axis) {
    GridPoint way(0);
    way[axis] = 1;
    if (transform.columns[static_cast<std::size_t>(axis)] == -way) return way;
  }
  return {1, 0, 0};
}

// Turns the cub's sides inwards again after its corners were mirrored.
void swap_ends(ScaffoldDocument& document, ScaffoldId id, std::uint32_t axis) {
  ScaffoldCub cub = *document.find<ScaffoldCub>(id);
  const std::array<ScaffoldId, kCubCorners> corners = cub.corners;
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner)
    cub.corners[corner] = corners[corner_across(corner, axis)];
  constexpr std::uint8_t kEnds[3] = {0, 1, 4};
  const std::uint8_t low = kEnds[axis], high = kOppositeSide[low];
  std::swap(cub.sides[low], cub.sides[high]);
  document.put(std::move(cub));
  std::vector<ScaffoldWindow> windows;
  for (const ScaffoldId window_id : document.windows_of_cub(id)) {
    ScaffoldWindow& window = windows.emplace_back(*document.find<ScaffoldWindow>(window_id));
    for (SideRef& side : window.sides) {
      if (side.cub == id && side_axis(side.side) == axis) side.side = kOppositeSide[side.side];
    }
  }
  document.put_all(std::move(windows));
}

Result<Done> need_objects(const ScaffoldDocument& document, std::span<const ScaffoldId> objects) {
  if (objects.empty())
    return Error{
        ErrorCode::Usage, "there is nothing to move; name or select spawns or props", {}, 0, 0, 0};
  for (const ScaffoldId id : objects) {
    if (document.find<ScaffoldSpawn>(id) == nullptr && document.find<ScaffoldProp>(id) == nullptr)
      return refuse("there is no spawn or prop " + id_text(id) + "; it may have been deleted");
  }
  return Done{};
}

// The point turned about an axis; whole quarters are exact.
GridPoint turn_point(GridPoint p, std::uint32_t axis, std::int32_t angle, GridPoint pivot) {
  if (angle % kQuarter == 0)
    return apply_transform(quarter_turns(axis, angle / kQuarter, pivot), p);
  const SineCosineDouble turn = sine_cosine(angle * (kPi / 180'000.0));
  const auto a = static_cast<int>((axis + 1) % 3), b = static_cast<int>((axis + 2) % 3);
  const glm::dvec3 d = to_metres(p) - to_metres(pivot);
  glm::dvec3 turned = to_metres(p);
  turned[a] = to_metres(pivot)[a] + d[a] * turn.cosine - d[b] * turn.sine;
  turned[b] = to_metres(pivot)[b] + d[a] * turn.sine + d[b] * turn.cosine;
  return nearest_grid(turned);
}

std::optional<Error> bad_turn(std::uint32_t axis, GridPoint pivot) {
  if (axis > 2) return refuse("an axis is x, y or z");
  if (!on_grid(pivot)) return refuse("the pivot lies outside the grid of 16,384 m each way");
  return std::nullopt;
}

std::optional<Error> bad_scale(glm::dvec3 factors, GridPoint pivot) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(factors[axis] > 0.0 && factors[axis] <= 1e6))
      return refuse("scale factors lie above 0 and up to 1,000,000; mirror turns things round");
  }
  return bad_turn(0, pivot);
}

auto scaling(glm::dvec3 factors, GridPoint pivot) {
  return [=](GridPoint p) {
    return nearest_grid(to_metres(pivot) + (to_metres(p) - to_metres(pivot)) * factors);
  };
}

std::int32_t snapped(std::int32_t value, std::int32_t step) {
  const std::int64_t shifted = std::int64_t{value} + step / 2;
  const std::int64_t rest = ((shifted % step) + step) % step;
  return static_cast<std::int32_t>(shifted - rest);
}

}  // namespace

GridTransform shift_by(GridPoint shift) noexcept {
  GridTransform transform;
  transform.shift = shift;
  return transform;
}

GridTransform quarter_turns(std::uint32_t axis, int quarters, GridPoint pivot) noexcept {
  constexpr int kCosine[4] = {1, 0, -1, 0}, kSine[4] = {0, 1, 0, -1};
  const auto turn = static_cast<std::size_t>(((quarters % 4) + 4) % 4);
  const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
  GridTransform transform;
  transform.pivot = pivot;
  for (const std::size_t from : {a, b}) transform.columns[from] = GridPoint(0);
  transform.columns[a][static_cast<int>(a)] = kCosine[turn];
  transform.columns[a][static_cast<int>(b)] = kSine[turn];
  transform.columns[b][static_cast<int>(a)] = -kSine[turn];
  transform.columns[b][static_cast<int>(b)] = kCosine[turn];
  return transform;
}

GridTransform mirror_along(std::uint32_t axis, GridPoint pivot) noexcept {
  GridTransform transform;
  transform.pivot = pivot;
  transform.columns[axis % 3] = -transform.columns[axis % 3];
  return transform;
}

GridPoint apply_transform(const GridTransform& transform, GridPoint p) noexcept {
  constexpr std::int64_t kMost = 4 * std::int64_t{kGridLimit};
  GridPoint result(0);
  for (int row = 0; row < 3; ++row) {
    std::int64_t sum = std::int64_t{transform.pivot[row]} + transform.shift[row];
    for (int axis = 0; axis < 3; ++axis)
      sum += transform.columns[static_cast<std::size_t>(axis)][row] *
             (std::int64_t{p[axis]} - transform.pivot[axis]);
    result[row] = static_cast<std::int32_t>(std::clamp(sum, -kMost, kMost));
  }
  return result;
}

bool is_mirror(const GridTransform& transform) noexcept {
  const auto& c = transform.columns;
  return c[0].x * (c[1].y * c[2].z - c[1].z * c[2].y) -
             c[1].x * (c[0].y * c[2].z - c[0].z * c[2].y) +
             c[2].x * (c[0].y * c[1].z - c[0].z * c[1].y) <
         0;
}

Result<Done> transform_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                                const GridTransform& transform, std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "move"); !there) return there;
  ScaffoldEdit edit(document, "move vertices", drag);
  move_vertices(document, vertices, [&](GridPoint p) { return apply_transform(transform, p); });
  return edit.commit();
}

Result<Done> transform_objects(ScaffoldDocument& document, std::span<const ScaffoldId> objects,
                               const GridTransform& transform, std::string_view drag) {
  if (Result<Done> there = need_objects(document, objects); !there) return there;
  ScaffoldEdit edit(document, "move objects", drag);
  move_objects(
      document, objects, [&](GridPoint p) { return apply_transform(transform, p); },
      [&](ObjectTurn turn) { return transform_turn(transform, turn); }, keeps_up(transform));
  return edit.commit();
}

Result<Done> transform_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                            const GridTransform& transform, std::string_view drag) {
  if (Result<Done> there = need_cubs(document, cubs, "move"); !there) return there;
  ScaffoldEdit edit(document, "move cubs", drag);
  const auto move = [&](GridPoint p) { return apply_transform(transform, p); };
  const std::vector<ScaffoldId> all = sorted_set(std::vector(cubs.begin(), cubs.end()));
  if (is_mirror(transform)) {
    for (const ScaffoldId cub : all)
      swap_ends(document, cub,
                axis_along(document, *document.find<ScaffoldCub>(cub), mirrored_way(transform)));
    drop_lost_windows(document, all);
  }
  move_group_frames(document, all, transform);
  move_vertices(document, vertices_of_cubs(document, all), move);
  move_objects(
      document, objects_of_cubs(document, all), move,
      [&](ObjectTurn turn) { return transform_turn(transform, turn); }, keeps_up(transform));
  return edit.commit();
}

Result<Done> rotate_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                             std::uint32_t axis, std::int32_t angle, GridPoint pivot,
                             std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "rotate"); !there) return there;
  if (std::optional<Error> bad = bad_turn(axis, pivot)) return *bad;
  ScaffoldEdit edit(document, "rotate vertices", drag);
  move_vertices(document, vertices,
                [&](GridPoint p) { return turn_point(p, axis, angle % kFullTurn, pivot); });
  return edit.commit();
}

Result<Done> rotate_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                         std::uint32_t axis, std::int32_t angle, GridPoint pivot,
                         std::string_view drag) {
  if (Result<Done> there = need_cubs(document, cubs, "rotate"); !there) return there;
  if (std::optional<Error> bad = bad_turn(axis, pivot)) return *bad;
  ScaffoldEdit edit(document, "rotate cubs", drag);
  const auto move = [&](GridPoint p) { return turn_point(p, axis, angle % kFullTurn, pivot); };
  move_vertices(document, vertices_of_cubs(document, cubs), move);
  move_objects(
      document, objects_of_cubs(document, cubs), move,
      [&](ObjectTurn turn) { return turn_about(axis, angle % kFullTurn, turn); }, axis == 1);
  return edit.commit();
}

Result<Done> scale_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                            glm::dvec3 factors, GridPoint pivot, std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "scale"); !there) return there;
  if (std::optional<Error> bad = bad_scale(factors, pivot)) return *bad;
  ScaffoldEdit edit(document, "scale vertices", drag);
  move_vertices(document, vertices, scaling(factors, pivot));
  return edit.commit();
}

Result<Done> scale_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                        glm::dvec3 factors, GridPoint pivot, std::string_view drag) {
  if (Result<Done> there = need_cubs(document, cubs, "scale"); !there) return there;
  if (std::optional<Error> bad = bad_scale(factors, pivot)) return *bad;
  ScaffoldEdit edit(document, "scale cubs", drag);
  move_vertices(document, vertices_of_cubs(document, cubs), scaling(factors, pivot));
  move_objects(
      document, objects_of_cubs(document, cubs), scaling(factors, pivot),
      [](ObjectTurn turn) { return turn; }, true);
  return edit.commit();
}

Result<Done> snap_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                           std::int32_t step, std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "snap"); !there) return there;
  if (step <= 0 || step > kGridLimit)
    return refuse("the step to snap to lies above 0 and up to 16,384 m");
  ScaffoldEdit edit(document, "snap vertices", drag);
  move_vertices(document, vertices, [&](GridPoint p) {
    return GridPoint(snapped(p.x, step), snapped(p.y, step), snapped(p.z, step));
  });
  return edit.commit();
}

Result<Done> push_sides(ScaffoldDocument& document, std::span<const SideRef> sides,
                        std::int32_t distance, std::string_view drag) {
  if (Result<Done> there = need_sides(document, sides, "push"); !there) return there;
  if (std::abs(std::int64_t{distance}) > kGridLimit)
    return refuse("the distance is beyond the grid of 16,384 m each way");
  ScaffoldEdit edit(document, "push sides", drag);
  const std::map<ScaffoldId, glm::dvec3> offsets =
      offset_corners(document, sides, distance * kMetresPerGrid);
  std::vector<ScaffoldVertex> moved;
  for (const auto& [id, offset] : offsets) {
    ScaffoldVertex& vertex = moved.emplace_back(*document.find<ScaffoldVertex>(id));
    vertex.at = nearest_grid(to_metres(vertex.at) + offset);
  }
  document.put_all(std::move(moved));
  return edit.commit();
}

GridPoint middle_of(const ScaffoldDocument& document, std::span<const ScaffoldId> vertices) {
  glm::i64vec3 low(INT32_MAX), high(INT32_MIN);
  for (const ScaffoldId id : vertices) {
    const ScaffoldVertex* vertex = document.find<ScaffoldVertex>(id);
    if (vertex == nullptr) continue;
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], std::int64_t{vertex->at[axis]});
      high[axis] = std::max(high[axis], std::int64_t{vertex->at[axis]});
    }
  }
  if (low.x > high.x) return GridPoint(0);
  const auto half = [](std::int64_t sum) {
    return static_cast<std::int32_t>((sum - (sum & 1)) / 2);
  };
  return {half(low.x + high.x), half(low.y + high.y), half(low.z + high.z)};
}

}  // namespace playset
