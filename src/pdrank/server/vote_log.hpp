// From votes as given to the comparisons that count: a vote that was undone, a voter who was excluded and an item that
// was disabled are left out. Votes and names in, comparisons out; whoever derives them again gets the same.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// So many of a voter's latest votes can be undone.
inline constexpr std::size_t kUndoable = 32;

struct Cast {
  storage::Id voter = 0, left = 0, right = 0;
  storage::Answer answer = storage::Answer::skip;
  bool undone = false;

  bool is_answer() const { return !undone && answer != storage::Answer::skip; }
};

class VoteLog {
 public:
  // In the order of their ids. True if it changes what was there before: an undo that finds its vote.
  bool add(const storage::Vote& vote);

  const std::vector<Cast>& casts() const { return casts_; }  // undos are not among them
  storage::Id last() const { return last_; }                 // id of the last vote added; 0: none yet
  std::uint64_t answers() const { return answers_; }         // left, right or tie, and not undone

 private:
  std::vector<Cast> casts_;
  storage::Id last_ = 0;
  std::uint64_t answers_ = 0;
  std::unordered_map<storage::Id, std::deque<std::pair<std::string, std::size_t>>> latest_;  // by voter: key, place
};

// The names by id, and whether what they say or is said about them counts.
struct Roll {
  struct Entry {
    std::string name;
    bool counts = true;
  };
  std::unordered_map<storage::Id, Entry> items, voters;

  bool knows(const Cast& cast) const {
    return items.contains(cast.left) && items.contains(cast.right) && voters.contains(cast.voter);
  }
};

Roll make_roll(const std::vector<storage::Item>& items, const std::vector<storage::Voter>& voters);

// Adds the answers that count, from the cast number `from` on, to `data`: as if they had been read from a file of
// left,right,winner,annotator.
void append_counting(const VoteLog& log, std::size_t from, const Roll& roll, Comparisons& data);

// All votes of a project, from the store.
VoteLog read_log(storage::Store& store, storage::Id project);

}  // namespace pdrank::server
