#include "pdrank/active/candidates.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kNextTo = 8;    // neighbours on one side
constexpr std::uint32_t kAtRandom = 4;  // partners

std::vector<ItemPair> sparse_pairs(const AskInput& input, std::span<const double> scores, Random& random) {
  const auto items = static_cast<std::uint32_t>(scores.size());
  std::vector<ItemId> order(items);
  std::iota(order.begin(), order.end(), 0u);
  random.shuffle(std::span(order));  // equal scores: in random order
  std::ranges::stable_sort(order, [&](ItemId a, ItemId b) { return scores[a] > scores[b]; });
  std::vector<ItemPair> pairs;
  for (std::uint32_t place = 0; place < items; ++place) {
    for (std::uint32_t step = 1; place + step < items; step = step < kNextTo ? step + 1 : 2 * step)
      pairs.push_back(make_pair_of(order[place], order[place + step]));
    for (std::uint32_t k = 0; k < kAtRandom; ++k) {
      const auto other = static_cast<std::uint32_t>(random.below(items));
      if (other != place) pairs.push_back(make_pair_of(order[place], order[other]));
    }
  }
  while (true) {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::erase_if(pairs, [&](ItemPair pair) { return input.forbidden.contains(pair); });
    if (pairs.size() >= input.count) return pairs;
    for (std::size_t missing = input.count - pairs.size(); missing > 0; --missing) {
      const auto first = static_cast<ItemId>(random.below(items)), second = static_cast<ItemId>(random.below(items));
      if (first != second) pairs.push_back(make_pair_of(first, second));
    }
  }
}

}  // namespace

std::vector<ItemPair> allowed_pairs(const AskInput& input) {
  std::vector<ItemPair> pairs = all_pairs(input.item_count());
  std::erase_if(pairs, [&](ItemPair pair) { return input.forbidden.contains(pair); });
  return pairs;
}

bool are_few(const AskInput& input) {
  const std::uint64_t items = input.item_count(), pairs = items * (items - 1) / 2;
  return pairs <= kAllPairs || 2 * (std::min<std::uint64_t>(input.count, pairs) + input.forbidden.size()) > pairs;
}

std::vector<ItemPair> candidate_pairs(const AskInput& input, std::span<const double> scores) {
  Random random(input.seed);
  std::vector<ItemPair> pairs = are_few(input) ? allowed_pairs(input) : sparse_pairs(input, scores, random);
  random.shuffle(std::span(pairs));
  return pairs;
}

std::vector<std::size_t> choose_batch(std::span<const ItemPair> pairs, std::span<const double> values,
                                      std::size_t count) {
  struct Offer {
    double value;  // with what was chosen when it was made
    std::size_t place;
    bool operator<(const Offer& other) const {
      return value != other.value ? value < other.value : place > other.place;
    }
  };
  std::vector<std::uint32_t> used;
  const auto uses = [&](ItemId item) { return item < used.size() ? used[item] : 0; };
  const auto value_now = [&](std::size_t place) {
    return values[place] / (1.0 + uses(pairs[place].first) + uses(pairs[place].second));
  };
  std::vector<Offer> offers(pairs.size());
  for (std::size_t place = 0; place < pairs.size(); ++place) offers[place] = {values[place], place};
  std::priority_queue<Offer> queue(std::less<Offer>(), std::move(offers));
  std::vector<std::size_t> chosen;
  while (chosen.size() < count && !queue.empty()) {
    const Offer best = queue.top();
    queue.pop();
    if (const double now = value_now(best.place); now < best.value) {  // its items have been used since
      queue.push({now, best.place});
      continue;
    }
    chosen.push_back(best.place);
    for (const ItemId item : {pairs[best.place].first, pairs[best.place].second}) {
      if (item >= used.size()) used.resize(item + std::size_t{1}, 0);
      ++used[item];
    }
  }
  return chosen;
}

std::vector<Question> choose_questions(std::span<const ItemPair> pairs, std::size_t count,
                                       const std::function<double(ItemPair)>& value_of,
                                       const std::function<std::string(ItemPair)>& reason_of) {
  std::vector<double> values(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t k) { values[k] = value_of(pairs[k]); });
  std::vector<Question> questions;
  for (const std::size_t k : choose_batch(pairs, values, count))
    questions.push_back({.pair = pairs[k], .value = values[k], .reason = reason_of(pairs[k])});
  return questions;
}

}  // namespace pdrank
