// parse_json: one pass with an explicit stack of open containers, so that hostile nesting cannot
// overflow ours.
#include "playset/core/json.h"

#include <algorithm>
#include <optional>

namespace playset {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Bytes of the well-formed UTF-8 character at text[at], or 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned b0 = byte(0);
  const unsigned b1 = byte(1);
  if (b0 < 0x80) return 1;
  if (b0 >= 0xC2 && b0 <= 0xDF) return tail(1) ? 2 : 0;
  if (b0 >= 0xE0 && b0 <= 0xEF) {
    const bool odd = (b0 == 0xE0 && b1 < 0xA0) || (b0 == 0xED && b1 > 0x9F);  // overlong, surrogate
    return tail(1) && tail(2) && !odd ? 3 : 0;
  }
  if (b0 >= 0xF0 && b0 <= 0xF4) {
    const bool odd = (b0 == 0xF0 && b1 < 0x90) || (b0 == 0xF4 && b1 > 0x8F);
    return tail(1) && tail(2) && tail(3) && !odd ? 4 : 0;
  }
  return 0;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 63));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 63));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  }
}

// Behind the byte order mark that some editors write, where there is one.
std::size_t first_byte(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

// Four hex digits at text[at]; requires that they were checked.
std::uint32_t hex4(std::string_view text, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value * 16 + static_cast<std::uint32_t>(hex_value(text[at + i]));
  return value;
}

// The \u escape whose 'u' is at text[at]; moves `at` behind it. A lone surrogate gives U+FFFD.
std::uint32_t decode_unicode(std::string_view text, std::size_t& at) {
  const std::uint32_t high = hex4(text, at + 1);
  at += 5;
  if (high < 0xD800 || high > 0xDFFF) return high;
  if (high > 0xDBFF || at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u')
    return 0xFFFD;
  const std::uint32_t low = hex4(text, at + 2);
  if (low < 0xDC00 || low > 0xDFFF) return 0xFFFD;
  at += 6;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// `raw` is a checked string with its quotes.
std::string decode_string(std::string_view raw) {
  const std::string_view text = raw.substr(1, raw.size() - 2);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      out.push_back(text[at++]);
      continue;
    }
    const char c = text[++at];
    if (c == 'u') {
      append_utf8(out, decode_unicode(text, at));
      continue;
    }
    constexpr std::string_view kFrom = "bfnrt";
    constexpr std::string_view kTo = "\b\f\n\r\t";
    const std::size_t which = kFrom.find(c);
    out.push_back(which == std::string_view::npos ? c : kTo[which]);
    ++at;
  }
  return out;
}

bool same_string(std::string_view raw, std::string_view wanted) {
  if (raw.find('\\') == std::string_view::npos) return raw.substr(1, raw.size() - 2) == wanted;
  return decode_string(raw) == wanted;
}

// The parser's state. `fault` is set at the first mistake and everything stops.
class Parser {
 public:
  explicit Parser(std::string_view text, std::vector<JsonNode>& nodes)
      : text_(text), nodes_(nodes) {}

  const char* fault = nullptr;
  ErrorCode code = ErrorCode::Syntax;
  std::size_t at = 0;

  void run() {
    if (!value()) return;
    while (!open_.empty() && fault == nullptr) step();
    if (fault == nullptr) {
      skip_space();
      if (at < text_.size()) fail("text after the end of the document; remove it");
    }
  }

 private:
  bool fail(const char* what) {
    if (fault == nullptr) {
      fault = at >= text_.size()
                  ? "the text ends in the middle of the document; the file is cut short"
                  : what;
      code = at >= text_.size() ? ErrorCode::Truncated : ErrorCode::Syntax;
    }
    return false;
  }

  bool refuse(std::size_t where, ErrorCode kind, const char* what) {
    fault = what;
    code = kind;
    at = where;
    return false;
  }

  void skip_space() {
    while (at < text_.size() &&
           (text_[at] == ' ' || text_[at] == '\n' || text_[at] == '\r' || text_[at] == '\t'))
      ++at;
  }

  [[nodiscard]] char peek() const { return at < text_.size() ? text_[at] : '\0'; }

  std::uint32_t add(JsonKind kind) {
    const auto begin = static_cast<std::uint32_t>(at);
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({kind, begin, begin, index + 1, 0});
    return index;
  }

  void close(std::uint32_t node) {
    nodes_[node].end = static_cast<std::uint32_t>(at);
    nodes_[node].next = static_cast<std::uint32_t>(nodes_.size());
  }

  // A whole scalar, or the opening of a container.
  bool value() {
    skip_space();
    switch (peek()) {
      case '{':
        return begin(JsonKind::Object);
      case '[':
        return begin(JsonKind::Array);
      case '"':
        return string();
      case 'n':
        return word("null", JsonKind::Null);
      case 't':
        return word("true", JsonKind::True);
      case 'f':
        return word("false", JsonKind::False);
      default:
        return number();
    }
  }

  bool begin(JsonKind kind) {
    if (open_.size() >= kJsonDepth)
      return refuse(at, ErrorCode::Unsupported, "nested deeper than 64 levels");
    open_.push_back(add(kind));
    ++at;
    return true;
  }

  bool word(std::string_view wanted, JsonKind kind) {
    const std::uint32_t node = add(kind);
    for (const char c : wanted) {
      if (peek() != c) return fail("expected null, true or false");
      ++at;
    }
    close(node);
    return true;
  }

  bool digits() {
    if (!is_digit(peek())) return fail("expected a digit");
    while (is_digit(peek())) ++at;
    return true;
  }

  bool number() {
    if (peek() != '-' && !is_digit(peek())) return fail("expected a value");
    const std::uint32_t node = add(JsonKind::Number);
    if (peek() == '-') ++at;
    if (peek() == '0') {
      ++at;
      if (is_digit(peek())) return fail("a number must not start with 0");
    } else if (!digits()) {
      return false;
    }
    if (peek() == '.') {
      ++at;
      if (!digits()) return false;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at;
      if (peek() == '+' || peek() == '-') ++at;
      if (!digits()) return false;
    }
    close(node);
    return true;
  }

  bool escape() {
    ++at;
    if (peek() != 'u') {
      if (at < text_.size() &&
          std::string_view("\"\\/bfnrt").find(peek()) != std::string_view::npos) {
        ++at;
        return true;
      }
      return fail("unknown escape in a string; use one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    }
    ++at;
    for (int i = 0; i < 4; ++i, ++at) {
      if (hex_value(peek()) < 0) return fail("\\u needs four hex digits");
    }
    return true;
  }

  bool string() {
    const std::uint32_t node = add(JsonKind::String);
    ++at;
    while (peek() != '"' || at >= text_.size()) {
      if (at >= text_.size()) return fail("");
      if (static_cast<unsigned char>(text_[at]) < 0x20)
        return fail("control character in a string; escape it");
      if (text_[at] == '\\') {
        if (!escape()) return false;
        continue;
      }
      const std::size_t length = utf8_length(text_, at);
      if (length == 0) return fail("not valid UTF-8; save the file as UTF-8");
      at += length;
    }
    ++at;
    close(node);
    return true;
  }

  // Reads one child of the innermost container, or its end.
  void step() {
    const std::uint32_t node = open_.back();
    const bool object = nodes_[node].kind == JsonKind::Object;
    skip_space();
    if (peek() == (object ? '}' : ']') && at < text_.size() && !after_comma_) {
      end_container(node);
      return;
    }
    if (nodes_[node].count > 0 && !after_comma_) {
      if (peek() != ',') {
        fail(object ? "expected , or } after a member" : "expected , or ] after an item");
        return;
      }
      ++at;
      after_comma_ = true;
      return;
    }
    after_comma_ = false;
    ++nodes_[node].count;
    if (object && !key()) return;
    value();
  }

  bool key() {
    skip_space();
    if (peek() != '"') return fail("expected a member's name in double quotes");
    if (!string()) return false;
    skip_space();
    if (peek() != ':') return fail("expected : after a member's name");
    ++at;
    return true;
  }

  void end_container(std::uint32_t node) {
    ++at;
    close(node);
    open_.pop_back();
    if (nodes_[node].kind == JsonKind::Object && nodes_[node].count > 1) check_keys(node);
  }

  // No name twice: sorts the names, so that an object of a million members costs no more than n log
  // n.
  void check_keys(std::uint32_t node) {
    keys_.clear();
    for (std::uint32_t child = node + 1; child < nodes_[node].next;
         child = nodes_[child + 1].next) {
      const std::string_view raw =
          text_.substr(nodes_[child].begin, nodes_[child].end - nodes_[child].begin);
      if (raw.find('\\') != std::string_view::npos) {
        check_keys_decoded(node);
        return;
      }
      keys_.push_back(raw);
    }
    std::sort(keys_.begin(), keys_.end());
    const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
    if (twice != keys_.end())
      twice_at(static_cast<std::size_t>(std::max(twice[0].data(), twice[1].data()) - text_.data()));
  }

  void check_keys_decoded(std::uint32_t node) {
    std::vector<std::pair<std::string, std::size_t>> keys;
    for (std::uint32_t child = node + 1; child < nodes_[node].next;
         child = nodes_[child + 1].next) {
      const std::size_t begin = nodes_[child].begin;
      keys.emplace_back(decode_string(text_.substr(begin, nodes_[child].end - begin)), begin);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (keys[i].first == keys[i - 1].first) return twice_at(keys[i].second);
    }
  }

  void twice_at(std::size_t where) {
    refuse(where, ErrorCode::Syntax, "this name appears twice in one object; keep one of the two");
  }

  std::string_view text_;
  std::vector<JsonNode>& nodes_;
  std::vector<std::uint32_t> open_;
  std::vector<std::string_view> keys_;
  bool after_comma_ = false;
};

}  // namespace

const JsonNode& JsonValue::node() const noexcept { return document_->nodes()[node_]; }

JsonKind JsonValue::kind() const noexcept { return node().kind; }

std::uint32_t JsonValue::count() const noexcept { return present() ? node().count : 0; }

std::uint32_t JsonValue::offset() const noexcept { return node().begin; }

std::string_view JsonValue::raw() const noexcept {
  return document_->text().substr(node().begin, node().end - node().begin);
}

JsonValue JsonValue::first() const noexcept {
  if (!present() || node().next == node_ + 1) return {};
  JsonValue child(*document_, node_ + 1);
  child.parent_end_ = node().next;
  return child;
}

JsonValue JsonValue::next() const noexcept {
  if (!present() || node().next >= parent_end_) return {};
  JsonValue sibling(*document_, node().next);
  sibling.parent_end_ = parent_end_;
  return sibling;
}

JsonValue JsonValue::find(std::string_view key) const {
  if (!present() || kind() != JsonKind::Object) return {};
  for (JsonValue name = first(); name.present(); name = name.next().next()) {
    if (same_string(name.raw(), key)) return name.next();
  }
  return {};
}

bool JsonValue::integer(std::int64_t& out) const noexcept {
  if (!present() || kind() != JsonKind::Number) return false;
  const std::optional<std::int64_t> value = parse_int64(raw());
  if (value) out = *value;
  return value.has_value();
}

std::string JsonValue::string() const {
  return present() && kind() == JsonKind::String ? decode_string(raw()) : std::string();
}

Error JsonDocument::error_at(std::uint32_t offset, ErrorCode code, std::string message) const {
  Error error{code, std::move(message), file_, 1, 1, offset};
  for (std::size_t i = first_byte(text_); i < offset && i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      ++error.line;
      error.column = 1;
    } else if ((static_cast<unsigned char>(text_[i]) & 0xC0u) != 0x80u) {
      ++error.column;
    }
  }
  return error;
}

Result<JsonDocument> parse_json(std::string text, std::string_view file) {
  JsonDocument document;
  document.text_ = std::move(text);
  document.file_ = file;
  if (document.text_.size() >= 0xFFFFFFFFu) {
    return document.error_at(0, ErrorCode::Unsupported, "4 GiB or more of JSON; split the file");
  }
  Parser parser(document.text_, document.nodes_);
  parser.at = first_byte(document.text_);
  parser.run();
  if (parser.fault != nullptr)
    return document.error_at(static_cast<std::uint32_t>(parser.at), parser.code, parser.fault);
  return document;
}

void write_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out.push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const std::size_t length = utf8_length(text, at);
    if (length != 1) {
      out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(at, length);
      at += length == 0 ? 1 : length;
      continue;
    }
    ++at;
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += "\\u00";
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

}  // namespace playset
