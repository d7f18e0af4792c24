// Editing a large level: what one edit costs with its adjacency, its step to undo and the undoing,
// beside a copy of the level, which is what editors without deltas keep per step.
#include "bench/scaffold/edit_bench.h"

#include "playset/scaffold/command_script.h"
#include "playset/scaffold/command_table.h"
#include "playset/scaffold/document.h"
#include "playset/scaffold/edit_build.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_group.h"
#include "playset/scaffold/edit_join.h"
#include "playset/scaffold/edit_move.h"
#include "playset/scaffold/edit_shape.h"
#include "playset/scaffold/edit_split.h"
#include "playset/scaffold/edit_stamp.h"
#include "playset/scaffold/edit_uv.h"
#include "playset/scaffold/selection.h"

namespace playset::bench {
namespace {

// Named edits: the work inside the clock; the step is undone again.
struct Edit {
  std::string name;
  std::function<void(ScaffoldDocument&)> run;
};

std::size_t copy_bytes(const Scaffold& level) {
  return level.vertices.size() * sizeof(ScaffoldVertex) + level.cubs.size() * sizeof(ScaffoldCub) +
         level.windows.size() * sizeof(ScaffoldWindow);
}

void measure_edit(Runner& runner, const Scaffold& level, const Edit& edit) {
  if (!runner.wants("edit/" + edit.name)) return;
  ScaffoldDocument document(level, "bench");
  edit.run(document);
  const std::size_t bytes = document.undo_bytes();
  document.undo();
  Row row;
  row.name = "edit/" + edit.name;
  row.run = [&] {
    edit.run(document);
    document.undo();
    return document.level().cubs.size();
  };
  row.baselines.push_back({"snapshot",
                           [&] {
                             const Scaffold copy = level;
                             return copy.cubs.size();
                           },
                           true,
                           "undo step " + std::to_string(bytes) + " bytes, copy " +
                               std::to_string(copy_bytes(level)) + " and more"});
  runner.measure(row);
}

void move_vertex(ScaffoldDocument& document) {
  ScaffoldEdit edit(document, "move");
  ScaffoldVertex vertex = document.level().vertices[document.level().vertices.size() / 2];
  vertex.at.y += 7;
  document.put(vertex);
  (void)edit.commit();
}

// In the middle of the list, the dearest place but the front.
void copy_cub(ScaffoldDocument& document) {
  ScaffoldEdit edit(document, "copy");
  ScaffoldCub cub = document.level().cubs[document.level().cubs.size() / 2];
  cub.id += 1;
  while (document.find<ScaffoldCub>(cub.id) != nullptr) ++cub.id;
  document.put(cub);
  (void)edit.commit();
}

void push_side(ScaffoldDocument& document) {
  const SideRef side{document.level().cubs[document.level().cubs.size() / 2].id, 1};
  (void)push_sides(document, std::vector{side}, 100);
}

ScaffoldId middle_cub(const ScaffoldDocument& document) {
  return document.level().cubs[document.level().cubs.size() / 2].id;
}

void extrude_side(ScaffoldDocument& document) {
  (void)extrude_sides(document, std::vector{SideRef{middle_cub(document), 1}});
}

void slice_row(ScaffoldDocument& document) {  // a hundred cubs
  (void)slice_cub(document, {middle_cub(document), 1});
}

void separate_one(ScaffoldDocument& document) {
  (void)separate_cubs(document, std::vector{middle_cub(document)});
}

void delete_one(ScaffoldDocument& document) {
  (void)delete_cubs(document, std::vector{middle_cub(document)});
}

void stamp_one(ScaffoldDocument& document) { (void)stamp_ring(document, {.segments = 16}); }

void stamp_bend(ScaffoldDocument& document) {  // sixteen rooms
  (void)stamp_corridor(
      document, {.points = {{0, -90'000, 0}, {0, -90'000, 30'000}, {30'000, -90'000, 45'000}}});
}

std::vector<ScaffoldId> hundred_cubs(const ScaffoldDocument& document) {
  std::vector<ScaffoldId> cubs;
  for (std::size_t i = 0; i < 100; ++i) cubs.push_back(document.level().cubs[i].id);
  return cubs;
}

void roughen_hundred(ScaffoldDocument& document) {
  (void)roughen_vertices(document, vertices_of_cubs(document, hundred_cubs(document)));
}

void align_hundred(ScaffoldDocument& document) {
  (void)align_uv(document, sides_of_cubs(document, hundred_cubs(document)), 2048, 2048);
}

// With eight cubs as a prefab, and nine copies of it.
Scaffold with_prefab(const Scaffold& level) {
  ScaffoldDocument document(level, "prefabs");
  std::vector<ScaffoldId> cubs = hundred_cubs(document);
  cubs.resize(8);
  if (const Result<ScaffoldId> group = group_cubs(document, cubs, "eight"))
    (void)link_group(document, *group, "eight");
  for (int i = 1; i < 10; ++i) (void)place_prefab(document, "eight", {0, -50'000 * i, 0});
  return document.level();
}

void spread_ten(ScaffoldDocument& document) {
  (void)spread_group(document, document.level().groups.front().id);
}

void measure_select(Runner& runner, const Scaffold& level) {
  if (!runner.wants("edit/cut_chain")) return;
  const ScaffoldDocument document(level, "bench");
  const ScaffoldId start = level.cubs.front().id;
  Row row;
  row.name = "edit/cut_chain";
  row.items = find_cut_chain(document, {start, 1}).size();
  row.run = [&, start] { return find_cut_chain(document, {start, 1}).size(); };
  row.baselines.push_back(
      {"connected", [&, start] { return connected_cubs(document, std::vector{start}).size(); },
       true, "a flood without axes"});
  runner.measure(row);
}

// A script beside the same edit called directly.
void measure_script(Runner& runner, const Scaffold& level) {
  if (!runner.wants("edit/script")) return;
  ScaffoldDocument document(level, "bench");
  EditSession session(document);
  const SideRef side{middle_cub(document), 1};
  const std::string script = "push 100g side " + side_text(side);
  Row row;
  row.name = "edit/script";
  row.run = [&] {
    const bool ran = run_script(session, script).ok();
    document.undo();
    return document.level().cubs.size() + (ran ? 0u : 1u);
  };
  row.baselines.push_back({"direct",
                           [&] {
                             push_side(document);
                             document.undo();
                             return document.level().cubs.size();
                           },
                           true, "the same edit without words"});
  runner.measure(row);
}

void measure_open(Runner& runner, const Scaffold& level) {
  if (!runner.wants("edit/open")) return;
  Row row;
  row.name = "edit/open";
  row.items = level.cubs.size();
  row.run = [&] { return ScaffoldDocument(level, "bench").level().cubs.size(); };
  row.baselines.push_back({"snapshot", [&] { return Scaffold(level).cubs.size(); }, true,
                           "the copy alone, without adjacency"});
  runner.measure(row);
}

}  // namespace

void measure_edits(Runner& runner, const Scaffold& level) {
  measure_open(runner, level);
  measure_edit(runner, level, {"move_vertex", move_vertex});
  measure_edit(runner, level, {"copy_cub", copy_cub});
  measure_edit(runner, level, {"push_side", push_side});
  measure_edit(runner, level, {"extrude", extrude_side});
  measure_edit(runner, level, {"slice_100", slice_row});
  measure_edit(runner, level, {"separate", separate_one});
  measure_edit(runner, level, {"delete", delete_one});
  measure_edit(runner, level, {"stamp_ring", stamp_one});
  measure_edit(runner, level, {"stamp_corridor", stamp_bend});
  measure_edit(runner, level, {"roughen_100", roughen_hundred});
  measure_edit(runner, level, {"align_uv_100", align_hundred});
  if (runner.wants("edit/spread_10"))
    measure_edit(runner, with_prefab(level), {"spread_10", spread_ten});
  measure_script(runner, level);
  measure_select(runner, level);
}

}  // namespace playset::bench
