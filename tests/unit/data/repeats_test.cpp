#include "pdrank/data/repeats.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

constexpr double kSecond = 1.7e9;  // some moment

// Answers of 5 annotators about 10 items, one a second.
Comparisons answers(std::size_t count, double seconds = 1) {
  Comparisons data;
  for (int item = 0; item < 10; ++item) data.items.intern(std::string(1, static_cast<char>('a' + item)));
  for (int id = 0; id < 5; ++id) data.annotators.intern(std::to_string(id));
  Random random(7);
  for (std::size_t n = 0; n < count; ++n) {
    const auto winner = static_cast<ItemId>(random.below(10)), step = static_cast<ItemId>(1 + random.below(9));
    data.add({.winner = winner,
              .loser = (winner + step) % 10,
              .annotator = static_cast<AnnotatorId>(random.below(5)),
              .time = kSecond + seconds * static_cast<double>(n) + 1});
  }
  return data;
}

void repeat(Comparisons& data, std::size_t begin, std::size_t count) {
  for (std::size_t n = begin; n < begin + count; ++n) data.add(data[n]);
}

TEST(Repeats, OfEverything) {
  Comparisons data = answers(40);
  EXPECT_EQ(repeats_note(data), "");
  repeat(data, 0, 40);
  EXPECT_EQ(repeats_note(data),
            "The second half of the comparisons repeats the first, row by row: 40 count twice. If they were put "
            "together twice, leave one half out.");
}

TEST(Repeats, ThatAreMadeSo) {
  Comparisons data = answers(1);
  for (int k = 0; k < 127; ++k) repeat(data, 0, 1);
  Comparisons untimed = without_rows(data);
  for (std::size_t n = 0; n < data.size(); ++n) untimed.add({.winner = data.winner(n), .loser = data.loser(n)});
  EXPECT_EQ(repeats_note(untimed), "") << "the same answer over and over again";
  Comparisons few = answers(20);
  repeat(few, 0, 20);
  EXPECT_EQ(count_repeats(few), 20u);
  EXPECT_TRUE(same_rows(few, 0, 20, 20));
  EXPECT_FALSE(same_rows(few, 0, 19, 20));
}

TEST(Repeats, OfSomeAnswers) {
  Comparisons data = answers(100'000);
  EXPECT_EQ(count_repeats(data), 0u);
  repeat(data, 5, 1000);
  EXPECT_EQ(count_repeats(data), 1000u);
  EXPECT_EQ(repeats_note(data),
            "1,000 comparisons repeat an earlier one: the same annotator gave the same answer at the same moment. If "
            "they were saved twice, leave them out.");
}

TEST(Repeats, AreNoneWhereMomentsDoNotTellAnswersApart) {
  Comparisons batches = answers(2000, 0);
  EXPECT_EQ(count_repeats(batches), 0u) << "one time for all";
  Comparisons days = without_rows(batches);
  for (int k = 0; k < 50; ++k) days.add({.winner = 0, .loser = 1, .annotator = 0, .time = 86400.0 * 18000});
  EXPECT_EQ(count_repeats(days), 0u) << "dates";
  Comparisons rounds = without_rows(batches);
  for (int k = 0; k < 50; ++k) rounds.add({.winner = 0, .loser = 1, .annotator = 0, .time = 3.5});
  EXPECT_EQ(count_repeats(rounds), 0u) << "rounds";
}

}  // namespace
}  // namespace pdrank
