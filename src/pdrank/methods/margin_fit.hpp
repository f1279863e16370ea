// Maximum likelihood of the scores and, beside them, of what else the margin of an answer depends on: who stood first,
// what is controlled for, and where ties end and strong preferences begin (posterior/margin_law.hpp). By Newton's
// method:
//
//   maximise over x and theta   sum of log P(answer; x_i - x_j + features' theta, cuts) - gamma |x|^2
//
// where the scores of each part have mean 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/effects.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

struct MarginFit {
  std::vector<double> scores;          // by node
  std::vector<double> standard_error;  // by node; empty where there are too many nodes
  Model model;                         // effects, cuts and Davidson's rate; no flips
  EffectsFound found;
  double log_likelihood = 0;
  int iterations = 0;
  // An effect that the answers cannot tell from scores and other effects; then nothing was fitted. And one that grows
  // without end. One more than the last effect stands for ties.
  std::optional<std::size_t> unidentified = {}, runaway = {};
  Termination status = Termination::iteration_limit;
};

// `part` is the connected part of every node, numbered from 0. With clusters in the circumstances, errors are robust to
// them (Liang and Zeger 1986), by the factor G / (G - 1) (N - 1) / (N - K) that is usual for few of them: G clusters, N
// answers, K parameters. Without circumstances there is nothing to do here.
MarginFit fit_margins(const Answers& answers, std::span<const std::uint32_t> part, double gamma, bool davidson,
                      Observer* observer);

}  // namespace pdrank
