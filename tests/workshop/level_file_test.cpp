// Level files: locks, what others change meanwhile, and programs that are killed at any moment.
#include "workshop/core/level_file.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "playset/core/hash.h"
#include "playset/scaffold/command_script.h"
#include "support/support.h"
#include "tests/scaffold/edit_levels.h"
#include "tests/scaffold/random_commands.h"

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#define PLAYSET_TEST_FORKS
#endif

using namespace playset;
using namespace playset::test;

namespace {

void write_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary).write(text.data(), static_cast<long>(text.size()));
}

// A file in a folder of its own, with nothing else in it.
std::string fresh_level(const std::string& name) {
  const std::string folder = temporary_path(name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  write_text(folder + "/x.scaffold", write_scaffold(make_corridor(3)));
  return folder + "/x.scaffold";
}

OpenedLevel open(const std::string& path) {
  Result<OpenedLevel> opened = open_level(path);
  REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().text()));
  return std::move(*opened);
}

void run(ScaffoldDocument& document, const char* script) {
  EditSession session(document);
  REQUIRE(run_script(session, script).ok());
}

}  // namespace

TEST_CASE("level file: one editor at a time, the next one after it") {
  const std::string path = fresh_level("lock");
  {
    const OpenedLevel first = open(path);
    const Result<OpenedLevel> second = open_level(path);
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().message.find("has it open") != std::string::npos);
  }
  CHECK(open(path).notices.empty());
  CHECK_FALSE(std::filesystem::exists(path + ".lock"));
  CHECK(open_level(path + "x").error().code == ErrorCode::Io);
}

TEST_CASE("level file: a damaged journal is kept beside what could be recovered from it") {
  const std::string path = fresh_level("damaged");
  std::string journal;
  {
    OpenedLevel opened = open(path);
    ScaffoldDocument document(opened.level, "damaged");
    for (int i = 0; i < 20; ++i) {
      run(document, ("name n" + std::to_string(i)).c_str());
      REQUIRE(opened.file.keep(document).ok());
    }
    journal = read_file_text(journal_path_of(path));
  }
  std::vector<std::size_t> lines;
  for (std::size_t at = 0; (at = journal.find('\n', at)) != std::string::npos; ++at)
    lines.push_back(at);
  REQUIRE(lines.size() >= 20);
  for (const std::size_t line : {std::size_t{0}, std::size_t{10}}) {  // of the first steps
    CAPTURE(line);
    std::string bad = journal;
    bad[lines[line] + 5] ^= 1;
    write_text(journal_path_of(path), bad);
    OpenedLevel opened = open(path);
    REQUIRE(opened.notices.size() == 1);
    CHECK(opened.notices[0].find("is damaged") != std::string::npos);
    CHECK(opened.recovered.has_value() == (line > 0));
    ScaffoldDocument document(opened.level, "again");
    if (opened.recovered) REQUIRE(opened.file.take_recovered(document, opened).ok());
    run(document, "name other");
    REQUIRE(opened.file.keep(document).ok());
    const std::string kept = journal_path_of(path) + ".kept" + (line > 0 ? "2" : "");
    CHECK(read_file_text(kept) == bad);
  }
}

TEST_CASE("level file: a touch is no change, a change is not saved over until told to") {
  const std::string path = fresh_level("changed");
  OpenedLevel opened = open(path);
  ScaffoldDocument document(opened.level, "changed");
  run(document, "cube 50,0,0 54,3,4");
  const std::string before = read_file_text(path);
  std::filesystem::last_write_time(
      path, std::filesystem::last_write_time(path) + std::chrono::seconds(5));
  CHECK(opened.file.state_on_disk() == DiskState::Same);
  write_text(path, write_scaffold(make_ring(5)));
  CHECK(opened.file.state_on_disk() == DiskState::Changed);
  const Result<Done> refused = opened.file.save(document);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("somebody else") != std::string::npos);
  CHECK(read_file_text(path) == write_scaffold(make_ring(5)));
  CHECK_FALSE(document.is_saved());
  REQUIRE(save_level_as(document, path + ".mine").ok());
  CHECK_FALSE(save_level_as(document, path + ".mine").ok());
  REQUIRE(opened.file.save(document, Overwrite::Yes).ok());
  CHECK(read_file_text(path) == write_scaffold(document.level()));
  CHECK(document.is_saved());
  CHECK(opened.file.state_on_disk() == DiskState::Same);
  std::filesystem::remove(path);
  CHECK(opened.file.state_on_disk() == DiskState::Gone);
  CHECK_FALSE(opened.file.save(document).ok());
}

