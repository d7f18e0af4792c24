// build_scaffold: cuts cells into cubs, opens windows where portals were, carries names over, and
// tries the result.
#include "playset/scaffold/from_cells.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <span>
#include <unordered_map>
#include <utility>

#include "geom/cell_name.h"
#include "playset/core/math.h"
#include "playset/geom/polygon.h"
#include "scaffold/cell_builder.h"
#include "scaffold/cell_cutter.h"
#include "scaffold/cub_overlap.h"

namespace playset {
namespace {

using Points = std::vector<glm::dvec3>;  // grid steps

double length_round(const Points& polygon) {
  double sum = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec3 d = polygon[(i + 1) % polygon.size()] - polygon[i];
    sum += std::sqrt(glm::dot(d, d));
  }
  return sum;
}

// The part of `a` within the edges of `b`, seen along a's normal; the polygons lie in one plane
// and may face either way.
Points common_part(Points a, const Points& b) {
  const glm::dvec3 area = area_vector(b);
  const double size = std::sqrt(glm::dot(area, area));
  if (!(size > 0.0)) return {};
  const glm::dvec3 normal = area / size;
  Points next;
  for (std::size_t i = 0; i < b.size() && !a.empty(); ++i) {
    const glm::dvec3 along = b[(i + 1) % b.size()] - b[i];
    const double length = std::sqrt(glm::dot(along, along));
    if (!(length > 0.0)) continue;
    const glm::dvec3 inward = glm::cross(normal, along) / length;
    clip_polygon(a, {inward, glm::dot(inward, b[i])}, next);
    a.swap(next);
  }
  return a;
}

// A side of a cub that is part of a cell's face.
struct Part {
  std::uint32_t face = 0;  // of the cell
  std::uint32_t cub = 0;
  std::uint8_t side = 0;
  bool taken = false;  // has a whole window
  bool cut = false;    // has a partial window
};

class ScaffoldBuilder {
 public:
  ScaffoldBuilder(const CellComplex& complex, std::string_view session,
                  const FromCellsOptions& options)
      : c_(complex), options_(options), ids_(session, Scaffold{}) {}

  Result<ScaffoldImport> build() {
    if (const Result<Done> sound = check_cells(c_); !sound.ok()) return sound.error();
    add_names();
    cut_cells();
    add_vertices();
    add_cubs();
    dress_sides();
    join_inside();
    join_portals();
    add_spawns();
    try_it();
    if (options_.strict && !out_.repairs.empty())
      return Error{ErrorCode::Invalid, out_.repairs[0].text, c_.name, 0, 0, 0};
    return std::move(out_);
  }

 private:
  Scaffold& level() { return out_.scaffold; }
  void repair(std::string text, double area = 0.0) {
    out_.repairs.push_back({std::move(text), area});
  }

  // --- Names.

  void add_names() {
    level().name = c_.name;
    for (const std::string& name : c_.materials) {
      ScaffoldMaterial material;
      material.key = name;
      material.id = name.empty() ? kNoId : key_id(name);
      materials_.push_back(material.id);
      (void)add_record(level().materials, std::move(material));
    }
    for (std::size_t i = 0; i < c_.doors.size(); ++i) {
      ScaffoldDoor door;
      door.key = c_.doors[i].name.empty() ? "door " + std::to_string(i) : c_.doors[i].name;
      door.id = key_id(door.key);
      door.closed = c_.doors[i].closed;
      door.needs = c_.doors[i].key;
      doors_.push_back(door.id);
      (void)add_record(level().doors, std::move(door));
    }
    for (std::size_t i = 0; i < c_.triggers.size(); ++i) {
      const CellTrigger& source = c_.triggers[i];
      ScaffoldTrigger trigger;
      std::string number = std::to_string(i);
      number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
      trigger.key = "trigger " + number;
      trigger.id = key_id(trigger.key);
      trigger.kind = source.kind;
      trigger.special = source.special;
      trigger.targets = source.targets;
      for (const std::uint32_t door : source.doors) trigger.doors.push_back(doors_[door]);
      triggers_.push_back(trigger.id);
      (void)add_record(level().triggers, std::move(trigger));
    }
  }

