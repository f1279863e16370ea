// Appendix "Additional Metrics": paired t-tests of Kendall's tau, Spearman's rho and top-K on the runs of noise-n, bt
// and large.
#include <fmt/format.h>

#include <array>

#include "reproduce/rules.hpp"

namespace pdrank::reproduce {
namespace {

constexpr std::array kShown = {Metric::tau, Metric::spearman, Metric::top_k};

// How duels ended.
struct Tally {
  std::size_t better = 0, worse = 0, all = 0;

  void add(const Duel& duel) {
    better += duel.better();
    worse += duel.worse();
    ++all;
  }
  std::size_t open() const { return all - better - worse; }
};

Tally tally(const StudyRuns& runs, std::size_t line, Metric metric, const std::vector<std::size_t>& rivals) {
  Tally found;
  for (std::size_t point = 0; point < runs.study().points.size(); ++point)
    for (const std::size_t rival : rivals)
      if (runs.applies(point, rival)) found.add(runs.duel(point, line, rival, metric));
  return found;
}

Tally over_metrics(const StudyRuns& runs, std::size_t line, const std::vector<std::size_t>& rivals) {
  Tally sum;
  for (const Metric metric : kShown) {
    const Tally found = tally(runs, line, metric, rivals);
    sum = {sum.better + found.better, sum.worse + found.worse, sum.all + found.all};
  }
  return sum;
}

// "generally outperforms"
ClaimState mostly_better(const Tally& found) {
  if (2 * found.better > found.all && 20 * found.worse <= found.all) return ClaimState::holds;
  return found.better > found.worse ? ClaimState::in_part : ClaimState::does_not_hold;
}

Chart chart_of(const StudyRuns& runs, const std::string& title, const std::string& x) {
  Chart chart = {.file = "metrics-" + runs.study().id, .title = title, .caption = t_test_caption()};
  const std::size_t line = line_index("pdrank-paper");
  if (runs.study().panels.size() == 1) chart.columns = 3;
  for (const Metric metric : kShown)
    for (std::size_t panel = 0; panel < runs.study().panels.size(); ++panel)
      chart.panels.push_back(t_test_panel(runs, panel, metric, line, x));
  return chart;
}

void add_tables(const StudyRuns& runs, FigureResult& result) {
  for (NumbersFile& table : study_tables(runs))
    if (!table.file.ends_with("-times.csv")) result.tables.push_back(std::move(table));
}

FigureResult run(const FigureInput& input, Observer* observer) {
  const StudyRuns noise_n = run_study(noise_n_study(input), input, "metrics (noise-n)", observer);
  const StudyRuns bt = run_study(bt_study(input), input, "metrics (bt)", observer);
  const StudyRuns large = run_study(large_study(input), input, "metrics (large)", observer);
  FigureResult result;
  judge_lines([&](std::size_t line) { return judge_metrics(noise_n, bt, large, line); }, result);
  for (const StudyRuns* runs : {&noise_n, &bt, &large}) add_tables(*runs, result);
  result.charts = {chart_of(noise_n, "t-tests of PD-Rank (paper's settings), toggle noise 0.1", trials_axis().label),
                   chart_of(bt, "t-tests of PD-Rank (paper's settings), Bradley-Terry noise", trials_axis().label),
                   chart_of(large, "t-tests of PD-Rank (paper's settings), 5 comparisons an item", "items")};
  result.notes = {
      fmt::format("In a cell is the t of the test against the method of its row; green: PD-Rank is better, orange: "
                  "it is worse, grey: p > 0.05. Top-K is with K = {}; the paper does not say which K it took.",
                  kTop)};
  return result;
}

}  // namespace

Judged judge_metrics(const StudyRuns& noise_n, const StudyRuns& bt, const StudyRuns& large, std::size_t line) {
  const std::vector<std::size_t> rivals = lines_of(Line::Kind::rival);
  const Tally own_noise = over_metrics(noise_n, line, rivals);
  const Tally against_i_lsr = over_metrics(bt, line, {line_index("i-lsr")});
  const Tally against_free = over_metrics(bt, line, {line_index("svm"), line_index("ms")});
  const Tally tau = tally(large, line, Metric::tau, rivals), rho = tally(large, line, Metric::spearman, rivals),
              top = tally(large, line, Metric::top_k, rivals);
  const ClaimState parts[] = {mostly_better(own_noise),
                              by_exceptions(against_i_lsr.better, against_i_lsr.all),
                              by_exceptions(against_free.worse, against_free.all),
                              by_share(tau.better, tau.all),
                              by_share(rho.open(), rho.all),
                              by_share(top.worse, top.all)};
  return {
      all_parts(parts),
      fmt::format("toggle: better in {}, worse in {} of {} tests; bt: better than I-LSR in {} of {}, worse than SVM "
                  "and MS in {} of {}; large: tau better in {}, rho undecided in {}, top-K worse in {} of {}",
                  own_noise.better, own_noise.worse, own_noise.all, against_i_lsr.better, against_i_lsr.all,
                  against_free.worse, against_free.all, tau.better, rho.open(), top.worse, top.all)};
}

Figure metrics_figure() {
  return {.id = "metrics",
          .title = "Kendall, Spearman and top-K, with paired t-tests",
          .place = "Appendix, \"Additional Metrics\"",
          .claim =
              "Independent noise: PD-Rank generally outperforms the others in all three metrics. Bradley-Terry: "
              "I-LSR outperforms or matches PD-Rank throughout, which is similar or superior to SVM and MS. Large "
              "data: significantly better in tau, not different in Spearman's rho, and worse in top-K. Of the "
              "exceptions that the paper names two are not judged: that SVM is better at 15 trials on strongly "
              "connected graphs, and that PD-Rank is less competitive in top-K at many trials.",
          .in_short = "per setting: better, matched, or worse in top-K",
          .rule =
              "Six parts, counted in t-tests with p < 0.05. Independent noise: better in more than half of the tests "
              "and worse in at most 5 % (in part: more often better than worse). Bradley-Terry: better than I-LSR in "
              "at most 5 % of the tests; worse than SVM or MS in at most 5 % (in part: half). Large: better in tau "
              "in all tests, undecided in rho in all, worse in top-K in all (in part: half). Holds if all parts do, "
              "does not if none does even in part.",
          .run = run};
}

}  // namespace pdrank::reproduce
