// Commands that delete, copy and paste, and those about names, looks and what stands in a level.
#include "commands.h"

#include <algorithm>
#include "looks.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_uv.h"

namespace playset::commands {
namespace {

Result<ScaffoldId> one_cub(const ArgumentValues& arguments) {
  if (arguments.cubs.empty()) return kNoId;
  if (arguments.cubs.size() == 1) return arguments.cubs[0];
  return Error{ErrorCode::Usage, "name or select one cub to stand in", {}, 0, 0, 0};
}

GridTransform paste_transform(const ArgumentValues& arguments) {
  GridTransform transform = quarter_turns(1, arguments.steps("turns"), arguments.point("about"));
  if (arguments.text("mirror") != "no") {
    const std::string& axis = arguments.text("mirror");
    const std::size_t way = axis == "x" ? 0 : axis == "y" ? 1 : 2;
    for (GridPoint& column : transform.columns)
      column[static_cast<int>(way)] = -column[static_cast<int>(way)];
  }
  transform.shift = arguments.point("by");
  return transform;
}

}  // namespace

std::optional<Error> bad_key(const std::string& key) {
  if (key == "none") return refuse("'none' says that there is nothing; choose another key");
  return std::nullopt;
}

CommandResult erase(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.objects.empty() || !arguments.cubs.empty()) {
    if (const Result<Done> done = delete_cubs(*session.document, arguments.cubs); !done)
      return done.error();
  }
  std::vector<ScaffoldId> left;  // those of the cubs are gone already
  for (const ScaffoldId id : arguments.objects) {
    const bool stands = session.document->find<ScaffoldSpawn>(id) != nullptr ||
                        session.document->find<ScaffoldProp>(id) != nullptr;
    if (stands || arguments.cubs.empty()) left.push_back(id);
  }
  if (left.empty()) return nothing_made();
  return only_done(delete_objects(*session.document, left));
}

CommandResult copy(EditSession& session, const ArgumentValues& arguments) {
  Result<Scaffold> clip = copy_cubs(*session.document, arguments.cubs);
  if (!clip) return clip.error();
  session.clip = std::move(*clip);
  return nothing_made();
}

CommandResult paste(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldSelection> pasted =
      paste_clip(*session.document, session.clip, paste_transform(arguments));
  if (!pasted) return pasted.error();
  return std::optional(*pasted);
}

// The first side is the clip's, by the ids it was copied under.
CommandResult paste_on(EditSession& session, const ArgumentValues& arguments) {
  if (arguments.sides.size() != 2)
    return Error{
        ErrorCode::Usage, "name two sides: the copied one, and the one to paste onto", {}, 0, 0, 0};
  const Result<ScaffoldSelection> pasted =
      paste_onto_side(*session.document, session.clip, arguments.sides[0], arguments.sides[1],
                      static_cast<std::uint32_t>(arguments.number("turns")));
  if (!pasted) return pasted.error();
  return std::optional(*pasted);
}

// Of what is named or selected it takes what the last command works on.
CommandResult repeat(EditSession& session, const ArgumentValues& arguments) {
  if (session.last == nullptr)
    return Error{ErrorCode::Usage, "there is no edit to repeat yet", {}, 0, 0, 0};
  ArgumentValues again = session.last_arguments;
  again.cubs.clear();
  again.sides.clear();
  again.edges.clear();
  again.vertices.clear();
  again.objects.clear();
  for (const CommandArgument& argument : session.last->arguments) {
    if (argument.type == ArgumentType::Cubs) again.cubs = arguments.cubs;
    if (argument.type == ArgumentType::Sides) again.sides = arguments.sides;
    if (argument.type == ArgumentType::Edges) again.edges = arguments.edges;
    if (argument.type == ArgumentType::Vertices) again.vertices = arguments.vertices;
    if (argument.type == ArgumentType::Objects) again.objects = arguments.objects;
  }
  return session.last->run(session, again);
}

CommandResult undo(EditSession& session, const ArgumentValues&) {
  if (!session.document->undo())
    return Error{ErrorCode::Usage, "there is nothing to undo", {}, 0, 0, 0};
  return nothing_made();
}
CommandResult redo(EditSession& session, const ArgumentValues&) {
  if (!session.document->redo())
    return Error{ErrorCode::Usage, "there is nothing to redo", {}, 0, 0, 0};
  return nothing_made();
}

