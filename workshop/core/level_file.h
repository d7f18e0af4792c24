// workshop/core/level_file.h - LevelFile: a .scaffold that is open in an editor: a lock, saving,
// what others did to it meanwhile, and its journal.
//
//   Result<OpenedLevel> opened = open_level("x.scaffold");
//   if (!opened) return show(opened.error());
//   ScaffoldDocument document(opened->level, session);
//   if (opened->recovered && person_agrees()) opened->file.take_recovered(document, *opened);
//   opened->file.keep(document);                    // after each command
//   opened->file.save(document);                    // refuses over what others changed
//
// Beside x.scaffold lie x.scaffold.lock while it is open and x.scaffold.journal while there is work
// that is not saved. A journal that is not taken up is copied to x.scaffold.journal.kept, never
// deleted.
// Units   bytes; seconds since 1970.
// Cost    keep: what changed. save: the level, some flushes. state_on_disk: a look at size and time,
//         and the whole file where these differ.
// Threads one file, one thread.
// Ref     research scaffold.md 2.22, 2.33
// See     docs/workshop.md, tests/workshop/level_file_test.cpp
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workshop/core/edit_journal.h"

namespace playset {

enum class DiskState : std::uint8_t {
  Same,     // as it was read or saved, touched or not
  Changed,  // by somebody else: keep mine (Overwrite::Yes), load theirs (open anew), or save_as
  Gone,
};

enum class Overwrite : std::uint8_t { No, Yes };

struct OpenedLevel;

class LevelFile {
 public:
  LevelFile(LevelFile&&) noexcept;
  LevelFile& operator=(LevelFile&&) = delete;
  ~LevelFile();  // gives up the lock; the journal stays where work is not saved

  // Writes what changed since to the journal. Io says why it cannot; editing goes on, and the next
  // call tries again with all of it.
  [[nodiscard]] Result<Done> keep(const ScaffoldDocument& document);

  // Replaces the file whole, marks the document saved and empties the journal. Fails with Invalid,
  // and nothing is written, where others changed or removed the file, unless told to.
  [[nodiscard]] Result<Done> save(ScaffoldDocument& document, Overwrite overwrite = Overwrite::No);

  // The edits of the crashed session, as one step to undo.
  [[nodiscard]] Result<Done> take_recovered(ScaffoldDocument& document, const OpenedLevel& opened);

  [[nodiscard]] DiskState state_on_disk();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const std::string& journal_path() const noexcept { return journal_.path(); }

 private:
  friend Result<OpenedLevel> open_level(const std::string&, const JournalConfig&);
  LevelFile(std::string path, std::string_view text, const JournalConfig& config);
  void remember(std::string_view text);
  [[nodiscard]] Result<Done> set_journal_aside();

  std::string path_;
  std::string lock_;  // "" once another holds it
  EditJournal journal_;
  std::uint64_t hash_ = 0;
  std::uintmax_t size_ = 0;
  std::filesystem::file_time_type time_{};
  bool old_journal_ = false;  // of a session before, neither taken up nor set aside
};

struct OpenedLevel {
  Scaffold level;  // as the file has it
  LevelFile file;
  std::optional<RecoveredEdits> recovered;  // work that a crash left unsaved
  std::vector<std::string> notices;         // to be shown: a stale lock, a journal of another state
};

// Fails where the file cannot be read or is no level, and where another editor has it open.
[[nodiscard]] Result<OpenedLevel> open_level(const std::string& path,
                                             const JournalConfig& config = {});

// Where the journal of a level lies.
[[nodiscard]] std::string journal_path_of(const std::string& level);

// Saves a copy, whole or not at all, over nothing that is there unless told to. The document stays
// with its own file; to go on in the copy, open it.
[[nodiscard]] Result<Done> save_level_as(const ScaffoldDocument& document, const std::string& path,
                                         Overwrite overwrite = Overwrite::No);

}  // namespace playset
