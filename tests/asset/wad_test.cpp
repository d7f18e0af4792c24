// The WAD directory: bounds, names, order.
#include "playset/asset/wad.h"

#include <doctest/doctest.h>

#include "asset/doom_fixture.h"
#include "support/support.h"

namespace playset::test {

TEST_CASE("wad: lumps come in file order with their names and bytes") {
  const Bytes bytes = make_wad(
      {{"FIRST", {std::byte{1}, std::byte{2}}}, {"EIGHTLET", {}}, {"FIRST", {std::byte{3}}}});
  const auto wad = parse_wad(bytes);
  REQUIRE(wad);
  CHECK(!wad->iwad);
  REQUIRE(wad->lumps.size() == 3);
  CHECK(wad->lumps[1].name == "EIGHTLET");
  CHECK(lump_bytes(*wad, 0).size() == 2);
  CHECK(lump_bytes(*wad, 1).empty());
  CHECK(lump_bytes(*wad, 2)[0] == std::byte{3});
}

TEST_CASE("wad: what is no WAD is refused by name") {
  const Bytes text(40, std::byte{'x'});
  CHECK(parse_wad(text).error().code == ErrorCode::Syntax);
  CHECK(parse_wad(std::span(text).first(5)).error().code == ErrorCode::Truncated);
  CHECK(parse_wad({}).error().code == ErrorCode::Truncated);
}

TEST_CASE("wad: a directory or lump that reaches beyond the end is refused, whatever it claims") {
  const Bytes good = make_wad({{"LUMP", Bytes(8)}});
  const std::size_t directory = good.size() - 16;
  for (const std::size_t field : {std::size_t{4}, std::size_t{8}, directory, directory + 4}) {
    for (const std::uint32_t lie : {0xFFFFFFFFu, 0x7FFFFFFFu, 0x10000000u, 1000u}) {
      Bytes bad = good;
      for (std::size_t i = 0; i < 4; ++i) bad[field + i] = static_cast<std::byte>(lie >> (8 * i));
      const auto wad = parse_wad(bad);
      CHECK(!wad);
    }
  }
}

TEST_CASE("wad: an empty lump may have any offset, and odd names stay printable") {
  Bytes bytes = make_wad({{"MARK\x01\xFF", {}}});
  bytes[bytes.size() - 16] = std::byte{0xFF};
  const auto wad = parse_wad(bytes);
  REQUIRE(wad);
  CHECK(wad->lumps[0].name == "MARK??");
}

TEST_CASE(
    "wad: every prefix of a real file is refused, every flipped byte of its ends is answered") {
  const std::string path = shared_path("levels/doom/freedoom_dm25.wad");
  if (path.empty()) return;
  Bytes bytes = read_file_bytes(path);
  REQUIRE(parse_wad(bytes));
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size)
    accepted += parse_wad(std::span(bytes).first(size)).ok();
  CHECK(accepted == 0);
  for (std::size_t at = bytes.size() - 16 * 11; at < bytes.size(); ++at) {
    bytes[at] ^= std::byte{0x80};
    const auto wad = parse_wad(bytes);
    CHECK((wad.ok() || wad.error().code == ErrorCode::Truncated));
    bytes[at] ^= std::byte{0x80};
  }
}

}  // namespace playset::test
