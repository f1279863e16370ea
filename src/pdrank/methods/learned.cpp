#include "pdrank/methods/learned.hpp"

#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {

Learned learned_by(const Posterior& posterior, const NamedAnswers& named) {
  Learned learned{.model = posterior.model};
  if (!posterior.sources.empty()) {
    for (const std::uint32_t source : named.source)
      learned.flips.push_back(posterior.model.flip[posterior.class_of_source[source]]);
    learned.flips.push_back(posterior.typical_flip);
  }
  learned.model.flip.resize(1);
  learned.model.lean.clear();
  learned.model.alike = 1;
  return learned;
}

PosteriorOptions options_for(const Learned& learned, const NamedAnswers& named) {
  PosteriorOptions options;
  options.learn_model = false;
  options.model = learned.model;
  if (!learned.flips.empty()) {
    options.known_flips.assign(named.answers.sources, learned.flips.back());
    for (std::size_t annotator = 0; annotator < named.source.size(); ++annotator)
      options.known_flips[named.source[annotator]] = learned.flips[annotator];
  }
  return options;
}

}  // namespace pdrank
