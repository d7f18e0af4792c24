// What a person can select and edit.
#include "edit_reach.h"

#include <algorithm>

#include "edit_parts.h"

namespace playset {
namespace {

const ScaffoldLayer* layer_of(const ScaffoldDocument& document, ScaffoldId cub) {
  const ScaffoldCub* record = document.find<ScaffoldCub>(cub);
  return record == nullptr ? nullptr : document.find<ScaffoldLayer>(record->layer);
}

bool is_locked(const ScaffoldDocument& document, ScaffoldId cub) {
  const ScaffoldLayer* layer = layer_of(document, cub);
  return layer != nullptr && layer->locked;
}

// True where the vertex has cubs and all of them are `barred`.
template <typename Barred>
bool all_barred(const ScaffoldDocument& document, ScaffoldId vertex, Barred barred) {
  const auto cubs = document.cubs_of_vertex(vertex);
  return !cubs.empty() && std::all_of(cubs.begin(), cubs.end(), barred);
}

ScaffoldId cub_of_object(const ScaffoldDocument& document, ScaffoldId object) {
  if (const auto* spawn = document.find<ScaffoldSpawn>(object)) return spawn->cub;
  if (const auto* prop = document.find<ScaffoldProp>(object)) return prop->cub;
  return kNoId;
}

template <typename Item, typename Barred>
void leave_out(std::vector<Item>& items, Barred barred) {
  items.erase(std::remove_if(items.begin(), items.end(), barred), items.end());
}

}  // namespace

ScaffoldSelection within_reach(const EditSession& session, ScaffoldSelection selection) {
  const ScaffoldDocument& document = *session.document;
  const auto barred = [&](ScaffoldId cub) {
    const ScaffoldLayer* layer = layer_of(document, cub);
    return is_marked(session.hidden, cub) || (layer != nullptr && (layer->hidden || layer->locked));
  };
  if (session.hidden.empty() && document.level().layers.empty()) return selection;
  const auto object = [&](ScaffoldId id) { return barred(cub_of_object(document, id)); };
  const auto vertex = [&](ScaffoldId id) { return all_barred(document, id, barred); };
  leave_out(selection.cubs, barred);
  leave_out(selection.sides, [&](SideRef side) { return barred(side.cub); });
  leave_out(selection.vertices, vertex);
  leave_out(selection.edges, [&](EdgeRef edge) { return vertex(edge.a) || vertex(edge.b); });
  leave_out(selection.spawns, object);
  leave_out(selection.props, object);
  return selection;
}

Result<Done> check_unlocked(const ScaffoldDocument& document, const ArgumentValues& arguments) {
  const auto locked = [&](ScaffoldId cub) { return is_locked(document, cub); };
  const auto refusal = [&](const std::string& what, ScaffoldId cub) {
    return refuse(what + " is in the locked layer '" + layer_of(document, cub)->key +
                  "'; unlock it first");
  };
  for (const ScaffoldId id : arguments.cubs)
    if (locked(id)) return refusal("cub " + id_text(id), id);
  for (const SideRef side : arguments.sides)
    if (locked(side.cub)) return refusal("side " + side_text(side), side.cub);
  for (const ScaffoldId id : arguments.objects)
    if (const ScaffoldId cub = cub_of_object(document, id); locked(cub))
      return refusal("object " + id_text(id), cub);
  std::vector<ScaffoldId> vertices = arguments.vertices;
  for (const EdgeRef edge : arguments.edges) vertices.insert(vertices.end(), {edge.a, edge.b});
  for (const ScaffoldId id : vertices)
    if (all_barred(document, id, locked))
      return refusal("vertex " + id_text(id), document.cubs_of_vertex(id)[0]);
  return Done{};
}

}  // namespace playset
