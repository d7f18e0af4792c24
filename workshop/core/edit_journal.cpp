// Lines of a journal: written as edits are made, read after a crash.
#include "workshop/core/edit_journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "playset/core/hash.h"
#include "playset/core/json.h"
#include "playset/core/save_file.h"
#include "playset/scaffold/scaffold_text.h"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace playset {
namespace {

constexpr std::size_t kSumDigits = 16;

std::string sum_text(std::uint64_t sum) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text.push_back(kHex[(sum >> shift) & 15]);
  return text;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Calls fn(list) for each list of records of a level.
template <typename Level, typename Fn>
void for_each_list(Level& level, Fn fn) {
  fn(ScaffoldKind::Material, level.materials);
  fn(ScaffoldKind::Kit, level.kits);
  fn(ScaffoldKind::Door, level.doors);
  fn(ScaffoldKind::Trigger, level.triggers);
  fn(ScaffoldKind::Layer, level.layers);
  fn(ScaffoldKind::Group, level.groups);
  fn(ScaffoldKind::Vertex, level.vertices);
  fn(ScaffoldKind::Cub, level.cubs);
  fn(ScaffoldKind::Window, level.windows);
  fn(ScaffoldKind::Spawn, level.spawns);
  fn(ScaffoldKind::Prop, level.props);
}

// A level of some records of another, and of all that these name: it can be written and read.
class Excerpt {
 public:
  explicit Excerpt(const Scaffold& from) : from_(from) { part_.name = from.name; }

  void take(const ScaffoldChange& change) {
    for_each_list(from_, [&](ScaffoldKind kind, const auto& list) {
      if (kind == change.kind) add(list, change.id);
    });
  }
  [[nodiscard]] std::string text() const { return write_scaffold(part_); }

 private:
  template <typename Record>
  void add(const std::vector<Record>& list, ScaffoldId id) {
    const Record* record = id == kNoId ? nullptr : find_record(list, id);
    if (record == nullptr) return;
    if (add_record(mine(record), *record)) add_named(*record);
  }
  std::vector<ScaffoldMaterial>& mine(const ScaffoldMaterial*) { return part_.materials; }
  std::vector<ScaffoldKit>& mine(const ScaffoldKit*) { return part_.kits; }
  std::vector<ScaffoldDoor>& mine(const ScaffoldDoor*) { return part_.doors; }
  std::vector<ScaffoldTrigger>& mine(const ScaffoldTrigger*) { return part_.triggers; }
  std::vector<ScaffoldLayer>& mine(const ScaffoldLayer*) { return part_.layers; }
  std::vector<ScaffoldGroup>& mine(const ScaffoldGroup*) { return part_.groups; }
  std::vector<ScaffoldVertex>& mine(const ScaffoldVertex*) { return part_.vertices; }
  std::vector<ScaffoldCub>& mine(const ScaffoldCub*) { return part_.cubs; }
  std::vector<ScaffoldWindow>& mine(const ScaffoldWindow*) { return part_.windows; }
  std::vector<ScaffoldSpawn>& mine(const ScaffoldSpawn*) { return part_.spawns; }
  std::vector<ScaffoldProp>& mine(const ScaffoldProp*) { return part_.props; }

  template <typename Record>
  void add_named(const Record&) {}
  void add_named(const ScaffoldMaterial& r) { add(from_.kits, r.kit); }
  void add_named(const ScaffoldTrigger& r) {
    for (const ScaffoldId door : r.doors) add(from_.doors, door);
  }
  void add_named(const ScaffoldCub& r) {
    for (const ScaffoldId corner : r.corners) add(from_.vertices, corner);
    for (const ScaffoldSide& side : r.sides) {
      add(from_.materials, side.material);
      add(from_.kits, side.kit);
      add(from_.triggers, side.trigger);
    }
    add(from_.triggers, r.trigger);
    add(from_.layers, r.layer);
    add(from_.groups, r.group);
  }
  void add_named(const ScaffoldWindow& r) {
    for (const SideRef& side : r.sides) add(from_.cubs, side.cub);
    add(from_.doors, r.door);
  }
  void add_named(const ScaffoldSpawn& r) { add(from_.cubs, r.cub); }
  void add_named(const ScaffoldProp& r) { add(from_.cubs, r.cub); }

