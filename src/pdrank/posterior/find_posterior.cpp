#include "pdrank/posterior/find_posterior.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "pdrank/core/random.hpp"
#include "pdrank/metrics/quantile.hpp"
#include "pdrank/posterior/factorised.hpp"
#include "pdrank/posterior/flips.hpp"
#include "pdrank/posterior/lattice.hpp"
#include "pdrank/posterior/normal_numbers.hpp"
#include "pdrank/posterior/refine.hpp"
#include "pdrank/posterior/shape.hpp"

namespace pdrank {
namespace {

// The model is averaged over where there are no more nodes, and rows about their pairs, than these; with more of them
// one point and what it leaves open will do.
constexpr std::size_t kMostNodesAveraged = 200, kMostRowsAveraged = 4000;
constexpr std::uint32_t kFewestForShape = 6;  // nodes
constexpr std::size_t kFewDraws = 500;        // these are smoothed

// sum(row) over rows that are no ties, of the answers that they hold.
template <class Wanted>
double count_answers(const Answers& answers, Wanted&& wanted) {
  double sum = 0;
  for (std::size_t row = 0; row < answers.rows(); ++row)
    if (answers.is_strict(row) && wanted(row))
      sum += static_cast<double>(answers.won[row]) + static_cast<double>(answers.lost[row]);
  return sum;
}

double count_answers(const Answers& answers) {
  return count_answers(answers, [](std::size_t) { return true; });
}

std::size_t count_answering(const Answers& answers) {
  std::vector<bool> answers_something(answers.sources, false);
  for (const std::uint32_t source : answers.source) answers_something[source] = true;
  return static_cast<std::size_t>(std::ranges::count(answers_something, true));
}

std::size_t draws_for(std::uint32_t nodes) {
  const double fewest = nodes <= 50'000 ? 128 : 64, wanted = std::ceil(5e5 / nodes / 32) * 32;
  return static_cast<std::size_t>(std::clamp(wanted, fewest, 2000.0));
}

// The fewer rows, the more of them: few answers leave laws that are far from normal.
int sweeps_for(const Answers& answers, std::size_t draws) {
  constexpr double kRowsSwept = 6e6;
  const double fewest = answers.nodes <= 2000 ? 5 : answers.nodes <= 200'000 ? 3 : 2;
  const double rows = static_cast<double>((answers.rows() + answers.nodes) * draws);
  return static_cast<int>(std::clamp(kRowsSwept / rows, fewest, 30.0));
}

class Finder {
 public:
  Finder(const Answers& given, const PosteriorOptions& options, Observer* observer)
      : options_(options),
        observer_(observer),
        answers_(&given),
        said_(count_answers(given)),
        model_(options.model),
        class_of_source_(given.sources, 0) {
    if (options.known_link > 0) model_.link_variance = options.known_link;
    if (!given.circumstances) {
      model_.effect.clear(), model_.in_use.clear(), model_.cut.clear();
      model_.davidson = 0;
      return;
    }
    // What was known before may know of fewer effects and strengths than these answers have.
    const std::size_t effects = given.circumstances->effects;
    const std::uint8_t strongest = std::ranges::max(given.circumstances->strength);
    const bool has_ties = std::ranges::find(given.circumstances->strength, kTie) != given.circumstances->strength.end();
    const std::size_t cuts = strongest > kWin || has_ties ? strongest : 0;
    if (options.learn_model) model_.effect.clear(), model_.in_use = options.sure_effects;
    model_.effect.resize(effects, 0.0);
    model_.in_use.resize(effects, false);
    if (options.learn_model || (model_.davidson == 0 && model_.cut.size() < cuts))
      start_cuts(given, options.davidson, model_);
  }

  Posterior run() {
    group_sources();
    if (learns_flips() && model_.shape.size() == 1 && answers_->nodes > kMostDenseNodes && answers_->link.empty())
      start();
    learn(said_);
    weigh_effects();
    if (learns_flips() && count_answering(*answers_) > 1) {
      tell_sources_apart();
      if (join_hands()) tell_sources_apart();
    }
    if (averages()) {
      settle();
      describe_effects();
      average_models();
    } else {
      learn_shape();
      settle();
      describe_effects();
    }
    draw();
    finish();
    return std::move(result_);
  }

 private:
  bool learns_flips() const { return options_.learn_model && options_.known_flips.empty(); }
  bool averages() const {
    return learns_flips() && answers_->nodes <= kMostNodesAveraged && grouped_.rows() <= kMostRowsAveraged;
  }
  bool stopped() const { return observer_ && observer_->stop_requested(); }

