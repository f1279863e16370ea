#include "pdrank/data/resample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace pdrank {
namespace {

constexpr std::uint32_t kNoCell = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostForTables = std::uint64_t{1} << 31;  // answers that the tables of a multinomial are for
constexpr double kNearlyNormal = 64;                              // mean from which a Poisson number is

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

Resampler::Resampler(const Comparisons& data, const MergedComparisons& merged, bool wants_rows,
                     std::span<const std::uint32_t> cluster)
    : data_(data), merged_(merged), wants_rows_(wants_rows), has_clusters_(!cluster.empty()) {
  if (has_clusters_)
    make_cluster_cells(cluster);
  else if (wants_rows || has_rows_of_several(data))
    make_row_cells();
  else
    make_cells();
  first_entry_.push_back(entry_edge_.size());
  answer_count_ = std::accumulate(answers_.begin(), answers_.end(), std::uint64_t{0});
  if (answer_count_ > kMostForTables) return;
  const std::vector<std::uint32_t> answers(answers_.begin(), answers_.end());
  law_.emplace(answers, answer_count_);
}

std::uint32_t Resampler::new_cell(double unit, std::uint64_t answers) {
  answers_.push_back(answers);
  unit_.push_back(unit);
  first_entry_.push_back(entry_edge_.size());
  return static_cast<std::uint32_t>(answers_.size() - 1);
}

// What comparison n counts for.
void Resampler::add_entries(std::size_t n, double weight) {
  const ComparisonGraph& graph = merged_.graph;
  const EdgeId edge = merged_.edge_of[n];
  const double share = data_.winner_share(n);
  entry_edge_.push_back(edge);
  entry_count_.push_back(weight * share);
  if (share == 1) return;
  entry_edge_.push_back(graph.find_edge(graph.loser[edge], graph.winner[edge]));
  entry_count_.push_back(weight * (1 - share));
}

void Resampler::make_cells() {
  struct Cell {
    double share = 1, unit = 0;
    std::uint32_t number = kNoCell;
  };
  std::vector<Cell> last(merged_.graph.edge_count());  // of the edge: mostly, the next comparison is alike
  std::map<std::tuple<EdgeId, double, double>, std::uint32_t> others;  // of edges whose comparisons are not all alike
  const auto add = [&](std::size_t n, double unit, std::uint64_t answers) {
    const EdgeId edge = merged_.edge_of[n];
    const double share = data_.winner_share(n);
    Cell& cell = last[edge];
    if (cell.number != kNoCell && cell.share == share && cell.unit == unit) {
      answers_[cell.number] += answers;
      return;
    }
    if (cell.number != kNoCell) others.try_emplace({edge, cell.share, cell.unit}, cell.number);
    const auto known = others.find({edge, share, unit});
    if (known != others.end()) {
      cell = {share, unit, known->second};
      answers_[cell.number] += answers;
    } else {
      cell = {share, unit, new_cell(unit, answers)};
      add_entries(n, unit);
    }
  };
  for (std::size_t n = 0; n < data_.size(); ++n) {
    if (merged_.edge_of[n] == kNoEdge) continue;
    const AnswerUnits units(data_.weight(n));
    if (units.whole > 0) add(n, 1, units.whole);
    if (units.rest > 0) add(n, units.rest, 1);
  }
}

// A row has the weight of its first comparison; should others differ, they differ alike in every answer.
void Resampler::make_row_cells() {
  if (wants_rows_) first_cell_.assign(data_.size(), kNoCell);
  for (std::size_t begin = 0, end = 0; begin < data_.size(); begin = end) {
    std::vector<std::size_t> used;
    for (end = begin; end < data_.size() && data_.row(end) == data_.row(begin); ++end)
      if (merged_.edge_of[end] != kNoEdge) used.push_back(end);
    if (used.empty()) continue;
    const double weight = data_.weight(used.front());
    const AnswerUnits units(weight);
    if (wants_rows_)
      for (const std::size_t n : used) first_cell_[n] = static_cast<std::uint32_t>(answers_.size());
    const auto add = [&](double unit, std::uint64_t answers) {
      new_cell(unit, answers);
      for (const std::size_t n : used) add_entries(n, data_.weight(n) / weight * unit);
    };
    if (units.whole > 0) add(1, units.whole);
    if (units.rest > 0) add(units.rest, 1);
  }
}

// A cell counts once, with everything that its comparisons count for.
void Resampler::make_cluster_cells(std::span<const std::uint32_t> cluster) {
  std::vector<std::size_t> used;
  for (std::size_t n = 0; n < data_.size(); ++n)
    if (merged_.edge_of[n] != kNoEdge) used.push_back(n);
  std::ranges::stable_sort(used, {}, [&](std::size_t n) { return cluster[n]; });
  if (wants_rows_) first_cell_.assign(data_.size(), kNoCell);
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (k == 0 || cluster[used[k]] != cluster[used[k - 1]]) new_cell(1, 1);
    add_entries(used[k], data_.weight(used[k]));
    if (wants_rows_) first_cell_[used[k]] = static_cast<std::uint32_t>(answers_.size() - 1);
  }
}

