// playset/geom/cell_complex.h - CellComplex: a level as convex cells joined by portals, as
// importers and the scaffold make it.
//
// The one exchange form between importers, the scaffold and cook_level. Editable by nobody: build
// it, check it, cook it. A cell is a closed polyhedron, convex up to the grid's rounding. Its
// boundary is cut into sides, each a polygon that is either a wall or a portal to exactly one side
// of another cell, with the same corners in reverse order. What lies in one plane but leads to
// several places (a step, an opening and a lintel; two smaller neighbours) is several sides with
// one `face`.
//
// Units   grid steps (1/1024 m) for vertices, metres for spawns, radians for angles.
// Cost    plain arrays; check_cells is O(corners log corners).
// Threads const use from any thread.
// Ref     docs/geom.md (Cell complexes)
// See     level/level.h (cook_level), asset/ (importers), tests/geom/cell_complex_test.cpp
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "playset/core/axes.h"
#include "playset/core/result.h"
#include "playset/geom/grid.h"

namespace playset {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;  // "no index" in every field below

// One polygon of a cell's boundary.
struct CellSide {
  // Into CellComplex::corners, which run counterclockwise seen from inside the cell, so that
  // (c1 - c0) x (c2 - c0) points into it. At least 3, no corner twice.
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = 0;
  std::uint32_t cell = 0;  // owner
  // side of the other cell that is this polygon reversed; kNone: a wall
  std::uint32_t neighbor = kNone;
  // sides of one cell with equal face lie in one plane (up to the grid's rounding)
  std::uint32_t face = 0;
  std::uint32_t door = kNone;      // into doors; both sides of a portal carry the same one
  std::uint32_t material = kNone;  // into materials; kNone on plain portals
  std::uint32_t trigger = kNone;   // into triggers; fired by crossing or using this side
  // the source file's own number: Descent side 0..5, DOOM linedef or -1 floor, -2 ceiling
  std::int32_t source_side = -1;
};

struct Cell {
  std::uint32_t first_side = 0;  // into CellComplex::sides; a cell's sides are contiguous
  std::uint32_t side_count = 0;
  std::int32_t source_id = -1;  // the source file's own number: cub, subsector, element
  // into tags; what the source says of the cell (secret, damage, fuel, reactor)
  std::uint32_t tag = kNone;
  std::uint32_t trigger = kNone;  // into triggers; fired by entering the cell
};

// A set of portals that opens and closes as one.
struct CellDoor {
  std::string name;             // unique within the complex
  bool closed = true;           // at start
  std::string key;              // "", or the key that opens it as the source names it
  std::int32_t source_id = -1;  // DOOM sector, Descent wall
};

// What the source wants to happen, kept as it says it.
struct CellTrigger {
  std::string kind;                  // the source's own term: "walk S1 open door", "exit", ...
  std::int32_t source_id = -1;       // DOOM linedef, Descent trigger
  std::int32_t special = 0;          // the source's number for it
  std::vector<std::uint32_t> doors;  // doors it moves
  // the source's own numbers of what else it names (sectors, cubs)
  std::vector<std::int32_t> targets;
};

// Something placed: a start, an enemy, an item, a light.
struct CellSpawn {
  std::string kind;            // "player_start", "thing", ...
  std::int32_t type = 0;       // the source's number for it
  glm::dvec3 position{0.0};    // m
  double yaw = 0.0;            // rad about +Y, 0 faces +Z
  std::uint32_t cell = kNone;  // kNone where it lies in none
  std::int32_t source_id = -1;
};

// One thing the importer changed or left out; `strict` imports refuse instead.
struct Repair {
  std::string text;   // what, where (the source's numbers) and why
  double area = 0.0;  // m2 of sector or side touched, 0 where none
};

struct CellComplex {
  std::vector<GridPoint> vertices;
  std::vector<std::uint32_t> corners;
  std::vector<CellSide> sides;
  std::vector<Cell> cells;
  std::vector<std::string> materials;
  std::vector<std::string> tags;
  std::vector<CellDoor> doors;
  std::vector<CellTrigger> triggers;
  std::vector<CellSpawn> spawns;
  std::string name;
  AxisMap source_axes;  // from the file's own space to ours
};

// What an importer gives back.
struct Imported {
  CellComplex cells;
  std::vector<Repair> repairs;
};

// Lenient imports repair and list; strict ones refuse the first thing they would have to repair.
struct ImportOptions {
  bool strict = false;
  double scale = 1.0;  // multiplies the format's own metres per unit, > 0
};

// The first broken rule of the class comment (indices in range, contiguous sides, mutual neighbors
// with the same corners reversed, closed cells with positive volume, vertices inside the grid,
// strings' indices), or Done.
[[nodiscard]] PLAYSET_API Result<Done> check_cells(const CellComplex& complex);

// The same for an edited complex: what takes a look at every cell (lists, records, references), and
// the shapes, corners and portals of `changed` cells alone. Where all others are as they were in a
// complex that passed, the answer is check_cells's, if not always its first problem. Some ten times
// as fast.
[[nodiscard]] PLAYSET_API Result<Done> check_changed_cells(const CellComplex& complex,
                                                           std::span<const std::uint32_t> changed);

// What link_sides did.
struct LinkReport {
  std::uint32_t linked = 0;  // portals made (pairs of sides)
  // pairs with the same corners in the same order: one cell is inverted; left walls
  std::uint32_t same_winding = 0;
  std::uint32_t crowded = 0;  // polygons shared by three or more sides; left walls
  std::vector<std::uint32_t> crowded_sides;
};

// Joins every two unlinked sides that have the same corners (by vertex id) in reverse order.
PLAYSET_API LinkReport link_sides(CellComplex& complex);

}  // namespace playset
