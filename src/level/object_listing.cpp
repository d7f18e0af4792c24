// Lanes, blocks and octrees: an object's sphere into a cell, out of it, and within it.
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "level/object_store.h"

namespace playset {
namespace {

std::uint32_t take(std::vector<std::uint32_t>& free) noexcept {
  const std::uint32_t index = free.back();
  free.pop_back();
  return index;
}

void clear_lane(ObjectBlock& block, std::uint32_t lane) noexcept {
  block.x[lane] = block.y[lane] = block.z[lane] = kNowhere;
  block.radius[lane] = 0.0f;
  block.object[lane] = block.listing[lane] = kNone;
  block.mask[lane] = 0;
}

// Empties a block for use. The first block of a cell's list is the cell's own.
std::uint32_t take_block(ObjectStore& store, std::uint32_t next) noexcept {
  const std::uint32_t index = take(store.free_blocks);
  store.blocks[index].next = next;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) clear_lane(store.blocks[index], lane);
  return index;
}

BucketLeaf& leaf_of(ObjectStore& store, std::uint32_t cell, std::uint32_t group,
                    std::uint32_t octant) noexcept {
  return group == kNone ? store.cells[cell] : store.groups[group].child[octant];
}

void fill_lane(ObjectStore& store, std::uint32_t listing) noexcept {
  const ObjectListing& l = store.listings[listing];
  ObjectBlock& block = store.blocks[l.block];
  const ObjectSlot& slot = store.slots[block.object[l.lane]];
  block.x[l.lane] = slot.center.x;
  block.y[l.lane] = slot.center.y;
  block.z[l.lane] = slot.center.z;
  block.radius[l.lane] = slot.bound;
  block.mask[l.lane] = slot.mask;
}

// Appends to a leaf that is no octree.
void push(ObjectStore& store, std::uint32_t listing, std::uint32_t object, std::uint32_t group,
          std::uint32_t octant) noexcept {
  ObjectListing& l = store.listings[listing];
  BucketLeaf& leaf = leaf_of(store, l.cell, group, octant);
  if (leaf.count == 0 && group == kNone)
    leaf.head = l.cell;
  else if (leaf.count % kLanes == 0)
    leaf.head = take_block(store, leaf.count == 0 ? kNone : leaf.head);
  l.block = leaf.head;
  l.lane = leaf.count % kLanes;
  l.group = group;
  l.octant = octant;
  ++leaf.count;
  store.blocks[l.block].object[l.lane] = object;
  store.blocks[l.block].listing[l.lane] = listing;
  fill_lane(store, listing);
}

// Takes the leaf's last listing out.
std::uint32_t pop(ObjectStore& store, BucketLeaf& leaf) noexcept {
  const std::uint32_t lane = (leaf.count - 1) % kLanes, block = leaf.head;
  const std::uint32_t listing = store.blocks[block].listing[lane];
  clear_lane(store.blocks[block], lane);
  --leaf.count;
  if (lane != 0) return listing;
  leaf.head = leaf.count == 0 ? kNone : store.blocks[block].next;
  if (block >= store.cells.size()) store.free_blocks.push_back(block);
  return listing;
}

// Takes a listing out of its leaf; the last one moves into its place.
void pull(ObjectStore& store, std::uint32_t listing) noexcept {
  const ObjectListing gone = store.listings[listing];
  BucketLeaf& leaf = leaf_of(store, gone.cell, gone.group, gone.octant);
  const std::uint32_t last_object = store.blocks[leaf.head].object[(leaf.count - 1) % kLanes];
  const std::uint32_t last = pop(store, leaf);
  if (last == listing) return;
  ObjectListing& moved = store.listings[last];
  moved.block = gone.block;
  moved.lane = gone.lane;
  store.blocks[moved.block].object[moved.lane] = last_object;
  store.blocks[moved.block].listing[moved.lane] = last;
  fill_lane(store, last);
}

void mark_dirty(ObjectStore& store, std::uint32_t cell) noexcept {
  if (store.is_split_dirty[cell] != 0) return;
  store.is_split_dirty[cell] = 1;
  store.split_dirty.push_back(cell);
}

std::uint32_t octant_of(const BucketGroup& group, glm::vec3 p) noexcept {
  return (p.x >= group.middle[0] ? 1u : 0u) | (p.y >= group.middle[1] ? 2u : 0u) |
         (p.z >= group.middle[2] ? 4u : 0u);
}

struct LeafPlace {
  std::uint32_t group, octant;
};

// The leaf of a split cell that a center belongs to.
LeafPlace find_leaf(const ObjectStore& store, std::uint32_t cell, glm::vec3 center) noexcept {
  std::uint32_t group = store.cells[cell].head & ~kGroupBit;
  for (;;) {
    const std::uint32_t octant = octant_of(store.groups[group], center);
    const BucketLeaf& child = store.groups[group].child[octant];
    if (child.head == kNone || (child.head & kGroupBit) == 0) return {group, octant};
    group = child.head & ~kGroupBit;
  }
}

bool is_split(const ObjectStore& store, std::uint32_t cell) noexcept {
  const std::uint32_t head = store.cells[cell].head;
  return head != kNone && (head & kGroupBit) != 0;
}

// Adds to the counts of every group above a leaf, and of the cell.
void count_above(ObjectStore& store, std::uint32_t group, std::uint32_t by) noexcept {
  while (group != kNone) {
    const BucketGroup& g = store.groups[group];
    leaf_of(store, g.cell, g.parent, g.octant).count += by;
    group = g.parent;
  }
}

// The cube of a cell, or of an octant.
void set_cube(ObjectStore& store, BucketGroup& group) noexcept {
  if (group.parent != kNone) {
    const BucketGroup& parent = store.groups[group.parent];
    group.half = 0.5f * parent.half;
    for (std::uint32_t axis = 0; axis < 3; ++axis)
      group.middle[axis] =
          parent.middle[axis] + ((group.octant >> axis) & 1u ? group.half : -group.half);
    return;
  }
  glm::dvec3 low(kNowhere), high(-kNowhere);
  const Level& level = store.level;
  for (std::uint32_t i = 0; i < level.side_count(group.cell); ++i)
    for (const std::uint32_t corner : level.side_corners(level.first_side(group.cell) + i)) {
      const glm::dvec3 p = to_metres(level.vertex(corner));
      low = glm::min(low, p), high = glm::max(high, p);
    }
  const glm::vec3 middle(0.5 * (low + high)), size(high - low);
  group.middle = {middle.x, middle.y, middle.z};
  group.half = 0.5f * std::max(size.x, std::max(size.y, size.z));
}

// Turns a crowded leaf into an octree, as far down as it is crowded. False where no group is free.
bool split(ObjectStore& store, std::uint32_t cell, std::uint32_t parent,
           std::uint32_t octant) noexcept {
  if (store.free_groups.empty()) return false;
  const std::uint32_t index = take(store.free_groups);
  BucketGroup& group = store.groups[index];
  group = {};
  group.parent = parent;
  group.cell = cell;
  group.octant = octant;
  group.depth = parent == kNone ? 1 : store.groups[parent].depth + 1;
  set_cube(store, group);
  BucketLeaf& leaf = leaf_of(store, cell, parent, octant);
  BucketLeaf whole = leaf;
  leaf = {index | kGroupBit, whole.count};
  if (parent == kNone) ++store.counts.split_cells;
  while (whole.count > 0) {
    const std::uint32_t object = store.blocks[whole.head].object[(whole.count - 1) % kLanes];
    const std::uint32_t listing = pop(store, whole);
    push(store, listing, object, index, octant_of(group, store.slots[object].center));
  }
  return true;
}

void split_where_crowded(ObjectStore& store, std::uint32_t cell, std::uint32_t group,
                         std::uint32_t octant) noexcept {
  for (;;) {
    const std::uint32_t depth = group == kNone ? 0 : store.groups[group].depth;
    const BucketLeaf& leaf = leaf_of(store, cell, group, octant);
    if (leaf.count <= kSplitAbove || depth >= kDeepest) return;
    if (!split(store, cell, group, octant)) {
      ++store.counts.unsplit;
      return;
    }
    group = leaf_of(store, cell, group, octant).head & ~kGroupBit;
    const auto& children = store.groups[group].child;
    octant = 0;
    for (std::uint32_t k = 1; k < kLanes; ++k)  // at most one can be crowded: 17 came in
      if (children[k].count > children[octant].count) octant = k;
  }
}

// Moves every listing below a group into one leaf's chain, and frees the groups.
void gather(ObjectStore& store, std::uint32_t group, BucketLeaf& into, std::uint32_t parent,
            std::uint32_t octant) noexcept {
  for (BucketLeaf& child : store.groups[group].child) {
    if (child.head == kNone) continue;
    if ((child.head & kGroupBit) != 0) {
      gather(store, child.head & ~kGroupBit, into, parent, octant);
      continue;
    }
    while (child.count > 0) {
      const std::uint32_t object = store.blocks[child.head].object[(child.count - 1) % kLanes];
      push(store, pop(store, child), object, parent, octant);
    }
  }
  store.free_groups.push_back(group);
}

// Undoes the topmost split that is no longer worth it.
void merge_where_sparse(ObjectStore& store, std::uint32_t group) noexcept {
  std::uint32_t sparse = kNone;
  for (std::uint32_t g = group; g != kNone; g = store.groups[g].parent) {
    const BucketGroup& at = store.groups[g];
    if (leaf_of(store, at.cell, at.parent, at.octant).count < kMergeBelow) sparse = g;
  }
  if (sparse == kNone) return;
  const std::uint32_t cell = store.groups[sparse].cell, parent = store.groups[sparse].parent,
                      octant = store.groups[sparse].octant;
  BucketLeaf& leaf = leaf_of(store, cell, parent, octant);
  leaf = {};
  gather(store, sparse, leaf, parent, octant);
  if (parent == kNone) --store.counts.split_cells;
}

// The bounds of one leaf's spheres, as row `octant` of its group.
void bound_leaf(ObjectStore& store, BucketGroup& group, std::uint32_t octant) noexcept {
  std::array<float, 3> low = {kNowhere, kNowhere, kNowhere},
                       high = {-kNowhere, -kNowhere, -kNowhere};
  const BucketLeaf& leaf = group.child[octant];
  std::uint32_t lanes = leaf.count == 0 ? 0 : (leaf.count - 1) % kLanes + 1;
  for (std::uint32_t b = leaf.head; b != kNone; b = store.blocks[b].next, lanes = kLanes) {
    const ObjectBlock& block = store.blocks[b];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::array<float, 3> at = {block.x[lane], block.y[lane], block.z[lane]};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], at[axis] - block.radius[lane]);
        high[axis] = std::max(high[axis], at[axis] + block.radius[lane]);
      }
    }
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    group.low[axis][octant] = low[axis], group.high[axis][octant] = high[axis];
}

