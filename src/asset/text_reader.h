// src/asset/text_reader.h - TextReader: lines and words of a text, with the line number for
// messages.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "playset/core/text_number.h"

namespace playset {

// True where all of `word` is an integer that fits.
template <typename Int>
[[nodiscard]] bool parse_int(std::string_view word, Int& out) noexcept {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
  return code == std::errc() && end == word.data() + word.size() && !word.empty();
}

// True where all of `word` is a finite decimal number.
[[nodiscard]] inline bool parse_real(std::string_view word, double& out) noexcept {
  const std::optional<double> value = parse_double(word);
  if (value) out = *value;
  return value.has_value();
}

// True where `name` ends in `ending`, whatever the case.
[[nodiscard]] inline bool ends_in(std::string_view name, std::string_view ending) noexcept {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  if (name.size() < ending.size()) return false;
  return std::equal(ending.begin(), ending.end(),
                    name.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

// Equal but for case.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && ends_in(a, b);
}

class TextReader {
 public:
  // Words from `comment` to the end of their line are skipped; 0: there are no comments.
  explicit TextReader(std::string_view text, char comment = 0) : text_(text), comment_(comment) {}

  [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
  [[nodiscard]] std::uint32_t line() const noexcept { return line_; }
  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  [[nodiscard]] std::size_t left() const noexcept { return text_.size() - at_; }

  // The rest of the current line without its end. Afterwards line() is the next line's number.
  std::string_view take_line() noexcept {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    ++line_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  // The next word, empty at the end.
  std::string_view word() noexcept {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // The next word without taking it.
  [[nodiscard]] std::string_view peek() const noexcept { return TextReader(*this).word(); }

  template <typename Int>
  [[nodiscard]] bool integer(Int& out) noexcept {
    return parse_int(word(), out);
  }

  [[nodiscard]] bool real(double& out) noexcept { return parse_real(word(), out); }

 private:
  static bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  void skip_space() noexcept {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (comment_ != 0 && c == comment_) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (is_space(c)) {
        line_ += c == '\n' ? 1u : 0u;
        ++at_;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  char comment_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace playset
