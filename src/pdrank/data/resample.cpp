#include "pdrank/data/resample.hpp"

#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace pdrank {
namespace {

constexpr std::uint32_t kNoCell = std::numeric_limits<std::uint32_t>::max();

bool has_rows_of_several(const Comparisons& data) {
  for (std::size_t n = 1; n < data.size(); ++n)
    if (data.row(n) == data.row(n - 1)) return true;
  return false;
}

// The graph with other counts, without the edges that have none; `new_edge` tells where the others went.
ComparisonGraph with_counts(const ComparisonGraph& whole, std::span<const double> count,
                            std::vector<EdgeId>& new_edge) {
  ComparisonGraph graph;
  graph.item = whole.item;
  graph.first_edge.reserve(whole.first_edge.size());
  graph.winner.reserve(whole.edge_count());
  graph.loser.reserve(whole.edge_count());
  graph.count.reserve(whole.edge_count());
  new_edge.assign(whole.edge_count(), kNoEdge);
  graph.first_edge.push_back(0);
  for (std::uint32_t node = 0; node < whole.node_count(); ++node) {
    for (EdgeId edge = whole.first_edge[node]; edge < whole.first_edge[node + std::size_t{1}]; ++edge) {
      if (count[edge] == 0) continue;
      new_edge[edge] = graph.edge_count();
      graph.winner.push_back(node);
      graph.loser.push_back(whole.loser[edge]);
      graph.count.push_back(count[edge]);
    }
    graph.first_edge.push_back(graph.edge_count());
  }
  return graph;
}

}  // namespace

Resampler::Resampler(const Comparisons& data, const MergedComparisons& merged, bool wants_rows)
    : data_(data), merged_(merged), wants_rows_(wants_rows) {
  const std::vector<std::uint32_t> rows = wants_rows || has_rows_of_several(data) ? make_row_cells() : make_cells();
  first_entry_.push_back(entry_edge_.size());
  row_count_ = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  law_.emplace(rows, row_count_);
}

// What comparison n counts for.
void Resampler::add_entries(std::size_t n) {
  const ComparisonGraph& graph = merged_.graph;
  const EdgeId edge = merged_.edge_of[n];
  entry_edge_.push_back(edge);
  entry_count_.push_back(data_.tie(n) ? data_.weight(n) / 2 : data_.weight(n));
  if (!data_.tie(n)) return;
  entry_edge_.push_back(graph.find_edge(graph.loser[edge], graph.winner[edge]));
  entry_count_.push_back(data_.weight(n) / 2);
}

std::vector<std::uint32_t> Resampler::make_cells() {
  struct Cell {
    bool tie = false;
    double weight = 0;
    std::uint32_t number = kNoCell;
  };
  std::vector<std::uint32_t> rows;
  std::vector<Cell> last(merged_.graph.edge_count());  // of the edge: mostly, the next comparison is alike
  std::map<std::tuple<EdgeId, bool, double>, std::uint32_t> others;  // of edges whose comparisons are not all alike
  for (std::size_t n = 0; n < data_.size(); ++n) {
    const EdgeId edge = merged_.edge_of[n];
    if (edge == kNoEdge) continue;
    Cell& cell = last[edge];
    if (cell.number == kNoCell || cell.tie != data_.tie(n) || cell.weight != data_.weight(n)) {
      if (cell.number != kNoCell) others.try_emplace({edge, cell.tie, cell.weight}, cell.number);
      const auto known = others.find({edge, data_.tie(n), data_.weight(n)});
      const bool is_new = known == others.end();
      cell = {data_.tie(n), data_.weight(n), is_new ? static_cast<std::uint32_t>(rows.size()) : known->second};
      if (is_new) {
        rows.push_back(0);
        first_entry_.push_back(entry_edge_.size());
        add_entries(n);
      }
    }
    ++rows[cell.number];
  }
  return rows;
}

std::vector<std::uint32_t> Resampler::make_row_cells() {
  if (wants_rows_) cell_of_.assign(data_.size(), kNoCell);
  std::vector<std::uint32_t> rows;
  std::uint32_t row = 0;  // of the last cell; rows count from 1
  for (std::size_t n = 0; n < data_.size(); ++n) {
    if (merged_.edge_of[n] == kNoEdge) continue;
    if (data_.row(n) != row) {
      rows.push_back(1);
      first_entry_.push_back(entry_edge_.size());
      row = data_.row(n);
    }
    if (wants_rows_) cell_of_[n] = static_cast<std::uint32_t>(rows.size() - 1);
    add_entries(n);
  }
  return rows;
}

std::vector<double> Resampler::edge_counts(std::span<const std::uint32_t> times) const {
  std::vector<double> count(merged_.graph.edge_count(), 0.0);
  for (std::size_t cell = 0; cell < times.size(); ++cell)
    for (std::uint64_t k = first_entry_[cell]; k < first_entry_[cell + 1]; ++k)
      count[entry_edge_[k]] += times[cell] * entry_count_[k];
  return count;
}

void Resampler::keep_rows(std::span<const std::uint32_t> times, std::span<const EdgeId> new_edge,
                          Resample& resample) const {
  std::vector<std::uint32_t> repeats(data_.size(), 0);
  for (std::size_t n = 0; n < data_.size(); ++n) {
    if (cell_of_[n] == kNoCell) continue;
    repeats[n] = times[cell_of_[n]];
    resample.merged.edge_of.insert(resample.merged.edge_of.end(), repeats[n], new_edge[merged_.edge_of[n]]);
  }
  resample.data = repeat(data_, repeats);
}

Resample Resampler::draw(Random& random) const {
  std::vector<std::uint32_t> times(cell_count());
  law_->draw(random, times);
  Resample resample;
  std::vector<EdgeId> new_edge;
  resample.merged.graph = with_counts(merged_.graph, edge_counts(times), new_edge);
  if (wants_rows_) keep_rows(times, new_edge, resample);
  return resample;
}

}  // namespace pdrank
