// Pools: both policies, stale handles, visits while items come and go, a slow model beside random
// use, no allocation.
#include "playset/core/pool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;

TEST_CASE("pool: a full pool that refuses says so and counts it") {
  Pool<int> pool(2);
  const auto a = pool.insert(10);
  const auto b = pool.insert(20);
  CHECK(pool.insert(30).is_null());
  CHECK(pool.counts().refused == 1);
  CHECK(*pool.find(a) == 10);
  CHECK(pool.erase(a));
  CHECK_FALSE(pool.erase(a));
  const auto c = pool.insert(40);
  CHECK(c.index == a.index);
  CHECK(pool.find(a) == nullptr);
  CHECK(*pool.find(b) == 20);
  CHECK(*pool.find(c) == 40);
  CHECK(pool.counts().live == 2);
  CHECK(pool.counts().most == 2);
}

TEST_CASE("pool: a full pool that replaces ends the oldest, whose handle goes stale") {
  Pool<int> pool(2, PoolPolicy::ReplaceOldest);
  const auto a = pool.insert(1);
  const auto b = pool.insert(2);
  const auto c = pool.insert(3);
  CHECK(pool.find(a) == nullptr);
  CHECK(*pool.find(b) == 2);
  CHECK(*pool.find(c) == 3);
  CHECK(pool.counts().replaced == 1);
  CHECK(pool.counts().refused == 0);
}

TEST_CASE("pool: null, foreign and empty") {
  Pool<int> none(0, PoolPolicy::ReplaceOldest);
  CHECK(none.insert(1).is_null());
  CHECK(none.counts().refused == 1);
  CHECK(none.find({}) == nullptr);
  CHECK(none.find({1000, 1}) == nullptr);
  Pool<int> pool(1);
  CHECK(pool.find({0, 0}) == nullptr);
  const auto a = pool.insert(5);
  pool.clear();
  CHECK(pool.counts().live == 0);
  CHECK(pool.find(a) == nullptr);
  CHECK_FALSE(pool.insert(6).is_null());
}

TEST_CASE("pool: what an erased slot held is let go") {
  Pool<std::shared_ptr<int>> pool(1);
  const auto owner = std::make_shared<int>(1);
  const auto id = pool.insert(owner);
  CHECK(owner.use_count() == 2);
  pool.erase(id);
  CHECK(owner.use_count() == 1);
}

TEST_CASE("pool: a visit may erase its own and other items and insert new ones") {
  Pool<int> pool(8);
  std::vector<Pool<int>::Id> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(pool.insert(i));
  std::vector<int> seen;
  pool.for_each([&](Pool<int>::Id id, int& value) {
    seen.push_back(value);
    if (value == 0) {
      pool.erase(id);
      pool.erase(ids[1]);
      pool.erase(ids[3]);
    }
    if (value == 4) pool.insert(7);
  });
  CHECK(seen == std::vector<int>{0, 2, 4, 7});
  std::vector<int> left;
  const Pool<int>& view = pool;
  view.for_each([&](Pool<int>::Id, const int& value) { left.push_back(value); });
  CHECK(left == std::vector<int>{2, 4, 7});
}

TEST_CASE("pool: 20,000 random operations agree with a plain list, without allocating") {
  struct Entry {
    Pool<std::uint32_t>::Id id;
    std::uint32_t value;
  };
  for (const PoolPolicy policy : {PoolPolicy::Refuse, PoolPolicy::ReplaceOldest}) {
    Rng rng(12, static_cast<std::uint64_t>(policy));
    Pool<std::uint32_t> pool(37, policy);
    std::vector<Entry> model;
    std::vector<Pool<std::uint32_t>::Id> dead;
    dead.reserve(20000);
    model.reserve(64);
    const test::AllocationScope scope;
    for (std::uint32_t step = 0; step < 20000; ++step) {
      if (rng.below(100) < 52 || model.empty()) {
        const auto id = pool.insert(step);
        if (policy == PoolPolicy::ReplaceOldest && model.size() == 37) {
          dead.push_back(model.front().id);
          model.erase(model.begin());
        }
        REQUIRE(id.is_null() == (policy == PoolPolicy::Refuse && model.size() == 37));
        if (id) model.push_back({id, step});
      } else {
        const std::size_t at = rng.below(static_cast<std::uint32_t>(model.size()));
        dead.push_back(model[at].id);
        REQUIRE(pool.erase(model[at].id));
        model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
      }
      REQUIRE(pool.counts().live == model.size());
      std::size_t at = 0;
      bool same = true;
      pool.for_each([&](Pool<std::uint32_t>::Id id, std::uint32_t value) {
        same = same && at < model.size() && model[at].id == id && model[at].value == value;
        ++at;
      });
      REQUIRE((same && at == model.size()));
      if (!dead.empty())
        REQUIRE(pool.find(dead[rng.below(static_cast<std::uint32_t>(dead.size()))]) == nullptr);
    }
    CHECK(scope.count() == 0);
  }
}
