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

// Two items as a ballot shows them, and which of the project's questions it asks.
struct Shown {
  storage::Id left = 0, right = 0;
  std::size_t question = 0;

  // And the same question.
  bool same_items(const Shown& other) const {
    return question == other.question &&
           ((left == other.left && right == other.right) || (left == other.right && right == other.left));
  }
};

// Two items, whichever side they are on, and a question. Ids are numbers that a store counts up: two of them fit, and
// where they should not, a pair is at worst not asked.
inline std::uint64_t key_of(const Shown& pair) {
  const auto [low, high] = std::minmax(pair.left, pair.right);
  return static_cast<std::uint64_t>(low) << 32 ^ static_cast<std::uint64_t>(high) ^
         static_cast<std::uint64_t>(pair.question) << 61;
}

// A set of unordered pairs of items, each with a question.
class PairSet {
 public:
  bool contains(const Shown& pair) const { return keys_.contains(key_of(pair)); }
  void insert(const Shown& pair) { keys_.insert(key_of(pair)); }
  void erase(const Shown& pair) { keys_.erase(key_of(pair)); }

 private:
  std::unordered_set<std::uint64_t> keys_;
};

// A vote that is no undo.
struct Cast {
  storage::Id voter = 0;
  Shown pair = {};
  std::int64_t duration_ms = 0;  // 0: not known
  storage::Answer answer = storage::Answer::skip;
  bool undone = false;
  std::optional<storage::Answer> gold = {};  // the answer that was known: this one ranks nothing

  bool is_answer() const { return !undone && answer != storage::Answer::skip; }
};

// What the votes of one voter say.
struct VoterLog {
  std::uint64_t answers = 0;     // left, right or tie, and not undone
  std::uint64_t asked = 0;       // these and what was skipped
  std::uint64_t gold_asked = 0;  // pairs among them whose answer was known
  std::uint64_t gold_answers = 0, gold_correct = 0;
  std::uint64_t left = 0, right = 0;  // answers that chose this side, gold pairs left out
  std::int64_t last_vote_ms = 0;
  PairSet answered = {};
  std::vector<Shown> again = {};                                // pairs to ask again, the one undone last at the end
  std::deque<std::pair<std::string, std::size_t>> latest = {};  // that can be undone, newest last: key, number of cast
  std::pair<std::string, std::string> last_undo = {};           // its key, and what it undid

  // Of the latest vote that can be undone; empty: there is none.
  std::string undo_key() const { return latest.empty() ? std::string() : latest.back().first; }
  // The vote that an undo takes back: `undoes`, or the latest if that is empty. `key` is the undo's own: the same undo
  // sent again is about the same vote. None if there is no such vote among the latest.
  std::optional<std::string> vote_to_undo(const std::string& key, const std::string& undoes) const;
};

// How often a pair was answered with the first question, and the sides that its items had.
struct PairTally {
  std::uint32_t answers = 0;
  std::int32_t low_left = 0;  // how much more often the item of the lower id was on the left
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
  std::uint64_t answers() const { return answers_; }  // left, right or tie, and not undone; gold pairs left out
  const VoterLog& voter(storage::Id id) const;
  PairTally tally(const Shown& pair) const;
  // How much more often an item was on the left than on the right.
  std::int64_t leftness(storage::Id item) const;

 private:
  void undo(VoterLog& voter, const storage::Vote& vote);
  void count(VoterLog& voter, const Cast& cast, int by);

  std::uint64_t generation_;
  std::vector<Cast> casts_;
  std::size_t undone_ = 0;
  storage::Id last_ = 0;
  std::uint64_t answers_ = 0;
  std::unordered_map<storage::Id, VoterLog> voters_;
  std::unordered_map<std::uint64_t, PairTally> tallies_;  // by key_of
  std::unordered_map<storage::Id, std::int64_t> leftness_;
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
  // A vote that was undone or about a gold pair, a voter who was excluded and an item that was disabled do not.
  bool counts(const Cast& cast) const {
    return cast.is_answer() && !cast.gold && knows(cast) && items.at(cast.pair.left).counts &&
           items.at(cast.pair.right).counts && voters.at(cast.voter).counts;
  }
};

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters);

// Adds the answers to a question that count to `data`, as if they had been read from a file of
// left,right,winner,annotator.
void append_counting(std::span<const Cast> casts, const Roll& roll, std::size_t question, Comparisons& data);

}  // namespace pdrank::server
