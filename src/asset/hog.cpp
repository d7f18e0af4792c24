// src/asset/hog.cpp - lists HOG archives and reads mission files.
#include "playset/asset/hog.h"

#include <algorithm>

#include "asset/byte_reader.h"
#include "asset/text_reader.h"

namespace playset {
namespace {

Error hog_error(ErrorCode code, std::string message, std::string_view name, std::size_t offset) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.file = name;
  e.offset = offset;
  return e;
}

std::string level_names(const std::vector<HogEntry>& entries) {
  std::string names;
  for (const HogEntry& e : entries) {
    if (is_level_name(e.name)) names += (names.empty() ? "" : ", ") + e.name;
  }
  return names.empty() ? "it holds no levels" : "its levels are " + names;
}

}  // namespace

bool is_level_name(std::string_view entry) noexcept {
  return ends_in(entry, ".rdl") || ends_in(entry, ".rl2") || ends_in(entry, ".sdl");
}

Result<std::vector<HogEntry>> list_hog(std::span<const std::byte> bytes, std::string_view name) {
  ByteReader in(bytes);
  const std::string magic = in.text(3);
  const bool long_names = magic == "D2X";
  if (magic != "DHF" && !long_names)
    return hog_error(ErrorCode::Syntax, "not a HOG: it starts with neither DHF nor D2X", name, 0);
  std::vector<HogEntry> entries;
  while (in.left() > 0) {
    const std::size_t at = in.at();
    HogEntry entry;
    entry.name = in.text(13);
    std::int64_t size = in.i32();
    if (size < 0 && long_names) {
      entry.name = in.text(256);
      size = -size;
    }
    const std::string which = "entry " + std::to_string(entries.size()) + " '" + entry.name + "'";
    if (in.failed())
      return hog_error(ErrorCode::Truncated, "the file ends inside the header of " + which, name,
                       at);
    if (size < 0)
      return hog_error(ErrorCode::Invalid, which + " has the size " + std::to_string(size), name,
                       at + 13);
    entry.offset = in.at();
    entry.size = static_cast<std::uint64_t>(size);
    if (entry.size > in.left()) {
      return hog_error(
          ErrorCode::Truncated,
          which + " of " + std::to_string(size) + " bytes reaches beyond the file's end", name, at);
    }
    in.skip(static_cast<std::size_t>(size));
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::span<const std::byte>> hog_entry(std::span<const std::byte> bytes,
                                               std::string_view entry, std::string_view name) {
  Result<std::vector<HogEntry>> entries = list_hog(bytes, name);
  if (!entries) return entries.error();
  for (const HogEntry& e : *entries) {
    if (same_name(e.name, entry)) {
      return bytes.subspan(static_cast<std::size_t>(e.offset), static_cast<std::size_t>(e.size));
    }
  }
  return hog_error(ErrorCode::Usage,
                   "no entry is called '" + std::string(entry) + "'; " + level_names(*entries),
                   name, 0);
}

namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

class MissionReader {
 public:
  MissionReader(std::string_view text, std::string_view name) : in_(text), name_(name) {}

  Result<Mission> read() {
    bool levels = false;
    while (!in_.at_end()) {
      const auto [key, value] = split(in_.take_line());
      if (same_name(key, "name") || same_name(key, "xname") || same_name(key, "zname") ||
          same_name(key, "d2x-name")) {
        mission_.name = value;
      } else if (same_name(key, "type")) {
        mission_.type = value;
      } else if (same_name(key, "num_levels")) {
        levels = true;
        if (Result<Done> r = read_levels(value); !r) return r.error();
      } else if (same_name(key, "num_secrets")) {
        if (Result<Done> r = read_secrets(value); !r) return r.error();
      }
    }
    if (!levels) return fail(ErrorCode::Syntax, "not a mission: it has no num_levels");
    return std::move(mission_);
  }

 private:
  static std::pair<std::string_view, std::string_view> split(std::string_view line) {
    line = line.substr(0, line.find(';'));  // comments
    const std::size_t equals = std::min(line.find('='), line.size());
    return {trim(line.substr(0, equals)), trim(line.substr(std::min(equals + 1, line.size())))};
  }

  [[nodiscard]] Error fail(ErrorCode code, std::string message) const {
    Error e = hog_error(code, std::move(message), name_, 0);
    e.line = in_.line() > 1 ? in_.line() - 1 : 1;
    return e;
  }

  // The next `count` lines that are not empty.
  Result<std::vector<std::string>> read_names(std::string_view count, const char* what) {
    std::uint32_t n = 0;
    if (!parse_int(count, n))
      return fail(ErrorCode::Syntax,
                  std::string(what) + " needs a number, not '" + std::string(count) + "'");
    std::vector<std::string> names;
    while (names.size() < n && !in_.at_end()) {
      std::string_view line = in_.take_line();
      line = trim(line.substr(0, line.find(';')));
      if (!line.empty()) names.emplace_back(line);
    }
    if (names.size() == n) return names;
    return fail(ErrorCode::Truncated, std::string(what) + " announces " + std::to_string(n) +
                                          " names, " + std::to_string(names.size()) + " follow");
  }

  Result<Done> read_levels(std::string_view count) {
    Result<std::vector<std::string>> names = read_names(count, "num_levels");
    if (!names) return names.error();
    mission_.levels = std::move(*names);
    return Done{};
  }

  // "file,level from which it is reached"
  Result<Done> read_secrets(std::string_view count) {
    Result<std::vector<std::string>> names = read_names(count, "num_secrets");
    if (!names) return names.error();
    for (const std::string& line : *names) {
      const std::size_t comma = std::min(line.find(','), line.size());
      std::int32_t from = 0;
      if (!parse_int(trim(std::string_view(line).substr(std::min(comma + 1, line.size()))), from)) {
        return fail(ErrorCode::Syntax, "the secret level '" + line + "' needs the form file,level");
      }
      mission_.secrets.emplace_back(trim(std::string_view(line).substr(0, comma)));
      mission_.secret_from.push_back(from);
    }
    return Done{};
  }

  TextReader in_;
  std::string_view name_;
  Mission mission_;
};

}  // namespace

Result<Mission> parse_mission(std::string_view text, std::string_view name) {
  return MissionReader(text, name).read();
}

}  // namespace playset
