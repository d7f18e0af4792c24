// playset/scaffold/document.h - ScaffoldDocument: a level while it is edited, with unlimited undo,
// transactions, adjacency and a list of what changed.
//
// Use it wherever a person or a script changes a level. Every change goes through put and erase
// inside a transaction; the edits of edit_move.h, edit_build.h and the others do that for you.
//
//   ScaffoldDocument document(*parse_scaffold(text), "ann@office 2026-05-01");
//   ScaffoldEdit edit(document, "raise the roof");
//   ScaffoldVertex vertex = *document.find<ScaffoldVertex>(id);
//   vertex.at.y += 1024;
//   document.put(vertex);
//   if (const Result<Done> done = edit.commit(); !done) show(done.error());
//   document.undo();
//
// Units   as in the model.
// Cost    a step keeps the other state of the records it touched and nothing else. Replacing a
//         record is a binary search; adding or removing some moves what lies behind them in their
//         list: 1 ms in 20,000 cubs, for one or a thousand. bench: edit/...
// Threads one at a time; const calls together.
// Ref     TrenchBroom (undo that merges drags); research scaffold.md, 1.3 and 5.6
// See     docs/scaffold.md (Editing), scaffold/selection.h, tests/scaffold/document_test.cpp
#pragma once

#include <memory>
#include <span>

#include "playset/scaffold/scaffold.h"

namespace playset {

enum class ScaffoldKind : std::uint8_t {
  Header,
  Material,
  Kit,
  Door,
  Trigger,
  Vertex,
  Cub,
  Window,
  Spawn,
  Prop,
  Layer,
  Group,
};

// "cub", "vertex", ...
[[nodiscard]] PLAYSET_API const char* scaffold_kind_name(ScaffoldKind kind) noexcept;

// What a level has besides its lists. There is one, with id kHeaderId.
struct ScaffoldHeader {
  ScaffoldId id = kNoId;
  std::string name;
  friend bool operator==(const ScaffoldHeader&, const ScaffoldHeader&) = default;
};
inline constexpr ScaffoldId kHeaderId = 1;

// One record that is not as it was.
struct ScaffoldChange {
  ScaffoldKind kind = ScaffoldKind::Header;
  ScaffoldId id = kNoId;
  bool exists = true;  // false: it is gone
  friend bool operator==(const ScaffoldChange&, const ScaffoldChange&) = default;
};

class ScaffoldDocument {
 public:
  // `session` is a text that no other running editor uses (ScaffoldIds).
  PLAYSET_API ScaffoldDocument(Scaffold level, std::string_view session);
  PLAYSET_API ~ScaffoldDocument();
  PLAYSET_API ScaffoldDocument(ScaffoldDocument&&) noexcept;
  PLAYSET_API ScaffoldDocument& operator=(ScaffoldDocument&&) noexcept;

  // The level as it is now, changes of open transactions and all.
  [[nodiscard]] PLAYSET_API const Scaffold& level() const noexcept;

  // Record is ScaffoldHeader or any record of the model. nullptr where there is none; valid until
  // the next change.
  template <typename Record>
  [[nodiscard]] PLAYSET_API const Record* find(ScaffoldId id) const noexcept;

  [[nodiscard]] PLAYSET_API ScaffoldId take_id() noexcept;

  // --- transactions: use ScaffoldEdit ---

  // Opens one, inside the one that is open already. Steps of the same `collate` text become one
  // step while nothing else is done between them: a drag.
  PLAYSET_API void begin(std::string_view name, std::string_view collate = {});
  // Ends the innermost. The outermost becomes a step to undo, unless it changed nothing. Fails,
  // and undoes all of the outermost, where a file of the level would not load: OutOfRange for
  // places outside the grid, Invalid for a record that names what is not there.
  PLAYSET_API Result<Done> commit();
  // Ends the innermost as if it had never begun.
  PLAYSET_API void cancel();
  [[nodiscard]] PLAYSET_API std::size_t depth() const noexcept;

