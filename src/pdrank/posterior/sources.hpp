// How far each source of answers is to be trusted, by what the others say about the same items.
#pragma once

#include <vector>

#include "pdrank/posterior/learn.hpp"
#include "pdrank/posterior/population.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

struct SourceQuality {
  double answers = 0;  // strict ones
  SourceFlip flip = {};
  double expected_right = 0, found_right = 0;  // answers on the likelier side: by the law of most, and as given
  double p_value = 1;                          // of answers as bad as these from the worst of those who are like most
};

struct SourcesLearned {
  std::vector<SourceQuality> quality;          // by source
  std::vector<std::uint32_t> class_of_source;  // 0: like most
  std::vector<double> flip;                    // by class
  std::vector<double> follows;                 // by class: how far its flip goes with that of most
  double stray_share = 0;
};

// By row of `by_source`: the probability that `first` is preferred, by everything but the row.
std::vector<float> predict_all_rows(const Answers& by_source, const Propagation& fit, const Model& model,
                                    const std::vector<std::uint32_t>& class_of_source);

// From the beliefs of a fit to the answers `by_source`, on the same pairs. `model` is that of the fit, whose classes
// `class_of_source` has.
SourcesLearned learn_sources(const Answers& by_source, const Propagation& fit, const Model& model,
                             const std::vector<std::uint32_t>& class_of_source, const Beliefs& beliefs);

}  // namespace pdrank
