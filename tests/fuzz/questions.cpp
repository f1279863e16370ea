// What is asked about small data besides their ranking: next pairs by every strategy, all methods compared, items
// explained and answers predicted. Nothing is a NaN, and what is named is there.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "fuzz/patience.hpp"
#include "fuzz/small_data.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/methods/explain.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::fuzz {
namespace {

bool is_probability(double p) { return p >= 0 && p <= 1; }

std::string item(std::size_t k) { return fmt::format("item-{}", k); }

void try_next(const SmallData& small, Choices& input) {
  const Comparisons data = small.comparisons();
  NextOptions options{.strategy = std::string(strategies()[input.below(strategies().size())].name),
                      .count = input.between(1, 30),
                      .outlook = input.once_in(2),
                      .seed = input.below(256),
                      .threads = 1};
  if (input.once_in(2)) options.forbidden = {{item(0), item(1)}};
  if (input.once_in(4)) options.annotator = "annotator-0";
  Patience patience(input, true);
  const NextResult next = next_pairs(data, options, &patience);
  std::set<std::pair<std::string, std::string>> asked;
  for (const NextPair& pair : next.pairs) {
    require(data.items.find(pair.left) && data.items.find(pair.right) && pair.left != pair.right,
            "a pair is of two items", options.strategy);
    require(asked.insert(std::minmax(pair.left, pair.right)).second, "no pair is asked about twice", options.strategy);
    require(std::isfinite(pair.value), "a value is finite", options.strategy);
    require(!pair.probability_left || is_probability(*pair.probability_left), "a probability is one", options.strategy);
  }
  for (const auto& [left, right] : options.forbidden)
    require(!asked.contains(std::minmax(left, right)), "a forbidden pair is not asked about", options.strategy);
  require(next.pairs.size() <= options.count, "no more pairs than were asked for", options.strategy);
}

void try_compare(const SmallData& small, Choices& input) {
  CompareOptions options{.seed = input.below(16), .threads = 1, .folds = static_cast<int>(input.between(2, 4))};
  options.forward = input.once_in(3);
  if (options.forward) options.folds.reset();
  for (std::size_t count = input.between(1, 3); count > 0; --count)
    options.methods.emplace_back(methods()[input.below(methods().size())].name);
  Patience patience(input, true);
  const CompareResult result = compare(small.comparisons(), options, {}, &patience);
  require(!result.methods.empty(), "a comparison is of methods");
}

void try_explain(const SmallData& small, const RankOptions& options, Choices& input) {
  const Comparisons data = small.comparisons();
  Patience patience(input, true);
  const RankResult ranked = rank(data, options, &patience);
  const std::string first = item(input.below(small.items)), other = item(input.below(small.items));
  const Explanation why = explain(data, options, ranked, first, input.once_in(2) ? other : "", {.rows = 2}, &patience);
  for (const std::string& sentence : explain_in_words(why))
    require(sentence.find("nan") == std::string::npos, "what is explained are numbers", sentence);
}

void try_predict(const SmallData& small, const RankOptions& options, Choices& input) {
  const Comparisons data = small.comparisons();
  Patience patience(input, true);
  const RankResult ranked = rank(data, options, &patience);
  const UsedLaw law = law_of(data, ranked, options, &patience);
  std::vector<std::pair<ItemId, ItemId>> pairs;
  for (ItemId left = 0; left < small.items; ++left)
    for (ItemId right = 0; right < left; ++right) pairs.emplace_back(left, right);
  const PredictResult found = predict(data, ranked, law, 0.9, pairs, input.once_in(2));
  for (const PairPrediction& one : found.pairs)
    require(is_probability(one.probability), "what is predicted is a probability", options.method);
}

}  // namespace

PDRANK_FUZZ(questions) {
  const ThreadScope threads(1);
  const std::size_t kind = input.below(4);
  const RankOptions options{
      .method = std::string(methods()[input.below(methods().size())].name), .threads = 1, .keep_draws = true};
  const SmallData data = some_data(input);
  said([&] {
    if (kind == 0) try_next(data, input);
    if (kind == 1) try_compare(data, input);
    if (kind == 2) try_explain(data, options, input);
    if (kind == 3) try_predict(data, options, input);
    return std::string();
  });
}

}  // namespace pdrank::fuzz
