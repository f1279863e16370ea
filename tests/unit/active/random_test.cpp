#include "support/law.hpp"
#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

TEST(RandomStrategy, KeepsItsPromises) { ask::check_promises("random"); }

TEST(RandomStrategy, DrawsEveryPairEquallyOften) {
  constexpr std::uint64_t kTrials = 20'000;
  const ask::AskedData data(5, {{.winner = 0, .loser = 1}}, PairSet({{2, 3}}));
  std::map<ItemPair, double> law;
  for (const ItemPair pair : allowed_pairs(data.input(1))) law[pair] = 1.0 / 9;
  std::map<ItemPair, std::uint64_t> first, second;
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
    const std::vector<Question> questions = ask::ask("random", data.input(2, seed));
    ++first[questions[0].pair];
    ++second[questions[1].pair];
  }
  testing::expect_law(law, first, kTrials);
  testing::expect_law(law, second, kTrials);
}

TEST(RandomStrategy, ManyItemsAreDrawnEquallyOftenToo) {
  const ask::AskedData data(1000, {});
  constexpr std::uint64_t kPairs = 20'000;
  std::vector<std::uint64_t> drawn(10, 0);  // by hundred of items
  for (const Question& question : ask::expect_kept("random", data.input(kPairs), 499'500))
    for (const ItemId item : {question.pair.first, question.pair.second}) ++drawn[item / 100];
  for (const std::uint64_t count : drawn)
    EXPECT_LE(std::abs(static_cast<double>(count) - 2.0 * kPairs / 10), testing::binomial_bound(2 * kPairs, 0.1));
}

}  // namespace
}  // namespace pdrank
