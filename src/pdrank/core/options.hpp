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
      option_of<&RankOptions::method>("method", "ranking method (`pdrank methods` describes each)",
                                      {.placeholder = "NAME"}),
      option_of<&RankOptions::preset>("preset",
                                      "which defaults to use: this program's, or the paper's for data of this size"),
      ties_option<&RankOptions::ties>(),
      component_option<&RankOptions::component>(),
      option_of<&RankOptions::few>("few",
                                   "flag items with fewer comparisons than this, and items that only one pair with "
                                   "fewer links to the rest; 0 flags none",
                                   {.range = {0, 1e9}}),
      option_of<&RankOptions::solver>("solver", "solver of each round"),
      option_of<&RankOptions::gamma>("gamma",
                                     "how strongly all scores are pulled towards zero; auto: pdrank chooses it and the "
                                     "number of rounds by held-out comparisons, and other methods have rules of their "
                                     "own",
                                     {.range = {0, 1e12}, .symbol = "gamma", .may_be_auto = true}),
      option_of<&RankOptions::epsilon>("epsilon", "limits the weight of a comparison to 1/epsilon",
                                       {.range = {1e-12, 1e3}, .symbol = "eps", .usual = defaults::kEpsilon}),
      option_of<&RankOptions::max_rounds>("max_rounds",
                                          "limit on the rounds of reweighting; for kemeny and " +
                                              option_named("certify") + ", on the rounds of cuts in a proof",
                                          {.range = {1, 1e6}, .usual = defaults::kMaxRounds}),
      option_of<&RankOptions::round_tolerance>("round_tolerance",
                                               "the rounds end when the relative change of weights or scores falls "
                                               "below this",
                                               {.range = {0, 1}, .symbol = "eps_out"}),
      option_of<&RankOptions::inner_rule>("inner_rule",
                                          "how exactly each round is solved: roughly until the rounds settle; always "
                                          "down to the optimality residual; or, as in the paper, down to the change of "
                                          "the cost"),
      option_of<&RankOptions::inner_tolerance>("inner_tolerance",
                                               "what " + option_named("inner_rule") + " must fall below",
                                               {.range = {0, 1}, .symbol = "eps_in"}),
      option_of<&RankOptions::max_iterations>("max_iterations",
                                              "limit on the solver's iterations in a round; for kemeny and " +
                                                  option_named("certify") + ", in a proof, where " +
                                                  std::to_string(defaults::kMaxProofIterations) + " are usual",
                                              {.range = {1, 1e9}}),
      option_of<&RankOptions::adjustment>(
          "adjustment",
          "bradley-terry: take this many wins from an item that won all its answers, add as many to one that lost them "
          "all, and adjust the others in between. Scores are then finite without a prior; 0.3 is usual in comparative "
          "judgement",
          {.range = {1e-6, 0.5}}),
      option_of<&RankOptions::transform>("transform",
                                         "hodgerank: how the share of wins in a pair becomes a difference of scores",
                                         {.usual = "linear"}),
      option_of<&RankOptions::svm_cost>("svm_cost", "svm: price of a pair on the wrong side of the margin",
                                        {.range = {1e-9, 1e9}, .usual = 1.0}),
      option_of<&RankOptions::elo_k>("elo_k", "elo: the most points that one answer can move",
                                     {.range = {1e-6, 1e6}, .usual = 32.0}),
      option_of<&RankOptions::order_effect>(
          "order_effect",
          "advantage of the item that stands first, on the left or at home: used if the answers show one, never used, "
          "one for all annotators, or one for each",
          {.usual = "auto"}),
      option_of<&RankOptions::drift>("drift",
                                     "let scores change over time, by this much in a year (a standard deviation, in "
                                     "log-odds); auto learns it from the answers. The ranking is for the time of the "
                                     "last answer",
                                     {.range = {1e-3, 10}, .may_be_auto = true}),
      option_of<&RankOptions::ahead>(
          "ahead", "with " + option_named("drift") + ": forecast the ranking for this many years after the last answer",
          {.range = {1e-6, 1e3}, .placeholder = "YEARS"}),
      option_of<&RankOptions::half_life>(
          "half_life",
          "an answer that is this many days older than the last one counts half as much, one twice as old a quarter, "
          "and so on",
          {.range = {1e-9, 1e9}, .placeholder = "DAYS"}),
      option_of<&RankOptions::by>("by",
                                  "also make a board for every value of this column; how far boards may differ from "
                                  "the whole is learned from the answers",
                                  {.placeholder = "COLUMN"}),
      option_of<&RankOptions::composite>(
          "composite",
          "rank by a weighted mean of the boards that " + option_named("by") +
              " makes, such as quality=2,speed=1; values that are not named do not count",
          {.placeholder = "VALUE=W,.."}),
      option_of<&RankOptions::control>(
          "control",
          "rank as if the two items had equally much of this: a column of numbers that says how much more of it the "
          "first item has, or two columns such as length_a and length_b, named `length`",
          {.placeholder = "COLUMN,.."}),
      option_of<&RankOptions::cluster>(
          "cluster",
          "answers with the same value in this column, such as answers to one prompt, are not independent: the errors "
          "of effects and of bradley-terry's scores allow for that, and " +
              option_named("bootstrap") +
              " draws clusters as a whole. annotator: the answers of each annotator are a "
              "cluster",
          {.placeholder = "COLUMN"}),
      option_of<&RankOptions::bootstrap>("bootstrap",
                                         "also rank this many resamples of the rows, to see how uncertain the ranks "
                                         "are; 200 to 1000 are usual, 0 means none",
                                         {.range = {0, 100'000}, .usual = 0, .none = 0}),
      option_of<&RankOptions::certify>("certify",
                                       "look for the order that contradicts the fewest answers, and for a proof that "
                                       "no order contradicts fewer, to tell how far the ranking is from it"),
      option_of<&RankOptions::fragility>(
          "fragility",
          "look for the fewest answers without which another item would be first (first), others would be the best K "
          "(a number), or two items would change places (their names)",
          {.placeholder = "first|K|A,B"}),
      option_of<&RankOptions::split_half>("split_half",
                                          "also split the annotators into random halves this many times and compare "
                                          "the scores that the halves give, to see how far the scores depend on who "
                                          "answered; 100 is usual, 0 means none",
                                          {.range = {0, 10'000}, .usual = 0, .none = 0}),
      option_of<&RankOptions::boundaries>(
          "boundaries",
          "grades from the best to the last; each but the last has a lower boundary: a score, a share of the items "
          "from the top such as 20%, or the last item with the grade such as @essay-7",
          {.placeholder = "GRADE=X,.."}),
      option_of<&RankOptions::simultaneous>("simultaneous",
                                            "widen the rank ranges so that all of them hold together, with the "
                                            "probability of " +
                                                option_named("level")),
      option_of<&RankOptions::scale>(
          "scale",
          "unit of the scores: log-odds (logit), Elo points around 1000, how often an item would be chosen if all were "
          "offered (share), or just-objectionable differences (jod), one of which three of four people see"),
      option_of<&RankOptions::anchor>("anchor",
                                      "the item that gets 1000 Elo points, or 0 on another " + option_named("scale") +
                                          "; NAME=X gives it X instead",
                                      {.placeholder = "NAME[=X]"}),
      level_option<&RankOptions::level>("probability with which rank ranges hold and tiers are told apart"),
      seed_option<&RankOptions::seed>("seed of the random numbers, for resamples and for methods that draw"),
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
