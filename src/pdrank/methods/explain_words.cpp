// An explanation in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "pdrank/core/result.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/explain.hpp"

namespace pdrank {
namespace {

constexpr double kSlight = 0.05;        // what pulls less than this part of the strongest is not worth a word
constexpr double kHardlyFirst = 0.005;  // nor is a first place less likely than this

std::string number(double value) { return fmt::format("{:.3g}", value); }
std::string percent(double probability) { return fmt::format("{:.0f} %", 100 * probability); }

std::string place_text(const ExplainedPlace& place, double level) {
  std::string text = fmt::format("{}: rank {} of {}", shortened(place.item), grouped(place.rank), grouped(place.of));
  if (place.rank_low) {
    const std::string range = *place.rank_low == *place.rank_high
                                  ? grouped(*place.rank_low)
                                  : fmt::format("{}-{}", grouped(*place.rank_low), grouped(*place.rank_high));
    text += fmt::format(" ({} at {})", range, percent(level));
  }
  text += fmt::format(", score {}", number(place.score));
  if (place.score_low) text += fmt::format(" ({} to {})", number(*place.score_low), number(*place.score_high));
  if (place.first.value_or(0) >= kHardlyFirst) text += fmt::format(", first with {}", percent(*place.first));
  return text + fmt::format("; won {} of {}{}.", amount(place.wins + place.ties / 2), amount(place.answers),
                            place.ties > 0 ? ", ties by half" : "");
}

std::string flags_text(const ExplainedPlace& place) {
  const auto has = [&](std::string_view flag) { return std::ranges::find(place.flags, flag) != place.flags.end(); };
  const std::string name = shortened(place.item);
  if (has("unbeaten")) return fmt::format(" {} was never beaten: nothing says how far up it belongs.", name);
  if (has("winless")) return fmt::format(" {} has never won: nothing says how far down it belongs.", name);
  return has("few") ? fmt::format(" Few answers are about {}.", name) : std::string();
}

std::string neighbours_text(const Explanation& explanation) {
  std::vector<std::string> parts;
  bool is_known = true;
  for (const ExplainedNeighbour& one : explanation.neighbours) {
    parts.push_back(fmt::format("{} {}{}", one.is_above ? "below" : "above", shortened(one.item),
                                one.probability ? fmt::format(" ({})", percent(*one.probability)) : ""));
    is_known = is_known && one.probability.has_value();
  }
  if (parts.empty()) return {};
  return is_known ? fmt::format("It belongs {}.", listed(parts))
                  : fmt::format("It stands {}; {} does not say how likely that is.", listed(parts), explanation.method);
}

std::string record_text(double wins, double answers) { return fmt::format("{} of {}", amount(wins), amount(answers)); }

std::string opponent_text(const ExplainedOpponent& one) {
  return fmt::format("{} (won {}, {} expected)", shortened(one.item), record_text(one.wins, one.answers),
                     number(one.expected));
}

// Of a third item: how the one that gains from it fared against it, and how the other one.
struct Record {
  double wins, answers;
};
std::string opponent_text(const ExplainedOpponent& third, const Record& own, const Record& others,
                          const std::string& other) {
  std::vector<std::string> parts;
  if (own.answers > 0) parts.push_back(fmt::format("won {}", record_text(own.wins, own.answers)));
  if (others.answers > 0)
    parts.push_back(
        fmt::format("{} {}{}", other, parts.empty() ? "won " : "", record_text(others.wins, others.answers)));
  return fmt::format("from {} ({})", shortened(third.item), fmt::join(parts, ", "));
}

// What the strongest of one sign says, from a list by pull; empty where none is worth a word.
template <class Pulling, class Text>
std::string strongest_text(const std::vector<Pulling>& sorted, bool up, Text&& text) {
  if (sorted.empty()) return {};
  const double most = std::max(std::abs(sorted.front().pull), std::abs(sorted.back().pull));
  const Pulling& one = up ? sorted.front() : sorted.back();
  return (up ? one.pull : -one.pull) > kSlight * most ? text(one) : std::string();
}

std::string opponents_text(const Explanation& explanation) {
  const auto text = [](const ExplainedOpponent& one) { return opponent_text(one); };
  const std::string up = strongest_text(explanation.opponents, true, text),
                    down = strongest_text(explanation.opponents, false, text);
  if (up.empty() && down.empty()) return "Its record against everyone is as the scores lead to expect.";
  if (up.empty()) return fmt::format("Its record against {} holds it down most.", down);
  return fmt::format("Its record against {} holds it up most{}.", up,
                     down.empty() ? "" : fmt::format("; that against {} holds it down most", down));
}

std::string pair_text(const Explanation& explanation) {
  const ExplainedPlace &one = explanation.item, &two = *explanation.other;
  const std::string_view where = one.rank < two.rank ? "above" : one.rank > two.rank ? "below" : "level with";
  std::string text = fmt::format("{} (rank {} of {}) stands {} {} (rank {})", shortened(one.item), grouped(one.rank),
                                 grouped(one.of), where, shortened(two.item), grouped(two.rank));
  const bool is_above = one.rank<two.rank, leads = *explanation.lead> 0;
  if (one.rank != two.rank && is_above == leads) text += fmt::format(" by {}", number(std::abs(*explanation.lead)));
  if (one.rank != two.rank && is_above != leads)
    text += fmt::format(", although its score is {} {}: places follow the expected rank",
                        number(std::abs(*explanation.lead)), leads ? "higher" : "lower");
  if (!explanation.above) return text + fmt::format("; {} does not say how likely that is.", explanation.method);
  const bool is_below = one.rank > two.rank;
  return text +
         fmt::format(", and belongs there with {}.", percent(is_below ? 1 - *explanation.above : *explanation.above));
}

std::string direct_text(const Explanation& explanation) {
  const auto direct = std::ranges::find(explanation.opponents, explanation.other->item, &ExplainedOpponent::item);
  if (direct == explanation.opponents.end()) return "The two were never compared; others connect them.";
  return fmt::format("Of the {} about the two, {} won {}; the scores lead to expect {}.",
                     direct->answers == 1 ? "one answer" : fmt::format("{} answers", amount(direct->answers)),
                     shortened(explanation.item.item), amount(direct->wins), number(direct->expected));
}

std::string third_items_text(const Explanation& explanation) {
  std::vector<ExplainedOpponent> third = explanation.opponents;
  std::erase_if(third, [&](const ExplainedOpponent& one) { return one.item == explanation.other->item; });
  const std::string item = shortened(explanation.item.item), other = shortened(explanation.other->item);
  const auto first = [](const ExplainedOpponent& one) { return Record{one.wins, one.answers}; };
  const auto second = [](const ExplainedOpponent& one) {
    return Record{one.other_wins.value_or(0), one.other_answers.value_or(0)};
  };
  const std::string up = strongest_text(third, true,
                                        [&](const ExplainedOpponent&one) {
                                          return opponent_text(one, first(one), second(one), other);
                                        }),
                    down = strongest_text(third, false, [&](const ExplainedOpponent&one) {
                      return opponent_text(one, second(one), first(one), item);
                    });
  if (up.empty() && down.empty()) return {};
  if (up.empty()) return fmt::format("{} gains most {}.", other, down);
  return fmt::format("{} gains most {}{}.", item, up, down.empty() ? "" : fmt::format(", {} {}", other, down));
}

std::string annotators_text(const Explanation& explanation) {
  const auto text = [](const ExplainedAnnotator& one) {
    return fmt::format("{} ({:+.2g})", shortened(one.annotator), one.pull);
  };
  const std::string up = strongest_text(explanation.annotators, true, text),
                    down = strongest_text(explanation.annotators, false, text);
  if (up.empty() && down.empty()) return {};
  const std::string_view what = explanation.other ? "the lead" : "it";
  if (up.empty()) return fmt::format("{} pulls {} down most.", down, what);
  return fmt::format("{} pulls {} up most{}.", up, what, down.empty() ? "" : fmt::format(", {} down", down));
}

}  // namespace

std::vector<std::string> explain_in_words(const Explanation& explanation) {
  std::vector<std::string> sentences;
  if (explanation.other) {
    sentences = {pair_text(explanation) + flags_text(explanation.item) + flags_text(*explanation.other),
                 direct_text(explanation), third_items_text(explanation)};
  } else {
    sentences = {place_text(explanation.item, explanation.level) + flags_text(explanation.item),
                 neighbours_text(explanation), opponents_text(explanation)};
  }
  sentences.push_back(annotators_text(explanation));
  std::erase(sentences, std::string());
  return sentences;
}

}  // namespace pdrank
