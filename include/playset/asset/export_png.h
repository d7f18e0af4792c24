// playset/asset/export_png.h - write_png: a DebugCanvas as a PNG file, the same picture as its SVG.
//
// Units   pixels, as in CanvasOptions.
// Cost    anti-aliased on the CPU; a map of 10,000 items takes a fraction of a second.
// Threads pure functions; fonts are looked up by cairo (DejaVu Sans or what the system has for
//         sans-serif).
// Ref     cairo
// See     core/debug_canvas.h, tests/asset/export_png_test.cpp
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "playset/core/debug_canvas.h"
#include "playset/core/result.h"

namespace playset {

// The file's bytes. Fails (OutOfRange) where a side is below 1 or above 32,767 pixels, or memory
// does not suffice.
[[nodiscard]] PLAYSET_API Result<std::vector<std::byte>> encode_png(const Picture& picture);

// Projects, draws and saves it at `path`; fails with Io where that cannot be written.
[[nodiscard]] PLAYSET_API Result<Done> write_png(const DebugCanvas& canvas,
                                                 const CanvasOptions& options,
                                                 const std::string& path);

}  // namespace playset
