// Brute force over all objects: shapes as glm turns them, portals as triangles.
#include "tests/level/object_oracle.h"

#include <doctest/doctest.h>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "playset/geom/ray_tests.h"
#include "playset/level/sweep.h"

namespace playset::test {
namespace {

double length(glm::dvec3 v) { return std::sqrt(glm::dot(v, v)); }

glm::dmat3 turn_of(const ObjectBody& body) {
  return glm::mat3_cast(glm::dquat(double{body.rotation.w}, double{body.rotation.x},
                                   double{body.rotation.y}, double{body.rotation.z}));
}

Capsule capsule_of(const ObjectBody& body) {
  const double axis = body.kind == ObjectKind::Capsule ? double{body.half.y} : 0.0;
  const glm::dvec3 along = turn_of(body) * glm::dvec3(0.0, axis, 0.0), center(body.center);
  return {{center - along, center + along}, double{body.half.x}};
}

LineSegment in_box_frame(const ObjectBody& body, const LineSegment& s) {
  const glm::dmat3 back = glm::transpose(turn_of(body));
  const glm::dvec3 center(body.center);
  return {back * (s.from - center), back * (s.to - center)};
}

Box box_of(const ObjectBody& body) { return {-glm::dvec3(body.half), glm::dvec3(body.half)}; }

std::optional<double> enter_of(const ObjectBody& body, const LineSegment& s) {
  const auto hit = body.kind == ObjectKind::Box ? trace_box(in_box_frame(body, s), box_of(body))
                                                : trace_capsule(s, capsule_of(body));
  return hit ? std::optional<double>(hit->t) : std::nullopt;
}

double distance_to(const ObjectBody& body, glm::dvec3 p) {
  if (body.kind == ObjectKind::Box) {
    const glm::dvec3 q = in_box_frame(body, {p, p}).from;
    return length(q - glm::clamp(q, -glm::dvec3(body.half), glm::dvec3(body.half)));
  }
  const Capsule capsule = capsule_of(body);
  return std::max(0.0, length(p - nearest_point(capsule.axis, p)) - capsule.radius);
}

std::vector<Triangle> triangles_of(const Level& level, std::uint32_t side) {
  const auto corners = level.side_corners(side);
  const auto at = [&](std::size_t i) { return to_metres(level.vertex(corners[i])); };
  std::vector<Triangle> all;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) all.push_back({at(0), at(i), at(i + 1)});
  return all;
}

// Meets within `margin`: an edge of one goes through the other, or a corner lies in the box.
bool box_meets(const ObjectBody& body, const Triangle& triangle, double margin) {
  const glm::dvec3 half = glm::dvec3(body.half) + margin;
  Triangle local;
  for (std::size_t i = 0; i < 3; ++i)
    local[i] = in_box_frame(body, {triangle[i], triangle[i]}).from;
  for (std::size_t i = 0; i < 3; ++i)
    if (trace_box({local[i], local[(i + 1) % 3]}, {-half, half})) return true;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 4; ++k) {
      glm::dvec3 a = half, b = half;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      a[u] = b[u] = (k & 1) != 0 ? half[u] : -half[u];
      a[v] = b[v] = (k & 2) != 0 ? half[v] : -half[v];
      a[axis] = -half[axis];
      if (trace_triangle({a, b}, local)) return true;
    }
  return false;
}

bool touches(const ObjectBody& body, const Triangle& triangle, double margin) {
  if (body.kind == ObjectKind::Box) return box_meets(body, triangle, margin);
  const Capsule capsule = capsule_of(body);
  const double reach = capsule.radius + margin;
  if (body.kind == ObjectKind::Sphere)
    return length(capsule.axis.from - nearest_point(triangle, capsule.axis.from)) <= reach;
  return nearest_points(capsule.axis, triangle).distance2 <= reach * reach;
}

std::set<std::uint32_t> flood(const Level& level, const ObjectBody& body) {
  constexpr double kMargin = 1.0 / 2048.0;  // as docs/level.md says
  std::vector<std::uint32_t> queue = {locate_point(level, glm::dvec3(body.center), body.cell)};
  REQUIRE(queue[0] != kNone);
  std::set<std::uint32_t> seen(queue.begin(), queue.end());
  while (!queue.empty()) {
    const std::uint32_t cell = queue.back();
    queue.pop_back();
    for (std::uint32_t i = 0; i < level.side_count(cell); ++i) {
      const std::uint32_t side = level.first_side(cell) + i, next = level.side_neighbor(side);
      if (next == kNone || seen.count(next) != 0) continue;
      for (const Triangle& triangle : triangles_of(level, side))
        if (touches(body, triangle, kMargin)) {
          seen.insert(next);
          queue.push_back(next);
          break;
        }
    }
  }
  return seen;
}

bool share_a_cell(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
  return std::any_of(a.begin(), a.end(), [&](std::uint32_t cell) { return b.count(cell) != 0; });
}

