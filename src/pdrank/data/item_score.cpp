#include "pdrank/data/item_score.hpp"

#include <fmt/format.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank {
namespace {

ItemIndex index_of(const char* what, std::span<const ItemScore> scores) {
  ItemIndex index;
  for (std::size_t n = 0; n < scores.size(); ++n)
    if (index.intern(scores[n].item) != n)
      throw InvalidArgument(what, fmt::format("'{}' twice", scores[n].item), "an item has one score");
  return index;
}

}  // namespace

MatchedScores match_scores(std::span<const ItemScore> ranking, std::span<const ItemScore> truth) {
  const ItemIndex ranked = index_of("ranking", ranking);
  index_of("truth", truth);
  MatchedScores matched;
  for (const ItemScore& entry : truth) {
    const auto found = ranked.find(entry.item);
    if (!found) continue;
    matched.ranking.push_back(ranking[*found].score);
    matched.truth.push_back(entry.score);
  }
  matched.only_in_ranking = ranking.size() - matched.size();
  matched.only_in_truth = truth.size() - matched.size();
  return matched;
}

std::vector<double> truth_by_item(std::span<const ItemScore> scores, const ItemIndex& items) {
  std::vector<double> by_item(items.size(), kNone);
  for (const ItemScore& entry : scores)
    if (const auto item = items.find(entry.item)) by_item[*item] = entry.score;
  return by_item;
}

}  // namespace pdrank
