#include "pdrank/core/option_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/spelling.hpp"

namespace pdrank {
namespace {

template <class Value>
constexpr bool kIsNumber = std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>;

std::string range_text(const OptionInfo& option) {
  if (std::isinf(option.range.high)) return fmt::format("must be at least {}", option.range.low);
  return fmt::format("must be between {} and {}", option.range.low, option.range.high);
}

template <class Value>
std::string kind_wanted(const OptionInfo& option) {
  if (option.may_be_auto) return "must be a number or auto";
  if (std::is_same_v<Value, bool>) return "must be true or false";
  if (std::is_unsigned_v<Value>) return "must be a whole number, 0 or more";
  return std::is_integral_v<Value> ? "must be a whole number" : "must be a number";
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> list;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(','), text.size());
    list.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return list;
}

template <class Value>
std::optional<Value> parsed(const OptionInfo& option, std::string_view text) {
  if constexpr (std::is_same_v<Value, std::string>)
    return std::string(text);
  else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
    return split_list(text);
  else if constexpr (std::is_same_v<Value, bool>)
    return text == "true" || text == "false" ? std::optional(text == "true") : std::nullopt;
  else if (option.may_be_auto && text == "auto")
    return static_cast<Value>(kAuto);
  else
    return parse_number<Value>(text);
}

}  // namespace

void check_value(const OptionInfo& option, const OptionValue& value) {
  std::visit(
      [&]<class Value>(const Value& given) {
        if constexpr (std::is_same_v<Value, std::string>) {
          const bool is_listed = !option.choices.empty() && option.placeholder.empty();
          if (!is_listed || std::ranges::find(option.choices, given) != option.choices.end()) return;
          throw InvalidArgument(
              std::string(option.name), fmt::format("'{}'", given),
              fmt::format("must be one of {}{}", fmt::join(option.choices, ", "), did_you_mean(given, option.choices)));
        } else if constexpr (kIsNumber<Value>) {
          const auto number = static_cast<double>(given);
          if (std::isinf(option.range.low) || (option.may_be_auto && number == kAuto)) return;
          if (number >= option.range.low && number <= option.range.high) return;  // false for NaN
          throw InvalidArgument(std::string(option.name), fmt::format("{}", given), range_text(option));
        }
      },
      value);
}

OptionValue as_spelled(const OptionInfo& option, const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value))
    for (const std::string_view choice : option.choices)
      if (is_same_name(choice, *text)) return std::string(choice);
  return value;
}

std::string text_of(const OptionInfo& option, const OptionValue& value) {
  return std::visit(
      [&]<class Value>(const Value& given) {
        if constexpr (std::is_same_v<Value, double>)
          if (option.may_be_auto && given == kAuto) return std::string("auto");
        if constexpr (std::is_same_v<Value, std::vector<std::string>>)
          return fmt::format("{}", fmt::join(given, ","));
        else
          return fmt::format("{}", given);
      },
      value);
}

OptionValue parse_value(const OptionInfo& option, std::string_view text) {
  return std::visit(
      [&]<class Value>(const Value&) -> OptionValue {
        if (std::optional<Value> value = parsed<Value>(option, text)) return *std::move(value);
        throw InvalidArgument(std::string(option.name), fmt::format("'{}'", text), kind_wanted<Value>(option));
      },
      option.type);
}

void refuse_option(std::string_view name, const std::vector<std::string_view>& known) {
  throw InvalidArgument("option", fmt::format("'{}'", name),
                        fmt::format("there is no such option{}", did_you_mean(name, known)));
}

}  // namespace pdrank
