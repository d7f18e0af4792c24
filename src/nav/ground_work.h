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
  std::uint8_t leaves = 0;  // the sides that a taut way goes on to
  bool proven = false;      // the way from the start is checked
  bool settled = false;
  std::uint8_t level = 0;  // of the link here
};

// A corner that the goal is seen from.
struct GoalSight {
  std::uint32_t mark = 0;
  float length = 0.0f;
  std::uint8_t sides = 0;  // that the goal lies on
  // corners that links falling towards the goal lead through: the lowest level up to here
  std::uint8_t fall_level[2] = {0, 0};  // coming from the right, from the left
  std::uint32_t fall_mark = 0;
};

struct FallStep {
  std::uint32_t corner;
  bool from_left;  // the way towards the goal comes to it from there
  std::uint8_t level;
};

struct GroundScratch::Work {
  std::vector<CornerVisit> visits;
  std::vector<GoalSight> goals;
  std::vector<HeapEntry> heap;
  std::vector<SightGap> gaps;
  std::vector<std::uint32_t> chain, doors;
  std::vector<std::uint32_t> doors_to_goal;  // on the last straight of the way that was found
  std::vector<FallStep> falls;
  std::vector<std::uint32_t> components;  // the search's mark where the goal's corners are
  std::uint32_t mark = 0;
  std::uint32_t expanded = 0;
  bool plain = false;  // Dijkstra over all links, for tests: no bounds, no levels
};

}  // namespace playset
