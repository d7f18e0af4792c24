// Rays from a file, answered exactly; or random ones by the million, timed.
#include "cli/trace_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>

#include "cli/draw_command.h"
#include "cli/files.h"
#include "cli/map_ways.h"
#include "cli/path_command.h"
#include "cli/stopwatch.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "scenes/point_sampler.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kMostRandom = 100'000'000;  // 5 GB of segments and hits

// The power of two by which `direction` can grow from `origin` and stay on the grid; 0 where it has
// no length.
double farthest_scale(glm::dvec3 origin, glm::dvec3 direction) {
  if (direction == glm::dvec3(0.0)) return 0.0;
  double room = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    if (direction[i] == 0.0) continue;
    const double limit = direction[i] > 0.0 ? kLevelLimit : -kLevelLimit;
    room = std::min(room, (limit - origin[i]) / direction[i]);
  }
  if (!(room > 0.0) || !std::isfinite(room)) return 1.0;
  return std::ldexp(1.0, std::ilogb(room));
}

// The first cell of the level for each of the source's numbers.
std::unordered_map<std::int32_t, std::uint32_t> cells_by_source(const Level& level) {
  std::unordered_map<std::int32_t, std::uint32_t> cells;
  for (std::uint32_t i = 0; i < level.cell_count(); ++i) cells.emplace(level.source_cell(i), i);
  return cells;
}

bool hit_something(HitKind kind) { return kind == HitKind::Wall || kind == HitKind::Door; }

Json answer_json(const RayAnswer& answer, std::uint32_t index) {
  Json json{{"kind", hit_kind_name(answer.hit.kind)}, {"t", answer.hit.t}};
  const bool outside = answer.hit.kind == HitKind::Outside || answer.hit.cell == kNone;
  json["end"] = outside ? Json(nullptr) : Json(answer.end);
  json["side"] = hit_something(answer.hit.kind) ? Json(answer.side) : Json(nullptr);
  json["path"] = answer.path;
  json["index"] = index;
  return json;
}

void print_answers(const Console& console, const std::vector<RayAnswer>& answers,
                   const RayFile& file) {
  if (console.json) {
    Json rays = Json::array();
    for (std::size_t i = 0; i < answers.size(); ++i)
      rays.push_back(answer_json(answers[i], file.rays[i].index));
    print_document(console, {{"rays", std::move(rays)}, {"skipped", file.skipped}});
    return;
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const RayAnswer& answer = answers[i];
    console.out << "ray " << file.rays[i].index << ": " << hit_kind_name(answer.hit.kind);
    if (hit_something(answer.hit.kind))
      console.out << " cell " << answer.end << " side " << answer.side;
    console.out << " at t " << answer.hit.t << ", " << answer.path.size() << " cells\n";
  }
}

int trace_file(const TraceRequest& request, const LoadedLevel& loaded, const Console& console) {
  Result<std::string> text = read_text_file(request.rays);
  if (!text) return report_failure(console, text.error());
  const std::string level =
      request.level_name.empty() ? level_name_of(request.source.spec) : request.level_name;
  Result<RayFile> file = parse_rays(std::move(*text), request.rays, level);
  if (!file) return report_failure(console, file.error());
  const DoorStates doors = doors_for(loaded.level, request.doors);
  const auto cells = cells_by_source(loaded.level);
  std::vector<RayAnswer> answers;
  for (const RayQuery& query : file->rays) {
    const auto start = query.start < 0 ? cells.end() : cells.find(query.start);
    answers.push_back(
        answer_ray(loaded, query, start == cells.end() ? kNone : start->second, &doors));
  }
  if (file->skipped > 0) console.err << file->skipped << " rays of other levels skipped\n";
  print_answers(console, answers, *file);
  return kExitDone;
}

Result<Done> save_ray(const TraceRequest& request, const LoadedLevel& loaded, glm::dvec3 from,
                      glm::dvec3 end, HitKind kind, std::span<const std::uint32_t> crossed) {
  return save_over_map(loaded, request.source.spec, request.output,
                       [&](const LoadedLevel&, const MapHeights&, DebugCanvas& canvas) {
                         draw_ray(loaded.level, from, end, kind, crossed, canvas);
                       });
}

