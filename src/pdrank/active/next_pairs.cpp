#include "pdrank/active/next_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pdrank/active/belief.hpp"
#include "pdrank/active/connect.hpp"
#include "pdrank/active/outlook.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

ItemId item_named(const Comparisons& data, const std::string& name) {
  if (const auto id = data.items.find(name)) return *id;
  throw InvalidArgument("forbidden", fmt::format("'{}'", shortened(name)), "there is no such item");
}

PairSet forbidden_pairs(const Comparisons& data, const NextOptions& options) {
  std::vector<ItemPair> pairs;
  for (const auto& [first, second] : options.forbidden) {
    const ItemId a = item_named(data, first), b = item_named(data, second);
    if (a == b) throw InvalidArgument("forbidden", fmt::format("'{}'", shortened(first)), "a pair has two items");
    pairs.push_back(make_pair_of(a, b));
  }
  return PairSet(std::move(pairs));
}

// With what the annotator has answered already.
PairSet with_answered(const PairSet& closed, const Comparisons& data, AnnotatorId annotator) {
  std::vector<ItemPair> pairs = closed.pairs();
  if (annotator != kNoAnnotator)
    for (std::size_t n = 0; n < data.size(); ++n)
      if (data.annotator(n) == annotator) pairs.push_back(make_pair_of(data.winner(n), data.loser(n)));
  return PairSet(std::move(pairs));
}

PairSet with_asked(const PairSet& closed, std::span<const Question> asked) {
  std::vector<ItemPair> pairs = closed.pairs();
  for (const Question& question : asked) pairs.push_back(question.pair);
  return PairSet(std::move(pairs));
}

// The data as if the questions had been answered by ties: the strategy is not to ask for the same links again.
Comparisons with_ties(const Comparisons& data, std::span<const Question> questions) {
  Comparisons result = copy_of(data);
  for (const Question& question : questions)
    result.add({.winner = question.pair.first, .loser = question.pair.second, .outcome = Outcome::tie});
  return result;
}

struct Chosen {
  std::vector<Question> questions;
  bool kept_apart = false;  // parts that forbidden pairs leave no way to connect
};

// First what connects, then what the strategy says.
Chosen choose(const AskInput& input, const StrategyInfo& strategy, Observer* observer) {
  Chosen chosen{.questions = connecting_pairs(input)};
  if (chosen.questions.size() == input.count) return chosen;
  std::vector<Question> rest;
  if (chosen.questions.empty()) {
    rest = strategy.propose(input, observer);
    chosen.kept_apart = input.weak.count() > 1;
  } else {
    const Comparisons data = with_ties(input.data, chosen.questions);
    const MergedComparisons merged = merge(data, TieRule::half);
    const Components weak = weak_components(merged.graph);
    const PairSet closed = with_asked(input.forbidden, chosen.questions);
    rest = strategy.propose({.data = data,
                             .merged = merged,
                             .weak = weak,
                             .forbidden = closed,
                             .annotator = input.annotator,
                             .belief = input.belief,
                             .count = input.count - chosen.questions.size(),
                             .seed = input.seed},
                            observer);
    chosen.kept_apart = weak.count() > 1;
  }
  if (observer && observer->stop_requested()) throw Stopped();  // what it has chosen may be half done
  std::ranges::move(rest, std::back_inserter(chosen.questions));
  return chosen;
}

// That the answer is `first`, by whoever will give it.
double probability(const Belief& belief, const Question& question) {
  const bool known = question.annotator != kNoAnnotator && !belief.flips.empty();
  double sum = 0;
  for (std::size_t draw = 0; draw < belief.draws(); ++draw)
    sum +=
        known ? belief.wins(draw, question.pair, belief.flips[question.annotator]) : belief.wins(draw, question.pair);
  return sum / static_cast<double>(belief.draws());
}

NextPair named(const AskInput& input, const NextOptions& options, const Question& question, bool turned) {
  NextPair pair;
  const auto [first, second] = question.pair;
  pair.left = input.data.items.name(turned ? second : first);
  pair.right = input.data.items.name(turned ? first : second);
  pair.annotator = question.annotator != kNoAnnotator ? std::string(input.data.annotators.name(question.annotator))
                                                      : options.annotator;
  pair.value = question.value;
  if (input.belief) {
    const double p = probability(*input.belief, question);
    pair.probability_left = turned ? 1 - p : p;
  }
  pair.reason = question.reason;
  return pair;
}

// Items that take part without an answer, beside others that have some.
std::string note_on_new_items(const AskInput& input) {
  std::vector<std::uint8_t> compared(input.item_count(), 0);
  for (EdgeId edge = 0; edge < input.graph().edge_count(); ++edge)
    compared[input.graph().winner[edge]] = compared[input.graph().loser[edge]] = 1;
  const auto fresh = static_cast<std::uint64_t>(std::ranges::count(compared, std::uint8_t{0}));
  if (fresh == 0 || input.data.empty()) return {};
  std::vector<std::string> names;
  for (ItemId item = 0; item < input.item_count() && names.size() < kFewNames; ++item)
    if (!compared[item]) names.push_back(shortened(input.data.items.name(item)));
  return fmt::format("{} no answers yet: {}.", plural(fresh, "item has", "items have"), first_few(names, fresh));
}

