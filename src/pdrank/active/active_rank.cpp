// Active ranking by counting (Heckel, Shah, Ramchandran and Wainwright 2019), for a total order. An item's score is its
// share of wins against an item drawn at random. Two items are told apart when their shares differ by more than
//
//   width(t) = sqrt(log(125 m log(1.12 t) / delta) / t),   m items, t answers of the one that has fewer, delta = 0.1,
//
// and an item that is told apart from both its neighbours in the order is left alone. The others are asked about, those
// with the fewest answers first, each against an item drawn from all others.
//
// The width is that of the authors' program; their theorem has four times it. They keep rounds in which every active
// item gets one answer, so that t is the same for all, and an answer counts for the item it was asked for alone. Here
// the data is all there is: an answer counts for both of its items, and opponents are whoever they were.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_set>

#include "pdrank/active/reasons.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/linalg/incidence.hpp"

namespace pdrank {
namespace {

constexpr double kDelta = 0.1;  // chance of a wrong order, at the end

struct Record {
  double share = 0.5;  // of wins
  double answers = 0;
};

std::vector<Record> count(const ComparisonGraph& graph) {
  std::vector<double> won(graph.node_count()), lost(graph.node_count());
  Incidence(graph).gather(graph.count, won, lost);
  std::vector<Record> records(won.size());
  for (std::size_t item = 0; item < won.size(); ++item)
    if (const double answers = won[item] + lost[item]; answers > 0) records[item] = {won[item] / answers, answers};
  return records;
}

// A share is never more uncertain than by one, and not known at all before the first answer.
double width(std::size_t items, double answers) {
  if (answers < 1) return 1;
  const double size = std::log(125 * static_cast<double>(items) * std::log(1.12 * answers) / kDelta);
  return std::min(1.0, std::sqrt(size / answers));
}

// By item, whether it is not told apart from a neighbour in the order.
std::vector<std::uint8_t> find_active(std::span<const Record> records) {
  std::vector<ItemId> order(records.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::greater(), [&](ItemId item) { return records[item].share; });
  std::vector<std::uint8_t> active(records.size(), 0);
  for (std::size_t place = 1; place < order.size(); ++place) {
    const Record &above = records[order[place - 1]], &below = records[order[place]];
    if (above.share - below.share > width(records.size(), std::min(above.answers, below.answers))) continue;
    active[order[place - 1]] = active[order[place]] = 1;
  }
  return active;
}

// Draws opponents, so that no pair comes twice.
class Opponents {
 public:
  explicit Opponents(const AskInput& input) : input_(input), random_(input.seed) {}

  Random& random() { return random_; }

  // Uniformly among those that may still be asked about with the item; none left: the item itself.
  ItemId draw(ItemId item) {
    constexpr int kTries = 32;
    for (int k = 0; k < kTries; ++k) {
      const auto other = static_cast<ItemId>(random_.below(input_.item_count()));
      if (may_ask(item, other)) return take(item, other);
    }
    std::vector<ItemId> left;
    for (ItemId other = 0; other < input_.item_count(); ++other)
      if (may_ask(item, other)) left.push_back(other);
    return left.empty() ? item : take(item, left[random_.below(left.size())]);
  }

 private:
  static std::uint64_t key(ItemPair pair) { return std::uint64_t{pair.first} << 32 | pair.second; }
  bool may_ask(ItemId a, ItemId b) const {
    return a != b && !input_.forbidden.contains(make_pair_of(a, b)) && !taken_.contains(key(make_pair_of(a, b)));
  }
  ItemId take(ItemId item, ItemId other) {
    taken_.insert(key(make_pair_of(item, other)));
    return other;
  }

  const AskInput& input_;
  Random random_;
  std::unordered_set<std::uint64_t> taken_;
};

// Whose turn it is: active items first, then who has fewest answers.
struct Turn {
  bool active;
  double answers;
  std::uint64_t lot;  // decides among equals
  ItemId item;
  bool operator<(const Turn& other) const {
    return std::tuple(!active, answers, lot, item) > std::tuple(!other.active, other.answers, other.lot, other.item);
  }
};

std::string reason_of(const AskInput& input, const Turn& turn, bool any_active, ItemPair pair) {
  if (links_parts(input, pair)) return "links two parts";
  const std::string_view state = turn.active ? "not told apart yet" : any_active ? "told apart" : "all told apart";
  return fmt::format("{}, fewest answers ({:.6g})", state, turn.answers);
}

std::vector<Question> propose(const AskInput& input, Observer*) {
  const std::vector<Record> records = count(input.graph());
  const std::vector<std::uint8_t> active = find_active(records);
  const bool any_active = std::ranges::find(active, 1) != active.end();
  Opponents opponents(input);
  std::vector<double> answers;  // those asked for on the way included
  for (const Record& record : records) answers.push_back(record.answers);
  std::priority_queue<Turn> turns;
  for (ItemId item = 0; item < input.item_count(); ++item)
    turns.push({active[item] != 0, answers[item], opponents.random().bits(), item});
  std::vector<Question> questions;
  while (questions.size() < input.count && !turns.empty()) {
    Turn turn = turns.top();
    turns.pop();
    if (turn.answers < answers[turn.item]) {  // it was an opponent since
      turn.answers = answers[turn.item];
      turns.push(turn);
      continue;
    }
    const ItemId opponent = opponents.draw(turn.item);
    if (opponent == turn.item) continue;
    const ItemPair pair = make_pair_of(turn.item, opponent);
    questions.push_back({.pair = pair,
                         .value = width(records.size(), turn.answers),
                         .reason = reason_of(input, turn, any_active, pair)});
    ++answers[opponent];
    turn.answers = ++answers[turn.item];
    turns.push(turn);
  }
  return questions;
}

std::vector<double> own_scores(const AskInput& input) {
  std::vector<double> scores;
  for (const Record& record : count(input.graph())) scores.push_back(record.share);
  return scores;
}

}  // namespace

StrategyInfo active_rank_strategy() {
  return {.name = "active-rank",
          .summary = "items whose share of wins does not yet tell them from their neighbours, against random items",
          .paper =
              "Heckel, Shah, Ramchandran and Wainwright 2019, Active ranking from pairwise comparisons and when "
              "parametric assumptions do not help",
          .cost = "items + distinct comparisons",
          .measure = "by how much shares of wins must differ to be told apart, at most 1",
          .propose = propose,
          .own_scores = own_scores};
}

}  // namespace pdrank
