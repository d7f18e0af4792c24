// ScaffoldDocument: transactions of record exchanges, the undo stack, and what follows every
// change: adjacency and the logs.
#include "playset/scaffold/document.h"

#include <algorithm>

#include "adjacency.h"
#include "change_log.h"
#include "playset/core/assert.h"
#include "undo_step.h"

namespace playset {
namespace {

constexpr std::size_t kKinds = 12;

Error refusal(ErrorCode code, ScaffoldKind kind, ScaffoldId id, const std::string& why) {
  return Error{
      code, std::string(scaffold_kind_name(kind)) + " " + id_text(id) + " " + why, {}, 0, 0, 0};
}

}  // namespace

struct ScaffoldDocument::State {
  Scaffold level;
  std::vector<ScaffoldHeader> header;
  ScaffoldIds ids;
  Adjacency near;
  std::vector<UndoStep> open, done, undone;  // innermost, last and next at the back
  std::vector<std::uint64_t> tickets;        // of `open`
  std::uint64_t revision = 0, last_serial = 0, saved_serial = 0, last_ticket = 0;
  bool collating = false;
  std::array<ChangeLog, kKinds> logs;
  ChangeLog dirty;

  State(Scaffold given, std::string_view session) : level(std::move(given)), ids(session, level) {
    header.push_back({kHeaderId, level.name});
    for (const ScaffoldCub& cub : level.cubs) near.link(cub);
    for (const ScaffoldWindow& window : level.windows) near.link(window);
    for (const ScaffoldSpawn& spawn : level.spawns) near.link(spawn);
    for (const ScaffoldProp& prop : level.props) near.link(prop);
  }

  template <typename Record>
  std::vector<Record>& list() noexcept {
    if constexpr (std::is_same_v<Record, ScaffoldHeader>)
      return header;
    else
      return level.*RecordKind<Record>::kList;
  }

  void dirty_cub(ScaffoldId cub) {
    dirty.note(revision, cub);
    for (const ScaffoldId id : near.windows_of_cub.of(cub)) {
      const ScaffoldWindow* window = find_record(level.windows, id);
      if (window == nullptr || !window->partial) continue;
      for (const SideRef side : window->sides) dirty.note(revision, side.cub);
    }
  }

  void mark_dirty(const ScaffoldVertex& vertex) {
    for (const ScaffoldId cub : near.cubs_of_vertex.of(vertex.id)) dirty_cub(cub);
  }
  void mark_dirty(const ScaffoldCub& cub) { dirty_cub(cub.id); }
  void mark_dirty(const ScaffoldWindow& window) {
    for (const SideRef side : window.sides) dirty.note(revision, side.cub);
  }
  template <typename Record>
  void mark_dirty(const Record&) {}

  // The one place where records change. `ids` and `records` are sorted.
  template <typename Record>
  std::vector<Record> exchange(std::span<const ScaffoldId> changed, std::vector<Record> records) {
    std::vector<Record> before = exchange_records(list<Record>(), changed, std::move(records));
    for (const Record& record : before) {
      near.unlink(record);
      mark_dirty(record);
    }
    for (const ScaffoldId id : changed) {
      logs[static_cast<std::size_t>(RecordKind<Record>::kKind)].note(revision, id);
      const Record* now = find_record(list<Record>(), id);
      if (now == nullptr) continue;
      near.link(*now);
      mark_dirty(*now);
    }
    if constexpr (std::is_same_v<Record, ScaffoldHeader>) level.name = header.front().name;
    return before;
  }

  // Takes the step's other state in exchange for the present one.
  void exchange(UndoStep& step) {
    ++revision;
    step.for_each([this](auto& list) {
      if (list.ids.empty()) return;
      list.records = exchange(list.ids, std::move(list.records));
      trim(list.records);
    });
    step.count_bytes();
  }

  void cancel_innermost() {
    UndoStep step = std::move(open.back());
    open.pop_back();
    tickets.pop_back();
    step.close();
    if (!step.empty()) exchange(step);
  }

