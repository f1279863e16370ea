#include "pdrank/posterior/margin_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pdrank/posterior/circumstances.hpp"
#include "pdrank/posterior/tilted.hpp"

namespace pdrank {
namespace {

Model model_of(std::vector<double> cut, double davidson) {
  Model model;
  model.cut = std::move(cut);
  model.davidson = davidson;
  return model;
}

// The law of every strength, without an offset: ties first.
std::vector<MarginLaw> laws_by_strength(const Model& model) {
  Circumstances known;
  known.add({}, kTie);
  for (std::size_t strength = 2; strength <= model.cut.size(); ++strength)
    known.add({}, static_cast<std::uint8_t>(strength));
  std::vector<MarginLaw> laws = laws_of(known, model);
  std::swap(laws[0], laws[1]);
  return laws;
}

const std::vector<Model>& some_models() {
  static const std::vector<Model> models = {model_of({0.4}, 0), model_of({0.3, 1.1}, 0), model_of({0.01, 0.5, 2}, 0),
                                            model_of({}, 0.8)};
  return models;
}

TEST(MarginLaw, OneOutcomeOfAllIsGiven) {
  for (const Model& model : some_models())
    for (const double margin : {-30.0, -2.0, -0.1, 0.0, 0.7, 5.0, 40.0}) {
      const std::vector<MarginLaw> laws = laws_by_strength(model);
      double sum = laws[0].chance(margin);
      EXPECT_NEAR(laws[0].chance(margin), laws[0].chance(-margin), 1e-15) << "a tie has no sides";
      for (std::size_t strength = 1; strength < laws.size(); ++strength)
        sum += laws[strength].chance(margin) + laws[strength].chance(-margin);
      EXPECT_NEAR(sum, 1, 1e-14) << margin;
    }
}

TEST(MarginLaw, RaoAndKupperAndDavidsonAsTheyWroteThem) {
  const double margin = 0.9, theta = std::exp(0.4), p = std::exp(margin), q = 1;
  const std::vector<MarginLaw> rao = laws_by_strength(model_of({0.4}, 0));
  EXPECT_NEAR(rao[1].chance(margin), p / (p + theta * q), 1e-15);
  EXPECT_NEAR(rao[0].chance(margin), (theta * theta - 1) * p * q / ((p + theta * q) * (q + theta * p)), 1e-15);
  const std::vector<MarginLaw> davidson = laws_by_strength(model_of({}, 0.8));
  const double all = p + q + 0.8 * std::sqrt(p * q);
  EXPECT_NEAR(davidson[1].chance(margin), p / all, 1e-15);
  EXPECT_NEAR(davidson[0].chance(margin), 0.8 * std::sqrt(p * q) / all, 1e-15);
}

TEST(MarginLaw, SlopesAreThoseOfTheLogarithm) {
  constexpr double kStep = 1e-4;
  for (const Model& model : some_models())
    for (const MarginLaw& law : laws_by_strength(model))
      for (const double margin : {-3.0, -0.2, 0.0, 0.5, 4.0}) {
        const auto value = [&](double m) { return std::log(law.chance(m)); };
        const MarginLaw::Slopes slopes = law.slopes(margin);
        EXPECT_NEAR(slopes.chance, law.chance(margin), 1e-15);
        EXPECT_NEAR(slopes.first, (value(margin + kStep) - value(margin - kStep)) / (2 * kStep), 1e-7);
        EXPECT_NEAR(slopes.second,
                    (value(margin + kStep) - 2 * value(margin) + value(margin - kStep)) / (kStep * kStep), 1e-5);
      }
}

// Answers in several circumstances, against plain sums over a fine grid.
TEST(MarginLaw, TiltedMomentsAreThoseOfTheLaw) {
  Circumstances known{.effects = 1, .feature = {0}, .has_sides = true};
  const float right = 1, left = -1, none = 0;
  known.add({&right, 1}, kWin);
  known.add({&left, 1}, kWin);
  known.add({&none, 1}, kTie);
  known.add({&right, 1}, kTie);
  for (Model model : some_models()) {
    if (model.cut.size() > 1) continue;
    model.effect = {0.6};
    model.in_use = {true};
    model.flip = {0.05, 0.3};
    model.lean = {0, -0.9};
    const std::vector<MarginLaw> laws = laws_of(known, model);
    for (const float times : {1.0f, 2.5f, 40.0f}) {
      const std::vector<std::uint32_t> source = {0, 0, 0, 1, 1}, circumstance = {0, 1, 3, 2, 4};
      const std::vector<float> won = {times, 0, times, 1, 2}, lost = {0, 2, 0, 3, 0};
      const PairAnswers answers{source, won, lost, 0, model.flip, circumstance, laws, model.lean};
      for (const auto& [mean, variance] : {std::pair{0.3, 0.5}, {-2.0, 4.0}, {6.0, 1.0}, {0.0, 100.0}}) {
        double mass = 0, sum = 0, squares = 0;
        const double step = 0.002, reach = 12 * std::sqrt(variance) + 10;
        for (double d = mean - reach; d < mean + reach; d += step) {
          double log_value = -(d - mean) * (d - mean) / (2 * variance);
          for (std::size_t row = 0; row < won.size(); ++row) {
            const RowLaw at = answers.law_of(row);
            const double up = at.law.chance(d + at.offset), down = at.law.chance(-d - at.offset);
            log_value += static_cast<double>(won[row]) * std::log((1 - at.flip) * up + at.flip * down);
            log_value += static_cast<double>(lost[row]) * std::log((1 - at.flip) * down + at.flip * up);
          }
          const double value = std::exp(log_value);
          mass += value, sum += value * d, squares += value * d * d;
        }
        const TiltedPair found = tilt(mean, variance, answers);
        const double centre = sum / mass, width = squares / mass - centre * centre;
        EXPECT_NEAR(found.mean, centre, 1e-3 * std::sqrt(width)) << mean << " " << variance << " " << times;
        EXPECT_NEAR(found.variance / width, 1, 2e-3) << mean << " " << variance << " " << times;
        EXPECT_NEAR(found.log_mass, std::log(mass * step / std::sqrt(2 * M_PI * variance)), 1e-3);
      }
    }
  }
}

}  // namespace
}  // namespace pdrank
