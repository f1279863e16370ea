#include "pdrank/server/settled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pdrank/core/words.hpp"

namespace pdrank::server {
namespace {

using Json = nlohmann::ordered_json;

// The share of neighbours in the ranking, of those that are connected, whose order is settled.
double settled_neighbours(const RankResult& result) {
  std::size_t all = 0, settled = 0;
  for (const Place& place : result.ranking) {
    if (!place.above_next) continue;
    ++all;
    settled += *place.above_next >= kSettled ? 1u : 0u;
  }
  return all == 0 ? 0 : static_cast<double>(settled) / static_cast<double>(all);
}

// The probabilities are shares of draws: "60 %", "more than 99 %".
std::string percent(double share) { return share > .99 ? "more than 99 %" : fmt::format("{:.0f} %", 100 * share); }

std::string rounded(double count) {
  const double scale = std::pow(10, std::max(0., std::floor(std::log10(std::max(count, 1.))) - 1));
  return grouped(static_cast<std::uint64_t>(std::ceil(count / scale) * scale));
}

std::string about_the_best(const Place& leader) {
  const std::string name = shortened(leader.item);
  if (*leader.first >= kSettled)
    return fmt::format(
        "If you only want to know the best item, you can stop: '{}' is the best with a probability of {}.", name,
        percent(*leader.first));
  return fmt::format("The best item is still open: '{}' is first, and is the best with a probability of {}.", name,
                     percent(*leader.first));
}

std::string about_the_order(const Reliability& reliability) {
  const std::string now = fmt::format("The reliability of the scores is {:.2f}", *reliability.ssr);
  if (*reliability.ssr >= .9) return now + ": the whole order is as settled as studies usually ask for. You can stop.";
  const bool is_fair = *reliability.ssr >= .8;
  const std::optional<double>& more = is_fair ? reliability.more_for_90 : reliability.more_for_80;
  const std::string aim = is_fair ? "0.9, which is enough to tell single items apart"
                                  : "0.8, which is enough to tell groups of items apart";
  const std::string reached = is_fair ? ", enough to tell groups of items apart" : "";
  if (!more)
    return fmt::format("{}{}. More answers alone do not lead to {}: the answers disagree too much.", now, reached, aim);
  return fmt::format("{}{}. It takes about {} more answers to reach {}.", now, reached, rounded(*more), aim);
}

Json or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

}  // namespace

Json settled_json(const RankResult& result) {
  if (result.ranking.empty() || !result.ranking.front().first) return {};
  const Place& leader = result.ranking.front();
  const Reliability& reliability = result.reliability;
  Json advice = {about_the_best(leader)};
  if (reliability.ssr) advice.push_back(about_the_order(reliability));
  Json curve = Json::array();
  for (const ReliabilityPoint& point : reliability.curve)
    curve.push_back({{"answers", point.answers}, {"ssr", point.ssr}});
  return {{"leader", leader.item},
          {"first", *leader.first},
          {"neighbours", settled_neighbours(result)},
          {"ssr", or_null(reliability.ssr)},
          {"answers", reliability.answers},
          {"more_for_80", or_null(reliability.more_for_80)},
          {"more_for_90", or_null(reliability.more_for_90)},
          {"curve", std::move(curve)},
          {"advice", std::move(advice)}};
}

}  // namespace pdrank::server