// One ray between two places.
int trace_between(const TraceRequest& request, const LoadedLevel& loaded, const Console& console) {
  const Result<glm::dvec3> from = read_place(request.from, "--from", loaded.cells);
  if (!from) return report_failure(console, in_file(from.error(), request.source.spec));
  const Result<glm::dvec3> to = read_place(request.to, "--to", loaded.cells);
  if (!to) return report_failure(console, in_file(to.error(), request.source.spec));
  if (!inside_grid(*from) || !inside_grid(*to))
    return report_failure(console, {ErrorCode::Usage,
                                    std::string(inside_grid(*from) ? "--to" : "--from") +
                                        " lies outside the grid; coordinates are -16384 to 16384 m",
                                    request.source.spec});
  const DoorStates doors = doors_for(loaded.level, request.doors);
  std::vector<std::uint32_t> crossed;
  RayAnswer answer;
  answer.hit = trace_line(loaded.level, *from, *to, kNone, {.doors = &doors}, &crossed);
  if (answer.hit.cell != kNone) answer.end = loaded.level.source_cell(answer.hit.cell);
  if (answer.hit.side != kNone) answer.side = loaded.level.source_side(answer.hit.side);
  for (const std::uint32_t cell : crossed) answer.path.push_back(loaded.level.source_cell(cell));
  const glm::dvec3 end = *from + (*to - *from) * answer.hit.t;
  if (!request.output.empty()) {
    const Result<Done> saved = save_ray(request, loaded, *from, end, answer.hit.kind, crossed);
    if (!saved) return report_failure(console, saved.error());
  }
  if (console.json) {
    Json json = answer_json(answer, 0);
    json["end_position"] = {end.x, end.y, end.z};
    json["output"] = request.output.empty() ? Json(nullptr) : Json(request.output);
    print_document(console, json);
    return kExitDone;
  }
  console.out << hit_kind_name(answer.hit.kind);
  if (hit_something(answer.hit.kind))
    console.out << " cell " << answer.end << " side " << answer.side;
  console.out << " after " << answer.hit.t * glm::distance(*from, *to) << " m at " << end.x << ','
              << end.y << ',' << end.z << ", " << answer.path.size() << " cells\n";
  return kExitDone;
}

Json kind_counts(std::span<const SegmentHit> hits) {
  std::uint32_t counts[6] = {};
  for (const SegmentHit& hit : hits) ++counts[static_cast<int>(hit.kind)];
  Json json = Json::object();
  for (int i = 0; i < 6; ++i) json[hit_kind_name(static_cast<HitKind>(i))] = counts[i];
  return json;
}

// The kinds that there are: " 990 wall, 10 door".
std::string kinds_text(std::span<const SegmentHit> hits) {
  const Json counts = kind_counts(hits);
  std::string text;
  for (const auto& [kind, count] : counts.items()) {
    if (count != 0) text += (text.empty() ? " " : ", ") + count.dump() + " " + kind;
  }
  return text.empty() ? " none" : text;
}

int trace_random(const TraceRequest& request, const LoadedLevel& loaded, const Console& console) {
  if (loaded.level.cell_count() == 0) {
    report_failure(console,
                   {ErrorCode::Invalid, "the level has no cells, so no ray can start in it",
                    request.source.spec});
    return kExitNo;
  }
  const std::vector<Segment> segments = random_segments(loaded.level, request.random, request.seed);
  const DoorStates doors = doors_for(loaded.level, request.doors);
  std::vector<SegmentHit> hits(segments.size());
  double seconds = HUGE_VAL;
  for (int pass = 0; pass < 3; ++pass) {
    const Stopwatch watch;
    trace_segments(loaded.level, segments, hits, {.doors = &doors});
    seconds = std::min(seconds, watch.seconds());
  }
  const double rate = seconds > 0.0 ? static_cast<double>(segments.size()) / seconds : 0.0;
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(hash_hits(hits)));
  if (console.json) {
    print_document(console, {{"rays", segments.size()},
                             {"seed", request.seed},
                             {"seconds", seconds},
                             {"rays_per_second", rate},
                             {"hits", kind_counts(hits)},
                             {"hash", hash}});
  } else {
    char million[32];
    std::snprintf(million, sizeof million, "%.1f", rate / 1e6);
    console.out << segments.size() << " rays in " << duration_text(seconds)
                << " (best of 3, one thread): " << million << " million a second\n  hits"
                << kinds_text(hits) << "\n  hash " << hash << '\n';
  }
  return kExitDone;
}

}  // namespace

const char* hit_kind_name(HitKind kind) noexcept {
  switch (kind) {
    case HitKind::End:
      return "end";
    case HitKind::Wall:
      return "wall";
    case HitKind::Door:
      return "door";
    case HitKind::Outside:
      return "outside";
    case HitKind::StepLimit:
      return "step_limit";
    case HitKind::BadCell:
      return "bad_cell";
  }
  return "bad_cell";
}

RayAnswer answer_ray(const LoadedLevel& loaded, const RayQuery& query, std::uint32_t start,
                     const DoorStates* doors) {
  const AxisMap& axes = loaded.cells.source_axes;
  const glm::dvec3 origin = point_from(axes, query.origin);
  const glm::dvec3 direction = point_from(axes, query.direction);
  const double scale = query.endless ? farthest_scale(origin, direction) : 1.0;
  RayAnswer answer;
  std::vector<std::uint32_t> path;
  answer.hit =
      trace_line(loaded.level, origin, origin + scale * direction, start, {.doors = doors}, &path);
  answer.hit.t *= scale;
  if (answer.hit.cell != kNone) answer.end = loaded.level.source_cell(answer.hit.cell);
  if (answer.hit.side != kNone) answer.side = loaded.level.source_side(answer.hit.side);
  for (const std::uint32_t cell : path) answer.path.push_back(loaded.level.source_cell(cell));
  return answer;
}