  // The answers by class of source. The pairs stay the same, so the fit goes on from where it is.
  void group() {
    grouped_ = by_class(*answers_, class_of_source_, static_cast<std::uint32_t>(model_.flip.size()));
    if (fit_)
      fit_->restart(fit_->sites());
    else
      fit_ = std::make_unique<Propagation>(grouped_, options_.seed);
  }

  // All alike, or as they are known to be.
  void group_sources() {
    if (!options_.known_flips.empty()) {
      const double usual = model_.flip[0];
      std::vector<double> others = options_.known_flips;
      std::ranges::sort(others);
      others.erase(std::ranges::unique(others).begin(), others.end());
      std::erase(others, usual);
      for (std::size_t source = 0; source < class_of_source_.size(); ++source) {
        const double flip = options_.known_flips[source];
        const auto at = std::ranges::lower_bound(others, flip) - others.begin();
        class_of_source_[source] = flip == usual ? 0 : static_cast<std::uint32_t>(at + 1);
      }
      model_.flip.resize(1);
      model_.flip.insert(model_.flip.end(), others.begin(), others.end());
      model_.follows.clear();  // what was learned of others' classes
    }
    group();
  }

  void start() {
    Sites sites = fit_->sites();
    start_factorised(grouped_, options_.beliefs, said_, model_, sites, observer_);
    fit_->restart(sites);
    fit_->round(model_);
    fit_->check_field();
  }

  void learn(double answers) {
    if (options_.learn_model)
      learn_model(*fit_, options_.beliefs, answers,
                  {.flip = options_.known_flips.empty(), .link = options_.known_link == 0}, model_, observer_);
    else
      settle();
  }

  // Means that still move a little are less than what the sweeps over the draws move.
  void settle() {
    if (fit_->rounds() > 0) fit_->check_field();
    const int most = answers_->nodes > kMostSampledNodes ? 25 : kMostRounds;
    settled_ = fit_->run(model_, kFitTolerance, most, observer_);
  }

  // Effects for which the answers speak are taken in.
  void weigh_effects() {
    if (model_.effect.empty() || !options_.learn_model || stopped()) return;
    const std::vector<EffectFound> found = find_effects(*fit_, model_).effect;
    bool more = false;
    for (std::size_t k = 0; k < found.size(); ++k)
      if (!model_.in_use[k] && found[k].log_evidence > 0) {
        model_.in_use[k] = more = true;
        model_.effect[k] = found[k].estimate;
      }
    if (more) learn(said_);
  }

  void describe_effects() {
    if (!answers_->link.empty() && options_.known_link == 0) {
      const double scale = fit_->link_slope(model_.link_variance).scale;
      result_.link_deviation = 1 / std::sqrt(scale + 1 / (kLinkDeviation * kLinkDeviation));
    }
    if (answers_->circumstances && options_.learn_model && !stopped()) result_.effects = find_effects(*fit_, model_);
  }

  // Answers of sources that are like most.
  double answers_alike() const {
    const auto is_alike = [&](std::size_t row) { return class_of_source_[answers_->source[row]] < model_.alike; };
    return std::max(count_answers(*answers_, is_alike), 1.0);
  }

  // Sources that answer as one have one answer. Strays are known by now: beside many of them, all who are honest would
  // seem to agree beyond chance. False if there are no such sources.
  bool join_hands() {
    if (stopped()) return false;
    std::vector<double> flip(answers_->sources);
    for (std::size_t source = 0; source < flip.size(); ++source) flip[source] = model_.flip[class_of_source_[source]];
    result_.same_hands = find_same_hands(*answers_, predict_all_rows(*answers_, *fit_, model_, class_of_source_), flip);
    if (result_.same_hands.empty()) return false;
    once_ = count_once(*answers_, result_.same_hands);
    answers_ = &*once_;
    said_ = count_answers(*once_);
    // What was learned counted their answers several times.
    std::ranges::fill(class_of_source_, 0u);
    model_.shape = options_.model.shape;
    model_.flip = options_.model.flip;
    model_.flip.resize(1);
    model_.follows.clear();
    model_.lean.clear();
    model_.alike = 1;
    fit_ = nullptr;
    group();
    learn(said_);
    return true;
  }

