// parse_scaffold: reads the lists so that what is referred to comes first, and stops at the first
// mistake with its place.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

#include "playset/core/json.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {
namespace {

// Drops white space between tokens, so that a kept member stays on its record's line.
void append_compact(std::string& out, std::string_view raw) {
  bool quoted = false;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (quoted && c == '\\') {
      out.append(raw.substr(i++, 2));
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (quoted || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) out.push_back(c);
  }
}

void keep_member(std::string& extra, JsonValue name, JsonValue value) {
  if (!extra.empty()) extra.push_back(',');
  extra.append(name.raw());
  extra.push_back(':');
  append_compact(extra, value.raw());
}

const std::string& label(const ScaffoldMaterial& r) { return r.key; }
const std::string& label(const ScaffoldKit& r) { return r.key; }
const std::string& label(const ScaffoldDoor& r) { return r.key; }
const std::string& label(const ScaffoldTrigger& r) { return r.key; }
const std::string& label(const ScaffoldLayer& r) { return r.key; }
template <typename Record>
std::string label(const Record& r) {
  return id_text(r.id);
}

enum class Member : std::uint8_t { Read, Unknown, Failed };

class Reader {
 public:
  Reader(const JsonDocument& document, Scaffold& scaffold)
      : document_(document), scaffold_(scaffold) {}

  std::optional<Error> fault;

  bool read() {
    const JsonValue root = document_.root();
    return read_header(root) && read_list(root, "kits", scaffold_.kits) &&
           read_list(root, "materials", scaffold_.materials) &&
           read_list(root, "doors", scaffold_.doors) &&
           read_list(root, "triggers", scaffold_.triggers) &&
           read_list(root, "layers", scaffold_.layers) &&
           read_list(root, "groups", scaffold_.groups) &&
           read_list(root, "vertices", scaffold_.vertices) &&
           read_list(root, "cubs", scaffold_.cubs) &&
           read_list(root, "windows", scaffold_.windows) &&
           read_list(root, "spawns", scaffold_.spawns) && read_list(root, "props", scaffold_.props);
  }

 private:
  bool fail(JsonValue at, std::string message, ErrorCode code = ErrorCode::Invalid) {
    if (!fault) fault = document_.error_at(at.offset(), code, std::move(message));
    return false;
  }

  // --- The file itself.

  bool read_header(JsonValue root) {
    if (root.kind() != JsonKind::Object)
      return fail(root, "a scaffold file is a JSON object; this is not one");
    if (root.find("format").string() != "playset scaffold") {
      return fail(root, "not a scaffold file: \"format\" must be \"playset scaffold\"",
                  ErrorCode::Unsupported);
    }
    std::int64_t version = 0;
    if (!root.find("version").integer(version) || version < 1)
      return fail(root, "\"version\" must be a whole number from 1");
    if (version > kScaffoldVersion) {
      return fail(root.find("version"),
                  "saved by a newer version (format " + std::to_string(version) +
                      ", this reads up to " + std::to_string(kScaffoldVersion) +
                      "); update playset",
                  ErrorCode::Unsupported);
    }
    const JsonValue unit = root.find("unit");
    if (unit.present() && unit.string() != "1/1024 m")
      return fail(unit, "\"unit\" must be \"1/1024 m\"");
    for (JsonValue name = root.first(); name.present(); name = name.next().next()) {
      if (!read_file_member(name, name.next())) return false;
    }
    return true;
  }

  bool read_file_member(JsonValue name, JsonValue value) {
    constexpr std::array<std::string_view, 14> kLists = {
        "format", "version", "unit",     "materials", "kits",    "doors",  "triggers",
        "layers", "groups",  "vertices", "cubs",      "windows", "spawns", "props"};
    const std::string key = name.string();
    if (key == "name") return text(value, "name", scaffold_.name);
    if (std::find(kLists.begin(), kLists.end(), key) != kLists.end()) return true;
    scaffold_.extra.append(scaffold_.extra.empty() ? "" : ",\n")
        .append(name.raw())
        .append(":")
        .append(value.raw());
    return true;
  }

  // --- Lists of records.

  template <typename Record>
  bool read_list(JsonValue root, std::string_view name, std::vector<Record>& records) {
    const JsonValue list = root.find(name);
    if (!list.present()) return true;
    if (list.kind() != JsonKind::Array)
      return fail(list, "\"" + std::string(name) + "\" must be a list of records");
    std::vector<std::uint32_t> offsets;
    records.reserve(list.count());
    for (JsonValue item = list.first(); item.present(); item = item.next()) {
      if (item.kind() == JsonKind::Null && !item.next().present()) break;
      Record record;
      if (!read_record(item, record)) return false;
      records.push_back(std::move(record));
      offsets.push_back(item.offset());
    }
    return sort_list(records, offsets);
  }

