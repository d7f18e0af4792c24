// Open level files: lock, external changes, saving, the journal of a session before.
#include "workshop/core/level_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "playset/core/hash.h"
#include "playset/core/save_file.h"
#include "playset/scaffold/scaffold_text.h"

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>
#include <unistd.h>
#endif

namespace playset {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_whole(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad())
    return Error{ErrorCode::Io,
                 std::string("cannot read it: ") + std::strerror(errno) +
                     "; check the path and that you may read it",
                 path};
  return text;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

struct Owner {
  long process = 0;
  std::string host;
};

Owner this_process() {
#if defined(__unix__) || defined(__APPLE__)
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  return {static_cast<long>(::getpid()), host};
#else
  return {1, ""};
#endif
}

std::string owner_text(const Owner& owner) {
  return std::to_string(owner.process) + " " + owner.host + "\n";
}

// Only of this host can it be told; a lock of another one is believed.
bool is_stale(const std::string& lock) {
#if defined(__unix__) || defined(__APPLE__)
  const std::size_t space = lock.find(' ');
  if (space == std::string::npos) return false;
  const long process = std::strtol(lock.c_str(), nullptr, 10);
  if (process <= 0 || lock != owner_text({process, this_process().host})) return false;
  return ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
#else
  (void)lock;
  return false;
#endif
}

// 0, or errno. It appears with its text in it: a crash leaves no lock of nobody.
int make_lock(const std::string& path) {
  const Owner owner = this_process();
  const std::string text = owner_text(owner), fresh = path + "." + std::to_string(owner.process);
  std::FILE* file = std::fopen(fresh.c_str(), "wb");
  if (file == nullptr) return errno;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  std::error_code failed;
  if (written && closed) fs::create_hard_link(fresh, path, failed);
  const int reason = written && closed ? failed.value() : EIO;
  std::remove(fresh.c_str());
  return reason;
}

// Crashes while taking the lock left these: their processes are gone.
void remove_half_locks(const std::string& lock) {
#if defined(__unix__) || defined(__APPLE__)
  std::error_code ignored;
  const std::string prefix = fs::path(lock).filename().string() + ".";
  std::vector<fs::path> gone;
  for (fs::directory_iterator it(fs::absolute(lock, ignored).parent_path(), ignored), end;
       !ignored && it != end; it.increment(ignored)) {
    const std::string name = it->path().filename().string();
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    const long process = std::strtol(name.c_str() + prefix.size(), nullptr, 10);
    if (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH)
      gone.push_back(it->path());
  }
  for (const fs::path& path : gone) fs::remove(path, ignored);
#else
  (void)lock;
#endif
}

// Saves that a crash cut off left these; nobody else writes them while the lock is ours.
void remove_half_saves(const std::string& path) {
  std::error_code ignored;
  for (int i = 1; i <= 100; ++i)
    fs::remove(path + (i == 1 ? ".tmp" : ".tmp" + std::to_string(i)), ignored);
}

Error lock_error(const std::string& path, const std::string& lock, const std::string& owner) {
  const std::string who = owner.empty() ? "another editor" : "process " + owner;
  return {ErrorCode::Invalid,
          who + " has it open; close it there, or remove " + lock + " where that is gone", path};
}

Result<Done> take_lock(const std::string& path, std::vector<std::string>& notices) {
  const std::string lock = path + ".lock";
  int reason = make_lock(lock);
  if (reason == 0) return Done{};
  if (reason != EEXIST)
    return Error{ErrorCode::Io, std::string("cannot lock it: ") + std::strerror(reason), lock};
  const Result<std::string> text = read_whole(lock);
  std::string owner = text.ok() ? *text : "";
  if (!is_stale(owner)) {
    if (!owner.empty()) owner.pop_back();
    return lock_error(path, lock, owner);
  }
  // Whoever renames the stale one first has it; a new one that another made meanwhile goes back.
  const std::string aside = lock + "." + std::to_string(this_process().process);
  if (std::rename(lock.c_str(), aside.c_str()) != 0) return lock_error(path, lock, "");
  const Result<std::string> moved = read_whole(aside);
  std::error_code failed;
  if (!moved || *moved != owner) {
    fs::create_hard_link(aside, lock, failed);
    fs::remove(aside, failed);
    return lock_error(path, lock, "");
  }
  fs::remove(aside, failed);
  reason = make_lock(lock);
  if (reason != 0) return lock_error(path, lock, "");
  remove_half_locks(lock);
  remove_half_saves(path);
  remove_half_saves(journal_path_of(path));
  notices.push_back("the last editor of " + path + " ended without closing it");
  return Done{};
}

}  // namespace

std::string journal_path_of(const std::string& level) { return level + ".journal"; }

LevelFile::LevelFile(std::string path, std::string_view text, const JournalConfig& config)
    : path_(std::move(path)),
      lock_(path_ + ".lock"),
      journal_(journal_path_of(path_), hash_text(text), text.size(), config) {
  remember(text);
}

LevelFile::LevelFile(LevelFile&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, "")),
      journal_(std::move(other.journal_)),
      hash_(other.hash_),
      size_(other.size_),
      time_(other.time_),
      old_journal_(other.old_journal_) {}