  // Sources are judged by the fit, and the fit made anew with what is known of them, until that changes no class.
  void tell_sources_apart() {
    constexpr int kPasses = 3;
    for (int pass = 0; pass < kPasses && !stopped(); ++pass) {
      SourcesLearned sources = learn_sources(*answers_, *fit_, model_, class_of_source_, options_.beliefs);
      result_.sources = std::move(sources.quality);
      alike_ = 1;
      std::vector<double> lean = find_leans(sources);
      if (sources.class_of_source == class_of_source_ || pass + 1 == kPasses) return;
      model_.lean = std::move(lean);
      model_.alike = alike_;
      class_of_source_ = std::move(sources.class_of_source);
      model_.flip = std::move(sources.flip);
      model_.follows = std::move(sources.follows);
      group();
      learn(answers_alike());
    }
  }

  // Sources that lean towards what stands first by more or less than most are classes of their own. Returns the leans
  // of the classes; empty where all are alike.
  std::vector<double> find_leans(SourcesLearned& sources) {
    constexpr double kWidth = 0.1, kClearly = 1;
    if (!answers_->circumstances || !answers_->circumstances->has_sides ||
        options_.leans == PosteriorOptions::Leans::never)
      return {};
    std::vector<double> flip(answers_->sources), lean(answers_->sources, 0.0);
    for (std::size_t source = 0; source < flip.size(); ++source) {
      flip[source] = model_.flip[class_of_source_[source]];
      if (!model_.lean.empty()) lean[source] = model_.lean[class_of_source_[source]];
    }
    result_.leans =
        learn_leans(*answers_, *fit_, predict_all_rows(*answers_, *fit_, model_, class_of_source_), flip, lean);
    if (options_.leans == PosteriorOptions::Leans::by_evidence && result_.leans.log_evidence < kClearly) {
      result_.leans = {};
      return {};
    }
    // By flip, then by lean; those with the flip of most come first, and among them those without a lean.
    std::map<std::pair<std::uint32_t, long>, std::uint32_t> classes = {{{0, 0}, 0}};
    const auto key = [&](std::size_t source) {
      return std::pair(sources.class_of_source[source], std::lround(result_.leans.lean[source].mean / kWidth));
    };
    std::vector<double> flips = {sources.flip[0]}, follows = {1}, leans = {0};
    for (const bool alike : {true, false}) {
      for (std::size_t source = 0; source < flip.size(); ++source) {
        const auto [own, level] = key(source);
        if ((own == 0) != alike || !classes.try_emplace({own, level}, flips.size()).second) continue;
        flips.push_back(sources.flip[own]);
        follows.push_back(sources.follows[own]);
        leans.push_back(static_cast<double>(level) * kWidth);
      }
      if (alike) alike_ = static_cast<std::uint32_t>(flips.size());
    }
    for (std::size_t source = 0; source < flip.size(); ++source)
      sources.class_of_source[source] = classes.at(key(source));
    sources.flip = std::move(flips);
    sources.follows = std::move(follows);
    return leans;
  }

  // A shape of several parts, if the answers speak for one by more than `gain`.
  std::optional<ShapeFound> other_shape(double gain) const {
    if (!options_.learn_model || answers_->nodes < kFewestForShape || stopped()) return std::nullopt;
    ShapeFound found = find_shape(fit_->cavities(), spread(model_.shape));
    if (found.shape.empty() || found.gain <= gain) return std::nullopt;
    return found;
  }

  void learn_shape() {
    if (std::optional<ShapeFound> other = other_shape(0)) {
      model_.shape = std::move(other->shape);
      learn(answers_alike());
      result_.several_parts = 1 / (1 + std::exp(-other->gain));
    }
  }

  // Points of the model around the best normal shape, and around the best of several parts.
  void average_models() {
    constexpr double kWorthTrying = -3;
    const double open =
        1 / std::sqrt(flip_slope(*fit_, model_, answers_alike(), options_.beliefs, Others::follow).information);
    explore_models(grouped_, options_.beliefs, {model_, fit_->sites(), 0}, 0, open, options_.seed, points_, observer_);
    if (std::optional<ShapeFound> other = other_shape(kWorthTrying)) {
      Model shaped = model_;
      shaped.shape = std::move(other->shape);
      learn_model(*fit_, options_.beliefs, answers_alike(), {.link = options_.known_link == 0}, shaped, observer_);
      fit_->run(shaped, kFitTolerance, kMostRounds, observer_);
      explore_models(grouped_, options_.beliefs, {shaped, fit_->sites(), 0},
                     -shape_penalty(shaped.shape, answers_->nodes), open, options_.seed, points_, observer_);
    }
  }

