#include "pdrank/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "pdrank/core/parallel.hpp"
#include "pdrank/posterior/chain.hpp"
#include "pdrank/posterior/diagnostics.hpp"
#include "pdrank/posterior/history.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kMostKept = 384, kLeastKept = 96;  // states of a chain
constexpr std::size_t kMostNumbersKept = 1u << 26;       // of all chains together
constexpr int kFirstCheck = 300;
constexpr double kCheckGrowth = 1.25;
constexpr std::size_t kWorkBetweenLooks = 1u << 20;  // answers and nodes drawn by a chain before the observer is asked

// The order of the numbers in a kept state.
struct Columns {
  std::size_t nodes, sources;

  std::size_t log_scale() const { return nodes; }
  std::size_t noise() const { return nodes + 1; }
  std::size_t first_flip() const { return nodes + 2; }
  std::size_t width() const { return nodes + 2 + sources; }
};

// How many answers are as good as random: 2 f, or 2 (1 - f) of one who turns most of them round; of several sources,
// the mean over all answers. Without answers, that over the sources.
double noise_of(const Answers& answers, const ModelState& state) {
  const auto random_share = [](double flip) { return 2 * std::min(flip, 1 - flip); };
  double random = 0, total = 0;
  for (std::uint32_t source = 0; source < answers.source_count(); ++source) {
    const double weight = answers.weight_of(source);
    random += weight * random_share(state.flip[source]);
    total += weight;
  }
  if (total > 0) return random / total;
  for (const double flip : state.flip) random += random_share(flip);
  return random / answers.source_count();
}

std::size_t states_kept(std::size_t width) {
  const std::size_t fit = kMostNumbersKept / (kChains * width) / 2 * 2;
  return std::clamp(fit, kLeastKept, kMostKept);
}

// A chain and what it has been through.
struct RecordedChain {
  Chain chain;
  History history;
  std::size_t sweeps = 0;

  void run(std::size_t more, const Answers& answers, const Columns& columns) {
    for (std::size_t k = 0; k < more; ++k) {
      chain.sweep();
      const std::span<float> kept = history.record(++sweeps);
      if (kept.empty()) continue;
      const ModelState& state = chain.state();
      std::ranges::copy(state.position, kept.begin());
      kept[columns.log_scale()] = static_cast<float>(std::log(state.scale));
      kept[columns.noise()] = static_cast<float>(noise_of(answers, state));
      std::ranges::transform(state.flip, kept.begin() + static_cast<std::ptrdiff_t>(columns.first_flip()),
                             [](double flip) { return static_cast<float>(flip); });
    }
  }
};

// Positions in the order of the scores, evenly spread.
std::vector<float> spread_out(std::span<const double> scores) {
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] < scores[b]; });
  std::vector<float> positions(scores.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    positions[order[k]] = (static_cast<float>(k) + 0.5f) / static_cast<float>(order.size());
  return positions;
}

// Chains set out from different points, or their agreement would mean little.
ModelState start_of_chain(std::size_t chain, std::vector<float> position, std::size_t sources,
                          const PosteriorOptions& options) {
  constexpr float kJitter = 0.2f;
  Random random(options.seed * kChains + chain);
  // Half of them the other way round, because with sources of unknown reliability that may be as good (Chain::reflect).
  const bool turned = chain % 2 == 1 && sources > 1 && options.known_flips.empty();
  for (float& u : position) {
    if (turned) u = 1 - u;
    const float moved = u + kJitter * (static_cast<float>(random.uniform()) - 0.5f);
    u = std::clamp(moved, 0.0f, 1.0f);
  }
  const double place = (static_cast<double>(chain) + 0.5) / kChains;  // in (0, 1)
  ModelState state;
  state.position = std::move(position);
  state.scale = std::exp(options.priors.log_scale_mean + options.priors.log_scale_deviation * (2 * place - 1));
  state.flip = options.known_flips;
  if (state.flip.empty()) state.flip.assign(sources, 0.2 * place);
  return state;
}

std::vector<RecordedChain> start_chains(const Answers& answers, std::span<const double> start, const Columns& columns,
                                        const PosteriorOptions& options) {
  const std::vector<float> position = spread_out(start);
  std::vector<RecordedChain> chains;
  for (std::size_t k = 0; k < kChains; ++k) {
    Random seeds(options.seed);
    for (std::size_t skip = 0; skip < k; ++skip) seeds.bits();
    chains.push_back({Chain(answers, options.priors, start_of_chain(k, position, columns.sources, options),
                            !options.known_flips.empty(), seeds.bits()),
                      History(states_kept(columns.width()), columns.width())});
  }
  return chains;
}

// The first third of what was kept is the way from the start, and left out.
std::size_t first_used(const std::vector<RecordedChain>& chains) { return chains.front().history.length() / 3; }

