// ObjectBuckets: objects come, move and go; the cells they touch follow.
#include "playset/level/object_buckets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/is_finite.h"
#include "level/object_shape.h"
#include "level/object_touch.h"
#include "level/prefetch.h"

namespace playset {
namespace {

bool is_unit(const glm::vec4& q) noexcept {
  const double norm = double{q.x} * double{q.x} + double{q.y} * double{q.y} +
                      double{q.z} * double{q.z} + double{q.w} * double{q.w};
  return norm > 0.999 && norm < 1.001;  // quiet where it is no number
}

bool good_place(glm::vec3 center, const glm::vec4& rotation) noexcept {
  return is_finite(center) && inside_grid(glm::dvec3(center)) && is_finite(glm::vec3(rotation)) &&
         std::isfinite(rotation.w) && is_unit(rotation);
}

bool good_size(glm::vec3 half) noexcept {
  constexpr auto most = static_cast<float>(kLevelLimit);
  return is_finite(half) && half.x >= 0.0f && half.y >= 0.0f && half.z >= 0.0f && half.x <= most &&
         half.y <= most && half.z <= most;
}

// Fills a list of free indices so that the lowest is taken first.
void add_free(std::vector<std::uint32_t>& free, std::uint32_t first, std::uint32_t end) {
  free.reserve(end);
  std::vector<std::uint32_t> fresh;
  for (std::uint32_t i = end; i > first; --i) fresh.push_back(i - 1);
  free.insert(free.begin(), fresh.begin(), fresh.end());
}

ObjectBlock empty_block() noexcept {
  ObjectBlock block{};
  block.x.fill(kNowhere);
  block.y.fill(kNowhere);
  block.z.fill(kNowhere);
  block.object.fill(kNone);
  block.listing.fill(kNone);
  block.next = kNone;
  return block;
}

const ObjectSlot* find(const ObjectStore& store, ObjectId object) noexcept {
  if (object.index >= store.slots.size()) return nullptr;
  const ObjectSlot& slot = store.slots[object.index];
  return object.generation == slot.generation && slot.generation % 2 != 0 ? &slot : nullptr;
}

// The cell of a center that moves from where the object was; along the way where nobody says.
std::uint32_t find_home(const ObjectStore& store, const ObjectSlot& slot, glm::vec3 center,
                        std::uint32_t hint) noexcept {
  if (hint != kNone || slot.home == kNone)
    return locate_point(store.level, glm::dvec3(center), hint);
  const SegmentHit way = trace_segment(store.level, {slot.center, slot.home, center, 0});
  return way.kind == HitKind::End ? way.cell
                                  : locate_point(store.level, glm::dvec3(center), slot.home);
}

// Lists the object in the cells of the set and in no other. False, with nothing changed, where that
// takes more listings than are free.
bool list_in(ObjectStore& store, std::uint32_t object, const CellSet& cells,
             std::uint32_t& needed) noexcept {
  ObjectSlot& slot = store.slots[object];
  std::uint32_t all = 0, stay = 0;
  for (std::uint32_t l = slot.first_listing; l != kNone; l = store.listings[l].next, ++all)
    stay += cells.contains(store.listings[l].cell) ? 1u : 0u;
  const std::uint32_t room = all - stay + static_cast<std::uint32_t>(store.free_listings.size());
  if (cells.size() - stay > room) {
    needed = std::max(needed, store.counts.listings - all + cells.size());
    return false;
  }
  for (std::uint32_t i = 0; i < cells.size(); ++i) store.stays[i] = 0;
  std::uint32_t* link = &slot.first_listing;
  while (*link != kNone) {
    const std::uint32_t listing = *link;
    const std::uint32_t cell = store.listings[listing].cell;
    if (cells.contains(cell)) {
      store.stays[cells.place(cell)] = 1;
      place_listing(store, listing);
      link = &store.listings[listing].next;
    } else {
      *link = store.listings[listing].next;
      remove_listing(store, listing);
    }
  }
  for (std::uint32_t i = 0; i < cells.size(); ++i)
    if (store.stays[i] == 0) add_listing(store, cells[i], object);
  return true;
}

// Remembers where the cells of an object were found.
void anchor(ObjectSlot& slot, std::uint32_t home, float slack) noexcept {
  slot.home = home;
  slot.slack = slack;
  slot.anchor = slot.center;
  slot.anchor_rotation = slot.rotation;
}

// Finds the cells of an object that is placed anew, and lists it there.
ObjectStatus settle(ObjectStore& store, std::uint32_t object, std::uint32_t home,
                    std::uint32_t& needed) noexcept {
  if (home == kNone) return ObjectStatus::Outside;
  CellSet cells(store.set_words);
  const float slack =
      find_touched_cells(store.level, store.reach, touch_shape(store.slots[object]), home, cells);
  if (!list_in(store, object, cells, needed)) return ObjectStatus::Full;
  anchor(store.slots[object], home, slack);
  return ObjectStatus::Placed;
}

// Places an object that lies within the cell where it is listed and touches no other. False where
// that is not so, or not sure.
bool settle_within(ObjectStore& store, ObjectSlot& slot, std::uint32_t cell) noexcept {
  if (cell >= store.cells.size()) return false;
  const ObjectListing& listing = store.listings[slot.first_listing];
  if (listing.cell != cell || listing.next != kNone) return false;
  float slack = 0.0f;
  if (!lies_within(store.level, store.reach, touch_shape(slot), cell, slack)) return false;
  place_listing(store, slot.first_listing);
  anchor(slot, cell, slack);
  return true;
}

// What became of a move: nothing but writes, or a search for cells.
enum class QuickMove : std::uint8_t { Done, Refused, Search };

// Moves an object that touches the cells it did.
QuickMove move_quickly(ObjectStore& store, const ObjectMove& move, ObjectUpdate& result) noexcept {
  if (find(store, move.object) == nullptr) return ++result.stale, QuickMove::Refused;
  if (!good_place(move.center, move.rotation)) return ++result.refused, QuickMove::Refused;
  ObjectSlot& slot = store.slots[move.object.index];
  const glm::vec3 center = slot.center;
  const glm::vec4 rotation = slot.rotation;
  slot.center = move.center;
  slot.rotation = move.rotation;
  if (moved_since_anchor(slot) < slot.slack) {
    for (std::uint32_t l = slot.first_listing; l != kNone; l = store.listings[l].next)
      place_listing(store, l);
  } else if (!settle_within(store, slot, move.cell != kNone ? move.cell : slot.home)) {
    slot.center = center;
    slot.rotation = rotation;
    return QuickMove::Search;
  }
  return ++result.same_cells, QuickMove::Done;
}

// Moves an object into the cells that it touches now.
void move_slowly(ObjectStore& store, const ObjectMove& move, ObjectUpdate& result) noexcept {
  ObjectSlot& slot = store.slots[move.object.index];
  const glm::vec3 center = slot.center;
  const glm::vec4 rotation = slot.rotation;
  const std::uint32_t home = find_home(store, slot, move.center, move.cell);
  slot.center = move.center;
  slot.rotation = move.rotation;
  const ObjectStatus status = settle(store, move.object.index, home, result.needed_listings);
  if (status == ObjectStatus::Placed) {
    ++result.other_cells;
    return;
  }
  slot.center = center;
  slot.rotation = rotation;
  ++(status == ObjectStatus::Full ? result.full : result.outside);
}

// Moves that need a search wait here, so that memory may fetch their cells meanwhile.
class SlowMoves {
 public:
  explicit SlowMoves(ObjectStore& store, ObjectUpdate& result) noexcept
      : store_(store), result_(result) {}

