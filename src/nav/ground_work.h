// What a ground query writes while it works.
#pragma once

#include "nav/ground_heap.h"
#include "nav/ground_sight.h"
#include "playset/nav/ground_graph.h"

namespace playset {

// A corner during one search; valid where its mark is the search's.
struct CornerVisit {
  double length = 0.0;  // of the way here, grid steps
  std::uint32_t parent = kNone;
  std::uint32_t mark = 0;
  bool came_left = false;  // from where left turns lead: leaves to the right
  bool proven = false;     // the way from the start is checked
  bool settled = false;
};

// A corner that the goal is seen from.
struct GoalSight {
  std::uint32_t mark = 0;
  float length = 0.0f;
  bool left = false;  // the goal is where left turns lead
};

struct GroundScratch::Work {
  std::vector<CornerVisit> visits;
  std::vector<GoalSight> goals;
  std::vector<HeapEntry> heap;
  std::vector<SightGap> gaps;
  std::vector<std::uint32_t> chain, doors;
  std::uint32_t mark = 0;
  std::uint32_t expanded = 0;
};

}  // namespace playset
