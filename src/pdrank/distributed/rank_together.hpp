// The main job by several processes that divide the data: each reads its share of the files, holds its share of the
// graph, and has its share of the result.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/distributed/checkpoint.hpp"
#include "pdrank/distributed/row_trust.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::distributed {

// Which process has which items: in the order of the data, or so that few pairs lie across (partition.hpp).
enum class PartitionBy { order, graph };
constexpr auto enum_names(PartitionBy) {
  return NameList<PartitionBy, 2>{{{PartitionBy::order, "order"}, {PartitionBy::graph, "graph"}}};
}

struct TogetherOptions {
  std::vector<std::string> files;
  ReadOptions read;
  RankOptions rank;
  std::uint64_t whole_below = 10'000;
  PartitionBy partition = PartitionBy::order;
  std::string checkpoint;  // empty: none
  bool resume = false;

  static OptionTable<TogetherOptions> table();
};

// A row that the ranking goes against.
struct DoubtfulRow {
  std::uint64_t row = 0;
  std::string winner, loser, annotator;
  double weight = kNone;
};

struct SharedResult {
  // The ranking and the annotators are a stretch of the whole, one process's behind the other's; the confidences are
  // empty but for their counts, which are of all rows. Everything else is the same for all, but notes, names and the
  // trace, which only the first process has.
  RankResult result;
  std::unique_ptr<Comparisons> rows;  // that this process has read
  std::uint64_t rows_before = 0;      // in the shares before
  std::unique_ptr<RowTrust> trust;    // in each of them
  bool has_annotators = false;
  std::vector<DoubtfulRow> doubtful;       // first process: the least credible of all rows
  std::unique_ptr<Checkpoint> checkpoint;  // to be removed when all is written; may be null
};

// Whether the processes can divide the data among them, as rank_together has it: PD-Rank by Newton's method,
// Bradley-Terry and HodgeRank, without a bootstrap. What they cannot divide, each has whole (rank_in_step).
bool can_divide(const RankOptions& options);

// The options must be valid and divisible. Throws, for all processes alike, as read_comparisons and rank do.
SharedResult rank_together(const Team& team, const TogetherOptions& options, Observer& observer);

// InvalidArgument for options of this way alone that do not go together; before anything is read.
void check_together(const TogetherOptions& options);

}  // namespace pdrank::distributed
