// Counts and names as sentences have them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pdrank {

// 1234567 -> "1,234,567"
std::string grouped(std::uint64_t number);

// A sum of weights, not negative. Whole numbers in full, others with few digits: "1,234,567", "2.5", "1,234.5".
std::string amount(double number);

// "1 row", "1,234 rows"
std::string plural(std::uint64_t count, std::string_view one, std::string_view many);

// "1 answer", "2.5 answers"
std::string plural_amount(double number, std::string_view one, std::string_view many);

// "A", "A and B", "A, B and C"
std::string listed(std::span<const std::string> names);

// A name that is not too long for a sentence: at most 40 characters of UTF-8.
std::string shortened(std::string_view name);

// How many names a sentence holds.
inline constexpr std::size_t kFewNames = 4;

// The first few of `total` names: "A, B, C and D", "A, B, C and 8 more". `names` has all of them, or `most` at least.
std::string first_few(std::span<const std::string> names, std::uint64_t total, std::size_t most = kFewNames);

// A column of a file that says something of the winner, and the same of the loser: "length of the winner".
inline constexpr std::string_view kOfWinner = " of the winner", kOfLoser = " of the loser";
inline std::string of_winner(std::string_view name) { return std::string(name).append(kOfWinner); }
inline std::string of_loser(std::string_view name) { return std::string(name).append(kOfLoser); }

}  // namespace pdrank
