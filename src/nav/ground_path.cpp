// src/nav/ground_path.cpp - A* over the corners between start and goal.
#include <algorithm>
#include <cmath>

#include "core/is_finite.h"
#include "nav/floor_walk.h"
#include "nav/ground_corners.h"
#include "nav/ground_work.h"

namespace playset {
namespace {

constexpr std::uint32_t kGoalItem = kNone;  // in the heap

// One end of the way on the plan.
struct End {
  PlanVector at{0.0};
  std::uint32_t triangle = kNone;
};

End find_end(const GroundData& data, const GroundPlace& place) noexcept {
  const PlanVector at = to_plan(place.position);
  return {at, walk_from_anchor(data.plan, data.anchors[place.floor], at)};
}

class PathSearch {
 public:
  PathSearch(const GroundData& data, const DoorStates* doors, GroundScratch::Work& work)
      : data_(data), doors_(doors), work_(work) {}

  // Returns the length in grid steps, or a negative number. `chain` of the scratch then holds the
  // corners from goal to start.
  double search(const End& from, const End& to) {
    from_ = from;
    to_ = to;
    work_.chain.clear();
    work_.expanded = 0;
    const PlanVector d = to.at - from.at;
    if (is_clear(from.triangle, from.at, to.at) && is_at(to.triangle, way_end_)) {
      work_.doors_to_goal.assign(work_.doors.begin(), work_.doors.end());
      return std::sqrt(dot_plan(d, d));
    }
    if (data_.corners.empty()) return -1.0;
    begin();
    look_from_goal();
    if (!any_goal_) return -1.0;
    look_from_start();
    return run();
  }

 private:
  void begin() {
    const std::size_t n = data_.corners.size();
    if (work_.visits.size() < n) {
      work_.visits.resize(n);
      work_.goals.resize(n);
    }
    if (work_.components.size() < data_.component_count)
      work_.components.resize(data_.component_count);
    if (++work_.mark == 0) {  // wrapped: forget all marks
      for (CornerVisit& visit : work_.visits) visit.mark = 0;
      for (GoalSight& goal : work_.goals) goal.mark = goal.fall_mark = 0;
      std::fill(work_.components.begin(), work_.components.end(), 0);
      work_.mark = 1;
    }
    work_.heap.clear();
    any_goal_ = false;
    goal_low_.fill(1e30f);
    goal_high_.fill(-1e30f);
  }

  [[nodiscard]] bool is_open(std::uint32_t door) const noexcept {
    return doors_ == nullptr || !is_closed(*doors_, door);
  }
  [[nodiscard]] bool is_open(const GroundLink& link) const noexcept {
    if (doors_ == nullptr || link.first_door == kNone) return true;
    const std::uint32_t* door = data_.link_doors.data() + link.first_door;
    for (std::uint32_t i = 1; i <= door[0]; ++i)
      if (is_closed(*doors_, door[i])) return false;
    return true;
  }
  [[nodiscard]] bool is_clear(std::uint32_t triangle, PlanVector from, PlanVector to) {
    work_.doors.clear();
    const ClearWay way =
        check_clear_way(data_.plan, clear_radius(data_), triangle, from, to, &work_.doors);
    way_end_ = way.triangle;
    if (!way.clear) return false;
    return std::all_of(work_.doors.begin(), work_.doors.end(),
                       [&](std::uint32_t door) { return is_open(door); });
  }

  // Floors lie above each other: a way that is straight seen from above may end on another one. A
  // place on an edge belongs to either of its triangles.
  [[nodiscard]] bool is_at(std::uint32_t triangle, std::uint32_t end) const noexcept {
    if (end == triangle) return true;
    for (std::uint32_t h = 4 * end; h < 4 * end + 3; ++h)
      if (data_.plan.twin(h) != kNone && data_.plan.twin(h) >> 2 == triangle) return true;
    return false;
  }

  // Calls fn(corner, distance, side) for each corner that the eye sees and a taut way turns at; side
  // is where the eye lies.
  template <typename Fn>
  void for_each_corner_seen(const End& eye, Fn&& fn) {
    const double cap = cap_reach(data_);
    look_around(data_.plan, eye.triangle, eye.at, work_.gaps,
                [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
                  const PlanTriangle& seen = data_.plan.triangles[triangle];
                  const std::uint32_t end = seen.first_corner + seen.corner_count;
                  for (std::uint32_t c = seen.first_corner; c < end; ++c) {
                    const GroundCorner& corner = data_.corners[c];
                    const PlanVector d = corner.at - eye.at;
                    // one branch for both questions: most corners fail one of them
                    const double taut =
                        std::max(cross_plan(corner.first, d) * cross_plan(d, corner.last),
                                 cap * cap - dot_plan(d, d));
                    const double seen_by = std::min(cross_plan(right, d), cross_plan(d, left));
                    if (std::min(taut, seen_by) < 0.0) continue;
                    const std::uint8_t sides = possible_sides(corner, -d, cap);
                    if (sides != 0) fn(c, std::sqrt(dot_plan(d, d)), sides);
                  }
                });
  }

