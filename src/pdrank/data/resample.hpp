// Data as it might have been: as many answers as there are, drawn with replacement (Efron 1979).
//
// A weight is a number of answers (AnswerUnits): a row of weight 3 is three answers, each drawn on its own, and one of
// weight 2.5 is two and another that counts for a half wherever it is drawn. Answers that are alike for the graph (same
// edge, same share of the winner, whole or the same part) are one cell, and how often the cells are drawn is one
// multinomial draw. The cost is that of the cells, not of the answers. An answer is drawn as a whole: with both sides
// of a tie or soft answer, and all comparisons of a ranking. Where a data row makes several comparisons, or the rows
// themselves are wanted, every row has cells of its own. With clusters, these are drawn instead of answers, as many as
// there are, each with all its comparisons (Davison and Hinkley 1997, section 3.8).
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
  Comparisons data;          // the rows drawn, with the weight drawn, in their places; none unless they are wanted
  MergedComparisons merged;  // on the nodes of the whole graph; only the edges that rows drawn speak for
};

class Resampler {
 public:
  // Keeps references. Only rows with an edge in `merged` are drawn. `cluster` by comparison; empty: answers are drawn.
  Resampler(const Comparisons& data, const MergedComparisons& merged, bool wants_rows,
            std::span<const std::uint32_t> cluster = {});

  std::uint64_t answer_count() const { return answer_count_; }
  std::size_t cell_count() const { return first_entry_.size() - 1; }

  Resample draw(Random& random) const;

 private:
  // All fill `answers_`.
  void make_cells();
  void make_row_cells();
  void make_cluster_cells(std::span<const std::uint32_t> cluster);
  std::uint32_t new_cell(double unit, std::uint64_t answers);
  void add_entries(std::size_t n, double weight);
  std::vector<std::uint64_t> draw_times(Random& random) const;
  std::vector<double> edge_counts(std::span<const std::uint64_t> times) const;
  void keep_rows(std::span<const std::uint64_t> times, std::span<const EdgeId> new_edge, Resample& resample) const;

  const Comparisons& data_;
  const MergedComparisons& merged_;
  bool wants_rows_, has_clusters_;
  std::uint64_t answer_count_ = 0;
  std::vector<std::uint64_t> answers_;      // by cell
  std::vector<double> unit_;                // by cell: what one of them counts for
  std::vector<std::uint64_t> first_entry_;  // cell k has the entries first_entry_[k] .. first_entry_[k + 1] - 1
  std::vector<EdgeId> entry_edge_;          // what a draw of the cell adds to
  std::vector<double> entry_count_;         // and how much
  std::vector<std::uint32_t>
      first_cell_;  // comparison -> first cell of its row, or the cell of its cluster, if rows are wanted
  std::optional<Multinomial> law_;  // of how often the cells are drawn; none: there are too many answers for it
};

}  // namespace pdrank
