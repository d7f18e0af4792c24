// Commands that select.
#include "commands.h"

#include <algorithm>
#include "edit_parts.h"
#include "playset/core/math.h"

namespace playset::commands {
namespace {

constexpr double kPerStep = kPi / 180'000.0;  // radians in a thousandth of a degree

CommandResult cubs_selected(std::vector<ScaffoldId> cubs) {
  ScaffoldSelection selection;
  selection.cubs = sorted_set(std::move(cubs));
  return std::optional(std::move(selection));
}
CommandResult sides_selected(std::vector<SideRef> sides) {
  ScaffoldSelection selection;
  selection.sides = sorted_set(std::move(sides));
  return std::optional(std::move(selection));
}

// Cubs where there are any, else sides.
template <typename OfCubs, typename OfSides>
CommandResult either(const ArgumentValues& arguments, const char* verb, OfCubs of_cubs,
                     OfSides of_sides) {
  if (!arguments.cubs.empty()) return cubs_selected(of_cubs(arguments.cubs));
  if (!arguments.sides.empty()) return sides_selected(of_sides(arguments.sides));
  return nothing_given(verb, "cubs or sides");
}

std::vector<SideRef> sides_of_vertices(const ScaffoldDocument& document,
                                       const std::vector<ScaffoldId>& vertices) {
  std::vector<SideRef> sides;
  for (const ScaffoldId vertex : vertices) {
    for (const ScaffoldId id : document.cubs_of_vertex(vertex)) {
      for (std::uint8_t side = 0; side < kCubSides; ++side) {
        const SideCorners corners = corners_of_side(*document.find<ScaffoldCub>(id), side);
        if (std::find(corners.begin(), corners.end(), vertex) != corners.end())
          sides.push_back({id, side});
      }
    }
  }
  return sides;
}

}  // namespace

CommandResult select(EditSession& session, const ArgumentValues& arguments) {
  const bool adds = arguments.number("add") > 0.0;
  ScaffoldSelection selection = adds ? session.selection : ScaffoldSelection{};
  const auto take = [](auto& set, const auto& items) {
    for (const auto& item : items) mark(set, item);
  };
  take(selection.cubs, arguments.cubs);
  take(selection.sides, arguments.sides);
  take(selection.edges, arguments.edges);
  take(selection.vertices, arguments.vertices);
  for (const ScaffoldId id : arguments.objects)
    mark(session.document->find<ScaffoldSpawn>(id) != nullptr ? selection.spawns : selection.props,
         id);
  return std::optional(std::move(selection));
}

CommandResult select_all(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  const std::vector<ScaffoldId> all = invert_cubs(document, {});
  const std::string& what = arguments.text("what");
  if (what == "cubs") return cubs_selected(all);
  if (what == "sides") return sides_selected(sides_of_cubs(document, all));
  if (what == "walls") return sides_selected(invert_sides(document, {}));
  ScaffoldSelection selection;
  if (what == "vertices") selection.vertices = vertices_of_cubs(document, all);
  if (what == "edges") selection.edges = edges_of_sides(document, sides_of_cubs(document, all));
  if (what == "objects") {
    for (const ScaffoldSpawn& spawn : document.level().spawns) selection.spawns.push_back(spawn.id);
    for (const ScaffoldProp& prop : document.level().props) selection.props.push_back(prop.id);
  }
  return std::optional(std::move(selection));
}

CommandResult select_none(EditSession&, const ArgumentValues&) {
  return std::optional(ScaffoldSelection{});
}

// From what is given to what belongs to it: the widest kind first.
CommandResult select_kin(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  std::vector<ScaffoldId> vertices = arguments.vertices;
  for (const ScaffoldId id : vertices_of_edges(arguments.edges)) vertices.push_back(id);
  std::vector<SideRef> sides = arguments.sides;
  for (const SideRef side : sides_of_cubs(document, arguments.cubs)) sides.push_back(side);
  for (const ScaffoldId id : vertices_of_sides(document, sides)) vertices.push_back(id);
  if (vertices.empty() && sides.empty())
    return nothing_given("select from", "cubs, sides or vertices");
  const std::string& to = arguments.text("to");
  if (sides.empty()) sides = sides_of_vertices(document, vertices);
  if (to == "cubs") return cubs_selected(cubs_of_sides(sides));
  if (to == "sides") return sides_selected(std::move(sides));
  ScaffoldSelection selection;
  if (to == "edges") selection.edges = edges_of_sides(document, sides);
  if (to == "vertices") selection.vertices = sorted_set(std::move(vertices));
  return std::optional(std::move(selection));
}

CommandResult grow(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  return either(
      arguments, "grow", [&](const auto& cubs) { return grow_cubs(document, cubs); },
      [&](const auto& sides) { return grow_sides(document, sides); });
}

CommandResult shrink(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  return either(
      arguments, "shrink", [&](const auto& cubs) { return shrink_cubs(document, cubs); },
      [&](const auto& sides) { return shrink_sides(document, sides); });
}

CommandResult invert(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  if (!arguments.sides.empty()) return sides_selected(invert_sides(document, arguments.sides));
  return cubs_selected(invert_cubs(document, arguments.cubs));
}

CommandResult connected(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_cubs(*session.document, arguments.cubs, "follow"); !there)
    return there.error();
  return cubs_selected(connected_cubs(*session.document, arguments.cubs));
}

