// Agents: valid as they are, refused by name where a field is out of its range.
#include "playset/nav/nav_agent.h"
#include "playset/core/config.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace playset;

TEST_CASE("nav agent: the defaults are valid") { CHECK(!check_nav_agent(NavAgentConfig{})); }

TEST_CASE("nav agent: every field is refused outside its range, by name") {
  for (const ConfigField& field : config_fields(static_cast<const NavAgentConfig*>(nullptr))) {
    for (const double bad :
         {field.low - 0.01, field.high + 0.01, std::numeric_limits<double>::quiet_NaN()}) {
      NavAgentConfig config;
      field.write(&config, bad);
      const auto broken = check_nav_agent(config);
      REQUIRE(broken);
      CHECK(broken->field->name == std::string(field.name));
    }
  }
}
