// Toggle noise: how close each method comes to the hidden order, and whether pdrank chooses its gamma well.
#include <fmt/format.h>

#include "cells.hpp"
#include "tau_table.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kMostBelowBestGamma = 0.01;

}  // namespace

void run_toggle(Study& study) {
  const std::vector<Cell> cells = toggle_cells(study.settings);
  study.report.say(fmt::format(
      "Mean Kendall tau with the truth ± its standard error, {} seeds (five times as many below 300 comparisons)\n",
      study.settings.seeds));
  show_taus(study, "toggle", cells);
  hold_gap(study, "toggle: pdrank below the best fixed gamma", cells, "pdrank",
           {kFixedGammas.begin(), kFixedGammas.end()}, kMostBelowBestGamma);
  hold_gap(study, "toggle: posterior below the best method", cells, "posterior", study.settings.methods,
           kMostBelowBest);
}

}  // namespace pdrank::bench::accuracy
