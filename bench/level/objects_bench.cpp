// 10,000 objects that move through a level while others trace among them: ours, Embree's user
// geometry, and every object asked.
#include "bench/level/objects_bench.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <glm/gtc/quaternion.hpp>
#include <string>

#include "bench/level/object_peers.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/geom/ray_tests.h"
#include "playset/level/cell_triggers.h"
#include "playset/level/object_buckets.h"
#include "scenes/point_sampler.h"

namespace playset::bench {
namespace {

constexpr const char* kScenes[] = {"tunnels10000", "MAP01", "MAP12"};
constexpr std::size_t kTicks = 16;  // eight forth and eight back, over and over
constexpr double kStep = 0.1;       // m a tick: 6 m/s at 60 Hz

struct ObjectTrial {
  const TraceScene* scene;
  std::array<std::vector<ObjectBody>, kTicks> bodies;  // of each tick
  std::array<std::vector<ObjectMove>, kTicks> moves;
  std::vector<Segment> segments;
  std::vector<ObjectHit> hits;
  std::vector<PeerHit> peer_hits;
  std::vector<SegmentHit> walls;
  std::vector<float> x, y, z, radius;  // of the naive contender
};

ObjectBody random_body(const PointSampler::Sample& at, std::size_t i, Rng& rng) {
  constexpr ObjectKind kinds[] = {ObjectKind::Sphere, ObjectKind::Capsule, ObjectKind::Box};
  ObjectBody body{.center = at.point, .cell = at.cell};
  const auto size = [&] { return static_cast<float>(rng.range_double(0.2, 0.5)); };
  body.half = {size(), size(), size()};
  body.kind = kinds[i % 3];
  if (body.kind != ObjectKind::Sphere) {
    const double turn = rng.range_double(-1.0, 1.0);  // about +Y
    body.rotation = {0.0f, static_cast<float>(turn), 0.0f,
                     static_cast<float>(std::sqrt(1.0 - turn * turn))};
  }
  return body;
}

// One step on; where a wall is near, in a new direction.
void walk(const Level& level, ObjectBody& body, glm::vec3& way, Rng& rng) {
  for (int tries = 0; tries < 20; ++tries) {
    const SegmentHit hit =
        trace_segment(level, {body.center, body.cell, body.center + 3.0f * way, 0});
    if (hit.kind == HitKind::End) {
      body.center += way;
      body.cell = locate_point(level, glm::dvec3(body.center), body.cell);
      return;
    }
    way = glm::vec3(glm::dvec3(rng.unit_vec3()) * kStep);
  }
}

void make_ticks(ObjectTrial& trial, std::size_t count) {
  const Level& level = trial.scene->level;
  const PointSampler sampler(level);
  Rng rng(31);
  std::vector<ObjectBody> now;
  std::vector<glm::vec3> ways;
  for (std::size_t i = 0; i < count; ++i) {
    now.push_back(random_body(sampler.draw(rng), i, rng));
    ways.push_back(glm::vec3(glm::dvec3(rng.unit_vec3()) * kStep));
  }
  for (std::size_t tick = 0; tick <= kTicks / 2; ++tick) {
    trial.bodies[tick] = now;
    if (tick > 0 && tick < kTicks / 2) trial.bodies[kTicks - tick] = now;
    for (std::size_t i = 0; i < count; ++i) walk(level, now[i], ways[i], rng);
  }
}

void fill_moves(ObjectTrial& trial, const std::vector<ObjectId>& ids) {
  for (std::size_t tick = 0; tick < kTicks; ++tick)
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const ObjectBody& body = trial.bodies[tick][i];
      trial.moves[tick].push_back({ids[i], body.center, body.cell, body.rotation});
    }
}

std::uint64_t hash_hits(const std::vector<ObjectHit>& hits, std::uint64_t before) {
  Hasher hasher;
  hasher.add(before);
  for (const ObjectHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.kind);
    hasher.add(hit.user);
  }
  return hasher.finish();
}

void copy_spheres(ObjectTrial& trial, std::size_t tick) {
  for (std::size_t i = 0; i < trial.bodies[tick].size(); ++i) {
    const ObjectBody& body = trial.bodies[tick][i];
    trial.x[i] = body.center.x, trial.y[i] = body.center.y, trial.z[i] = body.center.z;
    trial.radius[i] = body.kind == ObjectKind::Sphere ? body.half.x
                      : body.kind == ObjectKind::Capsule
                          ? body.half.x + body.half.y
                          : std::sqrt(glm::dot(body.half, body.half));
  }
}

