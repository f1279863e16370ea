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

// One method on the data of one seed.
struct Run {
  bool refused = false;  // the method does not apply to the data; nothing else is known
  bool converged = false;
  double tau = kNone;  // tau_a with the truth
};

// Of one method, by seed.
struct MethodRuns {
  std::vector<Run> runs;

  std::size_t refused() const;
  std::size_t not_converged() const;
  Mean tau() const;  // over the runs that were not refused
  // Mean tau of `other` less its own, with the standard error of the difference; neither has refused anything.
  Mean tau_below(const MethodRuns& other) const;
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

}  // namespace pdrank::bench::accuracy
