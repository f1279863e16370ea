// Scores by name: a ranking or a truth from outside, and how it meets what is known already.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pdrank/data/item_index.hpp"

namespace pdrank {

struct ItemScore {
  std::string item;
  double score = 0;  // higher is better
};

// The scores of the items that both lists have, in the order of the truth.
struct MatchedScores {
  std::vector<double> ranking, truth;
  std::size_t only_in_ranking = 0, only_in_truth = 0;

  std::size_t size() const { return truth.size(); }
};

// InvalidArgument if a list names an item twice.
MatchedScores match_scores(std::span<const ItemScore> ranking, std::span<const ItemScore> truth);

// By id; NaN where there is no score. Items that the index does not know are left out.
std::vector<double> truth_by_item(std::span<const ItemScore> scores, const ItemIndex& items);

}  // namespace pdrank
