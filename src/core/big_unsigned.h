// src/core/big_unsigned.h - BigUnsigned: whole numbers of up to 4,352 bits, for decimal conversions
// that 128 bits cannot decide.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "playset/core/assert.h"

namespace playset {

// Requires of every operation that its result fits.
class BigUnsigned {
 public:
  BigUnsigned() = default;
  explicit BigUnsigned(std::uint64_t value) noexcept {
    push(static_cast<std::uint32_t>(value));
    push(static_cast<std::uint32_t>(value >> 32));
    trim();
  }

  [[nodiscard]] bool is_zero() const noexcept { return size_ == 0; }
  [[nodiscard]] int bit_length() const noexcept {
    return size_ == 0 ? 0 : static_cast<int>(32 * size_) - std::countl_zero(limbs_[size_ - 1]);
  }

  // this = this * factor + addend
  void multiply_add(std::uint32_t factor, std::uint32_t addend) noexcept {
    std::uint64_t carry = addend;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) push(static_cast<std::uint32_t>(carry));
  }

  void multiply_by_power_of_ten(int power) noexcept {
    for (; power >= 9; power -= 9) multiply_add(1000000000u, 0);
    for (; power > 0; --power) multiply_add(10u, 0);
  }

  void shift_left(int bits) noexcept {
    if (size_ == 0 || bits == 0) return;
    const auto words = static_cast<std::size_t>(bits / 32);
    const int rest = bits % 32;
    PLAYSET_ASSERT(size_ + words + 1 <= limbs_.size(), "BigUnsigned overflow");
    for (std::size_t i = size_; i-- > 0;) limbs_[i + words] = limbs_[i];
    std::fill_n(limbs_.begin(), words, 0u);
    size_ += words;
    if (rest > 0) multiply_add(std::uint32_t{1} << rest, 0);
  }

  friend int compare(const BigUnsigned& a, const BigUnsigned& b) noexcept {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (std::size_t i = a.size_; i-- > 0;)
      if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
    return 0;
  }

  void add(const BigUnsigned& other) noexcept {
    while (size_ < other.size_) push(0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} + (i < other.size_ ? other.limbs_[i] : 0u);
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) push(static_cast<std::uint32_t>(carry));
  }

  // Requires *this >= other.
  void subtract(const BigUnsigned& other) noexcept {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t take = borrow + (i < other.size_ ? other.limbs_[i] : 0u);
      borrow = limbs_[i] < take ? 1u : 0u;
      limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - take);
    }
    trim();
  }

 private:
  void push(std::uint32_t limb) noexcept {
    PLAYSET_ASSERT(size_ < limbs_.size(), "BigUnsigned overflow");
    limbs_[size_++] = limb;
  }
  void trim() noexcept {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }

  std::size_t size_ = 0;
  std::array<std::uint32_t, 136> limbs_;
};

}  // namespace playset
