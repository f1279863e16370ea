// Every method on the same data: how long each takes, how far they agree, how well each predicts answers it has not
// seen, and how close it comes to the truth where that is known.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/compare_result.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct CompareOptions {
  std::vector<std::string> methods = {};  // names, with options of their own: "pdrank", "pdrank:gamma=0.01"
  TieRule ties = TieRule::automatic;
  RankedPart component = RankedPart::all;
  std::uint64_t seed = 1;
  int threads = 0;
  std::optional<int> folds = std::nullopt;
  bool forward = false;
  std::uint64_t top = 10;

  static OptionTable<CompareOptions> table();
};

// InvalidArgument for unknown methods or options out of range.
void check(const CompareOptions& options);

// Scores that can be compared within a part only.
struct PartScores {
  std::vector<double> score;        // by item; NaN if it was not ranked
  std::vector<std::uint32_t> part;  // by item
};

PartScores part_scores(const RankResult& result, std::size_t items);

// Checks first; NotApplicable if no method applies. If the observer asks to stop, the result has the methods that are
// done, and names those that are not; Stopped if none is.
// `truth` by item of the data, NaN where it is not known; empty if there is none.
CompareResult compare(const Comparisons& data, const CompareOptions& options, std::span<const double> truth = {},
                      Observer* observer = nullptr);

}  // namespace pdrank
