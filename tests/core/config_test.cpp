// Config tables: checks with the field named, text in and out, ranges kept, tables for docs.
#include "playset/core/config.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "playset/core/text_number.h"
#include "support/support.h"

namespace playset {
namespace {

enum class Gait : std::uint8_t { Walk, Trot, Canter };

struct WalkerConfig {
  float stride = 0.75f;    // m, 0.1 to 3
  double turn_rate = 1.5;  // rad/s, 0 to 10
  std::int32_t legs = 4;   // 2 to 8
  bool backwards = false;
  Gait gait = Gait::Trot;
};

constexpr std::array<const char*, 3> kGaits{"walk", "trot", "canter"};
constexpr std::array kWalkerFields{
    config_field<&WalkerConfig::stride>("stride", "m", 0.1, 3.0,
                                        "length of a step; too long looks like gliding"),
    config_field<&WalkerConfig::turn_rate>("turn_rate", "rad/s", 0.0, 10.0,
                                           "fastest turn | on the spot"),
    config_field<&WalkerConfig::legs>("legs", "", 2, 8, "number of legs"),
    config_flag<&WalkerConfig::backwards>("backwards", "walks tail first"),
    config_choice<&WalkerConfig::gait>("gait", kGaits, "order of the feet"),
};

std::span<const ConfigField> config_fields(const WalkerConfig*) { return kWalkerFields; }

const ConfigField& field(const char* name) { return *find_field(kWalkerFields, name); }

}  // namespace

TEST_CASE("config: defaults pass, and the first broken rule names its field, value and range") {
  WalkerConfig config;
  CHECK_FALSE(check_config(config).has_value());
  config.stride = 4.0f;
  config.legs = 1;
  REQUIRE(check_config(config).has_value());
  CHECK(check_config(config)->message() == "stride = 4 m is too large: 0.1 to 3 m");
  config.stride = 0.1f;  // the float next to 0.1 lies above it: the end itself is included
  CHECK(check_config(config)->message() == "legs = 1 is too small: 2 to 8");
  config.legs = 4;
  config.gait = static_cast<Gait>(7);
  CHECK(check_config(config)->message() == "gait = 7 is no such choice: walk, trot, canter");
  config.gait = Gait::Walk;
  config.turn_rate = std::numeric_limits<double>::quiet_NaN();
  CHECK(check_config(config)->message() ==
        "turn_rate = nan rad/s is not a finite number: 0 to 10 rad/s");
  CHECK(BrokenRule{nullptr, "low must be below high", 0.0}.message() == "low must be below high");
}

TEST_CASE("config: a float at either end of its range passes, although the ends are doubles") {
  WalkerConfig config;
  for (const float end : {0.1f, 3.0f}) {
    config.stride = end;
    CHECK_FALSE(check_config(config).has_value());
  }
  config.stride = std::nextafter(0.1f, 0.0f);
  CHECK(check_config(config).has_value());
}

TEST_CASE("config: values go to text and back unchanged") {
  WalkerConfig config{0.3f, 0.1, 6, true, Gait::Canter};
  WalkerConfig copy;
  for (const ConfigField& f : kWalkerFields)
    REQUIRE(set_field_text(f, &copy, field_text(f, &config)).ok());
  CHECK(copy.stride == config.stride);
  CHECK(copy.turn_rate == config.turn_rate);
  CHECK(copy.legs == 6);
  CHECK(copy.backwards);
  CHECK(copy.gait == Gait::Canter);
  CHECK(field_text(field("stride"), &config) == "0.3");
}

TEST_CASE("config: what does not fit is refused with a reason and changes nothing") {
  WalkerConfig config;
  const auto refusal = [&](const char* name, const char* text) {
    const Result<Done> result = set_field_text(field(name), &config, text);
    REQUIRE_FALSE(result.ok());
    return std::string(error_code_name(result.error().code)) + ": " + result.error().message;
  };
  CHECK(refusal("stride", "long") == "syntax: stride = long is not a number: 0.1 to 3 m");
  CHECK(refusal("stride", "3.5") == "out_of_range: stride = 3.5 is too large: 0.1 to 3 m");
  CHECK(refusal("stride", "") == "syntax: stride =  is not a number: 0.1 to 3 m");
  CHECK(refusal("legs", "4.5") == "out_of_range: legs = 4.5 is not a whole number: 2 to 8");
  CHECK(refusal("backwards", "yes") == "syntax: backwards = yes is neither: true or false");
  CHECK(refusal("gait", "hop") == "syntax: gait = hop is no such choice: walk, trot, canter");
  CHECK_FALSE(set_field(field("legs"), &config, std::nan("")).ok());
  CHECK(config.stride == 0.75f);
  CHECK(config.legs == 4);
  CHECK_FALSE(config.backwards);
  CHECK(config.gait == Gait::Trot);
  CHECK(find_field(kWalkerFields, "wings") == nullptr);
}

TEST_CASE("config: written as lines a person can edit, and as a table for the docs") {
  const WalkerConfig config;
  CHECK(write_fields(kWalkerFields, &config) ==
        "stride = 0.75  # 0.1 to 3 m: length of a step; too long looks like gliding\n"
        "turn_rate = 1.5  # 0 to 10 rad/s: fastest turn | on the spot\n"
        "legs = 4  # 2 to 8: number of legs\n"
        "backwards = false  # true or false: walks tail first\n"
        "gait = \"trot\"  # walk, trot, canter: order of the feet\n");
  CHECK(write_field_table(kWalkerFields, &config) ==
        "| field | value | range | what |\n|---|---|---|---|\n"
        "| `stride` | 0.75 | 0.1 to 3 m | length of a step; too long looks like gliding |\n"
        "| `turn_rate` | 1.5 | 0 to 10 rad/s | fastest turn \\| on the spot |\n"
        "| `legs` | 4 | 2 to 8 | number of legs |\n"
        "| `backwards` | false | true or false | walks tail first |\n"
        "| `gait` | trot | walk, trot, canter | order of the feet |\n");
}

TEST_CASE("config: checks do not allocate") {
  const WalkerConfig config;
  const test::AllocationScope scope;
  CHECK_FALSE(check_fields(kWalkerFields, &config).has_value());
  CHECK(scope.count() == 0);
}

}  // namespace playset
