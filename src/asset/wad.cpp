// WAD archives: header, directory, bounds.
#include "playset/asset/wad.h"

#include <cstring>

namespace playset {

namespace {

std::uint32_t read_u32(const std::byte* at) noexcept {
  return std::to_integer<std::uint32_t>(at[0]) | std::to_integer<std::uint32_t>(at[1]) << 8 |
         std::to_integer<std::uint32_t>(at[2]) << 16 | std::to_integer<std::uint32_t>(at[3]) << 24;
}

// Up to 8 bytes, ended by a zero where shorter; what is not printable becomes '?'.
std::string read_name(const std::byte* at) {
  std::string name;
  for (int i = 0; i < 8 && at[i] != std::byte{0}; ++i) {
    const auto c = std::to_integer<unsigned char>(at[i]);
    name += c >= 0x20 && c < 0x7F ? static_cast<char>(c) : '?';
  }
  return name;
}

Error wad_error(ErrorCode code, std::string message, std::uint64_t offset) {
  return {code, std::move(message), {}, 0, 0, offset};
}

}  // namespace

Result<Wad> parse_wad(std::span<const std::byte> bytes) {
  if (bytes.size() < 12)
    return wad_error(ErrorCode::Truncated, "not a WAD: shorter than its 12-byte header",
                     bytes.size());
  const bool iwad = std::memcmp(bytes.data(), "IWAD", 4) == 0;
  if (!iwad && std::memcmp(bytes.data(), "PWAD", 4) != 0) {
    return wad_error(ErrorCode::Syntax, "not a WAD: it starts with neither IWAD nor PWAD", 0);
  }
  const std::uint32_t count = read_u32(bytes.data() + 4);
  const std::uint32_t directory = read_u32(bytes.data() + 8);
  if (directory > bytes.size() || (bytes.size() - directory) / 16 < count) {
    return wad_error(ErrorCode::Truncated,
                     "the WAD's directory of " + std::to_string(count) + " lumps at byte " +
                         std::to_string(directory) + " reaches beyond the file's " +
                         std::to_string(bytes.size()) + " bytes",
                     4);
  }
  Wad wad{iwad, {}, bytes};
  wad.lumps.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::byte* entry = bytes.data() + directory + std::size_t{i} * 16;
    WadLump lump{read_name(entry + 8), read_u32(entry), read_u32(entry + 4)};
    if (lump.size > 0 && (lump.offset > bytes.size() || lump.size > bytes.size() - lump.offset)) {
      return wad_error(
          ErrorCode::Truncated,
          "lump " + std::to_string(i) + " (" + lump.name + ") reaches beyond the file's end",
          directory + std::uint64_t{i} * 16);
    }
    wad.lumps.push_back(std::move(lump));
  }
  return wad;
}

std::span<const std::byte> lump_bytes(const Wad& wad, std::size_t lump) noexcept {
  PLAYSET_ASSERT(lump < wad.lumps.size(), "lump_bytes: index in range");
  const WadLump& entry = wad.lumps[lump];
  if (entry.size == 0) return {};
  return wad.bytes.subspan(entry.offset, entry.size);
}

}  // namespace playset
