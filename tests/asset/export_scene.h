// tests/asset/export_scene.h - the sample level, cooked: what the exporters' tests write out.
#pragma once

#include <doctest/doctest.h>

#include "data/relay_station.h"
#include "playset/level/level.h"
#include "playset/scaffold/build_cells.h"

namespace playset::test {

inline Level cook_relay_station() {
  const Result<CellComplex> cells = build_cells(make_relay_station());
  REQUIRE_MESSAGE(cells.ok(), cells.error().text());
  Result<Level> level = cook_level(*cells);
  REQUIRE_MESSAGE(level.ok(), level.error().text());
  return std::move(level).value();
}

}  // namespace playset::test
