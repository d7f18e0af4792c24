// The JSON reader: legal texts, exact places of mistakes, and hostile bytes.
#include "playset/core/json.h"

#include <doctest/doctest.h>

#include "playset/core/rng.h"

using namespace playset;

namespace {

// "line:column code" of a refused text, or "ok".
std::string verdict(const std::string& text) {
  const Result<JsonDocument> parsed = parse_json(text, "x.json");
  if (parsed.ok()) return "ok";
  const Error& error = parsed.error();
  return std::to_string(error.line) + ":" + std::to_string(error.column) + " " +
         error_code_name(error.code);
}

}  // namespace

TEST_CASE("json: values, members and items come out as written") {
  const Result<JsonDocument> parsed =
      parse_json(R"( {"a": [1, -20, 3.5e2], "b" : {"c":null}, "d":true, "":false} )");
  REQUIRE(parsed.ok());
  const JsonValue root = parsed->root();
  CHECK(root.count() == 4);
  const JsonValue list = root.find("a");
  REQUIRE(list.present());
  CHECK(list.count() == 3);
  std::int64_t number = 0;
  CHECK(list.first().integer(number));
  CHECK(number == 1);
  CHECK(list.first().next().integer(number));
  CHECK(number == -20);
  const JsonValue third = list.first().next().next();
  CHECK_FALSE(third.integer(number));
  CHECK(third.raw() == "3.5e2");
  CHECK_FALSE(third.next().present());
  CHECK(root.find("b").raw() == R"({"c":null})");
  CHECK(root.find("b").find("c").kind() == JsonKind::Null);
  CHECK(root.find("d").kind() == JsonKind::True);
  CHECK(root.find("").kind() == JsonKind::False);
  CHECK_FALSE(root.find("z").present());
  CHECK_FALSE(list.find("a").present());
}

TEST_CASE("json: integers beyond 64 bits are not integers, and empty containers have no children") {
  const Result<JsonDocument> parsed =
      parse_json("[9223372036854775807, 9223372036854775808, 1.0, [], {}]");
  REQUIRE(parsed.ok());
  std::int64_t number = 0;
  JsonValue item = parsed->root().first();
  CHECK(item.integer(number));
  CHECK(number == 9223372036854775807);
  item = item.next();
  CHECK_FALSE(item.integer(number));
  item = item.next();
  CHECK_FALSE(item.integer(number));
  item = item.next();
  CHECK(item.count() == 0);
  CHECK_FALSE(item.first().present());
  item = item.next();
  CHECK_FALSE(item.first().present());
  CHECK_FALSE(item.next().present());
}

TEST_CASE("json: strings decode escapes and survive writing") {
  const Result<JsonDocument> parsed =
      parse_json(R"(["a\"\\\/\b\f\n\r\tz", "\u00e9\u20ac\ud83d\ude00", "\ud83dx"])");
  REQUIRE(parsed.ok());
  const JsonValue first = parsed->root().first();
  CHECK(first.string() == "a\"\\/\b\f\n\r\tz");
  CHECK(first.next().string() == "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(first.next().next().string() == "\xEF\xBF\xBDx");
  std::string out;
  write_json_string(out, first.string());
  const Result<JsonDocument> again = parse_json(out);
  REQUIRE(again.ok());
  CHECK(again->root().string() == first.string());
  std::string broken;
  write_json_string(broken, "a\xFFz\x01");
  CHECK(broken == "\"a\xEF\xBF\xBDz\\u0001\"");
}

TEST_CASE("json: the writer sets the commas, and what it wrote parses") {
  std::string out;
  JsonWriter json(out);
  json.begin_object()
      .key("a")
      .begin_array()
      .integer(1)
      .integer(-2)
      .begin_object()
      .end_object()
      .end_array();
  json.key("b\"")
      .string("x\n")
      .key("c")
      .boolean(true)
      .raw("")
      .raw("\"d\":null")
      .key("e")
      .begin_array()
      .end_array()
      .end_object();
  CHECK(out == R"({"a":[1,-2,{}],"b\"":"x\n","c":true,"d":null,"e":[]})");
  CHECK(verdict(out) == "ok");
}

