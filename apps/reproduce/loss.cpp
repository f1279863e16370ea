// Figure "loss": the 0-1 loss, log-sum-exp and its logarithm, against the score difference a'x that a label has.
#include "reproduce/loss.hpp"

#include <fmt/format.h>

#include <cmath>

#include "pdrank/io/write/csv_line.hpp"

namespace pdrank::reproduce {
namespace {

constexpr double kEnd = 5, kStep = 0.05;

double softplus(double t) { return t > 0 ? t + std::log1p(std::exp(-t)) : std::log1p(std::exp(t)); }

FigureResult run(const FigureInput&, Observer*) {
  Panel panel = {.title = "", .x = {.label = "score difference a'x, by the label"}, .y = {.label = "loss"}};
  Series zero_one = {.name = "0-1 loss", .style = {.colour = 0, .marks = false}},
         lse = {.name = "log-sum-exp", .style = {.colour = 1, .dash = 1, .marks = false}},
         pdrank = {.name = "PD-Rank: log(log-sum-exp + epsilon)", .style = {.colour = 2, .marks = false}};
  std::string csv = "difference,zero_one,log_sum_exp,pdrank\n";
  io::CsvLine out;
  const int steps = static_cast<int>(std::lround(2 * kEnd / kStep));
  for (int k = 0; k <= steps; ++k) {
    const double t = -kEnd + 2 * kEnd * k / steps;
    const Losses losses = losses_at(t);
    if (!zero_one.y.empty() && zero_one.y.back() != losses.zero_one) {  // upright
      zero_one.x.push_back(t);
      zero_one.y.push_back(zero_one.y.back());
    }
    csv += out.add(t).add(losses.zero_one).add(losses.lse).add(losses.pdrank).end();
    for (auto [series, loss] :
         {std::pair(&zero_one, losses.zero_one), std::pair(&lse, losses.lse), std::pair(&pdrank, losses.pdrank)}) {
      series->x.push_back(t);
      series->y.push_back(loss);
    }
  }
  panel.series = {std::move(zero_one), std::move(lse), std::move(pdrank)};
  FigureResult result;
  const Judged judged = judge_loss();
  result.state = judged.state;
  result.brief = judged.brief;
  result.tables.push_back({"loss.csv", std::move(csv)});
  Chart chart = {.file = "loss", .title = "Losses of a label", .columns = 1};
  chart.panels.push_back(std::move(panel));
  result.charts.push_back(std::move(chart));
  return result;
}

}  // namespace

Losses losses_at(double difference) {
  const double lse = softplus(1 - difference);
  return {difference >= 0 ? 0.0 : 1.0, lse, std::log(lse + kEpsilon)};
}

Judged judge_loss() {
  std::size_t closer = 0;
  constexpr std::size_t kPoints = 500;
  double from = 0;  // the largest difference below which it is closer throughout
  for (std::size_t k = 1; k <= kPoints; ++k) {
    const double t = -kEnd * static_cast<double>(k) / kPoints;
    const Losses losses = losses_at(t);
    const bool is_closer = std::abs(losses.pdrank - losses.zero_one) < std::abs(losses.lse - losses.zero_one);
    closer += is_closer;
    if (!is_closer) from = t;
  }
  return {by_share(closer, kPoints),
          fmt::format("closer to the 0-1 loss on {:.0f} % of [-5, 0): wherever the difference is below {:.2f}",
                      100.0 * static_cast<double>(closer) / kPoints, from)};
}

Figure loss_figure() {
  return {.id = "loss",
          .title = "The loss of PD-Rank beside the 0-1 loss",
          .place = "Figure \"Comparison between the 0-1 loss, LSE and our PD-Rank loss\"",
          .claim =
              "For values closer to and less than 0 the PD-Rank loss is a tighter approximation to the 0-1 loss "
              "than log-sum-exp, and so more robust to outliers.",
          .in_short = "closer to the 0-1 loss below 0 than log-sum-exp",
          .rule =
              "Holds if |PD-Rank loss - 1| < |log-sum-exp - 1| at each of 500 even points of [-5, 0); in part if at "
              "half of them or more.",
          .run = run};
}

}  // namespace pdrank::reproduce
