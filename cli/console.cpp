// The texts that all commands have in common: failures, repairs, documents.
#include "cli/console.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace playset {

nlohmann::ordered_json error_json(const Error& error) {
  nlohmann::ordered_json json{{"code", error_code_name(error.code)}, {"message", error.message}};
  if (!error.file.empty()) json["file"] = error.file;
  if (error.line != 0) json["line"] = error.line;
  if (error.column != 0) json["column"] = error.column;
  if (error.offset != 0) json["offset"] = error.offset;
  return json;
}

Error in_file(Error error, const std::string& file) {
  if (error.file.empty()) error.file = file;
  return error;
}

void print_document(const Console& console, const nlohmann::ordered_json& document) {
  using Json = nlohmann::ordered_json;
  console.out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

int report_failure(const Console& console, const Error& error) {
  console.err << "playset: " << error.text() << '\n';
  if (console.json) print_document(console, {{"error", error_json(error)}});
  return kExitBad;
}

namespace {

double repaired_area(std::span<const Repair> repairs) {
  double area = 0.0;
  for (const Repair& repair : repairs) area += repair.area;
  return area;
}

}  // namespace

void report_repairs(const Console& console, std::span<const Repair> repairs) {
  constexpr std::size_t kShown = 10;
  if (repairs.empty()) return;
  console.err << repairs.size() << (repairs.size() == 1 ? " repair" : " repairs") << ", touching "
              << repaired_area(repairs) << " m2 (--strict refuses instead):\n";
  for (std::size_t i = 0; i < repairs.size() && i < kShown; ++i)
    console.err << "  " << repairs[i].text << '\n';
  if (repairs.size() > kShown) {
    console.err << "  and " << repairs.size() - kShown << " more; --json lists them all\n";
  }
}

std::string duration_text(double seconds) {
  char text[32];
  if (seconds < 0.1) {
    std::snprintf(text, sizeof text, "%.3g ms", seconds * 1e3);
  } else {
    std::snprintf(text, sizeof text, "%.2f s", seconds);
  }
  return text;
}

nlohmann::ordered_json repairs_json(std::span<const Repair> repairs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Repair& repair : repairs)
    list.push_back({{"text", repair.text}, {"area_m2", repair.area}});
  return list;
}

}  // namespace playset
