// Mapping a .level file, and writing one.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "level/cook_write.h"
#include "level/format.h"
#include "playset/core/save_file.h"

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
  return {
      ErrorCode::Io, std::string("cannot ") + doing + ": " + std::strerror(errno), path, 0, 0, 0};
}

struct FileBytes {
  std::shared_ptr<const std::byte> block;
  std::size_t size = 0;
};

#if PLAYSET_LEVEL_MMAP
// Folders, pipes and devices have no size; an empty file has nothing to map.
Result<Done> can_be_mapped(int file, struct stat& info, const std::string& path) {
  if (::fstat(file, &info) != 0) return io_error(path, "read it");
  if (!S_ISREG(info.st_mode))
    return Error{ErrorCode::Io, "not a file that can be mapped; name a .level file", path, 0, 0, 0};
  if (info.st_size > 0) return Done{};
  return Error{ErrorCode::Truncated, "the file is empty; cook it again", path, 0, 0, 0};
}

Result<FileBytes> read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return io_error(path, "open it");
  struct stat info {};
  if (Result<Done> can = can_be_mapped(file, info, path); !can) {
    ::close(file);
    return can.error();
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) return io_error(path, "map it");
  auto* bytes = static_cast<std::byte*>(memory);
  return FileBytes{
      {bytes, [size](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), size); }}, size};
}
#else
Result<FileBytes> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return io_error(path, "open it");
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::rewind(file);
  std::shared_ptr<std::byte> block = allocate_block(size > 0 ? static_cast<std::size_t>(size) : 1);
  const std::size_t read =
      size > 0 ? std::fread(block.get(), 1, static_cast<std::size_t>(size), file) : 0;
  std::fclose(file);
  if (size < 0 || read != static_cast<std::size_t>(size)) return io_error(path, "read it");
  return FileBytes{block, read};
}
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
  if (level.header() == nullptr)
    return Error{ErrorCode::Usage, "there is no level to save; cook one first", path, 0, 0, 0};
  return save_file(path, level.bytes());
}

}  // namespace playset
