// Error texts.
#include "playset/core/result.h"

namespace playset {

std::string Error::text() const {
  std::string out = file;
  if (line > 0) {
    out += ':' + std::to_string(line);
    if (column > 0) out += ':' + std::to_string(column);
  } else if (offset > 0) {
    out += " at byte " + std::to_string(offset);
  }
  if (!out.empty()) out += ": ";
  return out + message;
}

const char* error_code_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::Io:
      return "io";
    case ErrorCode::Syntax:
      return "syntax";
    case ErrorCode::Truncated:
      return "truncated";
    case ErrorCode::Unsupported:
      return "unsupported";
    case ErrorCode::Invalid:
      return "invalid";
    case ErrorCode::OutOfRange:
      return "out_of_range";
    case ErrorCode::Usage:
      return "usage";
  }
  return "unknown";
}

}  // namespace playset
