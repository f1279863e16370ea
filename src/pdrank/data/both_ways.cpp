#include "pdrank/data/both_ways.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

namespace pdrank {

std::vector<BothWays> pairs_both_ways(const Comparisons& data) {
  struct Asked {
    ItemId item, other;
    bool item_first;
    double count, won;  // for whoever stood first
  };
  std::vector<Asked> all;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (data.first(n) == Side::unknown) continue;
    const bool winner_first = data.first(n) == Side::winner;
    ItemId item = data.winner(n), other = data.loser(n);
    const bool turned = data.items.name(other) < data.items.name(item);
    if (turned) std::swap(item, other);
    const double for_winner = data.winner_share(n), won = winner_first ? for_winner : 1 - for_winner;
    all.push_back({item, other, winner_first != turned, data.weight(n), data.weight(n) * won});
  }
  std::ranges::stable_sort(all, {}, [](const Asked& one) { return std::pair(one.item, one.other); });
  std::vector<BothWays> pairs;
  for (std::size_t k = 0; k < all.size();) {
    BothWays pair;
    const std::pair key(all[k].item, all[k].other);
    for (; k < all.size() && std::pair(all[k].item, all[k].other) == key; ++k) {
      (all[k].item_first ? pair.item_first : pair.other_first) += all[k].count;
      (all[k].item_first ? pair.item_first_won : pair.other_first_won) += all[k].won;
    }
    if (pair.item_first == 0 || pair.other_first == 0) continue;
    pair.item = data.items.name(key.first), pair.other = data.items.name(key.second);
    pairs.push_back(std::move(pair));
  }
  std::ranges::sort(pairs, {}, [](const BothWays& pair) { return std::tie(pair.item, pair.other); });
  return pairs;
}

}  // namespace pdrank
