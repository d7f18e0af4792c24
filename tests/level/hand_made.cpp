// Small levels made by hand, and the checks that every one of them must pass.
#include "tests/level/hand_made.h"

#include <doctest/doctest.h>

#include "tests/level/random_rays.h"

namespace playset::test {

using playset_test::CellBuilder;

CellComplex linked(CellBuilder builder) {
  link_sides(builder.complex);
  return std::move(builder.complex);
}

CellComplex boxes(const std::vector<GridPoint>& places) {
  CellBuilder builder;
  for (const GridPoint p : places) builder.add_box(p * kMetre, (p + GridPoint(1)) * kMetre);
  return linked(std::move(builder));
}

std::vector<GridPoint> lattice(int nx, int ny, int nz) {
  std::vector<GridPoint> all;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) all.emplace_back(x, y, z);
  return all;
}

std::uint32_t cell_of(const Level& level, std::uint32_t complex_cell) {
  for (std::uint32_t c = 0; c < level.cell_count(); ++c)
    if (level.complex_cell(c) == complex_cell) return c;
  FAIL("no such cell");
  return kNone;
}

SegmentHit shoot(const Level& level, glm::vec3 from, glm::vec3 to, std::uint32_t cell,
                 const TraceOptions& options) {
  const Segment segment{from, cell, to, 0};
  const SegmentHit hit = trace_segment(level, segment, options);
  const LineHit exact = trace_line(level, glm::dvec3(from), glm::dvec3(to), cell, options);
  CHECK(hit.kind == exact.kind);
  CHECK(hit.side == exact.side);
  CHECK(hit.cell == exact.cell);
  CHECK(double{hit.t} == doctest::Approx(exact.t).epsilon(1e-5));
  return hit;
}

void check_against_oracle(const Level& level, std::size_t count, std::uint64_t seed) {
  CAPTURE(seed);
  const Oracle oracle(level);
  const auto judged = [&](const std::vector<Segment>& rays) {
    const Tally tally = try_rays(level, oracle, rays);
    CHECK(tally.wrong == 0);
    CHECK(tally.orphans == 0);
    CHECK(tally.wrong_cell == 0);
    CHECK(tally.other_side == 0);
    if (!tally.first_wrong.empty()) MESSAGE(tally.first_wrong);
  };
  judged(random_rays(level, count, seed));
  for (const Aim aim : kAims) judged(aimed_rays(level, aim, count / 4, seed));
  judged(boundary_rays(level, count / 4, seed));
  judged(ending_rays(level, count / 4, seed));
}

std::string refusal(const CellComplex& complex) {
  const Result<Level> level = cook_level(complex);
  return level ? "" : level.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace playset::test
