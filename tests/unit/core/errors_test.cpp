#include "pdrank/core/errors.hpp"

#include <gtest/gtest.h>

namespace pdrank {
namespace {

TEST(InvalidArgument, SaysFieldValueAndRule) {
  const InvalidArgument error("gamma", "-1", "it must be positive");
  EXPECT_STREQ(error.what(), "gamma is -1, but it must be positive");
  EXPECT_EQ(error.field(), "gamma");
  EXPECT_EQ(error.value(), "-1");
  EXPECT_EQ(error.rule(), "it must be positive");
}

TEST(InvalidArgument, IsAStandardInvalidArgument) {
  EXPECT_THROW(throw InvalidArgument("k", "0", "it must be positive"), std::invalid_argument);
}

TEST(InputError, SaysPathLineAndReason) {
  const InputError error("votes.csv", 17, "winner and loser are the same item 'A'");
  EXPECT_STREQ(error.what(), "votes.csv:17: winner and loser are the same item 'A'");
  EXPECT_EQ(error.path(), "votes.csv");
  EXPECT_EQ(error.line(), 17u);
  EXPECT_EQ(error.reason(), "winner and loser are the same item 'A'");
}

TEST(InputError, LeavesTheLineOutWhenTheWholeFileIsMeant) {
  EXPECT_STREQ(InputError("votes.csv", 0, "no such file").what(), "votes.csv: no such file");
}

TEST(Stopped, SaysItWasAskedFor) { EXPECT_STREQ(Stopped().what(), "stopped on request"); }

}  // namespace
}  // namespace pdrank
