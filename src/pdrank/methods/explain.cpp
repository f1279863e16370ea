#include "pdrank/methods/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/find_item.hpp"
#include "pdrank/methods/quick_fit.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/removal.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

// Position in the ranking. InvalidArgument if it was not ranked.
std::size_t position_of(const Comparisons& data, const RankResult& ranked, const std::string& name,
                        const std::string& field) {
  const ItemId item = find_item(data.items, name, field);
  const auto place = std::ranges::find(ranked.ranking, item, &Place::id);
  if (place == ranked.ranking.end())
    throw InvalidArgument(field, quoted(data.items.name(item)), "it was left out of the ranking");
  return static_cast<std::size_t>(place - ranked.ranking.begin());
}

ExplainedPlace explained(const RankResult& ranked, const Place& place) {
  const auto in_part = std::ranges::count(ranked.ranking, place.component, &Place::component);
  return {.item = place.item,
          .rank = place.rank,
          .of = static_cast<std::uint32_t>(in_part),
          .rank_low = place.rank_low,
          .rank_high = place.rank_high,
          .score = place.score,
          .score_low = place.score_low,
          .score_high = place.score_high,
          .first = place.first,
          .answers = place.comparisons,
          .wins = place.wins,
          .losses = place.losses,
          .ties = place.ties,
          .flags = place.flags};
}

// That one belongs above the other; none where the method has no draws.
std::optional<double> probability_above(const RankResult& ranked, ItemId above, ItemId below) {
  if (!ranked.draws) return std::nullopt;
  const std::vector<ItemId>& items = ranked.draws->item;
  const auto column = [&](ItemId item) {
    return static_cast<std::uint32_t>(std::ranges::find(items, item) - items.begin());
  };
  const std::array upper = {column(above)}, lower = {column(below)};
  if (upper[0] == items.size() || lower[0] == items.size()) return std::nullopt;
  return probabilities_above(ranked.draws->scores, upper, lower).front();
}

// What a record of two items adds up to.
struct Tally {
  double answers = 0, wins = 0, expected = 0;
};

class Explainer {
 public:
  Explainer(const Comparisons& data, const RankOptions& options, const RankResult& ranked, Observer* observer)
      : data_(data),
        options_(scores_alone(options, ranked.method)),
        ranked_(ranked),
        observer_(observer),
        quiet_(observer),
        quick_(data, quick_start(data, ranked, &quiet_)),
        rank_(data.items.size(), 0),
        weight_(data.size(), 0.0) {
    for (const Place& place : ranked.ranking) rank_[place.id] = place.rank;
    for (std::size_t n = 0; n < data.size(); ++n) {
      const bool is_left_out = options.ties == TieRule::drop && data.tie(n);
      if (rank_[data.winner(n)] > 0 && rank_[data.loser(n)] > 0 && !is_left_out) weight_[n] = data.weight(n);
    }
    if (const auto gamma = find_figure(ranked.figures, "gamma")) options_.gamma = *gamma;  // the same pull to the mean
    if (ranked.scale.is_asked_for && ranked.scale.kind != ScaleKind::share) points_ = ranked.scale.unit;
  }

  // Of an item's score less the mean of its part; or of its lead over the other one.
  void look_at(const Place& item, const Place* other) {
    item_ = item.id;
    if (other) other_ = other->id;
    wanted_.assign(data_.items.size(), 0.0);
    wanted_[item.id] = 1;
    if (other) {
      wanted_[other->id] = -1;
    } else {
      const auto in_part = static_cast<double>(std::ranges::count(ranked_.ranking, item.component, &Place::component));
      for (const Place& place : ranked_.ranking)
        if (place.component == item.component) wanted_[place.id] -= 1 / in_part;
    }
    quick_.fit(weight_, &quiet_);
    value_ = *value_in(ranked_);
    pull_ = quick_.influences(wanted_, &quiet_);
    for (std::size_t n = 0; n < data_.size(); ++n) pull_[n] *= weight_[n] * points_;
  }

