#include "pdrank/server/voter_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/words.hpp"

namespace pdrank::server {
namespace {

// Chance alone goes further in one of 15,000 projects.
constexpr double kFarFromHalf = 4;  // standard deviations

VoterSummary summarised(const storage::Voter& voter, const VoterLog& log, const Study& study) {
  return {.voter = voter,
          .answers = log.answers,
          .left = log.left,
          .right = log.right,
          .gold_answers = log.gold_answers,
          .gold_correct = log.gold_correct,
          .gold_low = 100 * log.gold_correct < study.gold_percent * log.gold_answers,
          .last_vote_ms = log.last_vote_ms};
}

std::int64_t median(std::vector<std::int64_t>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  if (times.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(times.begin(), middle)) / 2;
}

}  // namespace

VoterSummary summary_of(const LiveProject& live, const storage::Voter& voter) {
  const std::shared_ptr<const Study> study = live.study();
  return live.log.read([&](const VoteLog& log) { return summarised(voter, log.voter(voter.id), *study); });
}

std::vector<VoterSummary> summaries_of(const LiveProject& live) {
  std::vector<VoterSummary> list;
  for (const auto& state : live.voters()) list.push_back(summary_of(live, state->voter()));
  return list;
}

std::unordered_map<storage::Id, std::int64_t> median_times(const ProjectLog& log) {
  std::unordered_map<storage::Id, std::vector<std::int64_t>> times;
  log.read([&](const VoteLog& votes) {
    for (const Cast& cast : votes.casts())
      if (cast.is_answer() && cast.duration_ms > 0) times[cast.voter].push_back(cast.duration_ms);
  });
  std::unordered_map<storage::Id, std::int64_t> medians;
  for (auto& [voter, list] : times) medians[voter] = median(list);
  return medians;
}

std::vector<Doubt> doubts_about_answers(const LiveProject& live) {
  std::uint64_t left = 0, right = 0;
  std::vector<storage::Voter> careless;
  for (const VoterSummary& one : summaries_of(live)) {
    if (one.voter.excluded) continue;
    left += one.left;
    right += one.right;
    if (one.gold_low) careless.push_back(one.voter);
  }
  std::vector<Doubt> doubts;
  if (!careless.empty())
    doubts.push_back({DoubtKind::gold,
                      fmt::format("Fewer than {} % of the gold pairs were answered correctly by {}: look at what else "
                                  "they answered before you exclude anybody",
                                  live.study()->gold_percent, names_in_words(careless)),
                      ids_of(careless)});
  const auto all = static_cast<double>(left + right);
  if (left + right == 0 || std::abs(static_cast<double>(left) - all / 2) < kFarFromHalf * std::sqrt(all) / 2)
    return doubts;
  const bool is_left = left > right;
  doubts.push_back({DoubtKind::sides,
                    fmt::format("The {} side was chosen in {} of {} answers ({:.0f} %), which is no chance: the report "
                                "says what sides do to the ranking",
                                is_left ? "left" : "right", grouped(is_left ? left : right), grouped(left + right),
                                100 * static_cast<double>(is_left ? left : right) / all)});
  return doubts;
}

}  // namespace pdrank::server