  // What is not known of effects and cuts is not known of the scores that follow them.
  void add_effects(ScoreDraws& draws) {
    const EffectsFound& found = result_.effects;
    if (found.follows.empty()) return;
    const bool is_first_in_use = !model_.in_use.empty() && model_.in_use[0];
    if (is_first_in_use) result_.first_effects.assign(draws.count(), static_cast<float>(model_.effect[0]));
    NormalNumbers normal(mixed(options_.seed) + 1);
    std::vector<double> z(found.factor.size());
    for (std::size_t k = 0; k < draws.count(); ++k) {
      for (double& value : z) value = static_cast<double>(normal());
      for (std::size_t parameter = 0; parameter < found.follows.size(); ++parameter) {
        double off = 0;
        for (std::size_t l = 0; l <= parameter; ++l) off += found.factor[parameter][l] * z[l];
        if (parameter == 0 && is_first_in_use) result_.first_effects[k] += static_cast<float>(off);
        for (std::size_t node = 0; node < answers_->nodes; ++node)
          draws[k][node] -= static_cast<float>(off * found.follows[parameter][node]);
      }
    }
  }

  void describe_flips() {
    std::vector<double> sorted(result_.flip.begin(), result_.flip.end());
    std::ranges::sort(sorted);
    result_.flip_low = quantile(sorted, 0.05);
    result_.flip_high = quantile(sorted, 0.95);
  }

  // Effects are in log-odds, as the scores: as far as the noise is open, so is the scale of both.
  void stretch_effects() {
    double along = 0, all = 0;
    for (std::size_t node = 0; node < answers_->nodes; ++node) {
      along -= result_.mean[node] * flips_.follows[node];
      all += result_.mean[node] * result_.mean[node];
    }
    if (all == 0) return;
    const double scale = along / all, open = (result_.flip_high - result_.flip_low) / (2 * kNormal90);
    for (EffectFound& effect : result_.effects.effect) {
      effect.deviation = std::hypot(effect.deviation, scale * open * effect.estimate);
      effect.reach = std::hypot(effect.reach, kNormal90 * scale * open * effect.estimate);
    }
    for (std::size_t k = 0; k < result_.first_effects.size(); ++k)
      result_.first_effects[k] +=
          static_cast<float>(scale * (static_cast<double>(result_.flip[k]) - model_.flip[0]) * model_.effect[0]);
  }

  // One point alone leaves the noise open, which the scores follow.
  void add_flips(ScoreDraws& draws) {
    const FlipLaw law(flips_, model_.flip[0]);
    result_.flip_low = law.quantile(0.05);
    result_.flip_high = law.quantile(0.95);
    NormalNumbers numbers(mixed(options_.seed) + 2);
    for (std::size_t k = 0; k < draws.count(); ++k) {
      const double flip = law.quantile(static_cast<double>(numbers.uniform()));
      move_flip(flip, model_.flip[0], k, draws);
    }
  }

  // A draw gets another flip, and its scores follow.
  void move_flip(double flip, double from, std::size_t k, ScoreDraws& draws) {
    result_.flip[k] = static_cast<float>(flip);
    for (std::size_t node = 0; node < answers_->nodes; ++node)
      draws[k][node] -= static_cast<float>((flip - from) * flips_.follows[node]);
  }

  // Draws of every point in proportion to its weight.
  void draw() {
    const double at = std::log(model_.flip[0] + kFlipOffset);
    if (points_.empty()) points_.push_back({model_, fit_->sites(), 0, at, at});
    const auto best = std::ranges::max_element(points_, {}, &ModelPoint::log_weight);
    model_ = best->model;
    std::tie(result_.spread_low, result_.spread_high) = spread_interval(points_);
    double total = 0, reached = 0;
    for (const ModelPoint& point : points_) total += std::exp(point.log_weight - best->log_weight);
    if (averages())
      for (const ModelPoint& point : points_)
        if (point.model.shape.size() > 1)
          result_.several_parts += std::exp(point.log_weight - best->log_weight) / total;
    constexpr std::size_t kStopped = 32;  // one who does not want to wait gets what is quickly had
    const std::size_t wanted = stopped() ? kStopped : options_.draws > 0 ? options_.draws : draws_for(answers_->nodes);
    ScoreDraws all(answers_->nodes, wanted);
    result_.flip.resize(wanted);
    const ModelPoint* fitted = &*best;
    fit(*best);
    if (learns_flips()) flips_ = flip_slope(*fit_, model_, answers_alike(), options_.beliefs, Others::follow);
    result_.mean.assign(fit_->field().mean().begin(), fit_->field().mean().end());
    result_.variance.assign(fit_->variances().begin(), fit_->variances().end());
    std::size_t next = 0;
    for (const ModelPoint& point : points_) {
      reached += std::exp(point.log_weight - best->log_weight) / total;
      const bool last = &point == &points_.back();
      const auto mirrored = static_cast<std::size_t>(std::lround(reached * static_cast<double>(wanted) / 2));
      const std::size_t end = last ? wanted : 2 * mirrored;
      if (end <= next) continue;
      if (std::exchange(fitted, &point) != &point) fit(point);
      draw_point(point, next, end, all);
      next = end;
    }
    add_effects(all);
    if (learns_flips() && !averages())
      add_flips(all);
    else
      describe_flips();
    if (learns_flips()) stretch_effects();
    all.smooth = wanted < kFewDraws;
    result_.draws = std::move(all);
  }

