// Smoothing, flattening, noise: known answers, what must not change, refusals.
#include "playset/scaffold/edit_shape.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;

Ids floor_of(const EditDraft& draft) {
  std::vector<SideRef> floors;
  for (const ScaffoldId cub : draft.first_cubs) floors.push_back(side_of(cub, Bottom));
  return vertices_of_sides(draft.document, floors);
}

double bumpiness(const EditDraft& draft, const Ids& vertices) {
  double low = 1e9, high = -1e9;
  for (const ScaffoldId id : vertices) {
    low = std::min(low, double(draft.place(id).y));
    high = std::max(high, double(draft.place(id).y));
  }
  return high - low;
}

}  // namespace

TEST_CASE("shape: a smoothed corner goes to the middle of its neighbours, by the factor") {
  EditDraft draft(make_single());
  const ScaffoldCub& cub = draft.at(draft.cub(0));
  const GridPoint at = draft.place(cub.corners[0]);
  glm::dvec3 middle(0.0);  // of the three corners that edges lead to
  for (const std::uint32_t other : {1u, 3u, 4u})
    middle += glm::dvec3(draft.place(cub.corners[other])) / 3.0;
  const Ids one{cub.corners[0]};
  REQUIRE(smooth_vertices(draft.document, one, 0.25).ok());
  const glm::dvec3 expected = glm::dvec3(at) + 0.25 * (middle - glm::dvec3(at));
  for (int i = 0; i < 3; ++i) CHECK(std::fabs(draft.place(one[0])[i] - expected[i]) <= 0.5);
  REQUIRE(draft.document.undo());
  CHECK(draft.text() == draft.start);
}

TEST_CASE(
    "shape: smoothing evens a rough floor, round after round, and spares what is not listed") {
  EditDraft draft(make_hall(8));
  const Ids floor = floor_of(draft);
  NoiseConfig noise;
  noise.size = 3000;
  REQUIRE(roughen_vertices(draft.document, floor, noise).ok());
  const double rough = bumpiness(draft, floor);
  CHECK(rough > 300.0);
  const std::string before = draft.text();
  std::vector<GridPoint> ceiling;
  std::set<ScaffoldId> listed(floor.begin(), floor.end());
  for (const ScaffoldVertex& vertex : draft.document.level().vertices)
    if (listed.count(vertex.id) == 0) ceiling.push_back(vertex.at);
  // the ceiling above pulls too: what is left varies less, wherever it lies
  REQUIRE(smooth_vertices(draft.document, floor, 0.5, 8).ok());
  CHECK(bumpiness(draft, floor) < 0.5 * rough);
  std::size_t i = 0;
  for (const ScaffoldVertex& vertex : draft.document.level().vertices)
    if (listed.count(vertex.id) == 0) CHECK(vertex.at == ceiling[i++]);
  REQUIRE(draft.document.undo());
  CHECK(draft.text() == before);
}

TEST_CASE("shape: flattening brings all to the mean, or to a height, and moves nothing else") {
  EditDraft draft(make_hall(3));
  const Ids floor = floor_of(draft);
  NoiseConfig noise;
  noise.amount = {300, 900, 300};
  REQUIRE(roughen_vertices(draft.document, floor, noise).ok());
  double mean = 0.0;
  std::vector<GridPoint> before;
  for (const ScaffoldId id : floor) {
    before.push_back(draft.place(id));
    mean += draft.place(id).y / double(floor.size());
  }
  REQUIRE(flatten_vertices(draft.document, floor, 1).ok());
  for (std::size_t i = 0; i < floor.size(); ++i) {
    CHECK(std::fabs(draft.place(floor[i]).y - mean) <= 0.5);
    CHECK(draft.place(floor[i]).x == before[i].x);
    CHECK(draft.place(floor[i]).z == before[i].z);
  }
  REQUIRE(flatten_vertices(draft.document, floor, 1, -77).ok());
  for (const ScaffoldId id : floor) CHECK(draft.place(id).y == -77);
}

TEST_CASE("shape: noise depends on seed and place alone, keeps its bounds, and joins seams") {
  EditDraft all(make_hall(6)), some(make_hall(6));
  const Ids floor = floor_of(all);
  const Ids part(floor.begin(), floor.begin() + 7);
  NoiseConfig noise;
  noise.amount = {100, 700, 0};
  REQUIRE(roughen_vertices(all.document, floor, noise).ok());
  REQUIRE(roughen_vertices(some.document, part, noise).ok());
  for (const ScaffoldId id : part) CHECK(all.place(id) == some.place(id));
  EditDraft other(make_hall(6));
  std::size_t moved = 0;
  for (const ScaffoldId id : floor) {
    const GridPoint by = all.place(id) - other.place(id);
    CHECK(std::abs(by.x) <= 100);
    CHECK(std::abs(by.y) <= 700);
    CHECK(by.z == 0);
    moved += by.y != 0 ? 1 : 0;
  }
  CHECK(moved > floor.size() / 2);
  noise.seed = 2;
  REQUIRE(roughen_vertices(other.document, floor, noise).ok());
  CHECK(other.text() != all.text());
  CHECK(build_verdict(all.document) == "ok");
  check_round_trip(all);
}

TEST_CASE("shape: odd values are refused with a reason, and nothing changes") {
  EditDraft draft(make_single());
  const Ids one{draft.at(draft.cub(0)).corners[0]}, none, strange{ScaffoldId(12345)};
  const auto refused = [&](const Result<Done>& result, std::string_view part) {
    CAPTURE(part);
    CHECK(why(result).find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  refused(smooth_vertices(draft.document, none, 0.5), "nothing to smooth");
  refused(smooth_vertices(draft.document, strange, 0.5), "no vertex");
  for (const double factor : {0.0, -1.0, 1.5, std::nan("")})
    refused(smooth_vertices(draft.document, one, factor), "factor");
  refused(smooth_vertices(draft.document, one, 0.5, 0), "1 to 100");
  refused(smooth_vertices(draft.document, one, 0.5, 101), "1 to 100");
  refused(flatten_vertices(draft.document, none, 1), "nothing to flatten");
  refused(flatten_vertices(draft.document, one, 3), "axis");
  refused(flatten_vertices(draft.document, one, 1, kGridLimit + 1), "outside the grid");
  NoiseConfig noise;
  refused(roughen_vertices(draft.document, none, noise), "nothing to roughen");
  noise.size = 0;
  refused(roughen_vertices(draft.document, one, noise), "size of bumps");
  noise = {};
  noise.amount.y = -1;
  refused(roughen_vertices(draft.document, one, noise), "how far");
}
