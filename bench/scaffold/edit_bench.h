// bench/scaffold/edit_bench.h - the rows of scaffold_bench about editing a large level.
#pragma once

#include "bench/runner/runner.h"
#include "playset/scaffold/scaffold.h"

namespace playset::bench {

// Each row does one edit and undoes it, on the level as a document; the baseline keeps a copy of
// the level for the same purpose.
void measure_edits(Runner& runner, const Scaffold& level);

}  // namespace playset::bench