  const Scaffold& from_;
  Scaffold part_;
};

void write_changes(JsonWriter& json, std::string_view name,
                   const std::vector<ScaffoldChange>& changes, bool exists) {
  json.key(name).begin_array();
  for (const ScaffoldChange& change : changes) {
    if (change.exists == exists && change.kind != ScaffoldKind::Header)
      json.string(scaffold_kind_name(change.kind)).string(id_text(change.id));
  }
  json.end_array();
}

std::string step_json(const ScaffoldDocument& document, std::uint64_t sequence,
                      const std::vector<ScaffoldChange>& changes) {
  Excerpt excerpt(document.level());
  for (const ScaffoldChange& change : changes) {
    if (change.exists) excerpt.take(change);
  }
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("step").integer(static_cast<std::int64_t>(sequence));
  json.key("time").integer(now());
  write_changes(json, "gone", changes, false);
  write_changes(json, "put", changes, true);
  json.key("records").string(excerpt.text()).end_object();
  return out;
}

Error write_error(const std::string& path) {
  return {ErrorCode::Io,
          std::string("unsaved work cannot be kept safe here: ") + std::strerror(errno) +
              "; editing goes on, check the folder and the space left, or save elsewhere",
          path};
}

bool flush_to_disk(std::FILE* file) {
#if defined(__unix__) || defined(__APPLE__)
  return ::fsync(::fileno(file)) == 0;
#else
  return std::fflush(file) == 0;
#endif
}

}  // namespace

EditJournal::EditJournal(std::string path, std::uint64_t base, std::size_t base_bytes,
                         const JournalConfig& config)
    : path_(std::move(path)), config_(config), base_(base), base_bytes_(base_bytes) {}

std::string EditJournal::framed(std::string_view json) {
  sum_ = hash_text(json, sum_);
  return sum_text(sum_) + " " + std::string(json) + "\n";
}

Result<Done> EditJournal::write_line(std::string_view json, bool flush) {
  const std::string line = framed(json);
  const auto time = std::chrono::steady_clock::now();
  flush = flush || std::chrono::duration<double>(time - flushed_).count() >= config_.flush_every;
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() ||
      std::fflush(file_.get()) != 0 || (flush && !flush_to_disk(file_.get()))) {
    const Error error = write_error(path_);
    file_.reset();
    whole_ = true;
    return error;
  }
  if (flush) flushed_ = time;
  bytes_ += line.size();
  return Done{};
}

// Replaces the file at once: what was in it is there, or what is in it now.
Result<Done> EditJournal::write_anew(const ScaffoldDocument* whole) {
  file_.reset();
  sum_ = 0;
  std::string head;
  JsonWriter(head)
      .begin_object()
      .key("format")
      .string("playset journal")
      .key("version")
      .integer(kJournalVersion)
      .key("base")
      .string(sum_text(base_))
      .end_object();
  std::string text = framed(head);
  if (whole != nullptr) {
    std::string json;
    JsonWriter(json)
        .begin_object()
        .key("step")
        .integer(static_cast<std::int64_t>(++sequence_))
        .key("time")
        .integer(now())
        .key("level")
        .string(write_scaffold(whole->level()))
        .end_object();
    text += framed(json);
  }
  whole_ = true;  // until it is done
  const Result<Done> saved = save_file(path_, std::as_bytes(std::span(text)));
  if (!saved) return saved.error();
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (file_ == nullptr) return write_error(path_);
  whole_ = false;
  bytes_ = whole_bytes_ = text.size();
  flushed_ = std::chrono::steady_clock::now();
  return Done{};
}

