// playset/scaffold/scaffold.h - Scaffold: the editable level, convex cubs joined by windows, and
// what is placed in it.
//
// What level designers edit and git merges. It may be invalid while it is worked on: build_cells
// refuses what cannot be played. Plain records, lists sorted by id: equal levels are equal files.
//
//         7--------4       seen along +Z, the way     side     at  corners, counterclockwise
//        /|       /|       characters face:           0 left   +X  3 2 6 7   from inside
//       3--------0 |              +Y                  1 top    +Y  3 7 4 0
//       | 6------|-5               |  +Z              2 right  -X  4 5 1 0
//       |/       |/                | /                3 bottom -Y  1 5 6 2
//       2--------1         +X -----+                  4 front  +Z  7 6 5 4
//                                                     5 back   -Z  0 1 2 3
// The numbers are Descent's; its space is the mirror image of ours, so its loops run the other way.
//
// Units   grid steps (1/1024 m) for places and lengths, thousandths of a degree for angles,
//         thousandths for scales.
// Cost    plain vectors.
// Threads plain values.
// Ref     the corner and side numbers of Descent level files
// See     scaffold/scaffold_text.h, scaffold/build_cells.h, scaffold/cub_shape.h, docs/scaffold.md
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/geom/grid.h"
#include "playset/scaffold/kit.h"

