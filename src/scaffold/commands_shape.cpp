// Commands that move, build, join and split.
#include "commands.h"
#include "edit_parts.h"
#include "playset/scaffold/edit_build.h"
#include "playset/scaffold/edit_join.h"
#include "playset/scaffold/edit_move.h"
#include "playset/scaffold/edit_shape.h"
#include "playset/scaffold/edit_split.h"
#include "playset/scaffold/edit_stamp.h"

namespace playset::commands {
namespace {

CommandResult made_something(const Result<ScaffoldSelection>& result) {
  if (!result) return result.error();
  return std::optional(*result);
}

Error wrong_number(const char* wanted) {
  return Error{ErrorCode::Usage, std::string("name or select ") + wanted, {}, 0, 0, 0};
}

// What a move moves: cubs with all in them, other corners, and objects that stand elsewhere.
struct Movers {
  std::vector<ScaffoldId> cubs, vertices, objects;
};

Result<Movers> movers_of(const ScaffoldDocument& document, const ArgumentValues& arguments) {
  Movers movers;
  movers.cubs = arguments.cubs;
  std::vector<ScaffoldId> vertices = arguments.vertices;
  for (const ScaffoldId id : vertices_of_sides(document, arguments.sides)) vertices.push_back(id);
  for (const ScaffoldId id : vertices_of_edges(arguments.edges)) vertices.push_back(id);
  const std::vector<ScaffoldId> of_cubs = vertices_of_cubs(document, movers.cubs);
  for (const ScaffoldId id : sorted_set(std::move(vertices))) {
    if (!is_marked(of_cubs, id)) movers.vertices.push_back(id);
  }
  const std::vector<ScaffoldId> cubs = sorted_set(movers.cubs);
  for (const ScaffoldId id : sorted_set(arguments.objects)) {
    const ScaffoldSpawn* spawn = document.find<ScaffoldSpawn>(id);
    const ScaffoldProp* prop = document.find<ScaffoldProp>(id);
    const ScaffoldId cub = spawn != nullptr ? spawn->cub : prop != nullptr ? prop->cub : kNoId;
    if (!is_marked(cubs, cub)) movers.objects.push_back(id);
  }
  if (movers.cubs.empty() && movers.vertices.empty() && movers.objects.empty())
    return wrong_number("cubs, sides, edges, vertices or objects");
  return movers;
}

GridPoint pivot_of(const ScaffoldDocument& document, const ArgumentValues& arguments,
                   const Movers& movers) {
  if (arguments.has("about")) return arguments.point("about");
  std::vector<ScaffoldId> vertices = vertices_of_cubs(document, movers.cubs);
  vertices.insert(vertices.end(), movers.vertices.begin(), movers.vertices.end());
  return middle_of(document, vertices);
}

std::uint32_t axis_of(const ArgumentValues& arguments) {
  const std::string& word = arguments.text("axis");
  return word == "x" ? 0 : word == "y" ? 1 : 2;
}

// The same transform for all that moves.
CommandResult transform_all(ScaffoldDocument& document, const Movers& movers,
                            const GridTransform& transform) {
  if (!movers.cubs.empty()) {
    if (const auto done = transform_cubs(document, movers.cubs, transform); !done)
      return done.error();
  }
  if (!movers.vertices.empty()) {
    if (const auto done = transform_vertices(document, movers.vertices, transform); !done)
      return done.error();
  }
  if (!movers.objects.empty()) {
    if (const auto done = transform_objects(document, movers.objects, transform); !done)
      return done.error();
  }
  return std::optional<ScaffoldSelection>();
}

std::vector<ScaffoldId> all_vertices(const ScaffoldDocument& document, const Movers& movers) {
  std::vector<ScaffoldId> vertices = vertices_of_cubs(document, movers.cubs);
  vertices.insert(vertices.end(), movers.vertices.begin(), movers.vertices.end());
  return sorted_set(std::move(vertices));
}

Result<StampLook> look_of(const ScaffoldDocument& document, const ArgumentValues& arguments) {
  StampLook look;
  const auto material = [&](const char* name, ScaffoldId& id) -> Result<Done> {
    if (!arguments.has(name)) return Done{};
    id = key_id(arguments.text(name));
    if (document.find<ScaffoldMaterial>(id) != nullptr) return Done{};
    return refuse("there is no material '" + arguments.text(name) + "'; add it first");
  };
  for (const Result<Done>& found : {material("floor", look.floor), material("wall", look.wall),
                                    material("ceiling", look.ceiling)}) {
    if (!found) return found.error();
  }
  if (arguments.has("tag")) look.tag = arguments.text("tag");
  return look;
}

CommandResult stamp_slices(EditSession& session, const ArgumentValues& arguments,
                           std::int32_t inner) {
  const Result<StampLook> look = look_of(*session.document, arguments);
  if (!look) return look.error();
  RingConfig config;
  config.centre = arguments.point("centre");
  config.inner = inner;
  config.outer = arguments.steps("radius");
  config.height = arguments.steps("height");
  config.segments = static_cast<std::uint32_t>(arguments.number("segments"));
  config.arc = arguments.steps("arc");
  config.start = arguments.steps("start");
  if (arguments.has("rise")) config.rise = arguments.steps("rise");
  return made_something(stamp_ring(*session.document, config, *look));
}

WeldPlace weld_place(const ArgumentValues& arguments) {
  return arguments.text("at") == "first" ? WeldPlace::First : WeldPlace::Middle;
}

}  // namespace

CommandResult move(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  return transform_all(*session.document, *movers, shift_by(arguments.point("by")));
}

CommandResult rotate(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const Result<Movers> movers = movers_of(document, arguments);
  if (!movers) return movers.error();
  const GridPoint pivot = pivot_of(document, arguments, *movers);
  const std::int32_t angle = arguments.steps("angle");
  if (angle % 90'000 == 0)
    return transform_all(document, *movers,
                         quarter_turns(axis_of(arguments), angle / 90'000, pivot));
  if (!movers->cubs.empty()) {
    if (const auto done = rotate_cubs(document, movers->cubs, axis_of(arguments), angle, pivot);
        !done)
      return done.error();
  }
  if (!movers->vertices.empty())
    return only_done(rotate_vertices(document, movers->vertices, axis_of(arguments), angle, pivot));
  if (movers->cubs.empty()) return wrong_number("cubs, sides, edges or vertices");
  return std::optional<ScaffoldSelection>();
}

CommandResult mirror(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  return transform_all(
      *session.document, *movers,
      mirror_along(axis_of(arguments), pivot_of(*session.document, arguments, *movers)));
}

CommandResult scale(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const Result<Movers> movers = movers_of(document, arguments);
  if (!movers) return movers.error();
  const GridPoint pivot = pivot_of(document, arguments, *movers);
  const glm::dvec3 factors = arguments.vectors.find("by")->second;
  if (!movers->cubs.empty()) {
    if (const auto done = scale_cubs(document, movers->cubs, factors, pivot); !done)
      return done.error();
  }
  if (!movers->vertices.empty())
    return only_done(scale_vertices(document, movers->vertices, factors, pivot));
  if (movers->cubs.empty()) return wrong_number("cubs, sides, edges or vertices");
  return std::optional<ScaffoldSelection>();
}

CommandResult snap(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  return only_done(snap_vertices(*session.document, all_vertices(*session.document, *movers),
                                 arguments.steps("step")));
}

CommandResult smooth(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  return only_done(smooth_vertices(*session.document, all_vertices(*session.document, *movers),
                                   arguments.vectors.find("factor")->second.x,
                                   static_cast<std::uint32_t>(arguments.number("rounds"))));
}

CommandResult flatten(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  const std::string& axis = arguments.text("axis");
  std::optional<std::int32_t> at;
  if (arguments.has("at")) at = arguments.steps("at");
  return only_done(flatten_vertices(*session.document, all_vertices(*session.document, *movers),
                                    axis == "x"   ? 0
                                    : axis == "y" ? 1
                                                  : 2,
                                    at));
}

CommandResult roughen(EditSession& session, const ArgumentValues& arguments) {
  const Result<Movers> movers = movers_of(*session.document, arguments);
  if (!movers) return movers.error();
  NoiseConfig config;
  config.amount = arguments.point("amount");
  config.size = arguments.steps("size");
  config.seed = static_cast<std::uint64_t>(arguments.number("seed"));
  return only_done(
      roughen_vertices(*session.document, all_vertices(*session.document, *movers), config));
}

CommandResult push(EditSession& session, const ArgumentValues& arguments) {
  return only_done(push_sides(*session.document, arguments.sides, arguments.steps("distance")));
}

CommandResult extrude(EditSession& session, const ArgumentValues& arguments) {
  ExtrudeConfig config;
  const std::string& shape = arguments.text("shape");
  config.shape = shape == "parent"     ? ExtrudeShape::Parent
                 : shape == "regular"  ? ExtrudeShape::Regular
                 : shape == "mirrored" ? ExtrudeShape::Mirrored
                                       : ExtrudeShape::Straight;
  config.distance = arguments.steps("distance");
  if (arguments.has("to")) config.to = arguments.point("to");
  return made_something(extrude_sides(*session.document, arguments.sides, config));
}

CommandResult bridge(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 2) return wrong_number("two sides to bridge");
  BridgeConfig config;
  config.steps = static_cast<std::uint32_t>(arguments.number("steps"));
  config.bend = arguments.vectors.find("bend")->second.x;
  return made_something(
      bridge_sides(*session.document, arguments.sides[0], arguments.sides[1], config));
}

CommandResult opening(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 1) return wrong_number("one side to cut");
  const OpeningConfig config{arguments.steps("left"), arguments.steps("bottom"),
                             arguments.steps("width"), arguments.steps("height"),
                             arguments.steps("depth")};
  return made_something(cut_opening(*session.document, arguments.sides[0], config));
}

CommandResult cube(EditSession& session, const ArgumentValues& arguments) {
  const Result<StampLook> look = look_of(*session.document, arguments);
  if (!look) return look.error();
  return made_something(
      stamp_cube(*session.document, arguments.point("low"), arguments.point("high"), *look));
}

CommandResult ring(EditSession& session, const ArgumentValues& arguments) {
  return stamp_slices(session, arguments, arguments.steps("inner"));
}
CommandResult cylinder(EditSession& session, const ArgumentValues& arguments) {
  return stamp_slices(session, arguments, 0);
}
CommandResult spiral(EditSession& session, const ArgumentValues& arguments) {
  return stamp_slices(session, arguments, arguments.steps("inner"));
}

CommandResult stairs(EditSession& session, const ArgumentValues& arguments) {
  const Result<StampLook> look = look_of(*session.document, arguments);
  if (!look) return look.error();
  const std::string& facing = arguments.text("facing");
  StairsConfig config;
  config.start = arguments.point("start");
  config.facing = facing == "+z" ? 0 : facing == "+x" ? 1 : facing == "-z" ? 2 : 3;
  config.steps = static_cast<std::uint32_t>(arguments.number("steps"));
  config.rise = arguments.steps("rise");
  config.tread = arguments.steps("tread");
  config.width = arguments.steps("width");
  config.height = arguments.steps("height");
  return made_something(stamp_stairs(*session.document, config, *look));
}

CommandResult dome(EditSession& session, const ArgumentValues& arguments) {
  const Result<StampLook> look = look_of(*session.document, arguments);
  if (!look) return look.error();
  DomeConfig config;
  config.centre = arguments.point("centre");
  config.radius = arguments.steps("radius");
  config.height = arguments.steps("height");
  config.segments = static_cast<std::uint32_t>(arguments.number("segments"));
  config.layers = static_cast<std::uint32_t>(arguments.number("layers"));
  config.start = arguments.steps("start");
  return made_something(stamp_dome(*session.document, config, *look));
}

CommandResult corridor(EditSession& session, const ArgumentValues& arguments) {
  const Result<StampLook> look = look_of(*session.document, arguments);
  if (!look) return look.error();
  CorridorConfig config;
  config.points = arguments.points("points");
  config.width = arguments.steps("width");
  config.height = arguments.steps("height");
  config.step = arguments.steps("step");
  config.closed = arguments.number("closed") != 0.0;
  config.upright = arguments.number("lean") == 0.0;
  config.roll = arguments.steps("roll");
  return made_something(stamp_corridor(*session.document, config, *look));
}

CommandResult open(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 2) return wrong_number("two sides to open into each other");
  const ScaffoldId door = arguments.has("door") ? key_id(arguments.text("door")) : kNoId;
  return only_done(open_window(*session.document, arguments.sides[0], arguments.sides[1], door));
}

CommandResult close(EditSession& session, const ArgumentValues& arguments) {
  return only_done(close_sides(*session.document, arguments.sides));
}

CommandResult weld(EditSession& session, const ArgumentValues& arguments) {
  return only_done(weld_vertices(*session.document, arguments.vertices, weld_place(arguments)));
}

CommandResult join(EditSession& session, const ArgumentValues& arguments) {
  const WeldPlace place = weld_place(arguments);
  if (arguments.sides.size() == 2)
    return only_done(join_sides(*session.document, arguments.sides[0], arguments.sides[1], place));
  if (arguments.edges.size() == 2 && arguments.sides.empty())
    return only_done(join_edges(*session.document, arguments.edges[0], arguments.edges[1], place));
  return wrong_number("two sides or two edges to join");
}

CommandResult collapse(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.edges.empty()) return wrong_number("edges to collapse");
  for (const EdgeRef edge : arguments.edges) {
    if (const Result<Done> done = collapse_edge(*session.document, edge); !done)
      return done.error();
  }
  return std::optional<ScaffoldSelection>();
}

