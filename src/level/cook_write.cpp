// The block of bytes: alignment, checksum, the extras' encoding and the locating grid.
#include "level/cook_write.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#if __has_include(<sys/mman.h>) && !defined(__wasm__)
#include <sys/mman.h>
#endif

#include "playset/core/hash.h"

namespace playset {
namespace {

// Numbers little-endian, texts as count and bytes.
class ExtrasWriter {
 public:
  template <typename T>
  void number(T value) {
    static_assert(std::endian::native == std::endian::little);
    const auto raw = std::as_bytes(std::span(&value, 1));
    out.insert(out.end(), raw.begin(), raw.end());
  }
  void text(const std::string& s) {
    number(static_cast<std::uint32_t>(s.size()));
    const auto raw = std::as_bytes(std::span(s.data(), s.size()));
    out.insert(out.end(), raw.begin(), raw.end());
  }
  template <typename T, typename Write>
  void list(const std::vector<T>& items, Write write) {
    number(static_cast<std::uint32_t>(items.size()));
    for (const T& item : items) write(item);
  }
  std::vector<std::byte> out;
};

// The same order; `ok` turns false at the first value that is not there.
class ExtrasReader {
 public:
  explicit ExtrasReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <typename T>
  void number(T& value) {
    if (rest_.size() < sizeof(T)) {
      ok = false;
      rest_ = {};
      return;
    }
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_ = rest_.subspan(sizeof(T));
  }
  void number(bool& value) {
    std::uint8_t byte = 0;
    number(byte);
    if (byte > 1) ok = false;
    value = byte == 1;
  }
  void text(std::string& s) {
    std::uint32_t size = 0;
    number(size);
    if (size > rest_.size()) ok = false;
    if (!ok) return;
    s.assign(reinterpret_cast<const char*>(rest_.data()), size);
    rest_ = rest_.subspan(size);
  }
  // Every item takes at least four bytes, which bounds the memory a lying count can ask for.
  template <typename T, typename Read>
  void list(std::vector<T>& items, Read read) {
    std::uint32_t count = 0;
    number(count);
    if (count > rest_.size() / 4) ok = false;
    for (std::uint32_t i = 0; ok && i < count; ++i) {
      items.emplace_back();
      read(items.back());
    }
  }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
  bool ok = true;

