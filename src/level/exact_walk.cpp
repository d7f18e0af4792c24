// Cell to cell by exact edge signs; the order of crossings is asked for only where a cell has
// several exits.
#include "level/exact_walk.h"

namespace playset {
namespace {

Wide3 to_wide(GridPoint p) noexcept { return {p.x, p.y, p.z}; }

enum class Pass : std::uint8_t { Misses, Leaves, Enters };

// How the ray's line passes a convex planar polygon whose corners run counterclockwise seen from
// inside.
Pass pass_side(const Level& level, ExactRay& ray, const SideRecord& side) noexcept {
  const auto corners = LevelAccess::corners(level).subspan(side.first_corner, side.corner_count);
  const auto vertices = LevelAccess::vertices(level);
  int all = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t a = corners[i];
    const std::uint32_t b = corners[i + 1 < corners.size() ? i + 1 : 0];
    const int sign = a < b ? edge_sign(ray, vertices[a], vertices[b])
                           : -edge_sign(ray, vertices[b], vertices[a]);
    if (sign == 0 || sign == -all) return Pass::Misses;
    all = sign;
  }
  return all < 0 ? Pass::Leaves : Pass::Enters;
}

Crossing cross_side(const Level& level, const ExactRay& ray, const SideRecord& side) noexcept {
  const std::uint32_t first = LevelAccess::corners(level)[side.first_corner];
  return cross_plane(ray, side_area_vector(level, side), LevelAccess::vertices(level)[first]);
}

// A crossing at the ray's very start; what lies ahead compares greater.
Crossing start_crossing() noexcept { return {Int128{0}, Int128{1}, {}}; }

struct Exit {
  std::uint32_t side = kNone;
  Crossing at;
};

// The first exit behind `entry`. In a convex cell there is but one.
Exit find_exit(const Level& level, ExactRay& ray, const CellRecord& cell,
               const Crossing& entry) noexcept {
  const auto sides = LevelAccess::sides(level);
  Exit best;
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    if (pass_side(level, ray, sides[s]) != Pass::Leaves) continue;
    const Crossing at = cross_side(level, ray, sides[s]);
    if (sign_of(at.den) == 0) continue;
    if (cell.convex != 0) return {s, at};
    if (compare_crossings(ray, at, entry) <= 0) continue;
    if (best.side == kNone || compare_crossings(ray, at, best.at) < 0) best = {s, at};
  }
  return best;
}

// Inside by counting crossings ahead of the perturbed point; for cells that are not exactly convex.
bool holds_by_parity(const Level& level, const CellRecord& cell, const Wide3& point) noexcept {
  ExactRay ray;
  ray.from = point;
  ray.dir = {3037000493, 1640531513, 2078209981};
  set_push(ray, &cell.center);
  const auto sides = LevelAccess::sides(level);
  int balance = 0;
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    const Pass pass = pass_side(level, ray, sides[s]);
    if (pass == Pass::Misses) continue;
    if (compare_crossings(ray, cross_side(level, ray, sides[s]), start_crossing()) <= 0) continue;
    balance += pass == Pass::Leaves ? 1 : -1;
  }
  return balance == 1;
}

double clamp_t(double t) noexcept { return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0; }

}  // namespace

Wide3 side_area_vector(const Level& level, const SideRecord& side) noexcept {
  const auto corners = LevelAccess::corners(level).subspan(side.first_corner, side.corner_count);
  const auto vertices = LevelAccess::vertices(level);
  const Wide3 origin = to_wide(vertices[corners[0]]);
  Wide3 sum{};
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Wide3 a = to_wide(vertices[corners[i]]);
    const Wide3 b = to_wide(vertices[corners[i + 1]]);
    for (std::size_t x = 0; x < 3; ++x) {
      const std::size_t y = (x + 1) % 3;
      const std::size_t z = (x + 2) % 3;
      sum[x] += (a[y] - origin[y]) * (b[z] - origin[z]) - (a[z] - origin[z]) * (b[y] - origin[y]);
    }
  }
  return sum;
}

