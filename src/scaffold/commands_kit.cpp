// Commands about kits: their fields, and which sides wear them.
#include <algorithm>

#include "looks.h"
#include "scaffold/kit_layer.h"

namespace playset::commands {
namespace {

// "5,2,1"; nothing where it is not such a list.
std::optional<std::vector<std::int32_t>> read_weights(std::string_view text) {
  std::vector<std::int32_t> weights;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view digits = text.substr(at, end - at);
    if (digits.empty() || digits.size() > 7) return std::nullopt;
    std::int32_t weight = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      weight = weight * 10 + (c - '0');
    }
    weights.push_back(weight);
    at = end + 1;
  }
  return weights;
}

// What is given of a pair of numbers or words; `pair` holds what is there.
template <typename Pair>
bool read_repeats(const ArgumentValues& arguments, Pair& pair) {
  if (arguments.has("along")) pair[0] = arguments.steps("along");
  if (arguments.has("up")) pair[1] = arguments.steps("up");
  return arguments.has("along") || arguments.has("up");
}

bool read_aligns(const ArgumentValues& arguments, KitAligns& aligns) {
  if (arguments.has("align_along")) aligns[0] = *parse_kit_align(arguments.text("align_along"));
  if (arguments.has("align_up")) aligns[1] = *parse_kit_align(arguments.text("align_up"));
  return arguments.has("align_along") || arguments.has("align_up");
}

void read_pieces(const ArgumentValues& arguments, ScaffoldKit& kit) {
  for (std::size_t i = 0; i < kKitParts; ++i) {
    const char* part = kit_part_name(static_cast<KitPart>(i));
    if (!arguments.has(part)) continue;
    const std::string& name = arguments.text(part);
    kit.pieces[i] = {name == "none" ? "" : name, {}};
  }
  if (!arguments.has("size")) return;
  const GridPoint size = arguments.point("size");
  for (std::size_t i = 0; i < kKitParts; ++i) {
    if (arguments.text("of") == kit_part_name(static_cast<KitPart>(i)))
      kit.pieces[i].size = {size.x, size.y, size.z};
  }
}

std::optional<Error> read_choice(const ArgumentValues& arguments, ScaffoldKit& kit) {
  if (arguments.has("seed")) kit.seed = arguments.steps("seed");
  if (arguments.has("weights")) {
    const auto weights = read_weights(arguments.text("weights"));
    if (!weights) return refuse("weights are whole numbers with commas between them: 5,2,1");
    kit.weights = *weights;
  }
  if (arguments.has("color")) {
    const std::optional<std::uint32_t> color = read_color(arguments.text("color"));
    if (!color) return refuse("a color is six hexadecimal digits: 80c0ff");
    kit.color = *color;
  }
  return std::nullopt;
}

}  // namespace

CommandResult add_kit(EditSession& session, const ArgumentValues& arguments) {
  const std::string& key = arguments.text("key");
  if (const std::optional<Error> bad = bad_key(key)) return *bad;
  ScaffoldKit kit;
  if (const auto* there = session.document->find<ScaffoldKit>(key_id(key))) kit = *there;
  kit.id = key_id(key);
  kit.key = key;
  read_pieces(arguments, kit);
  if (arguments.has("step_along")) kit.step[0] = arguments.steps("step_along");
  if (arguments.has("step_up")) kit.step[1] = arguments.steps("step_up");
  read_repeats(arguments, kit.repeats);
  read_aligns(arguments, kit.align);
  if (arguments.has("mirror")) kit.mirror = arguments.text("mirror") == "yes";
  if (arguments.has("stretch")) kit.stretch = arguments.text("stretch") == "yes";
  if (const std::optional<Error> bad = read_choice(arguments, kit)) return *bad;
  if (const Result<Done> sound = check_kit(kit); !sound) return sound.error();
  session.document->put(std::move(kit));
  return nothing_made();
}

CommandResult dress(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const std::vector<SideRef> sides = all_sides(document, arguments);
  if (const Result<Done> there = need_sides(document, sides, "dress"); !there) return there.error();
  const Result<ScaffoldId> kit = named<ScaffoldKit>(document, arguments.text("kit"), "kit");
  if (!kit) return kit.error();
  KitWear given;
  if (KitRepeats repeats{}; read_repeats(arguments, repeats)) given.repeats = repeats;
  if (arguments.has("mirror")) given.mirror = arguments.text("mirror") == "yes";
  if (const Result<Done> sound = check_wear(given); !sound) return sound.error();
  change_sides(document, sides, [&](ScaffoldSide& side) {
    side.kit = *kit;
    side.wear = given;
    // What is not said stays as the kit has it.
    const ScaffoldId worn = worn_kit(document.level(), side);
    const ScaffoldKit* record = document.find<ScaffoldKit>(worn);
    KitRepeats repeats = record == nullptr ? KitRepeats{} : record->repeats;
    if (read_repeats(arguments, repeats)) side.wear.repeats = repeats;
    KitAligns aligns = record == nullptr ? ScaffoldKit{}.align : record->align;
    if (read_aligns(arguments, aligns)) side.wear.align = aligns;
  });
  return nothing_made();
}

CommandResult undress(EditSession& session, const ArgumentValues& arguments) {
  ScaffoldDocument& document = *session.document;
  const std::vector<SideRef> sides = all_sides(document, arguments);
  if (const Result<Done> there = need_sides(document, sides, "undress"); !there)
    return there.error();
  change_sides(document, sides, [](ScaffoldSide& side) {
    side.kit = kNoId;
    side.wear = {};
    side.wear.bare = true;
  });
  return nothing_made();
}

}  // namespace playset::commands
