#include "pdrank/simulate/simulate_text.hpp"

#include <fmt/format.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"

namespace pdrank {
namespace {

// Where nobody says otherwise; annotators err already.
constexpr double kUsualTrials = 1;
constexpr const char *kUsualNoise = "toggle:0.1", *kNoiseBesideAnnotators = "toggle:0";

std::uint64_t comparisons_of(const SimulateText& text) {
  if (text.comparisons && text.trials)
    throw InvalidArgument("trials", fmt::format("{}", *text.trials), "comparisons are given already");
  return text.comparisons ? *text.comparisons : trials_to_comparisons(text.trials.value_or(kUsualTrials), text.items);
}

}  // namespace

OptionTable<SimulateText> SimulateText::table() {
  static const std::vector<OptionRecord<SimulateText>> all = {
      option_of<&SimulateText::items>("items", "number of items", {.placeholder = "M"}),
      option_of<&SimulateText::comparisons>("comparisons", "number of comparisons", {.placeholder = "N"}),
      option_of<&SimulateText::trials>("trials", "comparisons in standard trials: one trial is M(M-1)/2 of them",
                                       {.placeholder = "T", .unset = fmt::format("{}", kUsualTrials)}),
      option_of<&SimulateText::noise>(
          "noise",
          "toggle:D = every answer is wrong with probability D; bt:R = Bradley-Terry with scores uniform on "
          "[0, R]",
          {.placeholder = "MODEL",
           .unset = fmt::format("{}, with {} {}", kUsualNoise, option_named("annotators"), kNoiseBesideAnnotators)}),
      option_of<&SimulateText::annotators>(
          "annotators",
          "who answers, kind:count with the kinds honest (turns 5 % of the answers round), sloppy (25 %), "
          "spammer (50 %), adversary (90 %), position (honest, but picks the item shown first without looking "
          "half of the time; adds a column first), or flip:count, flip/bias:count",
          {.placeholder = "SPEC"}),
      option_of<&SimulateText::shape>(
          "shape",
          "who meets whom: pairs at random, all items equally often, one item in every comparison, popular "
          "items more often (power-law:A, the k-th in proportion to k^-A [A = 1]), or every pair equally often",
          {.placeholder = "uniform|regular|star|power-law|tournament"}),
      option_of<&SimulateText::graph>("graph",
                                      "keep everything, or the largest connected or strongly connected part, which "
                                      "must hold 0.8 of the items"),
      option_of<&SimulateText::order_effect>(
          "order_effect", "log-odds in favour of the item shown first; a column first then names that item",
          {.placeholder = "ETA"}),
      option_of<&SimulateText::tie_rate>("tie_rate",
                                         "how easily items tie: equal ones with probability NU / (2 + NU), others less",
                                         {.placeholder = "NU"}),
      seed_option<&SimulateText::seed>("the same seed gives the same data"),
  };
  return all;
}

SimulateOptions parse_simulation(const SimulateText& text) {
  SimulateOptions options;
  options.items = text.items;
  options.comparisons = comparisons_of(text);
  if (!text.annotators.empty()) options.annotators = parse_annotators(text.annotators);
  options.noise = parse_noise(text.noise.value_or(options.annotators.empty() ? kUsualNoise : kNoiseBesideAnnotators));
  options.shape = parse_shape(text.shape);
  options.graph = text.graph;
  options.order_effect = text.order_effect;
  options.tie_rate = text.tie_rate;
  options.seed = text.seed;
  return options;
}

}  // namespace pdrank
