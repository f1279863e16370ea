#include "pdrank/server/next_pair.hpp"

#include <algorithm>

namespace pdrank::server {
namespace {

constexpr int kTries = 48;                       // at random
constexpr std::size_t kNextTo = 5;               // places between neighbours, at most
constexpr std::uint64_t kMostSearched = 50'000;  // pairs gone through one by one

class Chooser {
 public:
  Chooser(const PairSources& sources, const std::deque<Shown>& queue, const PairSet& answered, Random& random)
      : sources_(sources), queue_(queue), answered_(answered), random_(random) {}

  std::optional<Shown> from_stock() {
    if (!sources_.stock || sources_.stock->pairs.empty()) return std::nullopt;
    const std::vector<Shown>& pairs = sources_.stock->pairs;
    const std::size_t start = sources_.stock->next.fetch_add(1, std::memory_order_relaxed);
    for (std::size_t k = 0; k < pairs.size(); ++k)
      if (const Shown& pair = pairs[(start + k) % pairs.size()]; may_be_asked(pair)) return pair;
    return std::nullopt;
  }

  std::optional<Shown> of_neighbours() {
    if (!sources_.ranking || sources_.ranking->size() < 2) return std::nullopt;
    const std::vector<storage::Id>& ranking = *sources_.ranking;
    for (int k = 0; k < kTries; ++k) {
      const std::size_t first = random_.below(ranking.size()), second = first + 1 + random_.below(kNextTo);
      if (second >= ranking.size()) continue;
      if (const Shown pair{ranking[first], ranking[second]}; may_be_asked(pair)) return pair;
    }
    return std::nullopt;
  }

  std::optional<Shown> at_random() {
    const std::vector<storage::Id>& enabled = sources_.catalog.enabled();
    for (int k = 0; k < kTries; ++k) {
      const Shown pair{enabled[random_.below(enabled.size())], enabled[random_.below(enabled.size())]};
      if (may_be_asked(pair)) return pair;
    }
    return std::nullopt;
  }

  // From a random one on.
  std::optional<Shown> one_by_one() {
    const std::vector<storage::Id>& enabled = sources_.catalog.enabled();
    const std::uint64_t items = enabled.size(), all = items * items;
    const std::uint64_t start = random_.below(all);
    for (std::uint64_t k = 0; k < std::min(all, kMostSearched); ++k) {
      const std::uint64_t number = (start + k) % all;
      if (const Shown pair{enabled[number / items], enabled[number % items]}; may_be_asked(pair)) return pair;
    }
    return std::nullopt;
  }

 private:
  bool may_be_asked(const Shown& pair) const {
    return pair.left != pair.right && !answered_.contains(pair) && may_be_shown(sources_, pair) &&
           !(sources_.study && sources_.study->is_gold(pair)) && !is_full(sources_, pair) &&
           std::ranges::none_of(queue_, [&](const Shown& queued) { return queued.same_items(pair); });
  }

  const PairSources& sources_;
  const std::deque<Shown>& queue_;
  const PairSet& answered_;
  Random& random_;
};

}  // namespace

// Items that are disabled may still serve in gold pairs.
bool may_be_shown(const PairSources& sources, const Shown& pair) {
  const storage::Item *left = sources.catalog.find(pair.left), *right = sources.catalog.find(pair.right);
  if (!left || !right || is_author(*left, sources.names) || is_author(*right, sources.names)) return false;
  return (!left->disabled && !right->disabled) || (sources.study && sources.study->is_gold(pair));
}

bool is_full(const PairSources& sources, const Shown& pair) {
  if (!sources.study || sources.study->pair_quota == 0 || !sources.log || pair.question != 0) return false;
  return sources.log->tally(pair).answers >= sources.study->pair_quota && !sources.study->is_gold(pair);
}

Shown on_balanced_sides(const PairSources& sources, Shown pair, Random& random) {
  std::int64_t lean = 0;  // how much more often the left one has been there
  if (sources.log) {
    lean = sources.log->tally(pair).low_left * (pair.left < pair.right ? 1 : -1);
    if (lean == 0) lean = sources.log->leftness(pair.left) - sources.log->leftness(pair.right);
  }
  if (lean > 0 || (lean == 0 && random.chance(0.5))) std::swap(pair.left, pair.right);
  return pair;
}

std::optional<Shown> choose_pair(const PairSources& sources, const std::deque<Shown>& queue, const PairSet& answered,
                                 Random& random) {
  if (sources.catalog.enabled().size() < 2) return std::nullopt;
  Chooser chooser(sources, queue, answered, random);
  std::optional<Shown> pair = chooser.from_stock();
  if (!pair) pair = chooser.of_neighbours();
  if (!pair) pair = chooser.at_random();
  if (!pair) pair = chooser.one_by_one();
  if (!pair) return std::nullopt;
  return on_balanced_sides(sources, {pair->left, pair->right}, random);
}

}  // namespace pdrank::server
