// What `next_pairs` found: which pairs to ask about, and how much there is left to learn. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank {

// A pair to be asked about. Left and right are in random order, so that a habit of picking one side favours nobody.
struct NextPair {
  std::string left, right, annotator;
  double value = 0;                        // 0 for a pair that connects
  std::optional<double> probability_left;  // empty where nobody has looked
  std::string reason;
};

template <>
struct Fields<NextPair> {
  static constexpr std::tuple list{
      RecordField{"left", &NextPair::left, "the item to be shown on the left"},
      RecordField{"right", &NextPair::right, "the item to be shown on the right"},
      RecordField{"winner", +[](const NextPair&) { return std::optional<std::string>(); },
                  "empty: fill in the answer "
                  "here"},
      RecordField{"annotator",
                  +[](const NextPair& pair) {
                    return pair.annotator.empty() ? std::nullopt : std::optional<std::string>(pair.annotator);
                  },
                  "who should answer; empty: anyone"},
      RecordField{"probability_left", &NextPair::probability_left, "probability that the answer is the left item"},
      RecordField{"value", &NextPair::value, "what the answer is worth, in the strategy's measure"},
      RecordField{"reason", &NextPair::reason, "why the pair is asked, in a few words"},
  };
};

// How much of the ranking is settled, and what more answers would do. Tau is Kendall's, between the ranking by the
// answers and the unknown truth, as the posterior expects it.
struct Outlook {
  double level = 0.9;
  double settled_pairs = 0, expected_tau = 0, expected_tau_after = 0;
  std::string leader = {};
  std::uint64_t top_tier = 0;
  // Asked about pairs of the leader and its tier alone; in half of the cases it takes fewer. Empty where the tier is
  // the leader alone; above kMostAnswers it is that.
  std::optional<std::uint64_t> answers_to_separate = {};
  static constexpr std::uint64_t kMostAnswers = 1'000'000;
};

template <>
struct Fields<Outlook> {
  static constexpr std::tuple list{
      RecordField{"level", &Outlook::level, "probability from which an order is settled and tiers are told apart"},
      RecordField{"settled_pairs", &Outlook::settled_pairs,
                  "share of all pairs whose order has at least this probability"},
      RecordField{"expected_tau", &Outlook::expected_tau,
                  "expected Kendall tau between the ranking and the unknown "
                  "truth"},
      RecordField{"expected_tau_after", &Outlook::expected_tau_after,
                  "the same once every pair of the list is answered"},
      RecordField{"leader", &Outlook::leader, "the best item"},
      RecordField{"top_tier", &Outlook::top_tier, "items that cannot be told apart from it, itself included"},
      RecordField{"answers_to_separate", &Outlook::answers_to_separate,
                  "about how many answers it takes to tell them "
                  "apart"},
  };
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
