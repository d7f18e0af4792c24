// tests/geom/predicates_test.cpp - exact signs: known answers, symmetry, a rational oracle,
// extremes of the grid.
#include "playset/geom/predicates.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

using namespace playset;

namespace {

// Random points: anywhere, or among few places so that ties are common.
class Points {
 public:
  explicit Points(unsigned seed) : random_(seed) {}
  GridPoint anywhere() { return {wide(), wide(), wide()}; }
  GridPoint crowded() { return {narrow(), narrow(), narrow()}; }
  std::mt19937& random() { return random_; }

 private:
  std::int32_t wide() {
    return static_cast<std::int32_t>(random_() % (2u * kGridLimit + 1)) - kGridLimit;
  }
  std::int32_t narrow() { return static_cast<std::int32_t>(random_() % 3) - 1; }
  std::mt19937 random_;
};

// The determinant of three vectors by the two-limb integers, whatever Int128 is.
int slow_orient3d(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const GridVector u = grid_vector(a, b), v = grid_vector(a, c), w = grid_vector(a, d);
  const auto mul = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return Int128TwoLimb(x) * Int128TwoLimb(y) * Int128TwoLimb(z);
  };
  return sign_of(mul(u.x, v.y, w.z) + mul(u.y, v.z, w.x) + mul(u.z, v.x, w.y) - mul(u.z, v.y, w.x) -
                 mul(u.x, v.z, w.y) - mul(u.y, v.x, w.z));
}

}  // namespace

TEST_CASE("orient2d and orient3d: known answers") {
  CHECK(orient2d({0, 0}, {1, 0}, {0, 1}) == 1);
  CHECK(orient2d({0, 0}, {0, 1}, {1, 0}) == -1);
  CHECK(orient2d({-3, -3}, {0, 0}, {7, 7}) == 0);
  CHECK(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, GridPoint(0, 0, 1)) == 1);
  CHECK(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, GridPoint(5, 5, -1)) == -1);
  CHECK(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, GridPoint(5, 5, 0)) == 0);
  CHECK(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, RayPoint(5, 5, 1)) == 1);
}

TEST_CASE("orient3d: one step decides between the far corners of the grid") {
  const std::int32_t m = kGridLimit;
  const GridPoint a(-m, -m, -m), b(m, -m, -m), c(-m, m, m), d(m, m, m);  // the plane y = z
  CHECK(orient3d(a, b, c, d) == 0);
  CHECK(orient3d(a, b, c, d - GridPoint(0, 0, 1)) == -1);
  CHECK(orient3d(a, b, c, d - GridPoint(0, 1, 0)) == 1);
  CHECK(orient3d(a, b, c, to_ray_point(d) - RayPoint(0, 0, 1)) == -1);
  CHECK(orient3d(a, b, c, to_ray_point(d) - RayPoint(0, 1, 0)) == 1);
}

TEST_CASE("orient3d: equals the plain determinant, is odd under swaps") {
  constexpr unsigned kSeed = 11;
  CAPTURE(kSeed);
  Points points(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const bool tight = i % 2 == 0;
    const auto draw = [&] { return tight ? points.crowded() : points.anywhere(); };
    const GridPoint a = draw(), b = draw(), c = draw(), d = draw();
    const int s = orient3d(a, b, c, d);
    REQUIRE(s == slow_orient3d(a, b, c, d));
    REQUIRE(orient3d(b, a, c, d) == -s);
    REQUIRE(orient3d(a, b, d, c) == -s);
    REQUIRE(orient3d(a, b, c, to_ray_point(d)) == s);
  }
}

TEST_CASE(
    "line_side: known answer, odd in the edge and in the line, and equal to a volume for grid "
    "ends") {
  CHECK(line_side(RayPoint(0, 0, -256), RayPoint(0, 0, 256), {1, -1, 0}, {1, 1, 0}) == 1);
  CHECK(line_side(RayPoint(0, 0, -256), RayPoint(0, 0, 256), {-1, 0, 0}, {1, 0, 0}) == 0);
  constexpr unsigned kSeed = 12;
  CAPTURE(kSeed);
  Points points(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const auto draw = [&] { return i % 2 == 0 ? points.crowded() : points.anywhere(); };
    const GridPoint from = draw(), to = draw(), a = draw(), b = draw();
    const RayPoint ray_from = to_ray_point(from), ray_to = to_ray_point(to);
    const int s = line_side(ray_from, ray_to, a, b);
    REQUIRE(line_side(ray_from, ray_to, b, a) == -s);
    REQUIRE(line_side(ray_to, ray_from, a, b) == -s);
    REQUIRE(s == orient3d(from, a, b, to));
  }
}

