// src/asset/byte_reader.h - ByteReader: takes little-endian fields from bytes and notes when they
// run out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace playset {

// Reads past the end give zeros and set failed(); check it once after a record.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes, std::size_t at = 0) : bytes_(bytes) {
    seek(at);
  }

  void seek(std::size_t at) {
    failed_ = failed_ || at > bytes_.size();
    at_ = std::min(at, bytes_.size());
  }
  void skip(std::size_t count) {
    failed_ = failed_ || count > left();
    at_ += std::min(count, left());
  }
  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }
  [[nodiscard]] bool failed() const noexcept { return failed_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(take(2)); }
  std::int16_t i16() { return static_cast<std::int16_t>(take(2)); }
  std::uint32_t u32() { return take(4); }
  std::int32_t i32() { return static_cast<std::int32_t>(take(4)); }

  // `size` bytes of text up to its first zero; bytes that are not printable ASCII become '?'.
  std::string text(std::size_t size) {
    std::string out;
    bool ended = false;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint8_t c = u8();
      ended = ended || c == 0;
      if (!ended) out += printable(c);
    }
    return out;
  }

  // Text up to a zero or newline, which is taken too, or `most` bytes.
  std::string line(std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < most && !failed_; ++i) {
      const std::uint8_t c = u8();
      if (c == 0 || c == '\n') break;
      out += printable(c);
    }
    return out;
  }

 private:
  static char printable(std::uint8_t c) noexcept {
    return c >= 0x20 && c < 0x7F ? static_cast<char>(c) : '?';
  }

  std::uint32_t take(std::size_t size) {
    if (left() < size) {
      failed_ = true;
      at_ = bytes_.size();
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= std::to_integer<std::uint32_t>(bytes_[at_ + i]) << (8 * i);
    at_ += size;
    return value;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace playset
