// The same bits whatever the instruction set, the split, the thread, the order of cells and the way
// the level came into memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <thread>
#include <tuple>

#include "data/relay_station.h"
#include "level/trace_batch.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/scaffold/build_cells.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/random_rays.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

bool same_bits(const SegmentHit& a, const SegmentHit& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::size_t differences(const std::vector<SegmentHit>& a, const std::vector<SegmentHit>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += same_bits(a[i], b[i]) ? 0 : 1;
  return count;
}

// Random rays and all sorts of hard ones, some without a known start or with a wrong one.
std::vector<Segment> rays_of(const Level& level, std::size_t count, std::uint64_t seed) {
  std::vector<Segment> rays = random_rays(level, count, seed);
  for (const Aim aim : kAims) {
    const auto more = aimed_rays(level, aim, count / 8, seed);
    rays.insert(rays.end(), more.begin(), more.end());
  }
  for (const auto& more :
       {boundary_rays(level, count / 8, seed), ending_rays(level, count / 8, seed)})
    rays.insert(rays.end(), more.begin(), more.end());
  Rng rng(seed);
  for (std::size_t i = 0; i < rays.size(); i += 17)
    rays[i].cell = i % 2 == 0 ? kNone : rng.below(level.cell_count());
  return rays;
}

std::vector<SegmentHit> traced(const Level& level, const std::vector<Segment>& rays,
                               const TraceOptions& options = {}, TraceBatch batch = nullptr) {
  std::vector<SegmentHit> hits(rays.size());
  if (batch != nullptr)
    batch(level, rays, hits, options);
  else
    trace_segments(level, rays, hits, options);
  return hits;
}

struct Scene {
  std::string name;
  CellComplex complex;
};

// Six-sided cells, steps and doors of a real map, partial portals and wide cells, non-planar sides.
std::vector<Scene> scenes() {
  std::vector<Scene> all;
  all.push_back({"tunnels", build_tunnels({1000, 1})});
  const Result<CellComplex> relay = build_cells(make_relay_station());
  REQUIRE(relay.ok());
  all.push_back({"relay station", *relay});
  for_each_level_file([&](const std::string& name, const Imported& imported) {
    for (const char* wanted : {"test.rl2", "freedoom_map06.wad", "toroid-hex.mesh"})
      if (name.find(wanted) != std::string::npos) all.push_back({name, imported.cells});
  });
  return all;
}

std::string hex(std::uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15u];
  return text;
}

std::uint64_t hash_of(const std::vector<SegmentHit>& hits) {
  Hasher hasher;
  for (const SegmentHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.side);
    hasher.add(hit.cell);
    hasher.add(hit.kind);
  }
  return hasher.finish();
}

}  // namespace

TEST_CASE("determinism: AVX2 and plain C++ give the same bits") {
  if (!trace_has_avx2()) {
    MESSAGE("SKIPPED: this processor has no AVX2, or the compiler does not make it");
    return;
  }
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    const Level level = cook_or_fail(scene.complex);
    const DoorStates doors = initial_doors(level);
    const std::vector<Segment> rays = rays_of(level, 8000, 21);
    for (const TraceOptions& options :
         {TraceOptions{}, TraceOptions{&doors, 0}, TraceOptions{nullptr, 3}})
      CHECK(differences(traced(level, rays, options, trace_batch_scalar),
                        traced(level, rays, options, trace_batch_avx2)) == 0);
  }
}

TEST_CASE("determinism: the split of a batch does not matter") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    const Level level = cook_or_fail(scene.complex);
    const std::vector<Segment> rays = rays_of(level, 4000, 22);
    const std::vector<SegmentHit> whole = traced(level, rays);
    for (const std::size_t part : {1u, 3u, 8u, 255u, 256u, 257u, 1000u}) {
      CAPTURE(part);
      std::vector<SegmentHit> hits(rays.size());
      for (std::size_t i = 0; i < rays.size(); i += part) {
        const std::size_t n = std::min(part, rays.size() - i);
        trace_segments(level, std::span(rays).subspan(i, n), std::span(hits).subspan(i, n));
      }
      CHECK(differences(whole, hits) == 0);
    }
  }
}

TEST_CASE("determinism: the order of a batch does not matter") {
  const Level level = cook_or_fail(build_tunnels({1000, 1}));
  std::vector<Segment> rays = rays_of(level, 8000, 23);
  for (std::uint32_t i = 0; i < rays.size(); ++i) rays[i].user = i;
  const std::vector<SegmentHit> before = traced(level, rays);
  Rng rng(23);
  rng.shuffle(std::span(rays));
  const std::vector<SegmentHit> after = traced(level, rays);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rays.size(); ++i)
    count += same_bits(before[rays[i].user], after[i]) ? 0 : 1;
  CHECK(count == 0);
}

