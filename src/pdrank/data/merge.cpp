// The merge of graph.hpp, in one of two ways with one result. Where items are few, comparisons are counted in a table
// of all pairs. Where they are many, comparisons are sorted by winner, loser and row: first into buckets of winners,
// then bucket by bucket, each of which fits a cache. Either way an edge adds up its weights in the order of the rows.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/merge_into_graph.hpp"

namespace pdrank {
namespace {

// One comparison seen from one side: 2 n for what comparison n counts for the winner, 2 n + 1 for what a tie or a soft
// answer counts for the loser.
using Entry = std::uint32_t;

// visit(entry, winner, loser) for the comparisons begin .. end - 1.
template <class Visit>
void for_each_entry(const Comparisons& data, TieRule ties, std::size_t begin, std::size_t end, Visit&& visit) {
  for (std::size_t n = begin; n < end; ++n) {
    const bool tie = data.tie(n);
    if (tie && ties == TieRule::drop) continue;
    const auto entry = static_cast<Entry>(2 * n);
    visit(entry, data.winner(n), data.loser(n));
    if (tie || data.share(n) < 1) visit(entry + 1, data.loser(n), data.winner(n));
  }
}

double weight_of(const Comparisons& data, Entry entry) {
  const std::size_t n = entry / 2;
  const double share = data.winner_share(n);
  return data.weight(n) * (entry % 2 == 0 ? share : 1 - share);
}

void refuse_ties(const Comparisons& data) {
  for (std::size_t n = 0; n < data.size(); ++n)
    if (data.tie(n))
      throw InvalidArgument("ties", "error",
                            fmt::format("data row {} is a tie between '{}' and '{}'", data.row(n),
                                        data.items.name(data.winner(n)), data.items.name(data.loser(n))));
}

ComparisonGraph without_edges(std::size_t items) {
  ComparisonGraph graph;
  graph.item.resize(items);
  std::iota(graph.item.begin(), graph.item.end(), 0u);
  graph.first_edge.assign(items + 1, 0);
  return graph;
}

// By winner and loser: how much there is of it. Weights are positive, so zero means never.
using PairTable = std::vector<double>;

// add(begin, end, cells) for stretches of all comparisons, side by side, each with cells of its own, which are added
// up.
template <class Cell, class Add>
PairTable add_up(std::size_t comparisons, std::size_t stretches, std::size_t cells, Add&& add) {
  std::vector<Cell> cell(stretches * cells, Cell{0});
  parallel_for(stretches, [&](std::size_t k) {
    add(comparisons * k / stretches, comparisons * (k + 1) / stretches, cell.data() + k * cells);
  });
  PairTable table(cells, 0.0);
  for (std::size_t k = 0; k < cell.size(); ++k) table[k % cells] += static_cast<double>(cell[k]);
  return table;
}

// Comparisons that weigh one, or a half in a tie, add up exactly in any order, so threads may share them out; other
// weights and shares are added in the order of the rows. Without ties, whole ones are counted.
PairTable count_in_table(const Comparisons& data, TieRule ties) {
  constexpr std::size_t kStretches = 8, kMostCells = 1 << 16;
  const std::size_t items = data.items.size(), cells = items * items;
  const std::size_t stretches = data.has_weights() || data.has_shares() || cells > kMostCells ? 1 : kStretches;
  const ComparisonColumns columns = data.columns();
  if (!data.has_weights() && !data.has_shares() && columns.outcome.empty())
    return add_up<std::uint32_t>(data.size(), stretches, cells,
                                 [&](std::size_t begin, std::size_t end, std::uint32_t* own) {
                                   for (std::size_t n = begin; n < end; ++n)
                                     ++own[columns.winner[n] * items + columns.loser[n]];
                                 });
  return add_up<double>(data.size(), stretches, cells, [&](std::size_t begin, std::size_t end, double* own) {
    for_each_entry(data, ties, begin, end, [&](Entry entry, ItemId winner, ItemId loser) {
      own[winner * items + loser] += weight_of(data, entry);
    });
  });
}

ComparisonGraph graph_of(const PairTable& count, std::size_t items) {
  ComparisonGraph graph = without_edges(items);
  for (ItemId winner = 0; winner < items; ++winner) {
    for (ItemId loser = 0; loser < items; ++loser) {
      const double own = count[winner * items + loser];
      if (own == 0) continue;
      graph.winner.push_back(winner);
      graph.loser.push_back(loser);
      graph.count.push_back(own);
    }
    graph.first_edge[winner + std::size_t{1}] = graph.edge_count();
  }
  return graph;
}

MergedComparisons merge_in_table(const Comparisons& data, TieRule ties) {
  const std::size_t items = data.items.size();
  MergedComparisons merged{graph_of(count_in_table(data, ties), items), {}};
  const ComparisonGraph& graph = merged.graph;
  std::vector<EdgeId> edge(items * items, kNoEdge);
  for (EdgeId k = 0; k < graph.edge_count(); ++k) edge[graph.winner[k] * items + graph.loser[k]] = k;
  merged.edge_of.resize(data.size(), kNoEdge);
  parallel_blocks(data.size(), [&](std::size_t begin, std::size_t end) {
    for_each_entry(data, ties, begin, end, [&](Entry entry, ItemId winner, ItemId loser) {
      if (entry % 2 == 0) merged.edge_of[entry / 2] = edge[winner * items + loser];
    });
  });
  return merged;
}

class SortingMerge {
 public:
  SortingMerge(const Comparisons& data, TieRule ties)
      : data_(data),
        ties_(ties),
        shift_(std::max(0, static_cast<int>(std::bit_width(data.items.size())) - kBucketBits)),
        buckets_((data.items.size() >> shift_) + std::size_t{1}) {}

