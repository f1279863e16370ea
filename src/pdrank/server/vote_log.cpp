#include "pdrank/server/vote_log.hpp"

namespace pdrank::server {

using storage::Answer;
namespace {

using Latest = std::pair<std::string, std::size_t>;

void forget(std::vector<Shown>& pairs, const Shown& pair) {
  std::erase_if(pairs, [&](const Shown& one) { return one.same_items(pair); });
}

}  // namespace

std::optional<std::string> VoterLog::vote_to_undo(const std::string& key, const std::string& undoes) const {
  if (last_undo.first == key && (undoes.empty() || undoes == last_undo.second)) return last_undo.second;
  if (latest.empty()) return std::nullopt;
  if (undoes.empty()) return undo_key();
  if (std::ranges::find(latest, undoes, &Latest::first) == latest.end()) return std::nullopt;
  return undoes;
}

void VoteLog::add(const storage::Vote& vote) {
  last_ = vote.id;
  VoterLog& voter = voters_[vote.voter];
  voter.last_vote_ms = std::max(voter.last_vote_ms, vote.time_ms);
  if (vote.answer == Answer::undo) return undo(voter, vote);
  const Cast cast{
      .voter = vote.voter, .pair = {vote.left, vote.right}, .duration_ms = vote.duration_ms, .answer = vote.answer};
  if (cast.is_answer()) ++answers_, ++voter.answers;
  voter.answered.insert(cast.pair);
  forget(voter.again, cast.pair);
  voter.latest.emplace_back(vote.key, casts_.size());
  if (voter.latest.size() > kUndoable) voter.latest.pop_front();
  casts_.push_back(cast);
}

void VoteLog::undo(VoterLog& voter, const storage::Vote& vote) {
  voter.last_undo = {vote.key, vote.undoes};
  const auto found = std::ranges::find(voter.latest, vote.undoes, &Latest::first);
  if (found == voter.latest.end()) return;
  Cast& cast = casts_[found->second];
  if (cast.is_answer()) --answers_, --voter.answers;
  cast.undone = true;
  ++undone_;
  voter.answered.erase(cast.pair);
  forget(voter.again, cast.pair);
  voter.again.push_back(cast.pair);
  voter.latest.erase(found);
}

const VoterLog& VoteLog::voter(storage::Id id) const {
  static const VoterLog nothing;
  const auto found = voters_.find(id);
  return found == voters_.end() ? nothing : found->second;
}

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters) {
  Roll roll;
  for (const storage::Item& item : items) roll.items[item.id] = {item.name, !item.disabled};
  for (const storage::Voter& voter : voters) roll.voters[voter.id] = {voter.name, !voter.excluded};
  return roll;
}

void append_counting(std::span<const Cast> casts, const Roll& roll, Comparisons& data) {
  for (const Cast& cast : casts) {
    if (!roll.counts(cast)) continue;
    const ItemId left = data.items.intern(roll.items.at(cast.pair.left).name);
    const ItemId right = data.items.intern(roll.items.at(cast.pair.right).name);
    const bool turned = cast.answer == Answer::right;
    data.add({.winner = turned ? right : left,
              .loser = turned ? left : right,
              .annotator = data.annotators.intern(roll.voters.at(cast.voter).name),
              .outcome = tie_if(cast.answer == Answer::tie),
              .first = turned ? Side::loser : Side::winner});
  }
}

}  // namespace pdrank::server
