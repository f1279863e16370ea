// The result in a few plain sentences: who leads, how settled the order is, what speaks against trusting it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/words.hpp"
#include "pdrank/report/checks.hpp"

namespace pdrank {

struct Conclusion {
  std::string headline;
  std::vector<std::string> sentences;
};

// "Trust it with care: noisy answers.", with so many of the checks that do not hold, or for 0 with
// their number; empty if all do.
std::string doubts_in_words(std::span<const Check> checks, std::size_t most);

// How a name stands in a sentence.
using Naming = std::function<std::string(std::string_view)>;
inline std::string named_in_short(std::string_view name) { return shortened(name); }

// Who leads, with at most so many names.
std::string headline_of(const RankResult& result, std::size_t most = kFewNames, const Naming& naming = named_in_short);

Conclusion conclude(const RankResult& result, std::span<const Check> checks);

}  // namespace pdrank
