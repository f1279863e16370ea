// From numbers to a verdict, by rules that every figure states.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "reproduce/study.hpp"

namespace pdrank::reproduce {

// What a rule finds about one line.
struct Judged {
  ClaimState state = ClaimState::not_measured;
  std::string brief;  // its numbers in a few words
};

// All: holds; at least half of them: in part; otherwise it does not. None of none: not measured.
ClaimState by_share(std::size_t won, std::size_t of);

// What should not be: at most one in twenty, which chance may do: holds; at most half: in part; otherwise it does not.
ClaimState by_exceptions(std::size_t exceptions, std::size_t of);

// Holds or does not.
ClaimState if_so(bool so);

// Parts of a claim. All hold: holds; none at all: it does not; otherwise in part.
ClaimState all_parts(std::span<const ClaimState> parts);

// A point is won by a line that no rival beats: none is better in the mean with p < 0.05 in the paired t-test.
bool is_won(const std::vector<Duel>& duels);

// The difference to the best rival in the mean; the lowest of all.
Duel closest(const std::vector<Duel>& duels);

// "7 of 9"
std::string share_text(std::size_t won, std::size_t of);

}  // namespace pdrank::reproduce
