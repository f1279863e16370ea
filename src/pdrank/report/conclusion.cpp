#include "pdrank/report/conclusion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// The items on the first place of a part, or in its first tier where there are tiers.
std::vector<std::string> leaders(const RankResult& result, const Naming& naming) {
  const Place& best = result.ranking.front();
  std::vector<std::string> names;
  for (const Place& place : result.ranking) {
    if (place.component != best.component || place.rank != best.rank) {
      const bool shares_tier = place.component == best.component && best.tier && place.tier == best.tier;
      if (!shares_tier) break;
    }
    names.push_back(naming(place.item));
  }
  return names;
}

std::string in_percent(std::string_view level) {
  return fmt::format("{:g} %", 100 * parse_number<double>(level).value_or(0.9));
}

// "of the largest part", where there are several.
std::string where(const RankResult& result) { return result.graph.components > 1 ? " in the largest part" : ""; }

// How far the order is settled.
std::string resolution(const RankResult& result) {
  const std::uint64_t items = result.ranking.size();
  if (!result.has_ranges())
    return fmt::format("Method {1} does not say how certain the {0} places are.", grouped(items), result.method);
  std::uint32_t tiers = 0;
  for (const Place& place : result.ranking)
    if (place.component == 1) tiers = std::max(tiers, place.tier.value_or(0));
  const std::string what =
      result.graph.components > 1 ? "the largest part" : fmt::format("the {} items", grouped(items));
  const std::string apart = tiers == 1 ? fmt::format("The answers do not tell the items {}apart",
                                                     result.graph.components > 1 ? "of the largest part " : "")
                                       : fmt::format("The answers divide {} into {} tiers", what, grouped(tiers));
  const std::string level = in_percent(option_value(result, "level"));
  std::string sentence = fmt::format("{}; {}, with {} probability.", apart, range_in_words(result), level);
  if (option_value(result, "simultaneous") == "true")
    sentence += fmt::format(" The ranges below are wider: all of them are true together with {} probability.", level);
  return sentence;
}

// The titles of checks as parts of a sentence.
std::vector<std::string> titles_of(std::span<const Check> checks, Grade grade) {
  std::vector<std::string> titles;
  for (const Check& check : checks) {
    if (check.grade != grade) continue;
    titles.push_back(check.title);
    char& first = titles.back()[0];
    if (first >= 'A' && first <= 'Z') first = static_cast<char>(first - 'A' + 'a');
  }
  return titles;
}

}  // namespace

std::string doubts_in_words(std::span<const Check> checks, std::size_t most) {
  const std::vector<std::string> bad = titles_of(checks, Grade::bad), warn = titles_of(checks, Grade::warn);
  if (bad.empty() && warn.empty()) return {};
  const std::string_view advice = bad.empty() ? "Trust it with care" : "Do not rely on it as it is";
  if (most == 0) return fmt::format("{}, for {}.", advice, plural(bad.size() + warn.size(), "reason", "reasons"));
  if (bad.empty()) return fmt::format("{}: {}.", advice, first_few(warn, warn.size(), most));
  const std::string worst = fmt::format("{}: {}", advice, first_few(bad, bad.size(), most));
  return warn.empty() || bad.size() >= most
             ? worst + '.'
             : fmt::format("{}; also {}.", worst, first_few(warn, warn.size(), most - bad.size()));
}

std::string headline_of(const RankResult& result, std::size_t most, const Naming& naming) {
  if (result.graph.components > 1 && 2 * result.graph.largest_component <= result.graph.items)
    return fmt::format("There is no single ranking: no answer links the {} parts of the items",
                       grouped(result.graph.components));
  const std::vector<std::string> first = leaders(result, naming);
  const std::string names =
      first.size() > std::max<std::size_t>(most, 1) ? grouped(first.size()) + " items" : listed(first);
  if (result.ranking.size() == 1) return fmt::format("{} is the only item", names);
  if (!result.has_ranges())
    return first.size() == 1 ? fmt::format("{} comes first{}", names, where(result))
                             : fmt::format("{} share the first place{}", names, where(result));
  const Place& best = result.ranking.front();
  constexpr double kSettled = 0.99;
  const double sure = best.first.value_or(0);
  if (first.size() == 1 && sure >= kSettled)
    return fmt::format("{} comes first{}, and that is settled", names, where(result));
  if (first.size() == 1) return fmt::format("{} is likely first{} ({:.0f} %)", names, where(result), 100 * sure);
  if (first.size() == result.ranking.size()) return "The answers do not tell the items apart";
  return fmt::format("{} lead{}; which of them is best is not settled", names, where(result));
}

Conclusion conclude(const RankResult& result, std::span<const Check> checks) {
  const std::string doubts = doubts_in_words(checks, checks.size());
  return {headline_of(result),
          {resolution(result), doubts.empty() ? "Nothing in the checks below speaks against trusting it." : doubts}};
}

}  // namespace pdrank
