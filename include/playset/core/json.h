// playset/core/json.h - parse_json: a strict JSON reader that remembers where each value stands;
// JsonWriter: text out.
//
// For loaders that must name the line of a mistake and keep text they do not know (unknown fields
// survive a round trip). RFC 8259 to the letter: no comments, no trailing commas, valid UTF-8, no
// key twice in one object.
// Units   offsets in bytes; line and column count from 1, columns in characters.
// Cost    one pass, no recursion; at most 10 bytes of nodes per byte of text, besides the text
//         itself.
// Threads const use from any thread.
// Ref     RFC 8259
// See     tests/core/json_test.cpp, scaffold/scaffold_text.h
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/core/text_number.h"

namespace playset {

enum class JsonKind : std::uint8_t { Null, False, True, Number, String, Array, Object };

// One value; children follow their parent in `nodes`. An object's children alternate key, value.
struct JsonNode {
  JsonKind kind = JsonKind::Null;
  std::uint32_t begin = 0;  // byte range in the text, quotes and brackets included
  std::uint32_t end = 0;
  std::uint32_t next = 0;   // index of the node after this one and all below it
  std::uint32_t count = 0;  // items of an array, members of an object
};

inline constexpr std::uint32_t kJsonDepth = 64;  // deeper nesting is refused

class JsonDocument;

// A value of a document; valid while the document lives. A default one is absent.
class PLAYSET_API JsonValue {
 public:
  JsonValue() = default;
  JsonValue(const JsonDocument& document, std::uint32_t node) : document_(&document), node_(node) {}

  [[nodiscard]] bool present() const noexcept { return document_ != nullptr; }
  [[nodiscard]] JsonKind kind() const noexcept;         // requires present()
  [[nodiscard]] std::uint32_t count() const noexcept;   // items or members, else 0
  [[nodiscard]] std::uint32_t offset() const noexcept;  // of its first byte
  [[nodiscard]] std::string_view raw() const noexcept;  // as written

  // Children in order; absent after the last. In an object keys and values take turns.
  [[nodiscard]] JsonValue first() const noexcept;
  [[nodiscard]] JsonValue next() const noexcept;  // the next child of the same parent

  // The member called `key`, or absent; also absent where this is no object. Cost: one pass over
  // the members.
  [[nodiscard]] JsonValue find(std::string_view key) const;

  // True where this is a number without fraction or exponent that fits.
  [[nodiscard]] bool integer(std::int64_t& out) const noexcept;

  // The string's characters with escapes decoded; "" where this is no string.
  [[nodiscard]] std::string string() const;

 private:
  [[nodiscard]] const JsonNode& node() const noexcept;
  const JsonDocument* document_ = nullptr;
  std::uint32_t node_ = 0;
  std::uint32_t parent_end_ = 0;  // node index where the siblings end
};

// A parsed text with its nodes; node 0 is the root.
class PLAYSET_API JsonDocument {
 public:
  [[nodiscard]] JsonValue root() const noexcept { return {*this, 0}; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<JsonNode>& nodes() const noexcept { return nodes_; }

  // An Error that points at a byte of the text.
  [[nodiscard]] Error error_at(std::uint32_t offset, ErrorCode code, std::string message) const;

 private:
  friend PLAYSET_API Result<JsonDocument> parse_json(std::string text, std::string_view file);
  std::string text_;
  std::string file_;
  std::vector<JsonNode> nodes_;
};

// Reads one JSON value and nothing after it; a UTF-8 byte order mark may stand before it. `file` is
// for messages only. Fails with Syntax,
// Truncated or Unsupported (4 GiB or more, deeper than kJsonDepth) at the first fault.
[[nodiscard]] PLAYSET_API Result<JsonDocument> parse_json(std::string text,
                                                          std::string_view file = {});

// Appends `text` as a JSON string: quotes and control characters escaped, bytes that are not UTF-8
// become U+FFFD.
PLAYSET_API void write_json_string(std::string& out, std::string_view text);

// Appends JSON to a text, on one line, and sets the commas. Requires calls in an order that makes
// sense: a key before each value of an object, and every begin ended.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(&out) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name) {
    comma();
    write_json_string(*out_, name);
    out_->push_back(':');
    comma_ = false;
    return *this;
  }
  JsonWriter& string(std::string_view text) {
    comma();
    write_json_string(*out_, text);
    return *this;
  }
  JsonWriter& integer(std::int64_t value) { return raw(number_text(value)); }
  JsonWriter& number(double value) {
    return raw(number_text(value));
  }  // requires a finite one; the shortest digits
  JsonWriter& number(float value) { return raw(number_text(value)); }
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& raw(
      std::string_view
          json) {  // a value that is JSON already, or members of an object; "" is nothing
    if (json.empty()) return *this;
    comma();
    out_->append(json);
    return *this;
  }

 private:
  void comma() {
    if (comma_) out_->push_back(',');
    comma_ = true;
  }
  JsonWriter& open(char bracket) {
    comma();
    out_->push_back(bracket);
    comma_ = false;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_->push_back(bracket);
    comma_ = true;
    return *this;
  }
  std::string* out_;
  bool comma_ = false;
};

}  // namespace playset
