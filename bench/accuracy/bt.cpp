// Bradley-Terry noise: whether posterior holds its own in the world that Bradley-Terry is made for.
#include <fmt/format.h>

#include "cells.hpp"
#include "tau_table.hpp"

namespace pdrank::bench::accuracy {

void run_bt(Study& study) {
  study.report.say(fmt::format(
      "Mean Kendall tau with the truth ± its standard error, {} seeds (five times as many below 300 comparisons)\n",
      study.settings.seeds));
  for (const int range : {5, 10}) {
    const std::vector<Cell> cells = bt_cells(study.settings, range);
    show_taus(study, "bt", cells);
    hold_gap(study, fmt::format("bt:{}: posterior below the best method", range), cells, "posterior",
             study.settings.methods, kMostBelowBest);
  }
}

}  // namespace pdrank::bench::accuracy
