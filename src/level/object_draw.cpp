// How a crowd is bucketed, as lines and polygons.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "level/object_shape.h"
#include "playset/core/debug_canvas.h"

namespace playset {
namespace {

constexpr std::int32_t kFloorLayer = 1, kCubeLayer = 2, kObjectLayer = 3;
constexpr float kSquareHalf = 0.70710678f;

// Floors are filled, the rest is outlined.
void draw_cell(const ObjectStore& store, std::uint32_t cell, DebugCanvas& canvas) {
  const Level& level = store.level;
  const float share = static_cast<float>(store.cells[cell].count) / static_cast<float>(kSplitAbove);
  const Colour colour = ramp_colour(std::min(1.0f, share));
  for (std::uint32_t i = 0; i < level.side_count(cell); ++i) {
    const std::uint32_t side = level.first_side(cell) + i;
    std::array<glm::vec3, 64> corners;
    std::size_t count = 0;
    for (const std::uint32_t corner : level.side_corners(side))
      if (count < corners.size()) corners[count++] = glm::vec3(to_metres(level.vertex(corner)));
    const bool floor = level.side_normal(side).y > double{kSquareHalf};
    canvas.polygon(std::span(corners).first(count),
                   {with_alpha(colour, 0.8f), floor ? with_alpha(colour, 0.35f) : kNoColour, 1.0f,
                    0.0f, kFloorLayer});
  }
}

// The edges of a box about a middle, given its three half axes.
void draw_edges(glm::vec3 middle, const std::array<glm::vec3, 3>& half, const CanvasStyle& style,
                DebugCanvas& canvas) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 4; ++k) {
      const glm::vec3 across = half[(axis + 1) % 3] * ((k & 1) != 0 ? 1.0f : -1.0f) +
                               half[(axis + 2) % 3] * ((k & 2) != 0 ? 1.0f : -1.0f);
      canvas.line(middle + across - half[axis], middle + across + half[axis], style);
    }
}

// What each cube of an octree holds, as far as that reaches.
void draw_group(const ObjectStore& store, const BucketGroup& group, DebugCanvas& canvas) {
  for (std::size_t i = 0; i < kLanes; ++i) {
    const BucketLeaf& child = group.child[i];
    if (child.head == kNone) continue;
    const glm::vec3 low(group.low[0][i], group.low[1][i], group.low[2][i]);
    const glm::vec3 high(group.high[0][i], group.high[1][i], group.high[2][i]);
    const glm::vec3 half = 0.5f * (high - low);
    draw_edges(0.5f * (low + high),
               {glm::vec3(half.x, 0, 0), glm::vec3(0, half.y, 0), glm::vec3(0, 0, half.z)},
               stroke_style(with_alpha(kPurple, 0.8f), 1.0f, kCubeLayer), canvas);
    if ((child.head & kGroupBit) != 0)
      draw_group(store, store.groups[child.head & ~kGroupBit], canvas);
  }
}

void draw_body(const ObjectSlot& slot, DebugCanvas& canvas) {
  const CanvasStyle style{kInk, with_alpha(kOrange, 0.7f), 0.75f, 0.0f, kObjectLayer};
  const ShapeAxes axes = axes_of(slot.rotation);
  if (slot.kind == ObjectKind::Box) {
    draw_edges(slot.center,
               {glm::vec3(axes[0]) * slot.half.x, glm::vec3(axes[1]) * slot.half.y,
                glm::vec3(axes[2]) * slot.half.z},
               stroke_style(kInk, 0.75f, kObjectLayer), canvas);
    return;
  }
  const glm::vec3 along =
      slot.kind == ObjectKind::Capsule ? glm::vec3(axes[1]) * slot.half.y : glm::vec3(0.0f);
  canvas.circle(slot.center - along, slot.half.x, style);
  if (slot.kind == ObjectKind::Sphere) return;
  canvas.line(slot.center - along, slot.center + along, style);
  canvas.circle(slot.center + along, slot.half.x, style);
}

}  // namespace

void draw_object_buckets(const ObjectBuckets& buckets, DebugCanvas& canvas) {
  const ObjectStore& store = ObjectAccess::store(buckets);
  for (std::uint32_t cell = 0; cell < store.cells.size(); ++cell) {
    const std::uint32_t head = store.cells[cell].head;
    if (head == kNone) continue;
    draw_cell(store, cell, canvas);
    if ((head & kGroupBit) != 0) draw_group(store, store.groups[head & ~kGroupBit], canvas);
  }
  for (const ObjectSlot& slot : store.slots)
    if (slot.generation % 2 != 0) draw_body(slot, canvas);
  canvas.legend("cell listing 1 object", fill_style(with_alpha(ramp_colour(1.0f / 16.0f), 0.6f)));
  canvas.legend("8", fill_style(with_alpha(ramp_colour(0.5f), 0.6f)));
  canvas.legend("16 (more: split into cubes)", fill_style(with_alpha(ramp_colour(1.0f), 0.6f)));
  canvas.legend("what a cube of a crowded cell holds", stroke_style(kPurple, 1.0f));
}

}  // namespace playset
