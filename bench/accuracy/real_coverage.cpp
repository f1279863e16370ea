// Whether ranges hold on real answers, where nobody knows the truth: ranges from a small share of the answers against
// the ranks that the answers give which were left out.
//
// Those ranks are uncertain too. That is counted in two ways:
//
//   rest   the ranks are drawn from the posterior of the rest, and the share of its draws within the range is averaged.
//          The rest errs once by its answers and once by the draw, which both widen what the range must hold: from 5
//          and 10 % of the answers, a perfect 90 % range of a normal score holds 88.2 and 86.4 %.
//   all    the ranks are drawn from the posterior of all answers. If the model is right, what the answers left out may
//          say averages out, and a range holds exactly the share that it states.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "claims.hpp"
#include "data_sets.hpp"
#include "each.hpp"
#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr std::array<std::string_view, 4> kCollections = {"vqa", "iqa", "photos-amt", "humor"};
constexpr std::array<double, 2> kShares = {0.05, 0.1};
constexpr double kLeastCoverage = 0.85, kMostCoverage = 0.95;
constexpr std::size_t kMostSplits = 10;

// A share of the answers and the rest. A weight is a number of answers.
struct Split {
  Comparisons part, rest;
};

void add_times(Comparisons& data, const Comparisons& from, std::size_t n, double times) {
  if (times > 0)
    data.add({.winner = from.winner(n), .loser = from.loser(n), .weight = times, .outcome = tie_if(from.tie(n))});
}

Split split(const Comparisons& data, double share, std::uint64_t seed) {
  Random random(seed);
  Split result;
  for (Comparisons* half : {&result.part, &result.rest})
    for (ItemId item = 0; item < data.items.size(); ++item) half->items.intern(data.items.name(item));
  for (std::size_t n = 0; n < data.size(); ++n) {
    double taken = 0;
    for (double answer = 0; answer < data.weight(n); ++answer) taken += random.chance(share);
    add_times(result.part, data, n, taken);
    add_times(result.rest, data, n, data.weight(n) - taken);
  }
  return result;
}

RankResult rank_with_draws(const Comparisons& data) {
  RankOptions options = options_of("posterior", 1);
  options.keep_draws = true;
  return rank(data, options);
}

double mean_known(const std::vector<double>& values) {
  std::vector<double> known;
  for (const double value : values)
    if (!std::isnan(value)) known.push_back(value);
  return mean_of(known).value;
}

// Of one split of one set.
struct Held {
  double rest = kNone, all = kNone;  // share of the ranks, drawn from either posterior, that the ranges hold
  double stated = kNone;             // probability that the program gives to the ranges
  double width = kNone;              // mean of (rank_high - rank_low + 1) / items
};

Held measure(const Comparisons& data, const KeptDraws& all, double share, std::uint64_t seed) {
  const Split halves = split(data, share, seed);
  const RankResult part = rank_with_draws(halves.part), rest = rank_with_draws(halves.rest);
  std::vector<double> widths;
  for (const Place& place : part.ranking) widths.push_back(*place.rank_high - *place.rank_low + 1);
  return {.rest = mean_known(share_of_draws_within(part.ranking, *rest.draws)),
          .all = mean_known(share_of_draws_within(part.ranking, all)),
          .stated = mean_known(share_of_draws_within(part.ranking, *part.draws)),
          .width = mean_known(widths) / static_cast<double>(part.ranking.size())};
}

// The sets of a folder together, by split: the mean over the sets.
using Splits = std::vector<Held>;

Mean mean_over_splits(const Splits& splits, double Held::*figure) {
  std::vector<double> figures;
  for (const Held& held : splits) figures.push_back(held.*figure);
  return mean_of(figures);
}

struct Collection {
  std::vector<LoadedSet> sets;
  std::vector<std::shared_ptr<const KeptDraws>> all;  // by set: the draws of all answers
};

