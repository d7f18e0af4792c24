// Reading and writing files for the commands.
#include "cli/files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace playset {
namespace {

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
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad())
    return file_error(path, "reading stopped before the end",
                      "check that it is a file and try again");
  return text;
}

Result<Done> write_file(const std::string& path, std::span<const std::byte> bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) return Done{};
  return file_error(path, "cannot write the file",
                    "check that its folder exists and may be written, and the space left");
}

Result<Done> write_text_file(const std::string& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace playset
