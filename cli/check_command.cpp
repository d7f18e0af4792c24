// Finds what is wrong with a level, and what looks wrong.
#include "cli/check_command.h"

#include <algorithm>

#include "cli/check_scaffold.h"
#include "cli/level_measures.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSliverVolume = 1e-3;  // m3
constexpr double kShortEdge = 0.01;     // m

std::string plural(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// "12, 40, 41 and 6 more": the first few of a list of numbers.
std::string first_numbers(const std::vector<std::int32_t>& numbers) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  if (numbers.size() > kShown) text += " and " + std::to_string(numbers.size() - kShown) + " more";
  return text;
}

void add(std::vector<Finding>& findings, FindingLevel level, const char* rule, std::string text) {
  findings.push_back({level, rule, std::move(text), "", {}});
}

void find_lost_spawns(const CellComplex& cells, std::vector<Finding>& findings) {
  std::vector<std::int32_t> lost;
  bool start = false;
  for (const CellSpawn& spawn : cells.spawns) {
    if (spawn.cell == kNone) lost.push_back(spawn.source_id);
    start = start || (spawn.kind.find("player") != std::string::npos && spawn.cell != kNone);
  }
  if (!lost.empty()) {
    add(findings, FindingLevel::Warning, "spawn_outside",
        plural(lost.size(), "thing lies", "things lie") + " in no cell: " + first_numbers(lost));
  }
  if (!start)
    add(findings, FindingLevel::Warning, "no_start", "there is no player start inside the level");
}

void find_islands(const CellComplex& cells, std::vector<Finding>& findings) {
  const std::vector<std::uint32_t> component = component_of_cells(cells);
  std::vector<std::size_t> sizes;
  std::vector<std::int32_t> first;
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (component[i] == sizes.size()) {
      sizes.push_back(0);
      first.push_back(cells.cells[i].source_id);
    }
    ++sizes[component[i]];
  }
  if (sizes.size() < 2) return;
  const auto largest =
      static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  first.erase(first.begin() + static_cast<std::ptrdiff_t>(largest));
  add(findings, FindingLevel::Warning, "islands",
      plural(first.size(), "part", "parts") + " of the level cannot be reached from the largest; " +
          "they hold the cells " + first_numbers(first));
}

void find_slivers(const CellComplex& cells, std::vector<Finding>& findings) {
  std::vector<std::int32_t> slivers;
  for (const Cell& cell : cells.cells) {
    if (cell_volume(cells, cell) < kSliverVolume || shortest_edge(cells, cell) < kShortEdge) {
      slivers.push_back(cell.source_id);
    }
  }
  if (slivers.empty()) return;
  add(findings, FindingLevel::Warning, "slivers",
      plural(slivers.size(), "cell has", "cells have") +
          " an edge below 1 cm or a volume below 1 litre: " + first_numbers(slivers));
}

void find_idle_doors(const CellComplex& cells, std::vector<Finding>& findings) {
  std::vector<bool> used(cells.doors.size(), false);
  for (const CellSide& side : cells.sides) {
    if (side.door < used.size()) used[side.door] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    add(findings, FindingLevel::Warning, "idle_door",
        "door '" + cells.doors[i].name + "' closes no portal");
  }
}

Json findings_json(const std::vector<Finding>& findings, FindingLevel level) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    if (finding.level != level) continue;
    Json& item = list.emplace_back(Json{{"rule", finding.rule}, {"text", finding.text}});
    if (!finding.place.is_null()) item["place"] = finding.place;
    if (!finding.fix.empty()) item["fix"] = finding.fix;
  }
  return list;
}

void print_text(const Console& console, const CheckReport& report, bool valid) {
  for (const std::string& fix : report.fixed) console.out << "fixed: " << fix << '\n';
  console.out << report.spec << ": " << (valid ? "valid" : "not valid") << '\n';
  for (const Finding& finding : report.findings) {
    constexpr const char* kLevels[] = {"  error   ", "  warning ", "  note    "};
    console.out << kLevels[static_cast<std::size_t>(finding.level)] << finding.text << " ["
                << finding.rule << "]\n";
    if (!finding.fix.empty()) console.out << "          fix: " << finding.fix << '\n';
  }
}

}  // namespace

std::vector<Finding> find_faults(const CellComplex& cells, const Level* cooked) {
  std::vector<Finding> findings;
  if (cells.cells.empty()) {
    add(findings, FindingLevel::Error, "empty", "the level has no cells");
    return findings;
  }
  const Result<Done> rules = check_cells(cells);
  if (!rules) {
    add(findings, FindingLevel::Error, "cells", rules.error().message);
  } else if (cooked == nullptr) {
    const Result<Level> level = cook_level(cells);
    if (!level) add(findings, FindingLevel::Error, "cook", level.error().message);
  }
  if (!rules && !is_verdict(rules.error().code)) return findings;
  find_lost_spawns(cells, findings);
  find_islands(cells, findings);
  find_slivers(cells, findings);
  find_idle_doors(cells, findings);
  return findings;
}

bool is_verdict(ErrorCode code) noexcept {
  return code == ErrorCode::Invalid || code == ErrorCode::OutOfRange;
}

int print_report(const Console& console, const CheckReport& report) {
  const bool valid =
      std::none_of(report.findings.begin(), report.findings.end(),
                   [](const Finding& finding) { return finding.level == FindingLevel::Error; });
  if (!console.json) {
    print_text(console, report, valid);
  } else {
    print_document(console, {{"level", report.spec},
                             {"valid", valid},
                             {"errors", findings_json(report.findings, FindingLevel::Error)},
                             {"warnings", findings_json(report.findings, FindingLevel::Warning)},
                             {"notes", findings_json(report.findings, FindingLevel::Note)},
                             {"fixed", report.fixed},
                             {"repairs", repairs_json(report.repairs)}});
  }
  return valid ? kExitDone : kExitNo;
}

int run_check(const CheckRequest& request, const Console& console) {
  if (const std::optional<std::string> text = read_scaffold_text(request.source.spec))
    return run_scaffold_check(request, *text, console);
  if (request.fix) {
    return report_failure(
        console, {ErrorCode::Usage, "--fix mends .scaffold files; import the level to one first",
                  request.source.spec, 0, 0, 0});
  }
  Result<LoadedCells> loaded = load_cells(request.source);
  std::vector<Finding> findings;
  if (!loaded) {
    if (!is_verdict(loaded.error().code)) return report_failure(console, loaded.error());
    add(findings, FindingLevel::Error, "import", loaded.error().text());
  } else {
    report_repairs(console, loaded->repairs);
    findings = find_faults(loaded->cells, loaded->level ? &*loaded->level : nullptr);
  }
  const std::vector<Repair> none;
  return print_report(console, {request.source.spec,
                                std::move(findings),
                                {},
                                loaded ? std::span<const Repair>(loaded->repairs) : none});
}

void add_check_command(CLI::App& app, ChosenCommand& chosen) {
  auto request = std::make_shared<CheckRequest>();
  CLI::App* command =
      app.add_subcommand("check", "Say whether a level is valid, and what looks odd");
  add_source_options(*command, *request);
  command->add_flag("--fix", request->fix,
                    "Mend the errors of a .scaffold where a fix is known, and save it");
  command->footer(
      "Exits with 0 for a valid level (warnings may be listed), 1 for an invalid one, 2 where the "
      "file cannot be read.\n\n"
      "Examples:\n"
      "  playset check mission.hog:level1.rdl\n"
      "  playset check freedoom2.wad:MAP01 --strict --json\n"
      "  playset check station.scaffold --fix");
  set_action(*command, chosen, request, run_check);
}

}  // namespace playset
