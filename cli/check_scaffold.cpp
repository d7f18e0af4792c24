// Checks an editable level where it is edited: by record and id, not by cell.
#include "cli/check_scaffold.h"

#include <algorithm>

#include "cli/files.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostRounds = 100;

FindingLevel level_of(FaultSeverity severity) {
  switch (severity) {
    case FaultSeverity::Error:
      return FindingLevel::Error;
    case FaultSeverity::Warning:
      return FindingLevel::Warning;
    default:
      return FindingLevel::Note;
  }
}

Json ids_json(const std::vector<ScaffoldId>& ids) {
  Json list = Json::array();
  for (const ScaffoldId id : ids) list.push_back(id_text(id));
  return list;
}

Json place_json(const Fault& fault) {
  Json place = Json::object();
  if (!fault.cubs.empty()) place["cubs"] = ids_json(fault.cubs);
  if (!fault.sides.empty()) {
    place["sides"] = Json::array();
    for (const SideRef& side : fault.sides) place["sides"].push_back(side_text(side));
  }
  if (!fault.windows.empty()) place["windows"] = ids_json(fault.windows);
  if (!fault.vertices.empty()) place["vertices"] = ids_json(fault.vertices);
  const glm::dvec3 at = to_metres(fault.at);
  if (!fault.cubs.empty() || !fault.vertices.empty()) place["at"] = {at.x, at.y, at.z};
  return place;
}

// Cooks a level without errors: nothing that find_faults passes should fail here.
void add_cook_errors(const Scaffold& scaffold, std::vector<Finding>& findings) {
  const Result<CellComplex> cells = build_cells(scaffold);
  const Result<Level> level = cells ? cook_level(*cells) : Result<Level>(cells.error());
  if (!level) findings.push_back({FindingLevel::Error, "cook", level.error().message, "", {}});
}

bool has_errors(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.level == FindingLevel::Error; });
}

}  // namespace

std::optional<std::string> read_scaffold_text(const std::string& path) {
  if (!has_extension(path, ".scaffold")) return std::nullopt;
  Result<std::string> text = read_text_file(path);
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::vector<Finding> list_faults(const Scaffold& scaffold) {
  std::vector<Finding> findings;
  for (const Fault& fault : find_faults(scaffold)) {
    findings.push_back({level_of(fault.severity), fault_rule_name(fault.rule), fault.text,
                        fix_text(scaffold, fault.fix), place_json(fault)});
  }
  if (scaffold.cubs.empty())
    findings.insert(findings.begin(),
                    {FindingLevel::Error, "empty", "the level has no cubs", "", {}});
  if (!has_errors(findings)) add_cook_errors(scaffold, findings);
  return findings;
}

std::vector<std::string> mend_errors(Scaffold& scaffold) {
  std::vector<std::string> done;
  ScaffoldIds ids("playset check --fix", scaffold);
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t before = done.size();
    for (const Fault& fault : find_faults(scaffold)) {
      if (fault.severity != FaultSeverity::Error) break;
      std::string text = fix_text(scaffold, fault.fix);
      if (apply_fix(scaffold, fault.fix, ids)) done.push_back(std::move(text));
    }
    if (done.size() == before) break;
  }
  return done;
}

int run_scaffold_check(const CheckRequest& request, const std::string& text,
                       const Console& console) {
  Result<Scaffold> scaffold = parse_scaffold(text, request.source.spec);
  if (!scaffold && !is_verdict(scaffold.error().code))
    return report_failure(console, scaffold.error());
  CheckReport report{request.source.spec, {}, {}, {}};
  if (!scaffold) {
    report.findings.push_back({FindingLevel::Error, "import", scaffold.error().text(), "", {}});
    return print_report(console, report);
  }
  if (request.fix) {
    report.fixed = mend_errors(*scaffold);
    const Result<Done> saved =
        report.fixed.empty() ? Result<Done>(Done{})
                             : write_text_file(request.source.spec, write_scaffold(*scaffold));
    if (!saved) return report_failure(console, saved.error());
  }
  report.findings = list_faults(*scaffold);
  return print_report(console, report);
}

}  // namespace playset
