#include "pdrank/solve/reweight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

struct Rounds::Sums {
  double loss = 0, change = 0, before = 0;  // the latter two squared, of omega
  void operator+=(const Sums& other) {
    loss += other.loss;
    change += other.change;
    before += other.before;
  }
};

Rounds::Rounds(const ComparisonGraph& graph, const RoundsOptions& options, InnerSolverFactory make_solver,
               const Sharing& sharing)
    : tiles_(graph),
      sharing_(sharing),
      epsilon_(options.epsilon),
      solver_(make_solver(tiles_, options, sharing)),
      scores_(graph.node_count(), 0.0),
      count_(graph.edge_count()) {
  tiles_.in_tile_order(graph.count, count_);
  weight_ = count_;
}

void Rounds::start(std::span<const double> scores) {
  std::ranges::copy(scores, scores_.begin());
  std::ranges::copy(count_, weight_.begin());
}

// The weights are those of the scores.
void Rounds::go_on_from(const RoundsState& state) {
  start(state.scores);
  reweight();
  traffic_ = state.traffic;
}

void Rounds::move_on(std::span<const std::vector<double>> path, std::size_t round) {
  for (std::size_t node = 0; node < scores_.size(); ++node) {
    const double move = path[round][node] - (round > 0 ? path[round - 1][node] : 0);
    if (!std::isnan(move)) scores_[node] += move;
  }
}

InnerReport Rounds::solve(double gamma, const InnerCriteria& criteria, Observer* observer) {
  const InnerReport report = solver_->solve({tiles_, weight_, gamma}, criteria, scores_, observer);
  traffic_ += report.traffic;
  return report;
}

Rounds::Reweighted Rounds::reweight() {
  const Sums sums = tiles_.sum_over_blocks<Sums>([&](std::size_t block, std::size_t, std::size_t) {
    Sums of_block;
    tiles_.for_each_won_tile(block, [&](auto... tile) { of_block += reweight_tile(tile...); });
    return of_block;
  });
  traffic_.add(weight_.size() * (sizeof(TiledEdge) + 3 * sizeof(double)));
  std::array<double, 3> all = {sums.loss, sums.change, sums.before};
  sharing_.add_up(all);
  return {all[0], std::sqrt(all[1] / all[2])};
}

// A batch that fits the first cache at a time.
Rounds::Sums Rounds::reweight_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
  constexpr std::size_t kBatch = 512;
  std::array<double, kBatch> margin, omega;
  Sums sums;
  for (std::size_t batch = begin; batch < end; batch += kBatch) {
    const std::size_t size = std::min(kBatch, end - batch);
    const TiledEdge* edge = tiles_.edges().data() + batch;
    for (std::size_t k = 0; k < size; ++k)
      margin[k] = scores_[winners + edge[k].winner] - scores_[losers + edge[k].loser];
    sums.loss += kernels::reweight(margin.data(), count_.data() + batch, size, epsilon_, omega.data());
    for (std::size_t k = 0; k < size; ++k) {
      const double count = count_[batch + k], before = weight_[batch + k];
      const double weight = weight_[batch + k] = count * omega[k];
      const double change = (weight - before) / count;
      sums.change += change * change;
      sums.before += before / count * (before / count);
    }
  }
  return sums;
}

std::vector<double> Rounds::take_weights() {
  for_each_index(weight_.size(), [&](std::size_t k) { weight_[k] /= count_[k]; });
  tiles_.in_edge_order(weight_, count_);
  return std::move(count_);
}

