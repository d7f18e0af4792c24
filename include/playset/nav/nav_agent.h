// playset/nav/nav_agent.h - NavAgentConfig: who walks or flies a level; navigation graphs are built
// for one.
//
// Use one per class of agents, not one per agent: agents that differ by a few centimetres share a
// graph. Defaults are a person; change radius and height first.
// Units   metres, radians.
// Cost    plain data.
// Threads pure functions.
// See     docs/nav.md, tests/nav/nav_agent_test.cpp
#pragma once

#include <optional>
#include <span>

#include "playset/core/api.h"

namespace playset {

struct BrokenRule;   // core/config.h
struct ConfigField;  // core/config.h

struct NavAgentConfig {
  // m, 0.05 to 8: too little and agents scrape along walls, too much and doorways vanish
  float radius = 0.4f;
  // m, 0.1 to 20: headroom of ground agents; too much and low doors are walls
  float height = 1.8f;
  // m, 0 to 4: what ground agents walk up; too little and stairs are walls
  float step_height = 0.75f;
  // m, 0 to 100: how far ground agents drop off a ledge, one way; 0 and ledges are walls
  float max_drop = 0.0f;
  // rad, 0 to 1.4: floors steeper than this are walls
  float max_slope = 0.8f;
};

[[nodiscard]] PLAYSET_API std::span<const ConfigField> config_fields(
    const NavAgentConfig* config) noexcept;

// The first broken rule with its field, or nothing.
[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_nav_agent(
    const NavAgentConfig& config) noexcept;

}  // namespace playset
