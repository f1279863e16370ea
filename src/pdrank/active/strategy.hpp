// What a strategy for "which pair next?" is given, and what it answers. The strategies are in registry.cpp, one file
// each; `next_pairs` runs one on a data set, `play` runs one against a hidden truth.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/pair_set.hpp"

namespace pdrank {

struct Belief;

struct AskInput {
  const Comparisons& data;               // items that were never compared included
  const MergedComparisons& merged;       // of the data; node = item
  const Components& weak;                // of the graph
  const PairSet& forbidden;              // never asked
  AnnotatorId annotator = kNoAnnotator;  // who will answer, where that is known
  const Belief* belief = nullptr;        // there for strategies that need it
  std::size_t count = 1;                 // of questions
  std::uint64_t seed = 1;

  const ComparisonGraph& graph() const { return merged.graph; }
  std::uint32_t item_count() const { return merged.graph.node_count(); }
};

// A pair to be asked about.
struct Question {
  ItemPair pair = {};
  AnnotatorId annotator = kNoAnnotator;  // who should answer, if the strategy says that
  double value = 0;                      // of the answer, in the strategy's measure
  std::string reason = {};               // why this pair, in a few words
};

struct StrategyInfo {
  std::string_view name = {};
  std::string_view summary = {};  // one sentence
  std::string_view paper = {};
  std::string_view cost = {};     // how it grows
  std::string_view measure = {};  // what a question's value is
  bool needs_belief = false;
  bool names_annotators = false;
  // At most input.count different pairs, best first, none of them forbidden; fewer only if no more can be found.
  std::vector<Question> (*propose)(const AskInput& input, Observer* observer) = nullptr;
  // How its authors rank what has been answered: scores by item. Null: they do not say.
  std::vector<double> (*own_scores)(const AskInput& input) = nullptr;
};

}  // namespace pdrank