  [[nodiscard]] std::uint64_t serial() const noexcept {
    return done.empty() ? 0 : done.back().serial;
  }

  void finish(UndoStep step) {
    if (step.empty()) return;
    undone.clear();
    const bool joins = collating && !step.collate.empty() && !done.empty() &&
                       done.back().collate == step.collate && serial() != saved_serial;
    step.serial = ++last_serial;
    if (joins) {
      done.back().serial = step.serial;
      done.back().absorb(std::move(step));
    } else {
      done.push_back(std::move(step));
    }
    done.back().count_bytes();
    collating = true;
  }

  // --- what a file must keep to load again ---

  Result<Done> check(const ScaffoldVertex& vertex) {
    if (!on_grid(vertex.at))
      return refusal(ErrorCode::OutOfRange, ScaffoldKind::Vertex, vertex.id,
                     "would lie outside the grid of 16,384 m each way; move it less far");
    return Done{};
  }
  Result<Done> check(const ScaffoldCub& cub) {
    for (const ScaffoldId vertex : cub.corners) {
      if (find_record(level.vertices, vertex) == nullptr)
        return refusal(ErrorCode::Invalid, ScaffoldKind::Cub, cub.id,
                       "needs vertex " + id_text(vertex) + ", which is not there");
    }
    for (const ScaffoldSide& side : cub.sides) {
      if (side.uv.repeat_u == 0 || side.uv.repeat_v == 0)
        return refusal(ErrorCode::Invalid, ScaffoldKind::Cub, cub.id,
                       "has a material that repeats every 0 steps; give it a length");
      for (const std::int32_t number :
           {side.uv.offset_u, side.uv.offset_v, side.uv.repeat_u, side.uv.repeat_v, side.uv.turn}) {
        if (number < -kGridLimit || number > kGridLimit)
          return refusal(ErrorCode::OutOfRange, ScaffoldKind::Cub, cub.id,
                         "has a material frame beyond 16,384 m; bring its numbers nearer to 0");
      }
    }
    if (cub.group != kNoId && find_record(level.groups, cub.group) == nullptr)
      return refusal(ErrorCode::Invalid, ScaffoldKind::Cub, cub.id,
                     "is in group " + id_text(cub.group) + ", which is not there");
    return Done{};
  }
  Result<Done> check(const ScaffoldGroup& group) {
    if (!on_grid(group.at) || !turns_axes(group.axes))
      return refusal(ErrorCode::OutOfRange, ScaffoldKind::Group, group.id,
                     "would lie outside the grid, or askew; unlink it first");
    return Done{};
  }
  Result<Done> check(const ScaffoldWindow& window) {
    for (const SideRef side : window.sides) {
      if (find_record(level.cubs, side.cub) == nullptr || side.side >= kCubSides)
        return refusal(ErrorCode::Invalid, ScaffoldKind::Window, window.id,
                       "needs side " + side_text(side) + ", which is not there");
    }
    if (window.sides[0] == window.sides[1])
      return refusal(ErrorCode::Invalid, ScaffoldKind::Window, window.id,
                     "joins side " + side_text(window.sides[0]) + " with itself");
    return Done{};
  }
  template <typename Placed>
  Result<Done> check_placed(const Placed& record) {
    const ScaffoldKind kind = RecordKind<Placed>::kKind;
    if (!on_grid(record.at))
      return refusal(ErrorCode::OutOfRange, kind, record.id,
                     "would lie outside the grid of 16,384 m each way; move it less far");
    if (record.cub != kNoId && find_record(level.cubs, record.cub) == nullptr)
      return refusal(ErrorCode::Invalid, kind, record.id,
                     "stands in cub " + id_text(record.cub) + ", which is not there");
    return Done{};
  }
  Result<Done> check(const ScaffoldSpawn& spawn) { return check_placed(spawn); }
  Result<Done> check(const ScaffoldProp& prop) {
    if (prop.scale <= 0)
      return refusal(ErrorCode::Invalid, ScaffoldKind::Prop, prop.id, "must have a scale above 0");
    return check_placed(prop);
  }
  template <typename Record>
  Result<Done> check(const Record&) {
    return Done{};
  }

