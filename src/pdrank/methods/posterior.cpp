// The posterior as a method: scores in log-odds, ranked by the mean rank over all draws.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/core/work_sharing.hpp"
#include "pdrank/methods/effect_words.hpp"
#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/methods/posterior_words.hpp"
#include "pdrank/methods/warm_start.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {
namespace {

// The draws by node of the graph, every connected part with mean 0 in each of them: what the answers say nothing about
// is the level of a part.
ScoreDraws centred(const ScoreDraws& draws, std::span<const std::uint32_t> node, const Components& weak) {
  ScoreDraws result(node.size(), draws.count());
  result.smooth = draws.smooth;
  const SharedBlocks blocks(draws.count());
  blocks.each([&](std::size_t k) {
    std::vector<double> level(weak.count(), 0.0);
    for (std::size_t n = 0; n < node.size(); ++n) level[weak.of_item[n]] += static_cast<double>(draws[k][node[n]]);
    for (std::size_t part = 0; part < level.size(); ++part) level[part] /= static_cast<double>(weak.sizes[part]);
    for (std::size_t n = 0; n < node.size(); ++n)
      result[k][n] = static_cast<float>(static_cast<double>(draws[k][node[n]]) - level[weak.of_item[n]]);
  });
  blocks.complete(result.values(), node.size());
  return result;
}

// Nodes about which the answers say the same, to the last digits that the fit has, get the same values.
void share_values(const Posterior& posterior, std::span<const std::uint32_t> node, const Components& weak,
                  std::initializer_list<std::span<double>> values) {
  constexpr double kSame = 1e-7;
  if (posterior.mean.empty()) return;
  std::vector<std::uint32_t> order(node.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto mean = [&](std::uint32_t n) { return posterior.mean[node[n]]; };
  std::ranges::sort(order, {}, [&](std::uint32_t n) { return std::pair(weak.of_item[n], mean(n)); });
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    const auto same = [&](std::uint32_t n) {
      const std::uint32_t head = order[first];
      return weak.of_item[n] == weak.of_item[head] &&
             std::abs(mean(n) - mean(head)) <= kSame * std::sqrt(posterior.variance[node[head]]);
    };
    while (last < order.size() && same(order[last])) ++last;
    for (const std::span<double> value : values) {
      double sum = 0;
      for (std::size_t k = first; k < last; ++k) sum += value[order[k]];
      for (std::size_t k = first; k < last && last - first > 1; ++k)
        value[order[k]] = sum / static_cast<double>(last - first);
    }
    first = last;
  }
}

std::vector<AnnotatorQuality> annotator_qualities(const Posterior& posterior, const NamedAnswers& named) {
  std::vector<AnnotatorQuality> qualities(named.source.size());
  for (std::size_t annotator = 0; annotator < qualities.size(); ++annotator) {
    const SourceQuality& found = posterior.sources[named.source[annotator]];
    qualities[annotator] = {.reliability = 1 - found.flip.mean,
                            .low = 1 - found.flip.high,
                            .high = 1 - found.flip.low,
                            .by_law = true,
                            .answers = found.answers,
                            .expected_right = found.expected_right,
                            .found_right = found.found_right,
                            .p_value = found.p_value,
                            .usual = 1 - posterior.usual_flip};
    if (!posterior.leans.lean.empty()) {
      const Lean& lean = posterior.leans.lean[named.source[annotator]];
      qualities[annotator].order = posterior.model.effect[0] + lean.mean;
      // A fit that was stopped may not have come to the effects.
      const double common = posterior.effects.effect.empty() ? kNone : posterior.effects.effect[0].deviation;
      qualities[annotator].order_deviation = std::hypot(lean.deviation, common);
    }
  }
  return qualities;
}

void add_figures(const Posterior& posterior, MethodOutput& output) {
  output.figures = {{"noise", posterior.usual_flip},
                    {"noise_low", posterior.flip_low},
                    {"noise_high", posterior.flip_high},
                    {"spread", spread(posterior.model.shape)},
                    {"spread_low", posterior.spread_low},
                    {"spread_high", posterior.spread_high},
                    {"shape_parts", static_cast<double>(posterior.model.shape.size())},
                    {"draws", static_cast<double>(output.draws.count())}};
}

// Those who answer as one, by their names.
std::vector<SameAnnotators> same_annotators(const Comparisons& data, const Posterior& posterior,
                                            const NamedAnswers& named) {
  std::vector<AnnotatorId> annotator_of(named.source.size());
  for (AnnotatorId annotator = 0; annotator < named.source.size(); ++annotator)
    annotator_of[named.source[annotator]] = annotator;
  std::vector<SameAnnotators> found;
  for (const SameHand& hand : posterior.same_hands) {
    SameAnnotators& same = found.emplace_back();
    same.shared = hand.shared, same.agreed = hand.agreed;
    for (const std::uint32_t source : hand.sources) same.names.emplace_back(data.annotators.name(annotator_of[source]));
  }
  return found;
}

void add_hands(std::span<const SameAnnotators> hands, MethodOutput& output) {
  for (const SameAnnotators& hand : hands) {
    std::vector<std::string> names;
    for (const std::string& name : hand.names) names.push_back(shortened(name));
    output.notes.push_back(fmt::format(
        "{} gave the same answer to {} of {} shared questions, more than the ranking explains. They may be one person, "
        "so their answers to a question count once.",
        first_few(names, names.size()), grouped(hand.agreed), grouped(hand.shared)));
  }
}

// What was learned of sides and ties.
std::vector<Effect> describe_effects(const Posterior& posterior, const NamedAnswers& named, double ahead,
                                     AnswerLaw law) {
  std::vector<Effect> effects;
  const Model& model = posterior.model;
  law.flip = posterior.usual_flip;
  if (named.answers.circumstances && named.answers.circumstances->has_sides && !posterior.effects.effect.empty()) {
    effects.push_back(order_effect(posterior.effects.effect[0], model.in_use[0], law));
    if (!posterior.leans.lean.empty())
      effects.push_back({"order_by_annotator", posterior.leans.deviation, kNone, kNone, posterior.leans.log_evidence,
                         true,
                         fmt::format("Annotators differ in how far they prefer the item that stands first: in "
                                     "log-odds, with a standard deviation of {:.2f}.",
                                     posterior.leans.deviation)});
  }
  for (std::size_t k = 0; k < named.controls.size() && !posterior.effects.effect.empty(); ++k)
    effects.push_back(
        control_effect(posterior.effects.effect[named.answers.circumstances->has_sides + k], named.controls[k], law));
  if (!posterior.effects.cut_deviation.empty() && named.has_ties)
    effects.push_back(tie_effect(model, posterior.effects.cut_deviation[0]));
  if (!named.answers.link.empty()) {
    const bool is_time = named.segments.empty();
    const double size = std::sqrt(model.link_variance / (is_time ? named.span : 1));
    const double factor = std::exp(kNormal90 * posterior.link_deviation / 2);
    const bool is_given = posterior.link_deviation == 0;
    const std::string about = is_given
                                  ? fmt::format("{:.2g}", size)
                                  : fmt::format("about {:.2g} ({:.2g}-{:.2g})", size, size / factor, size * factor);
    effects.push_back(
        {is_time ? "drift" : "segments", size, is_given ? kNone : size / factor, is_given ? kNone : size * factor,
         std::nullopt, true,
         is_time
             ? fmt::format("Scores change by {} in log-odds in {}{}; the ranking is for {}the time of the last answer.",
                           about, named.in_years ? "a year" : "a unit of time", is_given ? ", as asked" : "",
                           ahead > 0 ? fmt::format("{:g} {} after ", ahead,
                                                   named.in_years ? (ahead == 1 ? "year" : "years") : "units")
                                     : "")
             : fmt::format("The scores of a board differ from those of the whole by {} in log-odds.", about)});
  }
  return effects;
}

// Draws of some nodes, in each of them every part with mean 0.
ScoreDraws centred_draws(const ScoreDraws& draws, std::span<const std::uint32_t> node,
                         std::span<const std::uint32_t> part) {
  ScoreDraws result(node.size(), draws.count());
  result.smooth = draws.smooth;
  std::vector<double> level, size(node.empty() ? 0 : std::ranges::max(part) + std::size_t{1}, 0.0);
  for (const std::uint32_t one : part) size[one] += 1;
  for (std::size_t k = 0; k < draws.count(); ++k) {
    level.assign(size.size(), 0.0);
    for (std::size_t n = 0; n < node.size(); ++n)
      level[part[n]] += static_cast<double>(draws[k][node[n]]) / size[part[n]];
    for (std::size_t n = 0; n < node.size(); ++n)
      result[k][n] = static_cast<float>(static_cast<double>(draws[k][node[n]]) - level[part[n]]);
  }
  return result;
}

// The board of a segment, beside the same items of the whole. `node_of` numbers as the segment does.
void add_board(const ScoreNodes::Segment& segment, const ScoreDraws& draws, const MethodInput& input,
               std::span<const std::uint32_t> node_of, double level, std::vector<BoardPlace>& boards) {
  constexpr double kSurelyOther = 0.95;
  std::vector<std::uint32_t> part;  // nothing orders parts that were never compared
  for (const std::uint32_t item : segment.item) part.push_back(input.weak.of_item[node_of[item]]);
  const ScoreDraws own = centred_draws(draws, segment.node, part), whole = centred_draws(draws, segment.item, part);
  const std::vector<RankRange> ranges = rank_ranges(own, part, level);
  const ScoreSummary summary = summarise_scores(own, level);
  std::vector<std::uint32_t> order(segment.item.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t n) { return std::tuple(part[n], ranges[n].mean, segment.item[n]); });
  std::uint32_t rank = 0;
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    const std::uint32_t n = order[place];
    rank = place > 0 && part[n] == part[order[place - 1]] ? rank + 1 : 1;
    double higher = 0;
    for (std::size_t k = 0; k < own.count(); ++k) higher += own[k][n] > whole[k][n] ? 1 : 0;
    higher /= static_cast<double>(own.count());
    BoardPlace line;
    line.value = segment.value;
    line.rank = rank;
    line.score = summary.mean[n], line.score_low = summary.low[n], line.score_high = summary.high[n];
    line.rank_low = ranges[n].low, line.rank_high = ranges[n].high;
    line.differs = higher > (1 + kSurelyOther) / 2 ? "higher" : higher < (1 - kSurelyOther) / 2 ? "lower" : "";
    line.comparisons = segment.comparisons[n];
    line.id = input.graph().item[node_of[segment.item[n]]];
    boards.push_back(std::move(line));
  }
}