// t at which the line leaves a cell of its path for the next one.
double leave_at(const Level& level, std::uint32_t cell, std::uint32_t next,
                const LineSegment& line) {
  double best_off = 1e300, t = 0.0;
  const glm::dvec3 d = line.to - line.from;
  for (std::uint32_t i = 0; i < level.side_count(cell); ++i) {
    const std::uint32_t side = level.first_side(cell) + i;
    if (level.side_neighbor(side) != next) continue;
    const glm::dvec3 n = level.side_normal(side),
                     corner = to_metres(level.vertex(level.side_corners(side)[0]));
    const double speed = glm::dot(n, d);
    if (std::fabs(speed) < 1e-12) continue;
    const double at = glm::dot(n, corner - line.from) / speed;
    double off = 1e300;
    for (const Triangle& triangle : triangles_of(level, side)) {
      const glm::dvec3 p = line.from + d * at;
      off = std::min(off, length(p - nearest_point(triangle, p)));
    }
    if (off < best_off) best_off = off, t = at;
  }
  return t;
}

// The cells of a path, each with where the line enters and leaves it.
struct Part {
  std::uint32_t cell;
  double enter, leave;
};
std::vector<Part> parts_of(const Level& level, const std::vector<std::uint32_t>& path,
                           const LineSegment& line, double end) {
  std::vector<Part> parts;
  double enter = 0.0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double leave = i + 1 < path.size() ? leave_at(level, path[i], path[i + 1], line) : end;
    parts.push_back({path[i], enter, leave});
    enter = leave;
  }
  return parts;
}

bool is_ignored(const ObjectId& id, ObjectId ignore) { return id == ignore; }

}  // namespace

ObjectOracle::ObjectOracle(const Level& level, std::vector<OracleObject> objects)
    : level_(level), objects_(std::move(objects)), touched_(objects_.size()) {
  for (const OracleObject& o : objects_) {
    x_.push_back(o.body.center.x), y_.push_back(o.body.center.y), z_.push_back(o.body.center.z);
    const double reach = o.body.kind == ObjectKind::Sphere ? double{o.body.half.x}
                         : o.body.kind == ObjectKind::Capsule
                             ? double{o.body.half.x} + double{o.body.half.y}
                             : length(glm::dvec3(o.body.half));
    bound_.push_back(static_cast<float>(reach * 1.001 + 1e-2));
  }
}

const std::set<std::uint32_t>& ObjectOracle::touched(std::size_t object) const {
  auto& cells = touched_[object];
  if (!cells) cells = flood(level_, objects_[object].body);
  return *cells;
}

// Objects whose bounding sphere comes near the segment; the loop is plain so that compilers make
// vectors of it.
std::vector<std::size_t> ObjectOracle::near_segment(glm::vec3 from, glm::vec3 to,
                                                    float radius) const {
  const glm::vec3 d = to - from;
  const float dd = d.x * d.x + d.y * d.y + d.z * d.z, inverse = dd > 1e-12f ? 1.0f / dd : 0.0f;
  std::vector<std::uint8_t> near(x_.size());
  for (std::size_t i = 0; i < x_.size(); ++i) {
    float x = x_[i] - from.x, y = y_[i] - from.y, z = z_[i] - from.z;
    float t = (x * d.x + y * d.y + z * d.z) * inverse;
    t = t > 0.0f ? t : 0.0f;
    t = t < 1.0f ? t : 1.0f;
    x -= t * d.x, y -= t * d.y, z -= t * d.z;
    const float reach = bound_[i] + radius;
    near[i] = x * x + y * y + z * z < reach * reach ? 1 : 0;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < near.size(); ++i)
    if (near[i] != 0) found.push_back(i);
  return found;
}

OracleMet ObjectOracle::trace(const Segment& segment, const ObjectTraceOptions& options,
                              LineHit& wall) const {
  const LineSegment line{glm::dvec3(segment.from), glm::dvec3(segment.to)};
  std::vector<std::uint32_t> path;
  wall = trace_line(level_, line.from, line.to, segment.cell, {options.doors, options.max_steps},
                    &path);
  OracleMet best;
  const double slack = 1e-3 / std::max(1e-6, length(line.to - line.from));
  std::vector<Part> parts;
  for (const std::size_t i : near_segment(segment.from, segment.to, 0.0f)) {
    const OracleObject& object = objects_[i];
    if ((object.body.mask & options.mask) == 0) continue;
    if (!options.ignore.empty() && is_ignored(object.id, options.ignore[0])) continue;
    const std::optional<double> a = enter_of(object.body, line);
    if (!a || *a > wall.t + slack) continue;
    const std::optional<double> back = enter_of(object.body, {line.to, line.from});
    const double b = back ? 1.0 - *back : *a;
    if (parts.empty()) parts = parts_of(level_, path, line, wall.t);
    for (const Part& part : parts) {
      if (touched(i).count(part.cell) == 0) continue;
      if (*a > part.leave + slack || b < part.enter - slack) continue;
      const double t = *a >= part.enter - slack ? *a : part.enter;
      if (t < best.t) best = {t, object.id};
    }
  }
  return best;
}

