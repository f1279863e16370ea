#include "pdrank/data/components.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pdrank/data/disjoint_sets.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

// Numbers the parts by size; `label` is any labelling below label_count.
Components numbered_by_size(std::vector<std::uint32_t> label, std::uint32_t label_count) {
  std::vector<std::uint64_t> size(label_count, 0);
  std::vector<std::uint32_t> first_seen;  // labels in order of their first item
  for (const std::uint32_t part : label)
    if (size[part]++ == 0) first_seen.push_back(part);
  std::stable_sort(first_seen.begin(), first_seen.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return size[a] > size[b]; });

  Components components;
  std::vector<std::uint32_t> number(label_count, kUnset);
  for (const std::uint32_t part : first_seen) {
    number[part] = static_cast<std::uint32_t>(components.sizes.size());
    components.sizes.push_back(size[part]);
  }
  for (std::uint32_t& part : label) part = number[part];
  components.of_item = std::move(label);
  return components;
}

// Out-edges of every item, winner -> loser, in compressed rows.
class OutEdges {
 public:
  OutEdges(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) : target_(loser) {
    offset_.assign(item_count + std::size_t{1}, 0);
    for (const ItemId item : winner) ++offset_[item + std::size_t{1}];
    std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
    if (std::ranges::is_sorted(winner)) return;  // those of a ComparisonGraph are
    sorted_.resize(winner.size());
    std::vector<EdgeId> next(offset_.begin(), offset_.end() - 1);
    for (std::size_t e = 0; e < winner.size(); ++e) sorted_[next[winner[e]]++] = loser[e];
    target_ = sorted_;
  }

  EdgeId begin(ItemId item) const { return offset_[item]; }
  EdgeId end(ItemId item) const { return offset_[item + std::size_t{1}]; }
  ItemId target(EdgeId edge) const { return target_[edge]; }

 private:
  std::vector<EdgeId> offset_;
  std::vector<ItemId> sorted_;
  std::span<const ItemId> target_;
};

// Tarjan's search with its own stack, so that a chain of a million items does not overflow the program's, and with one
// number an item to look up (Pearce 2016): when it was visited; after that, the earliest visit it leads back to; once
// its part is complete, the part. Visits count up from 1 and are forgotten with their part, parts count down from the
// number of items, so that a part never looks like an earlier visit.
class StrongSearch {
 public:
  StrongSearch(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser)
      : out_(item_count, winner, loser), number_(item_count, kUnvisited) {}

  Components run() {
    for (ItemId item = 0; item < number_.size(); ++item)
      if (number_[item] == kUnvisited) search_from(item);
    const auto item_count = static_cast<std::uint32_t>(number_.size());
    for (std::uint32_t& number : number_) number = item_count - number;
    return numbered_by_size(std::move(number_), parts_);
  }

 private:
  static constexpr std::uint32_t kUnvisited = 0;

  struct Step {
    ItemId item;
    std::uint32_t low;  // the earliest visit it is known to lead back to
    EdgeId edge;        // to look at next
  };

  void search_from(ItemId root) {
    enter(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      const EdgeId end = out_.end(step.item);
      while (step.edge < end && number_[out_.target(step.edge)] != kUnvisited)
        step.low = std::min(step.low, number_[out_.target(step.edge++)]);
      if (step.edge < end)
        enter(out_.target(step.edge));
      else
        leave(step);
    }
  }

  void enter(ItemId item) {
    number_[item] = ++visits_;
    path_.push_back({item, visits_, out_.begin(item)});
  }

  void leave(const Step& step) {
    const bool is_first_of_part = step.low == number_[step.item];
    open_.push_back(step.item);
    if (is_first_of_part)
      complete_part(step.low);
    else
      number_[step.item] = step.low;
    path_.pop_back();
  }

  void complete_part(std::uint32_t first_visit) {
    const std::uint32_t part = static_cast<std::uint32_t>(number_.size()) - parts_++;
    while (!open_.empty() && number_[open_.back()] >= first_visit) {
      number_[open_.back()] = part;
      open_.pop_back();
      --visits_;
    }
  }

  OutEdges out_;
  std::vector<std::uint32_t> number_;
  std::vector<Step> path_;
  std::vector<ItemId> open_;  // left, but not their part
  std::uint32_t visits_ = 0, parts_ = 0;
};

}  // namespace

Components weak_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) {
  DisjointSets sets(item_count);
  for (std::size_t e = 0; e < winner.size(); ++e) sets.join(winner[e], loser[e]);
  std::vector<std::uint32_t> label(item_count);
  for (std::uint32_t item = 0; item < item_count; ++item) label[item] = sets.head(item);
  return numbered_by_size(std::move(label), item_count);
}

Components strong_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) {
  return StrongSearch(item_count, winner, loser).run();
}

Components weak_components(const ComparisonGraph& graph) {
  return weak_components(graph.node_count(), graph.winner, graph.loser);
}

Components strong_components(const ComparisonGraph& graph) {
  return strong_components(graph.node_count(), graph.winner, graph.loser);
}

// A search along wins that meets an item it came from.
bool has_cycle(const ComparisonGraph& graph) {
  enum State : std::uint8_t { unseen, on_path, left };
  std::vector<State> state(graph.node_count(), unseen);
  std::vector<EdgeId> next(graph.first_edge.begin(), graph.first_edge.end() - 1);
  std::vector<std::uint32_t> path;
  for (std::uint32_t root = 0; root < graph.node_count(); ++root) {
    if (state[root] == unseen) path.push_back(root);
    while (!path.empty()) {
      const std::uint32_t node = path.back();
      state[node] = on_path;
      if (next[node] == graph.first_edge[node + std::size_t{1}]) {
        state[node] = left;
        path.pop_back();
        continue;
      }
      const std::uint32_t loser = graph.loser[next[node]++];
      if (state[loser] == on_path) return true;
      if (state[loser] == unseen) path.push_back(loser);
    }
  }
  return false;
}

}  // namespace pdrank
