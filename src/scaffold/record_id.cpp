// Ids of records: hashes of keys, and how counted ids are written and read.
#include "playset/scaffold/record_id.h"

#include "playset/core/hash.h"

namespace playset {
namespace {

constexpr std::string_view kBase32 = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr ScaffoldId kNumberMask = (ScaffoldId{1} << kIdNumberBits) - 1;
constexpr std::size_t kSessionDigits = 8;

}  // namespace

ScaffoldId key_id(std::string_view key) noexcept {
  const ScaffoldId id = hash_text(key);
  return id == kNoId ? 1 : id;
}

std::string id_text(ScaffoldId id) {
  std::string text(kSessionDigits, '0');
  ScaffoldId session = id >> kIdNumberBits;
  for (std::size_t i = kSessionDigits; i-- > 0; session >>= 5) text[i] = kBase32[session & 31];
  return text + "." + std::to_string(id & kNumberMask);
}

ScaffoldId parse_id(std::string_view text) noexcept {
  if (text.size() < kSessionDigits + 2 || text[kSessionDigits] != '.') return kNoId;
  ScaffoldId session = 0;
  for (const char c : text.substr(0, kSessionDigits)) {
    const std::size_t digit = kBase32.find(c);
    if (digit == std::string_view::npos) return kNoId;
    session = session << 5 | digit;
  }
  const std::string_view number_text = text.substr(kSessionDigits + 1);
  if (number_text.size() > 8 || (number_text.size() > 1 && number_text[0] == '0')) return kNoId;
  ScaffoldId number = 0;
  for (const char c : number_text) {
    if (c < '0' || c > '9') return kNoId;
    number = number * 10 + static_cast<ScaffoldId>(c - '0');
  }
  return number > kNumberMask ? kNoId : session << kIdNumberBits | number;
}

}  // namespace playset
