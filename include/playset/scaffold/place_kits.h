// playset/scaffold/place_kits.h - place_kits, KitWatch: where the pieces of all kits stand.
//
//   KitWatch watch(document.level());
//   ... an edit ...
//   watch.update(document.level(), document.changes_since(revision));
//   for (ScaffoldId cub : watch.redone()) show(watch.of_cub(cub));
//
// place_kits gives it all at once, for exporters. Which piece goes where: docs/scaffold.md (Kits).
//
// Units   metres; rotations are quaternions x, y, z, w.
// Cost    place_kits: linear in sides and pieces. KitWatch::update: the cubs that changed and those
//         that share a corner or a window with them; all again after a change of kits or
//         materials. bench: kits/..., kits_edit/...
// Threads plain values.
// See     scaffold/kit.h, scaffold/kit_pieces.h, tests/scaffold/place_kits_test.cpp
#pragma once

#include <memory>
#include <span>

#include "playset/scaffold/document.h"

namespace playset {

// A piece's point p, in its box from 0 to its size, comes to lie at position + rotation (scale p).
struct KitPlacement {
  ScaffoldId kit = kNoId;
  KitPart part = KitPart::Fill;
  std::uint32_t variant = 0;
  SideRef side;             // what wears it
  SideRef other;            // an edge's second wall, a window's far side; else as `side`
  std::uint32_t index = 0;  // which one of the side's pieces of this part
  glm::vec3 position{0.0f};
  std::array<float, 4> rotation{0.0f, 0.0f, 0.0f, 1.0f};
  glm::vec3 scale{1.0f};  // x below 0 where it is mirrored
  friend bool operator==(const KitPlacement&, const KitPlacement&) = default;
};

// Placements of one mesh: kit, part and variant are the same.
struct KitBatch {
  ScaffoldId kit = kNoId;
  KitPart part = KitPart::Fill;
  std::uint32_t variant = 0;
  std::uint32_t first = 0, count = 0;
};

struct KitPlan {
  std::vector<KitPlacement> placements;  // by kit, part, variant, then side and index
  std::vector<KitBatch> batches;         // they cover all placements
};

// Broken records (missing vertices, kits that check_kit refuses, sides with more than
// kMostKitPieces) lay nothing; find_faults names them.
[[nodiscard]] PLAYSET_API KitPlan place_kits(const Scaffold& scaffold);

class PLAYSET_API KitWatch {
 public:
  explicit KitWatch(const Scaffold& scaffold);
  KitWatch(KitWatch&& other) noexcept;
  KitWatch& operator=(KitWatch&& other) noexcept;
  ~KitWatch();

  // `scaffold` is the level as it is now; `changes` says where it may differ from the last time:
  // what ScaffoldDocument::changes_since gives. A change that is not named is not seen.
  void update(const Scaffold& scaffold, std::span<const ScaffoldChange> changes);

  // Placements whose side is one of the cub's, in the order of a plan; empty for cubs that are not.
  [[nodiscard]] std::span<const KitPlacement> of_cub(ScaffoldId cub) const noexcept;
  // The cubs that the last update looked at again, those that are gone among them. Sorted.
  [[nodiscard]] std::span<const ScaffoldId> redone() const noexcept;
  [[nodiscard]] std::size_t count() const noexcept;  // of all placements
  // What place_kits(scaffold) gives.
  [[nodiscard]] KitPlan plan() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace playset
