// The names of an enum's values, as options, files and messages have them; written once, beside the enum:
//
//   constexpr auto enum_names(TieRule) { return NameList<TieRule, 3>{{{TieRule::half, "half"}, ..}}; }
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pdrank {

// All values, in the order they are shown.
template <class Enum, std::size_t Size>
using NameList = std::array<std::pair<Enum, std::string_view>, Size>;

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value) {
  enum_names(value);
};

template <NamedEnum Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& [one, name] : enum_names(value))
    if (one == value) return name;
  return {};
}

template <NamedEnum Enum>
constexpr std::optional<Enum> value_named(std::string_view text) {
  for (const auto& [value, name] : enum_names(Enum{}))
    if (name == text) return value;
  return std::nullopt;
}

template <NamedEnum Enum>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (const auto& [value, name] : enum_names(Enum{})) names.push_back(name);
  return names;
}

}  // namespace pdrank
