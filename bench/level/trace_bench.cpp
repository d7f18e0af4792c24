// Segments through levels: ours in a batch, one by one, sorted, any-hit, cell unknown; Bullet and
// Embree on the same walls.
#include "bench/level/trace_bench.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/level/peers.h"
#include "playset/core/hash.h"

namespace playset::bench {
namespace {

constexpr const char* kScenes[] = {"tunnels1000", "tunnels10000", "tunnels100000", "MAP01",
                                   "MAP12"};
constexpr const char* kForms[] = {"single", "sorted", "any", "unknown"};

std::size_t segment_count(const Runner& runner) { return runner.quick() ? 10'000 : 1'000'000; }

bool has_forms(const std::string& scene) { return scene == "tunnels10000" || scene == "MAP12"; }

// One set in one scene: queries, our answers and the peers'.
struct Trial {
  const TraceScene* scene = nullptr;
  std::vector<Segment> segments;
  std::vector<SegmentHit> hits;
  std::vector<std::uint8_t> blocked;
  std::vector<float> bullet_t, embree_t;

  Trial(const TraceScene& of, std::vector<Segment> queries)
      : scene(&of),
        segments(std::move(queries)),
        hits(segments.size()),
        blocked(segments.size()),
        bullet_t(segments.size()),
        embree_t(segments.size()) {}
};

std::uint64_t hash_hits(const std::vector<SegmentHit>& hits) {
  Hasher hasher;
  for (const SegmentHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.side);
    hasher.add(hit.cell);
    hasher.add(hit.kind);
  }
  return hasher.finish();
}

std::uint64_t hash_floats(const std::vector<float>& values) {
  return hash_span(std::span<const float>(values));
}

// How far a peer's answers are from ours, in parts per million of the segments.
std::string agreement(const Trial& trial, const std::vector<float>& peer_t) {
  std::size_t flags = 0, distances = 0, broken = 0;
  for (std::size_t i = 0; i < trial.hits.size(); ++i) {
    const SegmentHit& hit = trial.hits[i];
    const bool blocked = hit.kind == HitKind::Wall || hit.kind == HitKind::Door;
    if (!blocked && hit.kind != HitKind::End) ++broken;
    if (blocked != (peer_t[i] != kMiss)) {
      ++flags;
      continue;
    }
    if (!blocked) continue;
    const glm::dvec3 d = glm::dvec3(trial.segments[i].to) - glm::dvec3(trial.segments[i].from);
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const double off = std::fabs(double{hit.t} - double{peer_t[i]}) * length;
    if (off > 1e-3 + 1e-4 * double{hit.t} * length) ++distances;
  }
  const double ppm = 1e6 / static_cast<double>(trial.hits.size());
  char text[96];
  std::snprintf(text, sizeof text, "differs: hit %.0f ppm, distance %.0f ppm%s",
                static_cast<double>(flags) * ppm, static_cast<double>(distances) * ppm,
                broken > 0 ? "; OURS IS BROKEN SOMEWHERE" : "");
  return text;
}

struct Peers {
  std::unique_ptr<TracePeer> bullet, embree;
};

void add_peer(Row& row, const char* name, TracePeer* peer, Trial& trial, std::vector<float>& t,
              bool any) {
  if (peer == nullptr) return;
  Contender contender;
  contender.name = name;
  contender.run = [peer, &trial, &t, any] {
    if (any)
      peer->trace_any(trial.segments, t);
    else
      peer->trace(trial.segments, t);
    return std::uint64_t{0};
  };
  contender.hash_after = [&t] { return hash_floats(t); };
  if (!any) {
    peer->trace(trial.segments, t);
    contender.note = agreement(trial, t);
  }
  row.baselines.push_back(std::move(contender));
}

void add_peers(Row& row, const Peers& peers, Trial& trial, bool any) {
  add_peer(row, "bullet", peers.bullet.get(), trial, trial.bullet_t, any);
  add_peer(row, "embree_robust", peers.embree.get(), trial, trial.embree_t, any);
}

Row batch_row(const std::string& name, Trial& trial) {
  Row row;
  row.name = name;
  row.items = trial.segments.size();
  row.run = [&trial] {
    trace_segments(trial.scene->level, trial.segments, trial.hits);
    return std::uint64_t{0};
  };
  row.hash_after = [&trial] { return hash_hits(trial.hits); };
  row.run();  // the peers' notes compare with these
  return row;
}

std::uint64_t trace_one_by_one(Trial& trial) {
  for (std::size_t i = 0; i < trial.segments.size(); ++i) {
    trial.hits[i] = trace_segment(trial.scene->level, trial.segments[i]);
  }
  return 0;
}

void bench_batch(Runner& runner, const std::string& name, Trial& trial, const Peers& peers) {
  Row row = batch_row(name, trial);
  add_peers(row, peers, trial, false);
  Contender one_by_one;
  one_by_one.name = "naive";
  one_by_one.run = [&trial] { return trace_one_by_one(trial); };
  one_by_one.hash_after = row.hash_after;
  one_by_one.same_hash = true;
  row.baselines.push_back(std::move(one_by_one));
  runner.measure(row);
}

void bench_single(Runner& runner, const std::string& name, Trial& trial, const Peers& peers) {
  Row row = batch_row(name, trial);
  row.run = [&trial] { return trace_one_by_one(trial); };
  add_peers(row, peers, trial, false);
  runner.measure(row);
}

// The first fifth of the set in the order of its start cells: best for everybody's caches.
void bench_sorted(Runner& runner, const std::string& name, Trial trial, const Peers& peers) {
  trial.segments.resize(std::max<std::size_t>(trial.segments.size() / 5, 1));
  std::stable_sort(trial.segments.begin(), trial.segments.end(),
                   [](const Segment& a, const Segment& b) { return a.cell < b.cell; });
  Trial sorted(*trial.scene, std::move(trial.segments));
  Row row = batch_row(name, sorted);
  add_peers(row, peers, sorted, false);
  runner.measure(row);
}

void bench_any(Runner& runner, const std::string& name, Trial& trial, const Peers& peers) {
  Row row;
  row.name = name;
  row.items = trial.segments.size();
  row.run = [&trial] {
    trace_segments_any(trial.scene->level, trial.segments, trial.blocked);
    return std::uint64_t{0};
  };
  row.hash_after = [&trial] { return hash_span(std::span<const std::uint8_t>(trial.blocked)); };
  add_peers(row, peers, trial, true);
  runner.measure(row);
}

void bench_unknown(Runner& runner, const std::string& name, Trial trial, const Peers& peers) {
  for (Segment& segment : trial.segments) segment.cell = kNone;
  Row row = batch_row(name, trial);
  add_peers(row, peers, trial, false);
  runner.measure(row);
}

void bench_set(Runner& runner, const TraceScene& scene, SegmentSet set, const Peers& peers) {
  const std::string name = "trace/" + scene.name + "/" + kSetNames[static_cast<int>(set)];
  Trial trial(scene, make_segments(scene, set, segment_count(runner)));
  if (runner.wants(name)) bench_batch(runner, name, trial, peers);
  if (!has_forms(scene.name)) return;
  if (runner.wants(name + "/single")) bench_single(runner, name + "/single", trial, peers);
  if (runner.wants(name + "/sorted")) bench_sorted(runner, name + "/sorted", trial, peers);
  if (runner.wants(name + "/any")) bench_any(runner, name + "/any", trial, peers);
  if (runner.wants(name + "/unknown")) bench_unknown(runner, name + "/unknown", trial, peers);
}

// Whether the filter picks any row of this set; with --list it prints them.
bool wants_set(Runner& runner, const std::string& scene, SegmentSet set) {
  const std::string name = "trace/" + scene + "/" + kSetNames[static_cast<int>(set)];
  bool wanted = runner.wants(name);
  if (!has_forms(scene)) return wanted;
  for (const char* form : kForms) wanted |= runner.wants(name + "/" + form);
  return wanted;
}

constexpr SegmentSet kSets[] = {SegmentSet::Short, SegmentSet::Medium, SegmentSet::Long};

void bench_scene(Runner& runner, const std::string& name) {
  bool wanted[3];
  for (std::size_t i = 0; i < 3; ++i) wanted[i] = wants_set(runner, name, kSets[i]);
  if (!wanted[0] && !wanted[1] && !wanted[2]) return;
  const std::unique_ptr<TraceScene> scene = make_scene(name);
  if (scene == nullptr) return;
  const WallSoup soup = wall_soup(scene->level);
  std::fprintf(stderr, "%s: %u cells, %zu wall triangles, cells of %.3g m, level of %zu KiB\n",
               name.c_str(), scene->level.cell_count(), soup.indices.size() / 3, scene->cell_size,
               scene->level.bytes().size() / 1024);
  const Peers peers{make_bullet_peer(soup), make_embree_peer(soup)};
  for (std::size_t i = 0; i < 3; ++i) {
    if (wanted[i]) bench_set(runner, *scene, kSets[i], peers);
  }
}

}  // namespace

void bench_traces(Runner& runner) {
  for (const char* scene : kScenes) bench_scene(runner, scene);
}

void bench_growth(Runner& runner) {
  const char* name = "growth/tunnels/short";
  if (!runner.wants(name)) return;
  const std::unique_ptr<TraceScene> large = make_scene("tunnels100000"),
                                    small = make_scene("tunnels1000");
  if (large == nullptr || small == nullptr) return;
  Trial in_large(*large, make_segments(*large, SegmentSet::Short, segment_count(runner)));
  Trial in_small(*small, make_segments(*small, SegmentSet::Short, segment_count(runner)));
  Row row = batch_row(name, in_large);
  const Row other = batch_row("", in_small);
  row.baselines.push_back({"tunnels1000", other.run, false,
                           "ratio = speed left with 100 times the cells", other.hash_after});
  runner.measure(row);
}

void bench_builds(Runner& runner) {
  for (const char* name : kScenes) {
    const std::string row_name = std::string("build/") + name;
    if (!runner.wants(row_name)) continue;
    const std::unique_ptr<TraceScene> scene = make_scene(name);
    if (scene == nullptr) continue;
    const WallSoup soup = wall_soup(scene->level);
    Row row;
    row.name = row_name;
    row.run = [&] {
      const Result<Level> level = cook_level(scene->complex);
      return level ? hash_bytes(level.value().bytes()) : 0;
    };
    if (make_bullet_peer(soup) != nullptr) {
      row.baselines.push_back(
          {"bullet", [&] { return std::uint64_t{make_bullet_peer(soup) != nullptr}; }});
    }
    if (make_embree_peer(soup) != nullptr) {
      row.baselines.push_back(
          {"embree_robust", [&] { return std::uint64_t{make_embree_peer(soup) != nullptr}; }});
    }
    runner.measure(row);
  }
}

}  // namespace playset::bench
