#include "pdrank/data/from_ids.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using Arrays = RowColumns<Values>;

std::string name_in(const std::optional<std::vector<std::string>>& names, std::uint32_t number) {
  return names ? (*names)[number] : std::to_string(number);
}

// By names, with the index of the item, which goes with the numbers.
std::string dump(const Comparisons& data) {
  std::string text;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const AnnotatorId annotator = data.annotator(n);
    text += fmt::format("{} {}.{} {}.{} {} {} {}\n", data.row(n), data.winner(n), data.items.name(data.winner(n)),
                        data.loser(n), data.items.name(data.loser(n)),
                        annotator == kNoAnnotator ? "-" : data.annotators.name(annotator), data.weight(n), data.tie(n));
  }
  for (ItemId item = 0; item < data.items.size(); ++item) text += fmt::format("{} ", data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) text += fmt::format("@{} ", data.annotators.name(id));
  return text;
}

std::string slow_dump(const Arrays& arrays, const NumberNames& names) {
  std::set<std::uint32_t> items(arrays.winner.begin(), arrays.winner.end());
  items.insert(arrays.loser.begin(), arrays.loser.end());
  std::set<std::uint32_t> annotators(arrays.annotator.begin(), arrays.annotator.end());
  annotators.erase(kNoAnnotator);
  const auto shown = [&](std::uint32_t number) {
    return fmt::format("{}.{}", std::distance(items.begin(), items.find(number)), name_in(names.items, number));
  };
  std::string text;
  for (std::size_t n = 0; n < arrays.winner.size(); ++n) {
    const std::uint32_t annotator = arrays.annotator.empty() ? kNoAnnotator : arrays.annotator[n];
    text += fmt::format("{} {} {} {} {} {}\n", n + 1, shown(arrays.winner[n]), shown(arrays.loser[n]),
                        annotator == kNoAnnotator ? "-" : name_in(names.annotators, annotator),
                        arrays.weight.empty() ? 1 : arrays.weight[n],
                        !arrays.outcome.empty() && arrays.outcome[n] != Outcome::win);
  }
  for (const std::uint32_t item : items) text += name_in(names.items, item) + " ";
  for (const std::uint32_t id : annotators) text += "@" + name_in(names.annotators, id) + " ";
  return text;
}

Arrays random_arrays(std::uint32_t items, std::uint32_t step, Random& random) {
  Arrays arrays;
  const bool has_annotators = random.chance(0.5), has_weights = random.chance(0.5), has_ties = random.chance(0.5);
  for (std::uint64_t rows = 1 + random.below(30); rows > 0; --rows) {
    const auto winner = static_cast<std::uint32_t>(random.below(items));
    const auto loser = static_cast<std::uint32_t>((winner + 1 + random.below(items - 1)) % items);
    arrays.winner.push_back(winner * step);
    arrays.loser.push_back(loser * step);
    const auto annotator = static_cast<std::uint32_t>(random.below(4));
    if (has_annotators) arrays.annotator.push_back(annotator == 0 ? kNoAnnotator : annotator * step);
    if (has_weights) arrays.weight.push_back(static_cast<double>(1 + random.below(2)));
    if (has_ties) arrays.outcome.push_back(tie_if(random.chance(0.3)));
  }
  return arrays;
}

// Dense and sparse numbers, copied and in place, of 32 and 64 bits.
TEST(FromIds, SameAsASlowOne) {
  int borrowed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const std::uint32_t step = seed % 4 == 0 ? 100'000'000 : seed % 4 == 1 ? 3 : 1;
    const Arrays arrays = random_arrays(static_cast<std::uint32_t>(2 + random.below(12)), step, random);
    NumberNames names;
    if (seed % 4 > 0 && random.chance(0.5)) {
      names.items.emplace();
      for (std::uint32_t k = 0; k < 40; ++k) names.items->push_back(fmt::format("n{}", k));
      names.annotators = names.items;
    }
    const std::string expected = slow_dump(arrays, names);
    const auto owner = std::make_shared<int>();
    const Comparisons kept = from_ids(view(arrays), names, owner);
    borrowed += owner.use_count() > 1;
    ASSERT_EQ(owner.use_count() > 1, kept.columns().winner.data() == arrays.winner.data());
    ASSERT_EQ(dump(kept), expected) << seed;
    ASSERT_EQ(dump(from_ids(view(arrays), names)), expected) << seed;
    const auto widened = [](const std::vector<std::uint32_t>& numbers) {
      std::vector<std::int64_t> wide(numbers.begin(), numbers.end());
      for (std::int64_t& number : wide) number = number == kNoAnnotator ? -1 : number;
      return wide;
    };
    const auto winner = widened(arrays.winner), loser = widened(arrays.loser), annotator = widened(arrays.annotator);
    ASSERT_EQ(dump(from_ids(NumberColumns{winner, loser, annotator, arrays.weight, arrays.outcome}, names)), expected);
  }
  EXPECT_GT(borrowed, 50);
}