  // What still needs the record that is gone.
  template <typename Record>
  Result<Done> check_gone(ScaffoldId id) {
    if constexpr (std::is_same_v<Record, ScaffoldVertex>) {
      if (const auto cubs = near.cubs_of_vertex.of(id); !cubs.empty())
        return refusal(ErrorCode::Invalid, ScaffoldKind::Vertex, id,
                       "is still a corner of cub " + id_text(cubs[0]) + "; delete that first");
    } else if constexpr (std::is_same_v<Record, ScaffoldCub>) {
      for (const auto& users :
           {near.windows_of_cub.of(id), near.spawns_of_cub.of(id), near.props_of_cub.of(id)}) {
        if (!users.empty())
          return refusal(ErrorCode::Invalid, ScaffoldKind::Cub, id,
                         "is still named by " + id_text(users[0]) + "; delete that first");
      }
    } else if constexpr (std::is_same_v<Record, ScaffoldGroup>) {
      for (const ScaffoldCub& cub : level.cubs) {
        if (cub.group == id)
          return refusal(ErrorCode::Invalid, ScaffoldKind::Group, id,
                         "still has cub " + id_text(cub.id) + "; take it out first");
      }
    }
    return Done{};
  }

  template <typename Record>
  Result<Done> check(const KeptRecords<Record>& touched) {
    for (const ScaffoldId id : touched.ids) {
      const Record* now = find_record(list<Record>(), id);
      if (Result<Done> sound = now != nullptr ? check(*now) : check_gone<Record>(id); !sound)
        return sound;
    }
    return Done{};
  }