TEST_CASE("determinism: cooking twice gives the same bytes") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    for (const bool renumber : {true, false}) {
      const Level a = cook_or_fail(scene.complex, {renumber}),
                  b = cook_or_fail(scene.complex, {renumber});
      REQUIRE(a.bytes().size() == b.bytes().size());
      CHECK(std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin()));
    }
  }
}

TEST_CASE(
    "determinism: a level saved and loaded, or opened from bytes, answers as the one that was "
    "cooked") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    const Level level = cook_or_fail(scene.complex);
    const std::string path = temporary_path("determinism.level");
    REQUIRE(save_level(level, path).ok());
    const Result<Level> loaded = load_level(path), opened = open_level(level.bytes());
    REQUIRE_MESSAGE(loaded.ok(), loaded.error().text());
    REQUIRE_MESSAGE(opened.ok(), opened.error().text());
    CHECK(std::equal(level.bytes().begin(), level.bytes().end(), loaded->bytes().begin(),
                     loaded->bytes().end()));
    const std::vector<Segment> rays = rays_of(level, 2000, 24);
    CHECK(differences(traced(level, rays), traced(*loaded, rays)) == 0);
    CHECK(differences(traced(level, rays), traced(*opened, rays)) == 0);
  }
}

TEST_CASE("determinism: renumbered cells give the same answers by the complex's numbers") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    const Level plain = cook_or_fail(scene.complex, {false}),
                ordered = cook_or_fail(scene.complex, {true});
    std::vector<std::uint32_t> in_plain(plain.cell_count());
    for (std::uint32_t c = 0; c < plain.cell_count(); ++c) in_plain[plain.complex_cell(c)] = c;
    std::vector<Segment> rays = random_rays(ordered, 6000, 25);
    for (const Aim aim : kAims) {
      const auto more = aimed_rays(ordered, aim, 500, 25);
      rays.insert(rays.end(), more.begin(), more.end());
    }
    const std::vector<SegmentHit> a = traced(ordered, rays);
    for (Segment& ray : rays) ray.cell = in_plain[ordered.complex_cell(ray.cell)];
    const std::vector<SegmentHit> b = traced(plain, rays);
    std::size_t count = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const bool same_side =
          (a[i].side == kNone) == (b[i].side == kNone) &&
          (a[i].side == kNone || ordered.complex_side(a[i].side) == plain.complex_side(b[i].side));
      const bool same = a[i].kind == b[i].kind && a[i].t == b[i].t && same_side &&
                        ordered.complex_cell(a[i].cell) == plain.complex_cell(b[i].cell);
      count += same ? 0 : 1;
    }
    CHECK(count == 0);
  }
}

TEST_CASE(
    "determinism: hits in tunnels1000 are the committed ones on every compiler and optimisation "
    "level") {
  const Level level = cook_or_fail(build_tunnels({1000, 1}));
  const std::vector<Segment> rays = rays_of(level, 20000, 26);
  const std::vector<SegmentHit> hits = traced(level, rays);
  std::array<std::size_t, 6> kinds{};
  for (const SegmentHit& hit : hits) ++kinds[static_cast<std::size_t>(hit.kind)];
  std::string text =
      "level " + hex(hash_bytes(level.bytes())) + "\nhits " + hex(hash_of(hits)) + "\nkinds";
  for (const std::size_t n : kinds) text += " " + std::to_string(n);
  CHECK_GOLDEN("level/tunnels1000.txt", text + "\n");
}

TEST_SUITE("threads") {
  TEST_CASE(
      "determinism: threads that trace and locate in one level at once get the answers of one "
      "thread") {
    const Level level = cook_or_fail(build_tunnels({1000, 1}));
    const DoorStates doors = initial_doors(level);
    const std::vector<Segment> rays = rays_of(level, 4000, 27);
    const TraceOptions options{&doors, 0};
    const std::vector<SegmentHit> expected = traced(level, rays, options);
    std::array<std::size_t, 4> wrong{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
      threads.emplace_back([&, t] {
        const Level copy = level;
        wrong[t] = differences(expected, traced(copy, rays, options));
        for (std::size_t i = t; i < rays.size(); i += 4) {
          const std::uint32_t cell = locate_point(level, glm::dvec3(rays[i].from));
          wrong[t] += cell == kNone || !cell_holds(level, cell, glm::dvec3(rays[i].from)) ? 1u : 0u;
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::size_t count : wrong) CHECK(count == 0);
  }
}
