// workshop/core/edit_journal.h - EditJournal: every edit goes to a file at once, so that a crash
// loses none that was told to it; recover_edits brings them back.
//
// LevelFile keeps one for each level; use that unless levels are stored some other way.
//
//   EditJournal journal(path, hash_text(bytes_of_the_level), bytes_of_the_level.size());
//   if (const Result<Done> kept = journal.append(document); !kept) show(kept.error());
//
// One line per step: its checksum, which goes on from the line before, then JSON. The records that
// changed lie in it as a small .scaffold of their own, with what they name.
// Units   bytes; seconds since 1970.
// Cost    a step writes what changed. Where the journal has outgrown the level, a step writes the
//         level once instead.
// Threads one journal, one thread.
// Ref     research scaffold.md 2.22 (a crash costs at most the last edit)
// See     docs/workshop.md (the format), tests/workshop/edit_journal_test.cpp
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "playset/scaffold/document.h"

namespace playset {

inline constexpr int kJournalVersion = 1;

struct JournalConfig {
  // s, 0 to 3600, between flushes to the disk itself. A crash of the program loses no line whatever
  // this is, a power cut those since the last flush. 0 flushes each step, some ms.
  double flush_every = 1.0;
  std::size_t least_bytes = 65'536;  // a journal below this is never written anew
};

class EditJournal {
 public:
  // Writes nothing yet. `base` is the hash_text of the level's file as it was read.
  EditJournal(std::string path, std::uint64_t base, std::size_t base_bytes,
              const JournalConfig& config = {});

  // Writes what changed since the last call, as one line; nothing where nothing did. After a
  // failure (Io) nothing is lost: the next call writes the whole level.
  [[nodiscard]] Result<Done> append(const ScaffoldDocument& document);

  // Before the level's file is replaced by a text of this hash: steps up to here are in it.
  [[nodiscard]] Result<Done> mark_saving(std::uint64_t hash);

  // After the level's file was replaced: an empty journal for it.
  [[nodiscard]] Result<Done> restart(const ScaffoldDocument& document, std::uint64_t base,
                                     std::size_t base_bytes);

  // The next append writes the whole level: for a document whose first state is not the file's.
  void begin_whole() noexcept { whole_ = true; }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Its file is there and has no step in it.
  [[nodiscard]] bool is_empty() const noexcept { return file_ != nullptr && sequence_ == 0; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  [[nodiscard]] Result<Done> write_anew(const ScaffoldDocument* whole);
  [[nodiscard]] Result<Done> write_line(std::string_view json, bool flush);
  [[nodiscard]] std::string framed(std::string_view json);

  std::string path_;
  JournalConfig config_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t base_;
  std::size_t base_bytes_;
  std::uint64_t sum_ = 0;        // of the last line
  std::uint64_t sequence_ = 0;   // of the last step
  std::uint64_t revision_ = 0;   // of the document, as far as it is written
  std::size_t bytes_ = 0;        // of the file
  std::size_t whole_bytes_ = 0;  // of them, what it was written anew with
  bool whole_ = false;
  std::chrono::steady_clock::time_point flushed_{};
};

struct RecoveredEdits {
  Scaffold level;             // with all that the journal holds
  std::uint64_t steps = 0;    // beyond the file
  std::int64_t since = 0;     // time of the first of them, s since 1970
  std::uint64_t dropped = 0;  // bytes at the end that are no whole lines: a step that was cut off
  bool damaged = false;       // whole lines are among them: more than a step is lost
};

// The edits that `journal` holds beyond the level's file of these bytes. Reads up to the first line
// that is damaged. Fails with Invalid where the journal began with another file, Unsupported where
// a later version wrote it, Syntax where not even its first line is whole.
[[nodiscard]] Result<RecoveredEdits> recover_edits(std::string_view journal,
                                                   std::string_view level_text,
                                                   std::string_view file = {});

// Makes the document's level this one, as one step to undo.
[[nodiscard]] Result<Done> replace_level(ScaffoldDocument& document, const Scaffold& level,
                                         std::string_view step_name);

}  // namespace playset
