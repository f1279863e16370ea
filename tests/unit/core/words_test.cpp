#include "pdrank/core/words.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pdrank {
namespace {

using Names = std::vector<std::string>;

TEST(Words, LargeNumbersAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(Words, AmountsAreWholeNumbersInFullAndOthersInFewDigits) {
  EXPECT_EQ(amount(0), "0");
  EXPECT_EQ(amount(7), "7");
  EXPECT_EQ(amount(1234567), "1,234,567");
  EXPECT_EQ(amount(0x1p61), "2,305,843,009,213,693,952");
  EXPECT_EQ(amount(0.5), "0.5");
  EXPECT_EQ(amount(1.0 / 3), "0.333");
  EXPECT_EQ(amount(66.25), "66.2");
  EXPECT_EQ(amount(1234.5), "1,234.5");
  EXPECT_EQ(amount(1234.04), "1,234");
  EXPECT_EQ(amount(999.96), "1,000");
  EXPECT_EQ(amount(1234567.89), "1,234,567.9");
  double sum = 0;
  for (int k = 0; k < 50; ++k) sum += 0.1;
  ASSERT_NE(sum, 5);
  EXPECT_EQ(amount(sum), "5") << "rounding is not shown";
  EXPECT_EQ(amount(99.999), "100");
}

TEST(Words, OneAndMany) {
  EXPECT_EQ(plural(1, "row", "rows"), "1 row");
  EXPECT_EQ(plural(0, "row", "rows"), "0 rows");
  EXPECT_EQ(plural(1500, "row", "rows"), "1,500 rows");
}

TEST(Words, Lists) {
  EXPECT_EQ(listed(Names{}), "");
  EXPECT_EQ(listed(Names{"A"}), "A");
  EXPECT_EQ(listed(Names{"A", "B"}), "A and B");
  EXPECT_EQ(listed(Names{"A", "B", "C"}), "A, B and C");
}

TEST(Words, TheFirstFewOfMany) {
  const Names names = {"A", "B", "C", "D", "E"};
  EXPECT_EQ(first_few(Names{"A"}, 1), "A");
  EXPECT_EQ(first_few(Names{"A", "B", "C", "D"}, 4), "A, B, C and D") << "rather than 1 more";
  EXPECT_EQ(first_few(names, 5), "A, B, C and 2 more");
  EXPECT_EQ(first_few(names, 2000), "A, B, C and 1,997 more");
  EXPECT_EQ(first_few(names, 5, 5), "A, B, C, D and E");
}

TEST(Words, LongNamesAreCutBetweenCharacters) {
  const std::string forty(40, 'x');
  EXPECT_EQ(shortened(forty), forty);
  EXPECT_EQ(shortened(forty + "y"), forty + "...");
  std::string accents, cut;
  for (int k = 0; k < 50; ++k) accents += "\u00e9";
  for (int k = 0; k < 40; ++k) cut += "\u00e9";
  EXPECT_EQ(shortened(accents), cut + "...");
}

}  // namespace
}  // namespace pdrank
