// What predicting answers gives back: a line a pair, and which law the probabilities are of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank {

struct Prediction {
  double probability = 0.5;                   // that the left item wins; a tie is half a win
  std::optional<double> low = {}, high = {};  // of that probability, at the level asked for; empty: not known
  bool guess = false;                         // no chain of answers connects the two items
  std::optional<double> tie = {};             // probability of a tie; empty: ties have no law
};

struct PairPrediction : Prediction {
  std::string left, right;
};

struct PredictResult {
  std::string method;
  bool own_law = false;  // the law is the method's own; otherwise one slope, fitted to held-out answers
  AnswerLaw law;
  double level = 0;
  std::uint64_t seed = 0;
  Convergence convergence;  // of the ranking
  std::vector<PairPrediction> pairs = {};
  std::vector<std::string> notes = {};  // what the reader must know: sentences
};

}  // namespace pdrank
