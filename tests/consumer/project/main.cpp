// A user's program: cooks a room of one cell and asks what lies straight ahead.
#include <playset/core/api.h>
#include <playset/level/level.h>

#include <cstdio>

namespace {

// A cube of 4 m around the origin; corners of each side counterclockwise seen from inside.
playset::CellComplex one_room() {
  constexpr std::int32_t kHalf = 2 * 1024;
  constexpr std::uint32_t kSides[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                          {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
  playset::CellComplex room;
  for (unsigned i = 0; i < 8; ++i) {
    room.vertices.push_back({(i & 1u) != 0 ? kHalf : -kHalf, (i & 2u) != 0 ? kHalf : -kHalf,
                             (i & 4u) != 0 ? kHalf : -kHalf});
  }
  for (std::uint32_t s = 0; s < 6; ++s) {
    playset::CellSide side;
    side.first_corner = s * 4;
    side.corner_count = 4;
    side.face = s;
    room.sides.push_back(side);
    room.corners.insert(room.corners.end(), kSides[s], kSides[s] + 4);
  }
  playset::Cell cell;
  cell.side_count = 6;
  room.cells.push_back(cell);
  return room;
}

}  // namespace

int main() {
  const auto level = playset::cook_level(one_room());
  if (!level) {
    std::fprintf(stderr, "%s\n", level.error().text().c_str());
    return 1;
  }
  const playset::Segment ahead{.from = {0.0f, 0.0f, 0.0f}, .to = {0.0f, 0.0f, 8.0f}};
  const auto hit = playset::trace_segment(*level, ahead);
  std::printf("playset %s: a wall at %g of the way\n", PLAYSET_VERSION, static_cast<double>(hit.t));
  return hit.kind == playset::HitKind::Wall && hit.t == 0.25f ? 0 : 1;
}
