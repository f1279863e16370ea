// The ranking methods: name, what each needs and gives, and how to run it. `pdrank methods`, the help, the checks, the
// list in the documents and `pdrank compare` are made from this table; a new method is one file and one line in
// registry.cpp (docs/ADDING.md).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_draws.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {

// What a method is given: the rows, the same merged into a graph, and the connected parts of that.
struct MethodInput {
  const Comparisons& data;
  const MergedComparisons& merged;
  const Components& weak;
  const Components& strong;
  const struct MethodOutput* whole = nullptr;  // in a bootstrap: what the method made of all of the data
  struct WarmStart* warm = nullptr;            // of the fit before, to be replaced by this one's; null: neither

  const ComparisonGraph& graph() const { return merged.graph; }
  // Whether every connected part is strongly connected.
  bool is_strong() const { return weak.count() == strong.count(); }
};

// How far an annotator is to be trusted, by a method that learns it.
struct AnnotatorQuality {
  double reliability = 0;                      // probability of an answer that follows the scores, in (0, 1)
  double low = 0, high = 0;                    // 90 % interval
  bool by_law = false;                         // what follows is known, by the method's own law of answers
  double answers = 0;                          // strict ones
  double expected_right = 0, found_right = 0;  // of those on the likelier side: from one who is like most; as given
  double p_value = 1;                          // of answers as bad as these from the worst who are like most
  double usual = 1;                            // reliability of one who is like most
  double order = kNone, order_deviation = 0;   // advantage of what stands first, by them; NaN: as for all
};

// Answers that are not alike for all comparisons with the same winner and loser, as where scores change with time.
struct OwnAnswers {
  std::vector<std::uint32_t> of;          // by comparison; Confidences::kNoAnswer where it did not take part
  std::vector<double> probability_above;  // by answer: that the winner was above the loser
  std::vector<bool> is_tie;               // by answer
};

// What a method makes of it. Vectors that the method does not give are empty.
struct MethodOutput {
  std::vector<double> scores;                    // by node; higher is better
  std::vector<double> order;                     // by node, what the ranking goes by; empty: the scores
  std::vector<double> score_low, score_high;     // by node: interval of the score, at the level asked for
  std::vector<double> edge_weight;               // by edge: confidence in its comparisons
  std::vector<double> standard_error;            // by node: of the score; NaN where there is none
  ScoreDraws draws;                              // of the scores, by node
  OwnAnswers answers;                            // where edges will not do
  std::optional<AnswerLaws> law;                 // how its scores (and their draws) turn into answers; none: no law
  std::vector<RankRange> ranges;                 // by node, of the draws; computed from them if empty
  std::vector<AnnotatorQuality> annotators;      // by annotator of the data
  std::vector<std::pair<double, int>> settings;  // by item, if the method chose some for its part: gamma, rounds
  std::vector<BoardPlace> boards;                // of segments, without the items' names
  std::vector<CurvePoint> curves;                // over time, without the items' names
  std::vector<Effect> effects;                   // of order, ties and the like
  std::optional<double> at_least;                // bound on what orders of the graph contradict, where it has one
  Figures figures;                               // what else it found, by name
  std::vector<std::string> notes;                // what a reader should know, in sentences
  Convergence convergence;

  std::span<const double> ranked_by() const { return order.empty() ? scores : order; }
};

struct MethodInfo {
  std::string_view name = {};
  std::vector<std::string_view> aliases = {};  // other names of the same method
  std::string_view summary = {};               // one sentence
  std::string_view paper = {};
  std::string_view cost = {};                  // how it grows
  std::vector<std::string_view> options = {};  // of the records in core/options those it reads, beside the common ones
  double least_gamma = 0;                      // that it can work with, if it reads gamma
  bool needs_strong = false;                   // every connected part must be strongly connected
  bool needs_annotators = false;
  bool reads_rows = false;     // beside the graph: it is given the rows of a resample too
  bool follows_order = false;  // of the rows: another order of them is another result
  bool gives_draws = false;    // of the scores, by itself: it needs no bootstrap
  bool gives_weights = false;
  bool gives_standard_errors = false;
  bool gives_annotators = false;
  bool models_ties = false;  // by a law of their own
  // Its own defaults, where they differ from the preset's; `is_strong`: so is every connected part. Null: none.
  void (*set_defaults)(RankOptions&, bool is_strong) = nullptr;
  // Throws NotApplicable for options that do not fit the data. Null: all do.
  void (*check_options)(const RankOptions&, bool is_strong) = nullptr;
  // `options` have all their values. `observer` may be null.
  MethodOutput (*run)(const MethodInput&, const RankOptions& options, Observer* observer) = nullptr;
  const struct InTeam* in_team = nullptr;  // how processes divide its data (in_team.hpp); null: each has all of them

  std::string needs() const;  // in words
  std::string gives() const;
};

std::span<const MethodInfo> methods();

// What the option `method` may be: "auto", and every name.
std::vector<std::string> method_names();

// What an option may be, where that is a list: of its record, or the method names.
std::vector<std::string> option_choices(const OptionInfo& option);

// By name or alias, with whatever dashes and case. InvalidArgument, with the known names, if there is none; "auto" is
// not one (methods/automatic).
const MethodInfo& find_method(std::string_view name);

// InvalidArgument if the caller has set an option that the method does not read.
void check_options(const MethodInfo& method, const RankOptions& options);

// The options with all their values: the method's own defaults, then the preset's. `method` becomes its name.
RankOptions resolve(const MethodInfo& method, RankOptions options, bool is_strong, std::uint64_t items);

// NotApplicable if the data lacks what the method needs.
void check_needs(const MethodInfo& method, const MethodInput& input);

// Options that all methods share.
std::span<const std::string_view> common_options();

// Whether the option has a part in a run: the method reads it, or it says how the bootstrap draws, or how far the proof
// of options.certify goes.
bool takes_part(const MethodInfo& method, std::string_view option, const RankOptions& options);

// Whether the method reads an option. The common ones are read by all, but no bootstrap by one that gives draws itself.
bool uses_option(const MethodInfo& method, std::string_view option);

}  // namespace pdrank
