// DOOM maps in other encodings, without nodes, damaged and hostile.
#include <doctest/doctest.h>

#include "asset/doom_fixture.h"
#include "asset/doom_footprint.h"
#include "playset/asset/doom.h"
#include "support/support.h"

namespace playset::test {

TEST_CASE("doom: the same map with extended nodes, plain or compressed, gives the same cells") {
  const std::string path = shared_path("levels/doom/freedoom_map30.wad");
  if (path.empty()) return;
  const Bytes wad = read_file_bytes(path);
  const Imported plain = import_or_fail(wad);
  for (const char* format : {"XNOD", "ZNOD", "XGLN", "ZGLN", "XGL2", "ZGL2", "XGL3", "ZGL3"}) {
    CAPTURE(format);
    const Imported other = import_or_fail(with_nodes(wad, format));
    CHECK(other.repairs.empty());
    CHECK(same_geometry(plain.cells, other.cells));
  }
}

TEST_CASE("doom: the same map in Hexen format gives the same cells, with Hexen's triggers") {
  const std::string path = shared_path("levels/doom/freedoom_dm25.wad");
  if (path.empty()) return;
  const Bytes wad = read_file_bytes(path);
  const Imported plain = import_or_fail(wad), hexen = import_or_fail(as_hexen(wad));
  CHECK(same_geometry(plain.cells, hexen.cells));
  REQUIRE(hexen.cells.triggers.size() == plain.cells.triggers.size());
  for (const CellTrigger& t : hexen.cells.triggers) CHECK(t.kind == "door open wait close");
  REQUIRE(hexen.cells.spawns.size() == plain.cells.spawns.size());
  for (std::size_t i = 0; i < hexen.cells.spawns.size(); ++i)
    CHECK(hexen.cells.spawns[i].position == plain.cells.spawns[i].position);
}

TEST_CASE("doom: without nodes our own give the same area and no gap") {
  for_each_shared_file("levels/doom", ".wad", [](const SharedFile& file) {
    const Imported with = import_or_fail(file.bytes),
                   without = import_or_fail(without_nodes(file.bytes));
    CHECK(without.repairs.size() == 1);
    CHECK(total_area(footprints(without.cells)) ==
          doctest::Approx(total_area(footprints(with.cells))).epsilon(1e-5));
    CHECK(without.cells.cells.size() < with.cells.cells.size() * 5 / 4);
  });
}

TEST_CASE("doom: nodes that are no tree are replaced by our own") {
  const std::string path = shared_path("levels/doom/freedoom_dm25.wad");
  if (path.empty()) return;
  auto lumps = lumps_of(read_file_bytes(path));
  Bytes& nodes = lump_named(lumps, "NODES");
  for (std::size_t k = 24; k < 28; ++k)
    nodes[nodes.size() - 28 + k] = std::byte{0};  // the root's children are both node 0
  const Imported imported = import_or_fail(make_wad(lumps));
  REQUIRE(imported.repairs.size() == 1);
  CHECK(imported.repairs[0].text.find("two parents") != std::string::npos);
}

TEST_CASE("doom: the same file gives the same cells every time") {
  const std::string path = shared_path("levels/doom/freedoom_e1m1.wad");
  if (path.empty()) return;
  const Bytes wad = read_file_bytes(path);
  CHECK(same_geometry(import_or_fail(wad).cells, import_or_fail(wad).cells));
}

TEST_CASE(
    "doom: every prefix and every flipped byte of a small map ends in an answer, and what is "
    "accepted is sound") {
  Bytes wad = make_wad(four_rooms());
  for (std::size_t size = 0; size < wad.size(); ++size)
    CHECK(!parse_doom_map(std::span(wad).first(size), ""));
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < wad.size(); ++at) {
    for (const int bit : {0x01, 0x10, 0x80}) {
      CAPTURE(at);
      wad[at] ^= static_cast<std::byte>(bit);
      const auto imported = parse_doom_map(wad, "");
      if (imported) {
        ++accepted;
        const auto checked = check_cells(imported->cells);
        CHECK_MESSAGE(checked, checked.error().text());
      }
      wad[at] ^= static_cast<std::byte>(bit);
    }
  }
  CHECK(accepted > 100);
}

TEST_CASE("doom: flipped bytes and cut lumps of a real map with nodes end in an answer") {
  const std::string path = shared_path("levels/doom/freedoom_dm25.wad");
  if (path.empty()) return;
  Bytes wad = read_file_bytes(path);
  for (std::size_t at = 0; at < wad.size(); at += 61) {
    wad[at] ^= std::byte{0x40};
    const auto imported = parse_doom_map(wad, "");
    if (imported) {
      const auto checked = check_cells(imported->cells);
      CHECK_MESSAGE(checked, checked.error().text());
    }
    wad[at] ^= std::byte{0x40};
  }
  const auto lumps = lumps_of(wad);
  for (std::size_t i = 1; i < lumps.size(); ++i) {
    auto shorter = lumps;
    for (int halvings = 0; halvings < 8; ++halvings) {
      shorter[i].bytes.resize(shorter[i].bytes.size() / 2);
      static_cast<void>(parse_doom_map(make_wad(shorter), "").ok());
    }
  }
}

TEST_CASE("doom: compressed nodes that claim too much or end early are refused or replaced") {
  const std::string path = shared_path("levels/doom/freedoom_dm25.wad");
  if (path.empty()) return;
  auto lumps = lumps_of(with_nodes(read_file_bytes(path), "ZNOD"));
  Bytes& nodes = lump_named(lumps, "NODES");
  nodes.resize(nodes.size() / 2);
  CHECK(import_or_fail(make_wad(lumps)).repairs.size() == 1);
  nodes.resize(4);
  const Bytes bomb = compressed(Bytes(1u << 22));
  nodes.insert(nodes.end(), bomb.begin(), bomb.end());
  const Imported imported = import_or_fail(make_wad(lumps));
  REQUIRE(imported.repairs.size() == 1);
  CHECK(imported.repairs[0].text.find("too large") != std::string::npos);
}

}  // namespace playset::test