  void look_from_goal() {
    for_each_corner_seen(to_, [&](std::uint32_t c, double length, std::uint8_t sides) {
      any_goal_ = true;
      work_.components[data_.corners[c].component] = work_.mark;
      GoalSight& goal = work_.goals[c];
      goal.mark = work_.mark;
      goal.length = static_cast<float>(length);
      goal.sides = sides;
      if ((sides & kRightSide) != 0) work_.falls.push_back({c, true, 0});
      if ((sides & kLeftSide) != 0) work_.falls.push_back({c, false, 0});
      for (std::uint32_t l = 0; l < kLandmarks; ++l) {
        goal_low_[l] = std::min(goal_low_[l], data_.landmarks[c][l] + goal.length);
        goal_high_[l] = std::max(goal_high_[l], data_.landmarks[c][l] - goal.length);
      }
    });
    while (!work_.falls.empty()) {
      const FallStep step = work_.falls.back();
      work_.falls.pop_back();
      climb(step);
    }
  }

  // Marks a corner that the last links of a way lead through, and goes on along links of higher
  // level, away from the goal; endless ones are always open to the search.
  void climb(const FallStep& step) {
    GoalSight& goal = work_.goals[step.corner];
    if (goal.fall_mark != work_.mark) goal.fall_level[0] = goal.fall_level[1] = kEndless;
    goal.fall_mark = work_.mark;
    std::uint8_t& level = goal.fall_level[step.from_left ? 1 : 0];
    if (level <= step.level) return;
    level = step.level;
    const GroundCorner& corner = data_.corners[step.corner];
    const std::uint32_t middle = corner.first_link + corner.left_links;
    const std::uint32_t first = step.from_left ? corner.first_link : middle;
    const std::uint32_t end = step.from_left ? middle : corner.first_link + corner.link_count;
    for (std::uint32_t l = first; l < end; ++l) {
      const GroundLink& link = data_.links[l];
      if (link.level != kEndless && link.level > step.level)
        work_.falls.push_back({link.to, !link.lands_left, link.level});
    }
  }

  void look_from_start() {
    for_each_corner_seen(from_, [&](std::uint32_t c, double length, std::uint8_t sides) {
      if (work_.components[data_.corners[c].component] == work_.mark)
        reach(c, length, kNone, opposite_sides(sides), false, 0);
    });
  }

  void reach(std::uint32_t c, double length, std::uint32_t parent, std::uint8_t leaves, bool proven,
             std::uint8_t level) {
    CornerVisit& visit = work_.visits[c];
    if (visit.mark == work_.mark && visit.length <= length) return;
    visit = {length, parent, work_.mark, leaves, proven, false, level};
    push_heap_entry(work_.heap, {work_.plain ? length : length + at_least(c), c});
  }

  // A lower bound of the way from a corner n to the goal g. A way ends over one of the corners m that
  // see the goal, and |n m| >= |l m| - |l n| and >= |l n| - |l m| for each landmark l, so that the
  // least |l m| + |m g| and the greatest |l m| - |m g| bound it. (The triangle's inequality with the
  // goal itself in place of m would be wrong: from a landmark ways only leave by taut links.)
  [[nodiscard]] double at_least(std::uint32_t c) const noexcept {
    const PlanVector d = to_.at - data_.corners[c].at;
    double bound = std::sqrt(dot_plan(d, d));
    const LandmarkRow& row = data_.landmarks[c];
    float most = 0.0f;
    for (std::uint32_t l = 0; l < kLandmarks; ++l)
      most = std::max(most, std::max(goal_low_[l] - row[l], row[l] - goal_high_[l]));
    // single precision may have rounded it up
    return std::max(bound, static_cast<double>(most) * (1.0 - 1e-6) - 0.25);
  }

