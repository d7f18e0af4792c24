// playset/scaffold/validate.h - find_faults: what is wrong with a level that is being edited, where,
// and what would mend it.
//
// An invalid level may be edited, saved and loaded; what is wrong is shown. Errors are what
// build_cells refuses, in the same words; warnings are what a player would stumble over; notes are
// what a designer may have meant. To keep findings up to date while editing use FaultWatch.
// Units   metres in texts and measures, grid steps in places.
// Cost    linear in cubs and windows but for look-ups (log); pairs are found by boxes.
// Threads pure functions.
// Ref     Johnen et al., arXiv 1706.01613 (valid hexahedra); Ericson 2005 (separating axes)
// See     scaffold/fault_watch.h, scaffold/build_cells.h, docs/scaffold.md (Validation),
//         tests/scaffold/validate_test.cpp
#pragma once

#include "playset/scaffold/document.h"

namespace playset {

enum class FaultSeverity : std::uint8_t {
  Error,    // build_cells refuses the level because of it
  Warning,  // builds, and is likely not meant
  Note,     // builds, and may be meant
};

// Which rule is broken. Names of programs and files: fault_rule_name.
enum class FaultRule : std::uint8_t {
  Broken,            // a cub with missing vertices, folded sides, or fewer than four sides
  Flat,              // a cub without volume
  Inverted,          // a cub whose sides look outwards
  Concave,           // a corner of a cub lies outside another of its sides
  Bent,              // a side is not planar; legal
  OutsideGrid,       // a vertex beyond 16,384 m
  MissingReference,  // an id that names nothing
  DuplicateName,     // two doors of one name
  WindowEnd,         // a window at a side that is none, or has collapsed
  WindowMismatch,    // a whole window whose sides do not have the same vertices in reverse order
  WindowTwice,       // a side has two whole windows; two partial ones join the same sides
  WindowShut,        // a partial window whose sides do not overlap in one plane
  OpenCell,          // the cell does not close where windows meet
  Crowded,           // three or more sides have the same vertices
  SameWinding,       // two sides have the same vertices in the same order: cubs inside one another
  Overlap,           // two cubs share space
  NearVertices,      // two vertices of cubs nearly meet
  Sliver,            // a cub with an edge or a volume too small to be meant
  Unreachable,       // cubs that cannot be reached from the player's start
  NoStart,           // no player start
  Misplaced,         // a spawn or prop outside its cub, or in none
  IdleDoor,          // a door that closes no window
  IdleTrigger,       // a trigger that does nothing
  UnfiredTrigger,    // a trigger that nothing fires
  BadKit,            // a kit that check_kit refuses: it lays nothing
  KitSide,           // a side that cannot wear its kit: too many pieces, repeats out of range
  Unlinked,          // two sides with the same vertices and no window between them
  Touching,          // two sides that overlap in one plane without a window
  UnusedMaterial,    // a material that no side has
  LooseVertex,       // a vertex that no cub uses
};

// "flat", "window_mismatch": stable, for programs.
[[nodiscard]] PLAYSET_API const char* fault_rule_name(FaultRule rule) noexcept;
// "error", "warning", "note".
[[nodiscard]] PLAYSET_API const char* fault_severity_name(FaultSeverity severity) noexcept;

// One step that mends a fault, as data: a command of the editor, or apply_fix.
enum class FixKind : std::uint8_t {
  None,
  Delete,        // the record, and what refers to it: a cub's windows, a window's door stays
  ClearMissing,  // all fields of the record that name nothing
  MakePartial,   // the window `record`
  AddWindow,     // a whole one between the sides
  AddPartial,    // a partial one between the sides
  WeldVertices,  // `other` becomes `record`
  WeldSides,     // the corners of sides[1] become the nearest ones of sides[0]
  SwapSides,     // front and back of the cub `record`, with their materials and windows
  MoveVertex,    // `record` to `at`
  SetCub,        // the spawn or prop `record` stands in the cub `other`
  MendKit,       // the kit `record` as mend_kit leaves it
  Undress,       // sides[0] stays bare
};

struct Fix {
  FixKind kind = FixKind::None;
  ScaffoldKind record_kind = ScaffoldKind::Cub;  // of `record`
  ScaffoldId record = kNoId;
  ScaffoldId other = kNoId;
  std::array<SideRef, 2> sides{};
  GridPoint at{0};
  friend bool operator==(const Fix&, const Fix&) = default;
};

// "delete cub 1ytzrzvs.17"; "" for none.
[[nodiscard]] PLAYSET_API std::string fix_text(const Scaffold& scaffold, const Fix& fix);

// One finding. Ids are in ascending order.
struct Fault {
  FaultRule rule = FaultRule::Broken;
  FaultSeverity severity = FaultSeverity::Error;
  std::vector<ScaffoldId> cubs;  // all that it is about
  std::vector<SideRef> sides;
  std::vector<ScaffoldId> windows;
  std::vector<ScaffoldId> vertices;
  ScaffoldKind record_kind = ScaffoldKind::Cub;  // of `record`
  ScaffoldId record = kNoId;  // a material, door, trigger, spawn or prop it is about
  GridPoint at{0};            // where to look
  double measure = 0.0;  // m (m3 for Sliver without short edge): how deep, bent, far; 0 where none
  std::string text;      // what, and what to do
  Fix fix;
  friend bool operator==(const Fault&, const Fault&) = default;
};

// Worst first, then by rule and place: the order of all lists of faults.
[[nodiscard]] PLAYSET_API bool fault_before(const Fault& a, const Fault& b) noexcept;

struct FaultOptions {
  double weld = 0.01;           // m, 0 to 1: vertices nearer than this are reported
  double short_edge = 0.01;     // m, 0 to 1: shorter edges make a sliver
  double small_volume = 0.001;  // m3, 0 to 1: smaller volumes make a sliver
  bool notes = true;            // false leaves out notes
};

// All findings, sorted. build_cells fails on the level if and only if one is an Error. Requires
// sorted lists, as loaders leave them; ids may name nothing, places may lie outside the grid.
[[nodiscard]] PLAYSET_API std::vector<Fault> find_faults(const Scaffold& scaffold,
                                                         const FaultOptions& options = {});

// Does what a fix says. False, and nothing changes, where it no longer applies: a record is gone,
// or welding would fold a cub. `ids` names new windows.
PLAYSET_API bool apply_fix(Scaffold& scaffold, const Fix& fix, ScaffoldIds& ids);

}  // namespace playset
