// Level: what the tables say, one accessor each, and the doors beside it.
#include "playset/level/level.h"

#include <cmath>

#include "level/cook_write.h"
#include "level/exact_walk.h"
#include "level/format.h"

namespace playset {
namespace {

std::uint32_t count_of(const Table& t) noexcept { return static_cast<std::uint32_t>(t.count); }

const CellRecord& cell_at(const Level& level, std::uint32_t cell) noexcept {
  PLAYSET_ASSERT(cell < level.cell_count(), "cell must be one of the level's");
  return LevelAccess::cells(level)[cell];
}

const SideRecord& side_at(const Level& level, std::uint32_t side) noexcept {
  PLAYSET_ASSERT(side < level.side_count(), "side must be one of the level's");
  return LevelAccess::sides(level)[side];
}

}  // namespace

std::uint32_t Level::cell_count() const noexcept { return header_ ? count_of(header_->cells) : 0; }
std::uint32_t Level::side_count() const noexcept { return header_ ? count_of(header_->sides) : 0; }
std::uint32_t Level::vertex_count() const noexcept {
  return header_ ? count_of(header_->vertices) : 0;
}
std::uint32_t Level::door_count() const noexcept { return header_ ? header_->door_count : 0; }
std::uint32_t Level::wall_triangle_count() const noexcept {
  return header_ ? header_->wall_triangle_count : 0;
}

std::int32_t Level::source_cell(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).source_id;
}
std::int32_t Level::source_side(std::uint32_t side) const noexcept {
  return side_at(*this, side).source_side;
}
std::uint32_t Level::cell_tag(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).tag;
}
std::uint32_t Level::cell_trigger(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).trigger;
}
std::uint32_t Level::complex_cell(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).complex_cell;
}
std::uint32_t Level::complex_side(std::uint32_t side) const noexcept {
  return side_at(*this, side).complex_side;
}

std::uint32_t Level::first_side(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).first_side;
}
std::uint32_t Level::side_count(std::uint32_t cell) const noexcept {
  return cell_at(*this, cell).side_count;
}
std::uint32_t Level::side_cell(std::uint32_t side) const noexcept {
  return side_at(*this, side).cell;
}
std::uint32_t Level::side_neighbor(std::uint32_t side) const noexcept {
  return side_at(*this, side).neighbor_cell;
}
std::uint32_t Level::side_door(std::uint32_t side) const noexcept {
  return side_at(*this, side).door;
}
std::uint32_t Level::side_material(std::uint32_t side) const noexcept {
  return side_at(*this, side).material;
}
std::uint32_t Level::side_trigger(std::uint32_t side) const noexcept {
  return side_at(*this, side).trigger;
}

std::span<const std::uint32_t> Level::side_corners(std::uint32_t side) const noexcept {
  const SideRecord& record = side_at(*this, side);
  return LevelAccess::corners(*this).subspan(record.first_corner, record.corner_count);
}

GridPoint Level::vertex(std::uint32_t vertex) const noexcept {
  PLAYSET_ASSERT(vertex < vertex_count(), "vertex must be one of the level's");
  return LevelAccess::vertices(*this)[vertex];
}

glm::dvec3 Level::side_normal(std::uint32_t side) const noexcept {
  PLAYSET_ASSERT(side < side_count(), "side must be one of the level's");
  return LevelAccess::planes(*this)[side].n;
}

glm::dvec3 Level::cell_center(std::uint32_t cell) const noexcept {
  return to_metres(cell_at(*this, cell).center);
}
glm::dvec3 Level::bounds_min() const noexcept {
  return header_ ? to_metres(header_->lo) : glm::dvec3(0.0);
}
glm::dvec3 Level::bounds_max() const noexcept {
  return header_ ? to_metres(header_->hi) : glm::dvec3(0.0);
}

CellComplex Level::extras() const {
  if (header_ == nullptr) return {};
  Result<CellComplex> extras =
      read_extras(LevelAccess::table<std::byte>(*header_, header_->extras));
  PLAYSET_ASSERT(extras.ok(), "open_level has checked the extras");
  return extras ? std::move(*extras) : CellComplex{};
}

DoorStates initial_doors(const Level& level) {
  DoorStates states;
  states.closed.assign((level.door_count() + 63) / 64, 0);
  const CellComplex extras = level.extras();
  for (std::uint32_t d = 0; d < extras.doors.size(); ++d)
    if (extras.doors[d].closed) states.closed[d / 64] |= std::uint64_t{1} << (d % 64);
  return states;
}

void set_door(DoorStates& doors, std::uint32_t door, bool closed) noexcept {
  PLAYSET_ASSERT(door / 64 < doors.closed.size(), "door must be one of the level's");
  const std::uint64_t bit = std::uint64_t{1} << (door % 64);
  if (closed == ((doors.closed[door / 64] & bit) != 0)) return;
  doors.closed[door / 64] ^= bit;
  ++doors.revision;
}

bool is_closed(const DoorStates& doors, std::uint32_t door) noexcept {
  return door / 64 < doors.closed.size() && ((doors.closed[door / 64] >> (door % 64)) & 1u) != 0;
}

}  // namespace playset
