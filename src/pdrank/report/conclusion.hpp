// The result in a few plain sentences: who leads, how settled the order is, what speaks against trusting it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdrank/core/words.hpp"
#include "pdrank/report/checks.hpp"

namespace pdrank {

struct Conclusion {
  std::string headline;
  std::vector<std::string> sentences;
};

// "Trust it with care: noisy answers.", with so many of the checks that do not hold; empty if all do.
std::string doubts_in_words(std::span<const Check> checks, std::size_t most);

// Who leads, with at most so many names.
std::string headline_of(const RankResult& result, std::size_t most = kFewNames);

Conclusion conclude(const RankResult& result, std::span<const Check> checks);

}  // namespace pdrank
