// Names and order of findings, fixes in words, and find_faults of a whole level.
#include "playset/scaffold/validate.h"

#include <algorithm>
#include <compare>

#include "playset/scaffold/fault_watch.h"

namespace playset {
namespace {

template <typename Record>
std::string key_text(const std::vector<Record>& records, ScaffoldId id) {
  const Record* record = find_record(records, id);
  return record == nullptr ? id_text(id) : record->key;
}

std::string record_text(const Scaffold& scaffold, ScaffoldKind kind, ScaffoldId id) {
  switch (kind) {
    case ScaffoldKind::Header:
      return "the level";
    case ScaffoldKind::Material:
      return "material " + key_text(scaffold.materials, id);
    case ScaffoldKind::Kit:
      return "kit " + key_text(scaffold.kits, id);
    case ScaffoldKind::Door:
      return "door " + key_text(scaffold.doors, id);
    case ScaffoldKind::Trigger:
      return "trigger " + key_text(scaffold.triggers, id);
    case ScaffoldKind::Vertex:
      return "vertex " + id_text(id);
    case ScaffoldKind::Cub:
      return "cub " + id_text(id);
    case ScaffoldKind::Window:
      return "window " + id_text(id);
    case ScaffoldKind::Spawn:
      return "spawn " + id_text(id);
    case ScaffoldKind::Prop:
      return "prop " + id_text(id);
    case ScaffoldKind::Layer:
      return "layer " + key_text(scaffold.layers, id);
    case ScaffoldKind::Group:
      return "group " + id_text(id);
  }
  return "";
}

std::string point_text(GridPoint p) {
  return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " + std::to_string(p.z) + ")";
}

template <typename T, typename Order>
int compare_lists(const std::vector<T>& a, const std::vector<T>& b, Order order) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (order(a[i], b[i])) return -1;
    if (order(b[i], a[i])) return 1;
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

}  // namespace

const char* fault_rule_name(FaultRule rule) noexcept {
  constexpr const char* kNames[] = {"broken",
                                    "flat",
                                    "inverted",
                                    "concave",
                                    "bent",
                                    "outside_grid",
                                    "missing_reference",
                                    "duplicate_name",
                                    "window_end",
                                    "window_mismatch",
                                    "window_twice",
                                    "window_shut",
                                    "open_cell",
                                    "crowded",
                                    "same_winding",
                                    "overlap",
                                    "near_vertices",
                                    "sliver",
                                    "unreachable",
                                    "no_start",
                                    "misplaced",
                                    "idle_door",
                                    "idle_trigger",
                                    "unfired_trigger",
                                    "bad_kit",
                                    "kit_side",
                                    "unlinked",
                                    "touching",
                                    "unused_material",
                                    "loose_vertex"};
  return kNames[static_cast<std::size_t>(rule)];
}

const char* fault_severity_name(FaultSeverity severity) noexcept {
  constexpr const char* kNames[] = {"error", "warning", "note"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::string fix_text(const Scaffold& scaffold, const Fix& fix) {
  const std::string record = record_text(scaffold, fix.record_kind, fix.record);
  const std::string sides = side_text(fix.sides[0]) + " and " + side_text(fix.sides[1]);
  switch (fix.kind) {
    case FixKind::None:
      return "";
    case FixKind::Delete:
      return "delete " + record;
    case FixKind::ClearMissing:
      return "clear what " + record + " names and does not exist";
    case FixKind::MakePartial:
      return "make " + record + " partial";
    case FixKind::AddWindow:
      return "add a window between " + sides;
    case FixKind::AddPartial:
      return "add a partial window between " + sides;
    case FixKind::WeldVertices:
      return "weld vertex " + id_text(fix.other) + " to " + record;
    case FixKind::WeldSides:
      return "weld the corners of " + side_text(fix.sides[1]) + " to those of " +
             side_text(fix.sides[0]);
    case FixKind::SwapSides:
      return "swap front and back of " + record;
    case FixKind::MoveVertex:
      return "move " + record + " to " + point_text(fix.at);
    case FixKind::SetCub:
      return "put " + record + " into cub " + id_text(fix.other);
    case FixKind::MendKit:
      return "give " + record + " pieces and numbers that are allowed";
    case FixKind::Undress:
      return "leave side " + side_text(fix.sides[0]) + " bare";
  }
  return "";
}

bool fault_before(const Fault& a, const Fault& b) noexcept {
  if (a.severity != b.severity) return a.severity < b.severity;
  if (a.rule != b.rule) return a.rule < b.rule;
  const auto less = [](ScaffoldId x, ScaffoldId y) { return x < y; };
  const auto side_less = [](SideRef x, SideRef y) {
    return x.cub != y.cub ? x.cub < y.cub : x.side < y.side;
  };
  if (const int c = compare_lists(a.cubs, b.cubs, less); c != 0) return c < 0;
  if (const int c = compare_lists(a.windows, b.windows, less); c != 0) return c < 0;
  if (const int c = compare_lists(a.vertices, b.vertices, less); c != 0) return c < 0;
  if (const int c = compare_lists(a.sides, b.sides, side_less); c != 0) return c < 0;
  if (a.record_kind != b.record_kind) return a.record_kind < b.record_kind;
  if (a.record != b.record) return a.record < b.record;
  return a.text < b.text;
}

std::vector<Fault> find_faults(const Scaffold& scaffold, const FaultOptions& options) {
  const FaultWatch watch(scaffold, options);
  return {watch.faults().begin(), watch.faults().end()};
}

}  // namespace playset
