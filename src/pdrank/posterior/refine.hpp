// Draws of a normal law made draws of the model's own: every score is drawn anew given the others, a fixed number of
// sweeps long. A proposal is a draw of what the sites say of a score times the shape, taken or left as Metropolis and
// Hastings have it, so the model's posterior is what the sweeps leave as it is; the normal law is close to it, and a
// few are enough.
#pragma once

#include <cstdint>
#include <memory>

#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

class Refiner {
 public:
  // Keeps references. The fit stays as it is.
  Refiner(const Propagation& fit, const Model& model);
  ~Refiner();
  Refiner(const Refiner&) = delete;
  Refiner& operator=(const Refiner&) = delete;

  // One sweep over all draws.
  void sweep(std::uint64_t seed, ScoreDraws& draws) const;

 private:
  class Sweeper;
  std::unique_ptr<const Sweeper> sweeper_;
};

}  // namespace pdrank
