// What the votes of a project say, in their order: which of them stand, what each voter has answered and can undo, and
// the comparisons that count. Votes and names in; whoever derives it all again gets the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// A voter can undo this many of the own latest votes.
inline constexpr std::size_t kUndoable = 32;

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
  bool contains(const Shown& pair) const { return keys_.contains(key(pair)); }
  void insert(const Shown& pair) { keys_.insert(key(pair)); }
  void erase(const Shown& pair) { keys_.erase(key(pair)); }

 private:
  // Ids are numbers that a store counts up: two of them fit, and where they should not, a pair is at worst not asked.
  static std::uint64_t key(const Shown& pair) {
    const auto [low, high] = std::minmax(pair.left, pair.right);
    return static_cast<std::uint64_t>(low) << 32 ^ static_cast<std::uint64_t>(high);
  }

  std::unordered_set<std::uint64_t> keys_;
};

// A vote that is no undo.
struct Cast {
  storage::Id voter = 0;
  Shown pair = {};
  std::int64_t duration_ms = 0;  // 0: not known
  storage::Answer answer = storage::Answer::skip;
  bool undone = false;

  bool is_answer() const { return !undone && answer != storage::Answer::skip; }
};

// What the votes of one voter say.
struct VoterLog {
  std::uint64_t answers = 0;  // left, right or tie, and not undone
  std::int64_t last_vote_ms = 0;
  AnsweredPairs answered = {};
  std::vector<Shown> again = {};                                // pairs to ask again, the one undone last at the end
  std::deque<std::pair<std::string, std::size_t>> latest = {};  // that can be undone, newest last: key, number of cast
  std::pair<std::string, std::string> last_undo = {};           // its key, and what it undid

  // Of the latest vote that can be undone; empty: there is none.
  std::string undo_key() const { return latest.empty() ? std::string() : latest.back().first; }
  // The vote that an undo takes back: `undoes`, or the latest if that is empty. `key` is the undo's own: the same undo
  // sent again is about the same vote. None if there is no such vote among the latest.
  std::optional<std::string> vote_to_undo(const std::string& key, const std::string& undoes) const;
};

class VoteLog {
 public:
  // `generation` tells a log that was read again, because votes were removed, from those before it.
  explicit VoteLog(std::uint64_t generation = 0) : generation_(generation) {}

  std::uint64_t generation() const { return generation_; }

  // In the order of their ids.
  void add(const storage::Vote& vote);

  const std::vector<Cast>& casts() const { return casts_; }
  std::size_t undone() const { return undone_; }      // casts that have been
  storage::Id last() const { return last_; }          // id of the last vote added; 0: none yet
  std::uint64_t answers() const { return answers_; }  // left, right or tie, and not undone
  const VoterLog& voter(storage::Id id) const;

 private:
  void undo(VoterLog& voter, const storage::Vote& vote);

  std::uint64_t generation_;
  std::vector<Cast> casts_;
  std::size_t undone_ = 0;
  storage::Id last_ = 0;
  std::uint64_t answers_ = 0;
  std::unordered_map<storage::Id, VoterLog> voters_;
};

// The names by id, and whether what they say or is said about them counts.
struct Roll {
  struct Entry {
    std::string name;
    bool counts = true;
  };
  std::unordered_map<storage::Id, Entry> items, voters;

  bool knows(const Cast& cast) const {
    return items.contains(cast.pair.left) && items.contains(cast.pair.right) && voters.contains(cast.voter);
  }
  // A vote that was undone, a voter who was excluded and an item that was disabled do not.
  bool counts(const Cast& cast) const {
    return cast.is_answer() && knows(cast) && items.at(cast.pair.left).counts && items.at(cast.pair.right).counts &&
           voters.at(cast.voter).counts;
  }
};

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters);

// Adds the answers that count to `data`, as if they had been read from a file of left,right,winner,annotator.
void append_counting(std::span<const Cast> casts, const Roll& roll, Comparisons& data);

}  // namespace pdrank::server