namespace {

// |now - before| / |before|. None where only `before` is all zero.
std::optional<double> relative_change(std::span<const double> now, std::span<const double> before,
                                      const Sharing& sharing) {
  const double here = parallel_sum(sharing.own(now.size()), [&](std::size_t begin, std::size_t end) {
    double total = 0;
    for (std::size_t k = begin; k < end; ++k) total += (now[k] - before[k]) * (now[k] - before[k]);
    return total;
  });
  const double difference = sum(sharing, here);
  if (difference == 0) return 0.0;
  const double size = std::sqrt(dot(sharing, before, before));
  if (size == 0) return std::nullopt;
  return std::sqrt(difference) / size;
}

bool is_last(int round, const RoundCriteria& criteria) {
  return round == criteria.max_rounds || round == criteria.enough_rounds;
}

void report_progress(const RoundRecord& last, const RoundsOptions& options, Observer* observer) {
  if (!observer) return;
  observer->on_progress({"ranking", static_cast<std::uint64_t>(last.round),
                         static_cast<std::uint64_t>(options.rounds.max_rounds), last.weight_change.value_or(1.0)});
}

// Solves and reweights. `exactly`: to the tolerance, where other rounds are solved roughly.
RoundRecord advance(Rounds& rounds, int round, bool exactly, const RoundsOptions& options, const Sharing& sharing,
                    Observer* observer, Termination& inner) {
  InnerCriteria criteria = options.inner;
  if (criteria.rule == InnerRule::rough && exactly) criteria.rule = InnerRule::kkt;
  const std::vector<double> before = rounds.scores();
  if (static_cast<std::size_t>(round) <= options.earlier_path.size())
    rounds.move_on(options.earlier_path, static_cast<std::size_t>(round) - 1);
  const std::uint64_t passes = rounds.traffic().passes;
  const InnerReport solved = rounds.solve(options.gamma, criteria, observer);
  const Rounds::Reweighted reweighted = rounds.reweight();
  inner = solved.status;
  RoundRecord record;
  record.round = round;
  record.objective = reweighted.loss + options.gamma * dot(sharing, rounds.scores(), rounds.scores());
  record.kkt_residual = solved.kkt_residual;
  record.iterations = solved.iterations;
  record.passes = rounds.traffic().passes - passes;
  record.score_change = relative_change(rounds.scores(), before, sharing);
  record.weight_change = reweighted.weight_change;
  return record;
}

std::optional<Termination> check(const RoundRecord& last, Termination inner, const RoundsOptions& options,
                                 Observer* observer) {
  if (inner == Termination::numerical_trouble || inner == Termination::stopped) return inner;
  const auto reason = check_rounds(last, options.rounds);
  if (reason == Termination::converged && inner != Termination::converged) return inner;
  if (!reason && observer && observer->stop_requested()) return Termination::stopped;
  return reason;
}

RoundsResult finish(Rounds& rounds, std::vector<RoundRecord> trace, std::vector<std::vector<double>> path,
                    Termination reason) {
  RoundsResult result;
  result.status = reason;
  result.objective = trace.back().objective;
  result.kkt_residual = trace.back().kkt_residual;
  for (const RoundRecord& record : trace) result.iterations += record.iterations;
  result.traffic = rounds.traffic();
  result.trace = std::move(trace);
  result.path = std::move(path);
  result.weight = rounds.take_weights();
  result.scores = rounds.take_scores();
  return result;
}

}  // namespace

std::unique_ptr<InnerSolver> make_inner_solver(const EdgeTiles& tiles, const RoundsOptions& options,
                                               const Sharing& sharing) {
  return options.solver == SolverKind::newton ? make_newton(tiles, sharing) : make_pdhg(tiles, options.seed);
}

// Rounds that are solved roughly are so until they settle; what they have settled at, an exact one has to confirm.
RoundsResult solve_rounds(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                          InnerSolverFactory make_solver, const Sharing& sharing, RoundsJournal* journal) {
  Rounds rounds(graph, options, make_solver, sharing);
  std::vector<RoundRecord> trace;
  std::vector<std::vector<double>> path;
  bool exactly = options.inner.rule != InnerRule::rough;
  if (auto before = journal ? journal->last() : std::nullopt) {
    rounds.go_on_from(*before);
    trace = std::move(before->trace);
    exactly = before->exactly;
  }
  while (true) {
    const int round = static_cast<int>(trace.size()) + 1;
    exactly = exactly || is_last(round, options.rounds);
    Termination inner;
    trace.push_back(advance(rounds, round, exactly, options, sharing, observer, inner));
    if (options.keep_path) path.push_back(rounds.scores());
    report_progress(trace.back(), options, observer);
    const auto reason = check(trace.back(), inner, options, observer);
    if (reason == Termination::converged && !exactly)
      exactly = true;
    else if (reason)
      return finish(rounds, std::move(trace), std::move(path), *reason);
    if (journal) journal->keep({rounds.scores(), trace, rounds.traffic(), exactly});
  }
}

}  // namespace pdrank
