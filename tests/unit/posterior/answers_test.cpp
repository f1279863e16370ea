#include "pdrank/posterior/answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kNodes = 9, kSources = 4;

std::vector<AnswerRow> some_rows(std::uint64_t seed, std::size_t count = 300) {
  Random random(seed);
  std::vector<AnswerRow> rows(count);
  for (AnswerRow& row : rows) {
    const auto a = static_cast<std::uint32_t>(random.below(kNodes));
    const auto b = static_cast<std::uint32_t>((a + 1 + random.below(kNodes - 1)) % kNodes);
    row = {std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(random.below(kSources)), 0, 0, 0};
    float* const answers[] = {&row.won, &row.lost, &row.tied};
    *answers[random.below(3)] = static_cast<float>(1 + random.below(3)) * 0.5f;  // exact in single precision
  }
  return rows;
}

using PairKey = std::pair<std::uint32_t, std::uint32_t>;
using RowKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

struct Sums {
  std::map<RowKey, std::pair<double, double>> strict;
  std::map<PairKey, double> tied;

  explicit Sums(const std::vector<AnswerRow>& rows) {
    for (const AnswerRow& row : rows) {
      tied[{row.first, row.second}] += static_cast<double>(row.tied);
      if (row.won + row.lost == 0) continue;
      auto& [won, lost] = strict[{row.first, row.second, row.source}];
      won += static_cast<double>(row.won);
      lost += static_cast<double>(row.lost);
    }
  }
  explicit Sums(const Answers& answers) {
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
      const PairKey key{answers.first[pair], answers.second[pair]};
      EXPECT_LT(key.first, key.second);
      EXPECT_FALSE(tied.contains(key)) << "every pair once";
      tied[key] = answers.tied_of(pair);
      for (std::size_t row = answers.begin[pair]; row < answers.begin[pair + 1]; ++row) {
        const auto [at, is_new] =
            strict.insert({{key.first, key.second, answers.source[row]},
                           {static_cast<double>(answers.won[row]), static_cast<double>(answers.lost[row])}});
        EXPECT_TRUE(is_new) << "every source once a pair";
      }
    }
  }
};

void expect_same(const Answers& a, const Answers& b) {
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.sources, b.sources);
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.second, b.second);
  EXPECT_EQ(a.begin, b.begin);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.won, b.won);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.tied, b.tied);
}

TEST(Answers, AreAddedUpByPairAndSource) {
  const std::vector<AnswerRow> rows = some_rows(1);
  const Answers answers = make_answers(rows, kNodes, kSources);
  const Sums found(answers), expected(rows);
  EXPECT_EQ(found.strict, expected.strict);
  EXPECT_EQ(found.tied, expected.tied);
  EXPECT_EQ(answers.begin.size(), answers.pairs() + 1);
  EXPECT_EQ(answers.begin.back(), answers.rows());
  for (std::size_t pair = 0; pair + 1 < answers.pairs(); ++pair)
    EXPECT_LT(std::pair(answers.first[pair], answers.second[pair]),
              std::pair(answers.first[pair + 1], answers.second[pair + 1]));
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
    EXPECT_TRUE(
        std::is_sorted(answers.source.begin() + answers.begin[pair], answers.source.begin() + answers.begin[pair + 1]));
}

TEST(Answers, TheOrderOfRowsDoesNotMatter) {
  std::vector<AnswerRow> rows = some_rows(2);
  for (AnswerRow& row : rows) row.won *= 0.37f, row.lost *= 0.37f, row.tied *= 0.37f;  // sums that are rounded
  const Answers answers = make_answers(rows, kNodes, kSources);
  Random random(3);
  for (int threads : {1, 3}) {
    const ThreadScope scope(threads);
    random.shuffle(std::span(rows));
    expect_same(make_answers(rows, kNodes, kSources), answers);
  }
}

TEST(Answers, WithoutTiesThereIsNoColumnForThem) {
  const Answers answers = make_answers({{0, 1, 0, 1, 0, 0}}, 2, 1);
  EXPECT_TRUE(answers.tied.empty());
  EXPECT_EQ(answers.tied_of(0), 0);
}

TEST(Answers, APairOfTiesAloneHasNoRows) {
  const Answers answers = make_answers({{0, 1, 0, 0, 0, 2}, {0, 1, 1, 0, 0, 1}, {1, 2, 0, 1, 0, 0}}, 3, 2);
  ASSERT_EQ(answers.pairs(), 2u);
  EXPECT_EQ(answers.tied, (std::vector<float>{3, 0}));
  EXPECT_EQ(answers.begin, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(Answers, NothingAtAll) {
  const Answers answers = make_answers({}, 3, 1);
  EXPECT_EQ(answers.pairs(), 0u);
  EXPECT_EQ(answers.rows(), 0u);
  EXPECT_EQ(answers.begin, std::vector<std::uint32_t>{0});
}

TEST(Classes, AddUpTheirSources) {
  const std::vector<AnswerRow> rows = some_rows(4);
  const std::vector<std::uint32_t> class_of_source = {1, 0, 1, 0};
  std::vector<AnswerRow> renamed = rows;
  for (AnswerRow& row : renamed) row.source = class_of_source[row.source];
  expect_same(by_class(make_answers(rows, kNodes, kSources), class_of_source, 2), make_answers(renamed, kNodes, 2));
}

TEST(Classes, OneEachChangesNothing) {
  const Answers answers = make_answers(some_rows(5), kNodes, kSources);
  const Answers grouped = by_class(answers, std::vector<std::uint32_t>{0, 1, 2, 3}, kSources);
  expect_same(grouped, answers);
}

}  // namespace
}  // namespace pdrank