// Of very many answers the number drawn varies a little: every cell gets a Poisson number of its own, which is normal
// where it is not small.
std::vector<std::uint64_t> Resampler::draw_times(Random& random) const {
  std::vector<std::uint64_t> times(cell_count());
  if (law_) {
    std::vector<std::uint32_t> drawn(cell_count());
    law_->draw(random, drawn);
    std::ranges::copy(drawn, times.begin());
    return times;
  }
  for (std::size_t cell = 0; cell < times.size(); ++cell) {
    const auto mean = static_cast<double>(answers_[cell]);
    if (mean < kNearlyNormal)
      for (double left = mean - random.exponential(); left > 0; left -= random.exponential()) ++times[cell];
    else
      times[cell] = static_cast<std::uint64_t>(std::max(0.0, std::round(mean + std::sqrt(mean) * random.normal())));
  }
  return times;
}

std::vector<double> Resampler::edge_counts(std::span<const std::uint64_t> times) const {
  std::vector<double> count(merged_.graph.edge_count(), 0.0);
  for (std::size_t cell = 0; cell < times.size(); ++cell)
    for (std::uint64_t k = first_entry_[cell]; k < first_entry_[cell + 1]; ++k)
      count[entry_edge_[k]] += static_cast<double>(times[cell]) * entry_count_[k];
  return count;
}

void Resampler::keep_rows(std::span<const std::uint64_t> times, std::span<const EdgeId> new_edge,
                          Resample& resample) const {
  std::vector<double> weight(data_.size(), 0.0);
  double drawn = 0, given = 1;     // weight of the row's first comparison
  std::uint32_t before = kNoCell;  // the row's cell
  for (std::size_t n = 0; n < data_.size(); ++n) {
    const std::uint32_t cell = first_cell_[n];
    if (cell == kNoCell) continue;
    if (has_clusters_) {
      given = 1;
      drawn = static_cast<double>(times[cell]);
    } else if (cell != std::exchange(before, cell)) {
      given = data_.weight(n);
      const AnswerUnits units(given);
      drawn = static_cast<double>(times[cell]) * unit_[cell];
      if (units.whole > 0 && units.rest > 0) drawn += static_cast<double>(times[cell + 1]) * unit_[cell + 1];
    }
    weight[n] = std::min(drawn * (data_.weight(n) / given), kMaxWeight);
    if (drawn > 0) resample.merged.edge_of.push_back(new_edge[merged_.edge_of[n]]);
  }
  resample.data = reweighted(data_, weight);
}

Resample Resampler::draw(Random& random) const {
  const std::vector<std::uint64_t> times = draw_times(random);
  Resample resample;
  std::vector<EdgeId> new_edge;
  resample.merged.graph = with_counts(merged_.graph, edge_counts(times), new_edge);
  if (wants_rows_) keep_rows(times, new_edge, resample);
  return resample;
}

}  // namespace pdrank