  MergedComparisons run() {
    MergedComparisons merged{without_edges(data_.items.size()), {}};
    fill_buckets();
    sort_buckets(merged.graph);
    make_edges(merged);
    return merged;
  }

 private:
  static constexpr int kBucketBits = 10;

  struct Half {
    ItemId winner, loser;
    Entry entry;
  };

  // A stable counting sort: every block of comparisons knows where what it has for a bucket is to be put.
  void fill_buckets() {
    const std::size_t size = block_size(data_.size()), blocks = block_count(data_.size());
    std::vector<std::uint64_t> place(blocks * buckets_, 0);
    const auto visit_all = [&](auto visit) {
      parallel_for(blocks, [&](std::size_t block) {
        std::uint64_t* const of_bucket = place.data() + block * buckets_;
        for_each_entry(data_, ties_, block * size, std::min(data_.size(), (block + 1) * size),
                       [&](Entry entry, ItemId winner, ItemId loser) {
                         visit(of_bucket[winner >> shift_]++, Half{winner, loser, entry});
                       });
      });
    };
    visit_all([](std::uint64_t, const Half&) {});
    std::uint64_t next = 0;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      bucket_begin_.push_back(next);
      for (std::size_t block = 0; block < blocks; ++block)
        next += std::exchange(place[block * buckets_ + bucket], next);
    }
    bucket_begin_.push_back(next);
    if (next >= kNoEdge)
      throw InvalidArgument("comparisons", fmt::format("{}", next),
                            "both sides of ties and soft answers must stay below 2^32");
    halves_ = std::make_unique_for_overwrite<Half[]>(next);
    visit_all([&](std::uint64_t k, const Half& half) { halves_[k] = half; });
  }

  // body(winner, keys) for the items of a bucket.
  template <class Body>
  void for_each_winner(std::size_t bucket, Body&& body) const {
    const std::size_t last = std::min<std::size_t>(data_.items.size(), (bucket + 1) << shift_);
    std::uint64_t begin = bucket_begin_[bucket];
    for (std::size_t winner = bucket << shift_; winner < last; ++winner) {
      body(static_cast<ItemId>(winner), std::span(keys_.get() + begin, keys_.get() + end_[winner]));
      begin = end_[winner];
    }
  }

