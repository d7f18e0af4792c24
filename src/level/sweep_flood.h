// A body's sweep, and what it overlaps, in doubles: floods the cells within its reach and asks
// their walls and exposed edges. Right for every level, body and length; the fast walk leaves its
// doubts to it.
#pragma once

#include "level/body_shapes.h"
#include "level/cell_flood.h"
#include "level/exact_walk.h"
#include "playset/level/sweep.h"

namespace playset {

// An answer before it is packed.
struct BodyHit {
  double t = 1.0;
  std::uint32_t side = kNone, cell = kNone;
  HitKind kind = HitKind::End;
  bool started_in = false;
  glm::dvec3 point{0.0}, normal{0.0};
};

// What a radius and half an edge may be.
[[nodiscard]] inline bool is_size(double x) noexcept {
  return std::isfinite(x) && x >= 0.0 && x <= kLevelLimit;
}

[[nodiscard]] inline bool door_closed(const TraceOptions& options, std::uint32_t door) noexcept {
  return door != kNone && options.doors != nullptr && is_closed(*options.doors, door);
}

// Whether an exposed edge is there now: a door's is only while that is closed.
[[nodiscard]] inline bool blocks(const ExposedEdge& edge, const TraceOptions& options) noexcept {
  return edge.door == kNone || door_closed(options, edge.door);
}

// Whether a body that stands at `center` touches an exposed edge of this side of the cell.
template <class Shape>
[[nodiscard]] bool on_rim(const Level& level, const Shape& shape, std::uint32_t cell,
                          std::uint32_t side, glm::dvec3 center) noexcept {
  Contact contact;
  for (const ExposedEdge& edge : LevelAccess::edges(level, cell))
    if (edge.side == side && shape.on_edge(EdgeLine(edge), center, contact)) return true;
  return false;
}

// A motion shorter than this is none.
inline constexpr double kLeastMotion = 1e-12;  // m

// Whether a meeting comes before the hit so far: the earlier; of equals the one that faces the
// motion more, then the lower side.
[[nodiscard]] inline bool keeps(const BodyHit& hit, const Motion& motion, std::uint32_t side,
                                const Meeting& met) noexcept {
  if (met.t != hit.t || hit.side == kNone) return met.t <= hit.t;
  const double facing = glm::dot(met.normal - hit.normal, motion.by);
  return facing < 0.0 || (facing == 0.0 && side < hit.side);
}

inline void take_meeting(std::uint32_t side, HitKind kind, const Meeting& met, bool started_in,
                         BodyHit& hit) noexcept {
  hit.t = met.t;
  hit.side = side;
  hit.started_in = started_in;
  hit.point = met.point;
  hit.normal = met.normal;
  hit.kind = kind;
}

// Looks for what a body meets first.
template <class Shape>
class BodySweep {
 public:
  BodySweep(const Level& level, const Shape& shape, const Motion& motion,
            const TraceOptions& options) noexcept
      : level_(level), shape_(shape), motion_(motion), options_(options) {}

  // Up to `until`. `cell` must hold the start.
  BodyHit run(std::uint32_t cell, double until = 1.0) {
    hit_.t = until;
    flood_.push(cell, 0.0);
    for (double at = 0.0; flood_.pop(cell, at, hit_.t);) look_at(cell, at);
    return hit_;
  }

 private:
  void look_at(std::uint32_t cell, double at) {
    const CellRecord& record = LevelAccess::cells(level_)[cell];
    for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
      const SideRecord& side = LevelAccess::sides(level_)[s];
      if (side.neighbor_cell != kNone && !door_closed(options_, side.door))
        look_through(s, side.neighbor_cell, at);
      else
        meet_wall(s, cell);
    }
    for (const ExposedEdge& edge : LevelAccess::edges(level_, cell)) meet_edge(edge);
  }

  void look_through(std::uint32_t s, std::uint32_t behind, double at) {
    if (flood_.done(behind)) return;
    const SidePolygon side(level_, s);
    const double height = side.height(motion_.from), speed = glm::dot(side.n, motion_.by);
    const double reach = shape_.reach(side.n) + kReach, last = height + hit_.t * speed;
    if (std::min(height, last) > reach || std::max(height, last) < -reach) return;
    if (!shape_.nears(side, motion_.from, motion_.by * hit_.t)) return;
    double when = 0.0;
    if (height > reach) when = (reach - height) / speed;
    if (height < -reach) when = (-reach - height) / speed;
    flood_.push(behind, std::max(at, std::min(when, hit_.t)));
  }

  void meet_wall(std::uint32_t s, std::uint32_t cell) {
    const SidePlane& plane = LevelAccess::planes(level_)[s];
    const double speed = -glm::dot(plane.n, motion_.by);
    if (!(speed > 0.0)) return;
    const double height = glm::dot(plane.n, motion_.from) + plane.w;
    if (height < -kOnWall || height - shape_.reach(plane.n) > speed * hit_.t) return;
    const SidePolygon side(level_, s);
    Contact contact;
    if (shape_.on_face(side, motion_.from, contact)) {
      if (!contact.rim || !on_rim(level_, shape_, cell, s, motion_.from))
        start_on(s, contact, kSlide);
      return;
    }
    Meeting meeting;
    if (shape_.meets_face(side, motion_, hit_.t, meeting)) keep(s, meeting, false);
  }

  void meet_edge(const ExposedEdge& exposed) {
    if (!blocks(exposed, options_)) return;
    const EdgeLine edge(exposed);
    Contact contact;
    if (shape_.on_edge(edge, motion_.from, contact))
      return start_on(exposed.side, contact, Shape::kGraze);
    Meeting meeting;
    if (shape_.meets_edge(edge, motion_, hit_.t, meeting) && comes(meeting.normal, Shape::kGraze))
      keep(exposed.side, meeting, false);
  }

  // A start that touches blocks what comes nearer.
  void start_on(std::uint32_t s, const Contact& contact, double least) noexcept {
    if (comes(contact.normal, least)) keep(s, {0.0, contact.point, contact.normal}, true);
  }
  [[nodiscard]] bool comes(glm::dvec3 normal, double least) const noexcept {
    return glm::dot(normal, motion_.by) < -least * motion_.length;
  }

  void keep(std::uint32_t s, const Meeting& met, bool started_in) noexcept {
    if (!keeps(hit_, motion_, s, met)) return;
    const bool wall = LevelAccess::sides(level_)[s].neighbor_cell == kNone;
    take_meeting(s, wall ? HitKind::Wall : HitKind::Door, met, started_in, hit_);
  }

  const Level& level_;
  const Shape& shape_;
  const Motion& motion_;
  const TraceOptions& options_;
  BodyHit hit_;
  CellFlood flood_;
};

// The whole query in doubles: checks the numbers, finds the start, sweeps, and follows the middle
// to its end exactly.
[[nodiscard]] BodyHit sweep_body(const Level& level, const Capsule& body, glm::dvec3 motion,
                                 std::uint32_t cell, const TraceOptions& options) noexcept;
[[nodiscard]] BodyHit sweep_body(const Level& level, const OrientedBox& body, glm::dvec3 motion,
                                 std::uint32_t cell, const TraceOptions& options) noexcept;

[[nodiscard]] SweepHit pack_hit(const BodyHit& hit) noexcept;

}  // namespace playset
