#include "pdrank/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/simulate/pairs.hpp"

namespace pdrank {
namespace {

constexpr std::uint64_t kMaxDraws = 1000;
constexpr std::uint64_t kMaxWork = 200'000'000;  // items and comparisons, over all draws
constexpr double kMostOrderEffect = 100, kMostTieRate = 1e6;
constexpr std::uint32_t kNoId = std::numeric_limits<std::uint32_t>::max();

// One entry an annotator, in the order of the groups.
struct Crowd {
  std::vector<std::string> kinds;
  std::vector<double> flips;
  std::vector<double> position_biases;
  bool sees_position = false;  // the order in which items are shown matters to someone
};

// The data as drawn; items and annotators go by their number (the one in their name, less 1).
struct Draw {
  std::vector<double> truth;
  std::vector<ItemId> winner, loser;
  std::vector<AnnotatorId> annotator;  // empty: no annotators
  std::vector<ItemId> shown_first;     // empty: it matters to no one
  std::vector<std::uint8_t> tie;       // empty: there are none
};

// Gives out ids in order of appearance: names are made once, and only for those that appear.
class Naming {
 public:
  Naming(ItemIndex& index, const char* prefix, std::size_t count)
      : index_(index), prefix_(prefix), width_(std::to_string(count).size()), id_(count, kNoId) {}

  std::uint32_t id(std::uint32_t number) {
    if (id_[number] == kNoId)
      id_[number] = index_.intern(fmt::format("{}-{:0{}}", prefix_, std::uint64_t{number} + 1, width_));
    return id_[number];
  }

  // The values of those that appeared, by id.
  template <class T>
  std::vector<T> by_id(const std::vector<T>& by_number) const {
    std::vector<T> values(index_.size());
    for (std::size_t number = 0; number < id_.size(); ++number)
      if (id_[number] != kNoId) values[id_[number]] = by_number[number];
    return values;
  }

