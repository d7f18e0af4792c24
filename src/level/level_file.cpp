// Mapping a .level file, and writing one so that a crash leaves the old file or the new one, never half of it.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "level/cook_write.h"
#include "level/format.h"

#if defined(__unix__) || defined(__APPLE__)
#define PLAYSET_LEVEL_MMAP 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define PLAYSET_LEVEL_MMAP 0
#endif

namespace playset {
namespace {

Error io_error(const std::string& path, const char* doing) {
  return {ErrorCode::Io, std::string("cannot ") + doing + ": " + std::strerror(errno), path, 0, 0, 0};
}

struct FileBytes {
  std::shared_ptr<const std::byte> block;
  std::size_t size = 0;
};

#if PLAYSET_LEVEL_MMAP
Result<FileBytes> read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return io_error(path, "open it");
  struct stat info {};
  if (::fstat(file, &info) != 0 || info.st_size <= 0) {
    const Error error = info.st_size == 0 ? Error{ErrorCode::Truncated, "the file is empty", path, 0, 0, 0} : io_error(path, "read it");
    ::close(file);
    return error;
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) return io_error(path, "map it");
  auto* bytes = static_cast<std::byte*>(memory);
  return FileBytes{{bytes, [size](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), size); }}, size};
}

bool flush_to_disk(std::FILE* file) { return std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0; }
#else
Result<FileBytes> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return io_error(path, "open it");
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::rewind(file);
  std::shared_ptr<std::byte> block = allocate_block(size > 0 ? static_cast<std::size_t>(size) : 1);
  const std::size_t read = size > 0 ? std::fread(block.get(), 1, static_cast<std::size_t>(size), file) : 0;
  std::fclose(file);
  if (size < 0 || read != static_cast<std::size_t>(size)) return io_error(path, "read it");
  return FileBytes{block, read};
}

bool flush_to_disk(std::FILE* file) { return std::fflush(file) == 0; }
#endif

}  // namespace

Result<Level> load_level(const std::string& path) {
  Result<FileBytes> file = read_file(path);
  if (!file) return file.error();
  Result<Level> level = open_level({file->block.get(), file->size});
  if (!level) {
    Error error = level.error();
    error.file = path;
    return error;
  }
  return LevelAccess::make(file->block, file->size);
}

Result<Done> save_level(const Level& level, const std::string& path) {
  const std::string temporary = path + ".tmp";
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return io_error(temporary, "write it");
  const auto bytes = level.bytes();
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && flush_to_disk(file);
  const bool closed = std::fclose(file) == 0;
  if (written && closed && std::rename(temporary.c_str(), path.c_str()) == 0) return Done{};
  const Error error = io_error(path, "write it");
  std::remove(temporary.c_str());
  return error;
}

}  // namespace playset
