// src/asset/repair_log.h - RepairLog: collects what a lenient import changes; a strict one stops at
// the first entry.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

class RepairLog {
 public:
  RepairLog(std::string file, bool strict) : file_(std::move(file)), strict_(strict) {}

  // Lists the repair, or in a strict import remembers the first as the refusal.
  void add(std::string text, double area = 0.0) {
    if (!strict_) {
      repairs_.push_back({std::move(text), area});
    } else if (!refusal_) {
      refusal_ = error(ErrorCode::Invalid, std::move(text));
    }
  }
  [[nodiscard]] bool refused() const noexcept { return refusal_.has_value(); }
  [[nodiscard]] const Error& refusal() const noexcept { return *refusal_; }  // requires refused()
  [[nodiscard]] std::vector<Repair> take() { return std::move(repairs_); }

  // A failure that no repair can mend.
  [[nodiscard]] Error error(ErrorCode code, std::string message) const {
    Error e;
    e.code = code;
    e.message = std::move(message);
    e.file = file_;
    return e;
  }

 private:
  std::string file_;
  bool strict_;
  std::vector<Repair> repairs_;
  std::optional<Error> refusal_;
};

}  // namespace playset
