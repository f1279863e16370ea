#include "pdrank/server/voter_state.hpp"

#include <gtest/gtest.h>

namespace pdrank::server {
namespace {

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
