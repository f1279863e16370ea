#include "pdrank/server/voter_state.hpp"

#include <algorithm>

namespace pdrank::server {

using storage::Answer;

storage::Voter VoterState::voter() const {
  const std::lock_guard lock(mutex_);
  return voter_;
}

void VoterState::set_voter(storage::Voter voter) {
  const std::lock_guard lock(mutex_);
  voter_ = std::move(voter);
}

bool VoterState::may_vote(std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  return rate_.allows(now_ms);
}

void VoterState::begin(const storage::Vote& vote) {
  const std::lock_guard lock(mutex_);
  being_stored_ = vote.key;
  seen_meanwhile_ = false;
}

void VoterState::end(const storage::Vote& vote, bool stored) {
  const std::lock_guard lock(mutex_);
  if (stored && !seen_meanwhile_) {
    apply(vote);
    early_.insert(vote.key);
  }
  being_stored_.clear();
}

void VoterState::see(const storage::Vote& vote) {
  const std::lock_guard lock(mutex_);
  if (early_.erase(vote.key) > 0) return;
  if (vote.key == being_stored_) seen_meanwhile_ = true;
  apply(vote);
}

void VoterState::apply(const storage::Vote& vote) {
  last_vote_ms_ = std::max(last_vote_ms_, vote.time_ms);
  if (vote.answer == Answer::undo) {
    last_undo_ = {vote.key, vote.undoes};
    const auto found = std::ranges::find(latest_, vote.undoes, &Latest::key);
    if (found == latest_.end()) return;
    if (found->is_answer) --answers_;
    answered_.erase(found->pair.left, found->pair.right);
    std::erase_if(queue_, [&](const Shown& shown) { return shown.same_items(found->pair); });
    queue_.push_front(found->pair);
    latest_.erase(found);
    return;
  }
  const Shown pair{vote.left, vote.right};
  const bool is_answer = vote.answer != Answer::skip;
  if (is_answer) ++answers_;
  answered_.insert(pair.left, pair.right);
  std::erase_if(queue_, [&](const Shown& shown) { return shown.same_items(pair); });
  latest_.push_back({vote.key, pair, is_answer});
  if (latest_.size() > kUndoable) latest_.pop_front();
}

VoterState::Summary VoterState::summary() const {
  const std::lock_guard lock(mutex_);
  return {answers_, last_vote_ms_, latest_.empty() ? std::string() : latest_.back().key};
}

std::optional<std::string> VoterState::vote_to_undo(const std::string& key, const std::string& undoes) const {
  const std::lock_guard lock(mutex_);
  if (last_undo_.first == key && (undoes.empty() || undoes == last_undo_.second)) return last_undo_.second;
  if (latest_.empty()) return std::nullopt;
  if (undoes.empty()) return latest_.back().key;
  if (std::ranges::find(latest_, undoes, &Latest::key) == latest_.end()) return std::nullopt;
  return undoes;
}

}  // namespace pdrank::server
