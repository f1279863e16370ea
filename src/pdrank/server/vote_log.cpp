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
  const Cast cast{.voter = vote.voter,
                  .pair = {vote.left, vote.right, static_cast<std::size_t>(vote.question)},
                  .duration_ms = vote.duration_ms,
                  .answer = vote.answer,
                  .gold = vote.gold};
  count(voter, cast, 1);
  voter.answered.insert(cast.pair);
  forget(voter.again, cast.pair);
  voter.latest.emplace_back(vote.key, casts_.size());
  if (voter.latest.size() > kUndoable) voter.latest.pop_front();
  casts_.push_back(cast);
}

// Adds what a cast says, or takes it back: `by` is 1 or -1.
void VoteLog::count(VoterLog& voter, const Cast& cast, int by) {
  const auto add = [by](auto& number, bool counts) {
    number += static_cast<std::remove_cvref_t<decltype(number)>>(counts ? by : 0);
  };
  const bool is_answer = cast.is_answer();
  add(voter.asked, true);
  add(voter.answers, is_answer);
  add(voter.gold_asked, cast.gold.has_value());
  add(voter.gold_answers, is_answer && cast.gold);
  add(voter.gold_correct, is_answer && cast.gold == cast.answer);
  add(leftness_[cast.pair.left], true);
  leftness_[cast.pair.right] -= by;
  if (cast.gold) return;
  add(answers_, is_answer);
  add(voter.left, cast.answer == Answer::left);
  add(voter.right, cast.answer == Answer::right);
  if (cast.pair.question != 0) return;
  PairTally& tally = tallies_[key_of(cast.pair)];
  add(tally.answers, is_answer);
  tally.low_left += cast.pair.left < cast.pair.right ? by : -by;
}

void VoteLog::undo(VoterLog& voter, const storage::Vote& vote) {
  voter.last_undo = {vote.key, vote.undoes};
  const auto found = std::ranges::find(voter.latest, vote.undoes, &Latest::first);
  if (found == voter.latest.end()) return;
  Cast& cast = casts_[found->second];
  count(voter, cast, -1);
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

PairTally VoteLog::tally(const Shown& pair) const {
  const auto found = tallies_.find(key_of({pair.left, pair.right}));
  return found == tallies_.end() ? PairTally() : found->second;
}

std::int64_t VoteLog::leftness(storage::Id item) const {
  const auto found = leftness_.find(item);
  return found == leftness_.end() ? 0 : found->second;
}

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters) {
  Roll roll;
  for (const storage::Item& item : items) roll.items[item.id] = {item.name, !item.disabled};
  for (const storage::Voter& voter : voters) roll.voters[voter.id] = {voter.name, !voter.excluded};
  return roll;
}

void append_counting(std::span<const Cast> casts, const Roll& roll, std::size_t question, Comparisons& data) {
  for (const Cast& cast : casts) {
    if (cast.pair.question != question || !roll.counts(cast)) continue;
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
