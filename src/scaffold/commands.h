// scaffold/commands.h - the functions behind the rows of command_table.h.
#pragma once

#include "edit_parts.h"
#include "playset/scaffold/command_table.h"

namespace playset::commands {

// What a command answers that makes nothing to be selected.
[[nodiscard]] inline CommandResult only_done(const Result<Done>& done) {
  if (!done) return done.error();
  return std::optional<ScaffoldSelection>();
}

// The id of a named record, kNoId for "none".
template <typename Record>
Result<ScaffoldId> named(const ScaffoldDocument& document, const std::string& key,
                         const char* what) {
  if (key == "none") return kNoId;
  if (document.find<Record>(key_id(key)) != nullptr) return key_id(key);
  return refuse(std::string("there is no ") + what + " '" + key + "'; add it first");
}

// A new record by that name could never be named.
[[nodiscard]] std::optional<Error> bad_key(const std::string& key);

// select
CommandResult select(EditSession& session, const ArgumentValues& arguments);
CommandResult select_all(EditSession& session, const ArgumentValues& arguments);
CommandResult select_none(EditSession& session, const ArgumentValues& arguments);
CommandResult select_kin(EditSession& session, const ArgumentValues& arguments);
CommandResult grow(EditSession& session, const ArgumentValues& arguments);
CommandResult shrink(EditSession& session, const ArgumentValues& arguments);
CommandResult invert(EditSession& session, const ArgumentValues& arguments);
CommandResult connected(EditSession& session, const ArgumentValues& arguments);
CommandResult chain(EditSession& session, const ArgumentValues& arguments);
CommandResult loop(EditSession& session, const ArgumentValues& arguments);
CommandResult edge_ring(EditSession& session, const ArgumentValues& arguments);
CommandResult coplanar(EditSession& session, const ArgumentValues& arguments);
CommandResult by_material(EditSession& session, const ArgumentValues& arguments);
CommandResult by_role(EditSession& session, const ArgumentValues& arguments);
CommandResult by_tag(EditSession& session, const ArgumentValues& arguments);

// move
CommandResult move(EditSession& session, const ArgumentValues& arguments);
CommandResult rotate(EditSession& session, const ArgumentValues& arguments);
CommandResult mirror(EditSession& session, const ArgumentValues& arguments);
CommandResult scale(EditSession& session, const ArgumentValues& arguments);
CommandResult snap(EditSession& session, const ArgumentValues& arguments);
CommandResult smooth(EditSession& session, const ArgumentValues& arguments);
CommandResult flatten(EditSession& session, const ArgumentValues& arguments);
CommandResult roughen(EditSession& session, const ArgumentValues& arguments);
CommandResult push(EditSession& session, const ArgumentValues& arguments);

// build
CommandResult extrude(EditSession& session, const ArgumentValues& arguments);
CommandResult bridge(EditSession& session, const ArgumentValues& arguments);
CommandResult opening(EditSession& session, const ArgumentValues& arguments);
CommandResult cube(EditSession& session, const ArgumentValues& arguments);
CommandResult ring(EditSession& session, const ArgumentValues& arguments);
CommandResult cylinder(EditSession& session, const ArgumentValues& arguments);
CommandResult stairs(EditSession& session, const ArgumentValues& arguments);
CommandResult spiral(EditSession& session, const ArgumentValues& arguments);
CommandResult dome(EditSession& session, const ArgumentValues& arguments);
CommandResult corridor(EditSession& session, const ArgumentValues& arguments);

// join
CommandResult open(EditSession& session, const ArgumentValues& arguments);
CommandResult close(EditSession& session, const ArgumentValues& arguments);
CommandResult weld(EditSession& session, const ArgumentValues& arguments);
CommandResult join(EditSession& session, const ArgumentValues& arguments);
CommandResult collapse(EditSession& session, const ArgumentValues& arguments);
CommandResult wedge(EditSession& session, const ArgumentValues& arguments);
CommandResult pyramid(EditSession& session, const ArgumentValues& arguments);
CommandResult separate(EditSession& session, const ArgumentValues& arguments);

// split
CommandResult slice(EditSession& session, const ArgumentValues& arguments);
CommandResult split(EditSession& session, const ArgumentValues& arguments);
CommandResult merge(EditSession& session, const ArgumentValues& arguments);

// edit
CommandResult erase(EditSession& session, const ArgumentValues& arguments);
CommandResult copy(EditSession& session, const ArgumentValues& arguments);
CommandResult paste(EditSession& session, const ArgumentValues& arguments);
CommandResult paste_on(EditSession& session, const ArgumentValues& arguments);
CommandResult keep(EditSession& session, const ArgumentValues& arguments);
CommandResult stamp(EditSession& session, const ArgumentValues& arguments);
CommandResult repeat(EditSession& session, const ArgumentValues& arguments);
CommandResult undo(EditSession& session, const ArgumentValues& arguments);
CommandResult redo(EditSession& session, const ArgumentValues& arguments);

// groups
CommandResult group(EditSession& session, const ArgumentValues& arguments);
CommandResult ungroup(EditSession& session, const ArgumentValues& arguments);
CommandResult grouped(EditSession& session, const ArgumentValues& arguments);
CommandResult make_prefab(EditSession& session, const ArgumentValues& arguments);
CommandResult place(EditSession& session, const ArgumentValues& arguments);
CommandResult spread(EditSession& session, const ArgumentValues& arguments);
CommandResult unlink(EditSession& session, const ArgumentValues& arguments);
CommandResult add_layer(EditSession& session, const ArgumentValues& arguments);
CommandResult to_layer(EditSession& session, const ArgumentValues& arguments);
CommandResult hide(EditSession& session, const ArgumentValues& arguments);
CommandResult isolate(EditSession& session, const ArgumentValues& arguments);
CommandResult show(EditSession& session, const ArgumentValues& arguments);

// level
CommandResult rename(EditSession& session, const ArgumentValues& arguments);
CommandResult add_material(EditSession& session, const ArgumentValues& arguments);
CommandResult add_kit(EditSession& session, const ArgumentValues& arguments);
CommandResult undress(EditSession& session, const ArgumentValues& arguments);
CommandResult add_door(EditSession& session, const ArgumentValues& arguments);
CommandResult add_trigger(EditSession& session, const ArgumentValues& arguments);
CommandResult paint(EditSession& session, const ArgumentValues& arguments);
CommandResult dress(EditSession& session, const ArgumentValues& arguments);
CommandResult set_uv(EditSession& session, const ArgumentValues& arguments);
CommandResult box_uv(EditSession& session, const ArgumentValues& arguments);
CommandResult fit_uv(EditSession& session, const ArgumentValues& arguments);
CommandResult unfold_uv(EditSession& session, const ArgumentValues& arguments);
CommandResult tag(EditSession& session, const ArgumentValues& arguments);
CommandResult untag(EditSession& session, const ArgumentValues& arguments);
CommandResult set_trigger(EditSession& session, const ArgumentValues& arguments);
CommandResult set_door(EditSession& session, const ArgumentValues& arguments);
CommandResult set_gate(EditSession& session, const ArgumentValues& arguments);
CommandResult place_spawn(EditSession& session, const ArgumentValues& arguments);
CommandResult place_prop(EditSession& session, const ArgumentValues& arguments);

}  // namespace playset::commands
