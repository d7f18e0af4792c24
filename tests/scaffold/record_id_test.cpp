// Ids and lookup: written and read back, sorted lists, keys.
#include "playset/scaffold/record_id.h"

#include <doctest/doctest.h>

#include "playset/scaffold/scaffold.h"

using namespace playset;

TEST_CASE(
    "record id: ids are written as session and number, and read back; anything else is no id") {
  for (const ScaffoldId id :
       {ScaffoldId{1}, ScaffoldId{1} << 24, ScaffoldId{0x123456789ABCDEF0}, ~ScaffoldId{0}}) {
    CHECK(parse_id(id_text(id)) == id);
  }
  CHECK(id_text(~ScaffoldId{0}) == "zzzzzzzz.16777215");
  CHECK(side_text({(ScaffoldId{1} << 24) + 7, 3}) == "00000001.7/3");
  for (const char* bad : {"", "1", "00000000.0", "0000001.7", "00000001.", "00000001.07",
                          "00000001.16777216", "00000001.-1", "0000000i.1", "0000000A.1",
                          "00000001.7 ", "00000001.99999999999999999999"}) {
    CAPTURE(bad);
    CHECK(parse_id(bad) == kNoId);
  }
}

TEST_CASE("record id: lists stay sorted, and take an id once") {
  std::vector<ScaffoldVertex> list;
  for (const ScaffoldId id : {5u, 1u, 9u, 3u}) {
    ScaffoldVertex vertex;
    vertex.id = id;
    CHECK(add_record(list, vertex));
    CHECK_FALSE(add_record(list, vertex));
  }
  CHECK_FALSE(add_record(list, ScaffoldVertex{}));
  REQUIRE(list.size() == 4);
  CHECK(list[0].id == 1);
  CHECK(list[3].id == 9);
  CHECK(find_record(list, 3) == &list[1]);
  CHECK(find_record(list, 4) == nullptr);
  CHECK(key_id("floor") == key_id("floor"));
  CHECK(key_id("floor") != key_id("wall"));
}