  // Adds the record, or replaces the one with its id; what is equal already changes nothing.
  // Requires an open transaction and an id.
  template <typename Record>
  void put(Record record) {
    std::vector<Record> one;
    one.push_back(std::move(record));
    put_all(std::move(one));
  }
  // The same for many at once, in any order, each id once: one pass over the list.
  template <typename Record>
  PLAYSET_API void put_all(std::vector<Record> records);

  // Removes the record; nothing where there is none. Requires an open transaction.
  template <typename Record>
  void erase(ScaffoldId id) {
    erase_all<Record>({id});
  }
  template <typename Record>
  PLAYSET_API void erase_all(std::vector<ScaffoldId> ids);

  // --- undo ---

  // Takes the last step back; in the middle of a transaction, cancels that instead. False where
  // there is nothing to undo.
  PLAYSET_API bool undo();
  PLAYSET_API bool redo();
  // There is nothing to redo any more: what was taken back was never meant to be.
  PLAYSET_API void forget_redo() noexcept;
  // Names of the steps that undo and redo would take; "" where there is none.
  [[nodiscard]] PLAYSET_API std::string_view undo_name() const noexcept;
  [[nodiscard]] PLAYSET_API std::string_view redo_name() const noexcept;
  [[nodiscard]] PLAYSET_API std::size_t undo_count() const noexcept;
  [[nodiscard]] PLAYSET_API std::size_t redo_count() const noexcept;
  // Memory of all steps to undo and redo, in bytes.
  [[nodiscard]] PLAYSET_API std::size_t undo_bytes() const noexcept;
  // The next step does not join the last one, whatever its collate text: the mouse was released.
  PLAYSET_API void end_collation() noexcept;

  // Undoing back to the state of the last mark_saved is "saved" as well.
  PLAYSET_API void mark_saved() noexcept;
  [[nodiscard]] PLAYSET_API bool is_saved() const noexcept;

  // --- what changed ---

  // Rises with every change, also by undo and cancel. 0 at first.
  [[nodiscard]] PLAYSET_API std::uint64_t revision() const noexcept;
  // Records that were changed after `since`, each once, in the order of their last change. To be
  // asked for once per frame.
  [[nodiscard]] PLAYSET_API std::vector<ScaffoldChange> changes_since(std::uint64_t since) const;
  // Cubs whose cells are no longer what they were at `since`: changed, moved by a vertex, with
  // another window, or behind a partial window of one that moved. Ids of cubs that are gone
  // included. Sorted. Materials, doors and triggers have numbers of their own in a level: where
  // changes_since lists one that is new or gone, cook all.
  [[nodiscard]] PLAYSET_API std::vector<ScaffoldId> dirty_cubs(std::uint64_t since) const;

  // --- adjacency: sorted ids, valid until the next change ---

  [[nodiscard]] PLAYSET_API std::span<const ScaffoldId> cubs_of_vertex(
      ScaffoldId vertex) const noexcept;
  [[nodiscard]] PLAYSET_API std::span<const ScaffoldId> windows_of_cub(
      ScaffoldId cub) const noexcept;
  [[nodiscard]] PLAYSET_API std::span<const ScaffoldId> spawns_of_cub(
      ScaffoldId cub) const noexcept;
  [[nodiscard]] PLAYSET_API std::span<const ScaffoldId> props_of_cub(ScaffoldId cub) const noexcept;
  [[nodiscard]] PLAYSET_API std::vector<ScaffoldId> windows_of_side(SideRef side) const;

 private:
  friend class ScaffoldEdit;
  struct State;
  std::unique_ptr<State> state_;
};

// A transaction that cancels itself unless it is committed: an edit that gives up half-way leaves
// nothing behind.
class ScaffoldEdit {
 public:
  PLAYSET_API ScaffoldEdit(ScaffoldDocument& document, std::string_view name,
                           std::string_view collate = {});
  PLAYSET_API ~ScaffoldEdit();
  ScaffoldEdit(const ScaffoldEdit&) = delete;
  ScaffoldEdit& operator=(const ScaffoldEdit&) = delete;

  // As ScaffoldDocument::commit; fails too where undo has cancelled it meanwhile.
  PLAYSET_API Result<Done> commit();

 private:
  ScaffoldDocument* document_;
  std::uint64_t ticket_;  // which transaction it opened; 0 once it is closed
};

}  // namespace playset