CommandResult rename(EditSession& session, const ArgumentValues& arguments) {
  session.document->put(ScaffoldHeader{kHeaderId, arguments.text("name")});
  return nothing_made();
}

CommandResult add_material(EditSession& session, const ArgumentValues& arguments) {
  const std::string& key = arguments.text("key");
  if (const std::optional<Error> bad = bad_key(key)) return *bad;
  ScaffoldMaterial material;
  material.id = key_id(key);
  material.key = key;
  if (const auto* there = session.document->find<ScaffoldMaterial>(material.id)) material = *there;
  if (arguments.has("color")) {
    const std::optional<std::uint32_t> color = read_color(arguments.text("color"));
    if (!color) return refuse("a color is six hexadecimal digits: 80c0ff");
    material.color = *color;
  }
  if (arguments.has("kit")) {
    const Result<ScaffoldId> kit =
        named<ScaffoldKit>(*session.document, arguments.text("kit"), "kit");
    if (!kit) return kit.error();
    material.kit = *kit;
  }
  if (arguments.has("role")) material.role = arguments.text("role");
  session.document->put(std::move(material));
  return nothing_made();
}

CommandResult add_door(EditSession& session, const ArgumentValues& arguments) {
  const std::string& key = arguments.text("key");
  if (const std::optional<Error> bad = bad_key(key)) return *bad;
  const bool open = arguments.number("open") != 0.0, closed = arguments.number("closed") != 0.0;
  if (open && closed) return refuse("a door is either open or closed at the start");
  ScaffoldDoor door;
  door.id = key_id(key);
  door.key = key;
  if (const auto* there = session.document->find<ScaffoldDoor>(door.id)) door = *there;
  if (open || closed) door.closed = closed;
  if (arguments.has("needs")) door.needs = arguments.text("needs");
  session.document->put(std::move(door));
  return nothing_made();
}

CommandResult add_trigger(EditSession& session, const ArgumentValues& arguments) {
  const std::string& key = arguments.text("key");
  if (const std::optional<Error> bad = bad_key(key)) return *bad;
  ScaffoldTrigger trigger;
  if (const auto* there = session.document->find<ScaffoldTrigger>(key_id(key))) trigger = *there;
  trigger.id = key_id(key);
  trigger.key = key;
  trigger.kind = arguments.text("kind");
  if (arguments.has("door")) {
    const Result<ScaffoldId> door =
        named<ScaffoldDoor>(*session.document, arguments.text("door"), "door");
    if (!door) return door.error();
    trigger.doors.clear();
    if (*door != kNoId) trigger.doors.push_back(*door);
  }
  session.document->put(std::move(trigger));
  return nothing_made();
}

CommandResult paint(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const std::vector<SideRef> sides = all_sides(document, arguments);
  if (const Result<Done> there = need_sides(document, sides, "paint"); !there) return there.error();
  const Result<ScaffoldId> material =
      named<ScaffoldMaterial>(document, arguments.text("material"), "material");
  if (!material) return material.error();
  change_sides(document, sides, [&](ScaffoldSide& side) { side.material = *material; });
  return nothing_made();
}

CommandResult set_uv(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  if (const Result<Done> there = need_sides(document, arguments.sides, "align"); !there)
    return there.error();
  const UvFrame uv{arguments.steps("offset_u"), arguments.steps("offset_v"),
                   arguments.steps("repeat_u"), arguments.steps("repeat_v"),
                   arguments.steps("turn")};
  if (uv.repeat_u == 0 || uv.repeat_v == 0) return refuse("a repeat is longer than 0");
  change_sides(document, arguments.sides, [&](ScaffoldSide& side) { side.uv = uv; });
  return nothing_made();
}

CommandResult box_uv(EditSession& session, const ArgumentValues& arguments) {
  return only_done(align_uv(*session.document, all_sides(*session.document, arguments),
                            arguments.steps("repeat_u"), arguments.steps("repeat_v")));
}

CommandResult fit_uv(EditSession& session, const ArgumentValues& arguments) {
  return only_done(playset::fit_uv(*session.document, all_sides(*session.document, arguments),
                                   static_cast<std::uint32_t>(arguments.number("times_u")),
                                   static_cast<std::uint32_t>(arguments.number("times_v"))));
}

