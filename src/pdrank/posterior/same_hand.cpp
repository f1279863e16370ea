#include "pdrank/posterior/same_hand.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace pdrank {
namespace {

constexpr double kFewestShared = 10;              // questions
constexpr double kLeastAgreed = 0.95;             // of them
constexpr double kWrongly = 0.01;                 // that any two are joined by chance
constexpr std::size_t kMostLookedAt = 5'000'000;  // pairs of rows

struct Pairing {
  float shared = 0, agreed = 0, log_chance = 0;  // log_chance: of agreeing on all that they agree on
  float expected = 0, variance = 0;              // of `agreed`, by chance
};

// How much more than chance the agreement of any two varies: people who see more clearly than others, or share a taste,
// agree more often, and are no one hand for that. The median of the squared deviations, which a few pairs of one hand
// do not move, over what it is for a normal law.
double excess_variation(const std::unordered_map<std::uint64_t, Pairing>& pairings) {
  constexpr double kMedianOfSquare = 0.4549364;
  constexpr std::size_t kFewest = 10;  // pairs of sources that say anything
  std::vector<double> squares;
  for (const auto& [key, pairing] : pairings) {
    if (static_cast<double>(pairing.shared) < kFewestShared || !(pairing.variance > 0)) continue;
    const double gap = static_cast<double>(pairing.agreed - pairing.expected);
    squares.push_back(gap * gap / static_cast<double>(pairing.variance));
  }
  if (squares.size() < kFewest) return 1;
  const auto middle = squares.begin() + std::ssize(squares) / 2;
  std::ranges::nth_element(squares, middle);
  return std::max(1.0, *middle / kMedianOfSquare);
}

// Whether a row is one person's, says one thing, and is an answer by itself.
bool is_clear(const Answers& answers, std::size_t row) {
  const std::uint32_t source = answers.source[row];
  if (!answers.is_strict(row) || (!answers.judges.empty() && answers.judges[source])) return false;
  return source < answers.named && (answers.won[row] > 0) != (answers.lost[row] > 0);
}

// The probability that a clear row says `first`: of n answers that are all alike, p^n against (1 - p)^n.
double answers_first(const Answers& answers, std::size_t row, std::span<const float> preferred,
                     std::span<const double> flip) {
  const double f = flip[answers.source[row]], p = f + (1 - 2 * f) * static_cast<double>(preferred[row]);
  const double times = static_cast<double>(std::max(answers.won[row], answers.lost[row]));
  return 1 / (1 + std::pow((1 - p) / p, times));
}

// Everybody's share for `first`, held back by two answers each way.
double share_for_first(const Answers& answers, std::size_t begin, std::size_t end) {
  double won = 2, all = 4;
  for (std::size_t row = begin; row < end; ++row) {
    won += answers.won[row] > 0 ? 1 : 0;
    ++all;
  }
  return won / all;
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t source) {
  while (parent[source] != source) source = parent[source] = parent[parent[source]];
  return source;
}

}  // namespace

std::vector<SameHand> find_same_hands(const Answers& by_source, std::span<const float> preferred,
                                      std::span<const double> flip) {
  std::unordered_map<std::uint64_t, Pairing> pairings;
  std::size_t looked_at = 0;
  for (std::size_t pair = 0; pair < by_source.pairs() && looked_at < kMostLookedAt; ++pair) {
    const std::size_t begin = by_source.begin[pair], end = by_source.begin[pair + 1];
    if (end - begin < 2) continue;
    const double share = share_for_first(by_source, begin, end);
    const double alike_by_share = share * share + (1 - share) * (1 - share);
    for (std::size_t a = begin; a < end; ++a) {
      if (!is_clear(by_source, a)) continue;
      for (std::size_t b = a + 1; b < end; ++b) {
        if (!is_clear(by_source, b)) continue;
        ++looked_at;
        const double p = answers_first(by_source, a, preferred, flip), q = answers_first(by_source, b, preferred, flip);
        const double alike = std::max({p * q + (1 - p) * (1 - q), alike_by_share, 0.5});
        Pairing& pairing = pairings[std::uint64_t{by_source.source[a]} << 32 | by_source.source[b]];
        ++pairing.shared;
        const bool agree = (by_source.won[a] > 0) == (by_source.won[b] > 0);
        if (agree) ++pairing.agreed;
        pairing.log_chance += static_cast<float>(agree ? std::log(alike) : 0);
        pairing.expected += static_cast<float>(alike);
        pairing.variance += static_cast<float>(alike * (1 - alike));
      }
    }
  }
  double tested = 0;
  for (const auto& [key, pairing] : pairings) tested += static_cast<double>(pairing.shared) >= kFewestShared ? 1 : 0;
  const double excess = excess_variation(pairings);
  std::vector<std::uint32_t> parent(by_source.sources);
  std::iota(parent.begin(), parent.end(), 0u);
  std::vector<std::uint64_t> joined;
  for (const auto& [key, pairing] : pairings) {
    const double shared = static_cast<double>(pairing.shared), agreed = static_cast<double>(pairing.agreed);
    if (shared < kFewestShared || agreed < kLeastAgreed * shared) continue;
    // The disagreements may be any of the questions: at most C(shared, k) ways, k of them.
    const double ways = std::lgamma(shared + 1) - std::lgamma(agreed + 1) - std::lgamma(shared - agreed + 1);
    const double log_chance = static_cast<double>(pairing.log_chance) / excess + ways;
    if (log_chance + std::log(std::max(tested, 1.0)) > std::log(kWrongly)) continue;
    joined.push_back(key);
  }
  std::ranges::sort(joined);
  std::unordered_map<std::uint32_t, SameHand> hands;
  for (const std::uint64_t key : joined)
    parent[root_of(parent, static_cast<std::uint32_t>(key))] = root_of(parent, static_cast<std::uint32_t>(key >> 32));
  for (const std::uint64_t key : joined) {
    SameHand& hand = hands[root_of(parent, static_cast<std::uint32_t>(key))];
    hand.shared += static_cast<std::uint64_t>(pairings[key].shared);
    hand.agreed += static_cast<std::uint64_t>(pairings[key].agreed);
    for (const auto source : {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)})
      hand.sources.push_back(source);
  }
  std::vector<SameHand> found;
  for (auto& [root, hand] : hands) {
    std::ranges::sort(hand.sources);
    hand.sources.erase(std::unique(hand.sources.begin(), hand.sources.end()), hand.sources.end());
    found.push_back(std::move(hand));
  }
  std::ranges::sort(found, {}, [](const SameHand& hand) { return hand.sources.front(); });
  return found;
}

Answers count_once(const Answers& by_source, std::span<const SameHand> hands) {
  constexpr std::uint32_t kAlone = ~std::uint32_t{0};
  std::vector<std::uint32_t> hand_of(by_source.sources, kAlone);
  for (std::uint32_t hand = 0; hand < hands.size(); ++hand)
    for (const std::uint32_t source : hands[hand].sources) hand_of[source] = hand;
  Answers once = by_source;
  std::vector<float> rows(hands.size());
  for (std::size_t pair = 0; pair < once.pairs(); ++pair) {
    std::ranges::fill(rows, 0.0f);
    const auto each = [&](auto&& body) {
      for (std::size_t row = once.begin[pair]; row < once.begin[pair + 1]; ++row)
        if (const std::uint32_t hand = hand_of[once.source[row]]; hand != kAlone) body(row, rows[hand]);
    };
    each([](std::size_t, float& count) { ++count; });
    each([&](std::size_t row, float& count) {
      once.won[row] /= count;
      once.lost[row] /= count;
    });
  }
  return once;
}

}  // namespace pdrank
