#include "pdrank/methods/bootstrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/work_sharing.hpp"
#include "pdrank/data/clusters.hpp"
#include "pdrank/data/resample.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 30;  // scores in all draws together

// Up to this many cells resamples are ranked side by side; with more, one after the other, each on all threads, because
// every resample at work takes the memory of the data.
constexpr std::size_t kManyCells = std::size_t{1} << 22;

// With fewer clusters, their scatter is not known well enough.
constexpr std::uint64_t kFewClusters = 20;

// An address that no other thread has.
const void* this_thread() {
  static thread_local const char here = 0;
  return &here;
}

// Knows on whose thread it is: the caller's observer hears and is asked from the caller's alone.
class ResampleProgress final : public Observer {
 public:
  ResampleProgress(Observer* outer, std::uint64_t total) : outer_(outer), total_(total) {}

  bool stop_requested() override {
    if (outer_ && is_caller() && outer_->stop_requested()) stop();
    return stopped_;
  }

  void stop() { stopped_ = true; }

  void finish_one() {
    const std::uint64_t done = ++done_;
    if (outer_ && is_caller()) outer_->on_progress({"bootstrapping", done, total_, 0});
  }

 private:
  bool is_caller() const { return this_thread() == caller_; }

  Observer* outer_;
  const void* caller_ = this_thread();
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

// What became of a resample.
struct Fate {
  bool done = false;         // not stopped before its end
  bool usable = false;       // it has a draw
  bool split = false;        // its rows leave items unconnected that the data connect
  bool unsettled = false;    // the method did not converge
  bool other_gamma = false;  // than that of all of the data
  bool failed = false;       // by what follows
};

struct Replicate : Fate {
  std::string refusal = {};            // why the method does not apply
  std::exception_ptr error = nullptr;  // what else went wrong; null if it did so in another process
};

struct Setup {
  const MethodInfo& method;
  const MethodInput& input;  // all of the data
  const RankOptions& asked;  // by the caller
  RankOptions options;       // of all of the data
  Resampler resampler;
  const MethodOutput& whole;  // of all of the data
  std::uint64_t seed;         // of resample k: seed + k
};

// The options are those of all of the data, so that resamples differ in their rows alone. Where the prior among them
// does not suffice and was not asked for, it is the one that the method has for such data.
MethodOutput run_method(const Setup& setup, const MethodInput& input, RankOptions options, Observer& observer,
                        Replicate& replicate) {
  check_needs(setup.method, input);
  try {
    if (setup.method.check_options) setup.method.check_options(options, input.is_strong());
    return setup.method.run(input, options, &observer);
  } catch (const NotApplicable&) {
    RankOptions own = setup.asked;
    if (setup.method.set_defaults) setup.method.set_defaults(own, input.is_strong());
    if (!own.gamma || own.gamma == options.gamma) throw;
    options.gamma = own.gamma;
    MethodOutput output = setup.method.run(input, options, &observer);
    replicate.other_gamma = output.convergence.status != Termination::stopped;
    return output;
  }
}

// Whether all scores are numbers.
bool put_scores(std::span<const double> scores, std::span<float> draw) {
  std::ranges::transform(scores, draw.begin(), [](double score) { return static_cast<float>(score); });
  return std::ranges::all_of(draw, [](float score) { return std::isfinite(score); });
}

Replicate rank_resample(const Setup& setup, std::size_t k, Observer& observer, std::span<float> draw) {
  Random random(setup.seed + k);
  const Resample resample = setup.resampler.draw(random);
  const ComparisonGraph& graph = resample.merged.graph;
  const Components weak = weak_components(graph);
  const Components strong = strong_components(graph);
  RankOptions options = setup.options;
  options.seed = random.bits();  // what the method draws at random might have been otherwise too
  Replicate replicate;
  try {
    const MethodOutput output =
        run_method(setup, {resample.data, resample.merged, weak, strong, &setup.whole}, options, observer, replicate);
    replicate.done = output.convergence.status != Termination::stopped;
    replicate.usable = replicate.done && put_scores(output.scores, draw);
    replicate.split = replicate.usable && weak.count() > setup.input.weak.count();
    replicate.unsettled = replicate.usable && output.convergence.status != Termination::converged;
  } catch (const NotApplicable& error) {
    replicate.done = true;
    replicate.refusal = error.reason();
  }
  return replicate;
}

// Those that other processes have ranked.
void complete(const SharedBlocks& resamples, std::vector<Replicate>& replicates, ScoreDraws& draws) {
  std::vector<Fate> fates(replicates.begin(), replicates.end());
  std::vector<std::string> refusals;
  for (const Replicate& replicate : replicates) refusals.push_back(replicate.refusal);
  resamples.complete(std::span(fates), 1);
  resamples.complete(std::span(refusals));
  resamples.complete(draws.values(), draws.nodes());
  for (std::size_t k = 0; k < replicates.size(); ++k) {
    static_cast<Fate&>(replicates[k]) = fates[k];
    replicates[k].refusal = std::move(refusals[k]);
  }
}

void throw_errors(const std::vector<Replicate>& replicates) {
  for (const Replicate& replicate : replicates)
    if (replicate.error) std::rethrow_exception(replicate.error);
  if (std::ranges::any_of(replicates, &Replicate::failed))
    throw std::runtime_error("a resample failed in another process");
}

std::vector<Replicate> rank_resamples(const Setup& setup, Observer* observer, ScoreDraws& draws) {
  std::vector<Replicate> replicates(draws.count());
  const SharedBlocks resamples(replicates.size());
  ResampleProgress relay(observer, replicates.size());
  auto rank_one = [&](std::size_t k) {
    try {
      if (relay.stop_requested()) return;
      replicates[k] = rank_resample(setup, k, relay, draws[k]);
      if (replicates[k].done) relay.finish_one();
    } catch (...) {
      replicates[k].failed = true;
      replicates[k].error = std::current_exception();
      relay.stop();
    }
  };
  if (setup.resampler.cell_count() <= kManyCells)
    resamples.each(rank_one);
  else
    resamples.each_in_turn(rank_one);
  complete(resamples, replicates, draws);
  throw_errors(replicates);
  return replicates;
}

std::size_t count_of(const std::vector<Replicate>& replicates, bool Replicate::*field) {
  return static_cast<std::size_t>(std::ranges::count(replicates, true, field));
}

bool too_many_failed(const std::vector<Replicate>& replicates) {
  return 2 * count_of(replicates, &Replicate::usable) < count_of(replicates, &Replicate::done);
}

ScoreDraws usable_draws(ScoreDraws draws, const std::vector<Replicate>& replicates) {
  const std::size_t count = count_of(replicates, &Replicate::usable);
  if (count == draws.count()) return draws;
  ScoreDraws usable(draws.nodes(), count);
  std::size_t next = 0;
  for (std::size_t k = 0; k < replicates.size(); ++k)
    if (replicates[k].usable) std::ranges::copy(draws[k], usable[next++].begin());
  return usable;
}

// The reason of the first resample that the method refused, in brackets.
std::string first_refusal(const std::vector<Replicate>& replicates) {
  const auto refused = std::ranges::find_if(replicates, [](const Replicate& one) { return !one.refusal.empty(); });
  return refused == replicates.end() ? "" : fmt::format(" (of the first: {})", refused->refusal);
}

// Not all that was asked for has been done, whatever the scores themselves are.
void say_stopped(const std::vector<Replicate>& replicates, Convergence& convergence) {
  const std::size_t done = count_of(replicates, &Replicate::done);
  if (done == replicates.size()) return;
  if (convergence.status == Termination::converged) convergence.status = Termination::stopped;
  convergence.message += fmt::format("; bootstrap stopped after {} of {} resamples", done, replicates.size());
}

std::vector<std::string> make_notes(const std::vector<Replicate>& replicates, std::string_view method) {
  std::vector<std::string> notes;
  const std::size_t done = count_of(replicates, &Replicate::done);
  const std::size_t failed = done - count_of(replicates, &Replicate::usable);
  const auto add_if_any = [&](std::size_t times, std::string_view what) {
    if (times > 0) notes.push_back(fmt::format("In {} of {} resamples {}", times, done, what));
  };
  add_if_any(failed, fmt::format("{} has no result{}; {}.", method, first_refusal(replicates),
                                 too_many_failed(replicates) ? "too few are left, so there is no bootstrap"
                                                             : "the bootstrap rests on the others"));
  if (too_many_failed(replicates)) return notes;
  add_if_any(
      count_of(replicates, &Replicate::split),
      "the rows drawn do not connect all items that the data connect. What is cut off is ranked on its own, away "
      "from where the data have it, which widens the intervals of items with few comparisons.");
  add_if_any(
      count_of(replicates, &Replicate::other_gamma),
      fmt::format("{} has no result with its settings for all of the data; there it uses the prior that it takes for "
                  "such data.",
                  method));
  add_if_any(count_of(replicates, &Replicate::unsettled),
             fmt::format("{} did not converge; the scores it ended at are used.", method));
  return notes;
}

}  // namespace

