// Moving spheres through levels: ours in a batch and one by one, Bullet's convexSweepTest on the
// same walls.
#include "bench/level/sweep_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "bench/level/peers.h"
#include "playset/core/hash.h"
#include "playset/level/overlap.h"
#include "playset/level/sweep.h"

namespace playset::bench {
namespace {

constexpr const char* kScenes[] = {"tunnels10000", "MAP01", "MAP12"};
constexpr SegmentSet kSets[] = {SegmentSet::Short, SegmentSet::Medium};

std::size_t sweep_count(const Runner& runner) { return runner.quick() ? 2'000 : 200'000; }

struct Trial {
  const TraceScene& scene;
  std::vector<SphereSweep> sweeps;
  std::vector<SweepHit> hits;
  std::vector<float> bullet_t;

  Trial(const TraceScene& of, SegmentSet set, std::size_t count)
      : scene(of), hits(count), bullet_t(count) {
    for (const Segment& s : make_segments(of, set, count))
      sweeps.push_back({s.from, s.cell, s.to, static_cast<float>(0.1 * of.cell_size)});
  }
};

std::uint64_t hash_hits(const std::vector<SweepHit>& hits) {
  Hasher hasher;
  for (const SweepHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.side);
    hasher.add(hit.cell);
    hasher.add(hit.kind);
    for (int i = 0; i < 3; ++i) hasher.add(hit.normal[i]);
  }
  return hasher.finish();
}

// How far Bullet's answers are from ours, among spheres that touch nothing at the start: it has
// other rules for those that do.
std::string agreement(const Trial& trial) {
  std::size_t flags = 0, distances = 0, broken = 0, asked = 0;
  std::array<WorldContact, 1> any;
  for (std::size_t i = 0; i < trial.hits.size(); ++i) {
    const SphereSweep& sweep = trial.sweeps[i];
    const SweepHit& hit = trial.hits[i];
    const bool blocked = hit.kind == HitKind::Wall || hit.kind == HitKind::Door;
    if (!blocked && hit.kind != HitKind::End) ++broken;
    const Sphere ball{glm::dvec3(sweep.from), 1.05 * double{sweep.radius}};
    if (overlap_sphere(trial.scene.level, ball, any, sweep.cell) > 0) continue;
    ++asked;
    const glm::dvec3 d = glm::dvec3(sweep.to) - glm::dvec3(sweep.from);
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    if (blocked != (trial.bullet_t[i] != kMiss))
      ++flags;
    else if (blocked && std::fabs(double{hit.t} - double{trial.bullet_t[i]}) * length >
                            0.01 * trial.scene.cell_size)
      ++distances;
  }
  const double ppm = 1e6 / static_cast<double>(std::max<std::size_t>(asked, 1));
  char text[160];
  std::snprintf(text, sizeof text,
                "of %zu that start free: differs: hit %.0f ppm, distance %.0f ppm%s", asked,
                static_cast<double>(flags) * ppm, static_cast<double>(distances) * ppm,
                broken > 0 ? "; OURS IS BROKEN SOMEWHERE" : "");
  return text;
}

std::uint64_t sweep_one_by_one(Trial& trial) {
  for (std::size_t i = 0; i < trial.sweeps.size(); ++i)
    trial.hits[i] = sweep_sphere(trial.scene.level, trial.sweeps[i]);
  return 0;
}

void add_bullet(Row& row, Trial& trial, TracePeer* peer) {
  if (peer == nullptr) return;
  Contender bullet;
  bullet.name = "bullet";
  bullet.run = [&trial, peer] {
    peer->sweep(trial.sweeps, trial.bullet_t);
    return std::uint64_t{0};
  };
  bullet.hash_after = [&trial] { return hash_span(std::span<const float>(trial.bullet_t)); };
  bullet.run();
  bullet.note = agreement(trial);
  row.baselines.push_back(std::move(bullet));
}

void bench_set(Runner& runner, const std::string& name, Trial& trial, TracePeer* peer,
               bool single) {
  Row row;
  row.name = name;
  row.items = trial.sweeps.size();
  row.run = [&trial, single] {
    if (single) return sweep_one_by_one(trial);
    sweep_spheres(trial.scene.level, trial.sweeps, trial.hits);
    return std::uint64_t{0};
  };
  row.hash_after = [&trial] { return hash_hits(trial.hits); };
  row.run();
  add_bullet(row, trial, peer);
  runner.measure(row);
}

void bench_scene(Runner& runner, const std::string& name) {
  struct Wanted {
    std::string name;
    SegmentSet set;
    bool single;
  };
  std::vector<Wanted> rows;
  for (const SegmentSet set : kSets)
    for (const bool single : {false, true}) {
      std::string row = "sweep/" + name + "/" + kSetNames[static_cast<int>(set)];
      if (single) row += "/single";
      if (runner.wants(row)) rows.push_back({row, set, single});
    }
  if (rows.empty()) return;
  const std::unique_ptr<TraceScene> scene = make_scene(name);
  if (scene == nullptr) return;
  const std::unique_ptr<TracePeer> peer = make_bullet_peer(wall_soup(scene->level));
  for (const Wanted& row : rows) {
    Trial trial(*scene, row.set, sweep_count(runner));
    bench_set(runner, row.name, trial, peer.get(), row.single);
  }
}

void bench_places(Runner& runner, const std::string& scene_name) {
  const std::string overlap = "overlap/" + scene_name, nearest = "nearest/" + scene_name;
  const bool wants_overlap = runner.wants(overlap), wants_nearest = runner.wants(nearest);
  if (!wants_overlap && !wants_nearest) return;
  const std::unique_ptr<TraceScene> scene = make_scene(scene_name);
  if (scene == nullptr) return;
  const Trial trial(*scene, SegmentSet::Short, sweep_count(runner));
  Row row;
  row.items = trial.sweeps.size();
  row.name = overlap;
  row.run = [&] {
    Hasher hasher;
    std::array<WorldContact, 4> contacts;
    for (const SphereSweep& s : trial.sweeps)
      hasher.add(
          overlap_sphere(scene->level, {glm::dvec3(s.from), double{s.radius}}, contacts, s.cell));
    return hasher.finish();
  };
  if (wants_overlap) runner.measure(row);
  row.name = nearest;
  row.run = [&] {
    Hasher hasher;
    for (const SphereSweep& s : trial.sweeps)
      hasher.add(closest_point(scene->level, glm::dvec3(s.from), 1e3, s.cell).distance);
    return hasher.finish();
  };
  if (wants_nearest) runner.measure(row);
}

}  // namespace

void bench_sweeps(Runner& runner) {
  for (const char* scene : kScenes) bench_scene(runner, scene);
}

void bench_overlaps(Runner& runner) {
  for (const char* scene : kScenes) bench_places(runner, scene);
}

}  // namespace playset::bench
