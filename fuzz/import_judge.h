// fuzz/import_judge.h - what every importer owes for any input: an error with a reason, or a sound
// level no larger than the input allows.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "playset/geom/cell_complex.h"

namespace playset::fuzz {

inline std::size_t footprint(const Imported& level) {
  const CellComplex& c = level.cells;
  std::size_t bytes = c.vertices.size() * sizeof(GridPoint) + c.corners.size() * 4 +
                      c.sides.size() * sizeof(CellSide) + c.cells.size() * sizeof(Cell);
  for (const std::string& s : c.materials) bytes += sizeof s + s.capacity();
  for (const std::string& s : c.tags) bytes += sizeof s + s.capacity();
  for (const CellDoor& d : c.doors) bytes += sizeof d + d.name.capacity() + d.key.capacity();
  for (const CellTrigger& t : c.triggers)
    bytes += sizeof t + t.kind.capacity() + 4 * (t.doors.capacity() + t.targets.capacity());
  for (const CellSpawn& s : c.spawns) bytes += sizeof s + s.kind.capacity();
  for (const Repair& r : level.repairs) bytes += sizeof r + r.text.capacity();
  return bytes;
}

// Aborts where the result breaks the promise. `input` is the file's size in bytes.
inline void judge_import(const Result<Imported>& level, std::size_t input) {
  if (!level) {
    if (level.error().message.empty()) std::abort();
    return;
  }
  if (const Result<Done> sound = check_cells(level->cells); !sound) {
    std::fprintf(stderr, "%s\n", sound.error().text().c_str());
    std::abort();
  }
  if (footprint(*level) > 192 * input + 65536) std::abort();
}

// Lenient and strict: what the strict one takes, the lenient one takes without repairs.
template <typename Parse>
void judge_importer(Parse&& parse, std::size_t input) {
  ImportOptions options;
  const Result<Imported> lenient = parse(options);
  judge_import(lenient, input);
  options.strict = true;
  const Result<Imported> strict = parse(options);
  judge_import(strict, input);
  if (strict && (!lenient || !lenient->repairs.empty())) std::abort();
}

}  // namespace playset::fuzz