TEST_CASE("line_side: a triangle is left through exactly when its three signs agree") {
  constexpr unsigned kSeed = 13;
  CAPTURE(kSeed);
  Points points(kSeed);
  int through = 0;
  for (int i = 0; i < 1000; ++i) {
    const GridPoint a = points.anywhere(), b = points.anywhere(), c = points.anywhere();
    const GridPoint inside((a.x / 2 + b.x / 4 + c.x / 4), (a.y / 2 + b.y / 4 + c.y / 4),
                           (a.z / 2 + b.z / 4 + c.z / 4));
    const GridPoint far = points.anywhere();
    const RayPoint from = to_ray_point(far), to = to_ray_point(inside);
    const int s = line_side(from, to, a, b);
    const bool agree = s == line_side(from, to, b, c) && s == line_side(from, to, c, a);
    through += agree ? 1 : 0;
  }
  CHECK(through == 1000);
}

TEST_CASE("to_ray_point: rounds to 2^-18 m, halves to even") {
  const double step = 1.0 / 262144.0;
  CHECK(to_ray_point(glm::dvec3(0.5 * step, 1.5 * step, -2.5 * step)) == RayPoint(0, 2, -2));
  CHECK(to_ray_point(glm::dvec3(16384.0, -16384.0, 1.0)) ==
        RayPoint(4294967296, -4294967296, 262144));
}

TEST_CASE("strictly_between: the ends, the outside and near misses are not") {
  const GridPoint a(-kGridLimit, 0, 7), b(kGridLimit, 2, 7);
  CHECK(strictly_between(a, b, {0, 1, 7}));
  CHECK_FALSE(strictly_between(a, b, a));
  CHECK_FALSE(strictly_between(a, b, b));
  CHECK_FALSE(strictly_between(a, b, {1, 1, 7}));
  CHECK_FALSE(strictly_between({0, 0, 0}, {1, 1, 1}, {2, 2, 2}));
  CHECK_FALSE(strictly_between({0, 0, 0}, {0, 0, 0}, {0, 0, 0}));
}

TEST_CASE("orient3d_perturbed: never zero, odd under every swap, plain where that is not zero") {
  constexpr unsigned kSeed = 14;
  CAPTURE(kSeed);
  Points points(kSeed);
  for (int i = 0; i < 1000; ++i) {
    std::array<GridPoint, 4> p = {points.crowded(), points.crowded(), points.crowded(),
                                  points.crowded()};
    std::array<std::uint32_t, 4> id = {3, 8, 20, 21};
    std::shuffle(id.begin(), id.end(), points.random());
    const int s = orient3d_perturbed(p, id);
    const int plain = orient3d(p[0], p[1], p[2], p[3]);
    REQUIRE(s * s == 1);
    if (plain != 0) REQUIRE(s == plain);
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) {
        auto q = p;
        auto qid = id;
        std::swap(q[a], q[b]);
        std::swap(qid[a], qid[b]);
        REQUIRE(orient3d_perturbed(q, qid) == -s);
      }
    }
  }
}

TEST_CASE("orient3d_perturbed: is the sign after moving the points by shrinking amounts") {
  // With e = 2^-k per rank the true order needs e^(2^11), so check the two leading ranks: z and y
  // of the lowest index.
  const std::array<GridPoint, 4> p = {
      {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 0}}};  // all in z = 0
  for (std::uint32_t lowest = 0; lowest < 4; ++lowest) {
    std::array<std::uint32_t, 4> id = {10, 11, 12, 13};
    id[lowest] = 1;
    auto moved = p;
    moved[lowest].z += 1;
    REQUIRE(orient3d(moved[0], moved[1], moved[2], moved[3]) != 0);
    REQUIRE(orient3d_perturbed(p, id) == orient3d(moved[0], moved[1], moved[2], moved[3]));
  }
}

TEST_CASE("dominant_axis and drop_axis: winding is kept for a positive component") {
  CHECK(dominant_axis({3, -5, 4}) == 1);
  CHECK(dominant_axis({5, -5, 5}) == 0);
  CHECK(dominant_axis({0, 0, -1}) == 2);
  const GridPoint a(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  CHECK(orient2d(drop_axis(a, 2), drop_axis(x, 2), drop_axis(y, 2)) == 1);
  CHECK(orient2d(drop_axis(a, 0), drop_axis(y, 0), drop_axis(z, 0)) == 1);
  CHECK(orient2d(drop_axis(a, 1), drop_axis(z, 1), drop_axis(x, 1)) == 1);
}
