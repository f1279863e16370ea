#include "pdrank/server/vote_log.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/random.hpp"

namespace pdrank::server {
namespace {

using storage::Answer;
using storage::Vote;

Roll roll_of(std::size_t items, std::size_t voters) {
  Roll roll;
  for (std::size_t k = 1; k <= items; ++k) roll.items[static_cast<storage::Id>(k)] = {fmt::format("i{}", k)};
  for (std::size_t k = 1; k <= voters; ++k) roll.voters[static_cast<storage::Id>(k)] = {fmt::format("v{}", k)};
  return roll;
}

std::vector<std::string> lines(const Comparisons& data) {
  std::vector<std::string> result;
  for (std::size_t n = 0; n < data.size(); ++n)
    result.push_back(fmt::format("{}{}{} {}", data.items.name(data.winner(n)), data.tie(n) ? "=" : ">",
                                 data.items.name(data.loser(n)), data.annotators.name(data.annotator(n))));
  return result;
}

std::vector<std::string> counting(const VoteLog& log, const Roll& roll) {
  Comparisons data;
  append_counting(log.casts(), roll, 0, data);
  return lines(data);
}

using Lines = std::vector<std::string>;

TEST(VoteLog, WhatCounts) {
  VoteLog log;
  log.add({.id = 1, .voter = 1, .key = "a", .left = 1, .right = 2, .answer = Answer::left});
  log.add({.id = 2, .voter = 2, .key = "a", .left = 1, .right = 2, .answer = Answer::right});
  log.add({.id = 5, .voter = 1, .key = "b", .left = 2, .right = 3, .answer = Answer::tie});
  log.add({.id = 6, .voter = 1, .key = "c", .left = 3, .right = 1, .answer = Answer::skip});
  Roll roll = roll_of(3, 2);
  EXPECT_EQ(counting(log, roll), (Lines{"i1>i2 v1", "i2>i1 v2", "i2=i3 v1"}));
  EXPECT_EQ(log.answers(), 3u);
  EXPECT_EQ(log.last(), 6);
  roll.voters[1].counts = false;
  EXPECT_EQ(counting(log, roll), (Lines{"i2>i1 v2"}));
  roll.voters[1].counts = true;
  roll.items[3].counts = false;
  EXPECT_EQ(counting(log, roll), (Lines{"i1>i2 v1", "i2>i1 v2"}));
  roll.items.erase(3);  // somebody else's, not known yet
  EXPECT_EQ(counting(log, roll), (Lines{"i1>i2 v1", "i2>i1 v2"}));
}

TEST(VoteLog, AnUndoTakesBackOneVoteOfTheSameVoter) {
  VoteLog log;
  log.add({.id = 1, .voter = 1, .key = "a", .left = 1, .right = 2, .answer = Answer::left});
  log.add({.id = 2, .voter = 2, .key = "a", .left = 1, .right = 2, .answer = Answer::left});
  log.add({.id = 3, .voter = 2, .key = "u", .answer = Answer::undo, .undoes = "a"});
  EXPECT_EQ(counting(log, roll_of(2, 2)), (Lines{"i1>i2 v1"}));
  EXPECT_EQ(log.undone(), 1u);
  log.add({.id = 4, .voter = 2, .key = "w", .answer = Answer::undo, .undoes = "a"});
  EXPECT_EQ(log.undone(), 1u) << "it is undone already";
  log.add({.id = 5, .voter = 1, .key = "x", .answer = Answer::undo, .undoes = "never"});
  EXPECT_EQ(log.undone(), 1u);
  EXPECT_EQ(log.answers(), 1u);
}

TEST(VoteLog, OnlyTheLatestCanBeUndone) {
  VoteLog log;
  for (std::size_t k = 0; k <= kUndoable; ++k)
    log.add({.id = static_cast<storage::Id>(k + 1),
             .voter = 1,
             .key = fmt::format("k{}", k),
             .left = 1,
             .right = 2,
             .answer = Answer::left});
  EXPECT_EQ(log.voter(1).vote_to_undo("u", "k0"), std::nullopt);
  log.add({.id = 100, .voter = 1, .key = "u", .answer = Answer::undo, .undoes = "k0"});
  EXPECT_EQ(log.undone(), 0u);
  EXPECT_EQ(log.voter(1).vote_to_undo("w", "k1"), "k1");
  log.add({.id = 101, .voter = 1, .key = "w", .answer = Answer::undo, .undoes = "k1"});
  EXPECT_EQ(log.undone(), 1u);
}

const Vote kVote{.id = 1, .voter = 1, .key = "a", .left = 1, .right = 2, .answer = Answer::left, .time_ms = 5};
const Vote kUndo{.id = 3, .voter = 1, .key = "u", .answer = Answer::undo, .undoes = "a", .time_ms = 6};

TEST(VoteLog, AnUndoBringsThePairBack) {
  VoteLog log;
  EXPECT_EQ(log.voter(1).answers, 0u) << "a voter of whom there is no vote yet";
  log.add(kVote);
  EXPECT_TRUE(log.voter(1).answered.contains({2, 1})) << "whichever side was left";
  EXPECT_EQ(log.voter(1).undo_key(), "a");
  EXPECT_EQ(log.voter(1).answers, 1u);
  log.add(kUndo);
  EXPECT_FALSE(log.voter(1).answered.contains({1, 2}));
  ASSERT_EQ(log.voter(1).again.size(), 1u);
  EXPECT_EQ(log.voter(1).again[0].left, 1);
  EXPECT_EQ(log.voter(1).answers, 0u);
  EXPECT_EQ(log.voter(1).undo_key(), "");
  EXPECT_EQ(log.voter(1).last_vote_ms, 6);
  log.add({.id = 4, .voter = 1, .key = "b", .left = 2, .right = 1, .answer = Answer::tie});
  EXPECT_TRUE(log.voter(1).again.empty()) << "it has been asked again";
}

TEST(VoteLog, SkipsAreNoAnswersButCanBeUndone) {
  VoteLog log;
  Vote skip = kVote;
  skip.answer = Answer::skip;
  log.add(skip);
  EXPECT_EQ(log.voter(1).answers, 0u);
  EXPECT_TRUE(log.voter(1).answered.contains({1, 2}));
  log.add(kUndo);
  EXPECT_EQ(log.voter(1).answers, 0u);
  EXPECT_FALSE(log.voter(1).answered.contains({1, 2}));
}

TEST(VoteLog, WhichVoteAnUndoIsAbout) {
  VoteLog log;
  const auto vote_to_undo = [&](const char* key, const char* undoes) { return log.voter(1).vote_to_undo(key, undoes); };
  EXPECT_EQ(vote_to_undo("u", ""), std::nullopt);
  Vote second = kVote;
  second.id = 2;
  second.key = "b";
  log.add(kVote);
  log.add(second);
  EXPECT_EQ(vote_to_undo("u", ""), "b");
  EXPECT_EQ(vote_to_undo("u", "a"), "a");
  EXPECT_EQ(vote_to_undo("u", "c"), std::nullopt);
  log.add(kUndo);
  EXPECT_EQ(vote_to_undo("u", ""), "a") << "the same undo again";
  EXPECT_EQ(vote_to_undo("u", "a"), "a");
  EXPECT_EQ(vote_to_undo("w", ""), "b");
  EXPECT_EQ(vote_to_undo("w", "a"), std::nullopt);
}

// Bit by bit or at once: the same. The twin keeps all votes and goes through them for every undo.
TEST(VoteLog, SameAsASlowTwin) {
  Random random(7);
  std::vector<Vote> votes;
  const auto one_of = [&](std::uint64_t count) { return static_cast<storage::Id>(random.below(count) + 1); };
  for (storage::Id id = 1; id <= 400; ++id) {
    Vote vote{.id = id, .voter = one_of(4), .key = fmt::format("k{}", id)};
    if (random.chance(0.2) && id > 1) {
      vote.answer = Answer::undo;
      vote.undoes = fmt::format("k{}", random.below(static_cast<std::uint64_t>(id)));
    } else {
      vote.answer = static_cast<Answer>(random.below(4));
      vote.left = one_of(6);
      do vote.right = one_of(6);
      while (vote.right == vote.left);
    }
    votes.push_back(vote);
  }
  Roll roll = roll_of(6, 4);
  roll.items[2].counts = roll.voters[3].counts = false;

  std::vector<bool> undone(votes.size(), false);
  for (std::size_t k = 0; k < votes.size(); ++k) {
    if (votes[k].answer != Answer::undo) continue;
    std::size_t seen = 0;  // votes of this voter that stand, looking back
    for (std::size_t before = k; before-- > 0 && seen < kUndoable;) {
      if (votes[before].voter != votes[k].voter || votes[before].answer == Answer::undo || undone[before]) continue;
      ++seen;
      if (votes[before].key == votes[k].undoes) undone[before] = true;
    }
  }
  Lines expected;
  for (std::size_t k = 0; k < votes.size(); ++k) {
    const Vote& vote = votes[k];
    if (undone[k] || vote.answer == Answer::undo || vote.answer == Answer::skip) continue;
    if (vote.left == 2 || vote.right == 2 || vote.voter == 3) continue;
    const storage::Id winner = vote.answer == Answer::right ? vote.right : vote.left;
    expected.push_back(fmt::format("i{}{}i{} v{}", winner, vote.answer == Answer::tie ? "=" : ">",
                                   vote.left + vote.right - winner, vote.voter));
  }
  VoteLog log;
  for (const Vote& vote : votes) log.add(vote);
  EXPECT_EQ(counting(log, roll), expected);
  EXPECT_GT(std::ranges::count(undone, true), 5);
}

}  // namespace
}  // namespace pdrank::server
