// What predicting answers gives back: a line a pair, and which law the probabilities are of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank {

struct Prediction {
  double probability = 0.5;
  std::optional<double> low = {}, high = {};  // empty: not known
  bool guess = false;
  std::optional<double> tie = {};  // empty: ties have no law
};

struct PairPrediction : Prediction {
  std::string left, right;
};

template <>
struct Fields<PairPrediction> {
  static constexpr std::tuple list{
      RecordField{"left", &PairPrediction::left, "an item"},
      RecordField{"right", &PairPrediction::right, "the other one"},
      RecordField{"probability", &PairPrediction::probability,
                  "probability that the left item wins; a tie is half a "
                  "win"},
      RecordField{"low", &PairPrediction::low, "lower end of its interval, with the probability `level`"},
      RecordField{"high", &PairPrediction::high, "upper end"},
      RecordField{"guess", &PairPrediction::guess, "true if no chain of answers connects the two"},
      RecordField{"tie", &PairPrediction::tie, "probability of a tie, where the method has a law of ties"},
  };
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
