// The linear program of cycles:
//
//   minimise sum_a w_a y_a   with   sum_{a in C} y_a >= 1 for every cycle C given,   low_a <= y_a <= high_a
//
// y_a = 1 contradicts arc a. What solves it is a library that the program may have been built with (COIN-OR's Clp, in
// clp_program.cpp); no other file knows of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pdrank/kemeny/majority.hpp"

namespace pdrank {

using Cycle = std::vector<ArcId>;

class CoverProgram {
 public:
  virtual ~CoverProgram() = default;
  virtual void add(std::span<const Cycle> cycles) = 0;
  // Leaves out cycles that have cost nothing in the last solves.
  virtual void drop_idle() = 0;
  virtual void set_bounds(ArcId arc, double low, double high) = 0;
  // Starts where the last solve ended. False if it did not come to an end. There must be a y within the bounds.
  virtual bool solve(int most_iterations) = 0;
  virtual int iterations() const = 0;  // of the last solve

  virtual std::span<const double> values() const = 0;  // y by arc
  // By arc: what the prices of the cycles leave of its weight, w_a minus the prices of all cycles through it.
  virtual std::span<const double> reduced_weights() const = 0;
  // What any y within the bounds costs at least. It follows from the prices alone, whatever they are, so it also holds
  // after a solve that was not finished.
  virtual double bound() const = 0;
};

// Whether this build has a library for linear programs.
bool has_linear_solver();

// No cycles, and all arcs between 0 and 1. Null without a library.
std::unique_ptr<CoverProgram> make_cover_program(std::span<const double> weight);

}  // namespace pdrank