namespace playset {

inline constexpr std::uint32_t kCubCorners = 8;
inline constexpr std::uint32_t kCubSides = 6;

enum class CubSideName : std::uint8_t { Left, Top, Right, Bottom, Front, Back };

// Corner numbers of each side, counterclockwise seen from inside.
inline constexpr std::array<std::array<std::uint8_t, 4>, kCubSides> kSideCorners = {
    {{3, 2, 6, 7}, {3, 7, 4, 0}, {4, 5, 1, 0}, {1, 5, 6, 2}, {7, 6, 5, 4}, {0, 1, 2, 3}}};

inline constexpr std::array<std::uint8_t, kCubSides> kOppositeSide = {2, 3, 0, 1, 5, 4};

// Where a box's corners lie: 0 = low, 1 = high end of x, y, z.
inline constexpr std::array<std::array<std::uint8_t, 3>, kCubCorners> kCornerPlaces = {
    {{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}}};

// `extra` in every record: members of the file this version does not know, as JSON text
// (`"glow":1,"by":"ann"`), kept on saving.

struct ScaffoldMaterial {
  ScaffoldId id = kNoId;  // key_id(key)
  std::string key;        // "deck"
  std::string role;       // "floor", "wall", "ceiling", "trim", "hazard", or the game's own
  std::uint32_t color = 0x808080;  // 0xRRGGBB, for previews
  ScaffoldId kit = kNoId;          // what its sides wear unless they name their own
  std::string extra;
  friend bool operator==(const ScaffoldMaterial&, const ScaffoldMaterial&) = default;
};

struct ScaffoldDoor {
  ScaffoldId id = kNoId;
  std::string key;
  bool closed = true;  // at start
  std::string needs;   // what opens it ("red"), or ""
  std::string extra;
  friend bool operator==(const ScaffoldDoor&, const ScaffoldDoor&) = default;
};

struct ScaffoldTrigger {
  ScaffoldId id = kNoId;
  std::string key;
  std::string kind;                   // the game's own term: "open_door", "alarm", "exit"
  std::int32_t special = 0;           // a number the game or the source gives it
  std::vector<ScaffoldId> doors;      // doors it moves
  std::vector<std::int32_t> targets;  // the source's own numbers of what else it names
  std::string extra;
  friend bool operator==(const ScaffoldTrigger&, const ScaffoldTrigger&) = default;
};

// A part of the level that can be put out of sight or out of reach while editing. Cooking does not
// mind.
struct ScaffoldLayer {
  ScaffoldId id = kNoId;
  std::string key;      // "lighting"
  bool hidden = false;  // not shown, not selected
  bool locked = false;  // shown; not selected, not edited
  std::string extra;
  friend bool operator==(const ScaffoldLayer&, const ScaffoldLayer&) = default;
};

// Cubs that belong together. Groups of one `prefab` are linked copies: what is done to one can be
// done to the others. p of the prefab lies at axes(p) + at: axes[i] = n, 1 to 3, says that the
// prefab's axis i (x, y, z) runs along the level's axis n, against it where n is below 0.
struct ScaffoldGroup {
  ScaffoldId id = kNoId;
  std::string name;
  std::string prefab;  // "" where it is alone
  std::array<std::int32_t, 3> axes{1, 2, 3};
  GridPoint at{0};
  std::string extra;
  friend bool operator==(const ScaffoldGroup&, const ScaffoldGroup&) = default;
};

struct ScaffoldVertex {
  ScaffoldId id = kNoId;
  GridPoint at{0};
  std::string extra;
  friend bool operator==(const ScaffoldVertex&, const ScaffoldVertex&) = default;
};

// How a material lies on a side: u runs along the first edge of its loop, turned about its normal.
struct UvFrame {
  std::int32_t offset_u = 0, offset_v = 0;        // grid steps
  std::int32_t repeat_u = 1024, repeat_v = 1024;  // grid steps, not 0; negative mirrors
  std::int32_t turn = 0;                          // thousandths of a degree
  friend bool operator==(const UvFrame&, const UvFrame&) = default;
};

struct ScaffoldSide {
  ScaffoldId material = kNoId;
  ScaffoldId kit = kNoId;  // kNoId: its material's
  KitWear wear;
  ScaffoldId trigger = kNoId;  // fired by crossing or using the side
  UvFrame uv;
  std::uint32_t flags = 0;  // the game's own bits
  bool gate = false;        // a wall that becomes the way to the level's exterior
  std::string extra;
  friend bool operator==(const ScaffoldSide&, const ScaffoldSide&) = default;
};

// Six-sided cell. Repeated vertices make wedges and pyramids: sides of two vertices vanish, of
// three are triangles.
struct ScaffoldCub {
  ScaffoldId id = kNoId;
  std::array<ScaffoldId, kCubCorners> corners{};
  std::array<ScaffoldSide, kCubSides> sides;
  std::vector<std::string> tags;
  ScaffoldId trigger = kNoId;  // fired by entering the cub
  std::uint32_t flags = 0;     // the game's own bits
  ScaffoldId layer = kNoId;
  ScaffoldId group = kNoId;
  std::uint32_t member = 0;  // the same number in all linked copies of its group; 0: none yet
  std::string extra;
  friend bool operator==(const ScaffoldCub&, const ScaffoldCub&) = default;
};

struct SideRef {
  ScaffoldId cub = kNoId;
  std::uint8_t side = 0;  // 0..5
  friend bool operator==(const SideRef&, const SideRef&) = default;
};

// Joins two sides. Whole: they have the same vertices. Partial: they face each other in one plane,
// and the way through is where they overlap; a side may have several. Cubs that touch without a
// window stay apart on purpose.
struct ScaffoldWindow {
  ScaffoldId id = kNoId;
  std::array<SideRef, 2> sides;
  bool partial = false;
  ScaffoldId door = kNoId;  // what closes it; its face has the sides' materials
  std::string extra;
  friend bool operator==(const ScaffoldWindow&, const ScaffoldWindow&) = default;
};

struct ScaffoldSpawn {
  ScaffoldId id = kNoId;
  std::string kind;       // "player_start", "guard", "light"
  std::int32_t type = 0;  // a number the game gives it
  GridPoint at{0};
  std::int32_t yaw = 0;    // thousandths of a degree about +Y; 0 faces +Z
  ScaffoldId cub = kNoId;  // where it stands, or kNoId
  std::string extra;
  friend bool operator==(const ScaffoldSpawn&, const ScaffoldSpawn&) = default;
};

struct ScaffoldProp {
  ScaffoldId id = kNoId;
  std::string model;  // "crate", "console"
  GridPoint at{0};
  // yaw about +Y, pitch about +X, roll about +Z: Ry Rx Rz v; thousandths of a degree
  std::array<std::int32_t, 3> turn{};
  std::int32_t scale = 1000;  // thousandths, above 0
  ScaffoldId cub = kNoId;
  std::string extra;
  friend bool operator==(const ScaffoldProp&, const ScaffoldProp&) = default;
};

struct Scaffold {
  std::string name;
  std::vector<ScaffoldMaterial> materials;
  std::vector<ScaffoldKit> kits;
  std::vector<ScaffoldDoor> doors;
  std::vector<ScaffoldTrigger> triggers;
  std::vector<ScaffoldVertex> vertices;
  std::vector<ScaffoldCub> cubs;
  std::vector<ScaffoldWindow> windows;
  std::vector<ScaffoldSpawn> spawns;
  std::vector<ScaffoldProp> props;
  std::vector<ScaffoldLayer> layers;
  std::vector<ScaffoldGroup> groups;
  std::string extra;  // unknown members of the file itself
};

// True where these are +-1, +-2 and +-3 in any order: a group's axes.
[[nodiscard]] PLAYSET_API bool turns_axes(const std::array<std::int32_t, 3>& axes) noexcept;

// Hands out counted ids. `session` is any text that no other running editor uses (who, where,
// when): its hash is the upper part of the ids, so that two git branches do not clash. Continues
// after the highest number that `scaffold` already has of this session.
class ScaffoldIds {
 public:
  PLAYSET_API ScaffoldIds(std::string_view session, const Scaffold& scaffold) noexcept;
  [[nodiscard]] PLAYSET_API ScaffoldId take() noexcept;

 private:
  ScaffoldId next_;
};
// "k3f9x2ab.17/3": cub and side.
[[nodiscard]] PLAYSET_API std::string side_text(SideRef side);
// A side's vertices in order without repeats: 4, 3 on wedges and pyramids, fewer where collapsed.
struct SideLoop {
  std::array<ScaffoldId, 4> vertices{};
  std::uint32_t count = 0;
};
[[nodiscard]] PLAYSET_API SideLoop side_loop(const ScaffoldCub& cub, std::uint32_t side) noexcept;

}  // namespace playset