  Result<Done> check_step(UndoStep& step) {
    Result<Done> sound = Done{};
    step.for_each([&](const auto& touched) {
      if (sound.ok()) sound = check(touched);
    });
    return sound;
  }
};

const char* scaffold_kind_name(ScaffoldKind kind) noexcept {
  constexpr const char* kNames[] = {"level", "material", "kit",   "door", "trigger", "vertex",
                                    "cub",   "window",   "spawn", "prop", "layer",   "group"};
  return kNames[static_cast<std::size_t>(kind)];
}

ScaffoldDocument::ScaffoldDocument(Scaffold level, std::string_view session)
    : state_(std::make_unique<State>(std::move(level), session)) {}
ScaffoldDocument::~ScaffoldDocument() = default;
ScaffoldDocument::ScaffoldDocument(ScaffoldDocument&&) noexcept = default;
ScaffoldDocument& ScaffoldDocument::operator=(ScaffoldDocument&&) noexcept = default;

const Scaffold& ScaffoldDocument::level() const noexcept { return state_->level; }
ScaffoldId ScaffoldDocument::take_id() noexcept { return state_->ids.take(); }

void ScaffoldDocument::begin(std::string_view name, std::string_view collate) {
  UndoStep& step = state_->open.emplace_back();
  step.name = name;
  step.collate = collate;
  state_->tickets.push_back(++state_->last_ticket);
}

Result<Done> ScaffoldDocument::commit() {
  State& s = *state_;
  PLAYSET_ASSERT(!s.open.empty(), "commit needs an open transaction");
  UndoStep& step = s.open.back();
  step.close();
  if (s.open.size() == 1) {
    if (Result<Done> sound = s.check_step(step); !sound) {
      s.cancel_innermost();
      return sound;
    }
  }
  UndoStep closed = std::move(step);
  s.open.pop_back();
  s.tickets.pop_back();
  if (s.open.empty()) {
    s.finish(std::move(closed));
    return Done{};
  }
  closed.for_each([&]<typename Record>(KeptRecords<Record>& inner) {
    s.open.back().of<Record>().keep(inner.ids, std::move(inner.records));
  });
  return Done{};
}

void ScaffoldDocument::cancel() {
  PLAYSET_ASSERT(!state_->open.empty(), "cancel needs an open transaction");
  state_->cancel_innermost();
}

std::size_t ScaffoldDocument::depth() const noexcept { return state_->open.size(); }

template <typename Record>
const Record* ScaffoldDocument::find(ScaffoldId id) const noexcept {
  return find_record(std::as_const(state_->list<Record>()), id);
}

template <typename Record>
void ScaffoldDocument::put_all(std::vector<Record> records) {
  State& s = *state_;
  PLAYSET_ASSERT(!s.open.empty(), "put needs an open transaction");
  std::sort(records.begin(), records.end(), lower_id<Record>);
  records.erase(std::remove_if(records.begin(), records.end(),
                               [&](const Record& record) {
                                 const Record* now = find_record(s.list<Record>(), record.id);
                                 return now != nullptr && *now == record;
                               }),
                records.end());
  if (records.empty()) return;
  std::vector<ScaffoldId> ids;
  ids.reserve(records.size());
  for (const Record& record : records) ids.push_back(record.id);
  PLAYSET_ASSERT(ids.front() != kNoId && std::adjacent_find(ids.begin(), ids.end()) == ids.end(),
                 "records to put have ids, each once");
  ++s.revision;
  s.open.back().of<Record>().keep(ids, s.exchange(ids, std::move(records)));
}

template <typename Record>
void ScaffoldDocument::erase_all(std::vector<ScaffoldId> ids) {
  State& s = *state_;
  PLAYSET_ASSERT(!s.open.empty(), "erase needs an open transaction");
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  ids.erase(
      std::remove_if(ids.begin(), ids.end(),
                     [&](ScaffoldId id) { return find_record(s.list<Record>(), id) == nullptr; }),
      ids.end());
  if (ids.empty()) return;
  ++s.revision;
  s.open.back().of<Record>().keep(ids, s.exchange(ids, std::vector<Record>()));
}

bool ScaffoldDocument::undo() {
  State& s = *state_;
  if (!s.open.empty()) {
    while (!s.open.empty()) s.cancel_innermost();
    return true;
  }
  if (s.done.empty()) return false;
  s.exchange(s.done.back());
  s.undone.push_back(std::move(s.done.back()));
  s.done.pop_back();
  s.collating = false;
  return true;
}

bool ScaffoldDocument::redo() {
  State& s = *state_;
  if (!s.open.empty() || s.undone.empty()) return false;
  s.exchange(s.undone.back());
  s.done.push_back(std::move(s.undone.back()));
  s.undone.pop_back();
  s.collating = false;
  return true;
}

void ScaffoldDocument::forget_redo() noexcept { state_->undone.clear(); }

std::string_view ScaffoldDocument::undo_name() const noexcept {
  return state_->done.empty() ? std::string_view() : state_->done.back().name;
}
std::string_view ScaffoldDocument::redo_name() const noexcept {
  return state_->undone.empty() ? std::string_view() : state_->undone.back().name;
}
std::size_t ScaffoldDocument::undo_count() const noexcept { return state_->done.size(); }
std::size_t ScaffoldDocument::redo_count() const noexcept { return state_->undone.size(); }

std::size_t ScaffoldDocument::undo_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const UndoStep& step : state_->done) bytes += step.bytes;
  for (const UndoStep& step : state_->undone) bytes += step.bytes;
  return bytes;
}

void ScaffoldDocument::end_collation() noexcept { state_->collating = false; }

void ScaffoldDocument::mark_saved() noexcept { state_->saved_serial = state_->serial(); }
bool ScaffoldDocument::is_saved() const noexcept {
  const bool changing = std::any_of(state_->open.begin(), state_->open.end(),
                                    [](const UndoStep& step) { return !step.empty(); });
  return !changing && state_->serial() == state_->saved_serial;
}

std::uint64_t ScaffoldDocument::revision() const noexcept { return state_->revision; }

