#include "pdrank/active/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/spelling.hpp"

namespace pdrank {

StrategyInfo posterior_strategy();
StrategyInfo confidence_strategy();
StrategyInfo hodge_active_strategy();
StrategyInfo hodge_active_unsupervised_strategy();
StrategyInfo hybrid_mst_strategy();
StrategyInfo crowd_bt_strategy();
StrategyInfo active_rank_strategy();
StrategyInfo random_strategy();

std::span<const StrategyInfo> strategies() {
  static const std::vector<StrategyInfo> table = {
      posterior_strategy(),                  //
      confidence_strategy(),                 //
      hodge_active_strategy(),               //
      hodge_active_unsupervised_strategy(),  //
      hybrid_mst_strategy(),                 //
      crowd_bt_strategy(),                   //
      active_rank_strategy(),                //
      random_strategy(),
  };
  return table;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StrategyInfo& strategy : strategies()) names.emplace_back(strategy.name);
  return names;
}

const StrategyInfo& find_strategy(std::string_view name) {
  for (const StrategyInfo& strategy : strategies())
    if (is_same_name(strategy.name, name)) return strategy;
  const std::vector<std::string> known = strategy_names();
  throw InvalidArgument("strategy", std::string(name),
                        fmt::format("it must be one of {}{}", fmt::join(known, ", "), did_you_mean(name, known)));
}

}  // namespace pdrank
