// An explanation in sentences.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "pdrank/core/result.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/explain.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kShown = 2;  // opponents or annotators on each side
constexpr double kSlight = 0.05;   // what pulls less than this part of the strongest is not worth a word

std::string number(double value) { return fmt::format("{:.3g}", value); }
std::string percent(double probability) { return fmt::format("{:.0f} %", 100 * probability); }

std::string place_text(const ExplainedPlace& place, double level) {
  std::string text = fmt::format("{} has rank {} of {}", shortened(place.item), grouped(place.rank), grouped(place.of));
  if (place.rank_low) {
    const std::string range = *place.rank_low == *place.rank_high
                                  ? grouped(*place.rank_low)
                                  : fmt::format("{}-{}", grouped(*place.rank_low), grouped(*place.rank_high));
    text += fmt::format(" ({} at {})", range, percent(level));
  }
  text += fmt::format(" and score {}", number(place.score));
  if (place.score_low) text += fmt::format(" ({} to {})", number(*place.score_low), number(*place.score_high));
  if (place.first) text += fmt::format("; it is first with {}", percent(*place.first));
  return text + fmt::format(". It won {} of {} answers{}.", amount(place.wins + place.ties / 2), amount(place.answers),
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
    parts.push_back(fmt::format("{} {} (rank {}){}", one.is_above ? "below" : "above", shortened(one.item),
                                grouped(one.rank),
                                one.probability ? fmt::format(" with {}", percent(*one.probability)) : ""));
    is_known = is_known && one.probability.has_value();
  }
  if (parts.empty()) return {};
  return is_known ? fmt::format("It belongs {}.", listed(parts))
                  : fmt::format("It stands {}; {} does not say how likely that is.", listed(parts), explanation.method);
}

std::string record_text(double wins, double answers) { return fmt::format("{} of {}", amount(wins), amount(answers)); }

std::string opponent_text(const ExplainedOpponent& one) {
  return fmt::format("{} ({}, {} expected)", shortened(one.item), record_text(one.wins, one.answers),
                     number(one.expected));
}

// Of a third item: what it says about the two.
std::string opponent_text(const ExplainedOpponent& one, const std::string& item, const std::string& other) {
  std::vector<std::string> parts;
  if (one.answers > 0)
    parts.push_back(fmt::format("{} won {}, {} expected", item, record_text(one.wins, one.answers),
                                number(one.expected)));
  if (one.other_answers)
    parts.push_back(fmt::format("{} {}{}, {} expected", other, parts.empty() ? "won " : "",
                                record_text(*one.other_wins, *one.other_answers), number(*one.other_expected)));
  return fmt::format("{} ({}{}{})", shortened(one.item), parts.front(), parts.size() > 1 ? "; " : "",
                     parts.size() > 1 ? parts.back() : "");
}

// The strongest of either sign, from a list by pull.
template <class Pulling>
std::vector<const Pulling*> strongest(const std::vector<Pulling>& sorted, bool up, std::size_t shown) {
  double most = 0;
  for (const Pulling& one : sorted) most = std::max(most, std::abs(one.pull));
  std::vector<const Pulling*> found;
  const auto take = [&](const Pulling& one) {
    if (found.size() < shown && (up ? one.pull : -one.pull) > kSlight * most) found.push_back(&one);
  };
  if (up)
    for (const Pulling& one : sorted) take(one);
  else
    for (auto one = sorted.rbegin(); one != sorted.rend(); ++one) take(*one);
  return found;
}

template <class Pulling, class Text>
std::string strongest_text(const std::vector<Pulling>& sorted, bool up, Text&& text, std::size_t shown = kShown) {
  std::vector<std::string> parts;
  for (const Pulling* one : strongest(sorted, up, shown)) parts.push_back(text(*one));
  return listed(parts);
}

std::string opponents_text(const Explanation& explanation) {
  const auto text = [](const ExplainedOpponent& one) { return opponent_text(one); };
  const std::string up = strongest_text(explanation.opponents, true, text),
                    down = strongest_text(explanation.opponents, false, text);
  if (up.empty() && down.empty()) return "Its record against everyone is as the scores lead to expect.";
  std::string said;
  if (!up.empty()) said = fmt::format("It is held up by its record against {}", up);
  if (!down.empty())
    said += fmt::format("{} down by its record against {}", up.empty() ? "It is held" : ", and held", down);
  return said + ".";
}

std::string pair_text(const Explanation& explanation) {
  const ExplainedPlace &one = explanation.item, &two = *explanation.other;
  const std::string_view where = one.rank < two.rank ? "above" : one.rank > two.rank ? "below" : "level with";
  std::string text = fmt::format("{} (rank {} of {}, score {}) stands {} {} (rank {}, score {})", shortened(one.item),
                                 grouped(one.rank), grouped(one.of), number(one.score), where, shortened(two.item),
                                 grouped(two.rank), number(two.score));
  if (!explanation.above) return text + fmt::format("; {} does not say how likely that is.", explanation.method);
  const bool is_below = one.rank > two.rank;
  return text + fmt::format(", and belongs {} it with {}.", is_below ? "below" : "above",
                            percent(is_below ? 1 - *explanation.above : *explanation.above));
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
  const auto text = [&](const ExplainedOpponent& one) { return opponent_text(one, item, other); };
  const std::string up = strongest_text(third, true, text, 1), down = strongest_text(third, false, text, 1);
  std::string said;
  if (!up.empty()) said = fmt::format("The answers about {} speak most for {}.", up, item);
  if (!down.empty())
    said += fmt::format("{}The answers about {} speak most for {}.", up.empty() ? "" : " ", down, other);
  return said;
}

std::string annotators_text(const Explanation& explanation) {
  const auto text = [](const ExplainedAnnotator& one) {
    return fmt::format("{} ({}: {:+.2g})", shortened(one.annotator), amount(one.answers), one.pull);
  };
  const std::string up = strongest_text(explanation.annotators, true, text),
                    down = strongest_text(explanation.annotators, false, text);
  if (up.empty() && down.empty()) return {};
  const std::string_view what = explanation.other ? "the lead" : "it";
  if (up.empty()) return fmt::format("The answers of {} pull {} down.", down, what);
  return fmt::format("The answers of {} pull {} up{}.", up, what,
                     down.empty() ? "" : fmt::format(", those of {} down", down));
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
