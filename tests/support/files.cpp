// Files for tests: shared real data, temporary files, and golden files that --update-golden
// rewrites.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/settings.h"
#include "support/support.h"

namespace playset::test {

namespace {

namespace fs = std::filesystem;

bool ends_with_any_case(std::string_view text, std::string_view ending) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return text.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(),
                    text.end() - static_cast<std::ptrdiff_t>(ending.size()), same);
}

std::vector<fs::path> files_below(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file() && ends_with_any_case(entry.path().filename().string(), ending)) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

fs::path temporary_folder() {
  return fs::path(PLAYSET_TEST_TEMPORARY) / std::to_string(process_id());
}

bool write_text(const fs::path& path, std::string_view text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  return static_cast<bool>(file.flush());
}

std::string first_difference(std::string_view expected, std::string_view actual) {
  const auto shorter = std::min(expected.size(), actual.size());
  std::size_t at = 0;
  while (at < shorter && expected[at] == actual[at]) ++at;
  const auto line =
      1 + std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const auto from = at < 20 ? 0 : at - 20;
  return "differs at byte " + std::to_string(at) + ", line " + std::to_string(line) +
         ": expected \"" + std::string(expected.substr(from, 60)) + "\", got \"" +
         std::string(actual.substr(from, 60)) + "\" (sizes " + std::to_string(expected.size()) +
         ", " + std::to_string(actual.size()) + ")";
}

}  // namespace

std::string read_file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, "cannot open ", path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::byte> read_file_bytes(const std::string& path) {
  const auto text = read_file_text(path);
  const auto bytes = std::as_bytes(std::span<const char>(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

std::string temporary_path(std::string_view name) {
  std::error_code error;
  fs::create_directories(temporary_folder(), error);
  return (temporary_folder() / name).string();
}

void remove_temporary_files() noexcept {
  std::error_code error;
  fs::remove_all(temporary_folder(), error);
}

std::string source_path(std::string_view relative) {
  return (fs::path(PLAYSET_SOURCE_ROOT) / relative).string();
}

std::string shared_path(std::string_view relative) {
  const auto path = fs::path(PLAYSET_SHARED_DATA) / relative;
  std::error_code error;
  if (fs::exists(path, error)) return path.string();
  MESSAGE("SKIPPED, real data is missing: ", path.string(), " (set PLAYSET_SHARED_DATA)");
  return {};
}

std::size_t for_each_shared_file(std::string_view subfolder, std::string_view ending,
                                 const std::function<void(const SharedFile&)>& fn) {
  const auto root = fs::path(PLAYSET_SHARED_DATA);
  const auto files = files_below(root / subfolder, ending);
  if (files.empty()) {
    MESSAGE("SKIPPED, real data is missing: no *", ending, " below ", (root / subfolder).string(),
            " (set PLAYSET_SHARED_DATA)");
  }
  for (const auto& path : files) {
    const auto name = path.lexically_relative(root).generic_string();
    INFO("shared file ", name);
    fn({path.string(), name, read_file_bytes(path.string())});
  }
  return files.size();
}

std::string compare_golden(std::string_view name, std::string_view actual) {
  const auto path = fs::path(source_path("tests/golden")) / name;
  if (settings().update_golden) {
    return write_text(path, actual) ? "" : "cannot write " + path.string();
  }
  std::error_code error;
  if (!fs::exists(path, error))
    return "no tests/golden/" + std::string(name) + ": run this test with --update-golden";
  const auto expected = read_file_text(path.string());
  if (expected == actual) return {};
  const auto kept = temporary_path(fs::path(name).filename().string());
  write_text(kept, actual);
  return "tests/golden/" + std::string(name) + " " + first_difference(expected, actual) +
         "; what came out is in " + kept;
}

std::string compare_golden(std::string_view name, std::span<const std::byte> actual) {
  return compare_golden(
      name, std::string_view(reinterpret_cast<const char*>(actual.data()), actual.size()));
}

}  // namespace playset::test
