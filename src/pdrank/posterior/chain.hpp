// One Markov chain over the model's unknowns: each in turn is drawn given all others.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

class Chain {
 public:
  // Keeps a reference to the answers. `flips_known`: the flips stay as they are.
  Chain(const Answers& answers, const Priors& priors, ModelState start, bool flips_known, std::uint64_t seed);

  // Every unknown drawn once.
  void sweep();

  const ModelState& state() const { return state_; }

 private:
  void draw_position(std::uint32_t node);
  void shift_parts();
  void stretch();
  void reflect();
  double log_likelihood(double t, std::size_t count) const;
  double log_likelihood_of_flip(double flip, std::size_t count) const;
  void draw_scale();
  void draw_flip(std::uint32_t source);
  void draw_population();
  double log_scale_prior(double log_scale) const;
  double log_beta(double flip) const;
  void fill_up(std::size_t count);

  const Answers& answers_;
  Priors priors_;
  ModelState state_;
  bool flips_known_;
  Random random_;
  std::vector<std::vector<std::uint32_t>> parts_;  // nodes that answers connect
  bool heavy_;                                     // some count is too large for single precision
  std::vector<float> slope_, v_, flip_, times_;    // of the answers at hand, for the kernels
};

}  // namespace pdrank