  // --- Cubs.

  void cut_cells() {
    first_cub_.push_back(0);
    for (std::uint32_t cell = 0; cell < c_.cells.size(); ++cell) {
      const std::string problem = cut_cell(c_, cell, cuts_);
      if (!problem.empty()) {
        cuts_.resize(first_cub_.back());
        repair(cell_name(c_, cell) + " cannot be cut into cubs and is left out: " + problem);
      }
      first_cub_.push_back(static_cast<std::uint32_t>(cuts_.size()));
    }
  }

  void add_vertices() {
    vertices_.assign(c_.vertices.size(), kNoId);
    for (const CutCub& cut : cuts_)
      for (const std::uint32_t v : cut.corners) vertices_[v] = 1;
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
      if (vertices_[v] == kNoId) continue;
      ScaffoldVertex vertex;
      vertex.id = vertices_[v] = ids_.take();
      vertex.at = c_.vertices[v];
      level().vertices.push_back(std::move(vertex));
    }
  }

  void add_cubs() {
    for (std::uint32_t cell = 0; cell < c_.cells.size(); ++cell) {
      first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
      for (std::uint32_t i = first_cub_[cell]; i < first_cub_[cell + 1]; ++i) add_cub(cell, i);
    }
    first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
  }

  void add_cub(std::uint32_t cell, std::uint32_t index) {
    ScaffoldCub cub;
    cub.id = ids_.take();
    for (std::size_t i = 0; i < kCubCorners; ++i)
      cub.corners[i] = vertices_[cuts_[index].corners[i]];
    if (c_.cells[cell].tag != kNone) cub.tags.push_back(c_.tags[c_.cells[cell].tag]);
    if (c_.cells[cell].trigger != kNone) cub.trigger = triggers_[c_.cells[cell].trigger];
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const std::uint32_t face = cuts_[index].faces[side];
      if (face != kNone) parts_.push_back({face, index, side});
    }
    level().cubs.push_back(std::move(cub));
    out_.cell_of_cub.push_back(cell);
  }

  [[nodiscard]] std::span<Part> parts_of(std::uint32_t cell) {
    return std::span(parts_).subspan(first_part_[cell], first_part_[cell + 1] - first_part_[cell]);
  }
  [[nodiscard]] Points points_of(const std::vector<std::uint32_t>& loop) const {
    Points points;
    for (const std::uint32_t v : loop) points.emplace_back(c_.vertices[v]);
    return points;
  }
  [[nodiscard]] std::vector<std::uint32_t> corners_of(std::uint32_t side) const {
    const std::uint32_t* first = c_.corners.data() + c_.sides[side].first_corner;
    return {first, first + c_.sides[side].corner_count};
  }
  [[nodiscard]] std::vector<std::uint32_t> loop_of(const Part& part) const {
    return cut_loop(cuts_[part.cub], part.side);
  }
  [[nodiscard]] SideRef ref_of(const Part& part) { return {level().cubs[part.cub].id, part.side}; }

  // --- Materials and triggers: of the largest source side under each part.

  struct Covering {
    std::uint32_t value = kNone;
    double area = 0.0;
  };

  void dress_sides() {
    std::vector<std::uint32_t> sides;
    for (std::uint32_t cell = 0; cell < c_.cells.size(); ++cell) {
      for (const Part& part : parts_of(cell)) {
        sides.clear();
        const Cell& source = c_.cells[cell];
        for (std::uint32_t s = source.first_side; s < source.first_side + source.side_count; ++s)
          if (c_.sides[s].face == part.face) sides.push_back(s);
        dress(part, sides);
      }
    }
    if (mixed_ > 0) {
      repair(std::to_string(mixed_) +
                 " sides take several materials or triggers in the source, one above the other, "
                 "and keep the largest",
             mixed_area_ * kMetresPerGrid * kMetresPerGrid);
    }
  }

  void dress(const Part& part, const std::vector<std::uint32_t>& sides) {
    std::vector<Covering> materials, triggers;
    const Points shape = sides.size() > 1 ? points_of(loop_of(part)) : Points{};
    for (const std::uint32_t s : sides) {
      const CellSide& side = c_.sides[s];
      if (side.material == kNone && side.trigger == kNone) continue;
      double area = 1.0;
      if (sides.size() > 1) area = polygon_area(common_part(points_of(corners_of(s)), shape));
      if (sides.size() > 1 && !(area > 1.0)) continue;
      count(materials, side.material, area);
      count(triggers, side.trigger, area);
    }
    ScaffoldSide& out = level().cubs[part.cub].sides[part.side];
    const std::uint32_t material = largest(materials), trigger = largest(triggers);
    if (material != kNone) out.material = materials_[material];
    if (trigger != kNone) out.trigger = triggers_[trigger];
  }

  static void count(std::vector<Covering>& list, std::uint32_t value, double area) {
    if (value == kNone) return;
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const Covering& x) { return x.value == value; });
    if (at == list.end())
      list.push_back({value, area});
    else
      at->area += area;
  }

  std::uint32_t largest(const std::vector<Covering>& list) {
    if (list.empty()) return kNone;
    const auto best =
        std::max_element(list.begin(), list.end(), [](const Covering& a, const Covering& b) {
          return a.area != b.area ? a.area < b.area : a.value > b.value;
        });
    if (list.size() > 1) {
      ++mixed_;
      for (const Covering& x : list) mixed_area_ += x.value == best->value ? 0.0 : x.area;
    }
    return best->value;
  }

  // --- Windows.

  void add_window(SideRef a, SideRef b, bool partial, std::uint32_t door) {
    ScaffoldWindow window;
    window.id = ids_.take();
    window.sides = {a, b};
    window.partial = partial;
    if (door != kNone) window.door = doors_[door];
    level().windows.push_back(std::move(window));
  }

  // Sides inside a cell: two of each, with the same vertices.
  void join_inside() {
    struct Inner {
      std::vector<std::uint32_t> key;
      SideRef side;
    };
    std::vector<Inner> inner;
    for (std::uint32_t cell = 0; cell < c_.cells.size(); ++cell) {
      if (first_cub_[cell + 1] - first_cub_[cell] < 2) continue;
      inner.clear();
      for (std::uint32_t i = first_cub_[cell]; i < first_cub_[cell + 1]; ++i) {
        for (std::uint8_t side = 0; side < kCubSides; ++side) {
          std::vector<std::uint32_t> key = cut_loop(cuts_[i], side);
          if (key.size() < 3 || cuts_[i].faces[side] != kNone) continue;
          std::sort(key.begin(), key.end());
          inner.push_back({std::move(key), {level().cubs[i].id, side}});
        }
      }
      std::stable_sort(inner.begin(), inner.end(),
                       [](const Inner& a, const Inner& b) { return a.key < b.key; });
      for (std::size_t i = 0; i < inner.size(); ++i) {
        if (i + 1 < inner.size() && inner[i].key == inner[i + 1].key) {
          add_window(inner[i].side, inner[i + 1].side, false, kNone);
          ++i;
        } else {
          repair(cell_name(c_, cell) + " is cut so that " + side_text(inner[i].side) +
                 " meets no other part of it; it becomes a wall");
        }
      }
    }
  }

  // All portals, whole ones first.
  void join_portals() {
    std::vector<std::uint32_t> rest;
    for (std::uint32_t s = 0; s < c_.sides.size(); ++s) {
      if (c_.sides[s].neighbor == kNone || c_.sides[s].neighbor < s) continue;
      if (!join_whole(s)) rest.push_back(s);
    }
    for (const std::uint32_t s : rest) join_partial(s);
    report_shares();
  }

  // Whole windows where two parts have the same corners and the portal is all of them. True where
  // nothing of the portal is left.
  bool join_whole(std::uint32_t s) {
    const CellSide &a = c_.sides[s], &b = c_.sides[a.neighbor];
    const std::vector<std::uint32_t> corners = corners_of(s);
    for (Part& x : parts_of(a.cell)) {
      if (x.face != a.face || x.taken) continue;
      const std::vector<std::uint32_t> loop = loop_of(x);
      for (Part& y : parts_of(b.cell)) {
        if (y.face != b.face || y.taken || !reversed(loop, loop_of(y))) continue;
        if (!same_corners(corners, loop) && !fills(points_of(corners), points_of(loop))) continue;
        x.taken = y.taken = true;
        add_window(ref_of(x), ref_of(y), false, a.door);
        if (same_corners(corners, loop)) return true;
        break;
      }
    }
    return covers(s);
  }

  static bool same_corners(std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
  }

  // Whether `shape` lies in the portal but for a strip a step wide.
  static bool fills(const Points& portal, const Points& shape) {
    return polygon_area(common_part(portal, shape)) >= polygon_area(shape) - length_round(shape);
  }

  // Whether whole windows already open all of a portal.
  bool covers(std::uint32_t s) {
    const CellSide& a = c_.sides[s];
    const Points portal = points_of(corners_of(s));
    double open = 0.0;
    for (const Part& x : parts_of(a.cell)) {
      if (x.face != a.face || !x.taken) continue;
      open += polygon_area(common_part(portal, points_of(loop_of(x))));
    }
    return open >= polygon_area(portal) - length_round(portal);
  }

  static bool reversed(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    if (a.size() != b.size() || a.size() < 3) return false;
    const std::size_t n = a.size();
    const auto at = static_cast<std::size_t>(std::find(b.begin(), b.end(), a[0]) - b.begin());
    for (std::size_t i = 0; i < n; ++i)
      if (at == n || a[i] != b[(at + n - i) % n]) return false;
    return true;
  }

  void join_partial(std::uint32_t s) {
    const CellSide &a = c_.sides[s], &b = c_.sides[a.neighbor];
    const Points portal = points_of(corners_of(s));
    double opened = 0.0;
    for (Part& x : parts_of(a.cell)) {
      if (x.face != a.face || x.taken) continue;
      const Points mine = common_part(points_of(loop_of(x)), portal);
      if (!(polygon_area(mine) > 0.0)) continue;
      for (Part& y : parts_of(b.cell)) {
        if (y.face != b.face || y.taken) continue;
        const Points both = common_part(mine, points_of(loop_of(y)));
        const double area = polygon_area(both);
        if (area <= 0.5 * length_round(both)) continue;
        opened += area;
        join_two(x, y, a.door, area);
      }
    }
    if (opened <= 0.0 && !covers(s)) {
      repair("the portal from " + cell_name(c_, a.cell) + " to " + cell_name(c_, b.cell) +
                 " is too thin for a window and becomes a wall",
             polygon_area(portal) * kMetresPerGrid * kMetresPerGrid);
    }
  }

  // A window between two parts; where one portal after the other needs it, it is there already.
  void join_two(Part& x, Part& y, std::uint32_t door, double area) {
    const auto index = [&](const Part& p) {
      return static_cast<std::uint64_t>(&p - parts_.data());
    };
    const std::uint64_t key = index(x) << 32 | index(y);
    const auto [at, is_new] = shares_.try_emplace(key, Share{door, area});
    if (!is_new) {
      at->second.area += area;
      if (at->second.door != door)
        repair("the sides " + side_text(ref_of(x)) + " and " + side_text(ref_of(y)) +
               " meet in portals with different doors; the window has the first");
      return;
    }
    x.cut = y.cut = true;
    add_window(ref_of(x), ref_of(y), true, door);
  }

  // Windows that open more than the portals did.
  void report_shares() {
    for (const auto& [key, share] : shares_) {
      const Part &x = parts_[key >> 32], &y = parts_[key & 0xFFFFFFFFu];
      const Points all = common_part(points_of(loop_of(x)), points_of(loop_of(y)));
      const double more = polygon_area(all) - share.area;
      if (more <= length_round(all)) continue;
      wide_.push_back({side_text(ref_of(x)) + " to " + side_text(ref_of(y)), more});
    }
    std::sort(wide_.begin(), wide_.end());
    for (const auto& [name, area] : wide_) {
      repair("the window " + name + " opens more than the portal did",
             area * kMetresPerGrid * kMetresPerGrid);
    }
  }

  // --- Spawns.

  void add_spawns() {
    for (const CellSpawn& source : c_.spawns) {
      const GridPoint at = inside_grid(source.position) ? to_grid(source.position) : GridPoint(0);
      const double turns = source.yaw / (2.0 * kPi);
      const auto yaw =
          static_cast<std::int32_t>(std::floor((turns - std::floor(turns)) * 360'000.0 + 0.5));
      const ScaffoldId cub = cub_at(source.cell, at);
      if (source.kind.starts_with("prop/")) {
        ScaffoldProp prop;
        prop.id = ids_.take();
        prop.model = source.kind.substr(5);
        prop.at = at;
        prop.turn[0] = yaw % 360'000;
        prop.cub = cub;
        level().props.push_back(std::move(prop));
        continue;
      }
      ScaffoldSpawn spawn;
      spawn.id = ids_.take();
      spawn.kind = source.kind;
      spawn.type = source.type;
      spawn.at = at;
      spawn.yaw = yaw % 360'000;
      spawn.cub = cub;
      level().spawns.push_back(std::move(spawn));
    }
  }

  // The cub of a cell that holds the point best.
  ScaffoldId cub_at(std::uint32_t cell, GridPoint at) {
    if (cell == kNone || first_cub_[cell] == first_cub_[cell + 1]) return kNoId;
    std::uint32_t best = first_cub_[cell];
    double least = 1e300;
    for (std::uint32_t i = first_cub_[cell]; i < first_cub_[cell + 1]; ++i) {
      CubFacts facts;
      facts.cub = &level().cubs[i];
      for (std::size_t k = 0; k < kCubCorners; ++k) facts.at[k] = c_.vertices[cuts_[i].corners[k]];
      const double outside = distance_outside(hull_of(facts), to_metres(at));
      if (outside < least) least = outside, best = i;
    }
    return level().cubs[best].id;
  }

  // --- The test: what build_cells would refuse.

  void try_it() {
    std::vector<ScaffoldId> shut;
    {
      const ScaffoldPart part = whole_of(level());
      CellBuilder builder(part);
      builder.build_geometry();
      builder.cut_partial_windows();
      builder.check_result();
      for (const Fault& fault : builder.faults) {
        if (!fault.windows.empty()) {
          shut.push_back(fault.windows[0]);
          repair(fault.text + " (it becomes a wall)");
        } else if (!fault.cubs.empty()) {
          const std::uint32_t cell = cell_of(fault.cubs[0]);
          repair(cell_name(c_, cell) + " gives a cub that will not cook: " + fault.text);
        } else {
          repair(fault.text);
        }
      }
    }
    std::sort(shut.begin(), shut.end());
    std::erase_if(level().windows, [&](const ScaffoldWindow& window) {
      return std::binary_search(shut.begin(), shut.end(), window.id);
    });
  }
  std::uint32_t cell_of(ScaffoldId cub) {
    return out_.cell_of_cub[static_cast<std::size_t>(find_record(level().cubs, cub) -
                                                     level().cubs.data())];
  }

  struct Share {
    std::uint32_t door = kNone;
    double area = 0.0;  // steps^2 that portals opened
  };

  const CellComplex& c_;
  FromCellsOptions options_;
  ScaffoldIds ids_;
  ScaffoldImport out_;
  std::vector<ScaffoldId> materials_, doors_, triggers_, vertices_;
  std::vector<CutCub> cuts_;
  std::vector<std::uint32_t> first_cub_;  // of each cell; one more at the end
  std::vector<Part> parts_;               // by cell
  std::vector<std::uint32_t> first_part_;
  std::unordered_map<std::uint64_t, Share> shares_;
  std::vector<std::pair<std::string, double>> wide_;
  std::size_t mixed_ = 0;
  double mixed_area_ = 0.0;
};

}  // namespace

Result<ScaffoldImport> build_scaffold(const CellComplex& complex, std::string_view session,
                                      const FromCellsOptions& options) {
  return ScaffoldBuilder(complex, session, options).build();
}

}  // namespace playset
