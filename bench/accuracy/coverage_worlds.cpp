#include "coverage_worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace pdrank::bench::accuracy {
namespace {

struct Kind {
  std::string_view name;
  Scores scores;
  double width = 0;
};

constexpr std::array<Kind, 6> kKinds = {{{"toggle .1", Scores::toggle},
                                         {"BT [0,5]", Scores::uniform, 5},
                                         {"BT [0,10]", Scores::uniform, 10},
                                         {"normal sd 2", Scores::normal, 2},
                                         {"two groups", Scores::groups},
                                         {"heavy tails", Scores::heavy}}};

World world_of(const Kind& kind, std::uint32_t items, std::uint64_t answers) {
  return {.name = fmt::format("{} m={} n={}", kind.name, items, answers),
          .scores = kind.scores,
          .width = kind.width,
          .items = items,
          .answers = answers};
}

WorldGroup random_pairs(std::uint32_t items) {
  WorldGroup group = {fmt::format("random pairs, {} items", items), {}};
  for (const Kind& kind : kKinds)
    for (const std::uint64_t answers_an_item : {5u, 15u})
      group.worlds.push_back(world_of(kind, items, answers_an_item * items));
  return group;
}

WorldGroup other_layouts() {
  constexpr std::array<std::pair<std::string_view, Layout>, 6> kLayouts = {{{"chain", Layout::chain},
                                                                            {"band", Layout::band},
                                                                            {"grid", Layout::grid},
                                                                            {"star", Layout::star},
                                                                            {"two clusters", Layout::bridge},
                                                                            {"Swiss", Layout::swiss}}};
  WorldGroup group = {"other pairs: 60 items with 1,200 answers, or 6 with 200 answers a pair", {}};
  for (const Kind& kind : {kKinds[0], kKinds[1]}) {
    for (const auto& [name, layout] : kLayouts) {
      World world = world_of(kind, 60, 1200);
      // A Swiss tournament has half as many: 20 rounds.
      if (layout == Layout::swiss) world.answers = 600;
      world.layout = layout;
      world.name = fmt::format("{}, {}", name, kind.name);
      group.worlds.push_back(std::move(world));
    }
    World all = world_of(kind, 6, 3000);
    all.layout = Layout::tournament;
    all.name = fmt::format("6 items, {}", kind.name);
    group.worlds.push_back(std::move(all));
  }
  return group;
}

WorldGroup annotators() {
  const auto crowd = [](std::uint32_t items, std::uint64_t answers, std::uint32_t annotators,
                        std::uint32_t adversaries) {
    World world = world_of(kKinds[3], items, answers);
    world.annotators = annotators;
    world.adversaries = adversaries;
    world.name = fmt::format("{} items, {} annotators", items, annotators);
    if (adversaries > 0) world.name += fmt::format(", {} adv.", adversaries);
    return world;
  };
  return {"annotators: normal sd 2", {crowd(30, 3000, 200, 0), crowd(8, 4000, 300, 0), crowd(100, 3000, 100, 5)}};
}

WorldGroup rankings() {
  WorldGroup group = {"whole rankings: Plackett-Luce, normal sd .8", {}};
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 5> kSizes = {
      {{1, 10}, {5, 10}, {20, 10}, {50, 5}, {10, 15}}};
  for (const auto& [judges, items] : kSizes)
    group.worlds.push_back({.name = fmt::format("{} judge{} of {} items", judges, judges == 1 ? "" : "s", items),
                            .scores = Scores::normal,
                            .width = 0.8,
                            .items = items,
                            .judges = judges});
  return group;
}

}  // namespace

std::vector<WorldGroup> coverage_worlds(std::uint32_t most_items) {
  std::vector<WorldGroup> groups;
  for (const std::uint32_t items : {8u, 30u, 1000u, 10'000u, 100'000u}) groups.push_back(random_pairs(items));
  groups.push_back(other_layouts());
  groups.push_back(annotators());
  groups.push_back(rankings());
  std::erase_if(groups, [&](const WorldGroup& group) {
    return std::ranges::any_of(group.worlds, [&](const World& world) { return world.items > most_items; });
  });
  return groups;
}

}  // namespace pdrank::bench::accuracy