 private:
  ItemIndex& index_;
  const char* prefix_;
  std::size_t width_;
  std::vector<std::uint32_t> id_;  // by number
};

void check_items(std::uint32_t items) {
  if (items < 2 || items > kMaxSimulatedItems)
    throw InvalidArgument("items", fmt::format("{}", items), fmt::format("it must be in 2..{}", kMaxSimulatedItems));
}

void validate(const SimulateOptions& options) {
  check_items(options.items);
  if (options.comparisons < 1 || options.comparisons > kMaxComparisons)
    throw InvalidArgument("comparisons", fmt::format("{}", options.comparisons),
                          fmt::format("it must be in 1..{}", kMaxComparisons));
  validate(options.noise);
  validate(options.annotators);
  validate(options.shape);
  if (options.order_effect && !(std::abs(*options.order_effect) <= kMostOrderEffect))
    throw InvalidArgument("order_effect", fmt::format("{}", *options.order_effect),
                          fmt::format("it must be between {} and {}", -kMostOrderEffect, kMostOrderEffect));
  if (!(options.tie_rate >= 0 && options.tie_rate <= kMostTieRate))
    throw InvalidArgument("tie_rate", fmt::format("{}", options.tie_rate),
                          fmt::format("it must be between 0 and {}", kMostTieRate));
}

Crowd expand(const std::vector<AnnotatorGroup>& groups) {
  Crowd crowd;
  for (const AnnotatorGroup& group : groups) {
    crowd.kinds.insert(crowd.kinds.end(), group.count, group.kind);
    crowd.flips.insert(crowd.flips.end(), group.count, group.flip);
    crowd.position_biases.insert(crowd.position_biases.end(), group.count, group.position_bias);
  }
  crowd.sees_position = has_position_bias(groups);
  return crowd;
}

enum class Answer { first, second, tie };

// What the noise model, the order effect and ties make of two items. Without the last two, one number is drawn.
Answer draw_answer(const SimulateOptions& options, double first_score, double second_score, Random& random) {
  const double eta = options.order_effect.value_or(0);
  if (eta == 0 && options.tie_rate == 0)
    return draw_answer(options.noise, first_score, second_score, random) ? Answer::first : Answer::second;
  const double given = win_probability(options.noise, first_score, second_score);
  const double wins = given / (given + (1 - given) * std::exp(-eta));
  const double level = options.tie_rate * std::sqrt(wins * (1 - wins));
  if (random.chance(level / (1 + level))) return Answer::tie;
  return random.chance(wins) ? Answer::first : Answer::second;
}

Draw draw(const SimulateOptions& options, const Crowd& crowd, Random& random) {
  Draw drawn;
  drawn.truth = draw_truth(options.noise, options.items, random);
  drawn.winner.resize(options.comparisons);
  drawn.loser.resize(options.comparisons);
  if (!crowd.flips.empty()) drawn.annotator.resize(options.comparisons);
  const bool has_sides = crowd.sees_position || options.order_effect;
  if (has_sides) drawn.shown_first.resize(options.comparisons);
  if (options.tie_rate > 0) drawn.tie.resize(options.comparisons);
  const auto pairs = draw_pairs(options.shape, options.items, options.comparisons, random);
  for (std::size_t n = 0; n < options.comparisons; ++n) {
    auto [first, second] = pairs->next(random);
    if (has_sides) {
      if (random.chance(0.5)) std::swap(first, second);
      drawn.shown_first[n] = first;
    }
    const Answer answer = draw_answer(options, drawn.truth[first], drawn.truth[second], random);
    bool first_wins = answer != Answer::second, is_tie = answer == Answer::tie;
    if (!crowd.flips.empty()) {
      drawn.annotator[n] = static_cast<AnnotatorId>(random.below(crowd.flips.size()));
      if (random.chance(crowd.flips[drawn.annotator[n]]) && !is_tie) first_wins = !first_wins;
      if (crowd.sees_position && random.chance(crowd.position_biases[drawn.annotator[n]]))
        first_wins = true, is_tie = false;
    }
    if (!drawn.tie.empty()) drawn.tie[n] = is_tie;
    drawn.winner[n] = first_wins ? first : second;
    drawn.loser[n] = first_wins ? second : first;
  }
  return drawn;
}

// ceil(0.8 m)
std::uint64_t smallest_part(std::uint32_t items) { return (std::uint64_t{4} * items + 4) / 5; }

// By item number, 1 = kept; nothing if the part to keep is too small.
std::optional<std::vector<std::uint8_t>> find_kept(const SimulateOptions& options, const Draw& drawn) {
  if (options.graph == GraphKind::any) return std::vector<std::uint8_t>(options.items, 1);
  std::vector<ItemId> winner = drawn.winner, loser = drawn.loser;
  for (std::size_t n = 0; n < drawn.tie.size(); ++n)  // a tie links both ways
    if (drawn.tie[n]) winner.push_back(drawn.loser[n]), loser.push_back(drawn.winner[n]);
  const Components components = options.graph == GraphKind::connected ? weak_components(options.items, winner, loser)
                                                                      : strong_components(options.items, winner, loser);
  if (components.sizes[0] < smallest_part(options.items)) return std::nullopt;
  std::vector<std::uint8_t> kept(options.items);
  std::ranges::transform(components.of_item, kept.begin(), [](std::uint32_t part) { return part == 0 ? 1 : 0; });
  return kept;
}

Simulation assemble(const Draw& drawn, const std::vector<std::uint8_t>& kept, const Crowd& crowd) {
  Simulation simulation;
  Comparisons& data = simulation.comparisons;
  Naming items(data.items, "item", drawn.truth.size());
  Naming annotators(data.annotators, "annotator", crowd.flips.size());
  for (std::size_t n = 0; n < drawn.winner.size(); ++n) {
    const ItemId winner = drawn.winner[n], loser = drawn.loser[n];
    if (!kept[winner] || !kept[loser]) continue;
    items.id(std::min(winner, loser));  // the winner must not always get the lower id
    const ItemId loser_id = items.id(loser);
    const AnnotatorId annotator = drawn.annotator.empty() ? kNoAnnotator : annotators.id(drawn.annotator[n]);
    Side first = Side::unknown;
    if (!drawn.shown_first.empty()) first = drawn.shown_first[n] == winner ? Side::winner : Side::loser;
    const bool is_tie = !drawn.tie.empty() && drawn.tie[n];
    data.add({.winner = items.id(winner),
              .loser = loser_id,
              .annotator = annotator,
              .outcome = tie_if(is_tie),
              .first = first});
    if (!drawn.shown_first.empty()) simulation.shown_first.push_back(items.id(drawn.shown_first[n]));
    simulation.wrong.push_back(!is_tie && drawn.truth[winner] < drawn.truth[loser] ? 1 : 0);
  }
  data.report.rows = data.size();
  simulation.truth = items.by_id(drawn.truth);
  simulation.annotator_kinds = annotators.by_id(crowd.kinds);
  simulation.annotator_flips = annotators.by_id(crowd.flips);
  simulation.annotator_position_biases = annotators.by_id(crowd.position_biases);
  simulation.items_left_out = static_cast<std::uint32_t>(drawn.truth.size()) - data.items.size();
  simulation.comparisons_left_out = drawn.winner.size() - data.size();
  return simulation;
}

std::uint64_t draw_limit(const SimulateOptions& options) {
  return std::clamp<std::uint64_t>(kMaxWork / (options.items + options.comparisons), 3, kMaxDraws);
}

[[noreturn]] void refuse_too_few(const SimulateOptions& options) {
  const bool strong = options.graph == GraphKind::strong;
  std::string otherwise;
  if (options.shape.kind == Shape::Kind::power_law)
    otherwise += fmt::format(", or too uneven under {}", to_string(options.shape));
  if (strong) otherwise += fmt::format(", or too seldom wrong under {}", to_string(options.noise));
  if (!otherwise.empty()) otherwise += ',';
  throw InvalidArgument("comparisons", fmt::format("{}", options.comparisons),
                        fmt::format("that is too few{} for a {} part with at least {} of the {} items ({} draws made)",
                                    otherwise, strong ? "strongly connected" : "connected",
                                    smallest_part(options.items), options.items, draw_limit(options)));
}

}  // namespace

Simulation simulate(const SimulateOptions& options) {
  validate(options);
  const Crowd crowd = expand(options.annotators);
  Random random(options.seed);  // a redraw takes up the stream where the last draw left it
  for (std::uint32_t draws = 1; draws <= draw_limit(options); ++draws) {
    const Draw drawn = draw(options, crowd, random);
    if (const auto kept = find_kept(options, drawn)) {
      Simulation simulation = assemble(drawn, *kept, crowd);
      simulation.draws = draws;
      return simulation;
    }
  }
  refuse_too_few(options);
}

std::uint64_t trials_to_comparisons(double trials, std::uint32_t items) {
  check_items(items);
  const double pairs = 0.5 * items * (items - 1.0);
  const double comparisons = std::round(trials * pairs);
  if (!(comparisons >= 1 && comparisons <= static_cast<double>(kMaxComparisons)))
    throw InvalidArgument("trials", fmt::format("{}", trials),
                          fmt::format("with {} items it must make 1..{} comparisons", items, kMaxComparisons));
  return static_cast<std::uint64_t>(comparisons);
}

}  // namespace pdrank
