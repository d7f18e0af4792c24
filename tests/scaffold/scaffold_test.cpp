// The editable level's model: the corner table, ids that do not clash.
#include "playset/scaffold/scaffold.h"

#include <doctest/doctest.h>

#include <set>

using namespace playset;

namespace {

glm::ivec3 place(std::uint32_t corner) {
  return {kCornerPlaces[corner][0], kCornerPlaces[corner][1], kCornerPlaces[corner][2]};
}

glm::ivec3 cross_of(glm::ivec3 a, glm::ivec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace

TEST_CASE("scaffold: sides run counterclockwise seen from inside, on the planes their names say") {
  const glm::ivec3 outward[kCubSides] = {{1, 0, 0},  {0, 1, 0}, {-1, 0, 0},
                                         {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    CAPTURE(side);
    const auto& c = kSideCorners[side];
    for (std::uint32_t i = 0; i < 4; ++i) {
      const glm::ivec3 normal = cross_of(place(c[(i + 1) % 4]) - place(c[i]),
                                         place(c[(i + 2) % 4]) - place(c[(i + 1) % 4]));
      CHECK(normal == -outward[side]);
    }
    CHECK(outward[kOppositeSide[side]] == -outward[side]);
  }
}

TEST_CASE(
    "scaffold: the corner table is Descent's seen in a mirror, so that imported numbers keep their "
    "meaning") {
  constexpr std::uint8_t kDescent[6][4] = {{7, 6, 2, 3}, {0, 4, 7, 3}, {0, 1, 5, 4},
                                           {2, 6, 5, 1}, {4, 5, 6, 7}, {3, 2, 1, 0}};
  for (std::size_t side = 0; side < 6; ++side) {
    std::size_t start = 0;
    while (kSideCorners[side][start] != kDescent[side][0]) ++start;
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(kSideCorners[side][(start + 4 - i) % 4] == kDescent[side][i]);
  }
}

TEST_CASE("scaffold: each edge of a cub is run once each way") {
  std::set<std::pair<int, int>> edges;
  for (const auto& side : kSideCorners) {
    for (std::size_t i = 0; i < 4; ++i) CHECK(edges.insert({side[i], side[(i + 1) % 4]}).second);
  }
  CHECK(edges.size() == 24);
  for (const auto& [from, to] : edges) CHECK(edges.count({to, from}) == 1);
}

TEST_CASE("scaffold: a wedge's loops lose the repeated corner") {
  ScaffoldCub cub;
  for (std::size_t i = 0; i < 8; ++i) cub.corners[i] = i + 1;
  cub.corners[4] = cub.corners[5];
  cub.corners[7] = cub.corners[6];
  std::uint32_t counts[6];
  for (std::uint32_t side = 0; side < 6; ++side) counts[side] = side_loop(cub, side).count;
  CHECK(counts[0] == 3);
  CHECK(counts[1] == 4);
  CHECK(counts[2] == 3);
  CHECK(counts[3] == 4);
  CHECK(counts[4] == 2);
  CHECK(counts[5] == 4);
}

TEST_CASE(
    "scaffold: two sessions never hand out the same id, and a session goes on where its file "
    "stopped") {
  Scaffold scaffold;
  ScaffoldIds ann("ann, desk, monday", scaffold);
  ScaffoldIds bob("bob, desk, monday", scaffold);
  std::set<ScaffoldId> seen;
  for (int i = 0; i < 1000; ++i) {
    CHECK(seen.insert(ann.take()).second);
    CHECK(seen.insert(bob.take()).second);
  }
  ScaffoldIds first("ann, desk, tuesday", scaffold);
  ScaffoldVertex vertex;
  vertex.id = first.take();
  REQUIRE(add_record(scaffold.vertices, vertex));
  ScaffoldProp prop;
  prop.id = first.take();
  REQUIRE(add_record(scaffold.props, prop));
  ScaffoldIds again("ann, desk, tuesday", scaffold);
  CHECK(again.take() == prop.id + 1);
}
