#include "pdrank/server/doubts.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>

#include "pdrank/core/words.hpp"
#include "pdrank/server/arrivals.hpp"
#include "pdrank/server/live_project.hpp"
#include "pdrank/server/voter_summary.hpp"

namespace pdrank::server {
namespace {

using Names = std::unordered_map<std::string, storage::Voter>;

// Of those who are not excluded.
Names voters_by_name(const LiveProject& live) {
  Names voters;
  for (const auto& state : live.voters())
    if (storage::Voter voter = state->voter(); !voter.excluded) voters.emplace(voter.name, std::move(voter));
  return voters;
}

// What the last thorough ranking of a question has found; before there is one, the quick one.
const std::vector<SameAnnotators>& found_alike(const Ranking* thorough, const Ranking* quick) {
  static const std::vector<SameAnnotators> none;
  return thorough ? thorough->alike : quick ? quick->alike : none;
}

// The same voters may answer as one to several questions: they are named once.
void add_alike(const LiveProject& live, std::vector<Doubt>& doubts) {
  std::set<std::vector<storage::Id>> named;
  std::optional<Names> names;  // of many voters, and seldom needed
  for (const LiveProject::Board& board : live.boards) {
    const std::shared_ptr<const Ranking> thorough = board.thorough.get(), quick = board.quick.get();
    for (const SameAnnotators& same : found_alike(thorough.get(), quick.get())) {
      if (!names) names = voters_by_name(live);
      std::vector<storage::Voter> voters;
      for (const std::string& name : same.names)
        if (const auto found = names->find(name); found != names->end()) voters.push_back(found->second);
      if (voters.size() < 2 || !named.insert(ids_of(voters)).second) continue;
      doubts.push_back({DoubtKind::alike,
                        fmt::format("{} gave the same answer to {} of {} shared questions, more than the ranking "
                                    "explains: they may be one person, and their answers to a question count once",
                                    names_in_words(voters), grouped(same.agreed), grouped(same.shared)),
                        ids_of(voters)});
    }
  }
}

}  // namespace

std::string names_in_words(const std::vector<storage::Voter>& voters) {
  std::vector<std::string> names;
  for (const storage::Voter& voter : voters) {
    names.push_back(shortened(voter.name));
    if (names.size() == kFewNames) break;
  }
  return first_few(names, voters.size());
}

std::vector<storage::Id> ids_of(const std::vector<storage::Voter>& voters) {
  std::vector<storage::Id> ids;
  for (const storage::Voter& voter : voters) ids.push_back(voter.id);
  return ids;
}

std::vector<Doubt> doubts_about(const LiveProject& live) {
  std::vector<Doubt> doubts = doubts_about_arrivals(live.joined());
  add_alike(live, doubts);
  std::vector<Doubt> others = doubts_about_answers(live);
  doubts.insert(doubts.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  return doubts;
}

}  // namespace pdrank::server
