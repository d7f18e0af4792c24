// Kit pieces come from the scaffold itself: cells have none.
#include "cli/level_kits.h"

#include <map>

#include "cli/files.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {

Result<LevelKits> read_kits(const LevelSource& source) {
  LevelKits result;
  if (!has_extension(source.spec, ".scaffold")) return result;
  const Result<std::string> text = read_text_file(source.spec);
  if (!text) return text.error();
  Result<Scaffold> scaffold = parse_scaffold(*text, source.spec);
  if (!scaffold) return scaffold.error();
  result.plan = place_kits(*scaffold);
  result.kits = std::move(scaffold->kits);
  result.materials = std::move(scaffold->materials);
  for (const ScaffoldCub& cub : scaffold->cubs) result.cubs.push_back(cub.id);
  const auto scale = static_cast<float>(source.scale);
  for (KitPlacement& p : result.plan.placements) {
    p.position *= scale;
    p.scale *= scale;
  }
  return result;
}

std::vector<std::pair<std::string, std::size_t>> count_pieces(const LevelKits& kits) {
  std::map<std::string, std::size_t> counts;
  for (const KitBatch& batch : kits.plan.batches) {
    const ScaffoldKit& kit = *find_record(kits.kits, batch.kit);
    counts[kit.key + "/" + kit.piece(batch.part).name] += batch.count;
  }
  return {counts.begin(), counts.end()};
}

}  // namespace playset
