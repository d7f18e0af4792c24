// Doors, triggers, tags and things of a DOOM map.
#include "asset/doom_extras.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/doom_specials.h"

namespace playset::doom {

namespace {

constexpr double kDegrees = 3.14159265358979323846 / 180.0;

const char* sector_special_name(std::int32_t special) {
  switch (special) {
    case 1:
    case 2:
    case 3:
    case 8:
    case 12:
    case 13:
    case 17:
      return " light";
    case 4:
      return " light damage";
    case 5:
    case 7:
    case 16:
      return " damage";
    case 9:
      return " secret";
    case 10:
    case 14:
      return " door timer";
    case 11:
      return " damage exit";
    default:
      return "";
  }
}

// Sectors by tag.
class Tagged {
 public:
  explicit Tagged(const DoomMap& map) {
    for (std::uint32_t i = 0; i < map.sectors.size(); ++i) {
      if (map.sectors[i].tag != 0) order_.emplace_back(map.sectors[i].tag, i);
    }
    std::sort(order_.begin(), order_.end());
  }
  [[nodiscard]] std::uint64_t count(std::int32_t tag) const {
    const auto range =
        std::equal_range(order_.begin(), order_.end(), std::make_pair(tag, 0u),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    return tag == 0 ? 0 : static_cast<std::uint64_t>(range.second - range.first);
  }
  template <typename Visit>
  void each(std::int32_t tag, Visit visit) const {
    if (tag == 0) return;
    for (auto at = std::lower_bound(order_.begin(), order_.end(), std::make_pair(tag, 0u));
         at != order_.end() && at->first == tag; ++at) {
      visit(at->second);
    }
  }

 private:
  std::vector<std::pair<std::int32_t, std::uint32_t>> order_;
};

std::uint32_t back_sector(const DoomMap& map, const DoomLine& line) {
  return line.side[1] == kNone ? kNone : map.sides[line.side[1]].sector;
}

void add_doors(const DoomMap& map, const std::vector<SectorSpan>& spans, const Plan& plan,
               CellComplex& out, DoomExtras& extras) {
  std::vector<bool> used(map.sectors.size());
  for (const PlanCell& cell : plan.cells) {
    if (cell.sector != kNone) used[cell.sector] = true;
  }
  for (std::uint32_t s = 0; s < map.sectors.size(); ++s) {
    if (!used[s] || !spans[s].closed || spans[s].solid) continue;
    extras.sector_door[s] = static_cast<std::uint32_t>(out.doors.size());
    out.doors.push_back({"sector " + std::to_string(s), true, "", static_cast<std::int32_t>(s)});
  }
}

void add_tags(const DoomMap& map, CellComplex& out, DoomExtras& extras) {
  for (std::size_t s = 0; s < map.sectors.size(); ++s) {
    if (map.sectors[s].special == 0) continue;
    const std::string text = "sector special " + std::to_string(map.sectors[s].special) +
                             (map.hexen ? "" : sector_special_name(map.sectors[s].special));
    const auto at = static_cast<std::size_t>(std::find(out.tags.begin(), out.tags.end(), text) -
                                             out.tags.begin());
    if (at == out.tags.size()) out.tags.push_back(text);
    extras.sector_tag[s] = static_cast<std::uint32_t>(at);
  }
}

void add_trigger(const DoomMap& map, const Tagged& tagged, std::uint32_t i, CellComplex& out,
                 DoomExtras& extras) {
  const DoomLine& line = map.lines[i];
  const SpecialMeaning meaning = special_meaning(line, map.hexen);
  CellTrigger trigger{meaning.kind, static_cast<std::int32_t>(i), line.special, {}, {}};
  const auto act_on = [&](std::uint32_t sector, bool moves) {
    trigger.targets.push_back(static_cast<std::int32_t>(sector));
    const std::uint32_t door = moves ? extras.sector_door[sector] : kNone;
    if (door == kNone) return;
    trigger.doors.push_back(door);
    if (!meaning.key.empty()) out.doors[door].key = meaning.key;
  };
  if (meaning.moves_back) {
    if (const std::uint32_t sector = back_sector(map, line); sector != kNone) act_on(sector, true);
  } else {
    tagged.each(line.tag, [&](std::uint32_t sector) { act_on(sector, meaning.moves_tagged); });
  }
  extras.line_trigger[i] = static_cast<std::uint32_t>(out.triggers.size());
  out.triggers.push_back(std::move(trigger));
}

// Exact, boundary included; by crossings, since the grid bends short edges out of their cell's
// convex shape.
bool holds(const Plan& plan, const PlanCell& cell, PlanPoint p) {
  bool inside = false;
  PlanPoint a = plan.points[plan.pieces[cell.first_piece + cell.piece_count - 1].point];
  for (std::uint32_t k = 0; k < cell.piece_count; ++k) {
    const PlanPoint b = plan.points[plan.pieces[cell.first_piece + k].point];
    const std::int64_t turn = cross(a, b, p);
    if (turn == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
        std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y)) {
      return true;
    }
    if ((a.y > p.y) != (b.y > p.y)) inside ^= (turn > 0) == (b.y > a.y);
    a = b;
  }
  return inside;
}

// Finds plan cells by walking the nodes, and by looking at all of them where the grid moved an edge
// over the point.
class PlanLocator {
 public:
  PlanLocator(const DoomMap& map, const Plan& plan)
      : map_(map), plan_(plan), first_(map.leaves.size(), kNone) {
    for (std::uint32_t i = static_cast<std::uint32_t>(plan.cells.size()); i-- > 0;)
      first_[plan.cells[i].leaf] = i;
  }

