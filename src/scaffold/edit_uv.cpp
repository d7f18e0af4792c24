// How materials lie on sides.
#include "playset/scaffold/edit_uv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "edit_parts.h"
#include "playset/core/math.h"

namespace playset {
namespace {

constexpr double kThousandths = kPi / 180'000.0;

// In the side's plane: x along its first edge, y inwards, seen from inside a quarter turn
// counterclockwise from it.
struct SideAxes {
  glm::dvec3 origin, x, y, inward;
};

SideAxes side_axes(const SidePlaces& side) {
  SideAxes axes;
  axes.inward = -outward_normal(side);
  axes.origin = to_metres(side.at[0]);
  const glm::dvec3 edge = to_metres(side.at[1]) - axes.origin;
  axes.x = unit(edge - axes.inward * dot_of(edge, axes.inward));
  axes.y = cross_of(axes.inward, axes.x);
  return axes;
}

// u and v of unit length.
struct TurnedAxes {
  glm::dvec3 u, v;
};

TurnedAxes turned_by(const SideAxes& axes, std::int32_t turn) {
  const SineCosineDouble angle = sine_cosine(turn % 360'000 * kThousandths);
  return {axes.x * angle.cosine + axes.y * angle.sine, axes.y * angle.cosine - axes.x * angle.sine};
}

std::int32_t turn_towards(const SideAxes& axes, const glm::dvec3& u) {
  const double angle = arc_tangent(dot_of(u, axes.y), dot_of(u, axes.x));
  const double turn = std::floor(angle / kThousandths + 0.5);
  return static_cast<std::int32_t>(turn < 0.0 ? turn + 360'000.0 : turn) % 360'000;
}

// Grid steps, brought into one repeat.
std::int32_t phase(double metres, std::int32_t repeat) {
  const std::int64_t steps = static_cast<std::int64_t>(std::floor(metres * kGridPerMetre + 0.5));
  const std::int64_t length = std::abs(std::int64_t{repeat});
  return static_cast<std::int32_t>((steps % length + length) % length);
}

// How align_uv's axes run on this side.
TurnedAxes level_axes(const SideAxes& axes) {
  constexpr double kLevel = 0.01;  // of +Y that is left in the plane: half a degree of slope
  const glm::dvec3 up(0.0, 1.0, 0.0), ahead(0.0, 0.0, 1.0);
  glm::dvec3 v = up - axes.inward * axes.inward.y;
  if (length_of(v) < kLevel) v = ahead - axes.inward * axes.inward.z;
  TurnedAxes result;
  result.v = unit(v);
  result.u = cross_of(result.v, axes.inward);
  return result;
}

template <typename FrameOf>
Result<Done> set_frames(ScaffoldDocument& document, std::span<const SideRef> sides,
                        const char* name, FrameOf frame_of) {
  ScaffoldEdit edit(document, name);
  for (const SideRef side : sides) {
    const UvFrame frame = frame_of(side);
    change_sides(document, std::array{side}, [&](ScaffoldSide& wall) { wall.uv = frame; });
  }
  return edit.commit();
}

// The frame of a side beside `from`, which agrees with it along the shared edge.
UvFrame carried_over(const ScaffoldDocument& document, SideRef from, const UvFrame& frame,
                     SideRef to, EdgeRef edge) {
  const SideAxes a = side_axes(side_places(document, from)),
                 b = side_axes(side_places(document, to));
  const TurnedAxes on_a = turned_by(a, frame.turn);
  const glm::dvec3 start = to_metres(place_of(document, edge.a));
  const glm::dvec3 along = unit(to_metres(place_of(document, edge.b)) - start);
  const double angle = arc_tangent(dot_of(along, b.y), dot_of(along, b.x)) -
                       arc_tangent(dot_of(along, on_a.v), dot_of(along, on_a.u));
  const SineCosineDouble turn = sine_cosine(angle);
  UvFrame result = frame;
  result.turn = turn_towards(b, b.x * turn.cosine + b.y * turn.sine);
  const TurnedAxes on_b = turned_by(b, result.turn);
  const double u = dot_of(start - a.origin, on_a.u) - dot_of(start - b.origin, on_b.u);
  const double v = dot_of(start - a.origin, on_a.v) - dot_of(start - b.origin, on_b.v);
  result.offset_u = phase(u + frame.offset_u * kMetresPerGrid, frame.repeat_u);
  result.offset_v = phase(v + frame.offset_v * kMetresPerGrid, frame.repeat_v);
  return result;
}

// From the first side over edges, nearest first.
std::map<SideRef, UvFrame> unfolded(const ScaffoldDocument& document,
                                    std::span<const SideRef> sides) {
  const std::vector<SideRef> wanted = sorted_set(std::vector(sides.begin(), sides.end()));
  const auto& first = document.find<ScaffoldCub>(sides[0].cub)->sides[sides[0].side];
  std::map<SideRef, UvFrame> frames{{sides[0], first.uv}};
  std::vector<SideRef> order{sides[0]};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const SideRef from = order[next];
    for (const EdgeRef edge : edges_of_sides(document, std::array{from})) {
      for (const SideRef to : sides_of_edge(document, edge)) {
        if (!is_marked(wanted, to) || frames.count(to) != 0) continue;
        frames[to] = carried_over(document, from, frames[from], to, edge);
        order.push_back(to);
      }
    }
  }
  return frames;
}

}  // namespace

SideUv side_uv(const ScaffoldDocument& document, SideRef side) {
  const UvFrame& frame = document.find<ScaffoldCub>(side.cub)->sides[side.side].uv;
  const SideAxes axes = side_axes(side_places(document, side));
  const TurnedAxes turned = turned_by(axes, frame.turn);
  SideUv uv;
  uv.u = turned.u / (frame.repeat_u * kMetresPerGrid);
  uv.v = turned.v / (frame.repeat_v * kMetresPerGrid);
  uv.origin = axes.origin - turned.u * (frame.offset_u * kMetresPerGrid) -
              turned.v * (frame.offset_v * kMetresPerGrid);
  return uv;
}

Result<Done> align_uv(ScaffoldDocument& document, std::span<const SideRef> sides,
                      std::int32_t repeat_u, std::int32_t repeat_v) {
  if (Result<Done> there = need_sides(document, sides, "align"); !there) return there;
  if (repeat_u == 0 || repeat_v == 0) return refuse("a repeat is longer than 0");
  return set_frames(document, sides, "align materials", [&](SideRef side) {
    const SideAxes axes = side_axes(side_places(document, side));
    UvFrame frame{0, 0, repeat_u, repeat_v, turn_towards(axes, level_axes(axes).u)};
    const TurnedAxes turned = turned_by(axes, frame.turn);
    frame.offset_u = phase(dot_of(axes.origin, turned.u), repeat_u);
    frame.offset_v = phase(dot_of(axes.origin, turned.v), repeat_v);
    return frame;
  });
}

Result<Done> fit_uv(ScaffoldDocument& document, std::span<const SideRef> sides,
                    std::uint32_t times_u, std::uint32_t times_v) {
  if (Result<Done> there = need_sides(document, sides, "fit a material to"); !there) return there;
  if (times_u < 1 || times_u > 1000 || times_v < 1 || times_v > 1000)
    return refuse("a material fits 1 to 1,000 times");
  return set_frames(document, sides, "fit materials", [&](SideRef ref) {
    const SidePlaces side = side_places(document, ref);
    const SideAxes axes = side_axes(side);
    const std::int32_t turn = turn_towards(axes, level_axes(axes).u);
    const TurnedAxes turned = turned_by(axes, turn);
    glm::dvec2 low(1e30), high(-1e30);  // m, from the first corner
    for (const GridPoint p : side.places()) {
      const glm::dvec3 d = to_metres(p) - axes.origin;
      const glm::dvec2 at(dot_of(d, turned.u), dot_of(d, turned.v));
      low = glm::dvec2(std::min(low.x, at.x), std::min(low.y, at.y));
      high = glm::dvec2(std::max(high.x, at.x), std::max(high.y, at.y));
    }
    const auto repeat = [](double length, std::uint32_t times) {
      return std::max(1, static_cast<std::int32_t>(length * kGridPerMetre / times + 0.5));
    };
    UvFrame frame{0, 0, repeat(high.x - low.x, times_u), repeat(high.y - low.y, times_v), turn};
    frame.offset_u = phase(-low.x, frame.repeat_u);
    frame.offset_v = phase(-low.y, frame.repeat_v);
    return frame;
  });
}

Result<Done> unfold_uv(ScaffoldDocument& document, std::span<const SideRef> sides) {
  if (Result<Done> there = need_sides(document, sides, "unfold"); !there) return there;
  const std::map<SideRef, UvFrame> frames = unfolded(document, sides);
  for (const SideRef side : sides) {
    if (frames.count(side) == 0)
      return refuse("no edges lead from side " + side_text(sides[0]) + " to " + side_text(side) +
                    " over the sides given; add those between, or leave it out");
  }
  return set_frames(document, sides, "unfold materials",
                    [&](SideRef side) { return frames.find(side)->second; });
}

}  // namespace playset
