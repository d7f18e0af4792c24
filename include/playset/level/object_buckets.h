// playset/level/object_buckets.h - ObjectBuckets: what moves in a level, listed in every cell that
// it touches.
//
// Use it for agents, pick-ups, crates, missiles: everything that traces, sweeps and neighbour
// searches should find and that is not the level itself. Give all moves of a tick to
// update_objects, then ask. Objects follow topology, as rays do: where cells overlap in space, an
// object in one is not seen from the other.
//
// Units   metres; t is the fraction of the segment in [0, 1].
// Cost    a move that touches the same cells: some ns; one that does not: a search from its cell. A
//         trace: the level's, and 8 bounding spheres at a time in cells that hold objects. reserve
//         and the constructor allocate, nothing else does.
// Threads const queries from any thread while nothing is inserted, erased or moved.
// Ref     docs/level.md (Objects)
// See     level/level.h, geom/ray_tests.h (the shapes), tests/level/object_buckets_test.cpp,
//         bench/level/objects_bench.cpp
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <memory>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/handle.h"
#include "playset/geom/world.h"
#include "playset/level/level.h"
#include "playset/level/sweep.h"

namespace playset {

class DebugCanvas;

struct ObjectTag;
using ObjectId = Handle<ObjectTag>;

enum class ObjectKind : std::uint8_t {
  Sphere,   // half.x: radius
  Capsule,  // half.x: radius; half.y: half the axis, which runs along its own y
  Box,      // half: half its sizes along its own axes
};

struct ObjectBody {
  glm::vec3 center{0.0f};
  std::uint32_t cell = kNone;  // holds the center, a guess at it, or kNone: then it is located
  // a unit quaternion x, y, z, w; not used for spheres
  glm::vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};
  glm::vec3 half{0.5f};  // m, >= 0
  ObjectKind kind = ObjectKind::Sphere;
  std::uint32_t mask = 0xFFFFFFFFu;  // queries find it where it shares a bit with theirs
  std::uint32_t user = 0;            // yours; hits carry it
};

struct ObjectMove {
  ObjectId object = {};
  glm::vec3 center{0.0f};
  // kNone: followed from where the object was; give it for teleports
  std::uint32_t cell = kNone;
  glm::vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};
};

enum class ObjectStatus : std::uint8_t {
  Placed,
  Outside,  // the center lies in no cell
  Refused,  // not finite, beyond the grid, a negative size, a rotation that is not unit
  Full,     // needs `needed` objects or listings: reserve more
  Stale,    // erased before, or never there
};

struct ObjectInsert {
  ObjectId object = {};  // null unless Placed
  ObjectStatus status = ObjectStatus::Placed;
  std::uint32_t needed_objects = 0, needed_listings = 0;  // in all, where Full
};

// How many moves ended which way. All but the first two leave their object as and where it was.
struct ObjectUpdate {
  std::uint32_t same_cells = 0;
  std::uint32_t other_cells = 0;
  std::uint32_t outside = 0, refused = 0, full = 0, stale = 0;
  std::uint32_t needed_listings = 0;  // in all, where full > 0
};

struct ObjectCapacity {
  std::uint32_t objects = 0;
  // An object takes one for each cell it touches; 0: eight for each object.
  std::uint32_t listings = 0;
};

struct ObjectCounts {
  std::uint32_t objects = 0, listings = 0;
  std::uint32_t split_cells = 0;  // crowded: searched by octrees
  std::uint32_t unsplit = 0;      // times that an octree had no room to split: slower, never wrong
};

struct ObjectStore;  // src/level/object_store.h

class PLAYSET_API ObjectBuckets {
 public:
  explicit ObjectBuckets(Level level, const ObjectCapacity& capacity = {});
  ObjectBuckets(const ObjectBuckets& other);  // same handles
  ObjectBuckets(ObjectBuckets&& other) noexcept;
  ObjectBuckets& operator=(ObjectBuckets other) noexcept;
  ~ObjectBuckets();

  // Room for so many at a time; what is there stays. Never shrinks.
  void reserve(const ObjectCapacity& capacity);

  ObjectInsert insert(const ObjectBody& body) noexcept;
  // False where the handle is null or stale.
  bool erase(ObjectId object) noexcept;

  [[nodiscard]] bool contains(ObjectId object) const noexcept;
  // As it stands; its cell holds the center. Requires contains(object).
  [[nodiscard]] ObjectBody body(ObjectId object) const noexcept;
  // The cells it touches, in no particular order: fills what fits and returns how many there are.
  std::size_t touched_cells(ObjectId object, std::span<std::uint32_t> cells) const noexcept;

