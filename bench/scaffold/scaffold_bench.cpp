// scaffold_bench: reading, writing and building a level, and looking records up, beside plain ways
// to do the same.
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "bench/runner/runner.h"
#include "bench/scaffold/edit_bench.h"
#include "bench/scaffold/kit_bench.h"
#include "data/level_maker.h"
#include "data/relay_station.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/cell_watch.h"
#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/document.h"
#include "playset/scaffold/edit_move.h"
#include "playset/scaffold/fault_watch.h"
#include "playset/scaffold/from_cells.h"
#include "playset/scaffold/scaffold.h"
#include "playset/scaffold/scaffold_text.h"
#include "playset/scaffold/validate.h"

namespace {

using namespace playset;
using bench::Row;
using bench::Runner;
using enum CubSideName;

// Rooms in rows of a hundred, each open to the next.
Scaffold make_rows(int count) {
  LevelMaker make("rows", "scaffold_bench");
  ScaffoldId last = kNoId;
  for (int i = 0; i < count; ++i) {
    const double x = 4.0 * (i % 100), z = 4.0 * (i / 100);
    const ScaffoldId cub = make.box("room", {x, 0, z}, {x + 4, 3, z + 4}, {"", "", ""});
    if (i % 100 > 0) make.open(last, Left, cub, Right);
    last = cub;
  }
  return make.level();
}

void measure_text(Runner& runner, const std::string& map, const Scaffold& level) {
  const std::string text = write_scaffold(level);
  if (runner.wants("parse/" + map)) {
    Row row;
    row.name = "parse/" + map;
    row.items = level.cubs.size();
    row.run = [&] { return parse_scaffold(text).value().cubs.size(); };
    row.baselines.push_back({"nlohmann", [&] { return nlohmann::json::parse(text).size(); }, false,
                             "JSON values only, no level"});
    runner.measure(row);
  }
  if (runner.wants("write/" + map)) {
    Row row;
    row.name = "write/" + map;
    row.items = level.cubs.size();
    row.run = [&] { return hash_text(write_scaffold(level)); };
    const auto document = nlohmann::json::parse(text);
    row.baselines.push_back({"nlohmann", [&] { return hash_text(document.dump()); }, false,
                             "from JSON values, not the level"});
    runner.measure(row);
  }
}

void measure_build(Runner& runner, const std::string& map, const Scaffold& level) {
  if (!runner.wants("build/" + map)) return;
  Row row;
  row.name = "build/" + map;
  row.items = level.cubs.size();
  row.run = [&] { return build_cells(level).value().sides.size(); };
  const auto grades = [&] {
    std::uint64_t good = 0;
    for (const ScaffoldCub& cub : level.cubs)
      good += measure_cub(level, cub).grade == CubGrade::Good ? 1u : 0u;
    return good;
  };
  row.baselines.push_back({"shapes_alone", grades, false, "the part that judges each cub"});
  runner.measure(row);
}

// A vertex moved: the cells again.
void measure_build_edit(Runner& runner, const std::string& map, const Scaffold& level) {
  if (!runner.wants("build_edit/" + map)) return;
  ScaffoldDocument document(level, "bench");
  CellWatch watch;
  (void)watch.update(document.level(), {});
  std::int32_t by = 1;
  const auto edit = [&] {
    const std::uint64_t before = document.revision();
    by = -by;
    (void)push_sides(document, std::vector{SideRef{level.cubs[level.cubs.size() / 2].id, 1}}, by);
    return before;
  };
  Row row;
  row.name = "build_edit/" + map;
  row.run = [&] {
    const std::uint64_t before = edit();
    (void)watch.update(document.level(), document.dirty_cubs(before));
    return watch.complex().sides.size();
  };
  row.baselines.push_back({"build_cells",
                           [&] {
                             (void)edit();
                             return build_cells(document.level()).value().sides.size();
                           },
                           true, "all cubs judged again"});
  runner.measure(row);
}

// From cells back to cubs.
void measure_from_cells(Runner& runner, const std::string& map, const Scaffold& level) {
  if (!runner.wants("from_cells/" + map)) return;
  const CellComplex cells = build_cells(level).value();
  Row row;
  row.name = "from_cells/" + map;
  row.items = level.cubs.size();
  row.run = [&] { return build_scaffold(cells, "bench").value().scaffold.windows.size(); };
  row.baselines.push_back({"build_cells", [&] { return build_cells(level).value().sides.size(); },
                           false, "the way there, which the way back tries once"});
  runner.measure(row);
}

// All findings of a level; and after one vertex moved, those that a watch finds again.
void measure_faults(Runner& runner, const std::string& map, const Scaffold& level) {
  const auto hash_faults = [](std::span<const Fault> faults) {
    Hasher hasher;
    for (const Fault& fault : faults) hasher.add_text(fault.text);
    return hasher.finish();
  };
  if (runner.wants("faults/" + map)) {
    Row row;
    row.name = "faults/" + map;
    row.items = level.cubs.size();
    row.run = [&] { return hash_faults(find_faults(level)); };
    row.baselines.push_back({"build_cells", [&] { return build_cells(level).value().sides.size(); },
                             false, "what cooking refuses alone"});
    runner.measure(row);
  }
  if (runner.wants("faults_edit/" + map)) {
    Scaffold edited = level;
    FaultWatch watch(edited);
    const ScaffoldId moved = edited.cubs[edited.cubs.size() / 2].corners[0];
    const std::vector<ScaffoldChange> change = {{ScaffoldKind::Vertex, moved}};
    std::int32_t step = 2048;
    const auto move = [&] {
      find_record(edited.vertices, moved)->at.y += step;
      step = -step;
    };
    Row row;
    row.name = "faults_edit/" + map;
    row.items = 2;
    row.run = [&] {
      std::uint64_t hash = 0;
      for (int i = 0; i < 2; ++i) {
        move();
        watch.update(edited, change);
        hash ^= hash_faults(watch.faults());
      }
      return hash;
    };
    const auto whole = [&] {
      std::uint64_t hash = 0;
      for (int i = 0; i < 2; ++i) {
        move();
        hash ^= hash_faults(find_faults(edited));
      }
      return hash;
    };
    row.baselines.push_back({"whole", whole, true, "find_faults after the same edits"});
    runner.measure(row);
  }
}

void measure_lookup(Runner& runner, const Scaffold& level) {
  if (!runner.wants("lookup/vertices")) return;
  std::unordered_map<ScaffoldId, std::size_t> table;
  std::vector<ScaffoldId> wanted;
  for (std::size_t i = 0; i < level.vertices.size(); ++i) {
    table[level.vertices[i].id] = i;
    wanted.push_back(level.vertices[i].id);
  }
  Rng(4).shuffle(std::span(wanted));
  Row row;
  row.name = "lookup/vertices";
  row.items = wanted.size();
  row.run = [&] {
    std::uint64_t sum = 0;
    for (const ScaffoldId id : wanted)
      sum += static_cast<std::uint64_t>(find_record(level.vertices, id) - level.vertices.data());
    return sum;
  };
  const auto hashed = [&] {
    std::uint64_t sum = 0;
    for (const ScaffoldId id : wanted) sum += table.find(id)->second;
    return sum;
  };
  row.baselines.push_back({"unordered_map", hashed, true});
  runner.measure(row);
}

}  // namespace

int main(int argc, char** argv) {
  Runner runner(argc, argv);
  const Scaffold station = make_relay_station();
  const Scaffold rows = make_rows(runner.quick() ? 500 : 20'000);
  measure_text(runner, "relay_station", station);
  measure_text(runner, "rows20000", rows);
  measure_build(runner, "relay_station", station);
  measure_build(runner, "rows20000", rows);
  measure_build_edit(runner, "relay_station", station);
  measure_build_edit(runner, "rows20000", rows);
  measure_from_cells(runner, "relay_station", station);
  measure_from_cells(runner, "rows20000", rows);
  measure_faults(runner, "relay_station", station);
  measure_faults(runner, "rows20000", rows);
  measure_lookup(runner, rows);
  bench::measure_edits(runner, rows);
  bench::measure_kits(runner, rows);
  return runner.finish();
}
