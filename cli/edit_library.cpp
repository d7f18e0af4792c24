// A folder of clips.
#include "cli/edit_library.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/files.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {
namespace {

namespace fs = std::filesystem;

Error library_error(const std::string& folder, std::string why) {
  return Error{ErrorCode::Io, "the library: " + std::move(why), folder, 0, 0, 0};
}

// Letters, digits, - and _, so that it means the same on every system.
bool is_file_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

std::string path_of(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / (name + ".scaffold")).string();
}

}  // namespace

Result<ClipLibrary> read_library(const std::string& folder) {
  ClipLibrary library;
  std::error_code failed;
  if (!fs::exists(folder, failed)) return library;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->path().extension() == ".scaffold") names.push_back(it->path().stem().string());
  }
  if (failed) return library_error(folder, failed.message() + "; name a folder of .scaffold files");
  for (const std::string& name : names) {
    const std::string path = path_of(folder, name);
    const Result<std::string> text = read_text_file(path);
    if (!text) return text.error();
    Result<Scaffold> clip = parse_scaffold(*text, path);
    if (!clip) return clip.error();
    library.emplace(name, std::move(*clip));
  }
  return library;
}

Result<Done> save_library(const std::string& folder, const ClipLibrary& before,
                          const ClipLibrary& now) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, clip] : now) {
    std::string text = write_scaffold(clip);
    const auto known = before.find(name);
    if (known != before.end() && write_scaffold(known->second) == text) continue;
    if (!is_file_name(name))
      return Error{ErrorCode::Usage,
                   "'" + name + "' is no name for a file; use letters, digits, - and _",
                   folder,
                   0,
                   0,
                   0};
    files.emplace_back(path_of(folder, name), std::move(text));
  }
  if (files.empty()) return Done{};
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return library_error(folder, failed.message());
  for (const auto& [path, text] : files) {
    if (Result<Done> saved = write_text_file(path, text); !saved) return saved;
  }
  return Done{};
}

}  // namespace playset
