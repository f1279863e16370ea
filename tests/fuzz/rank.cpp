// Every method on small data of any kind, by options of its own: nothing is a NaN, what did not converge says so, and
// the order of rows, their weight in halves and the sign of all answers change what they should and nothing else. The
// fits of plain methods are held against their definitions (fuzz/optimum), orders against all orders there are.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "fuzz/optimum.hpp"
#include "fuzz/patience.hpp"
#include "fuzz/small_data.hpp"
#include "pdrank/core/option_table.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::fuzz {
namespace {

RankOptions some_options(Choices& input) {
  struct Setting {
    const char *name, *value;
  };
  static constexpr Setting kSettings[] = {{"ties", "half"},
                                          {"ties", "drop"},
                                          {"ties", "davidson"},
                                          {"component", "largest"},
                                          {"component", "strong"},
                                          {"solver", "pdhg"},
                                          {"gamma", "0"},
                                          {"gamma", "1e-6"},
                                          {"gamma", "1"},
                                          {"gamma", "1e12"},
                                          {"gamma", "auto"},
                                          {"epsilon", "1e-12"},
                                          {"epsilon", "1000"},
                                          {"max_rounds", "1"},
                                          {"round_tolerance", "0"},
                                          {"inner_rule", "kkt"},
                                          {"inner_rule", "cost"},
                                          {"max_iterations", "1"},
                                          {"max_iterations", "50"},
                                          {"adjustment", "0.3"},
                                          {"transform", "probit"},
                                          {"transform", "arcsine"},
                                          {"transform", "log-odds"},
                                          {"svm_cost", "1e-9"},
                                          {"svm_cost", "1e9"},
                                          {"elo_k", "1e6"},
                                          {"order_effect", "common"},
                                          {"order_effect", "none"},
                                          {"order_effect", "per-annotator"},
                                          {"drift", "0.5"},
                                          {"half_life", "30"},
                                          {"half_life", "1e-9"},
                                          {"certify", "true"},
                                          {"simultaneous", "true"},
                                          {"scale", "elo"},
                                          {"scale", "share"},
                                          {"scale", "jod"},
                                          {"level", "0.999"},
                                          {"level", "0.5"},
                                          {"few", "0"},
                                          {"boundaries", "A=50%,B"},
                                          {"fragility", "first"},
                                          {"fragility", "item-0,item-1"},
                                          {"split_half", "3"},
                                          {"bootstrap", "3"},
                                          {"cluster", "annotator"},
                                          {"anchor", "item-1"}};
  RankOptions options;
  options.method = std::string(methods()[input.below(methods().size())].name);
  options.threads = 1;
  for (std::size_t count = input.below(4); count > 0; --count) {
    const Setting setting = input.pick(kSettings);
    set_option(options, setting.name, setting.value);
  }
  return options;
}

// As it goes into a message.
std::string story(const SmallData& data, const RankOptions& options) {
  std::string text = "--method " + options.method;
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    if (const std::string value = option_text(options, record); value != option_text(RankOptions(), record))
      text += fmt::format(" --{} {}", record.name, value);
  for (const Comparison& row : data.rows)
    text += fmt::format("\n{},{} annotator {} weight {} outcome {} first {} time {} share {} grade {}", row.winner,
                        row.loser, static_cast<int>(row.annotator), row.weight, static_cast<int>(row.outcome),
                        static_cast<int>(row.first), row.time, row.share, row.grade);
  return text;
}

bool is_probability(double p) { return p >= 0 && p <= 1; }

// What holds for every result.
void check(const RankResult& result, const std::string& told) {
  require(result.convergence.status != Termination::not_run, "a result is of a run", told);
  require(!result.convergence.message.empty(), "it is said how the run ended", told);
  for (const Place& place : result.ranking) {
    require(std::isfinite(place.score), "scores are finite", told);
    require(!place.standard_error || (std::isfinite(*place.standard_error) && *place.standard_error >= 0),
            "errors are finite", told);
    require(!place.above_next || is_probability(*place.above_next), "above_next is a probability", told);
    require(!place.first || is_probability(*place.first), "first is a probability", told);
    require(!place.rank_low || (*place.rank_low <= place.rank && place.rank <= *place.rank_high),
            "a rank is in its range", told);
    require(!place.score_low || *place.score_low <= *place.score_high, "an interval has two ends",
            told + fmt::format("\n{}: {} {} {}", place.item, *place.score_low, place.score, *place.score_high));
  }
  for (std::size_t n = 0; n < result.confidence.size(); ++n) {
    const Confidence one = result.confidence[n];
    require(std::isnan(one.probability_correct) || is_probability(one.probability_correct),
            "a confidence is a probability", told);
    require(std::isnan(one.weight) || (std::isfinite(one.weight) && one.weight >= 0), "weights are finite", told);
  }
  for (const AnnotatorReport& report : result.annotators)
    require(std::isnan(report.reliability) || is_probability(report.reliability), "reliability is a probability", told);
  StringSink json, csv;
  write_result_json(result, json);
  write_ranking_csv(result, csv);
  for (const char* word : {"nan", "inf,", "-inf", ":inf"})
    require(csv.text.find(word) == std::string::npos, "the table has numbers", told + "\n" + csv.text);
}

// By item; NaN where it was not ranked.
std::vector<double> scores_of(const RankResult& result, std::uint32_t items) {
  std::vector<double> scores(items, kNone);
  for (const Place& place : result.ranking) scores[place.id] = place.method_score();
  return scores;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (!std::isnan(value)) most = std::max(most, std::abs(value));
  return most;
}

// Scores of runs that converged, and so agree up to their tolerance.
void check_same(const std::vector<double>& a, const std::vector<double>& b, double tolerance, std::string_view rule,
                const std::string& told) {
  const double room = tolerance * (1 + std::max(largest(a), largest(b)));
  for (std::size_t k = 0; k < a.size(); ++k) {
    const bool are_same = std::isnan(a[k]) ? std::isnan(b[k]) : std::abs(a[k] - b[k]) <= room;
    require(are_same, rule, fmt::format("{}\nitem {}: {} and {}", told, k, a[k], b[k]));
  }
}

// The least weight that any order contradicts, of strict answers.
double least_contradicted(const SmallData& data) {
  std::vector<std::uint32_t> place(data.items);
  std::iota(place.begin(), place.end(), 0u);
  double least = std::numeric_limits<double>::infinity();
  do {
    double contradicted = 0;
    for (const Comparison& row : data.rows) {
      if (row.tie()) continue;
      const bool is_upright = place[row.winner] < place[row.loser];
      contradicted += row.weight * (is_upright ? 1 - row.share : row.share);
    }
    least = std::min(least, contradicted);
  } while (std::next_permutation(place.begin(), place.end()));
  return least;
}

// Of the strict answers, by weight.
double contradicted_by(const RankResult& result, const SmallData& data) {
  std::vector<std::size_t> place(data.items);
  for (std::size_t k = 0; k < result.ranking.size(); ++k) place[result.ranking[k].id] = k;
  double contradicted = 0;
  for (const Comparison& row : data.rows)
    if (!row.tie()) contradicted += row.weight * (place[row.winner] < place[row.loser] ? 1 - row.share : row.share);
  return contradicted;
}

void check_order(const RankResult& result, const SmallData& data, const std::string& told) {
  const double found = contradicted_by(result, data), least = least_contradicted(data);
  require(found <= least + 1e-6 * (1 + least), "no order contradicts less than Kemeny's",
          fmt::format("{}\nleast {}, found {}", told, least, found));
}

void check_certificate(const SmallData& data, const Certificate& certificate, const std::string& told) {
  const double least = least_contradicted(data), room = 1e-6 * (1 + certificate.answers);
  const std::string numbers = fmt::format("{}\nat least {}, found {}, contradicted {}", told, certificate.at_least,
                                          least, certificate.contradicted);
  require(certificate.at_least <= least + room, "no order contradicts fewer than the bound", numbers);
  require(certificate.contradicted >= least - room, "the ranking contradicts no fewer than the best order", numbers);
  require(!certificate.best_found || *certificate.best_found >= least - room, "the best found is an order", numbers);
}

bool is_one_of(std::string_view method, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, method) != list.end();
}