  std::vector<ExplainedOpponent> opponents() const {
    std::vector<Tally> of_item(data_.items.size()), of_other(data_.items.size());
    std::vector<double> pull(data_.items.size(), 0.0);
    const auto count = [&](ItemId asked, std::size_t n, std::vector<Tally>& tally) {
      const bool won = data_.winner(n) == asked;
      if (!won && data_.loser(n) != asked) return;
      const ItemId opponent = won ? data_.loser(n) : data_.winner(n);
      const double share = data_.winner_share(n), expected = quick_.expected_share(n);
      tally[opponent].answers += weight_[n];
      tally[opponent].wins += weight_[n] * (won ? share : 1 - share);
      tally[opponent].expected += weight_[n] * (won ? expected : 1 - expected);
    };
    for (std::size_t n = 0; n < data_.size(); ++n) {
      if (!concerns(n)) continue;
      count(item_, n, of_item);
      if (other_ && !is_direct(n)) count(*other_, n, of_other);
      pull[opponent_in(n)] += pull_[n];
    }
    std::vector<ExplainedOpponent> found;
    for (ItemId id = 0; id < data_.items.size(); ++id) {
      const Tally &one = of_item[id], &two = of_other[id];
      if (one.answers + two.answers <= 0) continue;
      ExplainedOpponent opponent{.item = std::string(data_.items.name(id)),
                                 .rank = rank_[id],
                                 .answers = one.answers,
                                 .wins = one.wins,
                                 .expected = one.expected,
                                 .other_answers = {},
                                 .other_wins = {},
                                 .other_expected = {},
                                 .pull = pull[id]};
      if (two.answers > 0)
        opponent.other_answers = two.answers, opponent.other_wins = two.wins, opponent.other_expected = two.expected;
      found.push_back(std::move(opponent));
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &ExplainedOpponent::pull);
    return found;
  }

  std::vector<ExplainedAnnotator> annotators() const {
    std::vector<ExplainedAnnotator> all(data_.annotators.size());
    for (AnnotatorId id = 0; id < all.size(); ++id) all[id].annotator = data_.annotators.name(id);
    for (std::size_t n = 0; n < data_.size(); ++n) {
      if (!concerns(n) || data_.annotator(n) == kNoAnnotator) continue;
      all[data_.annotator(n)].answers += weight_[n];
      all[data_.annotator(n)].pull += pull_[n];
    }
    std::erase_if(all, [](const ExplainedAnnotator& one) { return one.answers <= 0; });
    std::ranges::stable_sort(all, std::ranges::greater(), &ExplainedAnnotator::pull);
    return all;
  }

  // Chosen by first order; each is then left out and the rest is ranked.
  std::vector<ExplainedRow> rows(std::size_t most) {
    const std::vector<Unit> units = units_of(data_);
    std::vector<double> pull(units.size(), 0.0);
    for (std::size_t u = 0; u < units.size(); ++u)
      for (std::size_t n = units[u].first; n < units[u].first + units[u].count; ++n) pull[u] += pull_[n];
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    most = std::min(most, order.size());
    const auto is_stronger = [&](std::size_t a, std::size_t b) {
      return std::pair(-std::abs(pull[a]), a) < std::pair(-std::abs(pull[b]), b);
    };
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most), is_stronger);
    std::vector<ExplainedRow> found;
    for (const std::size_t u : std::span(order).first(most)) {
      if (pull[u] == 0) break;
      if (observer_) observer_->on_progress({"explaining", found.size(), most});
      const std::size_t n = units[u].first;
      const AnnotatorId annotator = data_.annotator(n);
      found.push_back(
          {.row = data_.row(n),
           .winner = std::string(data_.items.name(data_.winner(n))),
           .loser = std::string(data_.items.name(data_.loser(n))),
           .tie = data_.tie(n),
           .annotator = annotator == kNoAnnotator ? std::string() : std::string(data_.annotators.name(annotator)),
           .weight = data_.weight(n),
           .pull = pull[u],
           .without = without(units[u])});
    }
    return found;
  }

 private:
  // Whether a comparison that counts is about the item, or one of the two.
  bool concerns(std::size_t n) const {
    const ItemId winner = data_.winner(n), loser = data_.loser(n);
    return weight_[n] > 0 && (winner == item_ || loser == item_ || winner == other_ || loser == other_);
  }
  bool is_direct(std::size_t n) const {
    return other_ && (data_.winner(n) == item_ || data_.loser(n) == item_) &&
           (data_.winner(n) == *other_ || data_.loser(n) == *other_);
  }
  ItemId opponent_in(std::size_t n) const {
    const ItemId winner = data_.winner(n), loser = data_.loser(n);
    if (is_direct(n)) return *other_;
    return winner == item_ || winner == other_ ? loser : winner;
  }

  // What is explained, in the method's own scores; none if the items are no longer in one part with all the others.
  std::optional<double> value_in(const RankResult& ranked) const {
    const auto item = std::ranges::find(ranked.ranking, item_, &Place::id);
    if (item == ranked.ranking.end()) return std::nullopt;
    double value = 0;
    std::size_t counted = 0;
    for (const Place& place : ranked.ranking) {
      if (wanted_[place.id] == 0 || place.component != item->component) continue;
      value += wanted_[place.id] * place.method_score();
      ++counted;
    }
    const auto wanted = static_cast<std::size_t>(std::ranges::count_if(wanted_, [](double one) { return one != 0; }));
    return counted == wanted ? std::optional(value) : std::nullopt;
  }

  std::optional<double> without(const Unit& unit) {
    std::vector<double> weight(data_.size());
    for (std::size_t n = 0; n < data_.size(); ++n) weight[n] = data_.weight(n);
    std::fill_n(weight.begin() + static_cast<std::ptrdiff_t>(unit.first), unit.count, 0.0);
    try {
      const RankResult rest = rank(reweighted(data_, weight), options_, &quiet_);
      if (rest.convergence.status == Termination::stopped) throw Stopped();
      const std::optional<double> value = value_in(rest);
      return value ? std::optional(points_ * (*value - value_)) : std::nullopt;
    } catch (const NotApplicable&) {  // the method cannot rank what is left
      return std::nullopt;
    } catch (const InvalidArgument&) {  // such as a control that is the same in all of it
      return std::nullopt;
    }
  }

  const Comparisons& data_;
  RankOptions options_;
  const RankResult& ranked_;
  Observer* observer_;
  OnlyStops quiet_;
  QuickFit quick_;
  std::vector<std::uint32_t> rank_;  // by item; 0: not ranked
  std::vector<double> weight_;       // by comparison; 0: it does not count
  double points_ = 1;                // that a score of 1 is on the scale
  ItemId item_ = 0;
  std::optional<ItemId> other_;
  std::vector<double> wanted_;  // by item: what is explained is the sum of these times the scores
  double value_ = 0;            // that sum
  std::vector<double> pull_;    // by comparison
};