  template <typename Record>
  bool read_record(JsonValue item, Record& record) {
    if (item.kind() != JsonKind::Object)
      return fail(item, "expected a record in { }, or null at the end of the list");
    for (JsonValue name = item.first(); name.present(); name = name.next().next()) {
      const Member result = member(record, name.string(), name.next());
      if (result == Member::Failed) return false;
      if (result == Member::Unknown) keep_member(record.extra, name, name.next());
    }
    for (const std::string_view needed : needed_members(record)) {
      if (!item.find(needed).present())
        return fail(item, "this record lacks \"" + std::string(needed) + "\"");
    }
    return true;
  }

  // By id; the same id twice is what a merge of two edits of one record leaves.
  template <typename Record>
  bool sort_list(std::vector<Record>& records, const std::vector<std::uint32_t>& offsets) {
    const auto by_id = [](const Record& a, const Record& b) { return a.id < b.id; };
    std::vector<std::uint32_t> order(records.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return by_id(records[a], records[b]);
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (records[order[i - 1]].id == records[order[i]].id)
        return fail_twice(records, offsets, order[i - 1], order[i]);
    }
    if (std::is_sorted(records.begin(), records.end(), by_id)) return true;
    std::vector<Record> sorted;
    sorted.reserve(records.size());
    for (const std::uint32_t i : order) sorted.push_back(std::move(records[i]));
    records = std::move(sorted);
    return true;
  }

  template <typename Record>
  bool fail_twice(const std::vector<Record>& records, const std::vector<std::uint32_t>& offsets,
                  std::uint32_t a, std::uint32_t b) {
    const std::string line =
        std::to_string(document_.error_at(offsets[a], ErrorCode::Invalid, {}).line);
    std::string message =
        label(records[a]) == label(records[b])
            ? label(records[b]) + " appears twice, first in line " + line + "; keep one of the two"
            : "the keys " + label(records[a]) + " and " + label(records[b]) +
                  " clash; rename one of them";
    fault = document_.error_at(offsets[b], ErrorCode::Invalid, std::move(message));
    return false;
  }

  // --- Values.

  bool integer(JsonValue value, std::string_view what, std::int64_t low, std::int64_t high,
               std::int64_t& out) {
    if (!value.integer(out)) return fail(value, std::string(what) + " must be a whole number");
    if (out >= low && out <= high) return true;
    return fail(value,
                std::string(what) + " must lie between " + std::to_string(low) + " and " +
                    std::to_string(high),
                ErrorCode::OutOfRange);
  }

  template <typename Int>
  bool number(JsonValue value, std::string_view what, Int& out) {
    std::int64_t wide = 0;
    if (!integer(value, what, std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max(),
                 wide))
      return false;
    out = static_cast<Int>(wide);
    return true;
  }

  bool text(JsonValue value, std::string_view what, std::string& out) {
    if (value.kind() != JsonKind::String)
      return fail(value, std::string(what) + " must be text in quotes");
    out = value.string();
    return true;
  }

  bool boolean(JsonValue value, std::string_view what, bool& out) {
    out = value.kind() == JsonKind::True;
    return out || value.kind() == JsonKind::False ||
           fail(value, std::string(what) + " must be true or false");
  }

  // Numbers of a list of exactly this many.
  bool numbers(JsonValue value, std::string_view what, std::span<std::int32_t> out,
               std::int64_t low, std::int64_t high) {
    if (value.kind() != JsonKind::Array || value.count() != out.size()) {
      return fail(value, std::string(what) + " must be a list of " + std::to_string(out.size()) +
                             " whole numbers");
    }
    JsonValue item = value.first();
    for (std::int32_t& o : out) {
      std::int64_t wide = 0;
      if (!integer(item, what, low, high, wide)) return false;
      o = static_cast<std::int32_t>(wide);
      item = item.next();
    }
    return true;
  }

  bool point(JsonValue value, GridPoint& out) {
    std::array<std::int32_t, 3> xyz{};
    if (!numbers(value, "\"at\", in grid steps of 1/1024 m,", xyz, -kGridLimit, kGridLimit))
      return false;
    out = {xyz[0], xyz[1], xyz[2]};
    return true;
  }

