// src/asset/overload.cpp - parse_overload: vertices, segments and entities by id out of the
// editor's JSON.
#include "playset/asset/overload.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "asset/cell_draft.h"
#include "asset/descent_file.h"
#include "asset/text_reader.h"
#include "playset/core/json.h"
#include "playset/core/math.h"

namespace playset {
namespace {

// A member of an object whose keys are ids.
struct Record {
  std::int32_t id = 0;
  JsonValue value;
};

bool real(const JsonValue& value, double& out) {
  return value.present() && value.kind() == JsonKind::Number && parse_real(value.raw(), out);
}

bool integer(const JsonValue& value, std::int32_t& out) {
  std::int64_t wide = 0;
  if (!value.present() || !value.integer(wide) || wide < INT32_MIN || wide > INT32_MAX)
    return false;
  out = static_cast<std::int32_t>(wide);
  return true;
}

std::string text_of(const JsonValue& value) {
  return value.present() && value.kind() == JsonKind::String ? value.string() : std::string();
}

// The first `N` items of an array; false where it has fewer or other ones.
template <std::size_t N>
bool integers(const JsonValue& array, std::array<std::int32_t, N>& out) {
  if (!array.present() || array.kind() != JsonKind::Array || array.count() < N) return false;
  JsonValue item = array.first();
  for (std::int32_t& n : out) {
    if (!integer(item, n)) return false;
    item = item.next();
  }
  return true;
}

template <std::size_t N>
bool reals(const JsonValue& array, std::array<double, N>& out) {
  if (!array.present() || array.kind() != JsonKind::Array || array.count() < N) return false;
  JsonValue item = array.first();
  for (double& x : out) {
    if (!real(item, x)) return false;
    item = item.next();
  }
  return true;
}

std::string lower(std::string s) {
  for (char& c : s) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return s;
}

class OverloadReader {
 public:
  OverloadReader(const JsonDocument& document, const ImportOptions& options, RepairLog& log)
      : document_(document), log_(log) {
    draft_.cell_word = "segment";
    draft_.cells.source_axes = kDescentAxes;
    draft_.cells.source_axes.metres_per_unit *= options.scale;
  }

  Result<CellDraft> read() {
    const JsonValue root = document_.root();
    const JsonValue verts = root.find("verts"), segments = root.find("segments");
    if (!is_object(verts) || !is_object(segments))
      return fail(root, "not an Overload level: it has no objects 'verts' and 'segments'");
    if (const JsonValue info = root.find("custom_level_info"); is_object(info))
      draft_.cells.name = text_of(info.find("name"));
    if (Result<Done> r = read_vertices(verts); !r) return r.error();
    const std::vector<Record> records = records_of(segments, "segment");
    for (std::size_t i = 0; i < records.size(); ++i)
      cell_of_.emplace(records[i].id, static_cast<std::uint32_t>(i));
    for (const Record& r : records) {
      if (Result<Done> done = read_segment(r); !done) return done.error();
    }
    for (const Record& r : records_of(root.find("entities"), "entity")) read_entity(r);
    return std::move(draft_);
  }

 private:
  static bool is_object(const JsonValue& v) { return v.present() && v.kind() == JsonKind::Object; }

  [[nodiscard]] Error fail(const JsonValue& at, std::string message) const {
    return document_.error_at(at.present() ? at.offset() : 0, ErrorCode::Invalid,
                              std::move(message));
  }

  // The members in the order of their ids, which have holes.
  std::vector<Record> records_of(const JsonValue& object, const char* what) {
    std::vector<Record> records;
    if (!is_object(object)) return records;
    for (JsonValue key = object.first(); key.present();) {
      const JsonValue value = key.next();
      Record record{0, value};
      if (parse_int(std::string_view(key.string()), record.id) && is_object(value)) {
        records.push_back(record);
      } else {
        log_.add(std::string(what) + " '" + key.string().substr(0, 40) +
                 "' is not an object under a whole number: left out");
      }
      key = value.next();
    }
    std::stable_sort(records.begin(), records.end(),
                     [](const Record& a, const Record& b) { return a.id < b.id; });
    return records;
  }

  Result<Done> read_vertices(const JsonValue& verts) {
    for (const Record& r : records_of(verts, "vertex")) {
      glm::dvec3 p(0.0);
      if (!real(r.value.find("x"), p.x) || !real(r.value.find("y"), p.y) ||
          !real(r.value.find("z"), p.z)) {
        return fail(r.value, "vertex " + std::to_string(r.id) + " needs numbers x, y and z");
      }
      vertex_of_.emplace(r.id, static_cast<std::uint32_t>(draft_.positions.size()));
      draft_.positions.push_back(point_from(draft_.cells.source_axes, p));
    }
    return Done{};
  }

  Result<Done> read_segment(const Record& r) {
    std::array<std::int32_t, 8> verts{};
    std::array<std::int32_t, 6> neighbors{};
    if (!integers(r.value.find("verts"), verts))
      return fail(r.value, "segment " + std::to_string(r.id) + " needs 8 vertex ids in 'verts'");
    if (!integers(r.value.find("neighbors"), neighbors))
      return fail(r.value, "segment " + std::to_string(r.id) + " needs 6 ids in 'neighbors'");
    add_cell(draft_, r.id, tag_of(r.value));
    std::array<std::uint32_t, 8> corners{};
    for (std::size_t i = 0; i < 8; ++i) {
      const auto at = vertex_of_.find(verts[i]);
      corners[i] = at == vertex_of_.end() ? kNone : at->second;
    }
    JsonValue side = r.value.find("sides").present() ? r.value.find("sides").first() : JsonValue();
    for (std::size_t k = 0; k < 6; ++k) {
      read_side(r.id, k, side, neighbors[k], corners);
      if (side.present()) side = side.next();
    }
    return Done{};
  }

