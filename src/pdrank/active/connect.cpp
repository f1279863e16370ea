#include "pdrank/active/connect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// Items connected with each other, those that may stand for them first.
struct Part {
  std::deque<ItemId> items;
};

// Wins minus losses over answers, by item; 0 without answers.
std::vector<double> balances(const ComparisonGraph& graph) {
  std::vector<double> won(graph.node_count(), 0.0), all(graph.node_count(), 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    won[graph.winner[edge]] += graph.count[edge];
    won[graph.loser[edge]] -= graph.count[edge];
    all[graph.winner[edge]] += graph.count[edge];
    all[graph.loser[edge]] += graph.count[edge];
  }
  for (std::size_t node = 0; node < won.size(); ++node) won[node] = all[node] > 0 ? won[node] / all[node] : 0;
  return won;
}

std::vector<Part> parts_from_the_middle(const AskInput& input) {
  const std::vector<double> balance = balances(input.graph());
  std::vector<Part> parts(input.weak.count());
  for (ItemId item = 0; item < input.item_count(); ++item) parts[input.weak.of_item[item]].items.push_back(item);
  for (Part& part : parts)
    std::ranges::stable_sort(part.items, {}, [&](ItemId item) { return std::abs(balance[item]); });
  return parts;
}

// A pair of either part's items that may be asked, those at the front first. The two go to the end, so that the next
// pair has others.
std::optional<ItemPair> link(Part& a, Part& b, const PairSet& forbidden) {
  for (std::size_t j = 0; j < a.items.size(); ++j)
    for (std::size_t k = 0; k < b.items.size(); ++k) {
      const ItemId first = a.items[j], second = b.items[k];
      if (forbidden.contains(make_pair_of(first, second))) continue;
      a.items.erase(a.items.begin() + static_cast<std::ptrdiff_t>(j));
      b.items.erase(b.items.begin() + static_cast<std::ptrdiff_t>(k));
      a.items.push_back(first);
      b.items.push_back(second);
      return make_pair_of(first, second);
    }
  return std::nullopt;
}

// The parts, by size; of equal ones the first comes first.
class Parts {
 public:
  explicit Parts(std::vector<Part> parts) {
    for (Part& part : parts) add(std::move(part));
  }

  std::size_t count() const { return by_size_.size(); }
  std::size_t largest() const { return std::prev(by_size_.end())->second.items.size(); }

  // Joins two parts; none if there is nothing left to join. A part that may meet no other is left out.
  std::optional<Question> join(bool to_the_largest, const PairSet& forbidden) {
    while (count() > 1) {
      auto one = by_size_.begin();
      if (to_the_largest) one = std::prev(by_size_.end(), 2);
      Part part = std::move(one->second);
      by_size_.erase(one);
      if (auto question = join(std::move(part), to_the_largest, forbidden)) return question;
    }
    return std::nullopt;
  }

 private:
  void add(Part part) {
    const std::size_t size = part.items.size();
    by_size_.emplace(size, std::move(part));
  }

  std::optional<Question> join(Part part, bool to_the_largest, const PairSet& forbidden) {
    const auto try_with = [&](auto other) -> std::optional<Question> {
      const auto pair = link(part, other->second, forbidden);
      if (!pair) return std::nullopt;
      const auto [fewer, more] = std::minmax({part.items.size(), other->second.items.size()});
      Question question{.pair = *pair,
                        .reason = fmt::format("connects {} with {}", plural(fewer, "item", "items"), grouped(more))};
      Part both = std::move(other->second);
      by_size_.erase(other);
      if (both.items.size() < part.items.size()) std::swap(both, part);
      both.items.insert(both.items.end(), part.items.begin(), part.items.end());
      add(std::move(both));
      return question;
    };
    const auto count = std::ssize(by_size_);
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      const auto other = to_the_largest ? std::prev(by_size_.end(), k + 1) : std::next(by_size_.begin(), k);
      if (auto question = try_with(other)) return question;
    }
    return std::nullopt;  // it may meet nobody, and stays alone
  }

  std::multimap<std::size_t, Part> by_size_;
};

}  // namespace

std::vector<Question> connecting_pairs(const AskInput& input) {
  std::vector<Question> questions;
  Parts parts(parts_from_the_middle(input));
  while (questions.size() < input.count && parts.count() > 1) {
    const bool one_is_half = 2 * parts.largest() >= input.item_count();
    const auto question = parts.join(one_is_half, input.forbidden);
    if (!question) break;
    questions.push_back(*question);
  }
  return questions;
}

}  // namespace pdrank
