// The scaffold file: round trips, kept members, exact places of mistakes, hostile bytes.
#include "playset/scaffold/scaffold_text.h"

#include <doctest/doctest.h>

using namespace playset;

namespace {

// A file with every kind of record and every member.
const std::string kSmall =
    R"({"format":"playset scaffold","version":1,"unit":"1/1024 m","name":"Tiny",
"materials":[
{"key":"floor","role":"floor","color":"#336699","finish":"matt"},
{"key":"wall","color":"#808080"},
null],
"kits":[
{"key":"pipes"},
null],
"doors":[
{"key":"airlock","closed":true,"needs":"red"},
null],
"triggers":[
{"key":"alarm","kind":"sound","special":7,"doors":["airlock"],"targets":[3,-4]},
null],
"layers":[
{"key":"detail","hidden":true,"colour":3},
{"key":"walls","locked":true},
null],
"groups":[
{"id":"00000001.18","name":"a hall","prefab":"hall","axes":[-3,2,1],"at":[1,2,3],"by":"ann"},
{"id":"00000001.19"},
null],
"vertices":[
{"id":"00000001.1","at":[0,1024,0]},
{"id":"00000001.2","at":[0,0,0]},
{"id":"00000001.3","at":[1024,0,0]},
{"id":"00000001.4","at":[1024,1024,0]},
{"id":"00000001.5","at":[0,1024,1024]},
{"id":"00000001.6","at":[0,0,1024]},
{"id":"00000001.7","at":[1024,0,1024]},
{"id":"00000001.8","at":[1024,1024,1024]},
{"id":"00000001.9","at":[0,1024,2048]},
{"id":"00000001.10","at":[0,0,2048]},
{"id":"00000001.11","at":[1024,0,2048]},
{"id":"00000001.12","at":[1024,1024,2048]},
null],
"cubs":[
{"id":"00000001.13","corners":["00000001.1","00000001.2","00000001.3","00000001.4","00000001.5","00000001.6","00000001.7","00000001.8"],"sides":[{"material":"wall","kit":"pipes","trigger":"alarm","uv":[1,-2,512,-1024,90000],"flags":3},{},{},{"material":"floor","sheen":[1,{"a":" b "}]},{},{}],"tags":["secret","warm"],"trigger":"alarm","flags":4294967295,"layer":"detail","group":"00000001.18","member":7,"owner":"ann"},
{"id":"00000001.14","corners":["00000001.5","00000001.6","00000001.7","00000001.8","00000001.9","00000001.10","00000001.11","00000001.12"],"sides":[{},{},{},{},{},{}]},
null],
"windows":[
{"id":"00000001.15","sides":["00000001.13/4","00000001.14/5"],"door":"airlock"},
null],
"spawns":[
{"id":"00000001.16","kind":"player_start","type":1,"at":[512,0,512],"yaw":90000,"cub":"00000001.13"},
null],
"props":[
{"id":"00000001.17","model":"crate","at":[100,0,100],"turn":[45000,0,0],"scale":1500,"cub":"00000001.14"},
null],
"thumbnail":{"png": [1, 2]}
}
)";

// The same with the empty lines that the writer puts between records.
std::string spaced(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out.push_back(text[i]);
    if (text[i] == '\n' && i > 0 &&
        (text[i - 1] == '[' || text[i + 1] == '{' || text[i + 1] == 'n')) {
      out.push_back('\n');
    }
  }
  return out;
}

std::string changed(std::string_view from, std::string_view to) {
  std::string text = kSmall;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// "line:column code: message" of a refused text, or "ok".
std::string verdict(const std::string& text) {
  const Result<Scaffold> parsed = parse_scaffold(text, "t");
  return parsed.ok() ? "ok" : parsed.error().text();
}

}  // namespace