void check_bootstrap(const RankOptions& options, std::size_t items) {
  const auto draws = static_cast<std::size_t>(options.bootstrap.value_or(0));
  if (draws > kMostValues / std::max<std::size_t>(items, 1))
    throw InvalidArgument("bootstrap", fmt::format("{}", draws),
                          fmt::format("with {} items there is memory for {}", items, kMostValues / items));
}

void bootstrap(const MethodInfo& method, const MethodInput& input, const RankOptions& asked, const RankOptions& options,
               Observer* observer, MethodOutput& output) {
  std::optional<Clusters> clusters;
  if (options.cluster) clusters = clusters_by(input.data, *options.cluster);
  Setup setup{.method = method,
              .input = input,
              .asked = asked,
              .options = options,
              .resampler =
                  Resampler(input.data, input.merged, method.reads_rows,
                            clusters ? std::span<const std::uint32_t>(clusters->of) : std::span<const std::uint32_t>()),
              .whole = output,
              .seed = Random(options.seed).bits()};
  if (clusters && setup.resampler.answer_count() < 2)
    throw InvalidArgument("cluster", *options.cluster, "all answers that take part have the same value of it");
  setup.options.standard_errors = false;  // the draws show what they would
  ScoreDraws draws(output.scores.size(), static_cast<std::size_t>(*options.bootstrap));
  const std::vector<Replicate> replicates = rank_resamples(setup, observer, draws);
  output.draws = usable_draws(std::move(draws), replicates);
  if (output.law)
    output.law->flip_draws.clear(), output.law->order_draws.clear();  // they went with the draws of before
  if (too_many_failed(replicates)) output.draws = ScoreDraws();
  say_stopped(replicates, output.convergence);
  for (std::string& note : make_notes(replicates, method.name)) output.notes.push_back(std::move(note));
  if (!clusters || output.draws.empty()) return;
  output.standard_error = summarise_scores(output.draws, options.level).deviation;
  if (const std::uint64_t count = setup.resampler.answer_count(); count < kFewClusters)
    output.notes.push_back(
        fmt::format("The bootstrap draws {} clusters as a whole. That is few: ranges may be too narrow.", count));
}

}  // namespace pdrank