TEST_CASE("json: a byte order mark is passed over and moves no column") {
  const Result<JsonDocument> good = parse_json("\xEF\xBB\xBF[1]", "a.json");
  REQUIRE(good.ok());
  CHECK(good->root().kind() == JsonKind::Array);
  const Result<JsonDocument> bad = parse_json("\xEF\xBB\xBF[x]", "a.json");
  REQUIRE(!bad.ok());
  CHECK(bad.error().line == 1);
  CHECK(bad.error().column == 2);
}

TEST_CASE("json: mistakes are named with line and column") {
  CHECK(verdict("") == "1:1 truncated");
  CHECK(verdict("{\"a\": 1,\n \"b\": tru }") == "2:10 syntax");
  CHECK(verdict("[1,\n2,]") == "2:3 syntax");
  CHECK(verdict("[1 2]") == "1:4 syntax");
  CHECK(verdict("{a:1}") == "1:2 syntax");
  CHECK(verdict("{\"a\" 1}") == "1:6 syntax");
  CHECK(verdict("[01]") == "1:3 syntax");
  CHECK(verdict("[1.]") == "1:4 syntax");
  CHECK(verdict("[-]") == "1:3 syntax");
  CHECK(verdict("[+1]") == "1:2 syntax");
  CHECK(verdict("1 1") == "1:3 syntax");
  CHECK(verdict("{\"\xC3\xA9\": \"\x80\"}") == "1:8 syntax");
  CHECK(verdict("[\"\xC0\x80\"]") == "1:3 syntax");
  CHECK(verdict("[\"\xED\xA0\x80\"]") == "1:3 syntax");
  CHECK(verdict("[\"a\tb\"]") == "1:4 syntax");
  CHECK(verdict("[\"\\x\"]") == "1:4 syntax");
  CHECK(verdict("[\"\\u12g4\"]") == "1:7 syntax");
  CHECK(verdict(std::string("[\"a\0\"]", 6)) == "1:4 syntax");
}

TEST_CASE("json: a name twice in one object is refused, however it is escaped") {
  CHECK(verdict(R"({"a":1,"b":2,"a":3})") == "1:14 syntax");
  CHECK(verdict(R"({"a":1,"\u0061":3})") == "1:8 syntax");
  CHECK(verdict(R"({"a":{"a":1},"b":{"a":1}})") == "ok");
}

TEST_CASE("json: nesting is bounded") {
  CHECK(verdict(std::string(64, '[') + std::string(64, ']')) == "ok");
  CHECK(verdict(std::string(65, '[') + std::string(65, ']')) == "1:65 unsupported");
  CHECK(verdict(std::string(1'000'000, '[')) == "1:65 unsupported");
}

TEST_CASE(
    "json: every prefix is refused as cut short, every changed byte is read or refused without "
    "harm") {
  const std::string good = R"({"list":[1,-2.5e+3,true,false,null,"\u00e9\n"],"o":{"k":{}},"e":[]})";
  for (std::size_t size = 0; size < good.size(); ++size) {
    const Result<JsonDocument> parsed = parse_json(good.substr(0, size));
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::Truncated);
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string bad = good;
      bad[at] = static_cast<char>(static_cast<unsigned char>(byte));
      const Result<JsonDocument> parsed = parse_json(bad);
      if (!parsed.ok()) {
        CHECK(parsed.error().offset <= bad.size());
      } else {
        CHECK(parsed->nodes()[0].end == bad.size());
      }
    }
  }
}

TEST_CASE("json: 200,000 members cost n log n, not n squared") {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) {
    text += (i > 0 ? ",\"" : "\"");
    text += std::to_string(i);
    text += "\":0";
  }
  text += "}";
  const Result<JsonDocument> parsed = parse_json(text);
  REQUIRE(parsed.ok());
  CHECK(parsed->root().count() == 200'000);
}
