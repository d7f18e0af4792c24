// What one edit of a level of 20,000 cubs costs an editor: the document with its adjacency and undo,
// the journal, the findings, the kits, the cells, and the cooked level that is played in.
#include <cstdio>
#include <filesystem>
#include <functional>

#include "bench/runner/runner.h"
#include "data/level_maker.h"
#include "playset/core/hash.h"
#include "playset/level/recook.h"
#include "playset/scaffold/cell_watch.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/fault_watch.h"
#include "playset/scaffold/place_kits.h"
#include "playset/scaffold/scaffold_text.h"
#include "workshop/core/edit_journal.h"

namespace {

using namespace playset;
using bench::Row;
using bench::Runner;
using enum CubSideName;

// Rooms in rows of a hundred, each open to the next and dressed with panels; the first is a tower, so
// that edits elsewhere lie within the level's bounds.
ScaffoldDocument make_document(int count) {
  LevelMaker make("rows", "workshop_bench");
  ScaffoldId last = kNoId;
  for (int i = 0; i < count; ++i) {
    const double x = 4.0 * (i % 100), z = 6.0 * (i / 100);
    const ScaffoldId cub =
        make.box("room", {x, 0, z}, {x + 4, i == 0 ? 30 : 3, z + 4}, {"", "", ""});
    if (i % 100 > 0) make.open(last, Left, cub, Right);
    last = cub;
  }
  ScaffoldDocument document(make.level(), "bench");
  EditSession session(document);
  (void)run_script(session,
                   "kit panels --fill panel; select-all walls; role ceiling; dress panels");
  return document;
}

// A journal on a real disk, flushed as an editor's is; gone with the desk.
struct DeskJournal {
  std::string path;
  EditJournal journal;

  explicit DeskJournal(const std::string& text)
      : path((std::filesystem::temp_directory_path() / "playset_workshop_bench.journal").string()),
        journal(path, hash_text(text), text.size()) {}
  ~DeskJournal() { std::remove(path.c_str()); }
};

// All that an editor shows and keeps.
struct Desk {
  ScaffoldDocument document;
  FaultWatch faults;
  KitWatch kits;
  CellWatch cells;
  Level level;
  DeskJournal kept;

  explicit Desk(int count)
      : document(make_document(count)),
        faults(document.level()),
        kits(document.level()),
        kept(write_scaffold(document.level())) {
    kept.journal.begin_whole();
    (void)kept.journal.append(document);
    (void)cells.update(document.level(), {});
    level = cook_level(cells.complex()).value();
  }

  // 1 where all went well: an edit that is refused would be fast.
  std::uint64_t show(std::uint64_t before) {
    const std::vector<ScaffoldChange> changes = document.changes_since(before);
    if (!kept.journal.append(document).ok()) return 0;
    faults.update(document.level(), changes);
    kits.update(document.level(), changes);
    if (!cells.update(document.level(), document.dirty_cubs(before)).ok()) return 0;
    Result<Level> next = recook_cells(level, cells.complex(), cells.dirty(), cells.was());
    if (!next.ok()) return 0;
    level = std::move(*next);
    return 1;
  }
};

// The edit and its undo, each shown: two edits.
void measure_edit(Runner& runner, const std::string& name, const std::string& script) {
  if (!runner.wants("edit_all/" + name)) return;
  Desk desk(runner.quick() ? 500 : 20'000);
  const ScaffoldId cub = desk.document.level().cubs[desk.document.level().cubs.size() / 2].id;
  const std::string text =
      script + " " + (name == "delete" ? "cub " + id_text(cub) : "side " + id_text(cub) + "/top");
  EditSession session(desk.document);
  const auto twice = [&](const std::function<std::uint64_t(std::uint64_t)>& show) {
    std::uint64_t before = desk.document.revision();
    std::uint64_t good = run_script(session, text).ok() ? 1 : 0;
    good += show(before);
    before = desk.document.revision();
    good += desk.document.undo() ? 1 : 0;
    return good + show(before);
  };
  Row row;
  row.name = "edit_all/" + name;
  row.items = 2;
  row.run = [&] { return twice([&](std::uint64_t before) { return desk.show(before); }); };
  row.baselines.push_back({"document",
                           [&] { return twice([](std::uint64_t) { return std::uint64_t{1}; }); },
                           true, "the edit and its undo alone"});
  runner.measure(row);
}

// Of a pushed side: what each part costs.
void measure_part(Runner& runner, const std::string& name,
                  const std::function<std::uint64_t(Desk&, std::uint64_t before)>& show) {
  if (!runner.wants("edit_part/" + name)) return;
  Desk desk(runner.quick() ? 500 : 20'000);
  const ScaffoldId cub = desk.document.level().cubs[desk.document.level().cubs.size() / 2].id;
  EditSession session(desk.document);
  const std::string text = "push 20cm side " + id_text(cub) + "/top";
  Row row;
  row.name = "edit_part/" + name;
  row.items = 2;
  row.run = [&] {
    std::uint64_t before = desk.document.revision();
    std::uint64_t good = run_script(session, text).ok() ? 1 : 0;
    good += show(desk, before);
    before = desk.document.revision();
    desk.document.undo();
    return good + show(desk, before);
  };
  runner.measure(row);
}

}  // namespace

int main(int argc, char** argv) {
  Runner runner(argc, argv);
  measure_edit(runner, "push", "push 20cm");
  measure_edit(runner, "push_bounds", "push 40m");  // cells are put in order anew
  measure_edit(runner, "extrude", "extrude 2m");
  measure_edit(runner, "delete", "delete");
  measure_part(runner, "faults", [](Desk& desk, std::uint64_t before) {
    desk.faults.update(desk.document.level(), desk.document.changes_since(before));
    return std::uint64_t{1};
  });
  measure_part(runner, "kits", [](Desk& desk, std::uint64_t before) {
    desk.kits.update(desk.document.level(), desk.document.changes_since(before));
    return std::uint64_t{1};
  });
  measure_part(runner, "journal", [](Desk& desk, std::uint64_t) {
    return std::uint64_t{desk.kept.journal.append(desk.document).ok() ? 1u : 0u};
  });
  const auto build = [](Desk& desk, std::uint64_t before) {
    return std::uint64_t{
        desk.cells.update(desk.document.level(), desk.document.dirty_cubs(before)).ok() ? 1u : 0u};
  };
  measure_part(runner, "cells", build);
  measure_part(runner, "cells_and_cook", [&](Desk& desk, std::uint64_t before) {
    if (build(desk, before) == 0) return std::uint64_t{0};
    Result<Level> next =
        recook_cells(desk.level, desk.cells.complex(), desk.cells.dirty(), desk.cells.was());
    if (!next.ok()) return std::uint64_t{0};
    desk.level = std::move(*next);
    return std::uint64_t{1};
  });
  return runner.finish();
}
