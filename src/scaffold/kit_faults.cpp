// Kits that lay nothing, and why.
#include "scaffold/kit_faults.h"

#include <algorithm>

#include "scaffold/kit_layer.h"

namespace playset {
namespace {

Fault kit_fault(FaultRule rule, ScaffoldKind kind, ScaffoldId id, FixKind fix, std::string text) {
  Fault fault;
  fault.rule = rule;
  fault.severity = FaultSeverity::Warning;
  fault.record_kind = kind;
  fault.record = id;
  fault.text = std::move(text);
  fault.fix = {fix, kind, id, kNoId, {}, GridPoint(0)};
  return fault;
}

bool is_wall(const ScaffoldPart& part, SideRef side) {
  return std::none_of(part.windows.begin(), part.windows.end(), [&](const ScaffoldWindow* window) {
    return !window->partial && (window->sides[0] == side || window->sides[1] == side);
  });
}

// "" or why the side stays bare although it wears a sound kit.
std::string refusal_of(const ScaffoldKit& kit, const ScaffoldSide& look, const CubFacts& facts,
                       std::uint32_t side) {
  if (const Result<Done> sound = check_wear(look.wear); !sound)
    return sound.error().message + "; give it others, or none of its own";
  std::vector<glm::dvec3> corners;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint8_t corner = kSideCorners[side][k], next = kSideCorners[side][(k + 1) % 4];
    if (facts.cub->corners[corner] != facts.cub->corners[next])
      corners.push_back(to_metres(facts.at[corner]));
  }
  const SideFrame frame = make_side_frame(corners);
  if (frame.outline.empty()) return "";
  const double count = count_kit_pieces(kit, look.wear, frame);
  if (count <= kMostKitPieces) return "";
  return "kit " + kit.key + " would lay " + std::to_string(static_cast<std::int64_t>(count)) +
         " pieces on it, at most " + std::to_string(kMostKitPieces) +
         " are laid; use a larger step or fewer repeats";
}

}  // namespace

void find_kit_faults(const Scaffold& level, std::vector<Fault>& out) {
  for (const ScaffoldKit& kit : level.kits) {
    if (const Result<Done> sound = check_kit(kit); !sound)
      out.push_back(kit_fault(FaultRule::BadKit, ScaffoldKind::Kit, kit.id, FixKind::MendKit,
                              "kit " + kit.key + " lays nothing: " + sound.error().message));
  }
  for (const ScaffoldMaterial& material : level.materials) {
    if (material.kit == kNoId || find_record(level.kits, material.kit) != nullptr) continue;
    out.push_back(kit_fault(FaultRule::MissingReference, ScaffoldKind::Material, material.id,
                            FixKind::ClearMissing,
                            "material " + material.key +
                                " names a kit that does not exist; add it or clear the field"));
  }
}

void find_worn_kit_faults(const ScaffoldPart& part, const CubFacts& facts,
                          std::vector<Fault>& out) {
  if (!facts.placed) return;
  for (std::uint8_t s = 0; s < kCubSides; ++s) {
    const ScaffoldSide& look = facts.cub->sides[s];
    const ScaffoldId worn = worn_kit(*part.level, look);
    const ScaffoldKit* kit = worn == kNoId ? nullptr : find_record(part.level->kits, worn);
    if (kit == nullptr || !check_kit(*kit).ok()) continue;
    const std::string why = refusal_of(*kit, look, facts, s);
    const SideRef side{facts.cub->id, s};
    if (why.empty() || !is_wall(part, side)) continue;
    Fault& fault = out.emplace_back();
    fault.rule = FaultRule::KitSide;
    fault.severity = FaultSeverity::Warning;
    fault.cubs = {facts.cub->id};
    fault.sides = {side};
    fault.at = facts.at[kSideCorners[s][0]];
    fault.text = "side " + side_text(side) + " stays bare: " + why;
    fault.fix = {FixKind::Undress, ScaffoldKind::Cub, facts.cub->id, kNoId,
                 {side, side},     GridPoint(0)};
  }
}

}  // namespace playset
