// What a fit of the posterior has learned of the noise and of how the scores are spread, for a later fit on nearly the
// same answers: that one looks for the scores alone, which is quicker by far.
#pragma once

#include <string>
#include <vector>

#include "pdrank/posterior/model.hpp"

namespace pdrank {

struct NamedAnswers;
struct Posterior;
struct PosteriorOptions;

struct Learned {
  Model model = {};                // with the flip of those who are like most
  std::vector<double> flips = {};  // by annotator, and last of anyone else; empty where all answers are one source's
  std::string words = {};          // the same for readers, where it is for them
};

Learned learned_by(const Posterior& posterior, const NamedAnswers& named);
// For a fit that takes it as known.
PosteriorOptions options_for(const Learned& learned, const NamedAnswers& named);

}  // namespace pdrank
