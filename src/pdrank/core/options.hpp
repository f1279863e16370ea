// The options of a ranking run, with their table and presets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/choices.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/option_table.hpp"

namespace pdrank {

// What the default preset fills in for PD-Rank; the criteria of `solve` start from the same numbers.
namespace defaults {
inline constexpr double kEpsilon = 1e-2, kRoundTolerance = 1e-2, kInnerTolerance = 1e-9;
inline constexpr int kMaxRounds = 200, kMaxIterations = 1000;
inline constexpr int kMaxProofIterations = 30'000;  // of a linear solver, in a proof
}  // namespace defaults

// Fields without a value are decided by the preset, some of them by the size of the data.
struct RankOptions {
  std::string method = "auto";
  Preset preset = Preset::standard;
  TieRule ties = TieRule::automatic;
  RankedPart component = RankedPart::all;
  int few = 5;
  std::optional<SolverKind> solver = std::nullopt;
  std::optional<double> gamma = std::nullopt;
  std::optional<double> epsilon = std::nullopt;
  std::optional<int> max_rounds = std::nullopt;
  std::optional<double> round_tolerance = std::nullopt;
  std::optional<InnerRule> inner_rule = std::nullopt;
  std::optional<double> inner_tolerance = std::nullopt;
  std::optional<int> max_iterations = std::nullopt;
  std::optional<double> adjustment = std::nullopt;
  std::optional<Transform> transform = std::nullopt;
  std::optional<double> svm_cost = std::nullopt;
  std::optional<double> elo_k = std::nullopt;
  std::optional<OrderEffect> order_effect = std::nullopt;
  std::optional<double> drift = std::nullopt;
  std::optional<double> ahead = std::nullopt;
  std::optional<double> half_life = std::nullopt;
  std::optional<std::string> by = std::nullopt;
  std::optional<std::vector<std::string>> composite = std::nullopt;
  std::optional<std::vector<std::string>> control = std::nullopt;
  std::optional<std::string> cluster = std::nullopt;
  std::optional<int> bootstrap = std::nullopt;
  bool certify = false;
  std::optional<std::vector<std::string>> fragility = std::nullopt;
  std::optional<int> split_half = std::nullopt;
  std::optional<std::vector<std::string>> boundaries = std::nullopt;
  bool simultaneous = false;
  std::optional<ScaleKind> scale = std::nullopt;
  std::optional<std::string> anchor = std::nullopt;
  double level = 0.9;
  std::uint64_t seed = 1;
  int threads = 0;
  bool standard_errors = true;  // not a flag: where nobody looks at them, they need not be computed
  bool keep_draws = false;      // not a flag: the result keeps the draws of the scores, for predictions
  bool proofs = true;  // not a flag: where nobody looks at them, there is no certificate, and kemeny proves nothing

