// What `next_pairs` found: which pairs to ask about, and how much there is left to learn. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pdrank {

// A pair to be asked about. Left and right are in random order, so that a habit of picking one side favours nobody.
struct NextPair {
  std::string left, right;
  std::string annotator;                   // who should answer; empty: anyone
  double value = 0;                        // of the answer, in the strategy's measure; 0 for a pair that connects
  std::optional<double> probability_left;  // that the answer is "left"; empty where nobody has looked
  std::string reason;                      // in a few words
};

// How much of the ranking is settled, and what more answers would do. Tau is Kendall's, between the ranking by the
// answers and the unknown truth, as the posterior expects it.
struct Outlook {
  double level = 0.9;        // of "settled" and of tiers
  double settled_pairs = 0;  // share of all pairs whose order has at least this probability
  double expected_tau = 0;
  double expected_tau_after = 0;  // all pairs of the list have been answered once
  std::string leader = {};        // the best item
  std::uint64_t top_tier = 0;     // items that cannot be told apart from the leader, itself included
  // About how many answers it takes to tell the leader from the rest of its tier, asked about these pairs alone: in
  // half of the cases fewer. Empty where the tier is the leader alone; above kMostAnswers it is that.
  std::optional<std::uint64_t> answers_to_separate = {};
  static constexpr std::uint64_t kMostAnswers = 1'000'000;
};

struct NextResult {
  std::string strategy;
  std::string measure;  // what a value is
  std::uint64_t seed = 0;
  std::uint64_t items = 0, comparisons = 0, components = 0, forbidden = 0;
  std::vector<NextPair> pairs = {};  // those that connect first, then by the strategy, best first
  std::optional<Outlook> outlook = {};
  bool stopped = false;                 // the observer asked for it when the pairs were chosen: there is no outlook
  std::vector<std::string> notes = {};  // sentences
};

}  // namespace pdrank
