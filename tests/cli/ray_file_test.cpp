// Ray files: both forms, levels, and mistakes named with their place.
#include "cli/ray_file.h"

#include <doctest/doctest.h>

using namespace playset;

namespace {

const char* const kTwoLevels = R"({"rays": [
  {"level": "a.rdl", "origin": [1, 2, 3], "dir": [0, 0, 1], "start": 4},
  {"level": "b.rdl", "origin": [0, 0, 0], "dir": [1, 0, 0]},
  {"from": [1, 1, 1], "to": [3, 1, 0.5]}]})";

}  // namespace

TEST_CASE(
    "ray file: rays of the level asked for and of none are kept, with their place in the file") {
  const Result<RayFile> file = parse_rays(kTwoLevels, "r.json", "A.RDL");
  REQUIRE(file.ok());
  CHECK(file->skipped == 1);
  REQUIRE(file->rays.size() == 2);
  CHECK(file->rays[0].index == 0);
  CHECK(file->rays[0].endless);
  CHECK(file->rays[0].start == 4);
  CHECK(file->rays[0].origin == glm::dvec3(1, 2, 3));
  CHECK(file->rays[1].index == 2);
  CHECK(!file->rays[1].endless);
  CHECK(file->rays[1].start == -1);
  CHECK(file->rays[1].direction == glm::dvec3(2, 0, -0.5));
}

TEST_CASE("ray file: a plain list is a ray file too") {
  const Result<RayFile> file =
      parse_rays(R"([{"origin": [0, 0, 0], "dir": [1e-3, 0, 0], "start": null}])", "r.json", "x");
  REQUIRE(file.ok());
  REQUIRE(file->rays.size() == 1);
  CHECK(file->rays[0].direction.x == 0.001);
  CHECK(parse_rays("[]", "r.json", "x").ok());
}

TEST_CASE("ray file: rays of other levels only are refused with the names there are") {
  const Result<RayFile> file = parse_rays(
      R"([{"level": "b.rdl", "origin": [0, 0, 0], "dir": [1, 0, 0]}])", "r.json", "c.rdl");
  REQUIRE(!file.ok());
  CHECK(file.error().code == ErrorCode::Usage);
  CHECK(file.error().message.find("b.rdl") != std::string::npos);
}

TEST_CASE("ray file: mistakes are refused with their line") {
  struct Mistake {
    const char* text;
    std::uint32_t line;
  };
  for (const Mistake& mistake :
       {Mistake{"[\n1]", 2}, Mistake{"[{\"origin\": [0,0], \"dir\": [1,0,0]}]", 1},
        Mistake{"[\n\n{\"origin\": [0,0,0]}]", 3}, Mistake{"{\"rays\": 3}", 1}, Mistake{"[1, ", 1},
        Mistake{"[{\"from\": [0,0,0], \"to\": \"x\"}]", 1},
        Mistake{"[{\"origin\": [0,0,1e999], \"dir\": [1,0,0]}]", 1},
        Mistake{"[{\"origin\": [0,0,0], \"dir\": [1,0,0], \"start\": 1.5}]", 1}}) {
    CAPTURE(mistake.text);
    const Result<RayFile> file = parse_rays(mistake.text, "r.json", "x");
    REQUIRE(!file.ok());
    CHECK(file.error().file == "r.json");
    CHECK(file.error().line == mistake.line);
  }
}

TEST_CASE("ray file: every prefix and every flipped byte of a good file is read or refused") {
  const std::string text = kTwoLevels;
  for (std::size_t i = 0; i < text.size(); ++i) {
    (void)parse_rays(text.substr(0, i), "r.json", "a.rdl");
    for (const int flip : {1, 32, 128, 255}) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      (void)parse_rays(changed, "r.json", "a.rdl");
    }
  }
  CHECK(!parse_rays(text.substr(0, text.size() - 1), "r.json", "a.rdl").ok());
}