// The weight of every segment. InvalidArgument for what is no such list.
std::vector<double> weights_of(const std::vector<std::string>& texts, std::span<const ScoreNodes::Segment> segments) {
  std::vector<double> weights(segments.size(), 0.0);
  double total = 0;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const std::string value = text.substr(0, equals);
    const std::optional<double> weight =
        equals == std::string::npos ? std::nullopt : parse_number<double>(std::string_view(text).substr(equals + 1));
    if (!weight || !(*weight > 0 && std::isfinite(*weight)))
      throw InvalidArgument("composite", fmt::format("'{}'", text), "it must read value=weight, with a weight above 0");
    const auto segment = std::ranges::find(segments, value, &ScoreNodes::Segment::value);
    if (segment == segments.end())
      throw InvalidArgument("composite", fmt::format("'{}'", text), "the column has no such value");
    weights[static_cast<std::size_t>(segment - segments.begin())] += *weight;
    total += *weight;
  }
  for (double& weight : weights) weight /= total;
  return weights;
}

std::vector<std::uint32_t> in_order(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

// Weighted means of the boards' scores, by node of the graph. Boards have no level of their own: each is put on that of
// the whole. An item that a board does not have is there what it is in the whole.
ScoreDraws composed(const ScoreDraws& draws, const NamedAnswers& named, const Components& weak,
                    std::span<const double> weights) {
  ScoreDraws result(named.node.size(), draws.count());
  result.smooth = draws.smooth;
  std::vector<double> level(weak.count()), size(weak.count());
  for (std::size_t k = 0; k < draws.count(); ++k) {
    for (std::size_t n = 0; n < named.node.size(); ++n) result[k][n] = draws[k][named.node[n]];
    for (std::size_t s = 0; s < weights.size(); ++s) {
      const ScoreNodes::Segment& segment = named.segments[s];
      if (weights[s] == 0) continue;
      const auto node = [&](std::size_t i) { return named.of_number[segment.item[i]]; };
      const auto apart = [&](std::size_t i) {
        return static_cast<double>(draws[k][segment.node[i]]) - static_cast<double>(draws[k][segment.item[i]]);
      };
      std::ranges::fill(level, 0.0), std::ranges::fill(size, 0.0);
      for (std::size_t i = 0; i < segment.item.size(); ++i)
        level[weak.of_item[node(i)]] += apart(i), size[weak.of_item[node(i)]] += 1;
      for (std::size_t i = 0; i < segment.item.size(); ++i) {
        const std::uint32_t part = weak.of_item[node(i)];
        result[k][node(i)] += static_cast<float>(weights[s] * (apart(i) - level[part] / size[part]));
      }
    }
  }
  return result;
}

// Every comparison is judged by the scores that it is about.
OwnAnswers judge_each(const Comparisons& data, const NamedAnswers& named, const ScoreDraws& draws) {
  OwnAnswers answers;
  if (named.asked.empty()) return answers;
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint32_t> numbers;
  std::vector<std::uint32_t> above, below;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const auto [winner, loser] = named.asked[n];
    answers.of.push_back(Confidences::kNoAnswer);
    if (winner == loser) continue;
    const auto [place, is_new] =
        numbers.try_emplace({winner, loser, data.tie(n)}, static_cast<std::uint32_t>(above.size()));
    answers.of[n] = place->second;
    if (!is_new) continue;
    above.push_back(winner);
    below.push_back(loser);
    answers.is_tie.push_back(data.tie(n));
  }
  answers.probability_above = probabilities_above(draws, above, below);
  return answers;
}