void bound_group(ObjectStore& store, BucketGroup& group) noexcept {
  for (std::uint32_t octant = 0; octant < kLanes; ++octant) {
    const std::uint32_t head = group.child[octant].head;
    if (head == kNone || (head & kGroupBit) == 0) {
      bound_leaf(store, group, octant);
      continue;
    }
    BucketGroup& below = store.groups[head & ~kGroupBit];
    bound_group(store, below);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      group.low[axis][octant] = *std::min_element(below.low[axis].begin(), below.low[axis].end());
      group.high[axis][octant] =
          *std::max_element(below.high[axis].begin(), below.high[axis].end());
    }
  }
}

void insert_lane(ObjectStore& store, std::uint32_t listing, std::uint32_t object) noexcept {
  const std::uint32_t cell = store.listings[listing].cell;
  LeafPlace at{kNone, 0};
  if (is_split(store, cell)) {
    at = find_leaf(store, cell, store.slots[object].center);
    mark_dirty(store, cell);
  }
  push(store, listing, object, at.group, at.octant);
  count_above(store, at.group, 1);
  split_where_crowded(store, cell, at.group, at.octant);
  if (is_split(store, cell)) mark_dirty(store, cell);
}

void remove_lane(ObjectStore& store, std::uint32_t listing) noexcept {
  const ObjectListing l = store.listings[listing];
  pull(store, listing);
  if (l.group == kNone) return;
  mark_dirty(store, l.cell);
  count_above(store, l.group, ~std::uint32_t{0});  // one less
  merge_where_sparse(store, l.group);
}

}  // namespace

