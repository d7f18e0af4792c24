// data/relay_station.h - make_relay_station: builds the sample level that lies beside it as
// levels/relay_station.scaffold.
#pragma once

#include "playset/scaffold/scaffold.h"

namespace playset {

[[nodiscard]] Scaffold make_relay_station();

}  // namespace playset
