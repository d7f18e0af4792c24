// Kits: names of parts, what a kit may not be, and the nearest one that may.
#include "playset/scaffold/kit.h"

#include <algorithm>
#include <numeric>

#include "playset/scaffold/kit_pieces.h"

namespace playset {
namespace {

constexpr std::int32_t kHeaviest = 1'000'000;
constexpr std::array<const char*, 3> kAlignNames = {"start", "middle", "end"};

Error broken(std::string text) {
  return Error{ErrorCode::OutOfRange, std::move(text), {}, 0, 0, 0};
}

std::string range_text(std::int64_t low, std::int64_t high, std::int64_t is) {
  return " lie between " + std::to_string(low) + " and " + std::to_string(high) + ", not " +
         std::to_string(is);
}

bool has_size(const KitPieceName& piece) { return piece.size != std::array<std::int32_t, 3>{}; }

Result<Done> check_piece(const KitPieceName& piece, const std::string& part) {
  if (!has_size(piece)) {
    if (piece.name.empty() || find_kit_family(piece.name) != nullptr) return Done{};
    return broken("its " + part + " '" + piece.name +
                  "' is none of our pieces; give the size of the game's own, or another name");
  }
  for (const std::int32_t length : piece.size) {
    if (length < 1 || length > kLargestKitPiece)
      return broken("sizes of its " + part + range_text(1, kLargestKitPiece, length));
  }
  return Done{};
}

Result<Done> check_repeats(const KitRepeats& repeats) {
  for (const std::int32_t n : repeats) {
    if (n < 0 || n > kMostKitPieces) return broken("repeats" + range_text(0, kMostKitPieces, n));
  }
  return Done{};
}

Result<Done> check_step(const ScaffoldKit& kit) {
  const KitPieceName& fill = kit.piece(KitPart::Fill);
  const std::array<std::int32_t, 3> size = kit_piece_size(fill);
  for (std::size_t k = 0; k < 2; ++k) {
    const std::int32_t step = kit.step[k];
    if (step < 0 || step > kLargestKitPiece)
      return broken("steps" + range_text(0, kLargestKitPiece, step));
    if (step != 0 && step < size[k]) {
      return broken("a step of " + std::to_string(step) + " is less than its piece is " +
                    (k == 0 ? "wide" : "high") + ", " + std::to_string(size[k]) +
                    ": pieces would overlap");
    }
  }
  return Done{};
}

Result<Done> check_weights(const std::vector<std::int32_t>& weights) {
  if (weights.size() > kMostKitVariants)
    return broken("there are " + std::to_string(weights.size()) + " weights; at most " +
                  std::to_string(kMostKitVariants) + " variants are told apart");
  for (const std::int32_t weight : weights) {
    if (weight < 0 || weight > kHeaviest)
      return broken("weights" + range_text(0, kHeaviest, weight));
  }
  const bool none = std::all_of(weights.begin(), weights.end(), [](auto w) { return w == 0; });
  if (!weights.empty() && none) return broken("all weights are 0: there is nothing to choose");
  return Done{};
}

// How many letters differ (Levenshtein).
std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i + 1;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t swapped = corner + (a[i] == b[k] ? 0u : 1u);
      corner = row[k + 1];
      row[k + 1] = std::min({swapped, row[k] + 1, corner + 1});
    }
  }
  return row[b.size()];
}

const KitFamily& most_alike(std::string_view name) {
  const std::span<const KitFamily> families = kit_families();
  return *std::min_element(families.begin(), families.end(),
                           [&](const KitFamily& a, const KitFamily& b) {
                             return letters_apart(a.name, name) < letters_apart(b.name, name);
                           });
}

}  // namespace

const char* kit_part_name(KitPart part) noexcept {
  constexpr std::array<const char*, kKitParts> kNames = {
      "fill",          "convex_edge",    "concave_edge", "flat_edge",
      "convex_corner", "concave_corner", "frame",        "door"};
  return kNames[static_cast<std::size_t>(part)];
}

const char* kit_align_name(KitAlign align) noexcept {
  return kAlignNames[static_cast<std::size_t>(align)];
}

std::optional<KitAlign> parse_kit_align(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kAlignNames.size(); ++i)
    if (name == kAlignNames[i]) return static_cast<KitAlign>(i);
  return std::nullopt;
}

std::array<std::int32_t, 3> kit_piece_size(const KitPieceName& piece) noexcept {
  if (piece.name.empty()) return {};
  const KitFamily* ours = has_size(piece) ? nullptr : find_kit_family(piece.name);
  return ours != nullptr ? ours->size : piece.size;
}

Result<Done> check_kit(const ScaffoldKit& kit) {
  for (std::size_t part = 0; part < kKitParts; ++part) {
    Result<Done> sound = check_piece(kit.pieces[part], kit_part_name(static_cast<KitPart>(part)));
    if (!sound) return sound;
  }
  if (Result<Done> sound = check_step(kit); !sound) return sound;
  if (Result<Done> sound = check_repeats(kit.repeats); !sound) return sound;
  return check_weights(kit.weights);
}

Result<Done> check_wear(const KitWear& wear) {
  return wear.repeats ? check_repeats(*wear.repeats) : Result<Done>(Done{});
}

void mend_kit(ScaffoldKit& kit) {
  for (KitPieceName& piece : kit.pieces) {
    if (check_piece(piece, "").ok()) continue;
    if (has_size(piece)) piece.size = {};
    if (!check_piece(piece, "").ok()) piece.name = most_alike(piece.name).name;
  }
  if (!check_step(kit).ok()) kit.step = {};
  if (!check_repeats(kit.repeats).ok()) kit.repeats = {};
  if (!check_weights(kit.weights).ok()) kit.weights.clear();
}

}  // namespace playset
