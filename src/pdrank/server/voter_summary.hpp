// What the answers of each voter come to: how many, how fast, on which side, and how many of the known ones were right.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pdrank/server/doubts.hpp"
#include "pdrank/server/live_project.hpp"

namespace pdrank::server {

struct VoterSummary {
  storage::Voter voter;
  std::uint64_t answers = 0, left = 0, right = 0;  // the sides without gold pairs
  std::uint64_t gold_answers = 0, gold_correct = 0;
  bool gold_low = false;  // fewer right ones than the study asks for
  std::int64_t last_vote_ms = 0;
};

VoterSummary summary_of(const LiveProject& live, const storage::Voter& voter);
std::vector<VoterSummary> summaries_of(const LiveProject& live);  // by id

// The median time that a pair was in sight before it was answered, by voter; of those for whom any is known.
std::unordered_map<storage::Id, std::int64_t> median_times(const ProjectLog& log);

// Voters who miss gold pairs, a side that is chosen too often. Voters who are excluded are left out.
std::vector<Doubt> doubts_about_answers(const LiveProject& live);

}  // namespace pdrank::server
