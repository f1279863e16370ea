// How far each source leans towards what stands first, beyond what all have in common: normal around 0 before any
// answer, with a deviation that is learned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

struct Lean {
  double mean = 0, deviation = 0;  // in log-odds
};

struct LeansLearned {
  std::vector<Lean> lean;   // by source
  double deviation = 0;     // of the leans of all
  double log_evidence = 0;  // for leans of their own, against one for all: the logarithm of the ratio
};

// From the probabilities of predict_all_rows, under the model of the fit. `flip` and `lean` are by source, as the model
// had them.
LeansLearned learn_leans(const Answers& by_source, const Propagation& fit, std::span<const float> preferred,
                         std::span<const double> flip, std::span<const double> lean);

}  // namespace pdrank