TEST_CASE("scaffold text: every member arrives in the model") {
  const Result<Scaffold> parsed = parse_scaffold(kSmall);
  REQUIRE_MESSAGE(parsed.ok(), verdict(kSmall));
  const Scaffold& s = *parsed;
  CHECK(s.name == "Tiny");
  CHECK(find_record(s.materials, key_id("floor"))->color == 0x336699);
  CHECK(find_record(s.doors, key_id("airlock"))->needs == "red");
  CHECK(s.triggers[0].doors == std::vector<ScaffoldId>{key_id("airlock")});
  CHECK(s.triggers[0].targets == std::vector<std::int32_t>{3, -4});
  CHECK(s.vertices.size() == 12);
  CHECK(s.vertices[3].at == GridPoint(1024, 1024, 0));
  const ScaffoldSide& side = s.cubs[0].sides[0];
  CHECK(side.material == key_id("wall"));
  CHECK(side.kit == key_id("pipes"));
  CHECK(side.trigger == key_id("alarm"));
  CHECK(side.uv == UvFrame{1, -2, 512, -1024, 90000});
  CHECK(side.flags == 3);
  CHECK(s.cubs[0].tags == std::vector<std::string>{"secret", "warm"});
  CHECK(s.cubs[0].flags == 0xFFFFFFFFu);
  CHECK(s.cubs[0].extra == R"("owner":"ann")");
  CHECK(s.cubs[0].sides[3].extra == R"("sheen":[1,{"a":" b "}])");
  CHECK(s.cubs[0].layer == key_id("detail"));
  CHECK(s.cubs[0].group == s.groups[0].id);
  CHECK(s.cubs[0].member == 7);
  CHECK(find_record(s.layers, key_id("detail"))->hidden);
  CHECK(find_record(s.layers, key_id("walls"))->locked);
  CHECK(s.groups[0].name == "a hall");
  CHECK(s.groups[0].prefab == "hall");
  CHECK(s.groups[0].axes == std::array<std::int32_t, 3>{-3, 2, 1});
  CHECK(s.groups[0].at == GridPoint(1, 2, 3));
  CHECK(s.groups[0].extra == R"("by":"ann")");
  CHECK(s.windows[0].sides[1] == SideRef{s.cubs[1].id, 5});
  CHECK(s.windows[0].door == key_id("airlock"));
  CHECK(s.spawns[0].yaw == 90000);
  CHECK(s.props[0].scale == 1500);
  CHECK(s.props[0].turn[0] == 45000);
}

TEST_CASE("scaffold text: load and save gives the same bytes, unknown members and all") {
  const Result<Scaffold> parsed = parse_scaffold(kSmall);
  REQUIRE(parsed.ok());
  CHECK(write_scaffold(*parsed) == spaced(kSmall));
  const Result<Scaffold> again = parse_scaffold(spaced(kSmall));
  REQUIRE(again.ok());
  CHECK(write_scaffold(*again) == spaced(kSmall));
}

TEST_CASE(
    "scaffold text: lines in another order, as a union merge leaves them, load and are sorted on "
    "saving") {
  const std::string line = "{\"id\":\"00000001.2\",\"at\":[0,0,0]},\n";
  std::string text = changed(line, "");
  const std::size_t at = text.find("{\"id\":\"00000001.1\"");
  text.insert(at, line);
  CHECK(text != kSmall);
  const Result<Scaffold> parsed = parse_scaffold(text);
  REQUIRE(parsed.ok());
  CHECK(write_scaffold(*parsed) == spaced(kSmall));
}

TEST_CASE("scaffold text: white space and missing optional lists do not matter") {
  const Result<Scaffold> parsed =
      parse_scaffold("{ \"version\" : 1 , \"format\":\"playset scaffold\" }");
  REQUIRE(parsed.ok());
  CHECK(parsed->cubs.empty());
  const std::string written = write_scaffold(*parsed);
  const Result<Scaffold> again = parse_scaffold(written);
  REQUIRE(again.ok());
  CHECK(write_scaffold(*again) == written);
}

