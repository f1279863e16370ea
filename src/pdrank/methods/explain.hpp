// Why an item stands where it does, or above another one: against whom, by whose word, and which rows matter most
// (docs/MATH.md, section 17).
#pragma once

#include <string>

#include "pdrank/core/explain_result.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/option_table.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct ExplainOptions {
  std::uint32_t rows = 3;

  static OptionTable<ExplainOptions> table();
};

inline OptionTable<ExplainOptions> ExplainOptions::table() {
  static const std::vector<OptionRecord<ExplainOptions>> all = {option_of<&ExplainOptions::rows>(
      "rows", "how many of the rows that matter most to show; each is left out in turn", {.range = {1, 1000}})};
  return all;
}

// `ranked` is the ranking of the data with these options and its draws (RankOptions::keep_draws). The score of an item
// is explained against the mean of its connected part; with `other`, which may be empty, its lead over that one. The
// names are matched as find_item() does. What is expected and what answers pull is by the method's own law, or, of a
// method that has none, by Bradley and Terry's; rows are left out and the rest is ranked by the method itself.
// InvalidArgument for an item that was not ranked, and for two that are the same or that no chain of answers connects.
// Throws Stopped.
Explanation explain(const Comparisons& data, const RankOptions& options, const RankResult& ranked,
                    const std::string& item, const std::string& other = {}, const ExplainOptions& asked = {},
                    Observer* observer = nullptr);

// What it says, in sentences: the place, the neighbours or the answers about the two, the opponents, the annotators.
std::vector<std::string> explain_in_words(const Explanation& explanation);

}  // namespace pdrank