  double run() {
    while (!work_.heap.empty()) {
      const HeapEntry top = pop_heap_entry(work_.heap);
      if (top.item == kGoalItem) {
        const GroundCorner& corner = data_.corners[top.extra];
        if (!is_clear(corner.triangle, corner.at, to_.at)) continue;
        work_.doors_to_goal.assign(work_.doors.begin(), work_.doors.end());
        for (std::uint32_t c = top.extra; c != kNone; c = work_.visits[c].parent)
          work_.chain.push_back(c);
        return top.key;
      }
      CornerVisit& visit = work_.visits[top.item];
      if (visit.settled) continue;
      if (!visit.proven && !prove(top.item)) continue;
      visit.settled = true;
      ++work_.expanded;
      expand(top.item);
    }
    return -1.0;
  }

  // Checks the straight way from the start to a corner. Where it is not clear, takes the next best
  // way that was turned down for it, if there is one.
  bool prove(std::uint32_t c) {
    const GroundCorner& corner = data_.corners[c];
    CornerVisit& visit = work_.visits[c];
    if (is_clear(from_.triangle, from_.at, corner.at)) return visit.proven = true;
    visit.mark = work_.mark - 1;
    for (std::uint32_t l = corner.first_link; l < corner.first_link + corner.link_count; ++l) {
      const GroundLink& link = data_.links[l];
      const CornerVisit& other = work_.visits[link.to];
      if (data_.corners[c].fixed_side == kRightSide ? !link.climbs : is_drop(data_, c, link))
        continue;
      if (other.mark != work_.mark || !other.settled ||
          (other.leaves & (link.lands_left ? kLeftSide : kRightSide)) == 0 || !is_open(link))
        continue;
      reach(c, other.length + static_cast<double>(link.length), link.to,
            l < corner.first_link + corner.left_links ? kRightSide : kLeftSide, true, link.level);
    }
    return false;
  }

  void expand(std::uint32_t c) {
    const CornerVisit visit = work_.visits[c];
    const GroundCorner& corner = data_.corners[c];
    const GoalSight& goal = work_.goals[c];
    if (goal.mark == work_.mark && (goal.sides & visit.leaves) != 0)
      push_heap_entry(work_.heap, {visit.length + static_cast<double>(goal.length), kGoalItem, c});
    const std::uint32_t middle = corner.first_link + corner.left_links;
    const std::uint32_t first = (visit.leaves & kLeftSide) != 0 ? corner.first_link : middle;
    const std::uint32_t end =
        (visit.leaves & kRightSide) != 0 ? corner.first_link + corner.link_count : middle;
    for (std::uint32_t l = first; l < end; ++l) {
      const GroundLink& link = data_.links[l];
      if (!work_.plain && link.level != kEndless && link.level <= visit.level &&
          work_.goals[link.to].fall_mark != work_.mark)
        continue;
      if (!link.climbs && is_open(link))
        reach(link.to, visit.length + static_cast<double>(link.length), c,
              link.lands_left ? kRightSide : kLeftSide, true, link.level);
    }
  }

