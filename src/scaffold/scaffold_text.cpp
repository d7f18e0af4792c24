// write_scaffold: one record per line in id order, members that have their default left out. Empty
// lines between records keep edits of neighbours apart for git. The reader: parse_scaffold.cpp.
#include "playset/scaffold/scaffold_text.h"

#include <algorithm>
#include "playset/core/json.h"

namespace playset {
namespace {

// Members of one record: defaults are left out by the caller.
class Line {
 public:
  explicit Line(std::string& out) : json_(out) { json_.begin_object(); }

  void text(std::string_view name, std::string_view value) { json_.key(name).string(value); }
  void text_if(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number_if(std::string_view name, std::int64_t value, std::int64_t usual = 0) {
    if (value != usual) json_.key(name).integer(value);
  }
  void boolean(std::string_view name, bool value) { json_.key(name).boolean(value); }
  void id(std::string_view name, ScaffoldId value) { text(name, id_text(value)); }
  void id_if(std::string_view name, ScaffoldId value) {
    if (value != kNoId) id(name, value);
  }

  // A reference by key; left out where there is none.
  template <typename Record>
  void key_if(std::string_view name, const std::vector<Record>& records, ScaffoldId value) {
    if (const Record* record = find_record(records, value)) text(name, record->key);
  }

  template <typename Items, typename Fn>
  void list(std::string_view name, const Items& items, Fn write_item) {
    json_.key(name).begin_array();
    for (const auto& item : items) write_item(json_, item);
    json_.end_array();
  }

  template <typename Items>
  void numbers(std::string_view name, const Items& items) {
    list(name, items, [](JsonWriter& json, std::int32_t n) { json.integer(n); });
  }

  void point(std::string_view name, GridPoint p) {
    numbers(name, std::array<std::int32_t, 3>{p.x, p.y, p.z});
  }

  void close(std::string_view extra) { json_.raw(extra).end_object(); }

 private:
  JsonWriter json_;
};

class Writer {
 public:
  explicit Writer(const Scaffold& scaffold) : scaffold_(scaffold) {}

  std::string write() {
    out_ = R"({"format":"playset scaffold","version":)" + std::to_string(kScaffoldVersion) +
           R"(,"unit":"1/1024 m","name":)";
    write_json_string(out_, scaffold_.name);
    keyed_list("materials", scaffold_.materials);
    keyed_list("kits", scaffold_.kits);
    keyed_list("doors", scaffold_.doors);
    keyed_list("triggers", scaffold_.triggers);
    keyed_list("layers", scaffold_.layers);
    list("groups", scaffold_.groups);
    list("vertices", scaffold_.vertices);
    list("cubs", scaffold_.cubs);
    list("windows", scaffold_.windows);
    list("spawns", scaffold_.spawns);
    list("props", scaffold_.props);
    if (!scaffold_.extra.empty()) out_.append(",\n").append(scaffold_.extra);
    out_ += "\n}\n";
    return std::move(out_);
  }

 private:
  template <typename Record>
  void record_line(const Record& record) {
    Line line(out_);
    members(line, record);
    line.close(record.extra);
    out_ += ",\n\n";
  }

  template <typename Record>
  void list(std::string_view name, const std::vector<Record>& records) {
    out_.append(",\n\"").append(name).append("\":[\n\n");
    for (const Record& record : records) record_line(record);
    out_ += "null]";
  }

  // In memory these lie in the order of their hashed ids; people look for a key in the alphabet's.
  template <typename Record>
  void keyed_list(std::string_view name, const std::vector<Record>& records) {
    std::vector<const Record*> sorted;
    sorted.reserve(records.size());
    for (const Record& record : records) sorted.push_back(&record);
    std::sort(sorted.begin(), sorted.end(),
              [](const Record* a, const Record* b) { return a->key < b->key; });
    out_.append(",\n\"").append(name).append("\":[\n\n");
    for (const Record* record : sorted) record_line(*record);
    out_ += "null]";
  }

  [[nodiscard]] std::vector<std::string_view> door_keys(
      const std::vector<ScaffoldId>& doors) const {
    std::vector<std::string_view> keys;
    for (const ScaffoldId id : doors) {
      if (const ScaffoldDoor* door = find_record(scaffold_.doors, id)) keys.push_back(door->key);
    }
    return keys;
  }

  void members(Line& line, const ScaffoldMaterial& r) {
    line.text("key", r.key);
    line.text_if("role", r.role);
    line.text("color", color_text(r.color));
    line.key_if("kit", scaffold_.kits, r.kit);
  }

  static std::string color_text(std::uint32_t color) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = "#";
    for (int shift = 20; shift >= 0; shift -= 4) text.push_back(kHex[(color >> shift) & 15]);
    return text;
  }

  static void aligns(Line& line, std::string_view name, const KitAligns& aligns) {
    line.list(name, aligns,
              [](JsonWriter& json, KitAlign align) { json.string(kit_align_name(align)); });
  }

