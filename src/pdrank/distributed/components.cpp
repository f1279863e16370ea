#include "pdrank/distributed/components.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "pdrank/core/random.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/disjoint_sets.hpp"
#include "pdrank/distributed/fetch.hpp"
#include "pdrank/distributed/sort.hpp"

namespace pdrank::distributed {
namespace {

struct Part {
  std::uint64_t missing;  // of the most items that a part could have: the largest comes first
  std::uint32_t lowest;   // place in the data of an item in it
  std::uint32_t label;
  auto operator<=>(const Part&) const = default;
};

// What one process has of a part.
struct Share {
  std::uint32_t label, nodes, lowest;
};

std::uint64_t size_of(const Part& part) { return ~part.missing; }

// Parts that are given by a label for each own node, the number of one of their items, get their numbers.
SharedComponents numbered(const Team& team, const Ranges& ranges, const SharedGraph& shared, const Halo& halo,
                          std::span<const std::uint32_t> label) {
  const std::uint32_t first = ranges.first(team.rank()), range = ranges.size(team.rank());
  std::vector<std::uint32_t> order(label.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t node) { return label[node]; });
  std::vector<std::vector<Share>> shares(team.size());
  for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
    Share share{label[order[begin]], 0, std::numeric_limits<std::uint32_t>::max()};
    for (end = begin; end < order.size() && label[order[end]] == share.label; ++end) {
      ++share.nodes;
      share.lowest = std::min(share.lowest, shared.place(order[end]));
    }
    shares[ranges.owner(share.label)].push_back(share);
  }
  std::vector<std::uint64_t> size(range, 0);
  std::vector<std::uint32_t> lowest(range, std::numeric_limits<std::uint32_t>::max());
  for (const Share& share : team.exchange(shares).values) {
    size[share.label - first] += share.nodes;
    lowest[share.label - first] = std::min(lowest[share.label - first], share.lowest);
  }
  std::vector<Part> parts;
  for (std::uint32_t k = 0; k < range; ++k)
    if (size[k] > 0) parts.push_back({~size[k], lowest[k], first + k});
  parts = sorted_together(team, std::move(parts));

  SharedComponents components;
  components.count = team.sum(std::uint64_t{parts.size()});
  components.several = team.sum(
      static_cast<std::uint64_t>(std::ranges::count_if(parts, [](const Part& part) { return size_of(part) > 1; })));
  const std::uint64_t before = team.before(parts.size());
  std::vector<std::vector<Numbered<std::uint32_t>>> numbers(team.size());
  std::vector<std::uint64_t> sizes;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    numbers[ranges.owner(parts[k].label)].push_back({parts[k].label, static_cast<std::uint32_t>(before + k)});
    if (before + k < SharedComponents::kSizesKept) sizes.push_back(size_of(parts[k]));
  }
  components.sizes = team.gather(std::span<const std::uint64_t>(sizes)).values;
  std::vector<std::uint32_t> number(range, 0);
  for (const auto& [of_label, of_part] : team.exchange(numbers).values) number[of_label - first] = of_part;
  std::vector<double> by_node(shared.graph.node_count(), 0.0);
  std::ranges::copy(fetch_repeated(team, ranges, label, std::span<const std::uint32_t>(number)), by_node.begin());
  halo.refresh(by_node);
  components.of_node.assign(by_node.begin(), by_node.end());
  return components;
}

// The nodes of each local set get the lowest label of any of them. Labels are negative, so that the largest is it.
void spread_in_sets(std::span<const std::uint32_t> head, std::vector<double>& label) {
  for (std::size_t node = 0; node < label.size(); ++node) label[head[node]] = std::max(label[head[node]], label[node]);
  for (std::size_t node = 0; node < label.size(); ++node) label[node] = label[head[node]];
}

std::uint32_t number_in(double label) { return static_cast<std::uint32_t>(-label); }

}  // namespace

