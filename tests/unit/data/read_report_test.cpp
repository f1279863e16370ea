#include "pdrank/data/read_report.hpp"

#include <gtest/gtest.h>

namespace pdrank {
namespace {

TEST(ReadReport, SkippedRowsAsASentence) {
  ReadReport report;
  EXPECT_EQ(skipped_sentence(report), "");
  count_skipped(report, "bad weight", 1);
  show_skipped(report, "v.csv:7: bad weight 'x'");
  EXPECT_EQ(skipped_sentence(report), "1 row was skipped: bad weight (1); the first: v.csv:7: bad weight 'x'.");
  count_skipped(report, "tie", 1233);
  EXPECT_EQ(skipped_sentence(report),
            "1,234 rows were skipped: bad weight (1), tie (1,233); the first: v.csv:7: bad weight 'x'.");
}

}  // namespace
}  // namespace pdrank
