// Laying materials: what a frame means, axes of the level, fitting, folding over edges, refusals.
#include "playset/scaffold/edit_uv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "playset/core/rng.h"
#include "playset/scaffold/edit_build.h"
#include "playset/scaffold/edit_move.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

glm::dvec2 uv_at(const SideUv& uv, glm::dvec3 p) {
  const glm::dvec3 d = p - uv.origin;
  return {glm::dot(d, uv.u), glm::dot(d, uv.v)};
}

std::vector<glm::dvec2> corner_uvs(const EditDraft& draft, SideRef side) {
  const SideUv uv = side_uv(draft.document, side);
  std::vector<glm::dvec2> uvs;
  const SideLoop loop = side_loop(draft.at(side.cub), side.side);
  for (std::uint32_t i = 0; i < loop.count; ++i)
    uvs.push_back(uv_at(uv, to_metres(draft.place(loop.vertices[i]))));
  return uvs;
}

// Whole repeats apart.
bool agrees(glm::dvec2 a, glm::dvec2 b, double tolerance) {
  const glm::dvec2 d(a.x - b.x - std::floor(a.x - b.x + 0.5),
                     a.y - b.y - std::floor(a.y - b.y + 0.5));
  return std::fabs(d.x) < tolerance && std::fabs(d.y) < tolerance;
}

std::vector<SideRef> walls_of(const EditDraft& draft) {
  std::vector<SideRef> walls;
  for (const SideRef side : sides_of_cubs(draft.document, draft.first_cubs))
    if (draft.document.windows_of_side(side).empty()) walls.push_back(side);
  return walls;
}

std::vector<EdgeRef> upright_edges(const EditDraft& draft) {
  std::vector<EdgeRef> upright;
  for (const EdgeRef edge :
       edges_of_sides(draft.document, sides_of_cubs(draft.document, draft.first_cubs))) {
    const GridPoint along = draft.place(edge.a) - draft.place(edge.b);
    if (along.x == 0 && along.z == 0) upright.push_back(edge);
  }
  return upright;
}

}  // namespace

TEST_CASE("uv: a frame starts at the first corner, runs along the first edge, turns and repeats") {
  EditDraft draft(make_single());
  const SideRef floor = draft.side(0, Bottom);
  const SideLoop loop = side_loop(draft.at(floor.cub), floor.side);
  const glm::dvec3 first = to_metres(draft.place(loop.vertices[0])),
                   second = to_metres(draft.place(loop.vertices[1])),
                   last = to_metres(draft.place(loop.vertices[3]));
  const SideUv plain = side_uv(draft.document, floor);
  CHECK(uv_at(plain, first) == glm::dvec2(0.0));
  CHECK(uv_at(plain, second).x == doctest::Approx(glm::length(second - first)));
  CHECK(uv_at(plain, second).y == doctest::Approx(0.0));
  CHECK(uv_at(plain, last).y == doctest::Approx(glm::length(last - first)));
  ScaffoldCub cub = draft.at(floor.cub);
  cub.sides[floor.side].uv = {512, 256, 2048, -1024, 90'000};
  ScaffoldEdit edit(draft.document, "uv");
  draft.document.put(cub);
  REQUIRE(edit.commit().ok());
  const SideUv turned = side_uv(draft.document, floor);
  CHECK(uv_at(turned, first).x == doctest::Approx(0.25));
  CHECK(uv_at(turned, first).y == doctest::Approx(-0.25));
  // u runs where v did, a quarter turn on; v against the first edge, mirrored along it again
  CHECK(uv_at(turned, last).x == doctest::Approx(0.25 + glm::length(last - first) / 2.0));
  CHECK(uv_at(turned, second).y == doctest::Approx(-0.25 + glm::length(second - first)));
}

TEST_CASE("uv: aligned walls show the level's own axes, whatever cub they belong to") {
  EditDraft draft(make_corridor(3));
  REQUIRE(align_uv(draft.document, walls_of(draft), 1536, 1024).ok());
  for (const SideRef wall : walls_of(draft)) {
    const SideUv uv = side_uv(draft.document, wall);
    CAPTURE(int(wall.side));
    const bool level = wall.side == number(Top) || wall.side == number(Bottom);
    CHECK(glm::length(uv.v - (level ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0))) < 1e-9);
    CHECK(glm::length(uv.u) == doctest::Approx(1.0 / 1.5));
    CHECK(agrees(uv_at(uv, glm::dvec3(0.0)), glm::dvec2(0.0), 1e-9));
  }
  // from inside, u runs to the right: on the front wall, seen along +Z, that is -X
  CHECK(side_uv(draft.document, draft.side(2, Front)).u.x < 0.0);
  CHECK(side_uv(draft.document, draft.side(0, Left)).u.z > 0.0);
  check_round_trip(draft);
}