 private:
  std::span<const std::byte> rest_;
};

// One field order for both directions.
template <typename Io, typename Complex>
void transfer(Io& io, Complex& c) {
  io.text(c.name);
  for (auto& axis : c.source_axes.from) io.number(axis);
  io.number(c.source_axes.metres_per_unit);
  io.list(c.materials, [&](auto& s) { io.text(s); });
  io.list(c.tags, [&](auto& s) { io.text(s); });
  io.list(c.doors, [&](auto& d) {
    io.text(d.name);
    io.number(d.closed);
    io.text(d.key);
    io.number(d.source_id);
  });
  io.list(c.triggers, [&](auto& t) {
    io.text(t.kind);
    io.number(t.source_id);
    io.number(t.special);
    io.list(t.doors, [&](auto& v) { io.number(v); });
    io.list(t.targets, [&](auto& v) { io.number(v); });
  });
  io.list(c.spawns, [&](auto& s) {
    io.text(s.kind);
    io.number(s.type);
    io.number(s.position.x);
    io.number(s.position.y);
    io.number(s.position.z);
    io.number(s.yaw);
    io.number(s.cell);
    io.number(s.source_id);
  });
}

struct BoxRange {
  GridPoint lo, hi;
};

BoxRange boxes_touched(const GridBox& cell, GridPoint origin, int shift) noexcept {
  BoxRange r;
  for (int i = 0; i < 3; ++i) {
    r.lo[i] = (cell.lo[i] - origin[i]) >> shift;
    r.hi[i] = (cell.hi[i] - origin[i]) >> shift;
  }
  return r;
}

std::uint64_t entries_at(std::span<const GridBox> boxes, GridPoint origin, int shift) noexcept {
  std::uint64_t sum = 0;
  for (const GridBox& box : boxes) {
    const BoxRange r = boxes_touched(box, origin, shift);
    std::uint64_t n = 1;
    for (int i = 0; i < 3; ++i) n *= static_cast<std::uint64_t>(r.hi[i] - r.lo[i] + 1);
    sum += n;
  }
  return sum;
}

std::array<std::int32_t, 3> dims_at(const GridBox& all, int shift) noexcept {
  const BoxRange r = boxes_touched(all, all.lo, shift);
  return {r.hi.x + 1, r.hi.y + 1, r.hi.z + 1};
}

std::uint64_t product(const std::array<std::int32_t, 3>& dims) noexcept {
  return static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
         static_cast<std::uint64_t>(dims[2]);
}

std::uint64_t most_entries(std::size_t cells) noexcept { return cells * 16 + 64; }

// The finest boxes that are few enough.
std::int32_t least_shift(std::size_t cells, const GridBox& all) noexcept {
  const std::uint64_t wanted = cells * 4 + 8;
  std::int32_t shift = 25;
  while (shift > 4 && product(dims_at(all, shift - 1)) <= wanted) --shift;
  return shift;
}

// The finest boxes that are few enough, as are the entries in them. Both counts only rise as boxes
// are halved: so the second, which looks at every cell, is asked where the first gives out.
std::int32_t grid_shift_for(std::span<const GridBox> boxes, const GridBox& all) noexcept {
  std::int32_t shift = least_shift(boxes.size(), all);
  while (shift < 25 && entries_at(boxes, all.lo, shift) > most_entries(boxes.size())) ++shift;
  return shift;
}

template <typename Visit>
void for_each_box(const BoxRange& r, const std::array<std::int32_t, 3>& dims, Visit visit) {
  for (std::int32_t z = r.lo.z; z <= r.hi.z; ++z)
    for (std::int32_t y = r.lo.y; y <= r.hi.y; ++y)
      for (std::int32_t x = r.lo.x; x <= r.hi.x; ++x)
        visit(static_cast<std::size_t>((std::int64_t{z} * dims[1] + y) * dims[0] + x));
}

// A cell to take off the list of a grid's box (by its old number), or to add (by its new one).
struct GridEdit {
  std::size_t at;
  std::uint32_t cell;
  bool adds;
};

std::vector<GridEdit> list_grid_edits(const LevelHeader& h, std::span<const CellBox> left,
                                      std::span<const CellBox> come) {
  std::vector<GridEdit> edits;
  for (const bool adds : {false, true})
    for (const CellBox& cell : adds ? come : left)
      for_each_box(boxes_touched(cell.box, h.lo, h.grid_shift), h.grid_dims, [&](std::size_t at) {
        edits.push_back({at, cell.cell, adds});
      });
  std::sort(edits.begin(), edits.end(), [](const GridEdit& a, const GridEdit& b) {
    return a.at != b.at ? a.at < b.at : a.adds != b.adds ? b.adds : a.cell < b.cell;
  });
  return edits;
}

}  // namespace

std::shared_ptr<std::byte> allocate_block(std::size_t size) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  constexpr std::align_val_t align{BlockWriter::kAlign}, huge{kHugePage};
  if (size < 2 * kHugePage) {
    auto* raw = static_cast<std::byte*>(::operator new(size, align));
    return {raw, [](std::byte* p) { ::operator delete(p, align); }};
  }
  auto* raw = static_cast<std::byte*>(::operator new(size, huge));
#ifdef MADV_HUGEPAGE
  // a hint: first touches of 4 KiB pages take longer than filling them does
  ::madvise(raw, size / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return {raw, [](std::byte* p) { ::operator delete(p, huge); }};
}

std::uint64_t level_checksum(std::span<const std::byte> file) noexcept {
  constexpr std::size_t start = offsetof(LevelHeader, checksum) + sizeof(LevelHeader::checksum);
  return hash_long_bytes(file.subspan(start));
}

void BlockWriter::allocate(std::size_t room) {
  capacity_ = size_ + room;
  block_ = allocate_block(capacity_);
  clear_gaps();
}

void BlockWriter::extend() {
  if (size_ > capacity_) {
    const std::shared_ptr<std::byte> old = std::move(block_);
    block_ = allocate_block(size_);
    std::memcpy(block_.get(), old.get(), filled_);
    capacity_ = size_;
  }
  clear_gaps();
}

void BlockWriter::clear_gaps() noexcept {
  for (const Table& gap : gaps_)
    std::memset(block_.get() + gap.offset, 0, static_cast<std::size_t>(gap.count));
  gaps_.clear();
  filled_ = size_;
}

Level BlockWriter::finish(LevelHeader& header) noexcept {
  header.size = size_;
  std::memcpy(block_.get(), &header, sizeof(header));
  header.checksum = level_checksum({block_.get(), size_});
  std::memcpy(block_.get(), &header, sizeof(header));
  return LevelAccess::make(block_, size_);
}

std::vector<std::byte> write_extras(const CellComplex& complex) {
  ExtrasWriter writer;
  transfer(writer, complex);
  return std::move(writer.out);
}

Result<CellComplex> read_extras(std::span<const std::byte> bytes) {
  ExtrasReader reader(bytes);
  CellComplex complex;
  transfer(reader, complex);
  if (!reader.ok || !reader.at_end())
    return Error{
        ErrorCode::Truncated,
        "the table of names, doors, triggers and spawns is cut short; cook the level again",
        {},
        0,
        0,
        0};
  return complex;
}

LocateGrid build_locate_grid(std::span<const GridBox> boxes, GridBox all) {
  LocateGrid grid;
  grid.shift = grid_shift_for(boxes, all);
  grid.dims = dims_at(all, grid.shift);
  grid.starts.assign(static_cast<std::size_t>(product(grid.dims)) + 1, 0);
  for (const GridBox& box : boxes)
    for_each_box(boxes_touched(box, all.lo, grid.shift), grid.dims,
                 [&](std::size_t i) { ++grid.starts[i + 1]; });
  for (std::size_t i = 1; i < grid.starts.size(); ++i) grid.starts[i] += grid.starts[i - 1];
  grid.cells.resize(grid.starts.back());
  std::vector<std::uint32_t> next(grid.starts.begin(), grid.starts.end() - 1);
  for (std::uint32_t c = 0; c < boxes.size(); ++c)
    for_each_box(boxes_touched(boxes[c], all.lo, grid.shift), grid.dims,
                 [&](std::size_t i) { grid.cells[next[i]++] = c; });
  return grid;
}

std::optional<LocateGrid> edit_locate_grid(const LevelHeader& old, std::size_t cells,
                                           std::span<const CellBox> left,
                                           std::span<const CellBox> come,
                                           std::span<const std::uint32_t> now) {
  const GridBox all{old.lo, old.hi};
  if (old.grid_shift != least_shift(static_cast<std::size_t>(old.cells.count), all) ||
      old.grid_shift != least_shift(cells, all))
    return std::nullopt;
  const auto starts = LevelAccess::table<std::uint32_t>(old, old.grid_starts);
  const auto lists = LevelAccess::table<std::uint32_t>(old, old.grid_cells);
  const std::vector<GridEdit> edits = list_grid_edits(old, left, come);
  LocateGrid grid{old.grid_shift, old.grid_dims, {}, {}};
  grid.starts.reserve(starts.size());
  grid.starts.push_back(0);
  grid.cells.resize(lists.size() + edits.size());
  std::uint32_t* const first = grid.cells.data();
  std::uint32_t* out = first;
  auto edit = edits.begin();
  for (std::size_t at = 0; at + 1 < starts.size(); ++at) {
    std::uint32_t* const list = out;
    for (std::uint32_t e = starts[at]; e < starts[at + 1]; ++e) {
      const bool leaves =
          edit != edits.end() && edit->at == at && !edit->adds && edit->cell == lists[e];
      if (leaves)
        ++edit;
      else
        *out++ = now[lists[e]];
    }
    for (; edit != edits.end() && edit->at == at; ++edit) *out++ = edit->cell;
    if (!std::is_sorted(list, out)) std::sort(list, out);
    grid.starts.push_back(static_cast<std::uint32_t>(out - first));
  }
  grid.cells.resize(static_cast<std::size_t>(out - first));
  if (grid.cells.size() > most_entries(cells)) return std::nullopt;
  return grid;
}

}  // namespace playset
