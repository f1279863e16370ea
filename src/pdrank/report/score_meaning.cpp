#include "pdrank/report/score_meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "pdrank/methods/scale.hpp"

namespace pdrank {
namespace {

constexpr std::string_view kNoUnit = "The score puts the items in order; the size of a difference has no unit.";

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kScores = {{
    {"borda", "The score is the sum, over an item's opponents, of the share of answers that it won against each."},
    {"win-rate", "The score is the share of its answers that an item won, whoever the opponents were."},
    {"elo", "The score is in Elo points: 400 points more are odds of ten to one, 100 points more win 64 % of answers."},
    {"rank-centrality",
     "The score is the logarithm of how often a walk from losers to winners is at the item: 1 more is 2.7 times as "
     "often."},
    {"asr",
     "The score is the logarithm of how often a walk from losers to winners is at the item: 1 more is 2.7 times as "
     "often."},
    {"hodgerank",
     "The difference of two scores is what the answers say about the pair, as far as one order can say it for all "
     "pairs."},
    {"kemeny", "The score is the number of items below."},
    {"pdrank", "Only the order of the scores and the proportions of their differences count; their unit is free."},
}};

}  // namespace

std::string score_meaning(const RankResult& result) {
  if (result.scale.is_asked_for) return scale_in_words(result);
  if (result.law) {
    const auto wins = [&](double apart) { return 100 / (1 + std::exp(-result.law->slope * apart)); };
    return fmt::format(
        "The score is in log-odds, with mean 0: of two items that are 1 apart, the higher one wins {:.0f} % of the "
        "answers{}; of two that are 2 apart, {:.0f} %.",
        wins(1), result.law->flip > 0 ? " that are not plain mistakes" : "", wins(2));
  }
  const auto found = std::ranges::find(kScores, std::string_view(result.method),
                                       &std::pair<std::string_view, std::string_view>::first);
  return std::string(found == kScores.end() ? kNoUnit : found->second);
}

}  // namespace pdrank
