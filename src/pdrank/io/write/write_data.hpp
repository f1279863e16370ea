// Comparisons and scores as files that the readers of this folder read back.
#pragma once

#include <span>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// winner,loser[,annotator][,weight][,tie][,first]: a column appears if any comparison needs it. A ranking is written as
// its pairs. `shown_first` has the item that was shown first for every comparison, or is empty: then there is no such
// column. The readers ignore it. InvalidArgument if it has another length.
void write_comparisons_csv(const Comparisons& comparisons, Sink& sink, std::span<const ItemId> shown_first = {});

// item,score
void write_scores_csv(const std::vector<ItemScore>& scores, Sink& sink);

}  // namespace pdrank