  void add(const ObjectMove& move) noexcept {
    if (count_ == waiting_.size()) finish();
    prefetch_sides(store_.reach, start_of(move));
    waiting_[count_++] = &move;
  }
  void finish() noexcept {
    for (std::size_t i = 0; i < count_; ++i) prefetch_edges(store_.reach, start_of(*waiting_[i]));
    for (std::size_t i = 0; i < count_; ++i) move_slowly(store_, *waiting_[i], result_);
    count_ = 0;
  }
  // Whether a later move of the same object must wait for this one.
  [[nodiscard]] bool waits(ObjectId object) const noexcept {
    for (std::size_t i = 0; i < count_; ++i)
      if (waiting_[i]->object == object) return true;
    return false;
  }

 private:
  [[nodiscard]] std::uint32_t start_of(const ObjectMove& move) const noexcept {
    return move.cell < store_.cells.size() ? move.cell : store_.slots[move.object.index].home;
  }
  ObjectStore& store_;
  ObjectUpdate& result_;
  std::array<const ObjectMove*, 16> waiting_;
  std::size_t count_ = 0;
};

void prefetch_move(const ObjectStore& store, std::span<const ObjectMove> moves,
                   std::size_t i) noexcept {
  const auto slot_of = [&](std::size_t k) {
    return k < moves.size() && moves[k].object.index < store.slots.size()
               ? &store.slots[moves[k].object.index]
               : nullptr;
  };
  if (const ObjectSlot* slot = slot_of(i + 12)) {
    prefetch(slot);
    prefetch(&slot->anchor);
  }
  if (const ObjectSlot* slot = slot_of(i + 8); slot != nullptr && slot->first_listing != kNone)
    prefetch(&store.listings[slot->first_listing]);
  if (const ObjectSlot* slot = slot_of(i + 4); slot != nullptr && slot->first_listing != kNone) {
    prefetch(&store.blocks[store.listings[slot->first_listing].block], sizeof(ObjectBlock));
  }
}

void move_all(ObjectStore& store, std::span<const ObjectMove> moves,
              ObjectUpdate& result) noexcept {
  SlowMoves slow(store, result);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    prefetch_move(store, moves, i);
    if (slow.waits(moves[i].object)) slow.finish();
    if (move_quickly(store, moves[i], result) == QuickMove::Search) slow.add(moves[i]);
  }
  slow.finish();
  settle_bounds(store);
}

}  // namespace