  const GroundData& data_;
  const DoorStates* doors_;
  GroundScratch::Work& work_;
  End from_, to_;
  LandmarkRow goal_low_{}, goal_high_{};
  bool any_goal_ = false;
  std::uint32_t way_end_ = kNone;  // triangle that the last clear way ended in
};

void add_door(std::uint32_t door, NavPath& path) {
  if (door != kNone && (path.doors.empty() || path.doors.back() != door))
    path.doors.push_back(door);
}

// Doors between two neighbouring points of the path, in order, none twice in a row.
void add_doors(const GroundData& data, std::uint32_t triangle, PlanVector from, PlanVector to,
               NavPath& path, std::vector<std::uint32_t>& doors) {
  doors.clear();
  (void)check_clear_way(data.plan, 0.0, triangle, from, to, &doors);
  for (const std::uint32_t door : doors) add_door(door, path);
}

// Whether the straight way between two linked corners leads through doors; true where they are not
// linked.
bool may_cross_doors(const GroundData& data, std::uint32_t c, std::uint32_t to) noexcept {
  const GroundCorner& corner = data.corners[c];
  for (std::uint32_t l = corner.first_link; l < corner.first_link + corner.link_count; ++l)
    if (data.links[l].to == to) return data.links[l].first_door != kNone;
  return true;
}

void fill_path(const GroundData& data, const GroundPlace& from, const GroundPlace& to,
               const End& start, GroundScratch::Work& work, NavPath& path) {
  path.points.push_back({from.position, from.cell, false});
  End last = start;
  for (std::size_t i = work.chain.size(); i-- > 0;) {
    const std::uint32_t c = work.chain[i];
    const GroundCorner& corner = data.corners[c];
    const bool drops = corner.fixed_side == kRightSide;  // one comes there by the drop alone
    path.points.push_back(
        {lift_to_floor(data, corner.floor, corner.at), data.floors[corner.floor].cell, drops});
    if (drops)
      add_door(corner.drop_door, path);
    else if (i + 1 == work.chain.size() || may_cross_doors(data, work.chain[i + 1], c))
      add_doors(data, last.triangle, last.at, corner.at, path, work.doors);
    last = {corner.at, corner.triangle};
  }
  path.points.push_back({to.position, to.cell, false});
  // the search has ended with the check of this way, and left its doors
  for (const std::uint32_t door : work.doors_to_goal) add_door(door, path);
}

PathStatus finish(NavPath& path, PathStatus status) {
  path.status = status;
  return status;
}

void clear_path(NavPath& path, const PathOptions& options) {
  path.length = 0.0;
  path.points.clear();
  path.doors.clear();
  path.doors_revision = options.doors == nullptr ? 0 : options.doors->revision;
}

}  // namespace

PathStatus find_ground_path(const GroundGraph& graph, const GroundPlace& from,
                            const GroundPlace& to, const PathOptions& options,
                            GroundScratch& scratch, NavPath& path) {
  clear_path(path, options);
  if (from.floor == kNone) return finish(path, PathStatus::StartOutside);
  if (to.floor == kNone) return finish(path, PathStatus::GoalOutside);
  const GroundData& data = *graph.data();
  const End start = find_end(data, from), goal = find_end(data, to);
  if (start.triangle == kNone) return finish(path, PathStatus::StartOutside);
  if (goal.triangle == kNone) return finish(path, PathStatus::GoalOutside);
  const double length = PathSearch(data, options.doors, scratch.work()).search(start, goal);
  if (length < 0.0) return finish(path, PathStatus::NoPath);
  path.length = length * kMetresPerGrid;
  fill_path(data, from, to, start, scratch.work(), path);
  return finish(path, PathStatus::Found);
}

PathStatus find_ground_path(const GroundGraph& graph, glm::dvec3 from, glm::dvec3 to,
                            const PathOptions& options, GroundScratch& scratch, NavPath& path) {
  if (!is_finite(from) || !is_finite(to)) {
    clear_path(path, options);
    return finish(path, PathStatus::Refused);
  }
  const GroundPlace start = locate_on_ground(graph, from, options.from_cell);
  const GroundPlace goal = locate_on_ground(graph, to, options.to_cell);
  return find_ground_path(graph, start, goal, options, scratch, path);
}

bool is_ground_reachable(const GroundGraph& graph, const GroundPlace& from, const GroundPlace& to,
                         const PathOptions& options, GroundScratch& scratch) {
  if (from.floor == kNone || to.floor == kNone) return false;
  const GroundData& data = *graph.data();
  if (from.component != kNone && to.component != kNone) {
    if (from.component != to.component) return false;
    if (options.doors == nullptr && data.agent.max_drop <= 0.0f) return true;
  }
  const End start = find_end(data, from), goal = find_end(data, to);
  if (start.triangle == kNone || goal.triangle == kNone) return false;
  return PathSearch(data, options.doors, scratch.work()).search(start, goal) >= 0.0;
}

void find_nearest_goals(const GroundGraph& graph, const GroundPlace& from,
                        std::span<const GroundPlace> goals, std::uint32_t k,
                        const PathOptions& options, GroundScratch& scratch,
                        std::vector<GroundGoal>& nearest) {
  nearest.clear();
  if (from.floor == kNone || k == 0) return;
  const GroundData& data = *graph.data();
  const End start = find_end(data, from);
  if (start.triangle == kNone) return;
  PathSearch search(data, options.doors, scratch.work());
  for (std::uint32_t i = 0; i < goals.size(); ++i) {
    if (goals[i].floor == kNone) continue;
    const End goal = find_end(data, goals[i]);
    if (goal.triangle == kNone) continue;
    const PlanVector d = goal.at - start.at;
    const bool full = nearest.size() == k;
    if (full && std::sqrt(dot_plan(d, d)) * kMetresPerGrid >= nearest.back().length) continue;
    const double length = search.search(start, goal) * kMetresPerGrid;
    if (length < 0.0 || (full && length >= nearest.back().length)) continue;
    if (full) nearest.pop_back();
    std::size_t at = nearest.size();
    nearest.push_back({i, length});
    for (; at > 0 && nearest[at - 1].length > length; --at) nearest[at] = nearest[at - 1];
    nearest[at] = {i, length};
  }
}

}  // namespace playset
