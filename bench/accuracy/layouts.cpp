#include "layouts.hpp"

#include <algorithm>

namespace pdrank::bench::accuracy {
namespace {

constexpr ItemId kBand = 5, kRow = 10;
constexpr std::uint64_t kAcrossEvery = 50;

// A layout that is a list of pairs, each as likely as the next.
std::vector<ItemPair> possible_pairs(Layout layout, ItemId items) {
  const auto meet = [&](ItemId a, ItemId b) {
    switch (layout) {
      case Layout::chain:
        return b - a == 1;
      case Layout::band:
        return b - a <= kBand;
      case Layout::grid:
        return b - a == kRow || (b - a == 1 && a / kRow == b / kRow);
      case Layout::star:
        return a == 0;
      case Layout::bridge:
        return (a < items / 2) == (b < items / 2);
      default:
        return true;
    }
  };
  std::vector<ItemPair> pairs;
  for (ItemId a = 0; a < items; ++a)
    for (ItemId b = a + 1; b < items; ++b)
      if (meet(a, b)) pairs.push_back({a, b});
  return pairs;
}

ItemPair any_pair(ItemId items, Random& random) {
  const auto first = static_cast<ItemId>(random.below(items)), second = static_cast<ItemId>(random.below(items - 1));
  return {first, second + (second >= first)};
}

}  // namespace

std::vector<ItemPair> lay_out(Layout layout, std::uint32_t items, std::uint64_t answers, Random& random) {
  const std::vector<ItemPair> possible =
      layout == Layout::random ? std::vector<ItemPair>() : possible_pairs(layout, items);
  std::vector<ItemPair> pairs(answers);
  for (std::uint64_t n = 0; n < answers; ++n) {
    if (layout == Layout::random)
      pairs[n] = any_pair(items, random);
    else if (layout == Layout::bridge && n % kAcrossEvery == 0)
      pairs[n] = {0, items / 2};
    else if (layout == Layout::tournament)
      pairs[n] = possible[n % possible.size()];
    else
      pairs[n] = possible[random.below(possible.size())];
  }
  return pairs;
}

}  // namespace pdrank::bench::accuracy