// Each row as two of half its weight, unless that would be too light.
zoo::Rows in_halves(const zoo::Rows& rows) {
  constexpr double kLeastWeight = 1e-9;
  zoo::Rows all;
  for (Comparison row : rows) {
    const bool is_heavy = row.weight >= 2 * kLeastWeight;
    if (is_heavy) row.weight /= 2;
    all.insert(all.end(), is_heavy ? 2 : 1, row);
  }
  return all;
}

constexpr double kEloMiddle = 1000;  // where every item begins

// What draws or ranks many times over.
bool is_slow(const RankOptions& options) {
  return is_one_of(options.method, {"posterior", "crowd-bt", "kemeny"}) || options.bootstrap || options.split_half ||
         options.fragility;
}

std::optional<RankResult> run(const SmallData& data, const RankOptions& options, Patience patience,
                              std::string* refusal = nullptr) {
  std::optional<RankResult> result;
  const std::string ended = said([&] {
    result = rank(data.comparisons(), options, &patience);
    return std::string();
  });
  if (refusal) *refusal = ended;
  return result;
}

}  // namespace

PDRANK_FUZZ(rank) {
  const ThreadScope threads(1);
  RankOptions options;
  said([&] {
    options = some_options(input);
    return std::string();
  });
  if (options.method == "auto") return;
  const std::size_t change = input.below(5);
  const SmallData data = some_data(input);
  const Patience patience(input, is_slow(options));
  const std::string told = story(data, options);
  const std::optional<RankResult> result = run(data, options, patience);
  if (!result) return;
  check(*result, told);
  const bool is_plain = std::ranges::none_of(data.rows, [](const Comparison& row) { return row.grade != 1; });
  const bool is_whole = options.component == RankedPart::all && !options.half_life;
  if (result->certificate && is_whole && is_plain && data.items <= 6)
    check_certificate(data, *result->certificate, told);
  if (is_plain && is_whole && result->converged()) {
    if (options.method == "kemeny" && data.items <= 6) check_order(*result, data, told);
    check_optimum(data, options, *result, told);
  }

  SmallData changed = data;
  if (change == 1) {
    std::ranges::reverse(changed.rows);
  } else if (change == 2) {
    changed.rows = zoo::swapped(std::move(changed.rows));
    for (Comparison& row : changed.rows) row.first = other_side(row.first);
  } else if (change == 3) {
    changed.rows = in_halves(changed.rows);
  } else {
    return;
  }
  std::string refusal;
  const std::optional<RankResult> other = run(changed, options, patience, &refusal);
  require(other.has_value() || change == 2, "how rows are written does not decide whether a method fits",
          told + "\n" + refusal);
  if (!other) return;
  check(*other, told);
  if (!result->converged() || !other->converged()) return;
  std::vector<double> before = scores_of(*result, data.items), after = scores_of(*other, data.items);
  if (change == 1 && !is_one_of(options.method, {"elo", "multistage", "kemeny"}) && !options.bootstrap)
    check_same(before, after, 1e-4, "the order of rows does not matter", told);
  if (change == 2 && is_one_of(options.method, {"bradley-terry", "hodgerank", "elo", "i-lsr"}) && is_whole &&
      !options.adjustment) {
    const double middle = options.method == "elo" ? kEloMiddle : 0;
    for (double& score : after) score = 2 * middle - score;
    check_same(before, after, 1e-4, "answers the other way round are scores the other way round", told);
  }
  if (change == 2 && options.method == "win-rate" && is_whole) {
    for (double& score : after) score = 1 - score;
    check_same(before, after, 1e-9, "answers the other way round are shares the other way round", told);
  }
  if (change == 3 &&
      is_one_of(options.method, {"bradley-terry", "hodgerank", "i-lsr", "rank-centrality", "asr", "borda", "win-rate",
                                 "pdrank", "svm"}) &&
      is_whole && !options.bootstrap && !options.cluster)
    check_same(before, after, 1e-4, "a row is as good as two of half its weight", told);
}

}  // namespace pdrank::fuzz