  bool key(JsonValue value, std::string& key_out, ScaffoldId& id_out) {
    if (!text(value, "\"key\"", key_out)) return false;
    id_out = key_id(key_out);
    return !key_out.empty() || fail(value, "\"key\" must not be empty");
  }

  bool id(JsonValue value, ScaffoldId& out) {
    out = value.kind() == JsonKind::String ? parse_id(value.string()) : kNoId;
    return out != kNoId || fail(value, "not an id; ids look like \"k3f9x2ab.17\"");
  }

  // A reference to a record of a list that was read before.
  template <typename Record>
  bool refer(JsonValue value, std::string_view what, const std::vector<Record>& records,
             ScaffoldId& out) {
    if (!id(value, out)) return false;
    return find_record(records, out) != nullptr || fail_dangling(value, what);
  }

  template <typename Record>
  bool refer_key(JsonValue value, std::string_view what, const std::vector<Record>& records,
                 ScaffoldId& out) {
    std::string name;
    if (!text(value, what, name)) return false;
    out = key_id(name);
    const Record* record = find_record(records, out);
    return (record != nullptr && record->key == name) || fail_dangling(value, what);
  }

  bool fail_dangling(JsonValue value, std::string_view what) {
    return fail(value, "there is no " + std::string(what) + " " + std::string(value.raw()) +
                           " in this file; add it or remove what names it");
  }

  template <typename Fn>
  bool each(JsonValue value, std::string_view what, std::int64_t wanted, Fn fn) {
    if (value.kind() != JsonKind::Array || (wanted >= 0 && value.count() != wanted)) {
      return fail(value, std::string(what) + " must be a list" +
                             (wanted >= 0 ? " of " + std::to_string(wanted) : std::string()));
    }
    std::size_t i = 0;
    for (JsonValue item = value.first(); item.present(); item = item.next()) {
      if (!fn(i++, item)) return false;
    }
    return true;
  }

  bool color(JsonValue value, std::uint32_t& out) {
    const std::string hex = value.string();
    out = 0;
    bool good = hex.size() == 7 && hex[0] == '#';
    for (std::size_t i = 1; good && i < 7; ++i) {
      const std::size_t digit = std::string_view("0123456789abcdef").find(hex[i]);
      good = digit != std::string_view::npos;
      out = out * 16 + static_cast<std::uint32_t>(digit & 15);
    }
    return good || fail(value, "\"color\" must look like \"#80c0ff\"");
  }

  bool side_ref(JsonValue value, SideRef& out) {
    const std::string name = value.string();
    const std::size_t size = name.size();
    out.cub = size > 2 && name[size - 2] == '/'
                  ? parse_id(std::string_view(name).substr(0, size - 2))
                  : kNoId;
    const int side = out.cub == kNoId ? -1 : name[size - 1] - '0';
    if (side < 0 || side >= static_cast<int>(kCubSides))
      return fail(value, "not a side; sides look like \"k3f9x2ab.17/3\", 0 to 5");
    out.side = static_cast<std::uint8_t>(side);
    return find_record(scaffold_.cubs, out.cub) != nullptr || fail_dangling(value, "cub of side");
  }

  // --- One member of each kind of record.

  static Member done(bool ok) { return ok ? Member::Read : Member::Failed; }

  Member member(ScaffoldMaterial& r, std::string_view name, JsonValue v) {
    if (name == "key") return done(key(v, r.key, r.id));
    if (name == "role") return done(text(v, "\"role\"", r.role));
    if (name == "color") return done(color(v, r.color));
    if (name == "kit") return done(refer_key(v, "kit", scaffold_.kits, r.kit));
    return Member::Unknown;
  }

  bool whole_numbers(JsonValue v, std::string_view what, std::span<std::int32_t> out) {
    return numbers(v, what, out, std::numeric_limits<std::int32_t>::min(),
                   std::numeric_limits<std::int32_t>::max());
  }

  bool aligns(JsonValue v, std::string_view what, KitAligns& out) {
    return each(v, what, 2, [&](std::size_t i, JsonValue item) {
      const std::optional<KitAlign> align = parse_kit_align(item.string());
      if (align) out[i] = *align;
      return align || fail(item, std::string(what) + " are start, middle or end");
    });
  }

  // "frame", "frame_size", ...
  Member piece_member(ScaffoldKit& r, std::string_view name, JsonValue v) {
    for (std::size_t part = 0; part < kKitParts; ++part) {
      const std::string word = kit_part_name(static_cast<KitPart>(part));
      if (name == word) return done(text(v, "the name of a piece", r.pieces[part].name));
      if (name == word + "_size")
        return done(whole_numbers(v, "the size of a piece", r.pieces[part].size));
    }
    return Member::Unknown;
  }