LevelFile::~LevelFile() {
  if (lock_.empty()) return;
  if (journal_.is_empty()) std::remove(journal_path().c_str());
  std::remove(lock_.c_str());
}

void LevelFile::remember(std::string_view text) {
  hash_ = hash_text(text);
  size_ = text.size();
  std::error_code unknown;
  time_ = fs::last_write_time(path_, unknown);
}

DiskState LevelFile::state_on_disk() {
  std::error_code gone;
  const std::uintmax_t size = fs::file_size(path_, gone);
  if (gone) return DiskState::Gone;
  const fs::file_time_type time = fs::last_write_time(path_, gone);
  if (!gone && size == size_ && time == time_) return DiskState::Same;
  const Result<std::string> text = read_whole(path_);
  if (!text) return DiskState::Gone;
  if (hash_text(*text) != hash_) return DiskState::Changed;
  time_ = time;
  return DiskState::Same;
}

Result<Done> LevelFile::set_journal_aside() {
  if (!old_journal_) return Done{};
  std::error_code failed;
  for (int i = 1; i <= 100; ++i) {
    const std::string kept = journal_path() + ".kept" + (i == 1 ? "" : std::to_string(i));
    if (fs::exists(kept, failed)) continue;
    fs::copy_file(journal_path(), kept, failed);
    if (failed) break;
    old_journal_ = false;
    return Done{};
  }
  return Error{ErrorCode::Io,
               "the journal of the session before cannot be set aside; move it away yourself",
               journal_path()};
}

Result<Done> LevelFile::keep(const ScaffoldDocument& document) {
  if (document.is_saved() && document.revision() == 0) return Done{};
  if (const Result<Done> aside = set_journal_aside(); !aside) return aside.error();
  return journal_.append(document);
}

Result<Done> LevelFile::take_recovered(ScaffoldDocument& document, const OpenedLevel& opened) {
  if (!opened.recovered) return Error{ErrorCode::Usage, "there is nothing to recover", path_};
  const Result<Done> replaced =
      replace_level(document, opened.recovered->level, "recover unsaved work");
  if (!replaced) return replaced.error();
  if (opened.recovered->damaged) {  // more is in it than could be recovered
    if (const Result<Done> aside = set_journal_aside(); !aside) return aside.error();
  }
  journal_.begin_whole();
  // Written whole over the old one, which holds no more than it: from then on nothing is lost.
  const Result<Done> kept = journal_.append(document);
  if (kept) old_journal_ = false;
  return kept;
}

Result<Done> LevelFile::save(ScaffoldDocument& document, Overwrite overwrite) {
  if (overwrite == Overwrite::No && state_on_disk() != DiskState::Same)
    return Error{ErrorCode::Invalid,
                 "it was changed or removed by somebody else since it was read; save over it, load "
                 "theirs, or save yours under another name",
                 path_};
  if (const Result<Done> aside = set_journal_aside(); !aside) return aside.error();
  const std::string text = write_scaffold(document.level());
  // Without the mark a crash before the journal is emptied leaves one that is refused, not lost.
  const Result<Done> marked = journal_.mark_saving(hash_text(text));
  const Result<Done> saved = save_file(path_, bytes_of(text));
  if (!saved) return saved.error();
  remember(text);
  document.mark_saved();
  const Result<Done> emptied = journal_.restart(document, hash_, size_);
  return !emptied ? emptied : marked;
}

Result<OpenedLevel> open_level(const std::string& path, const JournalConfig& config) {
  std::vector<std::string> notices;
  if (std::error_code gone; !fs::exists(path, gone))
    return Error{ErrorCode::Io, "there is no such file; check the path", path};
  if (const Result<Done> locked = take_lock(path, notices); !locked) return locked.error();
  const Result<std::string> text = read_whole(path);
  LevelFile file(path, text.ok() ? std::string_view(*text) : std::string_view(), config);
  if (!text) return text.error();
  Result<Scaffold> level = parse_scaffold(*text, path);
  if (!level) return level.error();
  OpenedLevel opened{std::move(*level), std::move(file), std::nullopt, std::move(notices)};
  std::error_code none;
  if (!fs::exists(opened.file.journal_path(), none)) return opened;
  const Result<std::string> journal = read_whole(opened.file.journal_path());
  if (!journal) return journal.error();
  Result<RecoveredEdits> recovered = recover_edits(*journal, *text, opened.file.journal_path());
  const bool damaged = recovered.ok() && recovered->damaged;
  opened.file.old_journal_ = !recovered || recovered->steps > 0 || damaged;
  if (damaged)
    opened.notices.push_back("the journal " + opened.file.journal_path() + " is damaged after " +
                             std::to_string(recovered->steps) + " steps; a copy of it is kept");
  if (!recovered) opened.notices.push_back(recovered.error().text());
  if (recovered && recovered->steps > 0) opened.recovered = std::move(*recovered);
  return opened;
}

Result<Done> save_level_as(const ScaffoldDocument& document, const std::string& path,
                           Overwrite overwrite) {
  std::error_code none;
  if (overwrite == Overwrite::No && fs::exists(path, none))
    return Error{ErrorCode::Invalid, "there is a file of that name; choose another", path};
  return save_file(path, bytes_of(write_scaffold(document.level())));
}

}  // namespace playset
