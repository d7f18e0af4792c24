// Commands about groups, prefabs, the library, layers, and what is out of sight.
#include <algorithm>

#include "commands.h"
#include "edit_parts.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_group.h"

namespace playset::commands {
namespace {

CommandResult selected(std::vector<ScaffoldId> cubs) {
  return std::optional(made(std::move(cubs)));
}

// The one group these cubs are in, all of them.
Result<ScaffoldId> group_of(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  if (const Result<Done> there = need_cubs(document, cubs, "look at"); !there) return there.error();
  const ScaffoldId group = document.find<ScaffoldCub>(cubs[0])->group;
  for (const ScaffoldId id : cubs) {
    if (group == kNoId || document.find<ScaffoldCub>(id)->group != group)
      return refuse("name or select cubs of one group; cub " + id_text(id) + " is in " +
                    (document.find<ScaffoldCub>(id)->group == kNoId ? "none" : "another one"));
  }
  return group;
}

// Turned by quarters about the origin, then mirrored.
GridTransform turn_of(const ArgumentValues& arguments) {
  GridTransform turn = quarter_turns(1, static_cast<int>(arguments.number("turns")), GridPoint(0));
  const std::string& axis = arguments.text("mirror");
  if (axis != "no") {
    const int way = axis == "x" ? 0 : axis == "y" ? 1 : 2;
    for (GridPoint& column : turn.columns) column[way] = -column[way];
  }
  return turn;
}

// All cubs but these, sorted.
std::vector<ScaffoldId> others(const ScaffoldDocument& document,
                               const std::vector<ScaffoldId>& cubs) {
  std::vector<ScaffoldId> rest;
  for (const ScaffoldCub& cub : document.level().cubs)
    if (!is_marked(cubs, cub.id)) rest.push_back(cub.id);
  return rest;
}

}  // namespace

CommandResult keep(EditSession& session, const ArgumentValues& arguments) {
  Result<Scaffold> clip = copy_cubs(*session.document, arguments.cubs);
  if (!clip) return clip.error();
  const std::string& name = arguments.text("name");
  clip->name = name;
  const GridPoint origin = middle_of_floor(*session.document, arguments.cubs);
  for (ScaffoldVertex& vertex : clip->vertices) vertex.at -= origin;
  for (ScaffoldSpawn& spawn : clip->spawns) spawn.at -= origin;
  for (ScaffoldProp& prop : clip->props) prop.at -= origin;
  for (ScaffoldGroup& group : clip->groups)
    group = ScaffoldGroup{group.id, group.name, {}, {1, 2, 3}, GridPoint(0), group.extra};
  session.library[name] = std::move(*clip);
  return std::optional<ScaffoldSelection>();
}

CommandResult stamp(EditSession& session, const ArgumentValues& arguments) {
  const std::string& name = arguments.text("name");
  const auto clip = session.library.find(name);
  if (clip == session.library.end())
    return refuse("the library has no '" + name + "'; keep some cubs under that name first");
  GridTransform transform = turn_of(arguments);
  transform.shift = arguments.point("at");
  const Result<ScaffoldSelection> pasted = paste_clip(*session.document, clip->second, transform);
  if (!pasted) return pasted.error();
  return std::optional(*pasted);
}

CommandResult group(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldId> made =
      group_cubs(*session.document, arguments.cubs,
                 arguments.has("name") ? arguments.text("name") : std::string());
  if (!made) return made.error();
  return selected(cubs_of_group(*session.document, *made));
}

CommandResult ungroup(EditSession& session, const ArgumentValues& arguments) {
  return only_done(ungroup_cubs(*session.document, arguments.cubs));
}

CommandResult grouped(EditSession& session, const ArgumentValues& arguments) {
  const ScaffoldDocument& document = *session.document;
  if (const Result<Done> there = need_cubs(document, arguments.cubs, "select"); !there)
    return there.error();
  std::vector<ScaffoldId> groups, cubs = arguments.cubs;
  for (const ScaffoldId id : cubs) groups.push_back(document.find<ScaffoldCub>(id)->group);
  for (const ScaffoldId id : sorted_set(std::move(groups))) {
    const std::vector<ScaffoldId> all = cubs_of_group(document, id);
    cubs.insert(cubs.end(), all.begin(), all.end());
  }
  return selected(sorted_set(std::move(cubs)));
}

// A group that these cubs are already is taken as it is.
CommandResult make_prefab(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  Result<ScaffoldId> group = group_of(document, arguments.cubs);
  const std::vector<ScaffoldId> cubs = sorted_set(arguments.cubs);
  const std::string& name = arguments.text("name");
  if (!group || cubs_of_group(document, *group) != cubs)
    group = group_cubs(document, arguments.cubs, name);
  if (!group) return group.error();
  if (const Result<Done> done = link_group(document, *group, name); !done) return done.error();
  return selected(cubs);
}

CommandResult place(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldSelection> made = place_prefab(*session.document, arguments.text("name"),
                                                      arguments.point("at"), turn_of(arguments));
  if (!made) return made.error();
  return std::optional(*made);
}

CommandResult spread(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldId> group = group_of(*session.document, arguments.cubs);
  if (!group) return group.error();
  const Result<SpreadReport> report = spread_group(*session.document, *group);
  if (!report) return report.error();
  return std::optional<ScaffoldSelection>();
}

CommandResult unlink(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldId> group = group_of(*session.document, arguments.cubs);
  if (!group) return group.error();
  return only_done(unlink_group(*session.document, *group));
}

CommandResult add_layer(EditSession& session, const ArgumentValues& arguments) {
  const std::string& key = arguments.text("key");
  if (const std::optional<Error> bad = bad_key(key)) return *bad;
  const auto flag = [&](const char* name) { return arguments.number(name) != 0.0; };
  if ((flag("hide") && flag("show")) || (flag("lock") && flag("unlock")))
    return refuse("hide or show, lock or unlock; not both");
  ScaffoldLayer layer;
  if (const auto* there = session.document->find<ScaffoldLayer>(key_id(key))) layer = *there;
  layer.id = key_id(key);
  layer.key = key;
  if (flag("hide") || flag("show")) layer.hidden = flag("hide");
  if (flag("lock") || flag("unlock")) layer.locked = flag("lock");
  session.document->put(std::move(layer));
  return std::optional<ScaffoldSelection>();
}

CommandResult to_layer(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  if (const Result<Done> there = need_cubs(document, arguments.cubs, "move"); !there)
    return there.error();
  const Result<ScaffoldId> layer = named<ScaffoldLayer>(document, arguments.text("layer"), "layer");
  if (!layer) return layer.error();
  change_cubs(document, arguments.cubs, [&](ScaffoldCub& cub) { cub.layer = *layer; });
  return std::optional<ScaffoldSelection>();
}

CommandResult hide(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_cubs(*session.document, arguments.cubs, "hide"); !there)
    return there.error();
  for (const ScaffoldId id : arguments.cubs) mark(session.hidden, id);
  return std::optional(ScaffoldSelection{});
}

CommandResult isolate(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_cubs(*session.document, arguments.cubs, "isolate"); !there)
    return there.error();
  session.hidden = others(*session.document, sorted_set(arguments.cubs));
  return selected(sorted_set(arguments.cubs));
}

CommandResult show(EditSession& session, const ArgumentValues&) {
  session.hidden.clear();
  return std::optional<ScaffoldSelection>();
}

}  // namespace playset::commands
