// The front door: formats by content, maps in archives, missions beside their levels, messages that
// list the names.
#include "playset/asset/import.h"
#include "playset/level/exterior.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "level_files.h"

using namespace playset;
using namespace playset::test;

namespace {

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
}

std::string hog_entry(std::string name, const Bytes& content) {
  name.resize(13, '\0');
  const auto size = static_cast<std::uint32_t>(content.size());
  for (int i = 0; i < 4; ++i) name += static_cast<char>(size >> (8 * i) & 0xFF);
  return name.append(reinterpret_cast<const char*>(content.data()), content.size());
}

// Two levels of one and two cubs.
std::string hog() {
  return "DHF" + hog_entry("one.rdl", write_descent(chain(1))) + hog_entry("note.txt", {}) +
         hog_entry("two.rdl", write_descent(chain(2)));
}

}  // namespace

TEST_CASE("detect_format: by content, whatever the name") {
  CHECK(detect_format(write_descent(chain(1))) == LevelFormat::Descent);
  CHECK(detect_format(as_bytes(hog())) == LevelFormat::Hog);
  CHECK(detect_format(as_bytes("PWAD")) == LevelFormat::Wad);
  CHECK(detect_format(as_bytes("DMB_EXT_BLOCK_FILE\n")) == LevelFormat::Block);
  CHECK(detect_format(as_bytes("MFEM NC mesh v1.0")) == LevelFormat::Mfem);
  CHECK(detect_format(as_bytes("# vtk DataFile Version 2.0")) == LevelFormat::Vtk);
  CHECK(detect_format(as_bytes(" {\"verts\": {}, \"segments\": {}}")) == LevelFormat::Overload);
  CHECK(detect_format(as_bytes("{\"format\":\"playset scaffold\"}")) == LevelFormat::Scaffold);
  CHECK(detect_format(as_bytes("name=x\nnum_levels=1\na.rdl\n")) == LevelFormat::Mission);
  CHECK(detect_format(as_bytes("{}")) == LevelFormat::Unknown);
  CHECK(detect_format({}) == LevelFormat::Unknown);
  CHECK(std::string(format_name(LevelFormat::Scaffold)) == "scaffold");
  CHECK(parse_level(as_bytes("hello"), "x.rdl").error().code == ErrorCode::Syntax);
}

TEST_CASE("import_level: every level file here goes through the one door") {
  std::size_t count = 0;
  for (const char* ending : {".rdl", ".rl2", ".blk", ".blx", ".mesh", ".vtk", ".wad"}) {
    count += for_each_shared_file("levels", ending, [](const SharedFile& file) {
      const Result<Imported> level = import_level(file.path);
      if (!level) FAIL(file.name << ": " << level.error().text());
      const Result<Done> sound = check_cells(level->cells);
      CHECK_MESSAGE(sound.ok(), file.name << ": " << (sound.ok() ? "" : sound.error().text()));
    });
  }
  if (count == 0) MESSAGE("no shared levels");
}

TEST_CASE(
    "import_level: a level in a HOG is named behind a colon; a wrong or missing name lists them") {
  const std::string path = temporary_path("mission.hog");
  write_file(path, as_bytes(hog()));
  const Result<Imported> level = import_level(path + ":TWO.RDL");
  if (!level) FAIL(level.error().text());
  CHECK(level->cells.cells.size() == 2);
  for (const std::string& spec : {path, path + ":three.rdl", path + ":note.txt"}) {
    const Result<Imported> none = import_level(spec);
    REQUIRE_FALSE(none.ok());
    CHECK(none.error().code == ErrorCode::Usage);
    CHECK(none.error().message.find("one.rdl, two.rdl") != std::string::npos);
  }
  const auto names = list_levels(as_bytes(hog()));
  REQUIRE(names.ok());
  CHECK(*names == std::vector<std::string>{"one.rdl", "two.rdl"});
  const std::string single = "DHF" + hog_entry("only.rdl", write_descent(chain(3)));
  CHECK(parse_level(as_bytes(single), "x.hog")->cells.cells.size() == 3);
  CHECK(parse_level(as_bytes("DHF"), "x.hog").error().message.find("holds no levels") !=
        std::string::npos);
}

TEST_CASE("import_level: a WAD's maps are listed where the name is wrong") {
  const std::string path = shared_path("levels/doom/freedoom_map06.wad");
  if (path.empty()) return;
  CHECK(import_level(path + ":map06").ok());
  const Result<Imported> none = import_level(path + ":MAP99");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("MAP06") != std::string::npos);
}

TEST_CASE("import_level: a mission's levels lie beside it or in its HOG") {
  const std::string mission = temporary_path("deep.msn");
  write_file(mission, as_bytes("name=Deep\nnum_levels=2\ndeep_a.rdl\ntwo.rdl\n"));
  write_file(temporary_path("deep_a.rdl"), write_descent(chain(4)));
  write_file(temporary_path("deep.hog"), as_bytes(hog()));
  CHECK(import_level(mission + ":deep_a.rdl")->cells.cells.size() == 4);
  CHECK(import_level(mission + ":two.rdl")->cells.cells.size() == 2);
  CHECK(import_level(mission).error().message.find("deep_a.rdl, two.rdl") != std::string::npos);
  write_file(mission, as_bytes("num_levels=1\n../secret.rdl\n"));
  CHECK(import_level(mission).error().code == ErrorCode::Invalid);
}

TEST_CASE("import_level: scaffolds, also at another scale") {
  const std::string path = source_path("data/levels/relay_station.scaffold");
  const Result<Imported> level = import_level(path);
  if (!level) FAIL(level.error().text());
  ImportOptions twice;
  twice.scale = 2.0;
  const Result<Imported> large = import_level(path, twice);
  if (!large) FAIL(large.error().text());
  const CellComplex inside = without_exterior(level->cells);
  CHECK(volume_m3(without_exterior(large->cells)) == doctest::Approx(8.0 * volume_m3(inside)));
  CHECK(level->cells.cells.size() > inside.cells.size());  // the station has a gate
  CHECK(level->repairs.empty());
  CHECK(large->cells.spawns[0].position == 2.0 * level->cells.spawns[0].position);
  twice.scale = 1e9;
  CHECK_FALSE(import_level(path, twice).ok());
}

TEST_CASE("import_level: files that are not there, and maps asked of files that are one level") {
  CHECK(import_level("no such file").error().code == ErrorCode::Io);
  CHECK(import_level("no such file:MAP01").error().code == ErrorCode::Io);
  const std::string path = temporary_path("one.rdl");
  write_file(path, write_descent(chain(1)));
  CHECK(import_level(path).ok());
  CHECK(import_level(path + ":x").error().code == ErrorCode::Usage);
}
