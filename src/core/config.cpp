// Checks, reading and writing of config fields through their tables.
#include "playset/core/config.h"

#include <cmath>

#include "playset/core/text_number.h"

namespace playset {
namespace {

// Real values are often floats: the shortest text that reads back to the float is what people
// typed.
std::string real_text(double value) {
  const auto narrow = static_cast<float>(value);
  return static_cast<double>(narrow) == value ? number_text(narrow) : number_text(value);
}

std::string value_text(const ConfigField& field, double value) {
  if (field.kind == FieldKind::Flag) return value != 0.0 ? "true" : "false";
  if (field.kind == FieldKind::Choice) {
    const bool known = value >= 0.0 && value < static_cast<double>(field.choices.size());
    return known ? field.choices[static_cast<std::size_t>(value)] : number_text(value);
  }
  return real_text(value);
}

std::string range_text(const ConfigField& field) {
  if (field.kind == FieldKind::Flag) return "true or false";
  std::string out;
  if (field.kind == FieldKind::Choice) {
    for (const char* choice : field.choices) {
      if (!out.empty()) out += ", ";
      out += choice;
    }
    return out;
  }
  out = real_text(field.low);
  out += " to ";
  out += real_text(field.high);
  if (field.unit[0] == '\0') return out;
  out += ' ';
  return out += field.unit;
}

const char* broken_rule(const ConfigField& field, double value) noexcept {
  if (!std::isfinite(value)) return "is not a finite number";
  if (field.kind != FieldKind::Real && std::floor(value) != value) return "is not a whole number";
  if (field.kind == FieldKind::Choice && (value < field.low || value > field.high))
    return "is no such choice";
  if (value < field.low) return "is too small";
  return value > field.high ? "is too large" : nullptr;
}

Error field_error(ErrorCode code, const ConfigField& field, std::string_view shown,
                  std::string_view rule) {
  std::string message = field.name;
  message += " = ";
  message += shown;
  message += ' ';
  message += rule;
  message += ": ";
  message += range_text(field);
  return {code, std::move(message), {}, 0, 0, 0};
}

std::string with_bars_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string BrokenRule::message() const {
  if (field == nullptr) return rule;
  std::string shown = value_text(*field, value);
  if (field->unit[0] != '\0') shown.append(1, ' ').append(field->unit);
  return field_error(ErrorCode::Invalid, *field, shown, rule).message;
}

std::optional<BrokenRule> check_fields(std::span<const ConfigField> fields,
                                       const void* config) noexcept {
  for (const ConfigField& field : fields) {
    const double value = field.read(config);
    if (const char* rule = broken_rule(field, value)) return BrokenRule{&field, rule, value};
  }
  return std::nullopt;
}

const ConfigField* find_field(std::span<const ConfigField> fields, std::string_view name) noexcept {
  for (const ConfigField& field : fields)
    if (name == field.name) return &field;
  return nullptr;
}

std::string field_text(const ConfigField& field, const void* config) {
  return value_text(field, field.read(config));
}

Result<Done> set_field(const ConfigField& field, void* config, double value) {
  if (const char* rule = broken_rule(field, value)) {
    return field_error(std::isfinite(value) ? ErrorCode::OutOfRange : ErrorCode::Usage, field,
                       value_text(field, value), rule);
  }
  field.write(config, value);
  return Done{};
}

Result<Done> set_field_text(const ConfigField& field, void* config, std::string_view text) {
  if (field.kind == FieldKind::Flag) {
    if (text == "true" || text == "false")
      return set_field(field, config, text == "true" ? 1.0 : 0.0);
    return field_error(ErrorCode::Syntax, field, text, "is neither");
  }
  for (std::size_t i = 0; i < field.choices.size(); ++i)
    if (text == field.choices[i]) return set_field(field, config, static_cast<double>(i));
  if (field.kind == FieldKind::Choice)
    return field_error(ErrorCode::Syntax, field, text, "is no such choice");
  const std::optional<double> value = parse_double(text);
  if (!value) return field_error(ErrorCode::Syntax, field, text, "is not a number");
  return set_field(field, config, *value);
}

std::string write_fields(std::span<const ConfigField> fields, const void* config) {
  std::string out;
  for (const ConfigField& field : fields) {
    std::string value = field_text(field, config);
    if (field.kind == FieldKind::Choice) value.insert(0, 1, '"').append(1, '"');
    if (field.kind == FieldKind::Real && value.find_first_of(".en") == std::string::npos)
      value += ".0";
    out.append(field.name).append(" = ").append(value).append("  # ").append(range_text(field));
    out.append(": ").append(field.text).append(1, '\n');
  }
  return out;
}

std::string write_field_table(std::span<const ConfigField> fields, const void* config) {
  std::string out = "| field | value | range | what |\n|---|---|---|---|\n";
  for (const ConfigField& field : fields) {
    out.append("| `")
        .append(field.name)
        .append("` | ")
        .append(field_text(field, config))
        .append(" | ");
    out.append(range_text(field))
        .append(" | ")
        .append(with_bars_escaped(field.text))
        .append(" |\n");
  }
  return out;
}

}  // namespace playset