std::uint32_t step_limit(const Level& level, const TraceOptions& options) noexcept {
  return options.max_steps != 0 ? options.max_steps : 2 * level.cell_count() + 16;
}

ExactWalk::ExactWalk(const Level& level, glm::dvec3 from, glm::dvec3 to, std::uint32_t cell,
                     const TraceOptions& options) noexcept
    : level_(level),
      doors_(options.doors),
      entry_(start_crossing()),
      steps_left_(step_limit(level, options)) {
  hit.cell = cell < level.cell_count() ? cell : kNone;
  hit.t = 0.0;
  if (!inside_grid(from) || !inside_grid(to)) {
    end(0.0, kNone, HitKind::BadCell);
    return;
  }
  ray_.from = to_ray_units(from);
  const Wide3 to_units = to_ray_units(to);
  for (std::size_t i = 0; i < 3; ++i) ray_.dir[i] = to_units[i] - ray_.from[i];
  hit.cell = locate_rounded(level, ray_.from, cell);
  if (hit.cell == kNone)
    end(0.0, kNone, HitKind::Outside);
  else
    set_push(ray_, &LevelAccess::cells(level)[hit.cell].center);
}

void ExactWalk::end(double t, std::uint32_t at_side, HitKind kind) noexcept {
  hit = {t, at_side, hit.cell, kind, ray_.ties};
  over_ = true;
}

void ExactWalk::advance() noexcept {
  left = hit.cell;
  side = kNone;
  if (ray_.dir == Wide3{}) return end(1.0, kNone, HitKind::End);
  const Exit exit = find_exit(level_, ray_, LevelAccess::cells(level_)[hit.cell], entry_);
  if (exit.side == kNone) return end(hit.t, kNone, HitKind::BadCell);
  if (sign_at_end(exit.at) > 0) return end(1.0, kNone, HitKind::End);
  side = exit.side;
  hit.t = clamp_t(crossing_t(exit.at));
  const SideRecord& record = LevelAccess::sides(level_)[side];
  if (record.neighbor_cell == kNone) return end(hit.t, side, HitKind::Wall);
  if (record.door != kNone && doors_ != nullptr && is_closed(*doors_, record.door))
    return end(hit.t, side, HitKind::Door);
  hit.cell = record.neighbor_cell;
  entry_ = exit.at;
  if (--steps_left_ == 0) end(hit.t, kNone, HitKind::StepLimit);
}

LineHit exact_line(const Level& level, glm::dvec3 from, glm::dvec3 to, std::uint32_t cell,
                   const TraceOptions& options, std::vector<std::uint32_t>* path) {
  if (path != nullptr) path->clear();
  ExactWalk walk(level, from, to, cell, options);
  while (!walk.over()) {
    walk.advance();
    if (path != nullptr) path->push_back(walk.left);
  }
  return walk.hit;
}

bool cell_holds_rounded(const Level& level, std::uint32_t cell, const Wide3& point) noexcept {
  const CellRecord& record = LevelAccess::cells(level)[cell];
  if (record.convex == 0) return holds_by_parity(level, record, point);
  const auto sides = LevelAccess::sides(level);
  for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
    const GridPoint corner =
        LevelAccess::vertices(level)[LevelAccess::corners(level)[sides[s].first_corner]];
    if (plane_side(side_area_vector(level, sides[s]), corner, point) < 0) return false;
  }
  return true;
}

double plane_t(const Level& level, std::uint32_t side, glm::dvec3 from, glm::dvec3 to) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  from = from_ray_units(to_ray_units(from));  // the rounded segment is the one that is answered
  const glm::dvec3 dir = from_ray_units(to_ray_units(to)) - from;
  const double distance = plane.n.x * from.x + plane.n.y * from.y + plane.n.z * from.z + plane.w;
  const double speed = plane.n.x * dir.x + plane.n.y * dir.y + plane.n.z * dir.z;
  return speed < 0.0 ? clamp_t(distance / -speed) : 0.0;
}

}  // namespace playset