ObjectBuckets::ObjectBuckets(Level level, const ObjectCapacity& capacity)
    : store_(std::make_unique<ObjectStore>()) {
  const std::uint32_t cells = level.cell_count();
  store_->level = std::move(level);
  store_->reach = build_reach_table(store_->level);
  store_->cells.resize(cells);
  store_->blocks.assign(cells, empty_block());
  store_->set_words.resize(2 * std::size_t{cells});
  store_->stays.resize(cells);
  store_->is_split_dirty.resize(cells);
  store_->split_dirty.reserve(cells);
  reserve(capacity);
}

// The lists of free indices keep their capacity, which a plain copy would not.
ObjectBuckets::ObjectBuckets(const ObjectBuckets& other)
    : store_(std::make_unique<ObjectStore>(*other.store_)) {
  store_->free_blocks.reserve(other.store_->free_blocks.capacity());
  store_->free_groups.reserve(other.store_->free_groups.capacity());
  store_->free_slots.reserve(other.store_->free_slots.capacity());
  store_->free_listings.reserve(other.store_->free_listings.capacity());
  store_->split_dirty.reserve(other.store_->cells.size());
}
ObjectBuckets::ObjectBuckets(ObjectBuckets&& other) noexcept = default;
ObjectBuckets& ObjectBuckets::operator=(ObjectBuckets other) noexcept {
  std::swap(store_, other.store_);
  return *this;
}
ObjectBuckets::~ObjectBuckets() = default;

void ObjectBuckets::reserve(const ObjectCapacity& capacity) {
  ObjectStore& s = *store_;
  const ObjectCapacity before = s.capacity;
  const std::uint32_t wanted = capacity.listings != 0 ? capacity.listings : 8 * capacity.objects;
  s.capacity.objects = std::max(before.objects, capacity.objects);
  s.capacity.listings = std::max(before.listings, wanted);
  s.slots.resize(s.capacity.objects);
  add_free(s.free_slots, before.objects, s.capacity.objects);
  s.listings.resize(s.capacity.listings);
  add_free(s.free_listings, before.listings, s.capacity.listings);
  const auto cells = static_cast<std::uint32_t>(s.cells.size());
  s.blocks.resize(cells + s.capacity.listings, empty_block());
  add_free(s.free_blocks, cells + before.listings, cells + s.capacity.listings);
  // An octree splits where 17 are listed; one along a line of few cubes may still run out.
  const auto groups = static_cast<std::uint32_t>(s.groups.size());
  const std::uint32_t wanted_groups = s.capacity.listings / 4;
  if (wanted_groups > groups) {
    s.groups.resize(wanted_groups);
    add_free(s.free_groups, groups, wanted_groups);
  }
}

