#include "pdrank/core/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pdrank {

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
    text += digits[k];
  }
  return text;
}

std::string amount(double number) {
  constexpr double kLarge = 100;
  if (number != std::floor(number) && number < kLarge) return fmt::format("{:.3g}", number);
  const auto tenths = static_cast<std::uint64_t>(std::llround(10 * (number - std::floor(number))));
  const std::uint64_t whole = static_cast<std::uint64_t>(number) + tenths / 10;
  return tenths % 10 == 0 ? grouped(whole) : fmt::format("{}.{}", grouped(whole), tenths);
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

std::string plural_amount(double number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", amount(number), number == 1 ? one : many);
}

std::string shortened(std::string_view name) {
  constexpr std::size_t kCharacters = 40;
  const auto begins_character = [](char c) { return (c & 0xc0) != 0x80; };
  std::size_t characters = 0;
  for (std::size_t k = 0; k < name.size(); ++k)
    if (begins_character(name[k]) && ++characters > kCharacters) return fmt::format("{}...", name.substr(0, k));
  return std::string(name);
}

std::string listed(std::span<const std::string> names) {
  if (names.size() < 2) return names.empty() ? std::string() : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string first_few(std::span<const std::string> names, std::uint64_t total, std::size_t most) {
  const std::size_t shown = total > most ? most - 1 : static_cast<std::size_t>(total);
  const std::span<const std::string> first = names.first(std::min(shown, names.size()));
  std::vector<std::string> words(first.begin(), first.end());
  if (words.size() < total) words.push_back(fmt::format("{} more", grouped(total - words.size())));
  return listed(words);
}

}  // namespace pdrank