TEST_CASE("uv: a material goes along with a cub that is moved and turned") {
  EditDraft draft(make_single());
  REQUIRE(align_uv(draft.document, walls_of(draft), 1000, 700).ok());
  std::vector<std::vector<glm::dvec2>> before;
  for (const SideRef wall : walls_of(draft)) before.push_back(corner_uvs(draft, wall));
  GridTransform transform = quarter_turns(1, 1, {100, 0, 200});
  transform.shift = {777, -33, 12'345};
  REQUIRE(transform_cubs(draft.document, all_cubs(draft), transform).ok());
  const std::vector<SideRef> walls = walls_of(draft);
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const auto now = corner_uvs(draft, walls[w]);
    for (std::size_t i = 0; i < now.size(); ++i) CHECK(glm::length(now[i] - before[w][i]) < 1e-9);
  }
}

TEST_CASE("uv: a fitted material covers each side so many times, from its lower left corner") {
  EditDraft draft(make_single());
  REQUIRE(fit_uv(draft.document, walls_of(draft), 2, 3).ok());
  for (const SideRef wall : walls_of(draft)) {
    glm::dvec2 low(1e9), high(-1e9);
    for (const glm::dvec2 uv : corner_uvs(draft, wall)) {
      low = {std::min(low.x, uv.x), std::min(low.y, uv.y)};
      high = {std::max(high.x, uv.x), std::max(high.y, uv.y)};
    }
    CHECK(high.x - low.x == doctest::Approx(2.0).epsilon(1e-3));
    CHECK(high.y - low.y == doctest::Approx(3.0).epsilon(1e-3));
    CHECK(agrees(low, glm::dvec2(0.0), 2e-3));
  }
}

TEST_CASE("uv: unfolded sides agree along the edges they share; 200 seeded rooms") {
  Rng rng(2024);
  for (int round = 0; round < 200; ++round) {
    EditDraft draft(make_corridor(2));
    for (const EdgeRef edge : upright_edges(draft)) {  // slanted walls
      const auto x = static_cast<std::int32_t>(rng.below(600));
      const auto z = static_cast<std::int32_t>(rng.below(600));
      REQUIRE(
          transform_vertices(draft.document, std::array{edge.a, edge.b}, shift_by({x, 0, z})).ok());
    }
    const std::vector<SideRef> strip = {draft.side(0, Left), draft.side(1, Left),
                                        draft.side(1, Front), draft.side(1, Right)};
    REQUIRE(align_uv(draft.document, std::vector{strip[0]}, 1024, -2048).ok());
    const UvFrame first = draft.at(strip[0].cub).sides[strip[0].side].uv;
    REQUIRE(unfold_uv(draft.document, strip).ok());
    CHECK(draft.at(strip[0].cub).sides[strip[0].side].uv == first);
    for (std::size_t i = 0; i + 1 < strip.size(); ++i) {
      const SideUv a = side_uv(draft.document, strip[i]), b = side_uv(draft.document, strip[i + 1]);
      const auto edges_a = edges_of_sides(draft.document, std::vector{strip[i]});
      const auto edges_b = edges_of_sides(draft.document, std::vector{strip[i + 1]});
      int shared = 0;
      for (const EdgeRef edge : edges_a) {
        if (!is_marked(edges_b, edge)) continue;
        ++shared;
        for (const ScaffoldId end : {edge.a, edge.b}) {
          const glm::dvec3 p = to_metres(draft.place(end));
          CHECK(agrees(uv_at(a, p), uv_at(b, p), 3e-3));
        }
      }
      CHECK(shared == 1);
    }
  }
}

TEST_CASE("uv: what cannot be laid is refused with a reason") {
  EditDraft draft(make_corridor(3));
  const std::vector<SideRef> one = {draft.side(0, Left)};
  CHECK(why(align_uv(draft.document, {}, 1024, 1024)).find("nothing to align") !=
        std::string::npos);
  CHECK(why(align_uv(draft.document, one, 0, 1024)).find("longer than 0") != std::string::npos);
  CHECK(why(fit_uv(draft.document, one, 0, 1)).find("1 to 1,000") != std::string::npos);
  CHECK(why(unfold_uv(draft.document, std::vector{draft.side(0, Left), draft.side(2, Left)}))
            .find("no edges lead") != std::string::npos);
  CHECK(why(unfold_uv(draft.document, std::vector{SideRef{77, 2}})).find("there is no") !=
        std::string::npos);
  // what no file could hold is not committed
  CHECK(why(align_uv(draft.document, one, kGridLimit + 1, 1024)).find("beyond 16,384 m") !=
        std::string::npos);
  CHECK(draft.text() == draft.start);
}