  void read_side(std::int32_t id, std::size_t k, const JsonValue& source, std::int32_t neighbor,
                 const std::array<std::uint32_t, 8>& corners) {
    CellSide side;
    side.face = static_cast<std::uint32_t>(k);
    side.source_side = static_cast<std::int32_t>(k);
    std::uint32_t behind = kNone;
    if (const auto at = cell_of_.find(neighbor); at != cell_of_.end()) behind = at->second;
    if (neighbor != -1 && behind == kNone) {
      log_.add("segment " + std::to_string(id) + " side " + std::to_string(k) +
               " leads to segment " + std::to_string(neighbor) +
               ", which is not there: made a wall");
    }
    if (is_object(source)) {
      const std::string texture = text_of(source.find("tex_name"));
      if (!texture.empty() && behind == kNone) side.material = material_of("overload:" + texture);
      std::int32_t door = -1;
      if (behind != kNone && integer(source.find("door"), door) && door >= 0)
        side.door = door_of(door);
    }
    std::array<std::uint32_t, 4> loop{};
    for (std::size_t i = 0; i < 4; ++i)
      loop[i] = corners[kDescentSideCorners[k][3 - i]];  // reversed: the axes are mirrored
    add_side(draft_, loop, side, behind);
  }

  std::uint32_t material_of(std::string name) {
    const auto [at, fresh] = material_of_.try_emplace(
        std::move(name), static_cast<std::uint32_t>(draft_.cells.materials.size()));
    if (fresh) draft_.cells.materials.push_back(at->first);
    return at->second;
  }

  // `entity` is the door's id among the entities.
  std::uint32_t door_of(std::int32_t entity) {
    const auto [at, fresh] =
        door_of_.try_emplace(entity, static_cast<std::uint32_t>(draft_.cells.doors.size()));
    if (fresh) {
      CellDoor door;
      door.name = "door " + std::to_string(entity);
      door.source_id = entity;
      draft_.cells.doors.push_back(std::move(door));
    }
    return at->second;
  }

  // What a segment says of itself, joined by commas.
  std::uint32_t tag_of(const JsonValue& segment) {
    std::string tag;
    const auto add = [&](const std::string& word) { tag += (tag.empty() ? "" : ",") + word; };
    const std::string exit = lower(text_of(segment.find("exitsegment"))),
                      paths = lower(text_of(segment.find("pathfinding")));
    if (!exit.empty() && exit != "none") add("exit:" + exit);
    if (is_true(segment.find("exitsegment"))) add("exit");
    if (is_true(segment.find("dark"))) add("dark");
    if (!paths.empty() && paths != "all") add("pathfinding:" + paths);
    if (tag.empty()) return kNone;
    const auto [at, fresh] =
        tag_index_.try_emplace(tag, static_cast<std::uint32_t>(draft_.cells.tags.size()));
    if (fresh) draft_.cells.tags.push_back(tag);
    return at->second;
  }

  static bool is_true(const JsonValue& v) { return v.present() && v.kind() == JsonKind::True; }

  void read_entity(const Record& r) {
    std::array<double, 3> position{};
    if (!reals(r.value.find("position"), position)) {
      log_.add("entity " + std::to_string(r.id) + " has no position of three numbers: left out");
      return;
    }
    CellSpawn spawn;
    const std::string type = lower(text_of(r.value.find("type"))),
                      sub = lower(text_of(r.value.find("sub_type")));
    spawn.kind = sub == "player_start" ? sub : sub.empty() ? type : type + ":" + sub;
    if (spawn.kind.empty()) spawn.kind = "entity";
    (void)integer(r.value.find("sub_type"), spawn.type);
    spawn.position = point_from(draft_.cells.source_axes, {position[0], position[1], position[2]}) +
                     0.0;  // no -0
    spawn.yaw = yaw_of(r.value.find("rotation"));
    std::int32_t segment = -1;
    (void)integer(r.value.find("segnum"), segment);
    if (const auto at = cell_of_.find(segment); at != cell_of_.end()) spawn.cell = at->second;
    if (segment >= 0 && spawn.cell == kNone) {
      log_.add("entity " + std::to_string(r.id) + " names segment " + std::to_string(segment) +
               ", which is not there: it belongs to none now");
    }
    spawn.source_id = r.id;
    draft_.cells.spawns.push_back(std::move(spawn));
  }

  // The matrix has its axes in rows; the third is where the entity looks.
  static double yaw_of(const JsonValue& rotation) {
    std::array<double, 16> m{};
    if (!reals(rotation, m)) return 0.0;
    const glm::dvec3 forward = direction_from(kDescentAxes, {m[8], m[9], m[10]});
    return arc_tangent(forward.x + 0.0, forward.z + 0.0);
  }

  const JsonDocument& document_;
  RepairLog& log_;
  CellDraft draft_;
  std::map<std::int32_t, std::uint32_t> vertex_of_, cell_of_, door_of_;
  std::map<std::string, std::uint32_t> material_of_, tag_index_;
};

}  // namespace

Result<Imported> parse_overload(std::string_view text, std::string_view name,
                                const ImportOptions& options) {
  RepairLog log(std::string(name), options.strict);
  Result<JsonDocument> document = parse_json(std::string(text), name);
  if (!document) return document.error();
  Result<CellDraft> draft = OverloadReader(*document, options, log).read();
  if (!draft) return draft.error();
  return finish_cells(std::move(*draft), std::move(log));
}

}  // namespace playset