Collection load_collection(const std::vector<DataSet>& sets, std::string_view folder) {
  Collection collection;
  for (const DataSet& set : sets)
    // Answers that are in another file too, with names of annotators, are not counted twice.
    if (set.name.substr(0, set.name.find('/')) == folder && !set.name.ends_with("_annotated"))
      collection.sets.push_back(load(set, std::numeric_limits<std::size_t>::max()));
  collection.all.resize(collection.sets.size());
  for_each_parallel(collection.sets.size(),
                    [&](std::size_t k) { collection.all[k] = rank_with_draws(collection.sets[k].data).draws; });
  return collection;
}

Splits measure(const Collection& collection, double share, std::size_t splits) {
  const std::size_t sets = collection.sets.size();
  std::vector<Held> runs(sets * splits);
  for_each_parallel(runs.size(), [&](std::size_t k) {
    runs[k] = measure(collection.sets[k % sets].data, *collection.all[k % sets], share, k / sets + 1);
  });
  Splits means(splits);
  for (std::size_t one = 0; one < splits; ++one)
    for (const auto figure : {&Held::rest, &Held::all, &Held::stated, &Held::width}) {
      std::vector<double> figures;
      for (std::size_t set = 0; set < sets; ++set) figures.push_back(runs[one * sets + set].*figure);
      means[one].*figure = mean_known(figures);
    }
  return means;
}

std::string with_error(const Mean& mean) {
  return fmt::format("{} ±{}", digits(mean.value), digits(mean.standard_error));
}

void add_line(Study& study, const std::string& name, double share, const Splits& splits, cli::Table& table) {
  const Mean rest = mean_over_splits(splits, &Held::rest), all = mean_over_splits(splits, &Held::all);
  const double stated = mean_over_splits(splits, &Held::stated).value;
  const double width = mean_over_splits(splits, &Held::width).value;
  table.add_row({fmt::format("{}, {:g} %", name, 100 * share), fmt::format("{}", splits.size()), with_error(rest),
                 with_error(all), digits(stated), digits(width)});
  study.report.figures["real-coverage"].push_back({{"sets", name},
                                                   {"share", share},
                                                   {"splits", splits.size()},
                                                   {"rest", rest.value},
                                                   {"rest_standard_error", rest.standard_error},
                                                   {"all", all.value},
                                                   {"all_standard_error", all.standard_error},
                                                   {"stated", stated},
                                                   {"width", width}});
  study.report.hold({.what = fmt::format("real-coverage: {}, {:g} %: ranks of the rest held", name, 100 * share),
                     .figure = rest.value,
                     .low = kLeastCoverage,
                     .high = kMostCoverage,
                     .standard_error = rest.standard_error});
}

}  // namespace

void run_real_coverage(Study& study) {
  const std::vector<DataSet> sets = find_data_sets(study.settings.data);
  study.report.say(
      "90 % ranges of ranks from 5 and 10 % of the answers. rest: share of the ranks, drawn from the posterior of the\n"
      "other answers, that are in the range; the rest errs twice, by its answers and by the draw, so that perfect\n"
      "ranges hold some 88 and 86 %. all: the same with the posterior of all answers; perfect ranges hold what they\n"
      "state. width: of the range, as a share of the items. ± standard error over the splits, which share the answers\n"
      "of a set; the sets of a folder are averaged.\n");
  cli::Table table = table_of({"ranges from", "splits", "rest", "all", "stated", "width"});
  for (const std::string_view folder : kCollections) {
    const Stopwatch stopwatch;
    const Collection collection = load_collection(sets, folder);
    if (collection.sets.empty()) {
      study.report.say(fmt::format("Skipped: no {} in {} (--data DIR)", folder, study.settings.data));
      continue;
    }
    const std::string name =
        collection.sets.size() == 1 ? std::string(folder) : fmt::format("{} ({} sets)", folder, collection.sets.size());
    for (const double share : kShares)
      add_line(study, name, share, measure(collection, share, std::min(kMostSplits, study.settings.seeds)), table);
    fmt::print(stderr, "{}: {:.1f} s\n", folder, stopwatch.seconds());
  }
  table.add_row({"  bar", "", fmt::format("{:g} .. {:g}", kLeastCoverage, kMostCoverage), "", "", ""});
  study.report.show(table);
}

}  // namespace pdrank::bench::accuracy