  // Keys are put in order, and graph.first_edge told where the edges of every winner begin.
  void sort_buckets(ComparisonGraph& graph) {
    keys_ = std::make_unique_for_overwrite<std::uint64_t[]>(bucket_begin_.back());
    end_.assign(data_.items.size(), 0);
    parallel_for(buckets_, [&](std::size_t bucket) {
      group_by_winner(bucket);
      for_each_winner(bucket, [&](ItemId winner, std::span<std::uint64_t> keys) {
        std::ranges::sort(keys);
        std::uint32_t edges = 0;
        for (std::size_t k = 0; k < keys.size(); ++k) edges += k == 0 || loser_of(keys[k]) != loser_of(keys[k - 1]);
        graph.first_edge[winner + std::size_t{1}] = edges;
      });
    });
    halves_.reset();
    std::partial_sum(graph.first_edge.begin(), graph.first_edge.end(), graph.first_edge.begin());
  }

  void group_by_winner(std::size_t bucket) {
    const std::span halves(halves_.get() + bucket_begin_[bucket], halves_.get() + bucket_begin_[bucket + 1]);
    for (const Half& half : halves) ++end_[half.winner];
    auto next = static_cast<std::uint32_t>(bucket_begin_[bucket]);
    const std::size_t last = std::min<std::size_t>(data_.items.size(), (bucket + 1) << shift_);
    for (std::size_t winner = bucket << shift_; winner < last; ++winner) next += std::exchange(end_[winner], next);
    for (const Half& half : halves) keys_[end_[half.winner]++] = std::uint64_t{half.loser} << 32 | half.entry;
  }

  void make_edges(MergedComparisons& merged) const {
    ComparisonGraph& graph = merged.graph;
    make_room(merged);
    parallel_for(buckets_, [&](std::size_t bucket) {
      for_each_winner(bucket, [&](ItemId winner, std::span<const std::uint64_t> keys) {
        EdgeId next = graph.first_edge[winner];
        for (std::size_t k = 0; k < keys.size(); ++k) {
          const auto entry = static_cast<Entry>(keys[k]);
          if (k == 0 || loser_of(keys[k]) != loser_of(keys[k - 1])) {
            graph.winner[next] = winner;
            graph.loser[next++] = loser_of(keys[k]);
          }
          graph.count[next - 1] += weight_of(data_, entry);
          if (entry % 2 == 0) merged.edge_of[entry / 2] = next - 1;
        }
      });
    });
  }

  // Most of the time of a large allocation is that of the first touch, so the arrays get theirs at the same time.
  void make_room(MergedComparisons& merged) const {
    ComparisonGraph& graph = merged.graph;
    const EdgeId edges = graph.first_edge.back();
    parallel_invoke([&] { graph.count.resize(edges); }, [&] { graph.winner.resize(edges); },
                    [&] { graph.loser.resize(edges); }, [&] { merged.edge_of.resize(data_.size(), kNoEdge); });
  }

  static ItemId loser_of(std::uint64_t key) { return static_cast<ItemId>(key >> 32); }

  const Comparisons& data_;
  TieRule ties_;
  int shift_;  // winners that differ in their last bits only share a bucket
  std::size_t buckets_;
  std::vector<std::uint64_t> bucket_begin_;  // in halves_ and keys_; and the end
  std::unique_ptr<Half[]> halves_;           // bucket by bucket, in the order of the rows
  std::unique_ptr<std::uint64_t[]> keys_;    // winner by winner: loser and entry
  std::vector<std::uint32_t> end_;           // by winner, where its keys end
};

bool fits_table(const Comparisons& data) { return std::size_t{data.items.size()} * data.items.size() <= data.size(); }

}  // namespace

MergedComparisons merge(const Comparisons& data, TieRule ties) {
  if (ties == TieRule::error) refuse_ties(data);
  return fits_table(data) ? merge_in_table(data, ties) : SortingMerge(data, ties).run();
}

ComparisonGraph merge_into_graph(const Comparisons& data, TieRule ties) {
  if (!fits_table(data)) return merge(data, ties).graph;
  if (ties == TieRule::error) refuse_ties(data);
  return graph_of(count_in_table(data, ties), data.items.size());
}

}  // namespace pdrank
