#include "pdrank/server/voter_queue.hpp"

#include <algorithm>
#include <span>

namespace pdrank::server {
namespace {

void put_in_front(std::deque<Shown>& queue, const Shown& pair) {
  std::erase_if(queue, [&](const Shown& queued) { return queued.same_items(pair); });
  queue.push_front(pair);
}

void ask_what_is_left_of_the_last_pair(std::deque<Shown>& queue, const PairSources& sources, const VoterLog& voter) {
  if (voter.latest.empty()) return;
  Shown pair = sources.log->casts()[voter.latest.back().second].pair;
  if (sources.study->is_gold(pair)) return;
  for (std::size_t question = sources.study->questions(); question-- > 0;) {
    pair.question = question;
    if (!voter.answered.contains(pair)) put_in_front(queue, pair);
  }
}

// A pair that enough have answered stays if it is the next, which is in sight.
void take_out_what_may_not_be_asked(std::deque<Shown>& queue, const PairSources& sources, const VoterLog& voter) {
  const Shown in_sight = queue.empty() ? Shown() : queue.front();
  std::erase_if(queue, [&](const Shown& pair) {
    return voter.answered.contains(pair) || pair.question >= sources.study->questions() ||
           !may_be_shown(sources, pair) || (!pair.same_items(in_sight) && is_full(sources, pair));
  });
}

// In each block of `gold_every` pairs one place, other for each voter and block, is for a gold pair.
std::size_t gold_due(const Study& study, storage::Id voter, std::size_t asked) {
  const std::size_t block = asked / study.gold_every, place = asked % study.gold_every;
  const std::uint64_t mixed = Random(static_cast<std::uint64_t>(voter) * 1'000'003 + block).bits();
  return block + (place >= mixed % study.gold_every ? 1 : 0);
}

std::optional<Shown> choose_gold(const std::deque<Shown>& queue, const PairSources& sources, const VoterLog& voter,
                                 Random& random) {
  const std::vector<GoldPair>& gold = sources.study->gold;
  const std::size_t start = random.below(gold.size());
  for (std::size_t k = 0; k < gold.size(); ++k) {
    const GoldPair& one = gold[(start + k) % gold.size()];
    const Shown pair{one.winner, one.loser, one.question};
    const bool is_queued = std::ranges::any_of(queue, [&](const Shown& other) { return other.same_items(pair); });
    if (!is_queued && !voter.answered.contains(pair) && may_be_shown(sources, pair))
      return on_balanced_sides(sources, pair, random);
  }
  return std::nullopt;
}

bool gold_is_due(const std::deque<Shown>& queue, const PairSources& sources, const VoterLog& voter) {
  if (sources.study->gold.empty()) return false;
  const auto queued = static_cast<std::size_t>(
      std::ranges::count_if(queue, [&](const Shown& pair) { return sources.study->is_gold(pair); }));
  return voter.gold_asked + queued < gold_due(*sources.study, sources.voter, voter.asked + queue.size());
}

}  // namespace

void refill(std::deque<Shown>& queue, std::size_t wanted, const PairSources& sources, Random& random) {
  const VoterLog& voter = sources.log->voter(sources.voter);
  ask_what_is_left_of_the_last_pair(queue, sources, voter);
  const std::span<const Shown> again = voter.again;
  for (const Shown& pair : again.last(std::min(again.size(), wanted))) put_in_front(queue, pair);
  take_out_what_may_not_be_asked(queue, sources, voter);
  while (queue.size() < wanted) {
    if (gold_is_due(queue, sources, voter)) {
      if (const std::optional<Shown> gold = choose_gold(queue, sources, voter, random)) {
        queue.push_back(*gold);
        continue;
      }
    }
    std::optional<Shown> pair = choose_pair(sources, queue, voter.answered, random);
    if (!pair) break;
    for (std::size_t question = 0; question < sources.study->questions(); ++question) {
      pair->question = question;
      if (!voter.answered.contains(*pair)) queue.push_back(*pair);
    }
  }
  if (queue.size() > wanted) queue.resize(wanted);
}

}  // namespace pdrank::server