  static OptionTable<RankOptions> table();
  static RankOptions usual();  // what the default preset fills in on small data
};

inline OptionTable<RankOptions> RankOptions::table() {
  static const std::vector<OptionRecord<RankOptions>> all = {
      option_of<&RankOptions::method>("method", "ranking method (`pdrank methods` tells more)",
                                      {.placeholder = "NAME"}),
      option_of<&RankOptions::preset>("preset",
                                      "default settings: this program's, or the paper's for the size of the data"),
      ties_option<&RankOptions::ties>(),
      component_option<&RankOptions::component>(),
      option_of<&RankOptions::few>("few",
                                   "flag items with fewer comparisons than this, and those linked to the rest by "
                                   "one pair alone that has fewer; 0 = none",
                                   {.range = {0, 1e9}}),
      option_of<&RankOptions::solver>("solver", "solver of each round"),
      option_of<&RankOptions::gamma>("gamma",
                                     "strength of the pull of all scores towards zero; auto: pdrank chooses it "
                                     "and the rounds by held-out comparisons, other methods have their own way",
                                     {.range = {0, 1e12}, .symbol = "gamma", .may_be_auto = true}),
      option_of<&RankOptions::epsilon>("epsilon", "bounds the weight of a comparison by 1/epsilon",
                                       {.range = {1e-12, 1e3}, .symbol = "eps", .usual = defaults::kEpsilon}),
      option_of<&RankOptions::max_rounds>(
          "max_rounds", "most rounds of reweighting; kemeny and " + option_named("certify") + ": of cuts, in a proof",
          {.range = {1, 1e6}, .usual = defaults::kMaxRounds}),
      option_of<&RankOptions::round_tolerance>("round_tolerance",
                                               "rounds end when weights or scores change by less, relatively",
                                               {.range = {0, 1}, .symbol = "eps_out"}),
      option_of<&RankOptions::inner_rule>("inner_rule",
                                          "how far a round is solved: roughly, until the rounds settle; every one "
                                          "to the optimality residual; or (paper) to the change of cost"),
      option_of<&RankOptions::inner_tolerance>("inner_tolerance",
                                               "what " + option_named("inner_rule") + " must fall below",
                                               {.range = {0, 1}, .symbol = "eps_in"}),
      option_of<&RankOptions::max_iterations>("max_iterations",
                                              "most solver iterations in a round; kemeny and " +
                                                  option_named("certify") + ": in a proof, where " +
                                                  std::to_string(defaults::kMaxProofIterations) + " are usual",
                                              {.range = {1, 1e9}}),
      option_of<&RankOptions::adjustment>(
          "adjustment",
          "bradley-terry: an item that won all its answers counts as if it had so many wins fewer, one that lost them "
          "all as if it had so many more, others in between. Scores are then finite without a prior; 0.3 is usual in "
          "comparative judgement",
          {.range = {1e-6, 0.5}}),
      option_of<&RankOptions::transform>(
          "transform", "hodgerank: how the share of wins of a pair becomes a score difference", {.usual = "linear"}),
      option_of<&RankOptions::svm_cost>("svm_cost", "svm: price of a pair on the wrong side of the margin",
                                        {.range = {1e-9, 1e9}, .usual = 1.0}),
      option_of<&RankOptions::elo_k>("elo_k", "elo: points that one answer can move",
                                     {.range = {1e-6, 1e6}, .usual = 32.0}),
      option_of<&RankOptions::order_effect>(
          "order_effect",
          "advantage of what stands first, on the left or at home: used if the answers speak for it, never, one for "
          "all, or one for each annotator",
          {.usual = "auto"}),
      option_of<&RankOptions::drift>("drift",
                                     "scores change with time, by so much in a year (a standard deviation, in "
                                     "log-odds); auto: it is learned. The ranking is that of the last answer's time",
                                     {.range = {1e-3, 10}, .may_be_auto = true}),
      option_of<&RankOptions::ahead>(
          "ahead",
          "with " + option_named("drift") + ": the ranking is a forecast, for so many years after the last answer",
          {.range = {1e-6, 1e3}, .placeholder = "YEARS"}),
      option_of<&RankOptions::half_life>(
          "half_life", "answers count half as much with every so many days that they are older than the last one",
          {.range = {1e-9, 1e9}, .placeholder = "DAYS"}),
      option_of<&RankOptions::by>("by",
                                  "a board for every value of this column as well, each held to the whole by as much "
                                  "as the answers say",
                                  {.placeholder = "COLUMN"}),
      option_of<&RankOptions::composite>(
          "composite",
          "rank by a weighted mean of the boards that " + option_named("by") +
              " makes, such as quality=2,speed=1; values that are not named do not count",
          {.placeholder = "VALUE=W,.."}),
      option_of<&RankOptions::control>(
          "control",
          "rank as if the two items had the same of this: a column with a number that says how much more of it the "
          "first item has, or two columns such as length_a and length_b, called `length`",
          {.placeholder = "COLUMN,.."}),
      option_of<&RankOptions::cluster>(
          "cluster",
          "answers with the same value of this column, such as those to one prompt, are not independent: errors of "
          "effects, and bradley-terry's of scores, allow for that, and " +
              option_named("bootstrap") + " draws clusters as a whole. annotator: the answers of one annotator",
          {.placeholder = "COLUMN"}),
      option_of<&RankOptions::bootstrap>("bootstrap",
                                         "rank this many resamples of the rows as well, to see how uncertain the "
                                         "ranks are; 200 to 1000 are usual, 0 is none",
                                         {.range = {0, 100'000}, .usual = 0, .none = 0}),
      option_of<&RankOptions::certify>("certify",
                                       "look for the order that contradicts the fewest answers, and for the proof that "
                                       "none contradicts fewer, to tell how far the ranking is from it"),
      option_of<&RankOptions::fragility>(
          "fragility",
          "look for the fewest answers without which another item would be first (first), others would be the best K "
          "(a number), or two items would change places (their names)",
          {.placeholder = "first|K|A,B"}),
      option_of<&RankOptions::split_half>("split_half",
                                          "rank so many random halves of the annotators against each other as well, to "
                                          "see how far the scores depend on "
                                          "who answered; 100 is usual, 0 is none",
                                          {.range = {0, 10'000}, .usual = 0, .none = 0}),
      option_of<&RankOptions::boundaries>(
          "boundaries",
          "grades from the best to the last, each but the last with its lower boundary: a score, a share of the items "
          "from the top such as 20%, or the last item that has the grade such as @essay-7",
          {.placeholder = "GRADE=X,.."}),
      option_of<&RankOptions::simultaneous>("simultaneous",
                                            "make the rank ranges so wide that all of them are true together, with the "
                                            "probability of " +
                                                option_named("level")),
      option_of<&RankOptions::scale>(
          "scale",
          "write scores in log-odds (logit), in Elo points around 1000, as the share of choices among all items that "
          "would be this one, or in just-objectionable differences (jod), one of which three of four see"),
      option_of<&RankOptions::anchor>("anchor",
                                      "the item that has 1000 Elo points, or 0 of another " + option_named("scale") +
                                          ", whatever the others have; NAME=X gives it X instead",
                                      {.placeholder = "NAME[=X]"}),
      level_option<&RankOptions::level>("probability of the rank ranges, and that tiers are told apart with"),
      seed_option<&RankOptions::seed>("seed of random numbers, for resamples and methods that draw any"),
      threads_option<&RankOptions::threads>(),
  };
  return all;
}

// The value of the option `cluster` that stands for the annotators.
inline constexpr std::string_view kAnnotatorCluster = "annotator";

// The columns of the input that the options are about.
std::vector<std::string> context_of(const RankOptions& options);

// Whether a number is left to the method: unset, or kAuto.
bool is_left_open(const std::optional<double>& number);

// "hodgerank:transform=probit:max-rounds=5": a method, and options of its own.
struct MethodText {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings;  // option, spelled as in its record -> value
};

// InvalidArgument, field "methods", where an option has no value. Whether there is such a method or option is not
// asked.
MethodText split_method(std::string_view text);

// Fills what is unset from the preset: the program's, or the paper's (appendix "Parameters" and "Stopping criteria").
RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count);

}  // namespace pdrank