TEST_CASE("level file: unsaved work comes back; what is not taken up is kept") {
  const std::string path = fresh_level("unsaved");
  std::string unsaved;
  {
    OpenedLevel opened = open(path);
    ScaffoldDocument document(opened.level, "first");
    run(document, "cube 50,0,0 54,3,4");
    REQUIRE(opened.file.keep(document).ok());
    unsaved = write_scaffold(document.level());
  }
  {
    OpenedLevel opened = open(path);
    REQUIRE(opened.recovered.has_value());
    CHECK(opened.recovered->steps == 1);
    CHECK(opened.recovered->since > 1'000'000'000);
    ScaffoldDocument document(opened.level, "second");
    REQUIRE(opened.file.take_recovered(document, opened).ok());
    CHECK(write_scaffold(document.level()) == unsaved);
    CHECK(document.undo_count() == 1);
  }
  const std::string journal = read_file_text(journal_path_of(path));
  {
    OpenedLevel opened = open(path);
    ScaffoldDocument document(opened.level, "third");
    run(document, "cube 70,0,0 74,3,4");
    REQUIRE(opened.file.keep(document).ok());  // without taking it up
    CHECK(read_file_text(journal_path_of(path) + ".kept") == journal);
    REQUIRE(opened.file.save(document).ok());
  }
  CHECK_FALSE(std::filesystem::exists(journal_path_of(path)));  // all is saved
  CHECK_FALSE(open(path).recovered.has_value());
  write_text(journal_path_of(path), journal);  // of the state before that save
  OpenedLevel opened = open(path);
  CHECK_FALSE(opened.recovered.has_value());
  REQUIRE(opened.notices.size() == 1);
  CHECK(opened.notices[0].find("another state") != std::string::npos);
}

#ifdef PLAYSET_TEST_FORKS
namespace {

// What the program that is killed tells: 'a' about to keep, 'k' kept, 's' about to save, 'd' saved.
struct Report {
  std::uint64_t state;
  char what;
};

void tell(int pipe, char what, std::uint64_t state) {
  Report report{};
  report.state = state;
  report.what = what;
  if (::write(pipe, &report, sizeof report) != sizeof report) ::_exit(3);
}

std::uint64_t state_of(const Scaffold& level) { return hash_text(write_scaffold(level)); }

// Edits and saves until it is killed.
[[noreturn]] void edit_until_killed(const std::string& path, std::uint64_t seed, int pipe) {
  Result<OpenedLevel> opened = open_level(path);
  if (!opened) ::_exit(4);
  ScaffoldDocument document(opened->level, "kill " + std::to_string(seed));
  if (opened->recovered && !opened->file.take_recovered(document, *opened)) ::_exit(5);
  EditSession session(document);
  Rng rng(seed);
  for (int step = 1;; ++step) {
    const std::size_t cubs = document.level().cubs.size();
    if (cubs == 0 || cubs > 60) {
      if (!replace_level(document, make_corridor(3), "again")) ::_exit(6);
    } else if (!run_script(session, random_command(session, rng)).ok()) {
      continue;
    }
    const std::uint64_t state = state_of(document.level());
    tell(pipe, 'a', state);
    if (!opened->file.keep(document)) ::_exit(7);
    tell(pipe, 'k', state);
    if (step % 3 != 0) continue;
    tell(pipe, 's', state);
    if (!opened->file.save(document)) ::_exit(8);
    tell(pipe, 'd', state);
  }
}

struct Told {
  std::uint64_t kept = 0, coming = 0;
  char last = ' ';
  std::uint32_t count = 0;

  bool read(int pipe) {
    Report report{};
    if (::read(pipe, &report, sizeof report) != sizeof report) return false;
    ++count;
    last = report.what;
    coming = report.state;
    if (last == 'k') kept = report.state;
    return true;
  }
};

// Kills a program after some reports and a little while; what it told.
Told run_and_kill(const std::string& path, std::uint64_t seed, Rng& rng) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::close(ends[0]);
    edit_until_killed(path, seed, ends[1]);
  }
  ::close(ends[1]);
  Told told;
  const std::uint32_t reports = rng.below(14);
  const std::uint32_t wait = rng.below(2000);
  while (told.count < reports && told.read(ends[0])) {
  }
  std::this_thread::sleep_for(std::chrono::microseconds(wait));
  ::kill(child, SIGKILL);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE_MESSAGE(WIFSIGNALED(status), "it gave up with " << WEXITSTATUS(status));
  while (told.read(ends[0])) {
  }
  ::close(ends[0]);
  return told;
}