std::vector<ExplainedNeighbour> neighbours(const RankResult& ranked, std::size_t position) {
  std::vector<ExplainedNeighbour> found;
  const Place& item = ranked.ranking[position];
  const auto add = [&](std::size_t at, bool is_above) {
    const Place& place = ranked.ranking[at];
    if (place.component != item.component) return;
    found.push_back({.item = place.item,
                     .rank = place.rank,
                     .is_above = is_above,
                     .probability = is_above ? probability_above(ranked, place.id, item.id)
                                             : probability_above(ranked, item.id, place.id)});
  };
  if (position > 0) add(position - 1, true);
  if (position + 1 < ranked.ranking.size()) add(position + 1, false);
  return found;
}

std::vector<std::string> notes_on(const RankOptions& options, const RankResult& ranked) {
  std::vector<std::string> notes;
  if (!ranked.law)
    notes.push_back(fmt::format(
        "{} has no law of answers: expected wins and pulls, in log-odds, are those of bradley-terry.", ranked.method));
  else if (ranked.scale.is_asked_for && ranked.scale.kind == ScaleKind::share)
    notes.emplace_back("Pulls are in log-odds.");
  std::vector<std::string> left_out;
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    for (const std::string_view name : {"control", "drift", "half_life", "by"})
      if (record.name == name && is_set(options, record)) left_out.push_back(option_named(name));
  if (!left_out.empty())
    notes.push_back(fmt::format("Expected wins and pulls are those without {}.", listed(left_out)));
  return notes;
}

}  // namespace

Explanation explain(const Comparisons& data, const RankOptions& options, const RankResult& ranked,
                    const std::string& item, const std::string& other, const ExplainOptions& asked,
                    Observer* observer) {
  validate(asked);
  const std::size_t position = position_of(data, ranked, item, "item");
  const Place& place = ranked.ranking[position];
  const Place* second = other.empty() ? nullptr : &ranked.ranking[position_of(data, ranked, other, "other")];
  if (second == &place) throw InvalidArgument("other", quoted(second->item), "the two are the same item");
  if (second && second->component != place.component)
    throw InvalidArgument(
        "other", quoted(second->item),
        fmt::format("no chain of answers connects it with {}, so that nothing orders the two", quoted(place.item)));
  Explainer explainer(data, options, ranked, observer);
  explainer.look_at(place, second);
  Explanation found{.method = ranked.method,
                    .level = options.level,
                    .item = explained(ranked, place),
                    .other = {},
                    .lead = {},
                    .above = {}};
  if (second) {
    found.other = explained(ranked, *second);
    found.lead = place.score - second->score;
    found.above = probability_above(ranked, place.id, second->id);
  } else {
    found.neighbours = neighbours(ranked, position);
  }
  found.opponents = explainer.opponents();
  found.annotators = explainer.annotators();
  found.rows = explainer.rows(asked.rows);
  found.notes = notes_on(options, ranked);
  const auto turned = std::ranges::count_if(
      found.rows, [](const ExplainedRow& row) { return row.without && row.pull * *row.without > 0; });
  if (turned > 0)
    found.notes.push_back(fmt::format("{} of these rows {} the other way, through what is learned about noise.",
                                      turned == 1 ? "One" : grouped(static_cast<std::uint64_t>(turned)),
                                      turned == 1 ? "acts" : "act"));
  found.meaning = explain_in_words(found);
  return found;
}

}  // namespace pdrank