// For every column of [first, last) what `measure` makes of its draws.
template <class Measure>
std::vector<double> by_column(const std::vector<RecordedChain>& chains, std::size_t first, std::size_t last,
                              Measure&& measure) {
  constexpr std::size_t kTogether = 16;  // columns read in one pass over the states
  const std::size_t begin = first_used(chains), length = chains.front().history.length() - begin;
  std::vector<double> results(last - first);
  parallel_for((last - first + kTogether - 1) / kTogether, [&](std::size_t block) {
    const std::size_t from = first + block * kTogether, to = std::min(last, from + kTogether);
    std::vector<float> values((to - from) * chains.size() * length);
    for (std::size_t chain = 0; chain < chains.size(); ++chain)
      for (std::size_t time = 0; time < length; ++time) {
        const auto state = chains[chain].history.state(begin + time);
        for (std::size_t column = from; column < to; ++column)
          values[((column - from) * chains.size() + chain) * length + time] = state[column];
      }
    for (std::size_t column = from; column < to; ++column)
      results[column - first] = measure(ChainDraws{
          std::span<const float>(values).subspan((column - from) * chains.size() * length, chains.size() * length),
          length});
  });
  return results;
}

// The worst, but for one in a thousand; `is_worse(a, b)` sorts the worst to the front.
template <class IsWorse>
double worst_of(std::vector<double> values, IsWorse&& is_worse) {
  const auto chosen = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 1000);
  std::ranges::nth_element(values, chosen, is_worse);
  return *chosen;
}

double largest_r_hat(const std::vector<RecordedChain>& chains, std::size_t first, std::size_t last) {
  return worst_of(by_column(chains, first, last, split_r_hat), std::greater<>());
}

double shared_r_hat(const std::vector<RecordedChain>& chains, const Columns& columns) {
  return std::max(largest_r_hat(chains, columns.log_scale(), columns.first_flip()),
                  largest_r_hat(chains, columns.first_flip(), columns.width()));
}

double smallest_effective(const std::vector<RecordedChain>& chains, const Columns& columns) {
  return worst_of(by_column(chains, 0, columns.nodes, effective_sample_size), std::less<>());
}

// Whether the chains agree; the few shared unknowns are the slowest and are asked first.
bool agree(const std::vector<RecordedChain>& chains, const Columns& columns, const PosteriorOptions& options,
           Posterior& result) {
  result.r_hat = shared_r_hat(chains, columns);
  if (!(result.r_hat <= options.most_r_hat)) return false;
  result.r_hat = std::max(result.r_hat, largest_r_hat(chains, 0, columns.nodes));
  if (!(result.r_hat <= options.most_r_hat)) return false;
  result.effective = smallest_effective(chains, columns);
  return result.effective >= options.least_effective;
}

void collect(const std::vector<RecordedChain>& chains, const Columns& columns, Posterior& result) {
  const std::size_t begin = first_used(chains), length = chains.front().history.length() - begin;
  const std::size_t count = chains.size() * length;
  result.positions = ScoreDraws(columns.nodes, count);
  result.flips = ScoreDraws(columns.sources, count);
  for (std::size_t draw = 0; draw < count; ++draw) {
    const auto state = chains[draw / length].history.state(begin + draw % length);
    std::ranges::copy(state.first(columns.nodes), result.positions[draw].begin());
    std::ranges::copy(state.subspan(columns.first_flip()), result.flips[draw].begin());
    result.scale.push_back(std::exp(state[columns.log_scale()]));
    result.noise.push_back(state[columns.noise()]);
  }
}

void report_progress(const Posterior& result, const PosteriorOptions& options, Observer* observer) {
  if (observer)
    observer->on_progress({"sampling", static_cast<std::uint64_t>(result.sweeps),
                           static_cast<std::uint64_t>(options.max_sweeps),
                           std::isnan(result.r_hat) ? 0 : result.r_hat});
}

}  // namespace

Posterior sample_posterior(const Answers& answers, std::span<const double> start, const PosteriorOptions& options,
                           Observer* observer) {
  const Columns columns{answers.node_count(), answers.source_count()};
  std::vector<RecordedChain> chains = start_chains(answers, start, columns, options);
  const auto most_between_looks =
      static_cast<int>(std::max<std::size_t>(1, kWorkBetweenLooks / (answers.size() + answers.node_count())));
  Posterior result;
  for (int check = std::min(kFirstCheck, options.max_sweeps); result.status == Termination::not_run;) {
    const int more = std::min(check - result.sweeps, most_between_looks);
    parallel_for(chains.size(),
                 [&](std::size_t k) { chains[k].run(static_cast<std::size_t>(more), answers, columns); });
    result.sweeps += more;
    if (result.sweeps == check) {
      if (agree(chains, columns, options, result))
        result.status = Termination::converged;
      else if (check == options.max_sweeps)
        result.status = Termination::round_limit;
      check = std::min(options.max_sweeps, static_cast<int>(check * kCheckGrowth));
    }
    report_progress(result, options, observer);
    if (result.status == Termination::not_run && observer && observer->stop_requested())
      result.status = Termination::stopped;
  }
  if (result.status != Termination::converged) {  // the last check may have been cut short, or long ago
    result.r_hat = std::max(shared_r_hat(chains, columns), largest_r_hat(chains, 0, columns.nodes));
    result.effective = smallest_effective(chains, columns);
  }
  collect(chains, columns, result);
  return result;
}

}  // namespace pdrank
