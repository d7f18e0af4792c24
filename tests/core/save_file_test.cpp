// Files are whole or not at all, whoever else writes them.
#include "playset/core/save_file.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/support.h"

using namespace playset;
using playset::test::read_file_text;
using playset::test::temporary_path;

namespace {

Result<Done> save_text(const std::string& path, const std::string& text) {
  return save_file(path, std::as_bytes(std::span(text)));
}

bool exists(const std::string& path) { return std::ifstream(path).good(); }

}  // namespace

TEST_CASE("save file: what was there is replaced, and nothing is left beside it") {
  const std::string path = temporary_path("saved.bin");
  REQUIRE(save_text(path, std::string("long\0er", 7)).ok());
  REQUIRE(save_text(path, "new").ok());
  CHECK(read_file_text(path) == "new");
  REQUIRE(save_text(path, "").ok());
  CHECK(read_file_text(path).empty());
  CHECK(!exists(path + ".tmp"));
}

TEST_CASE("save file: a temporary file that somebody else has is not touched") {
  const std::string path = temporary_path("taken.bin");
  std::ofstream(path + ".tmp") << "theirs";
  REQUIRE(save_text(path, "ours").ok());
  CHECK(read_file_text(path) == "ours");
  CHECK(read_file_text(path + ".tmp") == "theirs");
  CHECK(!exists(path + ".tmp2"));
  std::remove((path + ".tmp").c_str());
}

TEST_CASE("save file: failures name the file and the reason, and leave nothing behind") {
  const std::string nowhere = temporary_path("no such folder/x.bin");
  const Result<Done> failed = save_text(nowhere, "x");
  REQUIRE(!failed.ok());
  CHECK(failed.error().code == ErrorCode::Io);
  CHECK(failed.error().text().find(nowhere + ": cannot write it: ") == 0);
  const std::string folder = temporary_path("");  // its name is taken by a folder
  REQUIRE(!save_text(folder.substr(0, folder.find_last_not_of('/') + 1), "x").ok());
  CHECK(!exists(folder.substr(0, folder.find_last_not_of('/') + 1) + ".tmp"));
}

TEST_CASE("save file: of two that save one file at once, each reader sees one of them whole") {
  const std::string path = temporary_path("raced.bin");
  const std::string a(300000, 'a'), b(200000, 'b');
  REQUIRE(save_text(path, a).ok());
  bool saved[2] = {true, true};
  const auto save_often = [&](int who, const std::string& text) {
    for (int i = 0; i < 20; ++i) saved[who] = save_text(path, text).ok() && saved[who];
  };
  std::thread one([&] { save_often(0, a); }), two([&] { save_often(1, b); });
  int mixed = 0;
  for (int i = 0; i < 50; ++i) {
    const std::string seen = read_file_text(path);
    mixed += seen != a && seen != b;
  }
  one.join();
  two.join();
  CHECK(mixed == 0);
  CHECK(saved[0]);
  CHECK(saved[1]);
}