  [[nodiscard]] bool has_objects(std::uint32_t cell) const noexcept;
  [[nodiscard]] const ObjectCounts& counts() const noexcept;
  [[nodiscard]] const Level& level() const noexcept;

 private:
  friend struct ObjectAccess;
  std::unique_ptr<ObjectStore> store_;
};

// Moves and turns objects. One move for an object; where there are several the last counts.
PLAYSET_API ObjectUpdate update_objects(ObjectBuckets& buckets,
                                        std::span<const ObjectMove> moves) noexcept;
PLAYSET_API ObjectStatus update_object(ObjectBuckets& buckets, const ObjectMove& move) noexcept;

// The nearest of walls, closed doors and objects. Object: `object` and `user` say which.
// 32 bytes.
struct ObjectHit {
  float t = 1.0f;
  std::uint32_t side = kNone;  // of the level, for Surface and Door
  std::uint32_t cell = kNone;  // where the segment ended
  WorldHitKind kind = WorldHitKind::None;
  std::uint8_t reserved[3] = {};
  ObjectId object = {};
  std::uint32_t user = 0;
  std::uint32_t query = 0;  // the segment's own `user`
};

struct ObjectTraceOptions {
  const DoorStates* doors = nullptr;  // nullptr: every door is open
  std::uint32_t mask = 0xFFFFFFFFu;
  std::span<const ObjectId> ignore = {};  // none, or one for each query: never hit (the shooter)
  std::uint32_t max_steps = 0;            // 0: 2 x cells + 16
};

// The first thing on the way of each segment; starts inside an object hit it at t = 0. Of objects
// met at the same t the one of lower handle index; a wall before an object at the same t.
// hits.size() == segments.size(). Bit-equal to one by one, whatever the history of moves.
PLAYSET_API void trace_objects(const ObjectBuckets& buckets, std::span<const Segment> segments,
                               std::span<ObjectHit> hits,
                               const ObjectTraceOptions& options = {}) noexcept;
[[nodiscard]] PLAYSET_API ObjectHit trace_object(const ObjectBuckets& buckets,
                                                 const Segment& segment,
                                                 const ObjectTraceOptions& options = {}) noexcept;

// Working memory of the queries below: one for each thread that asks.
class PLAYSET_API ObjectScratch {
 public:
  explicit ObjectScratch(const Level& level);

 private:
  friend struct ObjectAccess;
  std::vector<std::uint32_t> words_;
};

// A ball: every object that it overlaps and that touches a cell that it touches.
struct ObjectQuery {
  glm::vec3 center{0.0f};
  float radius = 1.0f;         // m, >= 0
  std::uint32_t cell = kNone;  // as in Segment
  std::uint32_t mask = 0xFFFFFFFFu;
  ObjectId ignore = {};
};

// Fills `found` with handles in ascending order of index and returns how many there are; where that
// is more than fit, found holds the first of them.
PLAYSET_API std::size_t overlap_objects(const ObjectBuckets& buckets, const ObjectQuery& query,
                                        ObjectScratch& scratch, std::span<ObjectId> found) noexcept;

// The object nearest to the center (to its surface; 0 inside) within the radius. Null: none.
struct NearestObject {
  ObjectId object = {};
  double distance = 0.0;  // m
  glm::dvec3 point{0.0};  // of the object, nearest to the center
};
[[nodiscard]] PLAYSET_API NearestObject find_nearest_object(const ObjectBuckets& buckets,
                                                            const ObjectQuery& query,
                                                            ObjectScratch& scratch) noexcept;

// A ball that moves: the first of what the level's own sweep_sphere meets and the objects, a wall
// before an object at the same t. hit.kind is Surface or Door (id: the side), Object (id: its
// `user`), or None, Outside, Refused. What the ball overlaps at the start it may leave. At most one
// handle in options.ignore.
struct ObjectSweep {
  WorldHit hit;
  ObjectId object;
};
[[nodiscard]] PLAYSET_API ObjectSweep
sweep_objects(const ObjectBuckets& buckets, const SphereSweep& sweep, ObjectScratch& scratch,
              const ObjectTraceOptions& options = {}) noexcept;

// Cells that list objects, coloured by how many (dark: one; light: 16 and more), what the cubes of
// crowded ones hold, and the bodies. Draw the level's walls first (layers below 1): for a plan,
//   draw_object_buckets(buckets, canvas); write_png(canvas, {.view = top_view()}, path);
PLAYSET_API void draw_object_buckets(const ObjectBuckets& buckets, DebugCanvas& canvas);

}  // namespace playset
