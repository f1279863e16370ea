// Elo's rating, one answer after the other in the order of the rows (Elo 1978):
//
//   expected = 1 / (1 + 10^((r_loser - r_winner) / 400)),   r_winner += K (1 - expected),   r_loser -= K (1 - expected)
//
// On the usual scale: every item starts at 1000 and 400 points are odds of ten to one. A tie is an outcome of one half.
// A row of weight w is w answers in a row, the last of them in part where w is not whole. The result depends on the
// order of the rows; the other methods' do not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

constexpr double kStart = 1000, kScale = 400;
constexpr double kMostRepeats = 1000;  // later ones move little, and each costs as much as the first
constexpr std::size_t kRowsBetweenStops = 1 << 20;

double expected_score(double rating, double opponent) { return 1 / (1 + std::pow(10, (opponent - rating) / kScale)); }

void play(double& winner, double& loser, double outcome, double weight, double k) {
  for (double left = std::min(weight, kMostRepeats); left > 0; left -= 1) {
    const double gain = k * std::min(left, 1.0) * (outcome - expected_score(winner, loser));
    winner += gain;
    loser -= gain;
  }
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  const ComparisonGraph& graph = input.graph();
  const Comparisons& data = input.data;
  MethodOutput output;
  output.convergence.status = Termination::converged;
  output.scores.assign(graph.node_count(), kStart);
  std::size_t used = 0, capped = 0;
  const std::vector<std::size_t> order = order_of_time(data);
  for (std::size_t k = 0; k < data.size(); ++k) {
    const std::size_t n = order.empty() ? k : order[k];
    if (k % kRowsBetweenStops == kRowsBetweenStops - 1 && observer && observer->stop_requested()) {
      output.convergence.status = Termination::stopped;
      break;
    }
    const EdgeId edge = input.merged.edge_of[n];
    if (edge == kNoEdge) continue;
    play(output.scores[graph.winner[edge]], output.scores[graph.loser[edge]], data.winner_share(n), data.weight(n),
         *options.elo_k);
    ++used;
    capped += data.weight(n) > kMostRepeats;
  }
  if (capped > 0)
    output.notes.push_back(fmt::format("Elo: {} rows weigh more than {:g}; each counts as {:g} answers.", capped,
                                       kMostRepeats, kMostRepeats));
  output.convergence.rounds = 1;
  output.convergence.message = fmt::format("{} after {} answers, in the order of {}",
                                           output.convergence.status == Termination::stopped ? "stopped" : "done", used,
                                           order.empty() ? "the rows" : "time");
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

}  // namespace

MethodInfo elo_method() {
  return {.name = "elo",
          .summary = "ratings that follow one answer after the other; depends on the order of the rows",
          .paper = "Elo 1978, The Rating of Chessplayers, Past and Present",
          .cost = "rows, once",
          .options = {"elo_k"},
          .reads_rows = true,
          .follows_order = true,
          .run = run};
}

}  // namespace pdrank