TEST_CASE("scaffold text: mistakes are named with line, column, what and what to do") {
  CHECK(verdict("[]") == "t:1:1: a scaffold file is a JSON object; this is not one");
  CHECK(verdict("{}") == "t:1:1: not a scaffold file: \"format\" must be \"playset scaffold\"");
  CHECK(verdict(changed("\"version\":1", "\"version\":2")) ==
        "t:1:40: saved by a newer version (format 2, this reads up to 1); update playset");
  CHECK(verdict(changed("\"version\":1", "\"version\":0")) ==
        "t:1:1: \"version\" must be a whole number from 1");
  CHECK(verdict(changed("1/1024 m", "1 mm")) == "t:1:49: \"unit\" must be \"1/1024 m\"");
  CHECK(verdict(changed("[0,0,2048]", "[0,0,2048.5]")) ==
        "t:33:31: \"at\", in grid steps of 1/1024 m, must be a whole number");
  CHECK(verdict(changed("[0,0,2048]", "[0,0]")) ==
        "t:33:26: \"at\", in grid steps of 1/1024 m, must be a list of 3 whole numbers");
  CHECK(verdict(changed("[0,0,2048]", "[0,0,16777217]")) ==
        "t:33:31: \"at\", in grid steps of 1/1024 m, must lie between -16777216 and 16777216");
  CHECK(verdict(changed("{\"id\":\"00000001.2\"", "{\"id\":\"00000001.1\"")) ==
        "t:25:1: 00000001.1 appears twice, first in line 24; keep one of the two");
  CHECK(verdict(changed("\"key\":\"wall\"", "\"key\":\"floor\"")) ==
        "t:4:1: floor appears twice, first in line 3; keep one of the two");
  CHECK(verdict(changed("{\"material\":\"wall\"", "{\"material\":\"well\"")) ==
        "t:38:158: there is no material \"well\" in this file; add it or remove what names it");
  CHECK(verdict(changed("\"corners\":[\"00000001.1\"", "\"corners\":[\"00000001.99\"")) ==
        "t:38:32: there is no vertex \"00000001.99\" in this file; add it or remove what names it");
  CHECK(verdict(changed("00000001.14/5", "00000001.24/5")) ==
        "t:42:46: there is no cub of side \"00000001.24/5\" in this file; add it or remove what "
        "names it");
  CHECK(verdict(changed("00000001.14/5", "00000001.14/6")) ==
        "t:42:46: not a side; sides look like \"k3f9x2ab.17/3\", 0 to 5");
  CHECK(verdict(changed("00000001.14/5", "00000001.13/4")) ==
        "t:42:29: a window joins two sides; these are the same one");
  CHECK(verdict(changed("\"kind\":\"player_start\",", "")) == "t:45:1: this record lacks \"kind\"");
  CHECK(verdict(changed("\"closed\":true", "\"closed\":1")) ==
        "t:10:27: \"closed\" must be true or false");
  CHECK(verdict(changed("#336699", "#33669Z")) == "t:3:39: \"color\" must look like \"#80c0ff\"");
  CHECK(verdict(changed("512,-1024,90000", "0,-1024,90000")) ==
        "t:38:202: \"uv\": the third and fourth number, the repeats, must not be 0");
  CHECK(verdict(changed("\"scale\":1500", "\"scale\":0")) == "t:48:81: \"scale\" must be above 0");
  CHECK(verdict(changed("\"key\":\"pipes\"", "\"key\":\"\"")) ==
        "t:7:8: \"key\" must not be empty");
  CHECK(verdict(changed("null],\n\"kits\"", "null,null],\n\"kits\"")) ==
        "t:5:1: expected a record in { }, or null at the end of the list");
  CHECK(verdict(changed("\"kits\":[", "\"kits\":[,")) == "t:6:9: expected a value");
}

TEST_CASE(
    "scaffold text: every prefix is refused, every changed byte is read or refused without harm") {
  for (std::size_t size = 0; size + 1 < kSmall.size(); ++size)
    REQUIRE_FALSE(parse_scaffold(kSmall.substr(0, size)).ok());
  int refused = 0;
  for (std::size_t at = 0; at < kSmall.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = kSmall;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ (1u << bit));
      const Result<Scaffold> parsed = parse_scaffold(bad);
      if (!parsed.ok()) {
        ++refused;
        continue;
      }
      const std::string written = write_scaffold(*parsed);
      const Result<Scaffold> again = parse_scaffold(written);
      REQUIRE(again.ok());
      REQUIRE(write_scaffold(*again) == written);
    }
  }
  CHECK(refused > 10'000);
}

TEST_CASE("scaffold text: gates are kept, and left out where there are none") {
  const std::string text = R"({"format":"playset scaffold","version":1,
"vertices":[{"id":"00000001.1","at":[0,0,0]}],
"cubs":[{"id":"00000001.2","corners":["00000001.1","00000001.1","00000001.1","00000001.1","00000001.1","00000001.1","00000001.1","00000001.1"],"sides":[{"gate":true},{"gate":false},{},{},{},{}]}]})";
  const Result<Scaffold> level = parse_scaffold(text);
  REQUIRE_MESSAGE(level.ok(), level.error().text());
  CHECK(level->cubs[0].sides[0].gate);
  CHECK(!level->cubs[0].sides[1].gate);
  const std::string written = write_scaffold(*level);
  CHECK(written.find("[{\"gate\":true},{},{}") != std::string::npos);
  CHECK(write_scaffold(*parse_scaffold(written)) == written);
  CHECK(
      !parse_scaffold(text.substr(0, text.find("true")) + "1" + text.substr(text.find("true") + 4))
           .ok());
}