// A time of the input for people.
std::string moment_text(double time, const TimeUnit& unit) {
  if (!unit.is_seconds) return fmt::format("{:.10g}", time);
  const auto days = std::chrono::sys_days(std::chrono::days(static_cast<int>(std::floor(time / unit.day))));
  const std::chrono::year_month_day date(days);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

// Scores over time. At every time those of a part have mean 0, as the ranking's do: how all of them change together no
// answer tells.
void add_curves(const MethodInput& input, const NamedAnswers& named, const ScoreDraws& draws, double level,
                std::vector<CurvePoint>& curves) {
  if (named.moments.empty()) return;
  ScoreDraws points(named.moments.size(), draws.count());
  points.smooth = draws.smooth;
  const Components& weak = input.weak;
  const auto part_of = [&](std::uint32_t item) { return weak.of_item[named.of_number[item]]; };
  std::uint32_t slots = 0;
  for (const ScoreNodes::Moment& moment : named.moments) slots = std::max(slots, moment.slot + 1);
  std::vector<double> levels;  // by slot, then part
  for (std::size_t k = 0; k < draws.count(); ++k) {
    const std::span<const float> x = draws[k];
    levels.assign(slots * weak.count(), 0.0);
    // An item's score between two of its times is on the line between them; before the first it is the first.
    for (std::size_t m = 0; m < named.moments.size(); ++m) {
      const ScoreNodes::Moment& now = named.moments[m];
      const bool is_first = m == 0 || named.moments[m - 1].item != now.item;
      const std::uint32_t from = is_first ? 0 : named.moments[m - 1].slot + 1;
      const double before = static_cast<double>(x[is_first ? now.node : named.moments[m - 1].node]);
      const std::uint32_t part = part_of(now.item);
      for (std::uint32_t slot = from; slot <= now.slot; ++slot) {
        const double share = static_cast<double>(slot + 1 - from) / static_cast<double>(now.slot + 1 - from);
        levels[slot * weak.count() + part] +=
            (before + share * (static_cast<double>(x[now.node]) - before)) / static_cast<double>(weak.sizes[part]);
      }
    }
    for (std::size_t m = 0; m < named.moments.size(); ++m) {
      const ScoreNodes::Moment& moment = named.moments[m];
      points[k][m] = static_cast<float>(static_cast<double>(x[moment.node]) -
                                        levels[moment.slot * weak.count() + part_of(moment.item)]);
    }
  }
  const ScoreSummary summary = summarise_scores(points, level);
  const TimeUnit unit = time_unit(input.data);
  for (std::size_t m = 0; m < named.moments.size(); ++m) {
    CurvePoint point;
    point.time = moment_text(named.moments[m].time, unit);
    point.score = summary.mean[m], point.score_low = summary.low[m], point.score_high = summary.high[m];
    point.id = input.graph().item[named.of_number[named.moments[m].item]];
    curves.push_back(std::move(point));
  }
}

struct Fit {
  Posterior posterior;
  std::string words;            // what was learned
  bool is_from_scratch = true;  // what was learned before was not taken as known
};

// What was learned before is taken as known where that will do, and then fewer draws of few items will do too.
Fit fit(const MethodInput& input, const NamedAnswers& named, const RankOptions& given, Observer* observer) {
  const std::uint64_t seed = given.seed;
  constexpr std::size_t kFewItems = 1000, kRoughDraws = 512;
  constexpr int kRoughSweeps = 3;
  KeptLearning* kept = input.warm && input.warm->rough ? &input.warm->learning : nullptr;
  if (const std::optional<Learned> known = kept ? kept->learned_for(input.data) : std::nullopt) {
    PosteriorOptions options = options_for(*known, named);
    if (named.node.size() < kFewItems) options.draws = kRoughDraws;
    options.most_sweeps = kRoughSweeps;
    options.seed = seed;
    return {find_posterior(named.answers, options, observer), known->words, false};
  }
  PosteriorOptions options{.seed = seed};
  if (named.answers.circumstances && named.answers.circumstances->has_sides)
    options.sure_effects.push_back(*given.order_effect == OrderEffect::common ||
                                   *given.order_effect == OrderEffect::per_annotator);
  options.sure_effects.resize(options.sure_effects.size() + named.controls.size(), true);
  using Leans = PosteriorOptions::Leans;
  options.leans = *given.order_effect == OrderEffect::per_annotator ? Leans::always
                  : *given.order_effect == OrderEffect::automatic   ? Leans::by_evidence
                                                                    : Leans::never;
  if (given.drift && !is_left_open(given.drift)) options.known_link = *given.drift * *given.drift * named.span;
  options.davidson = given.ties == TieRule::davidson;
  Fit made{find_posterior(named.answers, options, observer), ""};
  made.words = learned_in_words(made.posterior, named);
  if (kept && made.posterior.status != Termination::stopped) {
    Learned learned = learned_by(made.posterior, named);
    learned.words = made.words;
    kept->keep(std::move(learned), input.data);
  }
  return made;
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  if (options.drift && options.by)
    throw InvalidArgument("by", *options.by, fmt::format("it cannot be combined with {}", option_named("drift")));
  if (options.composite && !options.by)
    throw InvalidArgument("composite", fmt::format("{}", fmt::join(*options.composite, ",")),
                          fmt::format("there are no boards without {}", option_named("by")));
  const NamedAnswers named = name_answers(input.data, input.merged, view_of(input.data, options));
  auto [posterior, words, is_from_scratch] = fit(input, named, options, observer);
  MethodOutput output;
  output.draws =
      options.composite
          ? centred(composed(posterior.draws, named, input.weak, weights_of(*options.composite, named.segments)),
                    in_order(named.node.size()), input.weak)
          : centred(posterior.draws, named.node, input.weak);
  for (const ScoreNodes::Segment& segment : named.segments)
    add_board(segment, posterior.draws, input, named.of_number, options.level, output.boards);
  output.answers = judge_each(input.data, named, posterior.draws);
  add_curves(input, named, posterior.draws, options.level, output.curves);
  posterior.draws = {};
  output.ranges = rank_ranges(output.draws, input.weak.of_item, options.level);
  ScoreSummary summary = summarise_scores(output.draws, options.level);
  output.order.resize(output.ranges.size());
  std::ranges::transform(output.ranges, output.order.begin(), [](const RankRange& range) { return -range.mean; });
  if (!options.composite) share_values(posterior, named.node, input.weak, {output.order, summary.mean});
  output.scores = std::move(summary.mean);
  output.score_low = std::move(summary.low);
  output.score_high = std::move(summary.high);
  output.standard_error = std::move(summary.deviation);
  output.law = AnswerLaws{{.flip = posterior.typical_flip}};
  output.law->flip_draws = posterior.typical_flips;
  const bool has_sides = named.answers.circumstances && named.answers.circumstances->has_sides;
  if (has_sides && posterior.model.in_use[0]) {
    output.law->order = posterior.model.effect[0];
    output.law->order_draws = posterior.first_effects;
  }
  if (!posterior.model.cut.empty()) output.law->cut = posterior.model.cut[0];
  output.law->davidson = posterior.model.davidson;
  output.effects = describe_effects(posterior, named, options.ahead.value_or(0), *output.law);
  if (!posterior.sources.empty()) {
    output.annotators = annotator_qualities(posterior, named);
    for (const AnnotatorQuality& quality : output.annotators)
      output.law->flip_of.push_back(quality.answers > 0 ? 1 - quality.reliability : posterior.typical_flip);
    if (!posterior.leans.lean.empty())
      for (const AnnotatorQuality& quality : output.annotators) output.law->order_of.push_back(quality.order);
  }
  add_figures(posterior, output);
  output.notes.push_back(std::move(words));
  for (const Effect& effect : output.effects) output.notes.push_back(effect.meaning);
  if (options.composite)
    output.notes.push_back(
        fmt::format("The ranking is the weighted mean of boards: {}.", fmt::join(*options.composite, ", ")));
  std::vector<SameAnnotators> hands = same_annotators(input.data, posterior, named);
  add_hands(hands, output);
  if (input.warm && is_from_scratch && posterior.status != Termination::stopped)
    input.warm->same_annotators = std::move(hands);
  if (named.rankings > 0)
    output.notes.push_back(
        fmt::format("Each of the {} rankings counts as a whole: its pairs weigh less than as many separate answers.",
                    grouped(named.rankings)));
  output.convergence.status = posterior.status;
  output.convergence.message = ending_in_words(posterior);
  output.convergence.rounds = posterior.rounds;
  output.convergence.iterations = posterior.rounds;
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

}  // namespace

MethodInfo posterior_method() {
  return {.name = "posterior",
          .aliases = {"bayes", "bayesian"},
          .summary =
              "the probability of all scores given the answers, with noise, spread and annotators learned; "
              "gives ranges and probabilities",
          .paper = "none; joins the noise model of PD-Rank and that of Bradley-Terry, docs/MATH.md section 12",
          .cost = "items + distinct answers of annotators, per round; mostly 50 to 300 rounds",
          .options = {"order_effect", "drift", "ahead", "by", "composite", "control", "cluster", "scale", "anchor"},
          .reads_rows = true,
          .gives_draws = true,
          .gives_standard_errors = true,
          .gives_annotators = true,
          .models_ties = true,
          .run = run};
}

}  // namespace pdrank