  void members(Line& line, const ScaffoldKit& r) {
    const ScaffoldKit usual;
    line.text("key", r.key);
    for (std::size_t part = 0; part < kKitParts; ++part) {
      const std::string word = kit_part_name(static_cast<KitPart>(part));
      line.text_if(word, r.pieces[part].name);
      if (r.pieces[part].size != usual.pieces[part].size)
        line.numbers(word + "_size", r.pieces[part].size);
    }
    if (r.step != usual.step) line.numbers("step", r.step);
    if (r.repeats != usual.repeats) line.numbers("repeats", r.repeats);
    if (r.align != usual.align) aligns(line, "align", r.align);
    if (r.mirror) line.boolean("mirror", true);
    if (!r.stretch) line.boolean("stretch", false);
    if (!r.weights.empty()) line.numbers("weights", r.weights);
    line.number_if("seed", r.seed);
    if (r.color != usual.color) line.text("color", color_text(r.color));
  }

  void members(Line& line, const KitWear& wear) {
    if (wear.bare) line.boolean("bare", true);
    if (wear.repeats) line.numbers("kit_repeats", *wear.repeats);
    if (wear.align) aligns(line, "kit_align", *wear.align);
    if (wear.mirror) line.boolean("kit_mirror", *wear.mirror);
  }

  void members(Line& line, const ScaffoldDoor& r) {
    line.text("key", r.key);
    line.boolean("closed", r.closed);
    line.text_if("needs", r.needs);
  }

  void members(Line& line, const ScaffoldTrigger& r) {
    line.text("key", r.key);
    line.text_if("kind", r.kind);
    line.number_if("special", r.special);
    if (!r.doors.empty()) {
      line.list("doors", door_keys(r.doors),
                [](JsonWriter& json, std::string_view key) { json.string(key); });
    }
    if (!r.targets.empty()) line.numbers("targets", r.targets);
  }

  void members(Line& line, const ScaffoldLayer& r) {
    line.text("key", r.key);
    if (r.hidden) line.boolean("hidden", true);
    if (r.locked) line.boolean("locked", true);
  }

  void members(Line& line, const ScaffoldGroup& r) {
    line.id("id", r.id);
    line.text_if("name", r.name);
    line.text_if("prefab", r.prefab);
    if (r.axes != std::array<std::int32_t, 3>{1, 2, 3}) line.numbers("axes", r.axes);
    if (r.at != GridPoint(0)) line.point("at", r.at);
  }

  void members(Line& line, const ScaffoldVertex& r) {
    line.id("id", r.id);
    line.point("at", r.at);
  }

  void members(Line& line, const ScaffoldSide& r) {
    line.key_if("material", scaffold_.materials, r.material);
    line.key_if("kit", scaffold_.kits, r.kit);
    members(line, r.wear);
    line.key_if("trigger", scaffold_.triggers, r.trigger);
    if (!(r.uv == UvFrame{})) {
      line.numbers("uv", std::array<std::int32_t, 5>{r.uv.offset_u, r.uv.offset_v, r.uv.repeat_u,
                                                     r.uv.repeat_v, r.uv.turn});
    }
    if (r.gate) line.boolean("gate", true);
    line.number_if("flags", r.flags);
  }

  void members(Line& line, const ScaffoldCub& r) {
    line.id("id", r.id);
    line.list("corners", r.corners,
              [](JsonWriter& json, ScaffoldId id) { json.string(id_text(id)); });
    std::string side_line;
    line.list("sides", r.sides, [&](JsonWriter& json, const ScaffoldSide& side) {
      side_line.clear();
      Line inner(side_line);
      members(inner, side);
      inner.close(side.extra);
      json.raw(side_line);
    });
    if (!r.tags.empty())
      line.list("tags", r.tags, [](JsonWriter& json, const std::string& tag) { json.string(tag); });
    line.key_if("trigger", scaffold_.triggers, r.trigger);
    line.number_if("flags", r.flags);
    line.key_if("layer", scaffold_.layers, r.layer);
    line.id_if("group", r.group);
    line.number_if("member", r.member);
  }

  void members(Line& line, const ScaffoldWindow& r) {
    line.id("id", r.id);
    line.list("sides", r.sides,
              [](JsonWriter& json, SideRef side) { json.string(side_text(side)); });
    if (r.partial) line.boolean("partial", true);
    line.key_if("door", scaffold_.doors, r.door);
  }

  void members(Line& line, const ScaffoldSpawn& r) {
    line.id("id", r.id);
    line.text("kind", r.kind);
    line.number_if("type", r.type);
    line.point("at", r.at);
    line.number_if("yaw", r.yaw);
    line.id_if("cub", r.cub);
  }

  void members(Line& line, const ScaffoldProp& r) {
    line.id("id", r.id);
    line.text("model", r.model);
    line.point("at", r.at);
    if (r.turn != std::array<std::int32_t, 3>{}) line.numbers("turn", r.turn);
    line.number_if("scale", r.scale, 1000);
    line.id_if("cub", r.cub);
  }

  const Scaffold& scaffold_;
  std::string out_;
};

}  // namespace

std::string write_scaffold(const Scaffold& scaffold) { return Writer(scaffold).write(); }

}  // namespace playset
