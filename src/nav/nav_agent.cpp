// src/nav/nav_agent.cpp - the field table of agents.
#include "playset/nav/nav_agent.h"
#include "playset/core/config.h"

#include <array>

namespace playset {
namespace {

constexpr std::array kFields{
    config_field<&NavAgentConfig::radius>(
        "radius", "m", 0.05, 8.0, "too little scrapes along walls, too much closes doorways"),
    config_field<&NavAgentConfig::height>(
        "height", "m", 0.1, 20.0, "headroom on the ground; too much and low doors are walls"),
    config_field<&NavAgentConfig::step_height>(
        "step_height", "m", 0.0, 4.0, "walked up without a jump; too little and stairs are walls"),
    config_field<&NavAgentConfig::max_drop>("max_drop", "m", 0.0, 100.0,
                                            "dropped off a ledge, one way; 0 and ledges are walls"),
    config_field<&NavAgentConfig::max_slope>("max_slope", "rad", 0.0, 1.4,
                                             "floors steeper than this are walls"),
};

}  // namespace

std::span<const ConfigField> config_fields(const NavAgentConfig*) noexcept { return kFields; }

std::optional<BrokenRule> check_nav_agent(const NavAgentConfig& config) noexcept {
  return check_config(config);
}

}  // namespace playset
