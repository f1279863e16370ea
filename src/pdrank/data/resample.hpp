// Data as it might have been: as many rows as there are, drawn with replacement (Efron 1979).
//
// Rows that are alike for the graph (same edge, same weight, tie or not) are one cell, and how often the cells are
// drawn is one multinomial draw. The cost is that of the cells, not of the rows. A row is drawn as a whole: with its
// weight, both halves of a tie, and all comparisons of a ranking. Where a data row makes several comparisons, or the
// rows themselves are wanted, every row is a cell.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/multinomial.hpp"

namespace pdrank {

struct Resample {
  Comparisons data;          // the rows drawn, repeated in their places; none unless they are wanted
  MergedComparisons merged;  // on the nodes of the whole graph; only the edges that rows drawn speak for
};

class Resampler {
 public:
  // Keeps references. Only rows with an edge in `merged` are drawn.
  Resampler(const Comparisons& data, const MergedComparisons& merged, bool wants_rows);

  std::uint64_t row_count() const { return row_count_; }
  std::size_t cell_count() const { return first_entry_.size() - 1; }

  Resample draw(Random& random) const;

 private:
  // By cell: how many rows there are of it.
  std::vector<std::uint32_t> make_cells();
  std::vector<std::uint32_t> make_row_cells();
  void add_entries(std::size_t n);
  std::vector<double> edge_counts(std::span<const std::uint32_t> times) const;
  void keep_rows(std::span<const std::uint32_t> times, std::span<const EdgeId> new_edge, Resample& resample) const;

  const Comparisons& data_;
  const MergedComparisons& merged_;
  bool wants_rows_;
  std::uint64_t row_count_ = 0;
  std::vector<std::uint64_t> first_entry_;  // cell k has the entries first_entry_[k] .. first_entry_[k + 1] - 1
  std::vector<EdgeId> entry_edge_;          // what a draw of the cell adds to
  std::vector<double> entry_count_;         // and how much
  std::vector<std::uint32_t> cell_of_;      // comparison -> cell, if rows are wanted
  std::optional<Multinomial> law_;          // of how often the cells are drawn
};

}  // namespace pdrank
