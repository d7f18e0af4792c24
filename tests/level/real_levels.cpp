// Finds, reads and imports real levels; formats are told apart by content, as users' files are.
#include "tests/level/real_levels.h"

#include <algorithm>
#include <cstdio>

#include "support/support.h"

#if PLAYSET_TEST_IMPORTERS
#include "playset/asset/doom.h"
#include "playset/asset/import.h"
#endif

namespace playset::test {

#if PLAYSET_TEST_IMPORTERS
namespace {

bool is_level(LevelFormat format) {
  return format != LevelFormat::Unknown && format != LevelFormat::Mission &&
         format != LevelFormat::Hog;
}

std::size_t visit_file(const SharedFile& file, const LevelVisit& visit) {
  if (!is_level(detect_format(file.bytes))) return 0;
  const Result<Imported> imported = parse_level(file.bytes, file.name);
  if (!imported) FAIL_CHECK(imported.error().text());
  if (!imported) return 0;
  INFO("level ", file.name);
  visit(file.name, *imported);
  return 1;
}

bool file_is_there(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file != nullptr) std::fclose(file);
  return file != nullptr;
}

std::size_t visit_maps(const std::string& path, const LevelVisit& visit,
                       const std::vector<std::string_view>& only) {
  if (!file_is_there(path)) {
    MESSAGE("SKIPPED, real data is missing: ", path, " (Debian's package freedoom)");
    return 0;
  }
  const std::vector<std::byte> wad = read_file_bytes(path);
  const auto names = list_doom_maps(wad);
  REQUIRE(names);
  std::size_t count = 0;
  for (const std::string& name : *names) {
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
    INFO("map ", name);
    const Result<Imported> imported = parse_doom_map(wad, name);
    if (!imported) FAIL(imported.error().text());
    visit(name, *imported);
    ++count;
  }
  return count;
}

}  // namespace

std::size_t for_each_level_file(const LevelVisit& visit) {
  std::size_t count = 0;
  for (const char* folder : {"levels/descent", "levels/doom", "levels/hexmesh"})
    for_each_shared_file(folder, "",
                         [&](const SharedFile& file) { count += visit_file(file, visit); });
  const std::string own = source_path("data/levels/relay_station.scaffold");
  return count + visit_file({own, "relay_station.scaffold", read_file_bytes(own)}, visit);
}

std::size_t for_each_freedoom_map(const LevelVisit& visit,
                                  const std::vector<std::string_view>& only) {
  return visit_maps("/usr/share/games/doom/freedoom1.wad", visit, only) +
         visit_maps("/usr/share/games/doom/freedoom2.wad", visit, only);
}

#else  // the library part alone

std::size_t for_each_level_file(const LevelVisit&) {
  MESSAGE("SKIPPED: this build has no importers");
  return 0;
}

std::size_t for_each_freedoom_map(const LevelVisit&, const std::vector<std::string_view>&) {
  MESSAGE("SKIPPED: this build has no importers");
  return 0;
}

#endif

Level cook_or_fail(const CellComplex& complex, const CookOptions& options) {
  const Result<Level> level = cook_level(complex, options);
  if (!level) FAIL(complex.name << ": " << level.error().text());
  return level.value();
}

}  // namespace playset::test
