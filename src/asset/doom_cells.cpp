// Prisms over a DOOM plan: floors, ceilings, windows between neighbours with the steps and lintels
// around them.
#include "asset/doom_cells.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "asset/doom_extras.h"

namespace playset::doom {

namespace {

constexpr double kLeastArea = 0.01;  // m2: smaller leaves than this are rounding, not level
constexpr std::int32_t kDoorGap =
    4;  // doors open to this far below the lowest neighbouring ceiling

struct Pair {
  std::uint32_t a, b;  // sectors on the two sides of a linedef, both ways
};

std::vector<Pair> sector_neighbors(const DoomMap& map) {
  std::vector<Pair> pairs;
  for (const DoomLine& line : map.lines) {
    if (line.side[0] == kNone || line.side[1] == kNone) continue;
    const std::uint32_t a = map.sides[line.side[0]].sector, b = map.sides[line.side[1]].sector;
    if (a == b) continue;
    pairs.push_back({a, b});
    pairs.push_back({b, a});
  }
  return pairs;
}

// What an opening sector learns from the neighbours that are open already.
struct Opening {
  bool any = false;
  std::int32_t lowest_ceiling = 0x7FFFFFFF, lowest_above = 0x7FFFFFFF, lowest_floor = 0x7FFFFFFF;
};

bool open_one(SectorSpan& span, const Opening& seen) {
  if (!seen.any) return false;
  if (seen.lowest_ceiling - kDoorGap > span.floor) {
    span.ceiling = seen.lowest_ceiling - kDoorGap;
  } else if (seen.lowest_above != 0x7FFFFFFF) {
    span.ceiling = seen.lowest_above;
  } else if (seen.lowest_floor < span.ceiling) {
    span.floor = seen.lowest_floor;
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::vector<SectorSpan> open_sectors(const DoomMap& map) {
  std::vector<SectorSpan> spans;
  for (const DoomSector& s : map.sectors) {
    const bool closed = s.ceiling <= s.floor;
    spans.push_back({s.floor, s.ceiling, closed, closed, 0});
  }
  const std::vector<Pair> pairs = sector_neighbors(map);
  bool changed = true;
  for (std::int32_t round = 1; changed; ++round) {
    changed = false;
    std::vector<Opening> openings(spans.size());
    for (const Pair& p : pairs) {
      if (!spans[p.a].solid || spans[p.b].solid) continue;
      Opening& o = openings[p.a];
      o.any = true;
      o.lowest_ceiling = std::min(o.lowest_ceiling, spans[p.b].ceiling);
      if (spans[p.b].ceiling > spans[p.a].floor)
        o.lowest_above = std::min(o.lowest_above, spans[p.b].ceiling);
      o.lowest_floor = std::min(o.lowest_floor, spans[p.b].floor);
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!spans[i].solid || !open_one(spans[i], openings[i])) continue;
      spans[i].solid = false;
      spans[i].opened = round;
      changed = true;
    }
  }
  return spans;
}

namespace {

class CellBuilder {
 public:
  CellBuilder(const DoomMap& map, const Plan& plan, double scale, RepairLog& repairs)
      : map_(map),
        plan_(plan),
        repairs_(repairs),
        scale_(scale),
        steps_(kSteps * scale),
        spans_(open_sectors(map)) {
    out_.name = map.name;
    out_.source_axes = kDoomAxes;
    out_.source_axes.metres_per_unit *= scale;
  }

  CellComplex run() {
    extras_ = add_doom_triggers(map_, spans_, plan_, out_);
    vertex_heads_.assign(plan_.points.size(), kNone);
    windows_.assign(plan_.pieces.size(), kNone);
    cell_of_.assign(plan_.cells.size(), kNone);
    for (std::uint32_t i = 0; i < plan_.cells.size(); ++i) {
      if (!is_solid(i)) cell_of_[i] = next_cell_++;
    }
    for (std::uint32_t i = 0; i < plan_.cells.size(); ++i) {
      if (cell_of_[i] != kNone) add_cell(i);
    }
    link();
    add_doom_spawns(map_, plan_, spans_, cell_of_, scale_, out_);
    list_lost();
    return std::move(out_);
  }

 private:
  static constexpr double kSteps = kGridPerMetre / 32;  // grid steps in a map unit at scale 1

  [[nodiscard]] const SectorSpan& span(std::uint32_t cell) const {
    return spans_[plan_.cells[cell].sector];
  }
  [[nodiscard]] bool is_solid(std::uint32_t cell) const {
    return plan_.cells[cell].sector == kNone || spans_[plan_.cells[cell].sector].solid;
  }

  [[nodiscard]] std::uint32_t piece_end(const PlanCell& cell, std::uint32_t k) const {
    return plan_.pieces[cell.first_piece + (k + 1 < cell.piece_count ? k + 1 : 0)].point;
  }

  // One vertex for each height over a point of the plan.
  std::uint32_t vertex(std::uint32_t point, std::int32_t height) {
    const PlanPoint p = plan_.points[point];
    const GridPoint at(p.x, static_cast<int>(std::floor(height * steps_ + 0.5)), -p.y);
    for (std::uint32_t v = vertex_heads_[point]; v != kNone; v = vertex_next_[v]) {
      if (out_.vertices[v] == at) return v;
    }
    const auto id = static_cast<std::uint32_t>(out_.vertices.size());
    out_.vertices.push_back(at);
    vertex_next_.push_back(vertex_heads_[point]);
    vertex_heads_[point] = id;
    return id;
  }

  std::uint32_t material(const std::string& name) {
    if (name.empty() || name == "-") return kNone;
    const auto [at, added] =
        material_ids_.try_emplace(name, static_cast<std::uint32_t>(out_.materials.size()));
    if (added) out_.materials.push_back(name);
    return at->second;
  }

  CellSide& new_side(std::uint32_t face, std::int32_t source) {
    CellSide side;
    side.first_corner = static_cast<std::uint32_t>(out_.corners.size());
    side.cell = static_cast<std::uint32_t>(out_.cells.size() - 1);
    side.face = face;
    side.source_side = source;
    return out_.sides.emplace_back(side);
  }

  void add_cell(std::uint32_t i) {
    const PlanCell& from = plan_.cells[i];
    Cell cell;
    cell.first_side = static_cast<std::uint32_t>(out_.sides.size());
    cell.source_id = from.source;
    cell.tag = extras_.sector_tag[from.sector];
    out_.cells.push_back(cell);
    add_flat(from, span(i).floor, false, map_.sectors[from.sector].floor_flat);
    add_flat(from, span(i).ceiling, true, map_.sectors[from.sector].ceiling_flat);
    for (std::uint32_t k = 0; k < from.piece_count; ++k) add_piece(i, k);
    Cell& done = out_.cells.back();
    done.side_count = static_cast<std::uint32_t>(out_.sides.size()) - done.first_side;
  }

  // Floors keep the plan's order (counterclockwise from above), ceilings reverse it.
  void add_flat(const PlanCell& cell, std::int32_t height, bool ceiling, const std::string& flat) {
    CellSide& side = new_side(ceiling ? 1 : 0, ceiling ? -2 : -1);
    side.material = material(flat);
    side.corner_count = cell.piece_count;
    for (std::uint32_t k = 0; k < cell.piece_count; ++k) {
      const std::uint32_t at = ceiling ? cell.piece_count - 1 - k : k;
      out_.corners.push_back(vertex(plan_.pieces[cell.first_piece + at].point, height));
    }
  }

  // What one piece of a cell's edge shows: an upright strip from `low` to `high`.
  struct Strip {
    std::uint32_t cell, k;  // in the plan
    std::int32_t low, high;
    const std::string* texture;
  };

  CellSide* add_strip(const Strip& strip) {
    if (strip.high <= strip.low) return nullptr;
    const PlanCell& cell = plan_.cells[strip.cell];
    const PlanPiece& piece = plan_.pieces[cell.first_piece + strip.k];
    CellSide& side =
        new_side(piece.face + 2, piece.line == kNone ? -3 : static_cast<std::int32_t>(piece.line));
    if (piece.line != kNone) side.trigger = extras_.line_trigger[piece.line];
    if (strip.texture != nullptr) side.material = material(*strip.texture);
    const std::uint32_t a = piece.point, b = piece_end(cell, strip.k);
    side.corner_count = 4;
    for (const std::uint32_t v : {vertex(a, strip.low), vertex(a, strip.high),
                                  vertex(b, strip.high), vertex(b, strip.low)}) {
      out_.corners.push_back(v);
    }
    return &side;
  }

  [[nodiscard]] const DoomSide* sidedef(const PlanPiece& piece) const {
    if (piece.line == kNone) return nullptr;
    const std::uint32_t side = map_.lines[piece.line].side[piece.line_side];
    return side == kNone ? nullptr : &map_.sides[side];
  }

  [[nodiscard]] bool one_sided(const PlanPiece& piece) const {
    return piece.line != kNone &&
           (map_.lines[piece.line].side[0] == kNone || map_.lines[piece.line].side[1] == kNone);
  }

  void add_piece(std::uint32_t i, std::uint32_t k) {
    const PlanPiece& piece = plan_.pieces[plan_.cells[i].first_piece + k];
    const DoomSide* side = sidedef(piece);
    const SectorSpan& mine = span(i);
    const std::uint32_t behind = piece.twin == kNone ? kNone : plan_.pieces[piece.twin].cell;
    if (behind == kNone || cell_of_[behind] == kNone || one_sided(piece)) {
      add_strip({i, k, mine.floor, mine.ceiling, side == nullptr ? nullptr : &side->middle});
      return;
    }
    const SectorSpan& other = span(behind);
    const std::int32_t low = std::max(mine.floor, other.floor),
                       high = std::min(mine.ceiling, other.ceiling);
    const std::string* lower = side == nullptr ? nullptr : &side->lower;
    const std::string* upper = side == nullptr ? nullptr : &side->upper;
    if (low >= high) {  // one lies wholly above the other
      add_strip({i, k, mine.floor, mine.ceiling, other.floor >= mine.ceiling ? lower : upper});
      return;
    }
    add_strip({i, k, mine.floor, low, lower});
    if (CellSide* window = add_strip({i, k, low, high, nullptr})) {
      window->door = window_door(i, behind);
      windows_[plan_.cells[i].first_piece + k] = static_cast<std::uint32_t>(out_.sides.size() - 1);
    }
    add_strip({i, k, high, mine.ceiling, upper});
  }

  // Windows within one sector are always open; between two door sectors the one that the other lets
  // open decides.
  [[nodiscard]] std::uint32_t window_door(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t s = plan_.cells[a].sector, t = plan_.cells[b].sector;
    if (s == t) return kNone;
    if (spans_[s].opened != spans_[t].opened)
      return extras_.sector_door[spans_[s].opened > spans_[t].opened ? s : t];
    return std::min(extras_.sector_door[s], extras_.sector_door[t]);
  }

  void link() {
    for (std::uint32_t i = 0; i < windows_.size(); ++i) {
      if (windows_[i] != kNone) out_.sides[windows_[i]].neighbor = windows_[plan_.pieces[i].twin];
    }
  }

  void list_lost() {
    for (const LostLeaf& leaf : plan_.lost) {
      if (leaf.area * kMetresPerGrid * kMetresPerGrid < kLeastArea) continue;
      repairs_.add(map_.name + ": a part of sector " + std::to_string(std::int32_t(leaf.sector)) +
                       " at " + std::to_string(std::lround(leaf.corner.x / steps_)) + ", " +
                       std::to_string(std::lround(leaf.corner.y / steps_)) +
                       " is too thin for the grid: dropped",
                   leaf.area * kMetresPerGrid * kMetresPerGrid);
    }
    if (plan_.gaps > 0) {
      repairs_.add(map_.name + ": " + std::to_string(plan_.gaps) + " edges, together " +
                   std::to_string(static_cast<long>(plan_.gap_length * kMetresPerGrid) + 1) +
                   " m, lead to nothing though no one-sided linedef bounds them: walls");
    }
    std::vector<double> areas(map_.sectors.size(), 0.0);
    for (std::uint32_t i = 0; i < plan_.cells.size(); ++i) {
      if (is_solid(i) && plan_.cells[i].sector != kNone)
        areas[plan_.cells[i].sector] += plan_area(plan_, i);
    }
    for (std::size_t s = 0; s < areas.size(); ++s) {
      if (areas[s] <= 0) continue;
      repairs_.add(map_.name + ": sector " + std::to_string(s) +
                       " is closed and no neighbour lets it open: solid",
                   areas[s]);
    }
  }

  const DoomMap& map_;
  const Plan& plan_;
  RepairLog& repairs_;
  double scale_, steps_;
  std::vector<SectorSpan> spans_;
  CellComplex out_;
  DoomExtras extras_;
  std::vector<std::uint32_t> vertex_heads_, vertex_next_;
  std::vector<std::uint32_t> windows_;  // side per plan piece
  std::vector<std::uint32_t> cell_of_;  // cell per plan cell
  std::uint32_t next_cell_ = 0;
  std::unordered_map<std::string, std::uint32_t> material_ids_;
};

}  // namespace

CellComplex build_doom_cells(const DoomMap& map, const Plan& plan, double scale,
                             RepairLog& repairs) {
  return CellBuilder(map, plan, scale, repairs).run();
}

}  // namespace playset::doom
