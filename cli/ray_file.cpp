// Reads rays from JSON and says at which line a bad one stands.
#include "cli/ray_file.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <set>

#include "playset/core/json.h"
#include "playset/core/text_number.h"

namespace playset {
namespace {

bool read_point(JsonValue list, glm::dvec3& point) {
  if (!list.present() || list.kind() != JsonKind::Array || list.count() != 3) return false;
  JsonValue item = list.first();
  for (int i = 0; i < 3; ++i, item = item.next()) {
    const std::optional<double> number =
        item.kind() == JsonKind::Number ? parse_double(item.raw()) : std::nullopt;
    if (!number) return false;
    point[i] = *number;
  }
  return true;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

// The cell's number; absent and null mean "not known".
bool read_start(JsonValue value, std::int32_t& start) {
  if (!value.present() || value.kind() == JsonKind::Null) return true;
  std::int64_t number = 0;
  if (!value.integer(number) || number < -1 || number > std::numeric_limits<std::int32_t>::max())
    return false;
  start = static_cast<std::int32_t>(number);
  return true;
}

Result<RayQuery> read_ray(const JsonDocument& document, JsonValue ray, std::uint32_t index) {
  const auto refuse = [&](const char* what) {
    return document.error_at(ray.offset(), ErrorCode::Invalid,
                             "ray " + std::to_string(index) + ": " + what);
  };
  if (ray.kind() != JsonKind::Object)
    return refuse("expected an object with origin and dir, or with from and to");
  RayQuery query;
  query.index = index;
  if (ray.find("from").present()) {
    glm::dvec3 end(0.0);
    if (!read_point(ray.find("from"), query.origin) || !read_point(ray.find("to"), end)) {
      return refuse("from and to must each be a list of 3 finite numbers");
    }
    query.direction = end - query.origin;
    query.endless = false;
  } else if (!read_point(ray.find("origin"), query.origin) ||
             !read_point(ray.find("dir"), query.direction)) {
    return refuse("origin and dir must each be a list of 3 finite numbers");
  }
  if (!read_start(ray.find("start"), query.start))
    return refuse("start must be a cell's number in the source file");
  return query;
}

Error no_such_level(const std::string& file, std::string_view level,
                    const std::set<std::string>& names) {
  std::string text =
      "no ray here is for the level '" + std::string(level) + "'; --level takes one of:";
  for (const std::string& name : names) text += " " + name;
  return Error{ErrorCode::Usage, text, file};
}

}  // namespace

Result<RayFile> parse_rays(std::string text, const std::string& file, std::string_view level) {
  const Result<JsonDocument> document = parse_json(std::move(text), file);
  if (!document) return document.error();
  const JsonValue root = document->root();
  const JsonValue list = root.find("rays").present() ? root.find("rays") : root;
  if (list.kind() != JsonKind::Array) {
    return document->error_at(list.offset(), ErrorCode::Invalid,
                              "expected a list of rays, or {\"rays\": [...]}");
  }
  RayFile result;
  std::set<std::string> other_levels;
  std::uint32_t index = 0;
  for (JsonValue ray = list.first(); ray.present(); ray = ray.next(), ++index) {
    const JsonValue name = ray.find("level");
    if (name.present() && name.kind() == JsonKind::String && !same_letters(name.string(), level)) {
      other_levels.insert(name.string());
      ++result.skipped;
      continue;
    }
    Result<RayQuery> query = read_ray(*document, ray, index);
    if (!query) return query.error();
    result.rays.push_back(*query);
  }
  if (result.rays.empty() && result.skipped > 0) return no_such_level(file, level, other_levels);
  return result;
}

}  // namespace playset
