#include "pdrank/data/components.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

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
struct OutEdges {
  std::vector<std::uint64_t> offset;
  std::vector<ItemId> target;
};

OutEdges out_edges(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) {
  OutEdges out;
  out.offset.assign(item_count + std::size_t{1}, 0);
  for (const ItemId item : winner) ++out.offset[item + std::size_t{1}];
  std::partial_sum(out.offset.begin(), out.offset.end(), out.offset.begin());
  out.target.resize(winner.size());
  std::vector<std::uint64_t> next(out.offset.begin(), out.offset.end() - 1);
  for (std::size_t e = 0; e < winner.size(); ++e) out.target[next[winner[e]]++] = loser[e];
  return out;
}

// Tarjan's search with its own stack, so that a chain of a million items does not overflow the program's.
class StrongSearch {
 public:
  StrongSearch(std::uint32_t item_count, OutEdges out)
      : out_(std::move(out)),
        order_(item_count, kUnset),
        low_(item_count, 0),
        label_(item_count, kUnset),
        next_edge_(out_.offset.begin(), out_.offset.end() - 1) {}

  Components run() {
    for (ItemId item = 0; item < order_.size(); ++item)
      if (order_[item] == kUnset) search_from(item);
    return numbered_by_size(std::move(label_), label_count_);
  }

 private:
  void search_from(ItemId root) {
    enter(root);
    while (!path_.empty()) {
      const ItemId item = path_.back();
      if (next_edge_[item] < out_.offset[item + std::size_t{1}]) {
        follow(item, out_.target[next_edge_[item]++]);
      } else {
        leave(item);
      }
    }
  }

  void enter(ItemId item) {
    order_[item] = low_[item] = visited_++;
    open_.push_back(item);
    path_.push_back(item);
  }

  void follow(ItemId item, ItemId target) {
    if (order_[target] == kUnset) {
      enter(target);
    } else if (label_[target] == kUnset) {
      low_[item] = std::min(low_[item], order_[target]);
    }
  }

  void leave(ItemId item) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[item]);
    if (low_[item] != order_[item]) return;
    ItemId member;
    do {
      member = open_.back();
      open_.pop_back();
      label_[member] = label_count_;
    } while (member != item);
    ++label_count_;
  }

  OutEdges out_;
  std::vector<std::uint32_t> order_, low_, label_;
  std::vector<std::uint64_t> next_edge_;
  std::vector<ItemId> path_, open_;
  std::uint32_t visited_ = 0, label_count_ = 0;
};

}  // namespace

Components weak_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) {
  std::vector<std::uint32_t> parent(item_count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t item) {
    while (parent[item] != item) item = parent[item] = parent[parent[item]];
    return item;
  };
  for (std::size_t e = 0; e < winner.size(); ++e) {
    const std::uint32_t a = root(winner[e]), b = root(loser[e]);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> label(item_count);
  for (std::uint32_t item = 0; item < item_count; ++item) label[item] = root(item);
  return numbered_by_size(std::move(label), item_count);
}

Components strong_components(std::uint32_t item_count, std::span<const ItemId> winner, std::span<const ItemId> loser) {
  return StrongSearch(item_count, out_edges(item_count, winner, loser)).run();
}

}  // namespace pdrank