SharedComponents weak_components(const Team& team, const Ranges& ranges, const SharedGraph& shared) {
  const ComparisonGraph& graph = shared.graph;
  const Halo halo(team, shared.own, shared.copies);
  DisjointSets sets(graph.node_count());
  for (EdgeId e = 0; e < graph.edge_count(); ++e) sets.join(graph.winner[e], graph.loser[e]);
  std::vector<std::uint32_t> head(graph.node_count());
  for (std::uint32_t node = 0; node < head.size(); ++node) head[node] = sets.head(node);

  std::vector<double> label(graph.node_count());
  std::ranges::transform(graph.item, label.begin(), [](std::uint32_t number) { return -static_cast<double>(number); });
  std::vector<std::uint32_t> own(shared.own);
  std::vector<double> by_number(ranges.size(team.rank()), 0.0);
  for (bool changed = true; changed;) {
    std::vector<double> before = label;
    spread_in_sets(head, label);
    halo.take_largest(label);
    std::vector<std::vector<Numbered<double>>> hooks(team.size());  // a label that is left behind follows
    for (std::uint32_t node = 0; node < shared.own; ++node) {
      own[node] = number_in(label[node]);
      by_number[graph.item[node] - ranges.first(team.rank())] = label[node];
      if (const std::uint32_t left = number_in(before[node]); left != own[node])
        hooks[ranges.owner(left)].push_back({left, label[node]});
    }
    for (const auto& [left, lower] : team.exchange(hooks).values) {
      double& of_left = by_number[left - ranges.first(team.rank())];
      of_left = std::max(of_left, lower);
    }
    std::ranges::copy(fetch_repeated(team, ranges, own, std::span<const double>(by_number)), label.begin());
    halo.refresh(label);
    changed = team.any(label != before);
  }
  for (std::uint32_t node = 0; node < shared.own; ++node) own[node] = number_in(label[node]);
  return numbered(team, ranges, shared, halo, own);
}

namespace {

// Strong components: first the one of an item with many answers, which is most of the data where there are enough, then
// a part at a time for each colour. Nodes are alive until their part is found.
class StrongSearch {
 public:
  StrongSearch(const Team& team, const SharedGraph& shared)
      : team_(team),
        graph_(shared.graph),
        own_(shared.own),
        halo_(team, shared.own, shared.copies),
        alive_(graph_.node_count(), 1),
        label_(own_) {
    list_lost_edges();
    std::copy_n(graph_.item.begin(), own_, label_.begin());
  }

  const Halo& halo() const { return halo_; }

  // By own node the number of one item of its part. What is left when the search has become small is finished by one
  // process: long chains would take as many exchanges as they have links across processes.
  std::vector<std::uint32_t> run() {
    trim();
    take_pivots_part();
    while (const std::uint64_t left = edges_left()) {
      if (left <= kFewEdges) {
        finish_by_one();
        break;
      }
      colour_forwards();
      reach_backwards();
      take_reached();
      trim();
    }
    return std::move(label_);
  }

 private:
  static constexpr std::uint64_t kFewEdges = 2'000'000;
  static constexpr int kMostTrims = 10, kMostExchanges = 30;

  bool is_left(EdgeId e) const { return alive_[graph_.winner[e]] && alive_[graph_.loser[e]]; }

  // Nodes without any are parts alone, and have their label.
  std::uint64_t edges_left() const {
    std::uint64_t left = 0;
    for (EdgeId e = 0; e < graph_.edge_count(); ++e) left += is_left(e);
    return team_.sum(left);
  }