  Member member(ScaffoldKit& r, std::string_view name, JsonValue v) {
    if (name == "key") return done(key(v, r.key, r.id));
    if (name == "step") return done(whole_numbers(v, "\"step\"", r.step));
    if (name == "repeats") return done(whole_numbers(v, "\"repeats\"", r.repeats));
    if (name == "align") return done(aligns(v, "\"align\"", r.align));
    if (name == "mirror") return done(boolean(v, "\"mirror\"", r.mirror));
    if (name == "stretch") return done(boolean(v, "\"stretch\"", r.stretch));
    if (name == "weights") {
      return done(each(v, "\"weights\"", -1, [&](std::size_t, JsonValue item) {
        return number(item, "\"weights\"", r.weights.emplace_back());
      }));
    }
    if (name == "seed") return done(number(v, "\"seed\"", r.seed));
    if (name == "color") return done(color(v, r.color));
    return piece_member(r, name, v);
  }

  Member wear_member(KitWear& wear, std::string_view name, JsonValue v) {
    if (name == "bare") return done(boolean(v, "\"bare\"", wear.bare));
    if (name == "kit_repeats")
      return done(whole_numbers(v, "\"kit_repeats\"", wear.repeats.emplace()));
    if (name == "kit_align") return done(aligns(v, "\"kit_align\"", wear.align.emplace()));
    if (name == "kit_mirror") return done(boolean(v, "\"kit_mirror\"", wear.mirror.emplace()));
    return Member::Unknown;
  }

  Member member(ScaffoldDoor& r, std::string_view name, JsonValue v) {
    if (name == "key") return done(key(v, r.key, r.id));
    if (name == "closed") return done(boolean(v, "\"closed\"", r.closed));
    if (name == "needs") return done(text(v, "\"needs\"", r.needs));
    return Member::Unknown;
  }

  Member member(ScaffoldTrigger& r, std::string_view name, JsonValue v) {
    if (name == "key") return done(key(v, r.key, r.id));
    if (name == "kind") return done(text(v, "\"kind\"", r.kind));
    if (name == "special") return done(number(v, "\"special\"", r.special));
    if (name == "doors") {
      return done(each(v, "\"doors\"", -1, [&](std::size_t, JsonValue item) {
        return refer_key(item, "door", scaffold_.doors, r.doors.emplace_back());
      }));
    }
    if (name == "targets") {
      return done(each(v, "\"targets\"", -1, [&](std::size_t, JsonValue item) {
        return number(item, "\"targets\"", r.targets.emplace_back());
      }));
    }
    return Member::Unknown;
  }

  Member member(ScaffoldLayer& r, std::string_view name, JsonValue v) {
    if (name == "key") return done(key(v, r.key, r.id));
    if (name == "hidden") return done(boolean(v, "\"hidden\"", r.hidden));
    if (name == "locked") return done(boolean(v, "\"locked\"", r.locked));
    return Member::Unknown;
  }

  bool axes(JsonValue v, std::array<std::int32_t, 3>& out) {
    return numbers(v, "\"axes\"", out, -3, 3) &&
           (turns_axes(out) ||
            fail(v, "\"axes\" must be 1, 2 and 3 in some order, any of them negative"));
  }

  Member member(ScaffoldGroup& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "name") return done(text(v, "\"name\"", r.name));
    if (name == "prefab") return done(text(v, "\"prefab\"", r.prefab));
    if (name == "axes") return done(axes(v, r.axes));
    if (name == "at") return done(point(v, r.at));
    return Member::Unknown;
  }

