#include "pdrank/simulate/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

using Kind = NoiseModel::Kind;
using testing::binomial_bound;

TEST(ParseNoise, ReadsBothModels) {
  EXPECT_EQ(parse_noise("toggle:0.1"), (NoiseModel{Kind::toggle, 0.1}));
  EXPECT_EQ(parse_noise("toggle:0"), (NoiseModel{Kind::toggle, 0}));
  EXPECT_EQ(parse_noise("toggle:1"), (NoiseModel{Kind::toggle, 1}));
  EXPECT_EQ(parse_noise("bt:5"), (NoiseModel{Kind::bradley_terry, 5}));
  EXPECT_EQ(parse_noise("bt:1e-3"), (NoiseModel{Kind::bradley_terry, 1e-3}));
}

TEST(ParseNoise, ReadsBackWhatToStringWrites) {
  for (const NoiseModel noise : {NoiseModel{Kind::toggle, 0.1}, NoiseModel{Kind::bradley_terry, 1.0 / 3}})
    EXPECT_EQ(parse_noise(to_string(noise)), noise);
}

TEST(ParseNoise, SaysWhatIsExpected) {
  for (const char* text : {"", "toggle", "toggle:", "toggle:x", "toggle:0.1x", "toggle: 0.1", "Toggle:0.1", "bt",
                           "bt:", "bt:5,", "bt5", "gauss:1", "0.1", ":0.1"}) {
    try {
      parse_noise(text);
      ADD_FAILURE() << "taken: " << text;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.field(), "noise");
      EXPECT_EQ(error.value(), "'" + std::string(text) + "'");
      EXPECT_NE(error.rule().find("such as toggle:0.1 or bt:5"), std::string::npos);
    }
  }
}

TEST(ParseNoise, RefusesLevelsOutOfRange) {
  for (const char* text :
       {"toggle:-0.1", "toggle:1.1", "toggle:nan", "toggle:inf", "bt:0", "bt:-1", "bt:inf", "bt:nan"})
    EXPECT_THROW(parse_noise(text), InvalidArgument) << text;
}

TEST(ParseNoise, NamesTheRangeThatWasLeft) {
  try {
    parse_noise("toggle:2");
    FAIL() << "taken";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "noise is toggle:2, but the flip probability must be in [0, 1]");
  }
}

TEST(DrawTruth, IsAPermutationUnderToggle) {
  Random random(1);
  std::vector<double> truth = draw_truth({Kind::toggle, 0.1}, 100, random);
  EXPECT_FALSE(std::ranges::is_sorted(truth));
  std::ranges::sort(truth);
  for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_EQ(truth[i], static_cast<double>(i + 1));
}

TEST(DrawTruth, IsUniformOnItsRangeUnderBradleyTerry) {
  constexpr std::uint32_t kItems = 100'000;
  Random random(2);
  const std::vector<double> truth = draw_truth({Kind::bradley_terry, 5}, kItems, random);
  EXPECT_GE(*std::ranges::min_element(truth), 0);
  EXPECT_LE(*std::ranges::max_element(truth), 5);
  const auto low = std::ranges::count_if(truth, [](double score) { return score < 1; });
  EXPECT_NEAR(static_cast<double>(low), kItems / 5.0, binomial_bound(kItems, 0.2));
}

TEST(DrawAnswer, FlipsWithTheToggleProbabilityWhicheverItemIsBetter) {
  constexpr std::uint64_t kDraws = 100'000;
  Random random(3);
  std::uint64_t better_first = 0, better_second = 0;
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    better_first += draw_answer({Kind::toggle, 0.2}, 7, 3, random) ? 1u : 0u;
    better_second += draw_answer({Kind::toggle, 0.2}, 3, 7, random) ? 0u : 1u;
  }
  EXPECT_NEAR(static_cast<double>(better_first), kDraws * 0.8, binomial_bound(kDraws, 0.8));
  EXPECT_NEAR(static_cast<double>(better_second), kDraws * 0.8, binomial_bound(kDraws, 0.8));
}

TEST(DrawAnswer, FollowsTheLogisticCurveUnderBradleyTerry) {
  constexpr std::uint64_t kDraws = 100'000;
  Random random(4);
  for (const double lead : {-3.0, -0.5, 0.0, 1.0, 4.0}) {
    std::uint64_t wins = 0;
    for (std::uint64_t n = 0; n < kDraws; ++n)
      wins += draw_answer({Kind::bradley_terry, 10}, 5 + lead, 5, random) ? 1u : 0u;
    const double probability = 1 / (1 + std::exp(-lead));
    EXPECT_NEAR(static_cast<double>(wins), kDraws * probability, binomial_bound(kDraws, probability)) << lead;
  }
}

}  // namespace
}  // namespace pdrank
