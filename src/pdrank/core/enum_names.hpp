// The names of an enum's values, as options, files and messages have them; written once for each enum.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pdrank {

template <class Enum, std::size_t Size>
using NameList = std::array<std::pair<Enum, std::string_view>, Size>;

// EnumNames<Enum>::list is a NameList of all values, in the order they are shown.
template <class Enum>
struct EnumNames;

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires {
  EnumNames<Enum>::list;
};

template <NamedEnum Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& [one, name] : EnumNames<Enum>::list)
    if (one == value) return name;
  return {};
}

template <NamedEnum Enum>
constexpr std::optional<Enum> value_named(std::string_view text) {
  for (const auto& [value, name] : EnumNames<Enum>::list)
    if (name == text) return value;
  return std::nullopt;
}

template <NamedEnum Enum>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (const auto& [value, name] : EnumNames<Enum>::list) names.push_back(name);
  return names;
}

}  // namespace pdrank
