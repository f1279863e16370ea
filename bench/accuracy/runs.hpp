// Every method on simulated data, seed by seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mean.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank::bench::accuracy {

// One kind of data: what is drawn, who ranks it, and what is promised for it.
struct Cell {
  std::string world;         // "toggle:0.1"
  std::string name;          // "m=30 n=130"
  SimulateOptions simulate;  // the seed is each run's own
  std::vector<std::string> methods;
  std::vector<std::pair<std::string, double>> tau_bars = {};  // method -> least mean tau
  std::size_t seeds_factor = 1;                               // more seeds where the means are noisy

  std::string title() const { return world + " " + name; }
};

// Of the rank intervals of a run.
struct Intervals {
  std::size_t items = 0;    // that have one
  std::size_t covered = 0;  // of those, with their true rank in it
  double width = 0;         // sum of rank_high - rank_low + 1
};

// One method on the data of one seed.
struct Run {
  bool refused = false;  // the method does not apply to the data; nothing else is known
  bool converged = false;
  std::string method;               // that was run; what auto has chosen
  double tau = kNone;               // tau_a with the truth
  std::vector<double> probability;  // probability_correct of the comparisons that have one
  std::vector<double> right;        // of the same: 1 if the winner is above the loser in the truth, otherwise 0
  Intervals intervals;
};

// Of one method, by seed.
struct MethodRuns {
  std::vector<Run> runs;

  std::size_t refused() const;
  std::size_t not_converged() const;
  Mean tau() const;  // over the runs that were not refused
  Intervals intervals() const;
};

using CellRuns = std::map<std::string, MethodRuns, std::less<>>;

class Runs {
 public:
  explicit Runs(std::size_t seeds) : seeds_(seeds) {}

  // Runs the cell the first time it is asked for, with a line on stderr.
  const CellRuns& of(const Cell& cell);

 private:
  std::size_t seeds_;
  std::map<std::string, CellRuns> done_;  // by title
};

// The data of seed k + 1 of a cell.
Simulation draw(const Cell& cell, std::size_t k);

// Of a ranking of the simulated data, with the truth.
double tau_with_truth(const Simulation& simulation, const RankResult& result);

}  // namespace pdrank::bench::accuracy