CommandResult wedge(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 1) return wrong_number("one side to collapse to an edge");
  return only_done(make_wedge(*session.document, arguments.sides[0],
                              static_cast<std::uint32_t>(arguments.number("turn"))));
}

CommandResult pyramid(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 1) return wrong_number("one side to collapse to a point");
  return only_done(make_pyramid(*session.document, arguments.sides[0]));
}

CommandResult separate(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.empty()) return only_done(separate_cubs(*session.document, arguments.cubs));
  if (!arguments.cubs.empty()) return wrong_number("cubs or sides to separate, not both");
  return only_done(separate_sides(*session.document, arguments.sides));
}

CommandResult slice(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.cubs.size() != 1) return wrong_number("one cub to slice");
  SliceConfig config;
  config.parts = static_cast<std::uint32_t>(arguments.number("parts"));
  config.at = arguments.vectors.find("at")->second.x;
  config.loop = arguments.number("alone") == 0.0;
  const auto axis = static_cast<std::uint8_t>(axis_of(arguments));
  return made_something(slice_cub(*session.document, {arguments.cubs[0], axis}, config));
}

CommandResult split(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.cubs.size() != 1) return wrong_number("one cub to split");
  const std::string& parts = arguments.text("parts");
  const double core = arguments.vectors.find("core")->second.x;
  const ScaffoldId cub = arguments.cubs[0];
  if (parts == "8") return made_something(split_cub_8(*session.document, cub));
  if (parts == "7") return made_something(split_cub_7(*session.document, cub, core));
  const auto axis = static_cast<std::uint8_t>(axis_of(arguments));
  return made_something(split_cub_5(*session.document, {cub, axis}, core));
}

CommandResult merge(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.cubs.size() != 2) return wrong_number("two cubs to merge");
  return made_something(merge_cubs(*session.document, arguments.cubs[0], arguments.cubs[1]));
}

}  // namespace playset::commands