Result<Done> EditJournal::append(const ScaffoldDocument& document) {
  const std::vector<ScaffoldChange> changes = document.changes_since(revision_);
  if (changes.empty() && !whole_) return Done{};
  const std::size_t most = std::max(config_.least_bytes, std::max(base_bytes_, whole_bytes_));
  const bool whole = whole_ || bytes_ - whole_bytes_ > most;
  if (whole || file_ == nullptr) {
    const Result<Done> begun = write_anew(whole ? &document : nullptr);
    if (!begun) return begun.error();
  }
  if (!whole) {
    const Result<Done> written = write_line(step_json(document, ++sequence_, changes), false);
    if (!written) return written.error();
  }
  revision_ = document.revision();
  return Done{};
}

Result<Done> EditJournal::mark_saving(std::uint64_t hash) {
  if (file_ == nullptr) return Done{};  // it holds nothing
  std::string json;
  JsonWriter(json).begin_object().key("saving").string(sum_text(hash)).end_object();
  return write_line(json, true);
}

Result<Done> EditJournal::restart(const ScaffoldDocument& document, std::uint64_t base,
                                  std::size_t base_bytes) {
  base_ = base;
  base_bytes_ = base_bytes;
  revision_ = document.revision();
  sequence_ = 0;
  return write_anew(nullptr);
}

namespace {

// Hands out the JSON of whole lines, one after the other.
class JournalLines {
 public:
  explicit JournalLines(std::string_view text) : rest_(text) {}
  [[nodiscard]] std::optional<std::string_view> next() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos || end <= kSumDigits || rest_[kSumDigits] != ' ')
      return std::nullopt;
    const std::string_view json = rest_.substr(kSumDigits + 1, end - kSumDigits - 1);
    const std::uint64_t sum = hash_text(json, sum_);
    if (rest_.substr(0, kSumDigits) != sum_text(sum)) return std::nullopt;
    sum_ = sum;
    rest_.remove_prefix(end + 1);
    return json;
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  std::uint64_t sum_ = 0;
};

struct JournalStep {
  std::int64_t time = 0;
  std::string level;  // the whole one, or "" and the rest
  std::string records;
  std::vector<ScaffoldChange> changes;
};

Error damaged(std::string_view file, std::string why) {
  return {ErrorCode::Invalid,
          "the journal cannot be replayed: " + std::move(why) + "; it stays as it is",
          std::string(file)};
}

// False where a kind or an id is none.
bool read_changes(const JsonValue& list, bool exists, std::vector<ScaffoldChange>& out) {
  const Scaffold kinds;
  for (JsonValue word = list.first(); word.present();) {
    const JsonValue number = word.next();
    if (!number.present()) return false;
    const std::string kind_name = word.string();
    const ScaffoldId id = parse_id(number.string());
    bool known = false;
    for_each_list(kinds, [&](ScaffoldKind kind, const auto&) {
      if (kind_name != scaffold_kind_name(kind)) return;
      known = true;
      out.push_back({kind, id, exists});
    });
    if (!known || id == kNoId) return false;
    word = number.next();
  }
  return true;
}

Result<JournalStep> read_step(const JsonValue& root, std::string_view file) {
  JournalStep step;
  (void)root.find("time").integer(step.time);
  if (root.find("level").present()) {
    step.level = root.find("level").string();
    return step;
  }
  if (!root.find("records").present() || !read_changes(root.find("gone"), false, step.changes) ||
      !read_changes(root.find("put"), true, step.changes))
    return damaged(file, "a step of it is of no kind that is known");
  step.records = root.find("records").string();
  return step;
}

Result<Done> replay_records(ScaffoldDocument& document, const JournalStep& step,
                            std::string_view file) {
  const Result<Scaffold> part = parse_scaffold(step.records, file);
  if (!part) return part.error();
  ScaffoldEdit edit(document, "replay");
  document.put(ScaffoldHeader{kHeaderId, part->name});
  for_each_list(*part, [&]<typename Record>(ScaffoldKind kind, const std::vector<Record>& list) {
    std::vector<Record> put;
    std::vector<ScaffoldId> gone;
    for (const ScaffoldChange& change : step.changes) {
      if (change.kind != kind) continue;
      const Record* record = find_record(list, change.id);
      if (!change.exists) gone.push_back(change.id);
      if (change.exists && record != nullptr) put.push_back(*record);
    }
    document.erase_all<Record>(std::move(gone));
    document.put_all(std::move(put));
  });
  return edit.commit();
}

