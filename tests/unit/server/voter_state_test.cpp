#include "pdrank/server/voter_state.hpp"

#include <gtest/gtest.h>

namespace pdrank::server {
namespace {

using storage::Answer;
using storage::Vote;

const Vote kVote{.id = 1, .voter = 1, .key = "a", .left = 1, .right = 2, .answer = Answer::left, .time_ms = 5};
const Vote kUndo{.id = 2, .voter = 1, .key = "u", .answer = Answer::undo, .undoes = "a", .time_ms = 6};

std::vector<Shown> queue_of(VoterState& state) {
  return state.with_queue(
      [](const auto& queue, const auto&) { return std::vector<Shown>(queue.begin(), queue.end()); });
}
bool has_answered(VoterState& state, storage::Id a, storage::Id b) {
  return state.with_queue([&](const auto&, const auto& answered) { return answered.contains(a, b); });
}

TEST(VoterState, AVoteCountsOnceWhereverItComesFromFirst) {
  const auto answers = [](auto... steps) {
    VoterState state({.id = 1, .name = "v"});
    (steps(state), ...);
    return state.summary().answers;
  };
  const auto begin = [](VoterState& state) { state.begin(kVote); };
  const auto end = [](VoterState& state) { state.end(kVote, true); };
  const auto fail = [](VoterState& state) { state.end(kVote, false); };
  const auto see = [](VoterState& state) { state.see(kVote); };
  EXPECT_EQ(answers(begin, end), 1u);
  EXPECT_EQ(answers(begin, end, see), 1u);
  EXPECT_EQ(answers(begin, see, end), 1u);
  EXPECT_EQ(answers(see), 1u);
  EXPECT_EQ(answers(begin, fail), 0u);
  EXPECT_EQ(answers(begin, end, see, begin, fail), 1u) << "sent again";
  EXPECT_EQ(answers(begin, see, end, begin, fail), 1u);
  EXPECT_EQ(answers(see, begin, fail), 1u);
}

TEST(VoterState, AnUndoBringsThePairBack) {
  VoterState state({.id = 1, .name = "v"});
  state.with_queue([](auto& queue, const auto&) { queue = {{2, 1}, {3, 4}}; });
  state.see(kVote);
  EXPECT_EQ(queue_of(state).size(), 1u) << "what is answered is not shown again, whichever side was left";
  EXPECT_TRUE(has_answered(state, 2, 1));
  EXPECT_EQ(state.summary().undo_key, "a");
  state.see(kUndo);
  ASSERT_EQ(queue_of(state).size(), 2u);
  EXPECT_EQ(queue_of(state)[0].left, 1);
  EXPECT_EQ(queue_of(state)[0].right, 2);
  EXPECT_FALSE(has_answered(state, 1, 2));
  EXPECT_EQ(state.summary().answers, 0u);
  EXPECT_EQ(state.summary().undo_key, "");
  EXPECT_EQ(state.summary().last_vote_ms, 6);
}

TEST(VoterState, SkipsAreNoAnswersButCanBeUndone) {
  VoterState state({.id = 1, .name = "v"});
  Vote skip = kVote;
  skip.answer = Answer::skip;
  state.see(skip);
  EXPECT_EQ(state.summary().answers, 0u);
  EXPECT_TRUE(has_answered(state, 1, 2));
  state.see(kUndo);
  EXPECT_EQ(state.summary().answers, 0u);
  EXPECT_FALSE(has_answered(state, 1, 2));
}

TEST(VoterState, WhichVoteAnUndoIsAbout) {
  VoterState state({.id = 1, .name = "v"});
  EXPECT_EQ(state.vote_to_undo("u", ""), std::nullopt);
  Vote second = kVote;
  second.key = "b";
  state.see(kVote);
  state.see(second);
  EXPECT_EQ(state.vote_to_undo("u", ""), "b");
  EXPECT_EQ(state.vote_to_undo("u", "a"), "a");
  EXPECT_EQ(state.vote_to_undo("u", "c"), std::nullopt);
  state.see(kUndo);
  EXPECT_EQ(state.vote_to_undo("u", ""), "a") << "the same undo again";
  EXPECT_EQ(state.vote_to_undo("u", "a"), "a");
  EXPECT_EQ(state.vote_to_undo("w", ""), "b");
  EXPECT_EQ(state.vote_to_undo("w", "a"), std::nullopt);
}

TEST(VoterState, KeepsToTheRate) {
  VoterState state({.id = 1, .name = "v"});
  int allowed = 0;
  for (int k = 0; k < 200; ++k) allowed += state.may_vote(1000);
  EXPECT_EQ(allowed, 50);
  allowed = 0;
  for (int k = 0; k < 200; ++k) allowed += state.may_vote(1100);
  EXPECT_EQ(allowed, 5);
}

}  // namespace
}  // namespace pdrank::server
