// An order of nodes in which a node moves in constant time, and two are compared by their labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pdrank {

class OrderList {
 public:
  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

  // Nodes 0 .. order.size() - 1, best first.
  explicit OrderList(std::span<const std::uint32_t> order) : links_(order.size() + 1), label_(order.size() + 1) {
    std::uint32_t last = head();
    links_[last] = {last, last};
    for (const std::uint32_t node : order) last = (link_after(last, node), node);
    renumber();
  }

  bool is_above(std::uint32_t a, std::uint32_t b) const { return label_[a] < label_[b]; }
  std::uint64_t label(std::uint32_t node) const { return label_[node]; }
  // kNoNode at the ends.
  std::uint32_t next(std::uint32_t node) const { return outside(links_[node].next); }
  std::uint32_t previous(std::uint32_t node) const { return outside(links_[node].previous); }
  std::uint32_t first() const { return outside(links_[head()].next); }

  // Puts a node right behind another, or first of all behind kNoNode.
  void move_behind(std::uint32_t node, std::uint32_t other) {
    if (other == kNoNode) other = head();
    if (other == node || links_[node].previous == other) return;
    links_[links_[node].previous].next = links_[node].next;
    links_[links_[node].next].previous = links_[node].previous;
    link_after(other, node);
    const std::uint32_t next = links_[node].next;
    const std::uint64_t above = label_[other], below = next == head() ? kEnd : label_[next];
    if (below - above < 2)
      renumber();
    else
      label_[node] = above + (below - above) / 2;
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> nodes;
    nodes.reserve(links_.size() - 1);
    for (std::uint32_t node = first(); node != kNoNode; node = next(node)) nodes.push_back(node);
    return nodes;
  }

 private:
  struct Links {
    std::uint32_t previous, next;
  };
  static constexpr std::uint64_t kEnd = ~std::uint64_t{0};

  // The node before the first and behind the last.
  std::uint32_t head() const { return static_cast<std::uint32_t>(links_.size() - 1); }
  std::uint32_t outside(std::uint32_t node) const { return node == head() ? kNoNode : node; }

  void link_after(std::uint32_t other, std::uint32_t node) {
    const std::uint32_t next = links_[other].next;
    links_[node] = {other, next};
    links_[other].next = links_[next].previous = node;
  }

  void renumber() {
    const std::uint64_t gap = kEnd / (links_.size() + 1);
    std::uint64_t label = 0;
    label_[head()] = 0;
    for (std::uint32_t node = links_[head()].next; node != head(); node = links_[node].next)
      label_[node] = label += gap;
  }

  std::vector<Links> links_;
  std::vector<std::uint64_t> label_;
};

}  // namespace pdrank
