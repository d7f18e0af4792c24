// playset/core/config.h - field tables of configs, which drive checks, files, sliders, help.
//
//   constexpr std::array kSpringFields{config_field<&SpringConfig::half_life>("half_life", "s",
//   0.001, 10.0,
//                                          "time to cover half of the way; less is stiffer, more
//                                          lags behind")};
//   std::span<const ConfigField> config_fields(const SpringConfig*) { return kSpringFields; }   //
//   beside the config std::optional<BrokenRule> check_spring(const SpringConfig& c) { return
//   check_config(c); }
//
// Units   each field's own, as `unit` says ("" for none); bool as 0 or 1, choices by their index.
// Cost    one indirect call per field; checks never allocate.
// Threads tables are constants; everything else takes the config as an argument.
// See     tests/core/config_test.cpp, docs/core.md
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "playset/core/api.h"
#include "playset/core/result.h"

namespace playset {

enum class FieldKind : std::uint8_t { Real, Whole, Flag, Choice };

// One field of one config type; find it in that config by read and write.
struct ConfigField {
  const char* name = "";
  const char* unit = "";
  const char* text = "";  // for people: what it does, what too little and too much look like
  double low = 0.0;       // both included
  double high = 0.0;
  FieldKind kind = FieldKind::Real;
  std::span<const char* const> choices;  // names of a Choice's values, from 0 on
  double (*read)(const void* config) = nullptr;
  void (*write)(void* config, double value) = nullptr;
};

namespace config_detail {

template <auto Member>
struct Access;
template <typename Config, typename Value, Value Config::*Member>
struct Access<Member> {
  using Type = Value;
  static double read(const void* config) {
    if constexpr (std::is_same_v<Value, bool>)
      return static_cast<const Config*>(config)->*Member ? 1.0 : 0.0;
    else
      return static_cast<double>(static_cast<const Config*>(config)->*Member);
  }
  static void write(void* config, double value) {
    if constexpr (std::is_same_v<Value, bool>)
      static_cast<Config*>(config)->*Member = value != 0.0;
    else
      static_cast<Config*>(config)->*Member = static_cast<Value>(value);
  }
};

template <typename Value>
[[nodiscard]] constexpr FieldKind kind_of() noexcept {
  if constexpr (std::is_same_v<Value, bool>)
    return FieldKind::Flag;
  else if constexpr (std::is_enum_v<Value>)
    return FieldKind::Choice;
  else if constexpr (std::is_floating_point_v<Value>)
    return FieldKind::Real;
  else
    return FieldKind::Whole;
}

}  // namespace config_detail

// A number: float, double, or an integer of up to 32 bits.
template <auto Member>
[[nodiscard]] constexpr ConfigField config_field(const char* name, const char* unit, double low,
                                                 double high, const char* text) noexcept {
  using Access = config_detail::Access<Member>;
  static_assert(
      std::is_floating_point_v<typename Access::Type> || sizeof(typename Access::Type) <= 4,
      "config fields are float, double, bool, enum, or integers of up to 32 bits");
  return {name, unit,          text,
          low,  high,          config_detail::kind_of<typename Access::Type>(),
          {},   &Access::read, &Access::write};
}

template <auto Member>
[[nodiscard]] constexpr ConfigField config_flag(const char* name, const char* text) noexcept {
  using Access = config_detail::Access<Member>;
  static_assert(std::is_same_v<typename Access::Type, bool>);
  return {name, "", text, 0.0, 1.0, FieldKind::Flag, {}, &Access::read, &Access::write};
}

// An enum whose values are 0, 1, 2 ... in the order of `choices`, which must outlive the table.
template <auto Member>
[[nodiscard]] constexpr ConfigField config_choice(const char* name,
                                                  std::span<const char* const> choices,
                                                  const char* text) noexcept {
  using Access = config_detail::Access<Member>;
  static_assert(std::is_enum_v<typename Access::Type>);
  return {name,
          "",
          text,
          0.0,
          static_cast<double>(choices.size()) - 1.0,
          FieldKind::Choice,
          choices,
          &Access::read,
          &Access::write};
}

// The first rule a config breaks.
struct BrokenRule {
  const ConfigField* field = nullptr;  // nullptr: a rule between fields, said by `rule` alone
  const char* rule = "";               // "is not a number", "is too small", ...
  double value = 0.0;

  // "half_life = 20 s is too large: 0.001 to 10 s".
  [[nodiscard]] PLAYSET_API std::string message() const;
};

[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_fields(
    std::span<const ConfigField> fields, const void* config) noexcept;

// The same for a config whose table is found by config_fields(const Config*).
template <typename Config>
[[nodiscard]] std::optional<BrokenRule> check_config(const Config& config) noexcept {
  return check_fields(config_fields(static_cast<const Config*>(nullptr)), &config);
}

// nullptr where there is none of that name.
[[nodiscard]] PLAYSET_API const ConfigField* find_field(std::span<const ConfigField> fields,
                                                        std::string_view name) noexcept;

// The value as text: "0.15", "true", a choice's name. Reads back by set_field_text to the same
// value.
[[nodiscard]] PLAYSET_API std::string field_text(const ConfigField& field, const void* config);

// Sets one field; refuses, and leaves the config alone, what is outside the range or no such value
// (Usage, OutOfRange, Syntax).
PLAYSET_API Result<Done> set_field(const ConfigField& field, void* config, double value);
PLAYSET_API Result<Done> set_field_text(const ConfigField& field, void* config,
                                        std::string_view text);

// "name = value  # unit, low to high: text", a line per field: TOML that a person can edit.
[[nodiscard]] PLAYSET_API std::string write_fields(std::span<const ConfigField> fields,
                                                   const void* config);

// A Markdown table of names, units, ranges, the given config's values and texts: for docs and
// --help.
[[nodiscard]] PLAYSET_API std::string write_field_table(std::span<const ConfigField> fields,
                                                        const void* config);

}  // namespace playset