ObjectInsert ObjectBuckets::insert(const ObjectBody& body) noexcept {
  ObjectStore& s = *store_;
  if (!good_place(body.center, body.rotation) || !good_size(body.half))
    return {{}, ObjectStatus::Refused, 0, 0};
  if (s.free_slots.empty()) return {{}, ObjectStatus::Full, s.counts.objects + 1, 0};
  const std::uint32_t index = s.free_slots.back();
  ObjectSlot& slot = s.slots[index];
  const std::uint32_t generation = slot.generation;
  slot = {};
  slot.generation = generation;
  slot.center = body.center;
  slot.rotation = body.rotation;
  slot.half = body.half;
  slot.kind = body.kind;
  slot.bound = bounding_radius(body.kind, body.half);
  slot.mask = body.mask;
  slot.user = body.user;
  std::uint32_t needed = 0;
  const ObjectStatus status = settle(s, index, find_home(s, slot, body.center, body.cell), needed);
  if (status != ObjectStatus::Placed) return {{}, status, 0, needed};
  s.free_slots.pop_back();
  ++slot.generation;
  ++s.counts.objects;
  settle_bounds(s);
  return {{index, slot.generation}, status, 0, 0};
}

bool ObjectBuckets::erase(ObjectId object) noexcept {
  ObjectStore& s = *store_;
  if (!contains(object)) return false;
  ObjectSlot& slot = s.slots[object.index];
  while (slot.first_listing != kNone) {
    const std::uint32_t listing = slot.first_listing;
    slot.first_listing = s.listings[listing].next;
    remove_listing(s, listing);
  }
  ++slot.generation;
  s.free_slots.push_back(object.index);
  --s.counts.objects;
  settle_bounds(s);
  return true;
}

bool ObjectBuckets::contains(ObjectId object) const noexcept {
  return find(*store_, object) != nullptr;
}

ObjectBody ObjectBuckets::body(ObjectId object) const noexcept {
  const ObjectSlot* slot = find(*store_, object);
  PLAYSET_ASSERT(slot != nullptr, "object must be in the buckets: see contains");
  const std::uint32_t cell = locate_point(store_->level, glm::dvec3(slot->center), slot->home);
  return {slot->center, cell, slot->rotation, slot->half, slot->kind, slot->mask, slot->user};
}

std::size_t ObjectBuckets::touched_cells(ObjectId object,
                                         std::span<std::uint32_t> cells) const noexcept {
  const ObjectSlot* slot = find(*store_, object);
  if (slot == nullptr) return 0;
  std::size_t count = 0;
  for (std::uint32_t l = slot->first_listing; l != kNone; l = store_->listings[l].next, ++count)
    if (count < cells.size()) cells[count] = store_->listings[l].cell;
  return count;
}

bool ObjectBuckets::has_objects(std::uint32_t cell) const noexcept {
  PLAYSET_ASSERT(cell < store_->cells.size(), "cell must be one of the level's");
  return store_->cells[cell].head != kNone;
}

const ObjectCounts& ObjectBuckets::counts() const noexcept { return store_->counts; }
const Level& ObjectBuckets::level() const noexcept { return store_->level; }

ObjectUpdate update_objects(ObjectBuckets& buckets, std::span<const ObjectMove> moves) noexcept {
  ObjectUpdate result;
  move_all(ObjectAccess::store(buckets), moves, result);
  return result;
}

ObjectStatus update_object(ObjectBuckets& buckets, const ObjectMove& move) noexcept {
  const ObjectUpdate result = update_objects(buckets, {&move, 1});
  if (result.stale != 0) return ObjectStatus::Stale;
  if (result.refused != 0) return ObjectStatus::Refused;
  if (result.outside != 0) return ObjectStatus::Outside;
  return result.full != 0 ? ObjectStatus::Full : ObjectStatus::Placed;
}

}  // namespace playset