  [[nodiscard]] std::uint32_t find(double x, double y, PlanPoint p) const {
    const std::uint32_t leaf = leaf_at(map_, x, y);
    for (std::uint32_t i = first_[leaf]; i < plan_.cells.size() && plan_.cells[i].leaf == leaf;
         ++i) {
      if (holds(plan_, plan_.cells[i], p)) return i;
    }
    for (std::uint32_t i = 0; i < plan_.cells.size(); ++i) {
      if (holds(plan_, plan_.cells[i], p)) return i;
    }
    return kNone;
  }

 private:
  const DoomMap& map_;
  const Plan& plan_;
  std::vector<std::uint32_t> first_;  // plan cell per leaf; a leaf's cells are contiguous
};

const char* thing_kind(std::int32_t type) {
  if (type >= 1 && type <= 4) return "player_start";
  return type == 11 ? "deathmatch_start" : "thing";
}

}  // namespace

Result<Done> check_doom_tags(const DoomMap& map) {
  const Tagged tagged(map);
  std::uint64_t left = 8 * (map.lines.size() + map.sectors.size()) + 256;
  for (const DoomLine& line : map.lines) {
    const std::uint64_t named = line.special == 0 ? 0 : tagged.count(line.tag);
    if (named > left) {
      return Error{
          ErrorCode::OutOfRange,
          map.name +
              ": its linedefs name more sectors by tag than we list: give them tags of their own",
          {},
          0,
          0,
          0};
    }
    left -= named;
  }
  return Done{};
}

DoomExtras add_doom_triggers(const DoomMap& map, const std::vector<SectorSpan>& spans,
                             const Plan& plan, CellComplex& out) {
  DoomExtras extras;
  extras.sector_door.assign(map.sectors.size(), kNone);
  extras.sector_tag.assign(map.sectors.size(), kNone);
  extras.line_trigger.assign(map.lines.size(), kNone);
  add_doors(map, spans, plan, out, extras);
  add_tags(map, out, extras);
  const Tagged tagged(map);
  for (std::uint32_t i = 0; i < map.lines.size(); ++i) {
    if (map.lines[i].special != 0) add_trigger(map, tagged, i, out, extras);
  }
  return extras;
}

void add_doom_spawns(const DoomMap& map, const Plan& plan, const std::vector<SectorSpan>& spans,
                     const std::vector<std::uint32_t>& cell_of, double scale, CellComplex& out) {
  const PlanLocator locator(map, plan);
  const double steps = kGridPerMetre / 32 * scale, metres = scale / 32;
  for (std::size_t i = 0; i < map.things.size(); ++i) {
    const DoomThing& t = map.things[i];
    const PlanPoint p(static_cast<int>(std::floor(t.x * steps + 0.5)),
                      static_cast<int>(std::floor(t.y * steps + 0.5)));
    const std::uint32_t at = locator.find(t.x, t.y, p);
    CellSpawn spawn{thing_kind(t.type),        t.type, {},
                    (t.angle + 90) * kDegrees, kNone,  static_cast<std::int32_t>(i)};
    double height = t.z;
    if (at != kNone && cell_of[at] != kNone) {
      spawn.cell = cell_of[at];
      height += spans[plan.cells[at].sector].floor;
    }
    spawn.position = {t.x * metres, height * metres, -t.y * metres};
    out.spawns.push_back(std::move(spawn));
  }
}

double plan_area(const Plan& plan, std::uint32_t cell) {
  const PlanCell& c = plan.cells[cell];
  Ring ring;
  for (std::uint32_t k = 0; k < c.piece_count; ++k)
    ring.push_back(plan.pieces[c.first_piece + k].point);
  return static_cast<double>(twice_area(plan.points, ring)) / 2 * kMetresPerGrid * kMetresPerGrid;
}

}  // namespace playset::doom
