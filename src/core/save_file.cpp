// A file that appears whole or not at all: temporary file, flush, rename.
#include "playset/core/save_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace playset {
namespace {

// Left behind by crashes, each; more of them than this means that something is wrong.
constexpr int kMostTemporaries = 100;

Error save_error(const std::string& path, int reason) {
  return {ErrorCode::Io,
          std::string("cannot write it: ") + std::strerror(reason) +
              "; check that its folder is there and may be written, and the space left",
          path,
          0,
          0,
          0};
}

// Opens a file that was not there, so that no two writers share one; nullptr and errno if none can.
std::FILE* open_temporary(const std::string& path, std::string& name) {
  std::FILE* file = nullptr;
  for (int i = 1; file == nullptr && i <= kMostTemporaries; ++i) {
    name = path + (i == 1 ? ".tmp" : ".tmp" + std::to_string(i));
    file = std::fopen(name.c_str(), "wbx");
    if (file == nullptr && errno != EEXIST) break;
  }
  return file;
}

bool flush_to_disk(std::FILE* file) {
  if (std::fflush(file) != 0) return false;
#if defined(__unix__) || defined(__APPLE__)
  return ::fsync(::fileno(file)) == 0;
#else
  return true;
#endif
}

}  // namespace

Result<Done> save_file(const std::string& path, std::span<const std::byte> bytes) {
  std::string temporary;
  std::FILE* file = open_temporary(path, temporary);
  if (file == nullptr) return save_error(path, errno);
  const bool written =
      std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && flush_to_disk(file);
  int reason = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && !closed) reason = errno;
  if (written && closed) {
    if (std::rename(temporary.c_str(), path.c_str()) == 0) return Done{};
    reason = errno;
  }
  std::remove(temporary.c_str());
  return save_error(path, reason);
}

}  // namespace playset
