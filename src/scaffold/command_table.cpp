// The table of edit commands, its help page, and how a row of it is run.
#include "playset/scaffold/command_table.h"

#include "commands.h"
#include "edit_reach.h"

namespace playset {
namespace {

using enum ArgumentType;
using Argument = CommandArgument;

// What a command works on: given by kind and id, or what is selected.
constexpr Argument kCubs{"cubs", Cubs, "selected", "which cubs"};
constexpr Argument kSides{"sides", Sides, "selected", "which sides"};
constexpr Argument kEdges{"edges", Edges, "selected", "which edges"};
constexpr Argument kVertices{"vertices", Vertices, "selected", "which vertices"};
constexpr Argument kObjects{"objects", Objects, "selected", "which spawns and props"};

constexpr Argument kAxis{"axis", Choice, "y", "about or along which", "x y z"};
constexpr Argument kAbout{"about", Point, "-", "the pivot; the middle of what moves"};
constexpr Argument kWeldAt{"at", Choice, "first", "the first one's place, or between",
                           "first middle"};
constexpr Argument kFloor{"floor", Key, "-", "material"};
constexpr Argument kWall{"wall", Key, "-", "material"};
constexpr Argument kCeiling{"ceiling", Key, "-", "material"};
constexpr Argument kTagged{"tag", Text, "-", "a tag for the new cubs"};
constexpr Argument kKey{"key", Text, "", "its name"};

constexpr Argument kSelect[] = {kCubs,     kSides,   kEdges,
                                kVertices, kObjects, {"add", Flag, "no", "keep what is selected"}};
constexpr Argument kSelectAll[] = {
    {"what", Choice, "cubs", "what", "cubs sides walls edges vertices objects"}};
constexpr Argument kSelectKin[] = {
    {"to", Choice, "", "what to select", "cubs sides edges vertices"},
    kCubs,
    kSides,
    kEdges,
    kVertices};
constexpr Argument kCubsOrSides[] = {kCubs, kSides};
constexpr Argument kOnlyCubs[] = {kCubs};
constexpr Argument kOnlySides[] = {kSides};
constexpr Argument kOnlyEdges[] = {kEdges};
constexpr Argument kLoop[] = {
    {"through", Choice, "", "by which side of its cub", "left top right bottom front back"},
    kSides};
constexpr Argument kCoplanar[] = {{"angle", Angle, "5", "how far it may bend"}, kSides};
constexpr Argument kByMaterial[] = {{"material", Key, "", "its name"}};
constexpr Argument kByRole[] = {{"role", Choice, "", "which way it faces", "floor wall ceiling"},
                                {"slope", Angle, "45", "what still counts as level"}};
constexpr Argument kByTag[] = {{"tag", Text, "", "the tag"}};

constexpr Argument kMove[] = {
    {"by", Point, "", "how far"}, kCubs, kSides, kEdges, kVertices, kObjects};
constexpr Argument kRotate[] = {{"angle", Angle, "90", "how far; quarters are exact"},
                                kAxis,
                                kAbout,
                                kCubs,
                                kSides,
                                kEdges,
                                kVertices,
                                kObjects};
constexpr Argument kMirror[] = {{"axis", Choice, "x", "which way is turned round", "x y z"},
                                kAbout,
                                kCubs,
                                kSides,
                                kEdges,
                                kVertices,
                                kObjects};
constexpr Argument kScale[] = {
    {"by", Factor, "", "for all axes, or x,y,z"}, kAbout, kCubs, kSides, kEdges, kVertices};
constexpr Argument kSnap[] = {
    {"step", Length, "25cm", "multiples of what"}, kCubs, kSides, kEdges, kVertices};
constexpr Argument kSmooth[] = {{"factor", Factor, "0.5", "of the way to the neighbours' middle"},
                                {"rounds", Count, "1", "how often"},
                                kCubs,
                                kSides,
                                kEdges,
                                kVertices};
constexpr Argument kFlatten[] = {{"axis", Choice, "y", "which coordinate", "x y z"},
                                 {"at", Length, "-", "where to; else their mean"},
                                 kCubs,
                                 kSides,
                                 kEdges,
                                 kVertices};
constexpr Argument kRoughen[] = {{"amount", Point, "0,50cm,0", "at most along x, y and z"},
                                 {"size", Length, "8m", "of the bumps"},
                                 {"seed", Count, "1", "another one, other bumps"},
                                 kCubs,
                                 kSides,
                                 kEdges,
                                 kVertices};
constexpr Argument kPush[] = {{"distance", Length, "", "out; in where below 0"}, kSides};

constexpr Argument kExtrude[] = {
    {"distance", Length, "4m", "how far; 0 with parent: as far as it is long"},
    {"to", Point, "-", "where the middle of the new sides lies"},
    {"shape", Choice, "straight", "of the new cub", "straight parent regular mirrored"},
    kSides};
constexpr Argument kBridge[] = {{"steps", Count, "1", "how many cubs"},
                                {"bend", Factor, "0", "how far it leaves along the normals"},
                                kSides};
constexpr Argument kOpening[] = {{"left", Length, "0", "from the lowest left corner, from inside"},
                                 {"bottom", Length, "0", "above it"},
                                 {"width", Length, "1m", "of the opening"},
                                 {"height", Length, "2m", "of the opening"},
                                 {"depth", Length, "1m", "of the new cub"},
                                 kSides};
constexpr Argument kCube[] = {{"low", Point, "", "one corner"},
                              {"high", Point, "", "the opposite one"},
                              kFloor,
                              kWall,
                              kCeiling,
                              kTagged};
constexpr Argument kRing[] = {{"centre", Point, "0,0,0", "of its floor"},
                              {"radius", Length, "8m", "to the outer sides"},
                              {"inner", Length, "4m", "to the inner sides; 0: wedges"},
                              {"height", Length, "3m", "above 0"},
                              {"segments", Count, "8", "how many cubs"},
                              {"arc", Angle, "360", "how far round"},
                              {"start", Angle, "0", "middle of the first one; 0 is +Z, 90 is +X"},
                              kFloor,
                              kWall,
                              kCeiling,
                              kTagged};
constexpr Argument kSpiral[] = {kRing[0],
                                {"radius", Length, "3m", "to the outer sides"},
                                {"inner", Length, "1m", "to the inner sides; 0: wedges"},
                                {"height", Length, "3m", "headroom over each step"},
                                {"rise", Length, "25cm", "of each step; below 0: down"},
                                {"segments", Count, "24", "how many steps in all"},
                                {"arc", Angle, "540", "how far round, in all"},
                                kRing[6],
                                kFloor,
                                kWall,
                                kCeiling,
                                kTagged};
constexpr Argument kStairs[] = {{"start", Point, "0,0,0", "the middle of the lowest front"},
                                {"facing", Choice, "+z", "where they lead", "+z +x -z -x"},
                                {"steps", Count, "12", "how many"},
                                {"rise", Length, "192g", "of each step; below 0: down"},
                                {"tread", Length, "320g", "depth of a step"},
                                {"width", Length, "2m", "from wall to wall"},
                                {"height", Length, "3m", "headroom over each step"},
                                kFloor,
                                kWall,
                                kCeiling,
                                kTagged};
constexpr Argument kDome[] = {kRing[0],
                              {"radius", Length, "8m", "to the corners of the floor"},
                              {"height", Length, "8m", "of the top"},
                              kRing[4],
                              {"layers", Count, "3", "of cubs, one on another"},
                              kRing[6],
                              kFloor,
                              kWall,
                              kCeiling,
                              kTagged};
constexpr Argument kCorridor[] = {
    {"points", Points, "", "the middle of the floor, from the beginning to the end"},
    {"width", Length, "3m", "from wall to wall"},
    {"height", Length, "3m", "from floor to ceiling"},
    {"step", Length, "4m", "length of a cub, about"},
    {"closed", Flag, "no", "back to the first point"},
    {"lean", Flag, "no", "floors bank with the curve, for shafts and loopings"},
    {"roll", Angle, "0", "with lean: of the end against the beginning"},
    kFloor,
    kWall,
    kCeiling,
    kTagged};
constexpr Argument kCylinder[] = {kRing[0], kRing[1], kRing[3], kRing[4], kRing[5],
                                  kRing[6], kFloor,   kWall,    kCeiling, kTagged};

constexpr Argument kOpen[] = {{"door", Key, "-", "what closes it"}, kSides};
constexpr Argument kWeld[] = {
    {"at", Choice, "middle", "the first one's place, or between", "first middle"}, kVertices};
constexpr Argument kJoin[] = {kWeldAt, kSides, kEdges};
constexpr Argument kWedge[] = {{"turn", Count, "0", "which of the two ways"}, kSides};

constexpr Argument kSlice[] = {
    {"axis", Choice, "z", "of the cub: x left-right, y up-down, z front-back", "x y z"},
    {"parts", Count, "2", "how many"},
    {"at", Factor, "0", "of two: share from right, bottom, back; 0 middle"},
    {"alone", Flag, "no", "neighbours keep their shape"},
    kCubs};
constexpr Argument kSplit[] = {{"parts", Choice, "8", "how many", "5 7 8"},
                               {"core", Factor, "0.5", "size of the core of 5 and 7"},
                               {"axis", Choice, "z", "along which the core of 5 runs", "x y z"},
                               kCubs};

constexpr Argument kErase[] = {kCubs, kObjects};
constexpr Argument kPaste[] = {{"by", Point, "0,0,0", "how far from where it was copied"},
                               {"turns", Count, "0", "quarter turns about y"},
                               {"mirror", Choice, "no", "along which axis", "no x y z"},
                               {"about", Point, "0,0,0", "pivot of turns and mirror"}};
constexpr Argument kRepeat[] = {kCubs, kSides, kEdges, kVertices, kObjects};
constexpr Argument kPasteOn[] = {{"turns", Count, "0", "corners to turn by"}, kSides};

constexpr Argument kRename[] = {{"name", Text, "", "of the level"}};
constexpr Argument kMaterial[] = {kKey,
                                  {"role", Text, "-", "floor, wall, ceiling, trim, hazard, ..."},
                                  {"color", Text, "-", "for previews: 80c0ff"},
                                  {"kit", Key, "-", "what its sides wear, or none"}};
constexpr Argument kAlong{"along", Count, "-", "pieces in a row; 0: as many as fit"};
constexpr Argument kUp{"up", Count, "-", "rows; 0: as many as fit"};
constexpr Argument kAlignAlong{"align_along", Choice, "-", "of a row that is shorter than the side",
                               "start middle end"};
constexpr Argument kAlignUp{"align_up", Choice, "-", "of rows that are lower than the side",
                            "start middle end"};
constexpr Argument kMirrorPieces{"mirror", Choice, "-", "left and right change places", "yes no"};
constexpr Argument kKit[] = {
    kKey,
    {"fill", Text, "-", "piece of the rows: panel, pipes, ... or the game's own; none"},
    {"convex_edge", Text, "-", "piece along a pillar's corners"},
    {"concave_edge", Text, "-", "piece along a room's corners"},
    {"flat_edge", Text, "-", "piece over seams within a wall"},
    {"convex_corner", Text, "-", "piece where convex edges meet"},
    {"concave_corner", Text, "-", "piece where concave edges meet"},
    {"frame", Text, "-", "piece along the rim of openings"},
    {"door", Text, "-", "piece in windows with a door"},
    {"size", Point, "-", "width,height,depth of a piece; the game's own need it"},
    {"of", Choice, "fill", "which piece's size",
     "fill convex_edge concave_edge flat_edge convex_corner concave_corner frame door"},
    {"step_along", Length, "-", "from a piece to the next; 0: its width"},
    {"step_up", Length, "-", "from a row to the next; 0: its height"},
    kAlong,
    kUp,
    kAlignAlong,
    kAlignUp,
    kMirrorPieces,
    {"stretch", Choice, "-", "as many as fit are stretched to leave nothing over", "yes no"},
    {"weights", Text, "-", "how often each variant is chosen: 5,2,1"},
    {"seed", Count, "-", "another one, another choice"},
    {"color", Text, "-", "for previews: 80c0ff"}};
constexpr Argument kDoor[] = {kKey,
                              {"needs", Text, "-", "what opens it"},
                              {"open", Flag, "no", "at the start"},
                              {"closed", Flag, "no", "at the start, as new doors are"}};
constexpr Argument kTrigger[] = {
    kKey, {"kind", Text, "", "what it does"}, {"door", Key, "-", "the door it moves"}};
constexpr Argument kPaint[] = {{"material", Key, "", "its name, or none"}, kSides, kCubs};
constexpr Argument kDress[] = {{"kit", Key, "", "its name; none: what the material wears"},
                               kAlong,
                               kUp,
                               kAlignAlong,
                               kAlignUp,
                               kMirrorPieces,
                               kSides,
                               kCubs};
constexpr Argument kUndress[] = {kSides, kCubs};
constexpr Argument kUv[] = {{"offset_u", Length, "0", "along the first edge"},
                            {"offset_v", Length, "0", "across it"},
                            {"repeat_u", Length, "1m", "below 0 mirrors"},
                            {"repeat_v", Length, "1m", "below 0 mirrors"},
                            {"turn", Angle, "0", "about the normal"},
                            kSides};
constexpr Argument kName{"name", Text, "", "its name"};
constexpr Argument kTurns{"turns", Count, "0", "quarter turns about y"};
constexpr Argument kMirrored{"mirror", Choice, "no", "along which axis", "no x y z"};
constexpr Argument kGroup[] = {{"name", Text, "-", "what to call it"}, kCubs};
constexpr Argument kMakePrefab[] = {kName, kCubs};
constexpr Argument kPlace[] = {
    kName, {"at", Point, "", "where the middle of its floor comes"}, kTurns, kMirrored};
constexpr Argument kKeep[] = {kName, kCubs};
constexpr Argument kLayer[] = {kKey,
                               {"hide", Flag, "no", "puts it out of sight"},
                               {"show", Flag, "no", "shows it again"},
                               {"lock", Flag, "no", "puts it out of reach"},
                               {"unlock", Flag, "no", "lets it be edited again"}};
constexpr Argument kToLayer[] = {{"layer", Key, "", "its name, or none"}, kCubs};
constexpr Argument kUvBox[] = {{"repeat_u", Length, "1m", "below 0 mirrors"},
                               {"repeat_v", Length, "1m", "below 0 mirrors"},
                               kSides,
                               kCubs};
constexpr Argument kUvFit[] = {{"times_u", Count, "1", "how often across the side"},
                               {"times_v", Count, "1", "how often up the side"},
                               kSides,
                               kCubs};
constexpr Argument kTag[] = {{"tag", Text, "", "the tag"}, kCubs};
constexpr Argument kSetTrigger[] = {{"trigger", Key, "", "its name, or none"}, kCubs, kSides};
constexpr Argument kSetDoor[] = {{"door", Key, "", "its name, or none"}, kSides};
constexpr Argument kGate[] = {{"off", Flag, "no", "walls again"}, kSides};
constexpr Argument kSpawn[] = {{"kind", Text, "", "player_start, guard, light, ..."},
                               {"at", Point, "", "where"},
                               {"yaw", Angle, "0", "0 faces +Z, 90 +X"},
                               kCubs};
constexpr Argument kProp[] = {{"model", Text, "", "crate, console, ..."},
                              {"at", Point, "", "where"},
                              {"yaw", Angle, "0", "0 faces +Z, 90 +X"},
                              kCubs};

namespace run = commands;

constexpr EditCommand kCommands[] = {
    {"select", "Select", "", "Selects what is named", kSelect, run::select, false},
    {"select-all", "Select", "Ctrl+A", "Selects all of a kind", kSelectAll, run::select_all, false},
    {"select-none", "Select", "Esc", "Selects nothing", {}, run::select_none, false},
    {"select-from", "Select", "", "From cubs to their sides, edges, vertices, and back", kSelectKin,
     run::select_kin, false},
    {"grow", "Select", "+", "Adds neighbours", kCubsOrSides, run::grow, false},
    {"shrink", "Select", "-", "Takes the rim off", kCubsOrSides, run::shrink, false},
    {"invert", "Select", "Ctrl+I", "Selects all others: walls where sides are given", kCubsOrSides,
     run::invert, false},
    {"connected", "Select", "L", "All that windows lead to", kOnlyCubs, run::connected, false},
    {"chain", "Select", "Alt+C", "Cubs in a row through the side, both ways", kOnlySides,
     run::chain, false},
    {"loop", "Select", "Alt+L", "Sides that go on along a chain", kLoop, run::loop, false},
    {"ring-edges", "Select", "Alt+R", "Edges that a cut across these cuts", kOnlyEdges,
     run::edge_ring, false},
    {"coplanar", "Select", "Alt+P", "Walls that go on in one plane", kCoplanar, run::coplanar,
     false},
    {"material-sides", "Select", "Alt+M", "Walls of one material", kByMaterial, run::by_material,
     false},
    {"role", "Select", "Alt+F", "Floors, walls or ceilings", kByRole, run::by_role, false},
    {"tagged", "Select", "Alt+T", "Cubs with a tag", kByTag, run::by_tag, false},

    {"move", "Move", "G", "Moves things", kMove, run::move},
    {"rotate", "Move", "R", "Turns things about an axis", kRotate, run::rotate},
    {"mirror", "Move", "Ctrl+M", "Turns things round along an axis", kMirror, run::mirror},
    {"scale", "Move", "S", "Scales things about a pivot", kScale, run::scale},
    {"snap", "Move", "Shift+S", "Moves corners to multiples of a step", kSnap, run::snap},
    {"smooth", "Move", "", "Evens corners out among their neighbours", kSmooth, run::smooth},
    {"flatten", "Move", "", "Brings corners to one height", kFlatten, run::flatten},
    {"roughen", "Move", "", "Adds bumps to corners", kRoughen, run::roughen},
    {"push", "Move", "P", "Moves sides along their normals", kPush, run::push},

    {"extrude", "Build", "E", "Inserts a cub on each side", kExtrude, run::extrude},
    {"bridge", "Build", "B", "Joins two sides by new cubs", kBridge, run::bridge},
    {"opening", "Build", "O", "Cuts an opening into a side", kOpening, run::opening},
    {"cube", "Build", "Shift+A", "Stamps a box", kCube, run::cube},
    {"ring", "Build", "Shift+R", "Stamps a ring of cubs", kRing, run::ring},
    {"cylinder", "Build", "Shift+C", "Stamps a round room of wedges", kCylinder, run::cylinder},
    {"stairs", "Build", "", "Stamps a straight flight of stairs", kStairs, run::stairs},
    {"spiral", "Build", "", "Stamps a winding stair", kSpiral, run::spiral},
    {"dome", "Build", "", "Stamps half a ball of wedges", kDome, run::dome},
    {"corridor", "Build", "", "Stamps a corridor along a curve through points", kCorridor,
     run::corridor},

    {"open", "Join", "W", "Opens two sides that touch into each other", kOpen, run::open},
    {"close", "Join", "Shift+W", "Makes walls of sides", kOnlySides, run::close},
    {"weld", "Join", "M", "Makes one vertex of several", kWeld, run::weld},
    {"join", "Join", "J", "Makes one of two sides, or of two edges", kJoin, run::join},
    {"collapse", "Join", "Alt+E", "Makes a vertex of an edge", kOnlyEdges, run::collapse},
    {"wedge", "Join", "Alt+W", "Makes an edge of a side", kWedge, run::wedge},
    {"pyramid", "Join", "Alt+Y", "Makes a vertex of a side", kOnlySides, run::pyramid},
    {"separate", "Join", "Shift+J", "Gives cubs or sides vertices of their own", kCubsOrSides,
     run::separate},

    {"slice", "Split", "K", "Cuts a cub and its chain across an axis", kSlice, run::slice},
    {"split", "Split", "Shift+K", "Cuts a cub into 5, 7 or 8", kSplit, run::split},
    {"merge", "Split", "Ctrl+J", "Makes one cub of two", kOnlyCubs, run::merge},

    {"delete", "Edit", "Del", "Deletes cubs with all in them, or objects", kErase, run::erase},
    {"copy", "Edit", "Ctrl+C", "Copies cubs with all in them", kOnlyCubs, run::copy, false},
    {"paste", "Edit", "Ctrl+V", "Pastes what was copied", kPaste, run::paste},
    {"paste-on", "Edit", "Ctrl+Shift+V", "Pastes so that the copied side lies on the other",
     kPasteOn, run::paste_on},
    {"keep", "Edit", "Ctrl+Shift+C", "Keeps a copy of cubs in the library", kKeep, run::keep,
     false},
    {"stamp", "Edit", "Shift+V", "Pastes one from the library", kPlace, run::stamp},
    {"repeat", "Edit", "Ctrl+R", "Does the last edit again, with what is named or selected now",
     kRepeat, run::repeat},
    {"undo", "Edit", "Ctrl+Z", "Takes the last step back", {}, run::undo, false},
    {"redo", "Edit", "Ctrl+Y", "Takes it again", {}, run::redo, false},

    {"group", "Groups", "Ctrl+G", "Makes a group of cubs", kGroup, run::group},
    {"ungroup", "Groups", "Ctrl+Shift+G", "Dissolves the groups of cubs", kOnlyCubs, run::ungroup},
    {"grouped", "Groups", "Alt+G", "Selects all cubs of the groups of these", kOnlyCubs,
     run::grouped, false},
    {"prefab", "Groups", "", "Makes a group of cubs, or one they are, a prefab", kMakePrefab,
     run::make_prefab},
    {"place", "Groups", "Shift+G", "Places a linked copy of a prefab", kPlace, run::place},
    {"spread", "Groups", "", "Makes the other copies what this one is now", kOnlyCubs, run::spread},
    {"unlink", "Groups", "", "Lets a copy go its own way", kOnlyCubs, run::unlink},
    {"layer", "Groups", "", "Adds a layer, or changes it", kLayer, run::add_layer},
    {"to-layer", "Groups", "Shift+L", "Moves cubs to a layer", kToLayer, run::to_layer},
    {"hide", "Groups", "H", "Puts cubs out of sight", kOnlyCubs, run::hide, false},
    {"isolate", "Groups", "Shift+H", "Puts all other cubs out of sight", kOnlyCubs, run::isolate,
     false},
    {"show", "Groups", "Alt+H", "Shows all cubs again", {}, run::show, false},

    {"name", "Level", "", "Names the level", kRename, run::rename},
    {"material", "Level", "", "Adds a material, or changes it", kMaterial, run::add_material},
    {"kit", "Level", "", "Adds a kit of decoration pieces, or changes it", kKit, run::add_kit},
    {"door", "Level", "", "Adds a door, or changes it", kDoor, run::add_door},
    {"trigger", "Level", "", "Adds a trigger, or changes it", kTrigger, run::add_trigger},
    {"paint", "Level", "Shift+P", "Gives sides a material", kPaint, run::paint},
    {"dress", "Level", "Shift+D", "Gives sides a kit", kDress, run::dress},
    {"undress", "Level", "", "Leaves sides bare, whatever their material wears", kUndress,
     run::undress},
    {"uv", "Level", "U", "Lays the material on sides", kUv, run::set_uv},
    {"uv-box", "Level", "Shift+U", "Lays it as the level's axes run, one on with the next", kUvBox,
     run::box_uv},
    {"uv-fit", "Level", "Ctrl+U", "Fits it into each side", kUvFit, run::fit_uv},
    {"uv-unfold", "Level", "Alt+U", "Carries it from the first side on to the others, over edges",
     kOnlySides, run::unfold_uv},
    {"tag", "Level", "T", "Gives cubs a tag", kTag, run::tag},
    {"untag", "Level", "Shift+T", "Takes a tag from cubs", kTag, run::untag},
    {"wire", "Level", "", "Has sides or cubs fire a trigger", kSetTrigger, run::set_trigger},
    {"hang", "Level", "", "Hangs a door into the windows of sides", kSetDoor, run::set_door},
    {"gate", "Level", "", "Makes walls ways to the exterior", kGate, run::set_gate},
    {"spawn", "Level", "", "Places a spawn", kSpawn, run::place_spawn},
    {"prop", "Level", "", "Places a prop", kProp, run::place_prop},
};

std::string quoted_default(const CommandArgument& argument) {
  return argument.type == ArgumentType::Text ? "'" + std::string(argument.usual) + "'"
                                             : argument.usual;
}

std::string argument_usage(const CommandArgument& argument) {
  const std::string name = argument.name, usual = argument.usual;
  const std::string kind = argument_type_name(argument.type);
  if (usual == "selected") return "[" + kind + "...]";
  if (argument.type == ArgumentType::Flag) return "[--" + name + "]";
  const std::string value = argument.choices[0] != '\0' ? std::string(argument.choices) : kind;
  if (usual.empty()) return "--" + name + " <" + value + ">";
  if (usual == "-") return "[--" + name + " <" + value + ">]";
  return "[--" + name + " " + quoted_default(argument) + "]";
}

void describe_arguments(const EditCommand& command, std::string& out) {
  for (const CommandArgument& argument : command.arguments) {
    const std::string usual = argument.usual;
    if (usual == "selected" || argument.type == ArgumentType::Flag) continue;
    out += out.back() == '.' ? " " : "; ";
    out += std::string("`") + argument.name + "` " + argument.help;
    if (argument.choices[0] != '\0') out += std::string(" (") + argument.choices + ")";
  }
}

}  // namespace

const char* argument_type_name(ArgumentType type) noexcept {
  constexpr const char* kNames[] = {"cub",    "side",   "edge",   "vertex", "object",
                                    "length", "point",  "points", "angle",  "count",
                                    "factor", "choice", "text",   "key",    "flag"};
  return kNames[static_cast<std::size_t>(type)];
}

std::span<const EditCommand> edit_commands() noexcept { return kCommands; }

const EditCommand* find_command(std::string_view name) noexcept {
  for (const EditCommand& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

Result<Done> run_command(EditSession& session, const EditCommand& command,
                         const ArgumentValues& arguments) {
  const auto with_name = [&](Error error) {
    error.message = std::string(command.name) + ": " + error.message;
    return error;
  };
  std::optional<ScaffoldEdit> edit;
  if (command.edits) edit.emplace(*session.document, command.name);
  if (command.edits) {
    if (const Result<Done> open = check_unlocked(*session.document, arguments); !open)
      return with_name(open.error());
  }
  const CommandResult result = command.run(session, arguments);
  if (!result) return with_name(result.error());
  if (edit) {
    if (const Result<Done> done = edit->commit(); !done) return with_name(done.error());
  }
  if (command.edits && command.run != run::repeat) {
    session.last = &command;
    session.last_arguments = arguments;
  }
  if (result->has_value()) {
    const SideRef cursor = session.selection.cursor;
    const ScaffoldSelection& made = session.selection = within_reach(session, **result);
    session.selection.cursor = cursor;
    if (!made.cubs.empty()) session.selection.cursor.cub = made.cubs.back();
    if (!made.sides.empty()) session.selection.cursor = made.sides.back();
  }
  return Done{};
}

std::string command_usage(const EditCommand& command) {
  std::string usage = command.name;
  for (const CommandArgument& argument : command.arguments) usage += " " + argument_usage(argument);
  return usage;
}

std::string describe_commands() {
  std::string out, menu;
  for (const EditCommand& command : kCommands) {
    if (menu != command.menu) {
      menu = command.menu;
      out += (out.empty() ? "" : "\n") + std::string("**") + menu +
             "**\n\n| command | key | does |\n|---|---|---|\n";
    }
    out += "| `" + command_usage(command) + "` | " + command.key + " | " + command.help + ".";
    describe_arguments(command, out);
    out += " |\n";
  }
  return out;
}

}  // namespace playset
