// What ObjectBuckets holds: objects, and per cell the bounding spheres of those that touch it, in
// blocks of eight; a crowded cell's blocks hang in an octree.
//
// A listing is an object in a cell: a lane of a block. Order of lanes depends on the history of
// moves; answers do not, because they are least values over all candidates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "level/cell_set.h"
#include "level/reach_table.h"
#include "playset/level/object_buckets.h"

namespace playset {

inline constexpr std::uint32_t kLanes = 8;
inline constexpr std::uint32_t kSplitAbove = 16;  // listings in a leaf
inline constexpr std::uint32_t kMergeBelow = 8;   // listings below a group
inline constexpr std::uint32_t kDeepest = 6;      // groups above a leaf
inline constexpr std::uint32_t kGroupBit = 0x80000000u;
inline constexpr float kNowhere = 1e15f;  // m: where unused lanes and empty children lie

// Bounding spheres of eight objects. The first two cache lines are what a query reads.
struct alignas(64) ObjectBlock {
  std::array<float, kLanes> x, y, z, radius;
  std::array<std::uint32_t, kLanes> object, mask, listing;
  std::uint32_t next;  // a full block of the same leaf, or kNone
  std::array<std::uint32_t, 7> reserved;
};
static_assert(sizeof(ObjectBlock) == 256);

// Listings of one cell, or of one cube of a crowded one: the newest block first, which alone may
// have lanes free. `head` with kGroupBit is an octree; kNone: empty.
struct BucketLeaf {
  std::uint32_t head = kNone;
  std::uint32_t count = 0;  // of all listings below
};

// Eight cubes of a crowded cell. Which one holds a listing is decided by its center; the bounds are
// those of the whole spheres.
struct alignas(64) BucketGroup {
  std::array<std::array<float, kLanes>, 3> low, high;
  std::array<BucketLeaf, kLanes> child;
  std::array<float, 3> middle;
  float half;            // m: half the side of the cube that is cut in eight
  std::uint32_t parent;  // kNone: the cell's own
  std::uint32_t cell, octant, depth;
};

struct ObjectListing {
  std::uint32_t cell, next;     // of the same object
  std::uint32_t block, lane;    // where it stands
  std::uint32_t group, octant;  // kNone: the cell is not split
};

struct alignas(64) ObjectSlot {
  // What an exact test reads: one cache line.
  glm::vec3 center{0.0f};
  ObjectKind kind = ObjectKind::Sphere;
  glm::vec3 half{0.0f};
  std::uint32_t generation = 0;  // odd while taken
  glm::vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};
  std::uint32_t user = 0, mask = 0;
  std::uint32_t first_listing = kNone;
  float bound = 0.0f;  // m: radius of the sphere around all of it
  // Where the cells were found, and how far every point of the body may move from there before
  // they can change.
  glm::vec3 anchor{0.0f};
  float slack = 0.0f;
  glm::vec4 anchor_rotation{0.0f, 0.0f, 0.0f, 1.0f};
  std::uint32_t home = kNone;
};
static_assert(sizeof(ObjectSlot) == 128);

struct ObjectStore {
  Level level;
  ReachTable reach;
  ObjectCapacity capacity;
  ObjectCounts counts;

  std::vector<BucketLeaf> cells;
  std::vector<ObjectBlock> blocks;  // block i < cells.size() is the first of cell i
  std::vector<BucketGroup> groups;
  std::vector<ObjectSlot> slots;
  std::vector<ObjectListing> listings;
  // Free ones, the last first.
  std::vector<std::uint32_t> free_blocks, free_groups, free_slots, free_listings;

  // Scratch of an update.
  std::vector<std::uint32_t> set_words;      // of a CellSet
  std::vector<std::uint8_t> stays;           // by place in it
  std::vector<std::uint32_t> split_dirty;    // cells whose octree's bounds are stale
  std::vector<std::uint8_t> is_split_dirty;  // by cell
};

// Lists a sphere in a cell; requires a free listing. Returns it.
std::uint32_t add_listing(ObjectStore& store, std::uint32_t cell, std::uint32_t object) noexcept;
void remove_listing(ObjectStore& store, std::uint32_t listing) noexcept;
// Puts a listing's sphere where its object is now.
void place_listing(ObjectStore& store, std::uint32_t listing) noexcept;
// Makes the bounds of octrees that changed exact again. Queries need it.
void settle_bounds(ObjectStore& store) noexcept;

struct ObjectAccess {
  static const ObjectStore& store(const ObjectBuckets& b) noexcept { return *b.store_; }
  static ObjectStore& store(ObjectBuckets& b) noexcept { return *b.store_; }
  static std::span<std::uint32_t> words(ObjectScratch& s) noexcept { return s.words_; }
};

}  // namespace playset