void kill_often(const std::string& name, int kills, std::uint64_t seed) {
  INFO("seed " << seed);
  const std::string path = fresh_level(name);
  Rng rng(seed);
  std::uint64_t state = state_of(open(path).level);
  int saving = 0, recovered = 0;
  for (int i = 0; i < kills; ++i) {
    CAPTURE(i);
    Told told = run_and_kill(path, seed + static_cast<std::uint64_t>(i), rng);
    if (told.kept == 0) told.kept = state;
    saving += told.last == 's';
    OpenedLevel opened = open(path);  // the file is a whole level
    recovered += opened.recovered.has_value();
    state = state_of(opened.recovered ? opened.recovered->level : opened.level);
    const bool known = state == told.kept || (told.last == 'a' && state == told.coming);
    REQUIRE_MESSAGE(known, "after " << told.count << " reports, the last " << told.last);
  }
  MESSAGE(kills << " kills, " << saving << " while saving, " << recovered << " with unsaved work");
  CHECK(saving > kills / 20);
  CHECK(recovered > kills / 20);
  const auto files = std::distance(
      std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {});
  CHECK(files < 10);  // crashes leave no heap of half files
}

}  // namespace

TEST_CASE("level file: on a full disk editing goes on, and all is kept once there is space") {
  const std::string path = fresh_level("full");
  OpenedLevel opened = open(path);
  ScaffoldDocument document(opened.level, "full");
  run(document, "cube 50,0,0 54,3,4");
  REQUIRE(opened.file.keep(document).ok());
  const std::string before = read_file_text(path);
  rlimit usual{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &usual) == 0);
  rlimit full = usual;
  full.rlim_cur = std::filesystem::file_size(journal_path_of(path)) + 100;  // half a line fits
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &full) == 0);
  run(document, "cube 60,0,0 64,3,4");
  const Result<Done> kept = opened.file.keep(document);
  const Result<Done> again = opened.file.keep(document);
  const Result<Done> saved = opened.file.save(document);
  const bool marked = document.is_saved();
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &usual) == 0);
  ::signal(SIGXFSZ, handler);
  REQUIRE_FALSE(kept.ok());
  CHECK(kept.error().code == ErrorCode::Io);
  CHECK(kept.error().message.find("editing goes on") != std::string::npos);
  CHECK_FALSE(again.ok());
  CHECK_FALSE(saved.ok());
  CHECK_FALSE(marked);
  CHECK(read_file_text(path) == before);
  run(document, "cube 70,0,0 74,3,4");
  REQUIRE(opened.file.keep(document).ok());
  const Result<RecoveredEdits> edits = recover_edits(read_file_text(journal_path_of(path)), before);
  REQUIRE(edits.ok());
  CHECK(write_scaffold(edits->level) == write_scaffold(document.level()));
}

TEST_CASE("level file: 60 kills at any moment lose at most the edit that was not told") {
  kill_often("kills", 60, 1000);
}

TEST_SUITE("slow") {
  TEST_CASE("level file: 1,000 kills at any moment lose at most the edit that was not told") {
    kill_often("kills_slow", 1000, 5000);
  }
}
#else
TEST_CASE("level file: kills") { MESSAGE("SKIPPED: this system has no fork"); }
#endif