std::vector<ScaffoldChange> ScaffoldDocument::changes_since(std::uint64_t since) const {
  struct Dated {
    std::uint64_t revision;
    ScaffoldChange change;
  };
  std::vector<Dated> dated;
  const auto add = [&]<typename Record>(const KeptRecords<Record>&) {
    const ScaffoldKind kind = RecordKind<Record>::kKind;
    for (const ChangeLog::Entry& e : state_->logs[static_cast<std::size_t>(kind)].since(since))
      dated.push_back({e.revision, {kind, e.id, find<Record>(e.id) != nullptr}});
  };
  UndoStep{}.for_each(add);
  std::stable_sort(dated.begin(), dated.end(),
                   [](const Dated& a, const Dated& b) { return a.revision < b.revision; });
  std::vector<ScaffoldChange> changes;
  changes.reserve(dated.size());
  for (const Dated& d : dated) changes.push_back(d.change);
  return changes;
}

std::vector<ScaffoldId> ScaffoldDocument::dirty_cubs(std::uint64_t since) const {
  std::vector<ScaffoldId> cubs;
  for (const ChangeLog::Entry& entry : state_->dirty.since(since)) cubs.push_back(entry.id);
  std::sort(cubs.begin(), cubs.end());
  return cubs;
}

std::span<const ScaffoldId> ScaffoldDocument::cubs_of_vertex(ScaffoldId vertex) const noexcept {
  return state_->near.cubs_of_vertex.of(vertex);
}
std::span<const ScaffoldId> ScaffoldDocument::windows_of_cub(ScaffoldId cub) const noexcept {
  return state_->near.windows_of_cub.of(cub);
}
std::span<const ScaffoldId> ScaffoldDocument::spawns_of_cub(ScaffoldId cub) const noexcept {
  return state_->near.spawns_of_cub.of(cub);
}
std::span<const ScaffoldId> ScaffoldDocument::props_of_cub(ScaffoldId cub) const noexcept {
  return state_->near.props_of_cub.of(cub);
}

std::vector<ScaffoldId> ScaffoldDocument::windows_of_side(SideRef side) const {
  std::vector<ScaffoldId> windows;
  for (const ScaffoldId id : windows_of_cub(side.cub)) {
    const ScaffoldWindow* window = find<ScaffoldWindow>(id);
    if (window->sides[0] == side || window->sides[1] == side) windows.push_back(id);
  }
  return windows;
}

template PLAYSET_API const ScaffoldHeader* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldHeader>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldHeader>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldMaterial* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldMaterial>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldMaterial>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldKit* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldKit>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldKit>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldDoor* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldDoor>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldDoor>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldTrigger* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldTrigger>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldTrigger>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldLayer* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldLayer>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldLayer>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldGroup* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldGroup>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldGroup>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldVertex* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldVertex>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldVertex>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldCub* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldCub>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldCub>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldWindow* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldWindow>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldWindow>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldSpawn* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldSpawn>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldSpawn>(std::vector<ScaffoldId>);
template PLAYSET_API const ScaffoldProp* ScaffoldDocument::find(ScaffoldId) const noexcept;
template PLAYSET_API void ScaffoldDocument::put_all(std::vector<ScaffoldProp>);
template PLAYSET_API void ScaffoldDocument::erase_all<ScaffoldProp>(std::vector<ScaffoldId>);

ScaffoldEdit::ScaffoldEdit(ScaffoldDocument& document, std::string_view name,
                           std::string_view collate)
    : document_(&document) {
  document.begin(name, collate);
  ticket_ = document.state_->last_ticket;
}

ScaffoldEdit::~ScaffoldEdit() {
  auto& tickets = document_->state_->tickets;
  if (ticket_ == 0 || std::find(tickets.begin(), tickets.end(), ticket_) == tickets.end()) return;
  while (tickets.back() != ticket_) document_->cancel();
  document_->cancel();
}

Result<Done> ScaffoldEdit::commit() {
  const auto& tickets = document_->state_->tickets;
  const bool mine = ticket_ != 0 && !tickets.empty() && tickets.back() == ticket_;
  ticket_ = 0;
  if (!mine)
    return Error{ErrorCode::Usage, "undo has cancelled this edit; begin it anew", {}, 0, 0, 0};
  return document_->commit();
}

}  // namespace playset
