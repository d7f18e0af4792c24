// Draws a map of a level into a file.
#include "cli/draw_command.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/files.h"
#include "cli/level_measures.h"
#include "cli/stopwatch.h"
#include "playset/asset/export_png.h"
#include "playset/core/debug_canvas.h"
#include "playset/core/rng.h"
#include "playset/core/text_number.h"
#include "playset/level/object_buckets.h"
#include "scenes/point_sampler.h"

namespace playset {
namespace {

// Both sides of `mark` as numbers; nothing where either is none.
std::optional<std::pair<double, double>> read_pair(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<double> first = parse_double(text.substr(0, at));
  const std::optional<double> second = parse_double(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

Result<Done> read_size(const std::string& text, MapPage& page) {
  if (text.empty()) return Done{};
  std::optional<std::pair<double, double>> size = read_pair(text, 'x');
  const std::optional<double> width = parse_double(text);
  const bool fits = (width && *width >= 512.0 && *width <= 16384.0) ||
                    (size && size->first >= 512.0 && size->first <= 16384.0 &&
                     size->second >= 256.0 && size->second <= 16384.0);
  if (!fits) {
    return Error{
        ErrorCode::Usage,
        "--size '" + text + "' is not WIDTH or WIDTHxHEIGHT in pixels, 512x256 to 16384x16384", ""};
  }
  page.width = static_cast<float>(size ? size->first : *width);
  page.height = static_cast<float>(size ? size->second : 0.0);
  return Done{};
}

Result<Done> read_floors(const std::string& text, MapOptions& options) {
  if (text.empty()) return Done{};
  const std::optional<std::pair<double, double>> range = read_pair(text, ':');
  if (!range || range->first > range->second) {
    return Error{ErrorCode::Usage,
                 "--floors '" + text + "' is not LOW:HIGH in metres, such as -2:3.5", ""};
  }
  options.floor_low = range->first;
  options.floor_high = range->second;
  return Done{};
}

std::string thousands(double number) {
  std::string digits = std::to_string(static_cast<long long>(number + 0.5));
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::vector<std::string> facts_of(const LoadedLevel& loaded) {
  const LevelMeasures measures = measure_cells(loaded.cells);
  const glm::dvec3 size = measures.max - measures.min;
  std::vector<std::string> facts{thousands(loaded.level.cell_count()) + " convex cells, " +
                                     thousands(measures.portals) + " portals",
                                 thousands(size.x) + " x " + thousands(size.z) + " m, " +
                                     thousands(measures.floor_area) + " m\u00b2 of floor"};
  std::string counts;
  if (!loaded.cells.doors.empty())
    counts = thousands(static_cast<double>(loaded.cells.doors.size())) + " doors";
  if (!loaded.cells.triggers.empty()) {
    counts += (counts.empty() ? "" : ", ") +
              thousands(static_cast<double>(loaded.cells.triggers.size())) + " triggers";
  }
  if (!counts.empty()) facts.push_back(counts);
  return facts;
}

constexpr std::uint32_t kMostObjects = 100'000;

// Upright boxes and spheres of half a metre, anywhere in the level's open space.
Result<ObjectBuckets> scatter_objects(const Level& level, std::uint32_t count, std::uint64_t seed) {
  if (level.cell_count() == 0)
    return Error{ErrorCode::Invalid, "--objects needs a level with a cell", ""};
  ObjectBuckets buckets(level, {count, 64 * count});
  const PointSampler sampler(level);
  Rng rng(seed);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PointSampler::Sample at = sampler.draw(rng);
    ObjectBody body;
    body.center = at.point;
    body.cell = at.cell;
    body.half = glm::vec3(0.25f);
    body.kind = i % 3 == 0 ? ObjectKind::Box : ObjectKind::Sphere;
    const ObjectInsert inserted = buckets.insert(body);
    if (inserted.status == ObjectStatus::Full)
      return Error{ErrorCode::OutOfRange, "--objects are too many for cells this small", ""};
  }
  return buckets;
}

}  // namespace

Result<MapSheet> read_sheet(const DrawRequest& request) {
  MapSheet sheet;
  sheet.options.view = request.view;
  sheet.options.portals = !request.no_portals;
  sheet.options.things = !request.no_things;
  sheet.options.sight = !request.no_sight;
  sheet.page.title = request.title;
  if (!has_extension(request.output, ".svg") && !has_extension(request.output, ".png")) {
    return Error{ErrorCode::Usage, "a map is an .svg or a .png; name the output so",
                 request.output};
  }
  Result<Done> read = read_size(request.size, sheet.page);
  if (read) read = read_floors(request.floors, sheet.options);
  if (!read) return read.error();
  return sheet;
}

Result<Done> save_picture(const Picture& picture, const std::string& path) {
  if (has_extension(path, ".svg")) return write_text_file(path, write_svg(picture));
  const Result<std::vector<std::byte>> png = encode_png(picture);
  return png ? write_file(path, *png) : Result<Done>(png.error());
}

Picture draw_sheet(const LoadedLevel& loaded, const std::string& spec, MapSheet sheet,
                   const MapOverlay& overlay) {
  const MapOptions& options = sheet.options;
  if (sheet.page.title.empty()) {
    sheet.page.title = loaded.cells.name.empty() ? level_name_of(spec) : loaded.cells.name;
  }
  const std::vector<std::string> facts = facts_of(loaded);
  sheet.page.facts.insert(sheet.page.facts.begin(), facts.begin(), facts.end());
  const MapHeights heights = measure_heights(loaded.cells);
  DebugCanvas canvas;
  draw_map(loaded.cells, heights, options, canvas);
  if (options.sight) draw_sight(loaded.level, loaded.cells, options, canvas);
  if (options.things) draw_things(loaded.cells, heights, options, canvas);
  if (overlay) overlay(heights, canvas);
  return lay_out_map(canvas, heights, options, sheet.page);
}

Result<Done> save_over_map(const LoadedLevel& loaded, const std::string& spec,
                           const std::string& output, const QuietOverlay& overlay) {
  DrawRequest draw;
  draw.output = output;
  Result<MapSheet> sheet = read_sheet(draw);
  if (!sheet) return sheet.error();
  make_quiet(sheet->options);
  LoadedLevel inside = loaded;
  if (const Result<Done> left = leave_out_exterior(inside); !left) return left.error();
  const Picture picture = draw_sheet(
      inside, spec, *sheet,
      [&](const MapHeights& heights, DebugCanvas& canvas) { overlay(inside, heights, canvas); });
  return save_picture(picture, output);
}

int run_draw(const DrawRequest& request, const Console& console) {
  Result<MapSheet> sheet = read_sheet(request);
  if (!sheet) return report_failure(console, sheet.error());
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  const Stopwatch watch;
  if (Result<Done> inside = leave_out_exterior(*loaded); !inside)
    return report_failure(console, inside.error());
  const Result<LevelKits> kits = request.kits ? read_kits(request.source) : LevelKits{};
  if (!kits) return report_failure(console, kits.error());
  const std::vector<PieceFace> pieces = faces_of_kits(*kits);
  sheet->options.pieces = pieces;
  const std::vector<Colour> colours =
      request.kits ? colours_of_materials(*kits, loaded->cells.materials) : std::vector<Colour>{};
  sheet->options.material_colours = colours;
  if (request.kits)
    sheet->page.facts.push_back(thousands(static_cast<double>(kits->plan.placements.size())) +
                                " kit pieces");
  MapOverlay overlay;
  DebugCanvas objects;
  if (request.objects > 0) {
    const Result<ObjectBuckets> buckets =
        scatter_objects(loaded->level, request.objects, request.seed);
    if (!buckets) return report_failure(console, in_file(buckets.error(), request.source.spec));
    make_quiet(sheet->options);
    draw_object_buckets(*buckets, objects);
    overlay = [&](const MapHeights&, DebugCanvas& canvas) {
      append_canvas(objects, canvas, kLayerTrace);
    };
  }
  const Picture picture = draw_sheet(*loaded, request.source.spec, *sheet, overlay);
  const Result<Done> saved = save_picture(picture, request.output);
  if (!saved) return report_failure(console, saved.error());
  if (console.json) {
    print_document(console, {{"output", request.output},
                             {"width", picture.width},
                             {"height", picture.height},
                             {"shapes", picture.items.size()},
                             {"seconds", watch.seconds()}});
  } else {
    console.out << "wrote " << request.output << ": " << picture.width << " x " << picture.height
                << " px, " << picture.items.size() << " shapes in " << watch.seconds() << " s\n";
  }
  return kExitDone;
}

void add_draw_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<DrawRequest>();
  CLI::App* command = app.add_subcommand("draw", "Draw a map of a level as SVG or PNG");
  add_source_options(*command, *request);
  command->add_option("-o,--output", request->output, "x.svg or x.png")
      ->required()
      ->type_name("FILE");
  add_choice<MapView>(*command, "--view", request->view,
                      {{"top", MapView::Top},
                       {"front", MapView::Front},
                       {"side", MapView::Side},
                       {"iso", MapView::Iso}},
                      "top (default), front, side, or iso: a doll's house from above")
      ->type_name("VIEW");
  command
      ->add_option("--size", request->size,
                   "Pixels, WIDTH or WIDTHxHEIGHT (default 1600, as high as needed)")
      ->type_name("SIZE");
  command
      ->add_option("--floors", request->floors,
                   "Draw only cells with floors between LOW:HIGH metres")
      ->type_name("RANGE");
  command->add_option("--title", request->title, "Title of the page (default: the level's name)")
      ->type_name("TEXT");
  command->add_flag("--no-portals", request->no_portals, "Leave out the lines between cells");
  command->add_flag("--no-things", request->no_things, "Leave out what is placed in the level");
  command->add_flag("--no-sight", request->no_sight,
                    "Leave out what is seen from the player's start");
  command->add_flag("--kits", request->kits,
                    "Draw a scaffold in its materials' colours, with its decoration pieces");
  command
      ->add_option("--objects", request->objects,
                   "Scatter so many bodies of half a metre, and show the cells that list them")
      ->check(CLI::Range(std::uint32_t{1}, kMostObjects))
      ->type_name("COUNT");
  add_seed(*command, request->seed, "Seed of the objects' places");
  command->footer(
      "Examples:\n"
      "  playset draw freedoom2.wad:MAP01 -o map01.png\n"
      "  playset draw relay_station.scaffold --view iso -o station.svg --size 1600x900\n"
      "  playset draw test.rl2 --floors -20:10 --no-things -o lower.svg");
  set_action(*command, chosen, request, run_draw);
}

}  // namespace playset
