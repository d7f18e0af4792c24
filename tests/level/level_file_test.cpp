// A .level file cut short, flipped, of another version or misplaced is refused or answers safely;
// saving is whole or nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "geom/box_cells.h"
#include "level/cook_write.h"
#include "level/format.h"
#include "playset/level/blockout.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;
using playset_test::CellBuilder;

namespace {

// Bytes where the mapper would put them.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::span<const std::byte> bytes, std::size_t shift = 0)
      : block_(allocate_block(bytes.size() + shift)), size_(bytes.size()), shift_(shift) {
    std::copy(bytes.begin(), bytes.end(), block_.get() + shift);
  }
  [[nodiscard]] std::span<std::byte> bytes() const { return {block_.get() + shift_, size_}; }
  [[nodiscard]] LevelHeader& header() const {
    return *reinterpret_cast<LevelHeader*>(block_.get());
  }

 private:
  std::shared_ptr<std::byte> block_;
  std::size_t size_, shift_;
};

// Three boxes with a door, a trigger, a spawn, tags and materials: every table has something in it.
CellComplex small_complex() {
  CellBuilder builder;
  for (int x = 0; x < 3; ++x)
    builder.add_box(GridPoint(x, 0, 0) * 4096, GridPoint(x + 1, 1, 1) * 4096);
  CellComplex complex = builder.complex;
  link_sides(complex);
  complex.name = "small";
  complex.materials = {"stone"};
  complex.tags = {"secret"};
  complex.doors = {{"gate", true, "blue", 7}};
  complex.triggers = {{"walk", 3, 1, {0}, {5}}};
  complex.spawns = {{"player_start", 1, {2, 1, 2}, 0.5, 0, 9}};
  complex.cells[1].tag = 0;
  complex.cells[1].trigger = 0;
  for (CellSide& side : complex.sides) {
    if (side.neighbor == kNone)
      side.material = 0;
    else if (side.cell + complex.sides[side.neighbor].cell == 1)
      side.door = 0;
  }
  return complex;
}

// Every query, with answers of any kind; what must not happen is a crash or an endless loop.
void use(const Level& level) {
  const DoorStates doors = initial_doors(level);
  const TraceOptions options{&doors, 64};
  for (std::uint32_t c = 0; c < level.cell_count(); ++c) {
    static_cast<void>(level.cell_center(c));
    for (const glm::vec3 to : {glm::vec3(20, 1, 1), glm::vec3(-3, 9, 2), glm::vec3(2, 2, -40)}) {
      const Segment segment{{1, 2, 3}, c, to, 0};
      static_cast<void>(trace_segment(level, segment, options));
      static_cast<void>(trace_line(level, glm::dvec3(1, 2, 3), glm::dvec3(to), c, options));
    }
  }
  static_cast<void>(locate_point(level, {1, 1, 1}));
  static_cast<void>(level.extras());
  static_cast<void>(build_blockout(level));
}

// With the right checksum, so that the checks behind it are tried.
bool opens_resealed(const AlignedBytes& file) {
  file.header().checksum = level_checksum(file.bytes());
  const Result<Level> level = open_level(file.bytes());
  if (!level) {
    CHECK(!level.error().message.empty());
    return false;
  }
  const FpTrapsOff off;  // floats of a damaged file may be anything
  use(*level);
  return true;
}

bool mentions(const Result<Level>& level, const char* words) {
  return !level && level.error().message.find(words) != std::string::npos;
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  if (!bytes.empty()) CHECK(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
  std::fclose(file);
}

}  // namespace

TEST_CASE("level file: every prefix is refused with what to do") {
  const Level level = cook_or_fail(small_complex());
  for (std::size_t size = 0; size < level.bytes().size(); ++size) {
    const AlignedBytes file(level.bytes().first(size));
    const Result<Level> opened = open_level(file.bytes());
    REQUIRE(!opened.ok());
    CHECK(opened.error().message.find("cook") != std::string::npos);
  }
}

TEST_CASE("level file: every flipped byte is refused") {
  const Level level = cook_or_fail(small_complex());
  AlignedBytes file(level.bytes());
  for (std::size_t i = 0; i < level.bytes().size(); ++i) {
    file.bytes()[i] ^= std::byte{1} << (i % 8);
    CHECK(!open_level(file.bytes()).ok());
    file.bytes()[i] = level.bytes()[i];
  }
  CHECK(open_level(file.bytes()).ok());
}

TEST_CASE("level file: a flipped byte under a valid checksum is refused or answers without harm") {
  const Level level = cook_or_fail(small_complex());
  AlignedBytes file(level.bytes());
  std::size_t accepted = 0, refused = 0;
  for (std::size_t i = sizeof kLevelMagic; i < level.bytes().size(); ++i) {
    for (const std::byte changed :
         {level.bytes()[i] ^ (std::byte{1} << (i % 8)), std::byte{0xFF}, std::byte{0x80}}) {
      CAPTURE(i);
      std::copy(level.bytes().begin(), level.bytes().end(), file.bytes().begin());
      file.bytes()[i] = changed;
      ++(opens_resealed(file) ? accepted : refused);
    }
  }
  CHECK(refused > 1000);
  CHECK(accepted > 100);
}

TEST_CASE("level file: another version is refused with 'cook again'") {
  const Level level = cook_or_fail(small_complex());
  const AlignedBytes file(level.bytes());
  for (const std::uint32_t version : {kLevelVersion - 1, kLevelVersion + 1, 0xFFFFFFFFu}) {
    file.header().version = version;
    file.header().checksum = level_checksum(file.bytes());
    CHECK(mentions(open_level(file.bytes()), "cook again"));
    CHECK(mentions(open_level(file.bytes()), std::to_string(version).c_str()));
  }
}

