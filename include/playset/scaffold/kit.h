// playset/scaffold/kit.h - ScaffoldKit: decoration pieces, and the rules by which they are laid on
// the sides that wear them.
//
// Part of the model (scaffold.h). A side wears the kit it names, else the one its material names,
// else none; KitWear says what one side wants otherwise.
//
// Units   grid steps (1/1024 m).
// Cost    plain values; check_kit looks at each field once.
// Threads plain values, pure functions.
// Ref     the Overload level editor's decals (repeat, align, mirror); research scaffold.md, 5.9
// See     scaffold/place_kits.h, scaffold/kit_pieces.h, docs/scaffold.md (Kits)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/scaffold/record_id.h"

namespace playset {

// What a piece is for. The names of the file: kit_part_name.
enum class KitPart : std::uint8_t {
  Fill,           // rows over the side
  ConvexEdge,     // where two walls turn away from each other: a pillar's corner
  ConcaveEdge,    // where they lean towards each other: a room's corner, the foot of a wall
  FlatEdge,       // over the seam of two walls in one plane
  ConvexCorner,   // where convex edges alone meet
  ConcaveCorner,  // where concave edges alone meet
  Frame,          // along the rim of openings cut into the side
  Door,           // in windows with a door
};
inline constexpr std::size_t kKitParts = 8;

// "fill", "convex_edge", ...
[[nodiscard]] PLAYSET_API const char* kit_part_name(KitPart part) noexcept;

// One of ours (kit_pieces.h), or the game's own with its size.
struct KitPieceName {
  std::string name;                    // "" for none
  std::array<std::int32_t, 3> size{};  // width, height, depth; all 0: what ours is made for
  friend bool operator==(const KitPieceName&, const KitPieceName&) = default;
};

enum class KitAlign : std::uint8_t { Start, Middle, End };
// "start", "middle", "end".
[[nodiscard]] PLAYSET_API const char* kit_align_name(KitAlign align) noexcept;
[[nodiscard]] PLAYSET_API std::optional<KitAlign> parse_kit_align(std::string_view name) noexcept;

// Along the side (left to right, seen from inside), and up (from its lower end).
using KitRepeats = std::array<std::int32_t, 2>;  // 0: as many as fit
using KitAligns = std::array<KitAlign, 2>;

struct ScaffoldKit {
  ScaffoldId id = kNoId;  // key_id(key)
  std::string key;
  std::array<KitPieceName, kKitParts> pieces;  // by KitPart
  std::array<std::int32_t, 2> step{};          // of the fill; 0: the piece's width, its height
  KitRepeats repeats{};
  KitAligns align{KitAlign::Middle, KitAlign::Start};
  bool mirror = false;                // left and right change places in each piece
  bool stretch = true;                // as many as fit are stretched to leave nothing over
  std::vector<std::int32_t> weights;  // of the fill's variants, at most 16; none: the first alone
  std::int32_t seed = 0;              // of the choice among them
  std::uint32_t color = 0x9AA4AB;     // 0xRRGGBB, for previews
  std::string extra;

  [[nodiscard]] const KitPieceName& piece(KitPart part) const {
    return pieces[static_cast<std::size_t>(part)];
  }
  friend bool operator==(const ScaffoldKit&, const ScaffoldKit&) = default;
};

// What one side wants otherwise than its kit.
struct KitWear {
  bool bare = false;  // nothing, whatever its material wears
  std::optional<KitRepeats> repeats;
  std::optional<KitAligns> align;
  std::optional<bool> mirror;
  friend bool operator==(const KitWear&, const KitWear&) = default;
};

inline constexpr std::int32_t kMostKitPieces = 4096;       // on one side, and along one edge
inline constexpr std::int32_t kLargestKitPiece = 1 << 20;  // 1,024 m
inline constexpr std::size_t kMostKitVariants = 16;

// The first rule that a kit breaks, or Done: a piece that is neither ours nor has a size, sizes and
// steps outside 1 to kLargestKitPiece, steps shorter than the piece, repeats below 0 or above
// kMostKitPieces, weights below 0 or all 0. Broken kits are kept and lay nothing.
[[nodiscard]] PLAYSET_API Result<Done> check_kit(const ScaffoldKit& kit);
// The same for what a side wants otherwise.
[[nodiscard]] PLAYSET_API Result<Done> check_wear(const KitWear& wear);

// The nearest kit that breaks no rule: fields out of range as they are by default, unknown pieces
// as ours of the most alike name.
PLAYSET_API void mend_kit(ScaffoldKit& kit);

// Width, height and depth of a part's piece; zeros where the kit has none. Requires check_kit.
[[nodiscard]] PLAYSET_API std::array<std::int32_t, 3> kit_piece_size(
    const KitPieceName& piece) noexcept;

}  // namespace playset
