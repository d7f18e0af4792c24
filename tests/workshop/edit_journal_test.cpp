// Journals: what is written comes back, cut off, damaged, of another file; their size.
#include "workshop/core/edit_journal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "playset/core/hash.h"
#include "playset/scaffold/command_script.h"
#include "support/support.h"
#include "tests/scaffold/edit_levels.h"
#include "tests/scaffold/random_commands.h"

using namespace playset;
using namespace playset::test;

namespace {

// A draft with its journal, and the level's text after each step.
struct Kept {
  EditDraft draft;
  EditJournal journal;
  std::vector<std::string> states;

  Kept(Scaffold level, std::string_view name, const JournalConfig& config = {})
      : draft(std::move(level)),
        journal(temporary_path(name), hash_text(draft.start), draft.start.size(), config),
        states{draft.start} {
    std::filesystem::remove(journal.path());
  }
  void keep() {
    const Result<Done> kept = journal.append(draft.document);
    REQUIRE_MESSAGE(kept.ok(), (kept.ok() ? "" : kept.error().text()));
    states.push_back(draft.text());
  }
  [[nodiscard]] std::string text() const { return read_file_text(journal.path()); }
};

// The number of the state that it recovers to; -1 where it is refused, -2 where it is none.
int state_of(const Kept& kept, std::string_view journal) {
  const Result<RecoveredEdits> edits = recover_edits(journal, kept.draft.start, "test");
  if (!edits) return edits.error().message.size() > 10 ? -1 : -2;
  const std::string text = write_scaffold(edits->level);
  const auto at = std::find(kept.states.begin(), kept.states.end(), text);
  return at == kept.states.end() ? -2 : static_cast<int>(at - kept.states.begin());
}

Kept four_moves(std::string_view name) {
  Kept kept(make_single(), name, {.flush_every = 3600.0});
  for (int i = 0; i < 4; ++i) {
    ScaffoldEdit edit(kept.draft.document, "move");
    ScaffoldVertex vertex = kept.draft.document.level().vertices[0];
    vertex.at.x -= 1 + i;
    kept.draft.document.put(vertex);
    REQUIRE(edit.commit().ok());
    kept.keep();
  }
  return kept;
}

}  // namespace

TEST_CASE("edit journal: random commands, undo and redo come back to the byte") {
  Kept kept(make_corridor(3), "random.journal", {.flush_every = 3600.0});
  EditSession session(kept.draft.document);
  Rng rng(41);
  int ran = 0;
  for (int i = 0; i < 400; ++i) {
    if (!run_script(session, random_command(session, rng)).ok()) continue;
    ++ran;
    kept.keep();
    if (i % 8 != 0 || kept.journal.bytes() == 0) continue;  // only selected so far
    const Result<RecoveredEdits> edits = recover_edits(kept.text(), kept.draft.start);
    REQUIRE_MESSAGE(edits.ok(), (edits.ok() ? "" : edits.error().text()));
    REQUIRE(write_scaffold(edits->level) == kept.draft.text());
    REQUIRE(edits->dropped == 0);
  }
  CHECK(ran > 100);
}

TEST_CASE("edit journal: every prefix recovers the steps that are whole") {
  const Kept kept = four_moves("prefix.journal");
  const std::string text = kept.text();
  int before = -1;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const int state = state_of(kept, std::string_view(text).substr(0, size));
    REQUIRE(state >= before);  // never fewer than a shorter one
    before = state;
  }
  CHECK(before == 4);
}

TEST_CASE("edit journal: every flipped byte is a prefix or an error") {
  const Kept kept = four_moves("flip.journal");
  const std::string text = kept.text();
  std::size_t line = 0;  // the one that is damaged; 0: the head
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    CAPTURE(at);
    REQUIRE(state_of(kept, damaged) == static_cast<int>(line) - 1);
    if (text[at] == '\n') ++line;
  }
  CHECK(line == 5);
}

TEST_CASE("edit journal: of another file, of a later version, of nothing") {
  const Kept kept = four_moves("other.journal");
  const Result<RecoveredEdits> other =
      recover_edits(kept.text(), write_scaffold(make_corridor(2)), "x.journal");
  REQUIRE_FALSE(other.ok());
  CHECK(other.error().code == ErrorCode::Invalid);
  CHECK(other.error().message.find("another state") != std::string::npos);
  CHECK(recover_edits("", kept.draft.start).error().code == ErrorCode::Syntax);
  CHECK(recover_edits("not one\n", kept.draft.start).error().code == ErrorCode::Syntax);
}

TEST_CASE("edit journal: it stays within a few times the level, and holds all of it") {
  Kept kept(make_corridor(3), "bound.journal", {.flush_every = 3600.0, .least_bytes = 4096});
  const std::size_t level = kept.draft.start.size();
  std::size_t written = 0, most = 0;
  for (int i = 0; i < 200; ++i) {
    ScaffoldEdit edit(kept.draft.document, "move");
    ScaffoldVertex vertex = kept.draft.document.level().vertices[0];
    vertex.at.y += 1;
    kept.draft.document.put(vertex);
    REQUIRE(edit.commit().ok());
    const std::size_t before = kept.journal.bytes();
    kept.keep();
    written += kept.journal.bytes() > before ? kept.journal.bytes() - before : 0;
    most = std::max(most, kept.journal.bytes());
  }
  CHECK(written > 4 * level);  // else nothing had to be bounded
  CHECK(most < 4 * level);
  CHECK(std::filesystem::file_size(kept.journal.path()) == kept.journal.bytes());
  CHECK(state_of(kept, kept.text()) == 200);
}

TEST_CASE("edit journal: where it cannot be written it says so, and later has all") {
  const std::string folder = temporary_path("no_such_folder");
  std::filesystem::remove_all(folder);
  EditDraft draft(make_single());
  EditJournal journal(folder + "/x.journal", hash_text(draft.start), draft.start.size());
  EditSession session(draft.document);
  REQUIRE(run_script(session, "cube 10,0,0 12,3,4").ok());
  const Result<Done> kept = journal.append(draft.document);
  REQUIRE_FALSE(kept.ok());
  CHECK(kept.error().code == ErrorCode::Io);
  REQUIRE(run_script(session, "cube 20,0,0 22,3,4").ok());
  std::filesystem::create_directory(folder);
  REQUIRE(journal.append(draft.document).ok());
  const Result<RecoveredEdits> edits = recover_edits(read_file_text(journal.path()), draft.start);
  REQUIRE(edits.ok());
  CHECK(write_scaffold(edits->level) == draft.text());
}

TEST_CASE("edit journal: what is recovered is one step to undo") {
  EditDraft draft(make_corridor(3));
  const Scaffold other = make_ring(5);
  REQUIRE(replace_level(draft.document, other, "recover").ok());
  CHECK(draft.text() == write_scaffold(other));
  CHECK(draft.document.undo_count() == 1);
  CHECK(draft.document.undo_name() == "recover");
  check_round_trip(draft);
}
