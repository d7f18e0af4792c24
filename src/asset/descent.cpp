// src/asset/descent.cpp - parse_descent: reads the file, then makes cells of it.
#include "playset/asset/descent.h"

#include <string>

#include "asset/descent_cells.h"
#include "asset/descent_file.h"
#include "asset/text_reader.h"

namespace playset {

Result<Imported> parse_descent(std::span<const std::byte> bytes, std::string_view name,
                               const ImportOptions& options) {
  RepairLog log(std::string(name), options.strict);
  const DescentLayout layout =
      ends_in(name, ".sdl") ? DescentLayout::Shareware : DescentLayout::Detect;
  Result<DescentFile> file = read_descent_file(bytes, layout, log);
  if (!file) return file.error();
  return descent_cells(*file, LinkRule::Named, options, std::move(log));
}

}  // namespace playset