CommandResult chain(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_sides(*session.document, arguments.sides, "follow"); !there)
    return there.error();
  std::vector<ScaffoldId> cubs;
  for (const SideRef side : arguments.sides) {
    const std::vector<ScaffoldId> one = find_cub_chain(*session.document, side);
    cubs.insert(cubs.end(), one.begin(), one.end());
  }
  return cubs_selected(std::move(cubs));
}

CommandResult loop(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_sides(*session.document, arguments.sides, "follow"); !there)
    return there.error();
  constexpr std::string_view kNames[] = {"left", "top", "right", "bottom", "front", "back"};
  const auto named = std::find(std::begin(kNames), std::end(kNames), arguments.text("through"));
  std::vector<SideRef> sides;
  for (const SideRef side : arguments.sides) {
    const std::vector<SideRef> one =
        find_side_loop(*session.document, side, static_cast<std::uint32_t>(named - kNames));
    sides.insert(sides.end(), one.begin(), one.end());
  }
  return sides_selected(std::move(sides));
}

CommandResult edge_ring(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.edges.empty()) return nothing_given("follow", "edges");
  ScaffoldSelection selection;
  for (const EdgeRef edge : arguments.edges) {
    for (const EdgeRef found : find_edge_ring(*session.document, edge))
      mark(selection.edges, found);
  }
  return std::optional(std::move(selection));
}

CommandResult coplanar(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_sides(*session.document, arguments.sides, "follow"); !there)
    return there.error();
  return sides_selected(
      select_coplanar(*session.document, arguments.sides, arguments.number("angle") * kPerStep));
}

CommandResult by_material(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldId material = key_id(arguments.text("material"));
  if (session.document->find<ScaffoldMaterial>(material) == nullptr)
    return refuse("there is no material '" + arguments.text("material") + "'; add it first");
  return sides_selected(select_material(*session.document, material));
}

CommandResult by_role(EditSession& session, const ArgumentValues& arguments) {
  const std::string& word = arguments.text("role");
  const SideRole role = word == "floor"     ? SideRole::Floor
                        : word == "ceiling" ? SideRole::Ceiling
                                            : SideRole::Wall;
  return sides_selected(select_role(*session.document, role, arguments.number("slope") * kPerStep));
}

CommandResult by_tag(EditSession& session, const ArgumentValues& arguments) {
  return cubs_selected(select_tag(*session.document, arguments.text("tag")));
}

}  // namespace playset::commands