float exact_t(const ObjectBody& body, const LineSegment& path) {
  std::optional<ShapeHit> hit;
  const glm::dmat3 turn(glm::mat3_cast(
      glm::quat(body.rotation.w, body.rotation.x, body.rotation.y, body.rotation.z)));
  const glm::dvec3 center(body.center), along = turn[1] * double{body.half.y};
  if (body.kind == ObjectKind::Sphere)
    hit = trace_sphere(path, {center, double{body.half.x}});
  else if (body.kind == ObjectKind::Capsule)
    hit = trace_capsule(path, {{center - along, center + along}, double{body.half.x}});
  else
    hit = trace_box({(path.from - center) * turn, (path.to - center) * turn},
                    {-glm::dvec3(body.half), glm::dvec3(body.half)});
  return hit ? static_cast<float>(hit->t) : kMiss;
}

// Every bounding sphere is asked, in a plain loop; then the shapes that may be met.
float ask_all(const ObjectTrial& trial, std::size_t tick, const Segment& s,
              std::vector<std::uint8_t>& near) {
  const glm::vec3 d = s.to - s.from;
  const float inverse = 1.0f / glm::dot(d, d);
  const std::size_t count = trial.x.size();
  for (std::size_t i = 0; i < count; ++i) {
    float x = trial.x[i] - s.from.x, y = trial.y[i] - s.from.y, z = trial.z[i] - s.from.z;
    float t = (x * d.x + y * d.y + z * d.z) * inverse;
    t = t > 0.0f ? t : 0.0f;
    t = t < 1.0f ? t : 1.0f;
    x -= t * d.x, y -= t * d.y, z -= t * d.z;
    const float reach = trial.radius[i] + 1e-3f;
    near[i] = x * x + y * y + z * z < reach * reach ? 1 : 0;
  }
  float best = kMiss;
  const LineSegment path{glm::dvec3(s.from), glm::dvec3(s.to)};
  for (std::size_t i = 0; i < count; ++i)
    if (near[i] != 0) best = std::min(best, exact_t(trial.bodies[tick][i], path));
  return best;
}

struct Wanted {
  bool move = true, trace = true, brute = false;
  [[nodiscard]] std::size_t ticks() const { return brute ? 2 : kTicks; }
};

Contender naive_contender(ObjectTrial& trial, Wanted wanted) {
  return {
      "naive", [&trial, wanted] {
        std::vector<std::uint8_t> near(trial.x.size());
        Hasher hasher;
        for (std::size_t tick = 0; tick < kTicks; ++tick) {
          copy_spheres(trial, tick);
          if (!wanted.trace) continue;
          trace_segments(trial.scene->level, trial.segments, trial.walls);
          for (std::size_t i = 0; i < trial.segments.size(); ++i)
            hasher.add(std::min(trial.walls[i].t, ask_all(trial, tick, trial.segments[i], near)));
        }
        return hasher.finish();
      }};
}

// How many of the last tick's answers differ from Embree's, in parts per million.
std::string agreement(const ObjectTrial& trial) {
  std::size_t differs = 0, objects = 0;
  for (std::size_t i = 0; i < trial.hits.size(); ++i) {
    const ObjectHit& ours = trial.hits[i];
    const PeerHit& peer = trial.peer_hits[i];
    const std::uint32_t object = ours.kind == WorldHitKind::Object ? ours.user : 0xFFFFFFFFu;
    objects += object != 0xFFFFFFFFu ? 1u : 0u;
    const bool blocked = ours.kind != WorldHitKind::None;
    const bool same = blocked == (peer.t != kMiss) &&
                      (!blocked || std::fabs(ours.t - peer.t) < 1e-3f + 1e-3f * ours.t);
    differs += same ? 0u : 1u;
  }
  char text[128];
  std::snprintf(text, sizeof text, "walls asked first; differs: %.0f ppm; %.1f %% end at objects",
                1e6 * static_cast<double>(differs) / static_cast<double>(trial.hits.size()),
                100.0 * static_cast<double>(objects) / static_cast<double>(trial.hits.size()));
  return text;
}

Contender embree_contender(ObjectTrial& trial, ObjectPeer& peer, Wanted wanted) {
  Contender contender;
  contender.name = "embree";
  contender.run = [&trial, &peer, wanted] {
    for (std::size_t tick = 0; tick < kTicks; ++tick) {
      if (wanted.move) peer.move(trial.bodies[tick]);
      if (wanted.trace) peer.trace(trial.segments, trial.peer_hits);
    }
    return std::uint64_t{0};
  };
  return contender;
}