std::uint32_t add_listing(ObjectStore& store, std::uint32_t cell, std::uint32_t object) noexcept {
  const std::uint32_t listing = take(store.free_listings);
  store.listings[listing].cell = cell;
  store.listings[listing].next = store.slots[object].first_listing;
  store.slots[object].first_listing = listing;
  insert_lane(store, listing, object);
  ++store.counts.listings;
  return listing;
}

void remove_listing(ObjectStore& store, std::uint32_t listing) noexcept {
  remove_lane(store, listing);
  store.free_listings.push_back(listing);
  --store.counts.listings;
}

void place_listing(ObjectStore& store, std::uint32_t listing) noexcept {
  const ObjectListing& l = store.listings[listing];
  const std::uint32_t object = store.blocks[l.block].object[l.lane];
  if (l.group != kNone) {
    const LeafPlace at = find_leaf(store, l.cell, store.slots[object].center);
    if (at.group != l.group || at.octant != l.octant) {
      remove_lane(store, listing);
      insert_lane(store, listing, object);
      return;
    }
    mark_dirty(store, l.cell);
  }
  fill_lane(store, listing);
}

void settle_bounds(ObjectStore& store) noexcept {
  for (const std::uint32_t cell : store.split_dirty) {
    store.is_split_dirty[cell] = 0;
    if (is_split(store, cell))
      bound_group(store, store.groups[store.cells[cell].head & ~kGroupBit]);
  }
  store.split_dirty.clear();
}

}  // namespace playset
