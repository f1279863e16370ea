#include "pdrank/data/comparisons.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

std::string dump(const Comparisons& data) {
  std::string text;
  for (std::size_t n = 0; n < data.size(); ++n)
    text += fmt::format("{} {} {} {} {} {} {} {} {} {}\n", data.row(n), data.winner(n), data.loser(n),
                        data.annotator(n), data.weight(n), static_cast<int>(data.outcome(n)),
                        static_cast<int>(data.first(n)), data.time(n), data.share(n), data.grade(n));
  return text + (data.has_annotators() ? "annotators" : "");
}

using Arrays = RowColumns<Values>;

void push_optional(Arrays& arrays, const Comparison& row) {
  for_each_optional([](const char*, auto, auto& column, const auto& value) { column.push_back(value); }, arrays, row);
}

// Columns in pieces, some of them left out, are the same as row by row.
TEST(Comparisons, AppendIsManyAdds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Comparisons bulk = zoo::from_rows(5, {}, 3), single = zoo::from_rows(5, {}, 3);
    for (std::uint64_t piece = random.below(6); piece > 0; --piece) {
      zoo::Rows rows = zoo::random_rows(5, random.below(8), 1, random);
      if (random.chance(0.5)) zoo::decorate(rows, 3, 4, 0.5, random);
      if (random.chance(0.5)) zoo::soften(rows, 0.5, random);
      for (Comparison& row : rows) row.grade = random.chance(0.8) ? 1 : 2.5;
      Arrays arrays;
      const bool all = random.chance(0.5), numbered = random.chance(0.3);
      std::uint32_t number = single.empty() ? 1 : single.row(single.size() - 1) + 1;
      for (zoo::Rows::value_type& row : rows) {
        if (!all) row = {.winner = row.winner, .loser = row.loser};
        arrays.winner.push_back(row.winner);
        arrays.loser.push_back(row.loser);
        if (all) push_optional(arrays, row);
        if (numbered) number += static_cast<std::uint32_t>(random.below(2));
        if (numbered) arrays.row.push_back(number);
        single.add(row, number++);
      }
      if (random.chance(0.3)) bulk.reserve(random.below(50));
      bulk.append(view(arrays));
      ASSERT_EQ(dump(bulk), dump(single)) << seed;
    }
  }
}

TEST(Comparisons, AppendRefusesAllOrNothing) {
  Comparisons data = zoo::from_rows(3, {{.winner = 0, .loser = 1}}, 1);
  const auto error = [&](const Arrays& arrays) {
    try {
      data.append(view(arrays));
    } catch (const InvalidArgument& refused) {
      return std::string(refused.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(error({.winner = {0, 1, 3}, .loser = {1, 0, 1}}), "item is 3, but there are 3 items");
  EXPECT_EQ(error({.winner = {0, 1}, .loser = {1, 1}}), "loser is 'item-1', but so is the winner");
  EXPECT_EQ(error({.winner = {0}, .loser = {1}, .annotator = {1}}), "annotator is 1, but there are 1 annotators");
  EXPECT_EQ(error({.winner = {0}, .loser = {1}, .weight = {0}}),
            "weight is 0, but must be between 1e-09 and 1000000000");
  EXPECT_EQ(error({.winner = {0, 1}, .loser = {1}}), "loser is 1 long, but winner has 2 rows");
  EXPECT_EQ(error({.winner = {0, 1}, .loser = {1, 0}, .weight = {1}}), "weight is 1 long, but winner has 2 rows");
  EXPECT_EQ(data.size(), 1u) << "rows before the wrong one are not added either";
  EXPECT_EQ(error({.winner = {2}, .loser = {1}, .annotator = {kNoAnnotator}}), "none");
  EXPECT_FALSE(data.has_annotators());
}

// Borrowed columns say the same as copied ones, before and after more is added, and let go of their owner then.
TEST(Comparisons, BorrowIsAppendWithoutACopy) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::random_rows(5, random.below(8), 1, random);
    if (random.chance(0.5)) zoo::decorate(rows, 3, 2, 0.2, random);
    const auto arrays = std::make_shared<Arrays>();
    const bool all = random.chance(0.7), numbered = random.chance(0.5);
    for (const Comparison& row : rows) {
      arrays->winner.push_back(row.winner);
      arrays->loser.push_back(row.loser);
      if (all) push_optional(*arrays, row);
      if (numbered) arrays->row.push_back(static_cast<std::uint32_t>(10 + arrays->row.size()));
    }
    Comparisons copied = zoo::from_rows(5, {}, 3), borrowed = zoo::from_rows(5, {}, 3);
    copied.append(view(*arrays));
    borrowed.borrow(view(*arrays), arrays);
    ASSERT_EQ(borrowed.columns().winner.data(), arrays->winner.data());
    ASSERT_EQ(dump(borrowed), dump(copied)) << seed;
    ASSERT_EQ(borrowed.has_weights(), copied.has_weights());
    Comparisons moved = std::move(borrowed);
    ASSERT_EQ(dump(moved), dump(copied)) << seed;
    ASSERT_TRUE(borrowed.empty());  // NOLINT: moved from
    const Comparison more{.winner = 1, .loser = 2, .annotator = 0, .weight = 3, .outcome = Outcome::tie};
    copied.add(more);
    moved.add(more);
    ASSERT_EQ(dump(moved), dump(copied)) << seed;
    copied.append(view(*arrays));
    moved.append(view(*arrays));
    ASSERT_EQ(dump(moved), dump(copied)) << seed;
    ASSERT_EQ(arrays.use_count(), 1) << "nothing is borrowed any more";
  }
}

TEST(Comparisons, BorrowChecksAsAppendDoes) {
  const auto arrays = std::make_shared<Arrays>(Arrays{.winner = {0, 3}, .loser = {1, 0}});
  Comparisons data = zoo::from_rows(3, {}, 0);
  EXPECT_THROW(data.borrow(view(*arrays), arrays), InvalidArgument);
  EXPECT_TRUE(data.empty());
  arrays->winner[1] = 2;
  EXPECT_THROW(data.borrow(view(*arrays), nullptr), InvalidArgument) << "nobody keeps them alive";
  data.borrow(view(*arrays), arrays);
  EXPECT_THROW(data.borrow(view(*arrays), arrays), InvalidArgument) << "it has some already";
  EXPECT_EQ(data.row_count(), 2u);
}

}  // namespace
}  // namespace pdrank
