#include "rank_files.hpp"

#include <utility>

#include "pdrank/methods/rank.hpp"

namespace pdrank::cli {

RankedFiles rank_files(const std::vector<std::string>& files, ReadOptions read, const RankOptions& options,
                       Observer& observer) {
  read.refuse_ties = options.ties == TieRule::error;  // with file and line
  read.context = context_of(options);
  Comparisons data = read_comparisons(files, read, &observer);
  RankResult result = rank(data, options, &observer);
  return {std::move(data), std::move(result)};
}

}  // namespace pdrank::cli
