#include "pdrank/server/vote_log.hpp"

#include <algorithm>

namespace pdrank::server {

using storage::Answer;

bool VoteLog::add(const storage::Vote& vote) {
  last_ = vote.id;
  auto& latest = latest_[vote.voter];
  if (vote.answer == Answer::undo) {
    const auto found = std::ranges::find(latest, vote.undoes, &std::pair<std::string, std::size_t>::first);
    if (found == latest.end()) return false;
    Cast& cast = casts_[found->second];
    if (cast.is_answer()) --answers_;
    cast.undone = true;
    latest.erase(found);
    return true;
  }
  latest.emplace_back(vote.key, casts_.size());
  if (latest.size() > kUndoable) latest.pop_front();
  casts_.push_back({.voter = vote.voter, .left = vote.left, .right = vote.right, .answer = vote.answer});
  if (casts_.back().is_answer()) ++answers_;
  return false;
}

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters) {
  Roll roll;
  for (const storage::Item& item : items) roll.items[item.id] = {item.name, !item.disabled};
  for (const storage::Voter& voter : voters) roll.voters[voter.id] = {voter.name, !voter.excluded};
  return roll;
}

void append_counting(const VoteLog& log, std::size_t from, const Roll& roll, Comparisons& data) {
  for (std::size_t n = from; n < log.casts().size(); ++n) {
    const Cast& cast = log.casts()[n];
    if (!cast.is_answer() || !roll.knows(cast)) continue;
    const Roll::Entry &left = roll.items.at(cast.left), &right = roll.items.at(cast.right);
    const Roll::Entry& voter = roll.voters.at(cast.voter);
    if (!left.counts || !right.counts || !voter.counts) continue;
    const ItemId first = data.items.intern(left.name), second = data.items.intern(right.name);
    const bool turned = cast.answer == Answer::right;
    data.add({.winner = turned ? second : first,
              .loser = turned ? first : second,
              .annotator = data.annotators.intern(voter.name),
              .outcome = tie_if(cast.answer == Answer::tie),
              .first = turned ? Side::loser : Side::winner});
  }
}

VoteLog read_log(storage::Store& store, storage::Id project) {
  constexpr std::size_t kAtOnce = 10'000;
  VoteLog log;
  while (true) {
    const std::vector<storage::Vote> votes = store.votes(project, log.last(), kAtOnce);
    for (const storage::Vote& vote : votes) log.add(vote);
    if (votes.size() < kAtOnce) return log;
  }
}

}  // namespace pdrank::server
