// cli/console.h - Console: where a command writes, and the exit codes every command shares.
//
// Results go to `out`: text for people, or with --json exactly one JSON document. Progress, repairs
// and errors go to `err`.
// See     tests/cli/app_test.cpp
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>
#include <string>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// What the shell sees.
enum ExitCode : int {
  kExitDone = 0,  // it worked, or the answer is yes
  kExitNo = 1,    // it worked, and the answer is no: an invalid level
  kExitBad = 2,   // the arguments or the input cannot be used
};

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool json = false;  // the result goes to `out` as one JSON document
};

// The error, of that file where it names none yet.
Error in_file(Error error, const std::string& file);

// Prints why a command gives up, to `err` and with --json also as {"error": ...}; returns kExitBad.
int report_failure(const Console& console, const Error& error);

// Prints the document as the command's result.
void print_document(const Console& console, const nlohmann::ordered_json& document);

// Lists what a lenient import changed: the first ten lines and how many more there are, with the
// area touched.
void report_repairs(const Console& console, std::span<const Repair> repairs);

// The same for the document: [{"text", "area_m2"}].
nlohmann::ordered_json repairs_json(std::span<const Repair> repairs);

// A duration to read: "1.52 s", below a tenth of a second "8.13 ms".
std::string duration_text(double seconds);

// {"code", "message", "file", "line", "column", "offset"}, leaving out what is not known.
nlohmann::ordered_json error_json(const Error& error);

}  // namespace playset
