#include "pdrank/methods/result_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

std::string why_against(std::optional<double> gamma, double against) {
  if (!gamma) return fmt::format(". Try {} pdrank.", option_named("method"));
  return fmt::format(": the pull of {0} {1:g} towards zero outweighs {2}. Try {0} {3:g}.", option_named("gamma"),
                     *gamma, against == 1 ? "it" : "them", *gamma / 100);
}

}  // namespace

std::vector<std::string> notes_on_result(const RankResult& result, const std::vector<std::string>& read_notes,
                                         const RankOptions& options, const std::vector<std::string>& flag_notes,
                                         std::optional<double> gamma) {
  std::vector<std::string> notes = read_notes;
  const GraphSummary& graph = result.graph;
  if (graph.components > 1)
    notes.push_back(fmt::format(
        "The data fall into {} parts that were never compared with each other (largest: {} of {} items). Each "
        "part is ranked on its own; nothing orders one part against another.",
        grouped(graph.components), grouped(graph.largest_component), grouped(graph.items)));
  if (result.data.outside_component > 0)
    notes.push_back(fmt::format("{} {} left out {} of {} items and {}.", option_named("component"),
                                name_of(options.component), grouped(result.data.items - graph.items),
                                grouped(result.data.items),
                                plural(result.data.outside_component, "comparison", "comparisons")));
  if (result.data.ties_dropped > 0)
    notes.push_back(
        fmt::format("Ties left out ({} drop): {}.", option_named("ties"), grouped(result.data.ties_dropped)));
  notes.insert(notes.end(), flag_notes.begin(), flag_notes.end());
  if (graph.strong_components < graph.items) return notes;
  if (const double against = result.confidence.count(Standing::against); against > 0)
    notes.push_back(fmt::format("The answers do not contradict each other, yet the ranking goes against {} of them{}",
                                amount(against), why_against(gamma, against)));
  return notes;
}

std::string noise_in_words(double share, double low, double high, bool by_several) {
  if (high - low > kOpenNoise) return "The answers are too few to tell how many of them are plain mistakes.";
  if (high < 0.02) return "Hardly any answer is a plain mistake.";
  return fmt::format("About {:.0f} % ({:.0f}-{:.0f} %) of {} are plain mistakes.", 100 * share, 100 * low, 100 * high,
                     by_several ? "a typical annotator's answers" : "the answers");
}

std::vector<std::string> notes_on_order(const Comparisons& data) {
  if (!data.columns().time.empty()) return {};
  return {"The answers are taken in the order of the rows; in another order they would say something else."};
}

SaidBeside said_beside(const Comparisons& data) {
  const ComparisonColumns columns = data.columns();
  SaidBeside said;
  said.sides = static_cast<double>(columns.first.size());
  said.grades = static_cast<double>(columns.grade.size());
  said.no_times =
      static_cast<double>(std::ranges::count_if(columns.time, [](double time) { return std::isnan(time); }));
  said.times = static_cast<double>(columns.time.size()) - said.no_times;
  return said;
}

std::vector<std::string> notes_on_unused(const SaidBeside& said, const MethodInfo& method, const RankOptions& asked,
                                         const RankOptions& resolved) {
  std::vector<std::string> notes;
  const bool knows_order = uses_option(method, "order_effect");
  const bool uses_order = knows_order && *resolved.order_effect != OrderEffect::none;
  if (said.sides > 0 && !uses_order && !asked.order_effect)
    notes.push_back(fmt::format("The data say which item stood first, but {} does not use it; {} does.", method.name,
                                knows_order ? fmt::format("{} common", option_named("order_effect"))
                                            : fmt::format("{} posterior", option_named("method"))));
  if (said.grades > 0 && !is_tie_law(resolved.ties))
    notes.push_back(
        fmt::format("The data say how clear each win was, but {} does not use it; {} rao-kupper does, with "
                    "posterior or bradley-terry.",
                    method.name, option_named("ties")));
  const bool uses_time = resolved.drift || resolved.half_life;
  if (said.times > 0 && !uses_time && !method.follows_order)
    notes.push_back(fmt::format("The data say when the answers were given, but that is not used; {} and {} use it.",
                                option_named("drift"), option_named("half_life")));
  if (uses_time && said.no_times > 0)
    notes.push_back(fmt::format("{} without a time, and treated as being as old as the oldest.",
                                plural(static_cast<std::uint64_t>(said.no_times), "comparison is", "comparisons are")));
  return notes;
}

std::optional<double> gamma_used(const MethodInfo& method, const RankOptions& resolved, const RankResult& result) {
  if (!uses_option(method, "gamma")) return std::nullopt;
  if (!is_left_open(resolved.gamma)) return resolved.gamma;
  return find_figure(result.figures, "gamma");
}

std::vector<std::pair<std::string, std::string>> options_used(const MethodInfo& method, const RankOptions& resolved) {
  std::vector<std::pair<std::string, std::string>> used;
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    if (record.affects_result && takes_part(method, record.name, resolved))
      used.emplace_back(record.name, option_text(resolved, record));
  return used;
}

}  // namespace pdrank
