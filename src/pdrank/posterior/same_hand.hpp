// Sources that answer as one: they agree with each other where their scores, and everybody else's answers, leave room
// to differ. Perhaps one person voted several times; their answers are one answer, whoever they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/posterior/answers.hpp"

namespace pdrank {

struct SameHand {
  std::vector<std::uint32_t> sources;    // ascending
  std::uint64_t shared = 0, agreed = 0;  // questions that two of them answered, and those answered alike
};

// `preferred`: by row, the probability that `first` is preferred, as the other answers have it; `flip` by source.
// Two sources are tested if they share ten questions or more; that any two are joined by chance has a probability of at
// most 0.01.
std::vector<SameHand> find_same_hands(const Answers& by_source, std::span<const float> preferred,
                                      std::span<const double> flip);

// The same answers, where on every pair those of one hand count as one together.
Answers count_once(const Answers& by_source, std::span<const SameHand> hands);

}  // namespace pdrank