std::vector<std::string> make_notes(const AskInput& input, const NextOptions& options, const Chosen& chosen) {
  std::vector<std::string> notes = input.data.report.notes;
  if (std::string fresh = note_on_new_items(input); !fresh.empty()) notes.push_back(std::move(fresh));
  if (!options.annotator.empty() && input.annotator == kNoAnnotator)
    notes.push_back(
        fmt::format("The annotator '{}' is new and is taken for an average one.", shortened(options.annotator)));
  const std::size_t found = chosen.questions.size();
  if (found < options.count)
    notes.push_back(fmt::format("{} may be asked{}.",
                                found == 0 ? "No pair" : fmt::format("No more than {}", plural(found, "pair", "pairs")),
                                input.annotator == kNoAnnotator ? "" : " that this annotator has not answered yet"));
  if (chosen.kept_apart)
    notes.emplace_back("Forbidden pairs keep some parts of the data apart: nothing will order one against another.");
  if (input.belief && input.belief->status != Termination::converged)
    notes.emplace_back("The fit had not settled when it reached its limit: probabilities and the outlook are rough.");
  return notes;
}

}  // namespace

OptionTable<NextOptions> NextOptions::table() {
  std::vector<std::string_view> known;
  for (const StrategyInfo& strategy : strategies()) known.push_back(strategy.name);
  static const std::vector<OptionRecord<NextOptions>> all = {
      option_of<&NextOptions::count>("count", "number of pairs to list", {.range = {1}, .placeholder = "K"}),
      option_of<&NextOptions::strategy>("strategy",
                                        "how the pairs are "
                                        "chosen",
                                        {.choices = known, .placeholder = "NAME"}),
      option_of<&NextOptions::annotator>("annotator", "who will answer, if you know", {.placeholder = "ID"}),
      level_option<&NextOptions::level>("probability from which an order counts as settled"),
      option_of<&NextOptions::outlook>("outlook", "say how much is left to learn; this takes most of the time"),
      seed_option<&NextOptions::seed>("the same seed gives the same pairs"),
      threads_option<&NextOptions::threads>(),
  };
  return all;
}

void check(const NextOptions& options) {
  find_strategy(options.strategy);
  validate(options);
}

NextResult next_pairs(const Comparisons& data, const NextOptions& options, Observer* observer) {
  check(options);
  if (data.items.size() < 2)
    throw InvalidArgument("items", fmt::format("{}", data.items.size()), "there must be at least two to ask about");
  const StrategyInfo& strategy = find_strategy(options.strategy);
  const ThreadScope threads(options.threads);
  const AnnotatorId annotator = data.annotators.find(options.annotator).value_or(kNoAnnotator);
  const PairSet forbidden = forbidden_pairs(data, options), closed = with_answered(forbidden, data, annotator);
  const MergedComparisons merged = merge(data, TieRule::half);
  const Components weak = weak_components(merged.graph);
  AskInput input{.data = data,
                 .merged = merged,
                 .weak = weak,
                 .forbidden = closed,
                 .annotator = annotator,
                 .count = static_cast<std::size_t>(options.count),
                 .seed = mixed(options.seed) + data.size()};  // as the answers grow, chance decides anew
  std::optional<Belief> belief;
  const auto form_belief = [&] { input.belief = &belief.emplace(believe(input, Effort::steady, observer)); };
  if (strategy.needs_belief) form_belief();
  const Chosen chosen = choose(input, strategy, observer);
  bool stopped = false;
  const auto unless_stopped = [&](const auto& look) {
    try {
      if (!stopped) look();
    } catch (const Stopped&) {  // what has been chosen is not lost
      stopped = true;
    }
  };
  if (options.outlook && !belief) unless_stopped(form_belief);

  NextResult result{.strategy = std::string(strategy.name),
                    .measure = std::string(strategy.measure),
                    .seed = options.seed,
                    .items = data.items.size(),
                    .comparisons = data.size(),
                    .components = weak.count(),
                    .forbidden = forbidden.size()};
  Random sides(mixed(input.seed));
  for (const Question& question : chosen.questions)
    result.pairs.push_back(named(input, options, question, sides.chance(0.5)));
  result.notes = make_notes(input, options, chosen);
  if (options.outlook)
    unless_stopped([&] { result.outlook = look_ahead(input, *belief, chosen.questions, options.level, observer); });
  result.stopped = stopped;
  if (stopped) result.notes.emplace_back("Stopped on request before the outlook was ready.");
  return result;
}

}  // namespace pdrank