std::vector<Segment> random_segments(const Level& level, std::uint32_t count, std::uint64_t seed) {
  std::vector<Segment> segments;
  const double length = 1.01 * glm::distance(level.bounds_min(), level.bounds_max());
  const PointSampler sampler(level);
  Rng rng(seed);
  segments.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PointSampler::Sample start = sampler.draw(rng);
    const glm::dvec3 from(start.point);
    const glm::dvec3 direction(rng.unit_vec3());
    const double reach = std::min(length, 0.999 * farthest_scale(from, direction));
    segments.push_back({start.point, start.cell, glm::vec3(from + reach * direction), i});
  }
  return segments;
}

std::uint64_t hash_hits(std::span<const SegmentHit> hits) noexcept {
  return hash_bytes(std::as_bytes(hits));
}

DoorStates doors_for(const Level& level, DoorsAtStart choice) {
  DoorStates doors = initial_doors(level);
  if (choice == DoorsAtStart::Initial) return doors;
  for (std::uint32_t i = 0; i < level.door_count(); ++i)
    set_door(doors, i, choice == DoorsAtStart::Closed);
  return doors;
}

void add_doors_option(CLI::App& command, DoorsAtStart& doors) {
  add_choice<DoorsAtStart>(command, "--doors", doors,
                           {{"open", DoorsAtStart::Open},
                            {"initial", DoorsAtStart::Initial},
                            {"closed", DoorsAtStart::Closed}},
                           "open (default), initial (as the level starts) or closed")
      ->type_name("STATE");
}

int run_trace(const TraceRequest& request, const Console& console) {
  if (request.random > kMostRandom) {
    return report_failure(console, {ErrorCode::Usage,
                                    "--random shoots one batch of at most 100000000 segments, they "
                                    "are all in memory; give several seeds for more",
                                    request.source.spec});
  }
  const bool between = !request.from.empty() || !request.to.empty();
  if (int{between} + int{!request.rays.empty()} + int{request.random != 0} != 1 ||
      request.from.empty() != request.to.empty()) {
    return report_failure(
        console,
        {ErrorCode::Usage, "give --from PLACE and --to PLACE, or --rays FILE, or --random COUNT",
         request.source.spec});
  }
  if (!between && !request.output.empty())
    return report_failure(
        console, {ErrorCode::Usage, "-o draws the ray of --from and --to", request.source.spec});
  Result<LoadedLevel> loaded = load_cooked(request.source);
  if (!loaded) return report_failure(console, loaded.error());
  report_repairs(console, loaded->repairs);
  if (between) return trace_between(request, *loaded, console);
  return request.rays.empty() ? trace_random(request, *loaded, console)
                              : trace_file(request, *loaded, console);
}

void add_trace_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<TraceRequest>();
  CLI::App* command = app.add_subcommand("trace", "Shoot rays through a level");
  add_source_options(*command, *request);
  command
      ->add_option("--from", request->from,
                   "One ray: from x,y,z in metres (+Y up), or the kind of a spawn: its first one")
      ->type_name("PLACE");
  command->add_option("--to", request->to, "The same for its end")->type_name("PLACE");
  command->add_option("-o,--output", request->output, "Draw that ray on a map: x.svg or x.png")
      ->type_name("FILE");
  command
      ->add_option("--rays", request->rays,
                   "JSON file of rays in the source's own units, axes and cell numbers")
      ->type_name("FILE");
  command
      ->add_option("--level", request->level_name,
                   "Take the rays of this level (default: the level's own file name)")
      ->type_name("NAME");
  command
      ->add_option("--random", request->random,
                   "Shoot this many random segments in one batch and time them")
      ->type_name("COUNT");
  add_seed(*command, request->seed, "Seed of the random segments");
  add_doors_option(*command, request->doors);
  command->footer(
      "A ray is {\"origin\": [x,y,z], \"dir\": [x,y,z], \"start\": cell} and has no end, or "
      "{\"from\", \"to\"}.\n"
      "Answers come in the order of the file: kind, t (in units of |dir|), end, side, path.\n\n"
      "Examples:\n"
      "  playset trace freedoom2.wad:MAP01 --from player_start --to 25,-3,24 -o ray.png\n"
      "  playset trace test.rdl --rays rays.json --json\n"
      "  playset trace freedoom2.wad:MAP01 --random 1000000 --seed 1");
  set_action(*command, chosen, request, run_trace);
}

}  // namespace playset