// From the first side named; of what is selected, from the one under the cursor.
CommandResult unfold_uv(EditSession& session, const ArgumentValues& arguments) {
  std::vector<SideRef> sides = arguments.sides;
  const auto cursor = std::find(sides.begin(), sides.end(), session.selection.cursor);
  if (cursor != sides.end() && sides == session.selection.sides)
    std::rotate(sides.begin(), cursor, cursor + 1);
  return only_done(playset::unfold_uv(*session.document, sides));
}

CommandResult tag(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_cubs(*session.document, arguments.cubs, "tag"); !there)
    return there.error();
  const std::string& word = arguments.text("tag");
  change_cubs(*session.document, arguments.cubs, [&](ScaffoldCub& cub) {
    if (std::find(cub.tags.begin(), cub.tags.end(), word) == cub.tags.end())
      cub.tags.push_back(word);
  });
  return nothing_made();
}

CommandResult untag(EditSession& session, const ArgumentValues& arguments) {
  if (const Result<Done> there = need_cubs(*session.document, arguments.cubs, "untag"); !there)
    return there.error();
  const std::string& word = arguments.text("tag");
  change_cubs(*session.document, arguments.cubs,
              [&](ScaffoldCub& cub) { std::erase(cub.tags, word); });
  return nothing_made();
}

CommandResult set_trigger(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const Result<ScaffoldId> trigger =
      named<ScaffoldTrigger>(document, arguments.text("trigger"), "trigger");
  if (!trigger) return trigger.error();
  if (!arguments.sides.empty()) {
    if (const Result<Done> there = need_sides(document, arguments.sides, "wire"); !there)
      return there.error();
    change_sides(document, arguments.sides, [&](ScaffoldSide& side) { side.trigger = *trigger; });
    return nothing_made();
  }
  if (const Result<Done> there = need_cubs(document, arguments.cubs, "wire"); !there)
    return there.error();
  change_cubs(document, arguments.cubs, [&](ScaffoldCub& cub) { cub.trigger = *trigger; });
  return nothing_made();
}

CommandResult set_door(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  if (const Result<Done> there = need_sides(document, arguments.sides, "close by a door"); !there)
    return there.error();
  const Result<ScaffoldId> door = named<ScaffoldDoor>(document, arguments.text("door"), "door");
  if (!door) return door.error();
  for (const SideRef side : arguments.sides) {
    const std::vector<ScaffoldId> windows = document.windows_of_side(side);
    if (windows.empty())
      return refuse("side " + side_text(side) + " is a wall; a door needs a window");
    for (const ScaffoldId id : windows) {
      ScaffoldWindow window = *document.find<ScaffoldWindow>(id);
      window.door = *door;
      document.put(std::move(window));
    }
  }
  return nothing_made();
}

CommandResult set_gate(EditSession& session, const ArgumentValues& arguments) {
  const Result<Done> there = need_free_sides(*session.document, arguments.sides, "make a gate of");
  if (!there) return there.error();
  const bool gate = arguments.number("off") == 0.0;
  change_sides(*session.document, arguments.sides, [&](ScaffoldSide& side) { side.gate = gate; });
  return nothing_made();
}

CommandResult place_spawn(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldId> cub = one_cub(arguments);
  if (!cub) return cub.error();
  ScaffoldSpawn spawn;
  spawn.id = session.document->take_id();
  spawn.kind = arguments.text("kind");
  spawn.at = arguments.point("at");
  spawn.yaw = arguments.steps("yaw");
  spawn.cub = *cub;
  ScaffoldSelection selection;
  selection.spawns.push_back(spawn.id);
  session.document->put(std::move(spawn));
  return std::optional(std::move(selection));
}

CommandResult place_prop(EditSession& session, const ArgumentValues& arguments) {
  const Result<ScaffoldId> cub = one_cub(arguments);
  if (!cub) return cub.error();
  ScaffoldProp prop;
  prop.id = session.document->take_id();
  prop.model = arguments.text("model");
  prop.at = arguments.point("at");
  prop.turn[0] = arguments.steps("yaw");
  prop.cub = *cub;
  ScaffoldSelection selection;
  selection.props.push_back(prop.id);
  session.document->put(std::move(prop));
  return std::optional(std::move(selection));
}

}  // namespace playset::commands