  void fit(const ModelPoint& point) {
    if (averages()) fit_->restart(point.sites);
    fit_->round(point.model);
  }

  void draw_point(const ModelPoint& point, std::size_t begin, std::size_t end, ScoreDraws& all) {
    ScoreDraws draws = fit_->field().draw(fit_->sites(), end - begin, options_.seed + begin);
    const int sweeps = std::min(sweeps_for(grouped_, all.count()), options_.most_sweeps);
    const Refiner refiner(*fit_, point.model);
    for (int sweep = 0; sweep < sweeps && !stopped(); ++sweep)
      refiner.sweep(mixed(options_.seed + begin) + static_cast<std::uint64_t>(sweep), draws);
    for (std::size_t k = begin; k < end; ++k) std::ranges::copy(draws[k - begin], all[k].begin());
    NormalNumbers numbers(mixed(options_.seed + begin) + 3);
    for (std::size_t k = begin; k < end; ++k) {
      result_.flip[k] = static_cast<float>(point.model.flip[0]);
      if (averages()) move_flip(point.flip_at(static_cast<double>(numbers.uniform())), point.model.flip[0], k, all);
    }
  }

  // Means over the draws; that of an answer by nobody in particular is over all answers given as well.
  double usual_flip() const {
    double sum = 0;
    for (const float flip : result_.flip) sum += static_cast<double>(flip);
    return sum / static_cast<double>(std::max<std::size_t>(result_.flip.size(), 1));
  }

  // Of an answer by nobody in particular, in each draw and on average.
  void describe_typical_flip() {
    std::vector<double> said(model_.flip.size(), 0.0);
    for (std::size_t row = 0; row < answers_->rows(); ++row)
      if (answers_->is_strict(row))
        said[class_of_source_[answers_->source[row]]] +=
            static_cast<double>(answers_->won[row]) + static_cast<double>(answers_->lost[row]);
    const auto typical = [&](double usual) {
      if (said_ == 0) return usual;
      double sum = 0;
      for (std::size_t one = 0; one < said.size(); ++one) sum += said[one] * flip_of(model_, one, usual);
      return std::min(sum / said_, 0.5);
    };
    result_.typical_flip = typical(result_.usual_flip);
    for (const float flip : result_.flip)
      result_.typical_flips.push_back(static_cast<float>(typical(static_cast<double>(flip))));
  }

  void finish() {
    result_.usual_flip = usual_flip();
    describe_typical_flip();
    result_.model = std::move(model_);
    result_.class_of_source = std::move(class_of_source_);
    result_.rounds = fit_->rounds();
    const bool is_exact = settled_ && fit_->field().reached();  // draws included
    result_.status = stopped() ? Termination::stopped : is_exact ? Termination::converged : Termination::round_limit;
  }

  const PosteriorOptions& options_;
  Observer* observer_;
  const Answers* answers_;       // as given, or once_
  std::optional<Answers> once_;  // where sources are found to be one hand
  double said_;                  // strict answers
  Model model_;
  std::vector<std::uint32_t> class_of_source_;
  Answers grouped_ = {};  // by class
  std::unique_ptr<Propagation> fit_ = nullptr;
  std::vector<ModelPoint> points_ = {};
  FlipSlope flips_ = {};  // at the best of them
  bool settled_ = false;
  std::uint32_t alike_ = 1;  // classes of sources with the flip of most
  Posterior result_ = {};
};

}  // namespace

Posterior find_posterior(const Answers& answers, const PosteriorOptions& options, Observer* observer) {
  return Finder(answers, options, observer).run();
}

}  // namespace pdrank
