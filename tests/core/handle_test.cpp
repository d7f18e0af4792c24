// Handles: null, order, bits.
#include "playset/core/handle.h"

#include <doctest/doctest.h>

#include <type_traits>

using namespace playset;

namespace {
struct Sound {};
struct Decal {};
}  // namespace

static_assert(sizeof(Handle<Sound>) == 8 && std::is_trivially_copyable_v<Handle<Sound>>);
static_assert(std::has_unique_object_representations_v<Handle<Sound>>);
static_assert(!std::is_same_v<Handle<Sound>, Handle<Decal>> &&
              !std::is_convertible_v<Handle<Sound>, Handle<Decal>>);

TEST_CASE("handle: zero is null, anything given out is not, bits lead back") {
  const Handle<Sound> none;
  CHECK(none.is_null());
  CHECK_FALSE(none);
  CHECK(Handle<Sound>::from_bits(0) == none);
  const Handle<Sound> one{7, 3};
  CHECK(one);
  CHECK(one.bits() == 0x0000000300000007u);
  CHECK(Handle<Sound>::from_bits(one.bits()) == one);
  CHECK(none < one);
}
