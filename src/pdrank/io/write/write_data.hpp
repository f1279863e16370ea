// Comparisons and scores as files that the readers of this folder read back.
#pragma once

#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// winner,loser[,annotator][,weight][,tie][,first][,winner_share][,winner_grade]: a column appears if any comparison
// needs it. A ranking is written as its pairs. `first` is the item that stood first, empty where that is not known.
void write_comparisons_csv(const Comparisons& comparisons, Sink& sink);

// item,score
void write_scores_csv(const std::vector<ItemScore>& scores, Sink& sink);

}  // namespace pdrank
