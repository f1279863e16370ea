// What has changed between two rankings, and how much of that is more than noise (docs/MATH.md, section 18).
#pragma once

#include "pdrank/core/diff_result.hpp"
#include "pdrank/core/option_table.hpp"

namespace pdrank {

struct DiffOptions {
  double level = 0.9;

  static OptionTable<DiffOptions> table();
};

inline OptionTable<DiffOptions> DiffOptions::table() {
  static const std::vector<OptionRecord<DiffOptions>> all = {level_option<&DiffOptions::level>(
      "probability of the ranges; at most 1 - level of the items that are called changed are so by chance")};
  return all;
}

// Of the items that both have in their largest parts. Those whose change is called more than noise are found so that at
// most 1 - level of them, on average, are there by chance (Benjamini and Hochberg 1995).
// InvalidArgument if there are fewer than two such items.
DiffResult diff(const StoredRanking& before, const StoredRanking& after, const DiffOptions& options = {});

}  // namespace pdrank