  void finish_by_one() {
    struct Edge {
      std::uint32_t winner, loser;
    };
    std::vector<std::vector<Edge>> edges(team_.size());
    for (EdgeId e = 0; e < graph_.edge_count(); ++e)
      if (is_left(e)) edges[0].push_back({graph_.item[graph_.winner[e]], graph_.item[graph_.loser[e]]});
    const std::vector<Edge> left = team_.exchange(edges).values;
    std::vector<std::uint32_t> numbers, winner, loser;
    for (const Edge& edge : left) numbers.insert(numbers.end(), {edge.winner, edge.loser});
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const auto place_of = [&](std::uint32_t number) {
      return static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, number) - numbers.begin());
    };
    for (const Edge& edge : left) winner.push_back(place_of(edge.winner)), loser.push_back(place_of(edge.loser));
    const Components parts =
        pdrank::strong_components(static_cast<std::uint32_t>(numbers.size()), std::span<const ItemId>(winner), loser);
    std::vector<std::uint32_t> first(parts.count(), 0);  // a number of each part
    for (std::size_t k = numbers.size(); k-- > 0;) first[parts.of_item[k]] = numbers[k];
    std::vector<std::vector<Numbered<std::uint32_t>>> labels(team_.size());
    for (std::size_t k = 0; k < numbers.size(); ++k)
      for (auto& to : labels) to.push_back({numbers[k], first[parts.of_item[k]]});
    const std::vector<Numbered<std::uint32_t>> found = team_.exchange(labels).values;
    for (std::uint32_t node = 0; node < own_; ++node) {
      const auto at = std::ranges::lower_bound(found, graph_.item[node], {}, &Numbered<std::uint32_t>::number);
      if (at != found.end() && at->number == graph_.item[node]) label_[node] = at->value;
    }
  }

  // A number as a colour and back: its bits the other way round, some of them turned, others every time. Parts that
  // feed each other in the order of their numbers would otherwise be found one at a time.
  double colour_of(std::uint32_t number) const { return reversed(number ^ turned_); }
  std::uint32_t number_of(double colour) const { return reversed(static_cast<std::uint32_t>(colour)) ^ turned_; }

  static std::uint32_t reversed(std::uint32_t bits) {
    bits = (bits & 0x55555555u) << 1 | (bits >> 1 & 0x55555555u);
    bits = (bits & 0x33333333u) << 2 | (bits >> 2 & 0x33333333u);
    bits = (bits & 0x0f0f0f0fu) << 4 | (bits >> 4 & 0x0f0f0f0fu);
    bits = (bits & 0x00ff00ffu) << 8 | (bits >> 8 & 0x00ff00ffu);
    return bits << 16 | bits >> 16;
  }

  void list_lost_edges() {
    first_lost_.assign(graph_.node_count() + std::size_t{1}, 0);
    for (const std::uint32_t loser : graph_.loser) ++first_lost_[loser + std::size_t{1}];
    std::partial_sum(first_lost_.begin(), first_lost_.end(), first_lost_.begin());
    lost_to_.resize(graph_.edge_count());
    std::vector<std::uint32_t> next(first_lost_.begin(), first_lost_.end() - 1);
    for (EdgeId e = 0; e < graph_.edge_count(); ++e) lost_to_[next[graph_.loser[e]]++] = graph_.winner[e];
  }

  std::span<const std::uint32_t> beaten_by(std::uint32_t node) const {
    return std::span(graph_.loser)
        .subspan(graph_.first_edge[node], graph_.first_edge[node + std::size_t{1}] - graph_.first_edge[node]);
  }
  std::span<const std::uint32_t> winners_over(std::uint32_t node) const {
    return std::span(lost_to_).subspan(first_lost_[node], first_lost_[node + std::size_t{1}] - first_lost_[node]);
  }

  // Who has no way in, or no way out, is a part alone; so are then those of whom nobody else is left.
  void trim() {
    std::vector<double> in(alive_.size(), 0.0), out = in;
    for (EdgeId e = 0; e < graph_.edge_count(); ++e)
      if (is_left(e)) ++in[graph_.loser[e]], ++out[graph_.winner[e]];
    std::vector<std::uint32_t> dying;
    const auto drop = [&](std::uint32_t node) {  // its edges here are gone
      for (const std::uint32_t other : beaten_by(node))
        if (alive_[other] && --in[other] == 0 && other < own_ && out[other] > 0) dying.push_back(other);
      for (const std::uint32_t other : winners_over(node))
        if (alive_[other] && --out[other] == 0 && other < own_ && in[other] > 0) dying.push_back(other);
    };
    for (int k = 0; k < kMostTrims; ++k) {
      halo_.collect(in);
      halo_.collect(out);
      for (std::uint32_t node = 0; node < own_; ++node)
        if (alive_[node] && (in[node] == 0 || out[node] == 0)) dying.push_back(node);
      if (!team_.any(!dying.empty())) return;
      std::vector<double> alive(alive_.begin(), alive_.end());
      while (!dying.empty()) {
        const std::uint32_t node = dying.back();
        dying.pop_back();
        if (!std::exchange(alive_[node], std::uint8_t{0})) continue;
        alive[node] = 0;
        drop(node);
      }
      halo_.refresh(alive);
      for (std::uint32_t node = own_; node < alive_.size(); ++node)
        if (alive[node] == 0 && std::exchange(alive_[node], std::uint8_t{0})) drop(node);
    }
  }

  // The part of the item with the most ways in and out here.
  void take_pivots_part() {
    struct Pivot {
      std::uint64_t ways;
      std::uint32_t number;
      auto operator<=>(const Pivot&) const = default;
    };
    Pivot pivot{0, 0};
    for (std::uint32_t node = 0; node < own_; ++node)
      if (alive_[node])
        pivot = std::max(pivot, {std::uint64_t{beaten_by(node).size()} * winners_over(node).size(), graph_.item[node]});
    pivot = std::ranges::max(team_.gather(pivot));
    if (pivot.ways == 0) return;
    const auto below = reached_from(pivot.number, [&](std::uint32_t node) { return beaten_by(node); });
    if (!below) return;
    const auto above = reached_from(pivot.number, [&](std::uint32_t node) { return winners_over(node); });
    if (!above) return;
    for (std::uint32_t node = 0; node < alive_.size(); ++node)
      if ((*below)[node] && (*above)[node]) take(node, pivot.number);
  }

  // Whom one finds from an item by going from neighbour to neighbour: here as far as it goes, then in the other
  // processes, until nobody finds more. Nothing if the way leads from process to process too often.
  template <class Neighbours>
  std::optional<std::vector<std::uint8_t>> reached_from(std::uint32_t number, const Neighbours& neighbours) const {
    std::vector<std::uint8_t> reached(alive_.size(), 0);
    std::vector<std::uint32_t> waiting;
    const auto reach = [&](std::uint32_t node) {
      if (reached[node] || !alive_[node]) return;
      reached[node] = 1;
      waiting.push_back(node);
    };
    const auto begin = graph_.item.begin(), end = begin + own_;
    if (const auto at = std::lower_bound(begin, end, number); at != end && *at == number)
      reach(static_cast<std::uint32_t>(at - begin));
    for (int exchanges = 0; team_.any(!waiting.empty()); ++exchanges) {
      if (exchanges == kMostExchanges) return std::nullopt;
      while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t other : neighbours(node)) reach(other);
      }
      std::vector<double> everywhere(reached.begin(), reached.end());
      halo_.take_largest(everywhere);
      for (std::uint32_t node = 0; node < reached.size(); ++node)
        if (everywhere[node] != 0) reach(node);
    }
    return reached;
  }

  // The highest colour of a node that reaches this one.
  void colour_forwards() {
    turned_ = static_cast<std::uint32_t>(mixed(turned_));
    colour_.assign(alive_.size(), -1.0);
    for (std::uint32_t node = 0; node < alive_.size(); ++node)
      if (alive_[node]) colour_[node] = colour_of(graph_.item[node]);
    std::vector<std::uint32_t> order(alive_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, std::greater(), [&](std::uint32_t node) { return colour_[node]; });
    spread(
        colour_, order, [&](std::uint32_t node) { return beaten_by(node); },
        [&](std::uint32_t node, std::uint32_t other) { return colour_[other] < colour_[node]; });
  }

  // Who reaches the node that gave the colour.
  void reach_backwards() {
    reached_.assign(alive_.size(), 0.0);
    std::vector<std::uint32_t> roots;
    for (std::uint32_t node = 0; node < alive_.size(); ++node)
      if (alive_[node] && colour_[node] == colour_of(graph_.item[node])) reached_[node] = 1, roots.push_back(node);
    spread(
        reached_, roots, [&](std::uint32_t node) { return winners_over(node); },
        [&](std::uint32_t node, std::uint32_t other) {
          return reached_[node] != 0 && reached_[other] == 0 && colour_[other] == colour_[node];
        });
  }

  // Values flow to neighbours that are behind, here until nothing moves, then to other processes, until nothing moves
  // anywhere.
  template <class Neighbours, class IsBehind>
  void spread(std::vector<double>& value, std::vector<std::uint32_t> waiting, const Neighbours& neighbours,
              const IsBehind& is_behind) {
    std::vector<std::uint32_t> stack;
    while (true) {
      for (const std::uint32_t start : waiting) {
        if (!alive_[start]) continue;
        stack.push_back(start);
        while (!stack.empty()) {
          const std::uint32_t node = stack.back();
          stack.pop_back();
          for (const std::uint32_t other : neighbours(node)) {
            if (!alive_[other] || !is_behind(node, other)) continue;
            value[other] = value[node];
            stack.push_back(other);
          }
        }
      }
      const std::vector<double> before = value;
      halo_.take_largest(value);
      waiting.clear();
      for (std::uint32_t node = 0; node < value.size(); ++node)
        if (value[node] != before[node]) waiting.push_back(node);
      if (!team_.any(!waiting.empty())) return;
      std::ranges::sort(waiting, std::greater(), [&](std::uint32_t node) { return value[node]; });
    }
  }

  void take_reached() {
    for (std::uint32_t node = 0; node < alive_.size(); ++node)
      if (alive_[node] && reached_[node] != 0) take(node, number_of(colour_[node]));
  }

  // Into the part of that number's item.
  void take(std::uint32_t node, std::uint32_t number) {
    alive_[node] = 0;
    if (node < own_) label_[node] = number;
  }

  const Team& team_;
  const ComparisonGraph& graph_;
  std::uint32_t own_;
  Halo halo_;
  std::vector<std::uint8_t> alive_;       // by node
  std::vector<double> colour_, reached_;  // by node
  std::vector<std::uint32_t> label_;      // by own node
  std::vector<std::uint32_t> first_lost_, lost_to_;
  std::uint32_t turned_ = 0;
};

}  // namespace

SharedComponents strong_components(const Team& team, const Ranges& ranges, const SharedGraph& shared) {
  StrongSearch search(team, shared);
  const std::vector<std::uint32_t> label = search.run();
  return numbered(team, ranges, shared, search.halo(), label);
}

}  // namespace pdrank::distributed