  Member member(ScaffoldVertex& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "at") return done(point(v, r.at));
    return Member::Unknown;
  }

  bool uv(JsonValue v, UvFrame& frame) {
    std::array<std::int32_t, 5> n{};
    if (!numbers(v, "\"uv\"", n, -kGridLimit, kGridLimit)) return false;
    frame = {n[0], n[1], n[2], n[3], n[4]};
    return (n[2] != 0 && n[3] != 0) ||
           fail(v, "\"uv\": the third and fourth number, the repeats, must not be 0");
  }

  Member member(ScaffoldSide& r, std::string_view name, JsonValue v) {
    if (name == "material") return done(refer_key(v, "material", scaffold_.materials, r.material));
    if (name == "kit") return done(refer_key(v, "kit", scaffold_.kits, r.kit));
    if (name == "trigger") return done(refer_key(v, "trigger", scaffold_.triggers, r.trigger));
    if (name == "uv") return done(uv(v, r.uv));
    if (name == "gate") return done(boolean(v, "\"gate\"", r.gate));
    if (name == "flags") return done(number(v, "\"flags\"", r.flags));
    return wear_member(r.wear, name, v);
  }

  Member member(ScaffoldCub& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "corners") {
      return done(each(v, "\"corners\"", kCubCorners, [&](std::size_t i, JsonValue item) {
        return refer(item, "vertex", scaffold_.vertices, r.corners[i]);
      }));
    }
    if (name == "sides") {
      return done(each(v, "\"sides\"", kCubSides, [&](std::size_t i, JsonValue item) {
        return read_record(item, r.sides[i]);
      }));
    }
    if (name == "tags") {
      return done(each(v, "\"tags\"", -1, [&](std::size_t, JsonValue item) {
        return text(item, "\"tags\"", r.tags.emplace_back());
      }));
    }
    if (name == "trigger") return done(refer_key(v, "trigger", scaffold_.triggers, r.trigger));
    if (name == "flags") return done(number(v, "\"flags\"", r.flags));
    if (name == "layer") return done(refer_key(v, "layer", scaffold_.layers, r.layer));
    if (name == "group") return done(refer(v, "group", scaffold_.groups, r.group));
    if (name == "member") return done(number(v, "\"member\"", r.member));
    return Member::Unknown;
  }

  Member member(ScaffoldWindow& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "sides") {
      const bool ok = each(v, "\"sides\"", 2, [&](std::size_t i, JsonValue item) {
        return side_ref(item, r.sides[i]);
      });
      return done(ok && (!(r.sides[0] == r.sides[1]) ||
                         fail(v, "a window joins two sides; these are the same one")));
    }
    if (name == "partial") return done(boolean(v, "\"partial\"", r.partial));
    if (name == "door") return done(refer_key(v, "door", scaffold_.doors, r.door));
    return Member::Unknown;
  }

  Member member(ScaffoldSpawn& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "kind") return done(text(v, "\"kind\"", r.kind));
    if (name == "type") return done(number(v, "\"type\"", r.type));
    if (name == "at") return done(point(v, r.at));
    if (name == "yaw") return done(number(v, "\"yaw\"", r.yaw));
    if (name == "cub") return done(refer(v, "cub", scaffold_.cubs, r.cub));
    return Member::Unknown;
  }

  Member member(ScaffoldProp& r, std::string_view name, JsonValue v) {
    if (name == "id") return done(id(v, r.id));
    if (name == "model") return done(text(v, "\"model\"", r.model));
    if (name == "at") return done(point(v, r.at));
    if (name == "turn") return done(numbers(v, "\"turn\"", r.turn, -1'000'000'000, 1'000'000'000));
    if (name == "scale") {
      return done(number(v, "\"scale\"", r.scale) &&
                  (r.scale > 0 || fail(v, "\"scale\" must be above 0")));
    }
    if (name == "cub") return done(refer(v, "cub", scaffold_.cubs, r.cub));
    return Member::Unknown;
  }

  static std::vector<std::string_view> needed_members(const ScaffoldMaterial&) { return {"key"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldKit&) { return {"key"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldDoor&) { return {"key"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldTrigger&) { return {"key"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldLayer&) { return {"key"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldGroup&) { return {"id"}; }
  static std::vector<std::string_view> needed_members(const ScaffoldVertex&) {
    return {"id", "at"};
  }
  static std::vector<std::string_view> needed_members(const ScaffoldSide&) { return {}; }
  static std::vector<std::string_view> needed_members(const ScaffoldCub&) {
    return {"id", "corners", "sides"};
  }
  static std::vector<std::string_view> needed_members(const ScaffoldWindow&) {
    return {"id", "sides"};
  }
  static std::vector<std::string_view> needed_members(const ScaffoldSpawn&) {
    return {"id", "kind", "at"};
  }
  static std::vector<std::string_view> needed_members(const ScaffoldProp&) {
    return {"id", "model", "at"};
  }

  const JsonDocument& document_;
  Scaffold& scaffold_;
};

}  // namespace

Result<Scaffold> parse_scaffold(std::string_view text, std::string_view file) {
  const Result<JsonDocument> document = parse_json(std::string(text), file);
  if (!document.ok()) return document.error();
  Scaffold scaffold;
  Reader reader(document.value(), scaffold);
  if (!reader.read()) return *reader.fault;
  return scaffold;
}

}  // namespace playset