Result<Done> replay(ScaffoldDocument& document, const JournalStep& step, std::string_view file) {
  if (step.level.empty()) return replay_records(document, step, file);
  const Result<Scaffold> level = parse_scaffold(step.level, file);
  if (!level) return level.error();
  return replace_level(document, *level, "replay");
}

Result<Done> check_head(std::string_view json, std::string_view file, std::string& base) {
  const Result<JsonDocument> head = parse_json(std::string(json), file);
  std::int64_t version = 0;
  if (!head || head->root().find("format").string() != "playset journal" ||
      !head->root().find("version").integer(version))
    return Error{ErrorCode::Syntax, "this is no journal of edits; it stays as it is",
                 std::string(file)};
  if (version > kJournalVersion)
    return Error{ErrorCode::Unsupported,
                 "a later version of the workshop wrote this journal; open the level with that",
                 std::string(file)};
  base = head->root().find("base").string();
  return Done{};
}

}  // namespace

Result<Done> replace_level(ScaffoldDocument& document, const Scaffold& level,
                           std::string_view step_name) {
  ScaffoldEdit edit(document, step_name);
  document.put(ScaffoldHeader{kHeaderId, level.name});
  const Scaffold before = document.level();
  for_each_list(before, [&]<typename Record>(ScaffoldKind kind, const std::vector<Record>& list) {
    std::vector<ScaffoldId> gone;
    for_each_list(level, [&]<typename Other>(ScaffoldKind other, const std::vector<Other>& now) {
      if (other != kind) return;
      for (const Record& record : list) {
        if (find_record(now, record.id) == nullptr) gone.push_back(record.id);
      }
    });
    document.erase_all<Record>(std::move(gone));
  });
  for_each_list(level, [&]<typename Record>(ScaffoldKind, const std::vector<Record>& list) {
    document.put_all(list);
  });
  return edit.commit();
}

Result<RecoveredEdits> recover_edits(std::string_view journal, std::string_view level_text,
                                     std::string_view file) {
  JournalLines lines(journal);
  const std::optional<std::string_view> head = lines.next();
  std::string base;
  if (const Result<Done> sound = check_head(head.value_or(""), file, base); !sound)
    return sound.error();
  const std::string mine = sum_text(hash_text(level_text));
  bool found = base == mine;
  std::vector<JournalStep> steps;  // beyond the file
  while (const std::optional<std::string_view> line = lines.next()) {
    const Result<JsonDocument> json = parse_json(std::string(*line), file);
    if (!json) return damaged(file, json.error().message);
    const JsonValue saving = json->root().find("saving");
    if (saving.present()) {
      if (saving.string() == mine) steps.clear(), found = true;
      continue;
    }
    Result<JournalStep> step = read_step(json->root(), file);
    if (!step) return step.error();
    steps.push_back(std::move(*step));
  }
  if (!found)
    return Error{ErrorCode::Invalid,
                 "the journal belongs to another state of the level, which was changed elsewhere "
                 "since; it stays as it is",
                 std::string(file)};
  Result<Scaffold> level = parse_scaffold(level_text, file);
  if (!level) return level.error();
  ScaffoldDocument document(std::move(*level), "recovery");
  for (const JournalStep& step : steps) {
    if (const Result<Done> done = replay(document, step, file); !done)
      return damaged(file, done.error().message);
  }
  const std::string_view rest = journal.substr(journal.size() - lines.left());
  return RecoveredEdits{document.level(), steps.size(), steps.empty() ? 0 : steps[0].time,
                        rest.size(), rest.find('\n') != std::string_view::npos};
}

}  // namespace playset
