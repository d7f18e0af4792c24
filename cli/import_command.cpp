// Reads a level and reports: counts, repairs, and the cooked file where one was asked for.
#include "cli/import_command.h"

#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/level_measures.h"
#include "playset/level/exterior.h"
#include "playset/scaffold/from_cells.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const CellComplex& cells) {
  return {{"cells", cells.cells.size()},        {"sides", cells.sides.size()},
          {"vertices", cells.vertices.size()},  {"doors", cells.doors.size()},
          {"triggers", cells.triggers.size()},  {"spawns", cells.spawns.size()},
          {"materials", cells.materials.size()}};
}

void print_import(const Console& console, const LoadedCells& loaded, const ImportRequest& request) {
  const LevelMeasures measures = measure_cells(loaded.cells);
  if (console.json) {
    print_document(console, {{"level", request.source.spec},
                             {"name", loaded.cells.name},
                             {"counts", counts_json(loaded.cells)},
                             {"floor_area_m2", measures.floor_area},
                             {"volume_m3", measures.volume},
                             {"repairs", repairs_json(loaded.repairs)},
                             {"seconds", loaded.seconds},
                             {"output", request.output}});
    return;
  }
  const CellComplex& cells = loaded.cells;
  console.out << request.source.spec << ": " << cells.cells.size() << " cells, " << measures.portals
              << " portals, " << measures.walls << " walls, " << cells.doors.size() << " doors, "
              << cells.triggers.size() << " triggers, " << cells.spawns.size() << " spawns; "
              << loaded.repairs.size() << (loaded.repairs.size() == 1 ? " repair" : " repairs")
              << "; read in " << duration_text(loaded.seconds) << '\n';
  if (!request.output.empty()) console.out << "wrote " << request.output << '\n';
}

// Sides that lead out into the space around the level.
std::uint32_t count_gates(const CellComplex& cells) {
  std::uint32_t gates = 0;
  for (const CellSide& side : cells.sides) {
    if (side.neighbor != kNone && !is_exterior(cells, side.cell) &&
        is_exterior(cells, cells.sides[side.neighbor].cell))
      ++gates;
  }
  return gates;
}

// What the cubs could not keep is added to the repairs. The space around a level is no part of it
// to edit: cooking makes it anew from the gates.
Result<Done> save_scaffold(LoadedCells& loaded, const ImportRequest& request) {
  if (has_extension(request.source.spec, ".scaffold")) {
    return Error{ErrorCode::Usage, "is an editable level already; copy the file",
                 request.source.spec};
  }
  FromCellsOptions options;
  options.strict = request.source.strict;
  const std::uint32_t gates = count_gates(loaded.cells);
  if (gates > 0) {
    const std::string text =
        std::to_string(gates) + (gates == 1 ? " gate" : " gates") +
        " to the outside cannot be kept and are walls; make them gates again: gate side CUB/front";
    if (options.strict) return Error{ErrorCode::Invalid, text, request.source.spec};
    loaded.repairs.push_back({text, 0.0});
  }
  Result<ScaffoldImport> import = build_scaffold(
      without_exterior(loaded.cells), "import " + level_name_of(request.source.spec), options);
  if (!import) return import.error();
  loaded.repairs.insert(loaded.repairs.end(), import->repairs.begin(), import->repairs.end());
  return write_text_file(request.output, write_scaffold(import->scaffold));
}

Result<Done> save_import(LoadedCells& loaded, const ImportRequest& request) {
  if (has_extension(request.output, ".scaffold")) return save_scaffold(loaded, request);
  if (!has_extension(request.output, ".level")) {
    return Error{ErrorCode::Usage,
                 "import writes .level and .scaffold files; name the output x.level or x.scaffold",
                 request.output};
  }
  if (loaded.level) return save_level(*loaded.level, request.output);
  Result<Level> level = cook_level(loaded.cells);
  if (!level) return level.error();
  return save_level(*level, request.output);
}

}  // namespace

int run_import(const ImportRequest& request, const Console& console) {
  Result<LoadedCells> loaded = load_cells(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  if (!request.output.empty()) {
    const Result<Done> saved = save_import(*loaded, request);
    if (!saved) return report_failure(console, saved.error());
  }
  report_repairs(console, loaded->repairs);
  print_import(console, *loaded, request);
  return kExitDone;
}

void add_import_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<ImportRequest>();
  CLI::App* command = app.add_subcommand("import", "Read a level and list what had to be repaired");
  add_source_options(*command, *request);
  command
      ->add_option("-o,--output", request->output,
                   "Save the level cooked as x.level, or editable as x.scaffold")
      ->type_name("FILE");
  command->footer(
      "Reads Descent .rdl .rl2 .sdl .hog .blk .blx, DOOM .wad, .overload, .scaffold, MFEM .mesh "
      "and legacy .vtk.\n\n"
      "Examples:\n"
      "  playset import mission.hog:level1.rdl\n"
      "  playset import freedoom2.wad:MAP01 -o map01.scaffold\n"
      "  playset import freedoom2.wad:MAP01 --strict");
  set_action(*command, chosen, request, run_import);
}

}  // namespace playset
