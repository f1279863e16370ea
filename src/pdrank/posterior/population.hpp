// Who the sources of answers are as a whole, and what each of them is given that. Most have an f near a common one: it
// has a beta law, whose mean and width are learned. Some are strays, of whom anything may be true; their share is
// learned too. Where few sources leave that open, all that is possible counts by how well it explains them.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace pdrank {

// Values of f, even on the scale on which a share is equally hard to tell everywhere: f = sin^2.
inline constexpr std::size_t kFlipLevels = 64;
const std::array<double, kFlipLevels>& flip_levels();

// The likelihood of a source's answers at every level, the greatest of which is 1.
using FlipLikelihood = std::array<float, kFlipLevels>;

struct SourceFlip {
  double mean = 0, low = 0, high = 0;  // of f, and its 90 % interval
  double alike = 1;                    // probability that it is like most
  double follows = 1;                  // how far its f goes with the common one: what its own answers leave open
  double against = 0;                  // probability that f is above one half
};

class Population {
 public:
  // `fitted`: the f that a fit has which takes all for alike; `mean_flip`: what is believed of a common f beforehand.
  Population(std::span<const FlipLikelihood> sources, double fitted, double mean_flip);

  double common() const { return common_; }  // f of most, mean over what is possible
  double stray_share() const { return stray_share_; }
  double worst_alike() const {
    return worst_alike_;
  }  // f that 19 of 20 who are like most do not exceed; at most kMostFlip

  SourceFlip judge(const FlipLikelihood& source) const;

 private:
  using Law = std::array<double, kFlipLevels>;
  // One of the possible populations.
  struct Point {
    Law alike;  // of f, by level
    double common, variance, stray_share, weight;
  };
  std::vector<Point> points_;
  double common_ = 0, stray_share_ = 0, worst_alike_ = 0;
};

}  // namespace pdrank