TEST(FromIds, LargeNumbers) {
  const std::vector<std::uint32_t> winner = {2147483647, 5}, loser = {5, 0};
  EXPECT_EQ(dump(from_ids(ComparisonColumns{winner, loser})),
            "1 2.2147483647 1.5 - 1 false\n2 1.5 0.0 - 1 false\n0 5 2147483647 ");
  const std::vector<std::int64_t> wide_winner = {9223372036854775807}, wide_loser = {1};
  EXPECT_EQ(dump(from_ids(NumberColumns{wide_winner, wide_loser})),
            "1 1.9223372036854775807 0.1 - 1 false\n1 9223372036854775807 ");
}

TEST(FromIds, Refuses) {
  const auto error = [](const auto& columns, const NumberNames& names = {}) {
    try {
      from_ids(columns, names);
    } catch (const InvalidArgument& refused) {
      return std::string(refused.what());
    }
    return std::string("none");
  };
  const std::vector<std::uint32_t> zero = {0}, one = {1}, seven = {7}, minus = {static_cast<std::uint32_t>(-5)},
                                   two = {0, 1};
  EXPECT_EQ(error(ComparisonColumns{minus, one}),
            "item is negative or above 2147483647, but items are numbered from 0");
  const std::vector<std::int64_t> wide_minus = {-5}, wide_one = {1};
  EXPECT_EQ(error(NumberColumns{wide_one, wide_minus}), "item is -5, but items are numbered from 0");
  EXPECT_EQ(error(NumberColumns{wide_one, wide_one, wide_minus}),
            "annotator is -5, but annotators are numbered from 0");
  EXPECT_EQ(error(ComparisonColumns{seven, one}, {.items = {{"a", "b"}}}), "item is 7, but there are names of 2 items");
  EXPECT_EQ(error(ComparisonColumns{zero, one, seven}, {.annotators = {{"a"}}}),
            "annotator is 7, but there are names of 1 annotators");
  EXPECT_EQ(error(ComparisonColumns{zero, one}, {.items = {{"a", "a"}}}), "name is 'a', but two items have it");
  EXPECT_EQ(error(ComparisonColumns{zero, one}, {.items = {{"a", ""}}}),
            "name is empty for item 1, but it must not be");
  EXPECT_EQ(error(ComparisonColumns{zero, one}, {.items = {{"a", "b", "", ""}}}), "none")
      << "names of numbers that do not occur do not count";
  EXPECT_EQ(error(ComparisonColumns{one, one}), "loser is '1', but so is the winner");
  EXPECT_EQ(error(ComparisonColumns{zero, two}), "loser is 2 long, but winner has 1 rows");
  EXPECT_EQ(error(ComparisonColumns{}), "none");
}

// Numbers with gaps are mapped; what else a row says stays with it.
TEST(FromIds, GapsLoseNoColumn) {
  Arrays arrays{.winner = {0, 9}, .loser = {9, 5}};
  arrays.first = {Side::loser, Side::winner};
  arrays.time = {3, 1};
  arrays.row = {2, 7};
  const Comparisons data = from_ids(view(arrays));
  EXPECT_EQ(data.first(0), Side::loser);
  EXPECT_EQ(data.time(1), 1);
  EXPECT_EQ(data.row(1), 7u);
}

}  // namespace
}  // namespace pdrank
