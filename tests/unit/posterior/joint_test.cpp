// The joint distribution test (Geweke 2004): answers drawn given the unknowns, then one sweep of the chain given these
// answers, and so on. If every step of a sweep leaves the posterior as it is, the unknowns follow their prior, and
// every moment of them is known.
#include <gtest/gtest.h>

#include <boost/random/beta_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <functional>
#include <string>

#include "pdrank/posterior/chain.hpp"
#include "support/rows.hpp"
#include "unit/posterior/sequences.hpp"

namespace pdrank {
namespace {

// The pairs every source is asked about; the last item is in none.
struct Design {
  std::uint32_t items = 4, sources = 1;
  std::vector<std::pair<ItemId, ItemId>> pairs = {{0, 1}, {1, 2}, {0, 2}, {0, 1}};
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Within what chain.cpp allows: 1e-5 for flips, 1e-3 for the mean and the share, log S in -3 .. 9, log concentration in
// 1.4 .. 7. A state outside is drawn again, all of it: the prior, given that all are inside.
bool is_inside(const ModelState& state) {
  const auto within = [](double low, double value, double high) { return value >= low && value <= high; };
  const bool alone = state.flip.size() == 1;
  for (const double f : state.flip)
    if (!within(1e-5, f, (alone ? 0.5 : 1) - 1e-5)) return false;
  if (!within(-3, std::log(state.scale), 9)) return false;
  return alone || (within(1e-3, state.flip_mean, 0.5 - 1e-3) && within(1e-3, state.stray_share, 1 - 1e-3) &&
                   within(1.4, std::log(state.flip_concentration), 7));
}

ModelState draw_once(const Design& design, const Priors& priors, Random& random) {
  const auto log_normal = [&](double mean, double deviation) {
    return std::exp(boost::random::normal_distribution<double>(mean, deviation)(random));
  };
  const auto beta = [&](double a, double b) { return boost::random::beta_distribution<double>(a, b)(random); };
  ModelState state;
  for (std::uint32_t item = 0; item < design.items; ++item)
    state.position.push_back(static_cast<float>(random.uniform()));
  state.scale = log_normal(priors.log_scale_mean, priors.log_scale_deviation);
  if (design.sources == 1) {
    state.flip = {beta(1, priors.noise_rivals) / 2};
    state.stray = {0};
    return state;
  }
  state.flip_mean = beta(1, priors.noise_rivals) / 2;
  state.flip_concentration = log_normal(priors.log_concentration_mean, priors.log_concentration_deviation);
  state.stray_share = beta(1, priors.stray_rivals);
  for (std::uint32_t source = 0; source < design.sources; ++source) {
    const bool stray = random.chance(state.stray_share);
    const double a = state.flip_mean * state.flip_concentration;
    state.stray.push_back(stray ? 1 : 0);
    state.flip.push_back(stray ? random.uniform() : beta(a, state.flip_concentration - a));
  }
  return state;
}

ModelState draw_prior(const Design& design, const Priors& priors, Random& random) {
  while (true) {
    ModelState state = draw_once(design, priors, random);
    if (is_inside(state)) return state;
  }
}

Answers draw_answers(const Design& design, const ModelState& state, Random& random) {
  zoo::Rows rows;
  for (std::uint32_t source = 0; source < design.sources; ++source)
    for (const auto& [i, j] : design.pairs) {
      const double gap = static_cast<double>(state.position[i]) - static_cast<double>(state.position[j]);
      const double f = state.flip[source], p = f + (1 - 2 * f) * sigmoid(state.scale * gap);
      const bool i_wins = random.chance(p);
      rows.push_back({i_wins ? i : j, i_wins ? j : i, source});
    }
  const Comparisons data = zoo::from_rows(design.items, rows, design.sources);
  const MergedComparisons merged = merge(data, TieRule::half);
  if (design.sources == 1) return Answers(merged.graph);
  return Answers(merge_by_source(data, merged), design.items, design.sources);
}

std::vector<ModelState> alternate(const Design& design, const Priors& priors, std::size_t times) {
  Random random(11);
  ModelState state = draw_prior(design, priors, random);
  std::vector<ModelState> states;
  for (std::size_t k = 0; k < times; ++k) {
    const Answers answers = draw_answers(design, state, random);
    Chain chain(answers, priors, state, false, random.bits());
    chain.sweep();
    states.push_back(state = chain.state());
  }
  return states;
}

// What is compared: first and second moments, of single unknowns and of two together.
struct Moment {
  std::string name;
  std::function<double(const ModelState&)> value;
};

void add_power(std::vector<Moment>& moments, const std::string& name,
               const std::function<double(const ModelState&)>& value) {
  moments.push_back({name, value});
  moments.push_back({name + " squared", [value](const ModelState& s) { return value(s) * value(s); }});
}

std::vector<Moment> moments_of(const Design& design) {
  const auto position = [](std::size_t item) {
    return [item](const ModelState& s) { return static_cast<double>(s.position[item]); };
  };
  const auto log_scale = [](const ModelState& s) { return std::log(s.scale); };
  std::vector<Moment> moments;
  for (std::uint32_t item = 0; item < design.items; ++item)
    add_power(moments, "position " + std::to_string(item), position(item));
  add_power(moments, "gap",
            [](const ModelState& s) { return std::abs(double{s.position[0]} - double{s.position[1]}); });
  add_power(moments, "log S", log_scale);
  moments.push_back({"log S above 4", [=](const ModelState& s) { return log_scale(s) > 4 ? 1.0 : 0.0; }});
  moments.push_back({"log S with gap", [=](const ModelState& s) {
                       return (log_scale(s) - 3) * std::abs(double{s.position[0]} - double{s.position[2]});
                     }});
  add_power(moments, "f", [](const ModelState& s) { return s.flip[0]; });
  moments.push_back({"f below 0.05", [](const ModelState& s) { return s.flip[0] < 0.05 ? 1.0 : 0.0; }});
  moments.push_back({"f with log S", [=](const ModelState& s) { return s.flip[0] * (log_scale(s) - 3); }});
  if (design.sources == 1) return moments;
  moments.push_back({"f above a half", [](const ModelState& s) { return s.flip[0] > 0.5 ? 1.0 : 0.0; }});
  moments.push_back({"f of two", [](const ModelState& s) { return s.flip[0] * s.flip[1]; }});
  moments.push_back({"strays", [](const ModelState& s) { return static_cast<double>(s.stray[0]); }});
  moments.push_back(
      {"strays in pairs", [](const ModelState& s) { return static_cast<double>(s.stray[0] * s.stray[1]); }});
  moments.push_back({"f of strays", [](const ModelState& s) { return s.stray[1] ? s.flip[1] : 0.0; }});
  add_power(moments, "share of strays", [](const ModelState& s) { return s.stray_share; });
  add_power(moments, "mean", [](const ModelState& s) { return s.flip_mean; });
  add_power(moments, "log concentration", [](const ModelState& s) { return std::log(s.flip_concentration); });
  moments.push_back({"f with mean", [](const ModelState& s) { return s.flip[0] * s.flip_mean; }});
  return moments;
}

// Both sides are random: five standard errors of the difference, from what the sequences themselves show.
void expect_prior(const Design& design, const Priors& priors, std::size_t times) {
  Random random(12);
  std::vector<ModelState> prior(times);
  for (ModelState& state : prior) state = draw_prior(design, priors, random);
  const std::vector<ModelState> states = alternate(design, priors, times);
  for (const Moment& moment : moments_of(design)) {
    std::vector<double> expected, found;
    for (const ModelState& state : prior) expected.push_back(moment.value(state));
    for (const ModelState& state : states) found.push_back(moment.value(state));
    sequences::expect_same_mean(found, expected, moment.name);
  }
}

TEST(JointDistribution, OneSource) { expect_prior(Design(), Priors(), 20'000); }

// A smooth law and much noise: the shift and the stretch of all positions do most of the moving.
TEST(JointDistribution, OneSourceSmallScale) {
  expect_prior(Design(), {.log_scale_mean = 0.5, .log_scale_deviation = 0.7, .noise_rivals = 1.5}, 20'000);
}

// Nothing is known of more items than are compared: the factor of the stretch is large.
TEST(JointDistribution, ManyItems) {
  expect_prior({.items = 12, .pairs = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}}, Priors(), 20'000);
}

TEST(JointDistribution, SeveralSources) { expect_prior({.sources = 3}, Priors(), 20'000); }

TEST(JointDistribution, SeveralSourcesMostlyStrays) {
  const Priors priors = {
      .noise_rivals = 2, .log_concentration_mean = 1, .log_concentration_deviation = 0.8, .stray_rivals = 1};
  expect_prior({.sources = 4, .pairs = {{0, 1}, {1, 2}, {0, 1}}}, priors, 20'000);
}

}  // namespace
}  // namespace pdrank
