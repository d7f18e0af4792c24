// Reading and writing files for the commands.
#include "cli/files.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "playset/core/save_file.h"

namespace playset {
namespace {

// What a pipe or a device may give before it is no file of ours.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// "cannot open it (No such file or directory); <advice>"
Error file_error(const std::string& path, const char* what, const char* advice) {
  return Error{ErrorCode::Io, std::string(what) + " (" + std::strerror(errno) + "); " + advice,
               path};
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return file_error(path, "cannot open the file", "check the path and that you may read it");
  std::string text;
  char chunk[65536];
  while (text.size() <= kMostBytes && (file.read(chunk, sizeof chunk), file.gcount() > 0))
    text.append(chunk, static_cast<std::size_t>(file.gcount()));
  if (file.bad())
    return file_error(path, "reading stopped before the end",
                      "check that it is a file and try again");
  if (text.size() > kMostBytes)
    return Error{ErrorCode::OutOfRange, "larger than 1 GiB; split it into smaller files", path};
  return text;
}

Result<Done> write_file(const std::string& path, std::span<const std::byte> bytes) {
  return save_file(path, bytes);
}

Result<Done> write_text_file(const std::string& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace playset
