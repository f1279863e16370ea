// The two worlds data is made from: what the true scores are, and how an answer comes about.
//
//   toggle:D   scores are a random permutation of 1..m; the better item wins, then the answer is flipped with
//              probability D (paper, "Data generation", delta)
//   bt:L       scores are uniform on [0, L]; P(i beats j) = 1 / (1 + exp(-(s_i - s_j))) (Bradley and Terry 1952)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank {

struct NoiseModel {
  enum class Kind { toggle, bradley_terry };
  Kind kind = Kind::toggle;
  double level = 0.1;  // toggle: flip probability in [0, 1]; bradley_terry: width of the score range, > 0

  bool operator==(const NoiseModel&) const = default;
};

// "toggle:0.1" or "bt:5"; InvalidArgument for anything else.
NoiseModel parse_noise(std::string_view text);
// The text that parse_noise reads back.
std::string to_string(const NoiseModel& noise);

// InvalidArgument if the level is out of range.
void validate(const NoiseModel& noise);

std::vector<double> draw_truth(const NoiseModel& noise, std::uint32_t items, Random& random);

// The probability that the first of two items wins.
double win_probability(const NoiseModel& noise, double first_score, double second_score);

// Whether the first of two items wins; always takes one number from `random`.
bool draw_answer(const NoiseModel& noise, double first_score, double second_score, Random& random);

}  // namespace pdrank