TEST_CASE("level file: misaligned bytes are refused") {
  const Level level = cook_or_fail(small_complex());
  for (const std::size_t shift : {1u, 4u, 16u, 32u})
    CHECK(!open_level(AlignedBytes(level.bytes(), shift).bytes()).ok());
  CHECK(open_level(AlignedBytes(level.bytes(), 64).bytes()).ok());
}

TEST_CASE("level file: counts and offsets that lie are refused, memory stays bounded by the file") {
  const Level level = cook_or_fail(small_complex());
  const auto tables = {
      &LevelHeader::blocks,       &LevelHeader::wide,      &LevelHeader::nodes,
      &LevelHeader::door_portals, &LevelHeader::cells,     &LevelHeader::sides,
      &LevelHeader::corners,      &LevelHeader::vertices,  &LevelHeader::grid_starts,
      &LevelHeader::grid_cells,   &LevelHeader::extras,    &LevelHeader::edge_starts,
      &LevelHeader::edges,        &LevelHeader::side_faces};
  for (const auto table : tables) {
    for (const std::uint64_t lie : {std::uint64_t{1} << 20, std::uint64_t{8} << 30,
                                    ~std::uint64_t{0}, ~std::uint64_t{0} - 63}) {
      const AlignedBytes counted(level.bytes()), moved(level.bytes());
      (counted.header().*table).count = lie;
      (moved.header().*table).offset = lie;
      CHECK(!opens_resealed(counted));
      CHECK(!opens_resealed(moved));
    }
  }
}

TEST_CASE("level file: doors, triggers, tags, materials and spawns that name nothing are refused") {
  const Level level = cook_or_fail(small_complex());
  const auto refused = [&](const auto& damage) {
    const AlignedBytes file(level.bytes());
    damage(file.bytes().data(), file.header());
    return !opens_resealed(file);
  };
  using Bytes = std::byte*;
  const auto side = [](Bytes b, const LevelHeader& h) {
    return reinterpret_cast<SideRecord*>(b + h.sides.offset);
  };
  const auto cell = [](Bytes b, const LevelHeader& h) {
    return reinterpret_cast<CellRecord*>(b + h.cells.offset);
  };
  CHECK(refused([&](Bytes b, LevelHeader& h) { side(b, h)->material = 1; }));
  CHECK(refused([&](Bytes b, LevelHeader& h) { side(b, h)->trigger = 1; }));
  CHECK(refused([&](Bytes b, LevelHeader& h) { side(b, h)->door = 1; }));
  CHECK(refused([&](Bytes b, LevelHeader& h) { cell(b, h)->tag = 1; }));
  CHECK(refused([&](Bytes b, LevelHeader& h) { cell(b, h)->trigger = 1; }));
  CHECK(refused([&](Bytes, LevelHeader& h) { h.door_count = 100; }));
  CHECK(!refused([](Bytes, LevelHeader&) {}));
}

TEST_CASE(
    "level file: the file's own name stands in errors, and folders and empty files are errors") {
  const std::string path = temporary_path("broken.level");
  write_file(path, {});
  CHECK(!load_level(path).ok());
  const Level level = cook_or_fail(small_complex());
  write_file(path, level.bytes().first(level.bytes().size() / 2));
  const Result<Level> half = load_level(path);
  REQUIRE(!half.ok());
  CHECK(half.error().file == path);
  CHECK(!load_level(temporary_path("not there.level")).ok());
  CHECK(!load_level(temporary_path("")).ok());
}

TEST_CASE("level file: saving replaces a file whole and says why it cannot") {
  const std::string path = temporary_path("saved.level");
  const Level small = cook_or_fail(small_complex()), large = cook_or_fail(build_tunnels({100, 1}));
  REQUIRE(save_level(large, path).ok());
  const Result<Level> mapped = load_level(path);
  REQUIRE(mapped.ok());
  REQUIRE(save_level(small, path).ok());
  CHECK(mapped->cell_count() == 100);  // the mapped file lives on
  use(*mapped);
  const Result<Level> loaded = load_level(path);
  REQUIRE(loaded.ok());
  CHECK(loaded->cell_count() == 3);
  const Result<Done> nowhere = save_level(small, temporary_path("no such folder/x.level"));
  REQUIRE(!nowhere.ok());
  CHECK(nowhere.error().code == ErrorCode::Io);
  CHECK(save_level(Level(), path).error().code == ErrorCode::Usage);
  CHECK(load_level(path)->cell_count() == 3);
}

TEST_CASE("level file: names, doors, triggers, spawns and axes come back") {
  const CellComplex complex = small_complex();
  const CellComplex extras = cook_or_fail(complex, {false}).extras();
  CHECK(extras.name == "small");
  CHECK(extras.materials == complex.materials);
  CHECK(extras.tags == complex.tags);
  REQUIRE(extras.doors.size() == 1);
  CHECK(extras.doors[0].name == "gate");
  CHECK(extras.doors[0].key == "blue");
  CHECK(extras.doors[0].source_id == 7);
  REQUIRE(extras.triggers.size() == 1);
  CHECK(extras.triggers[0].kind == "walk");
  CHECK(extras.triggers[0].doors == complex.triggers[0].doors);
  CHECK(extras.triggers[0].targets == complex.triggers[0].targets);
  REQUIRE(extras.spawns.size() == 1);
  CHECK(extras.spawns[0].position == complex.spawns[0].position);
  CHECK(extras.spawns[0].cell == 0);
  CHECK(extras.source_axes.from == complex.source_axes.from);
}
