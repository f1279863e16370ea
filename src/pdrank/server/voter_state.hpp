// A voter between requests: who it is, how fast, and what is to be shown next. What was answered is in the log.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "pdrank/server/limits.hpp"
#include "pdrank/server/vote_log.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

class VoterState {
 public:
  explicit VoterState(storage::Voter voter) : voter_(std::move(voter)) {}

  // One vote of a voter after the other.
  std::mutex votes;

  storage::Voter voter() const {
    const std::lock_guard lock(mutex_);
    return voter_;
  }
  void set_voter(storage::Voter voter) {
    const std::lock_guard lock(mutex_);
    voter_ = std::move(voter);
  }

  bool may_vote(std::int64_t now_ms) {
    const std::lock_guard lock(mutex_);
    return rate_.allows(now_ms);
  }

  // change(queue) may do what it likes to the pairs that this voter is to be shown, the first one next.
  template <class Change>
  auto with_queue(Change&& change) {
    const std::lock_guard lock(mutex_);
    return change(queue_);
  }

 private:
  mutable std::mutex mutex_;  // never held for long
  storage::Voter voter_;
  RateLimit rate_{kVotesPerSecond};
  std::deque<Shown> queue_;
};

}  // namespace pdrank::server
