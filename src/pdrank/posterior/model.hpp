// The model (docs/MATH.md, section "Posterior"). Every item has a position u in [0, 1], uniform before any answer. An
// answer about i and j says "i" with probability sigmoid(S (u_i - u_j)), and then is turned round with probability f:
//
//     P(i beats j) = f + (1 - 2 f) sigmoid(S (u_i - u_j)),     f = pi / 2.
//
// S large and f = delta is the paper's noise; f = 0 is Bradley-Terry with scores that spread over S. Each source of
// answers (an annotator; all together where they are not named) has its own f: 1/2 is a coin tosser, more an adversary.
#pragma once

#include <cstdint>
#include <vector>

namespace pdrank {

// What is believed before any answer.
struct Priors {
  // log S is normal: S between 1 and 380 with 95 %, so that neither a smooth nor a step-like law needs many answers.
  double log_scale_mean = 3.0, log_scale_deviation = 1.5;
  // pi = 2 f is Beta(1, this): little noise is somewhat more likely than much. Of one source, or of the mean of
  // several.
  double noise_rivals = 3;
  // Several sources: most are alike, f being Beta with a mean and a concentration (a + b of Beta(a, b)) that are
  // learned from all of them; the others are strays, whose f may be anything in [0, 1]. The logarithm of the
  // concentration is normal, the share of strays Beta(1, this).
  double log_concentration_mean = 2.5, log_concentration_deviation = 1.2;
  double stray_rivals = 3;
};

// All unknowns.
struct ModelState {
  std::vector<float> position;  // u, by node
  double scale = 20;            // S
  std::vector<double> flip;     // f, by source
  // Of several sources:
  double flip_mean = 0.1, flip_concentration = 12;  // of those that are alike
  double stray_share = 0.2;
  std::vector<std::uint8_t> stray;  // by source
};

}  // namespace pdrank