void bench_row(Runner& runner, const std::string& name, ObjectTrial& trial, ObjectBuckets& buckets,
               ObjectPeer* peer, Wanted wanted) {
  if (!runner.wants(name)) return;
  Row row;
  row.name = name;
  row.items = wanted.ticks() * (wanted.trace ? trial.segments.size() : trial.x.size());
  row.run = [&trial, &buckets, wanted] {
    std::uint64_t hash = 0;
    for (std::size_t tick = 0; tick < wanted.ticks(); ++tick) {
      if (wanted.move) {
        const ObjectUpdate moved = update_objects(buckets, trial.moves[tick]);
        hash += moved.full + moved.outside + moved.refused;
      }
      if (wanted.trace) trace_objects(buckets, trial.segments, trial.hits);
    }
    return hash;
  };
  row.hash_after = [&trial] { return hash_hits(trial.hits, 0); };
  if (peer != nullptr && !wanted.brute) {
    row.baselines.push_back(embree_contender(trial, *peer, wanted));
    row.run();
    row.baselines.back().run();
    if (wanted.trace) row.baselines.back().note = agreement(trial);
  }
  if (wanted.brute) row.baselines.push_back(naive_contender(trial, wanted));
  runner.measure(row);
}

// The same bodies through the level's triggers; the naive contender walks everybody's way with
// trace_line and lists its cells.
void bench_triggers(Runner& runner, const std::string& name, const ObjectTrial& trial) {
  if (!runner.wants(name)) return;
  const Level& level = trial.scene->level;
  const std::size_t count = trial.x.size();
  std::array<std::vector<TriggerBody>, kTicks> bodies;
  for (std::size_t tick = 0; tick < kTicks; ++tick)
    for (std::uint32_t i = 0; i < count; ++i) {
      const ObjectBody& body = trial.bodies[tick][i];
      bodies[tick].push_back({i, body.cell, glm::dvec3(body.center)});
    }
  TriggerState state;
  state.reserve(static_cast<std::uint32_t>(count));
  std::vector<TriggerEvent> events(4 * count);
  Row row;
  row.name = name;
  row.items = kTicks * count;
  row.run = [&] {
    std::uint64_t told = 0;
    for (std::size_t tick = 0; tick < kTicks; ++tick)
      told = told * 31 + update_triggers(level, bodies[tick], state, events).events;
    return told;
  };
  row.run();  // everybody is there
  row.baselines.push_back({"naive", [&] {
                             std::uint64_t cells = 0;
                             std::vector<std::uint32_t> path;
                             for (std::size_t tick = 0; tick < kTicks; ++tick)
                               for (std::size_t i = 0; i < count; ++i) {
                                 const TriggerBody& from = bodies[(tick + kTicks - 1) % kTicks][i];
                                 (void)trace_line(level, from.position, bodies[tick][i].position,
                                                  from.cell, {}, &path);
                                 cells += path.size();
                               }
                             return cells;
                           }});
  runner.measure(row);
}

void bench_scene(Runner& runner, const std::string& name) {
  const std::string base = "objects/" + name + "/";
  bool any = false;
  for (const char* what : {"tick", "move", "trace", "brute", "triggers"})
    any |= runner.wants(base + what);
  if (!any) return;
  const std::unique_ptr<TraceScene> scene = make_scene(name);
  if (scene == nullptr) return;
  const std::size_t count = runner.quick() ? 500 : 10'000;
  ObjectTrial trial{};
  trial.scene = scene.get();
  make_ticks(trial, count);
  trial.segments = make_segments(*scene, SegmentSet::Medium, count);
  trial.hits.resize(count), trial.peer_hits.resize(count), trial.walls.resize(count);
  trial.x.resize(count), trial.y.resize(count), trial.z.resize(count), trial.radius.resize(count);
  ObjectBuckets buckets(scene->level, {static_cast<std::uint32_t>(count), 0});
  std::vector<ObjectId> ids;
  for (std::size_t i = 0; i < count; ++i) {
    ObjectBody body = trial.bodies[0][i];
    body.user = static_cast<std::uint32_t>(i);
    ids.push_back(buckets.insert(body).object);
  }
  fill_moves(trial, ids);
  const std::unique_ptr<ObjectPeer> peer = make_embree_objects(wall_soup(scene->level));
  std::uint32_t same = 0, other = 0;
  for (std::size_t tick = 0; tick < kTicks; ++tick) {
    const ObjectUpdate moved = update_objects(buckets, trial.moves[tick]);
    same += moved.same_cells, other += moved.other_cells;
  }
  std::fprintf(
      stderr,
      "%s: %u objects in %.2f cells each, %u cells split; %.0f %% of moves looked for no cell\n",
      name.c_str(), buckets.counts().objects,
      static_cast<double>(buckets.counts().listings) / static_cast<double>(count),
      buckets.counts().split_cells, 100.0 * same / static_cast<double>(same + other));
  bench_row(runner, base + "tick", trial, buckets, peer.get(), {true, true});
  bench_row(runner, base + "move", trial, buckets, peer.get(), {true, false});
  bench_row(runner, base + "trace", trial, buckets, peer.get(), {false, true});
  bench_row(runner, base + "brute", trial, buckets, nullptr, {true, true, true});
  bench_triggers(runner, base + "triggers", trial);
}

}  // namespace

void bench_objects(Runner& runner) {
  for (const char* scene : kScenes) bench_scene(runner, scene);
}

}  // namespace playset::bench
