// Writes a level's walls for other tools.
#include "cli/export_command.h"

#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/level_kits.h"
#include "cli/stopwatch.h"
#include "playset/asset/export_gltf.h"
#include "playset/asset/export_obj.h"
#include "playset/level/hull.h"

namespace playset {
namespace {

Result<Done> save_obj(const Level& level, const Mesh* hull, const std::string& path) {
  const std::string mtl_path = path.substr(0, path.size() - 4) + ".mtl";
  const ObjFiles files = write_obj(level, level_name_of(mtl_path), hull);
  const Result<Done> saved = write_text_file(mtl_path, files.mtl);
  return saved ? write_text_file(path, files.obj) : saved;
}

Result<Done> save_export(const Level& level, const Mesh* hull, const GltfKits& kits,
                         const std::string& path) {
  if (has_extension(path, ".obj")) return save_obj(level, hull, path);
  if (has_extension(path, ".gltf")) {
    const Result<std::string> text = write_gltf(level, hull, &kits);
    return text ? write_text_file(path, *text) : Result<Done>(text.error());
  }
  const Result<std::vector<std::byte>> bytes = write_glb(level, hull, &kits);
  return bytes ? write_file(path, *bytes) : Result<Done>(bytes.error());
}

bool is_known_format(const std::string& path) {
  return has_extension(path, ".glb") || has_extension(path, ".gltf") || has_extension(path, ".obj");
}

}  // namespace

int run_export(const ExportRequest& request, const Console& console) {
  if (!is_known_format(request.output)) {
    return report_failure(
        console, {ErrorCode::Usage, "the format comes from the name: x.glb, x.gltf or x.obj",
                  request.output});
  }
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  const Stopwatch watch;
  if (Result<Done> inside = leave_out_exterior(*loaded); !inside)
    return report_failure(console, inside.error());
  HullShell hull;
  if (request.hull) {
    Result<HullShell> built = build_hull(loaded->level, {*request.hull, true});
    if (!built) return report_failure(console, in_file(built.error(), request.source.spec));
    hull = std::move(*built);
  }
  const Mesh* mesh = request.hull ? &hull.mesh : nullptr;
  const bool plain = request.no_kits || has_extension(request.output, ".obj");
  const Result<LevelKits> kits = plain ? LevelKits{} : read_kits(request.source);
  if (!kits) return report_failure(console, kits.error());
  const GltfKits pieces{kits->plan, kits->kits};
  const Result<Done> saved = save_export(loaded->level, mesh, pieces, request.output);
  if (!saved) return report_failure(console, in_file(saved.error(), request.source.spec));
  const std::uint32_t triangles = loaded->level.wall_triangle_count();
  if (console.json) {
    print_document(console, {{"output", request.output},
                             {"wall_triangles", triangles},
                             {"kit_pieces", kits->plan.placements.size()},
                             {"seconds", watch.seconds()}});
  } else {
    console.out << "wrote " << request.output << ": " << triangles << " wall triangles";
    if (!kits->plan.placements.empty())
      console.out << ", " << kits->plan.placements.size() << " kit pieces";
    console.out << " in " << duration_text(watch.seconds()) << '\n';
  }
  return kExitDone;
}

void add_export_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<ExportRequest>();
  CLI::App* command = app.add_subcommand("export", "Write a level's walls as glTF or OBJ");
  add_source_options(*command, *request);
  command->add_option("-o,--output", request->output, "x.glb, x.gltf or x.obj (with its x.mtl)")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--hull", request->hull,
                   "Add the walls seen from outside, moved out by METRES (0 to 64)")
      ->check(CLI::Range(0.0, 64.0))
      ->type_name("METRES");
  command->add_flag("--no-kits", request->no_kits, "Leave out the decoration pieces");
  command->footer(
      "glTF carries doors, triggers, spawns, props and materials as extras, and the kit pieces of "
      "a "
      "scaffold as instances; OBJ has walls and doors only.\n\n"
      "Examples:\n"
      "  playset export relay_station.scaffold -o station.glb\n"
      "  playset export relay_station.scaffold --hull 0.1 -o station.glb\n"
      "  playset export mission.hog:level1.rdl -o level1.obj");
  set_action(*command, chosen, request, run_export);
}

}  // namespace playset
