// What the server remembers of a voter between requests. All of it comes from the votes: they are seen here twice, when
// the voter sends them and when they come back from the store, and counted once.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pdrank/server/limits.hpp"
#include "pdrank/server/vote_log.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// Two items as a ballot shows them.
struct Shown {
  storage::Id left = 0, right = 0;

  bool same_items(const Shown& other) const {
    return (left == other.left && right == other.right) || (left == other.right && right == other.left);
  }
};

// A set of unordered pairs of items.
class AnsweredPairs {
 public:
  bool contains(storage::Id a, storage::Id b) const { return keys_.contains(key(a, b)); }
  void insert(storage::Id a, storage::Id b) { keys_.insert(key(a, b)); }
  void erase(storage::Id a, storage::Id b) { keys_.erase(key(a, b)); }
  std::size_t size() const { return keys_.size(); }

 private:
  // Ids are numbers that a store counts up: two of them fit, and where they should not, a pair is at worst not asked.
  static std::uint64_t key(storage::Id a, storage::Id b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32 ^ static_cast<std::uint64_t>(std::max(a, b));
  }

  std::unordered_set<std::uint64_t> keys_;
};

class VoterState {
 public:
  explicit VoterState(storage::Voter voter) : voter_(std::move(voter)) {}

  // One request of a voter after the other.
  std::mutex requests;

  storage::Voter voter() const;
  void set_voter(storage::Voter voter);

  bool may_vote(std::int64_t now_ms);

  // Around Store::add_vote: what is about to be stored, and whether it was.
  void begin(const storage::Vote& vote);
  void end(const storage::Vote& vote, bool stored);
  // A vote that has come from the store.
  void see(const storage::Vote& vote);

  struct Summary {
    std::uint64_t answers = 0;  // left, right or tie, and not undone
    std::int64_t last_vote_ms = 0;
    std::string undo_key = {};  // of the latest vote that is not undone; empty: none that can be
  };
  Summary summary() const;

  // The vote that an undo takes back: `undoes`, or the latest if that is empty. `key` is the undo's own: the same undo
  // sent again is about the same vote. None if there is no such vote among the latest.
  std::optional<std::string> vote_to_undo(const std::string& key, const std::string& undoes) const;

  // change(queue, answered) may do what it likes to the pairs that this voter is to be shown, the first one next.
  template <class Change>
  auto with_queue(Change&& change) {
    const std::lock_guard lock(mutex_);
    return change(queue_, answered_);
  }

 private:
  struct Latest {
    std::string key;
    Shown pair;
    bool is_answer;
  };

  void apply(const storage::Vote& vote);

  mutable std::mutex mutex_;  // never held for long
  storage::Voter voter_;
  RateLimit rate_{kVotesPerSecond};
  std::uint64_t answers_ = 0;
  std::int64_t last_vote_ms_ = 0;
  std::deque<Latest> latest_;                      // at most kUndoable, the newest at the end
  std::pair<std::string, std::string> last_undo_;  // its key, and what it undid
  AnsweredPairs answered_;
  std::deque<Shown> queue_;
  std::string being_stored_;               // key
  bool seen_meanwhile_ = false;            // it has come from the store before add_vote returned
  std::unordered_set<std::string> early_;  // keys of votes applied before they came from the store
};

}  // namespace pdrank::server
