// Can the ranking be trusted? Checks that are stated whether they hold or not, each with a grade by a rule that
// docs/REPORT.md gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank {

enum class Grade { good, open, warn, bad };  // open: the data or the method cannot tell
constexpr auto enum_names(Grade) {
  return NameList<Grade, 4>{{{Grade::good, "good"}, {Grade::open, "open"}, {Grade::warn, "warn"}, {Grade::bad, "bad"}}};
}

struct Check {
  std::string_view name;
  Grade grade = Grade::open;
  std::string title = {};  // the finding in a few words
  std::string text = {};   // in sentences, and what to do about it
};

// Connected, enough answers, noise, annotators, convergence, rows: in this order.
std::vector<Check> check_trust(const RankResult& result);

// The value of an option as it was resolved; empty if the method does not have it.
std::string option_value(const RankResult& result, std::string_view name);

// How many of the answers are mistakes, as the method's notes begin where it has found that out; otherwise empty.
std::string noise_sentence(const RankResult& result);

// What an item's range of ranks has in the middle of all of them: half of the items have one as wide, or narrower. Of
// ranges that hold one by one, even where those of the places hold together.
double median_range(const RankResult& result);

// "half of all items have a range of 3 places or less"
std::string range_in_words(const RankResult& result);

}  // namespace pdrank
