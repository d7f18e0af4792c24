// scaffold/kit_layer.h - KitLayer: lays the pieces of one cub after another.
#pragma once

#include <optional>

#include "playset/scaffold/place_kits.h"
#include "scaffold/adjacency.h"
#include "scaffold/kit_layout.h"

namespace playset {

// What the side's own kit is: the one it names, else its material's, else kNoId.
[[nodiscard]] ScaffoldId worn_kit(const Scaffold& level, const ScaffoldSide& side);

class KitLayer {
 public:
  // Both must outlive it and not change. `near` knows cubs_of_vertex and windows_of_cub.
  KitLayer(const Scaffold& level, const Adjacency& near);
  ~KitLayer();

  // Placements of the cub's sides, in a plan's order.
  [[nodiscard]] std::vector<KitPlacement> lay(ScaffoldId cub) const;

 private:
  struct SoundKit;
  struct Edge;
  struct Ring;

  [[nodiscard]] const SoundKit* kit_of(const ScaffoldCub& cub, std::uint32_t side) const;
  [[nodiscard]] const SoundKit* kit_with(std::span<const SideRef> sides, KitPart part) const;
  [[nodiscard]] const ScaffoldWindow* whole_window(SideRef side) const;
  [[nodiscard]] bool is_wall(SideRef side) const;
  [[nodiscard]] std::vector<glm::dvec3> corners_of(SideRef side) const;
  [[nodiscard]] SideFrame frame_of(SideRef side) const;
  [[nodiscard]] std::vector<std::pair<ScaffoldId, FlatPolygon>> openings_of(
      SideRef side, const SideFrame& frame) const;
  [[nodiscard]] std::optional<SideRef> across_edge(SideRef side, ScaffoldId a, ScaffoldId b) const;
  [[nodiscard]] std::optional<Edge> edge_between(SideRef one, SideRef other, ScaffoldId a,
                                                 ScaffoldId b) const;
  [[nodiscard]] std::optional<Ring> ring_around(SideRef start, ScaffoldId vertex) const;
  [[nodiscard]] glm::dvec3 place_of(ScaffoldId vertex) const;

  void lay_fill(const SoundKit& kit, SideRef side, const SideFrame& frame,
                std::vector<KitPlacement>& out) const;
  void lay_frames(const SoundKit& kit, SideRef side, const SideFrame& frame,
                  std::vector<KitPlacement>& out) const;
  void lay_edges(SideRef side, std::vector<KitPlacement>& out) const;
  void lay_edge(const Edge& edge, SideRef owner, std::vector<KitPlacement>& out) const;
  void lay_corners(const ScaffoldCub& cub, std::vector<KitPlacement>& out) const;
  void lay_doors(const ScaffoldCub& cub, std::vector<KitPlacement>& out) const;

  const Scaffold& level_;
  const Adjacency& near_;
  std::vector<SoundKit> kits_;                            // by id
  bool edges_ = false, corners_ = false, doors_ = false;  // some kit has such pieces
};

}  // namespace playset
