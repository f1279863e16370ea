// Columns of the context go wherever the rows go.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/data/from_ids.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/resample.hpp"
#include "pdrank/data/update.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

// Rows 1 .. with these languages; who wins does not matter.
Comparisons spoken(const std::vector<std::string>& languages) {
  Comparisons data = zoo::from_rows(3, {});
  data.add_context("language");
  RowColumns<Values> columns;
  columns.context.emplace_back();
  for (const std::string& language : languages) {
    columns.winner.push_back(0);
    columns.loser.push_back(1);
    columns.context[0].push_back(data.context[0].values.intern(language));
  }
  data.append(view(columns));
  return data;
}

std::vector<std::string> values_of(const Comparisons& data, std::size_t column = 0) {
  std::vector<std::string> values;
  for (std::size_t n = 0; n < data.size(); ++n) values.emplace_back(data.context[column][n]);
  return values;
}

using Texts = std::vector<std::string>;

TEST(Context, IsPickedCopiedAndSelected) {
  const Comparisons data = spoken({"en", "de", "en", "fr"});
  EXPECT_EQ(values_of(data), (Texts{"en", "de", "en", "fr"}));
  EXPECT_EQ(values_of(copy_of(data)), values_of(data));
  EXPECT_EQ(values_of(select(data, std::vector<std::uint8_t>{1, 0, 0, 1})), (Texts{"en", "fr"}));
  EXPECT_EQ(values_of(reweighted(data, std::vector<double>{0, 2, 0.5, 0})), (Texts{"de", "en"}));
  EXPECT_EQ(without_rows(data).context[0].values.size(), 3u);
  const Comparisons sorted = with_sorted_names(data);
  EXPECT_EQ(values_of(sorted), values_of(data));
  EXPECT_EQ(sorted.context[0].values.name(0), "de") << "ids do not depend on the order of the rows";
  EXPECT_EQ(&context_named(data, "language"), &data.context[0]);
  EXPECT_THROW(context_named(data, "tongue"), InvalidArgument);
}

TEST(Context, IsEmptyTextWhereARowHasNone) {
  Comparisons data = spoken({"en"});
  data.add({.winner = 1, .loser = 2});
  data.add_context("turn");
  data.add({.winner = 1, .loser = 0});
  EXPECT_EQ(values_of(data), (Texts{"en", "", ""}));
  EXPECT_EQ(values_of(data, 1), (Texts{"", "", ""}));
}

TEST(Context, IsMatchedByNameInUpdates) {
  Comparisons other = zoo::from_rows(3, {{0, 1}});
  other.add_context("turn");
  const Comparisons all = extended(extended(spoken({"en", "de"}), spoken({"fr", "en"})), other);
  EXPECT_EQ(values_of(all), (Texts{"en", "de", "fr", "en", ""}));
  EXPECT_EQ(values_of(all, 1), (Texts{"", "", "", "", ""}));
  const Comparisons left = without(all, other);
  EXPECT_EQ(values_of(left), (Texts{"en", "de", "fr", "en"}));
  EXPECT_EQ(left.context[0].values.size(), 3u) << "as if the others had been read alone";
}

TEST(Context, GoesWithResampledRowsAndArrays) {
  const Comparisons data = spoken({"en", "de", "fr", "it"});
  const MergedComparisons merged = merge(data, TieRule::half);
  Random random(1);
  const Resample resample = Resampler(data, merged, true).draw(random);
  for (std::size_t n = 0; n < resample.data.size(); ++n)
    EXPECT_EQ(resample.data.context[0][n], data.context[0][resample.data.row(n) - 1]);
  const NumberNames names{.context = {{"language", {"en", "de"}}}};
  const std::vector<std::uint32_t> winner = {5, 7}, loser = {7, 9}, ids = {1, 0};
  EXPECT_EQ(values_of(from_ids(ComparisonColumns{.winner = winner, .loser = loser, .context = {ids}}, names)),
            (Texts{"de", "en"}));
}

TEST(Context, RefusesIdsWithoutAValue) {
  Comparisons data = spoken({"en"});
  const std::vector<std::uint32_t> winner = {0}, loser = {1}, id = {1};
  EXPECT_THROW(data.append({.winner = winner, .loser = loser, .context = {id}}), InvalidArgument);
  EXPECT_THROW(data.append({.winner = winner, .loser = loser, .context = {winner, winner}}), InvalidArgument);
  EXPECT_THROW(data.append({.winner = winner, .loser = loser, .context = {{}}}), InvalidArgument);
  EXPECT_EQ(data.size(), 1u);
}

TEST(Context, HasNumbersWhereItsValuesAre) {
  const Comparisons data = spoken({"1.5", "-2", "1.5"});
  EXPECT_EQ(numbers_of(data, data.context[0]), (std::vector<double>{1.5, -2}));
  const Comparisons mixed = spoken({"7", "long", "", "3"});
  try {
    numbers_of(mixed, mixed.context[0]);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "language is 'long' in data row 2, but it must be a number");
  }
  const Comparisons rest = select(mixed, std::vector<std::uint8_t>{1, 0, 0, 1});
  EXPECT_EQ(numbers_of(rest, rest.context[0])[0], 7) << "values that no comparison has any more do not matter";
}

}  // namespace
}  // namespace pdrank