std::vector<ObjectId> ObjectOracle::overlap(const ObjectQuery& query) const {
  ObjectBody ball{.center = query.center, .cell = query.cell};
  ball.half.x = query.radius;
  const std::set<std::uint32_t> cells = flood(level_, ball);
  std::vector<ObjectId> found;
  for (const std::size_t i : near_segment(query.center, query.center, query.radius)) {
    const OracleObject& object = objects_[i];
    if ((object.body.mask & query.mask) == 0 || is_ignored(object.id, query.ignore)) continue;
    if (distance_to(object.body, glm::dvec3(query.center)) > double{query.radius}) continue;
    if (share_a_cell(touched(i), cells)) found.push_back(object.id);
  }
  std::sort(found.begin(), found.end());
  return found;
}

OracleMet ObjectOracle::nearest(const ObjectQuery& query) const {
  OracleMet best{1e300, {}};
  for (const ObjectId id : overlap(query))
    for (const OracleObject& object : objects_) {
      if (object.id != id) continue;
      const double distance = distance_to(object.body, glm::dvec3(query.center));
      if (distance < best.t) best = {distance, id};
    }
  return best;
}

OracleMet ObjectOracle::sweep(const Segment& path, double radius, double limit) const {
  const LineSegment line{glm::dvec3(path.from), glm::dvec3(path.to)};
  const glm::dvec3 end = line.from + (line.to - line.from) * limit;
  // The swept ball as a capsule along y, turned onto the path.
  std::set<std::uint32_t> cells;
  const double far = length(end - line.from);
  std::vector<std::uint32_t> queue = {locate_point(level_, line.from, path.cell)};
  REQUIRE(queue[0] != kNone);
  cells.insert(queue[0]);
  while (!queue.empty()) {
    const std::uint32_t cell = queue.back();
    queue.pop_back();
    for (std::uint32_t i = 0; i < level_.side_count(cell); ++i) {
      const std::uint32_t side = level_.first_side(cell) + i, next = level_.side_neighbor(side);
      if (next == kNone || cells.count(next) != 0) continue;
      for (const Triangle& triangle : triangles_of(level_, side)) {
        const double off =
            far > 0.0 ? std::sqrt(nearest_points(LineSegment{line.from, end}, triangle).distance2)
                      : length(line.from - nearest_point(triangle, line.from));
        if (off > radius + 1.0 / 2048.0) continue;
        cells.insert(next);
        queue.push_back(next);
        break;
      }
    }
  }
  OracleMet best;
  for (const std::size_t i : near_segment(path.from, path.to, static_cast<float>(radius))) {
    const ObjectBody& body = objects_[i].body;
    const auto hit = body.kind == ObjectKind::Box
                         ? sweep_sphere(in_box_frame(body, line), radius, box_of(body))
                         : sweep_sphere(line, radius, capsule_of(body));
    if (!hit || hit->t > limit || hit->t >= best.t) continue;
    if (share_a_cell(touched(i), cells)) best = {hit->t, objects_[i].id};
  }
  return best;
}

void judge_traces(const ObjectBuckets& buckets, const ObjectOracle& oracle,
                  const std::vector<Segment>& segments, const ObjectTraceOptions& options,
                  ObjectTally& tally) {
  std::vector<ObjectHit> hits(segments.size());
  trace_objects(buckets, segments, hits, options);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    LineHit wall;
    ObjectTraceOptions one = options;
    if (!options.ignore.empty()) one.ignore = options.ignore.subspan(i, 1);
    const OracleMet met = oracle.trace(segments[i], one, wall);
    const double size = length(glm::dvec3(segments[i].to) - glm::dvec3(segments[i].from));
    const bool on_object = met.t < wall.t || (wall.kind == HitKind::End && met.t <= 1.0);
    const double t = on_object ? met.t : wall.t;
    const double off = std::fabs(double{hits[i].t} - t) * size;
    // Where two things are met within a millimetre, either may be named.
    const bool same_thing = (hits[i].kind == WorldHitKind::Object) == on_object &&
                            (!on_object || hits[i].object == met.object);
    const bool tie = off <= 1e-3;
    ++tally.asked;
    tally.on_objects += on_object ? 1u : 0u;
    tally.several_cells += hits[i].cell != segments[i].cell ? 1u : 0u;
    if (off <= 1e-3 + 1e-4 * t * size && (same_thing || tie)) continue;
    if (tally.wrong++ == 0)
      tally.first_wrong =
          "segment " + std::to_string(i) + ": kind " +
          std::to_string(static_cast<int>(hits[i].kind)) + " t " + std::to_string(hits[i].t) +
          " object " + std::to_string(hits[i].object.index) + ", oracle t " + std::to_string(t) +
          " object " + std::to_string(met.object.index) + " length " + std::to_string(size);
  }
}

}  // namespace playset::test
