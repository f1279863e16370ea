// Comparisons and scores as files that the readers of this folder read back.
#pragma once

#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/read_scores.hpp"
#include "pdrank/io/sink.hpp"

namespace pdrank {

// winner,loser[,annotator][,weight][,tie]: a column appears if any comparison needs it. A ranking is written as its
// pairs.
void write_comparisons_csv(const Comparisons& comparisons, Sink& sink);

// item,score
void write_scores_csv(const std::vector<ItemScore>& scores, Sink& sink);

}  // namespace pdrank
