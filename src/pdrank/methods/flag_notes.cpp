#include "pdrank/methods/flag_notes.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// The word that agrees with the count.
std::string_view as(const Flagged& found, std::string_view one, std::string_view many) {
  return found.count == 1 ? one : many;
}

std::string few(const Flagged& found) { return first_few(found.names, found.count); }

}  // namespace

FlaggedItems find_flagged(const Comparisons& data, const ComparisonGraph& graph, const Bridges& bridges,
                          std::span<const ItemFlags> flags, int few_comparisons) {
  const auto name = [&](std::uint32_t node) { return shortened(data.items.name(graph.item[node])); };
  FlaggedItems found{.items = flags.size()};
  for (std::uint32_t node = 0; node < flags.size(); ++node) {
    if (flags[node].unbeaten) found.unbeaten.add([&] { return name(node); });
    if (flags[node].winless) found.winless.add([&] { return name(node); });
    if (flags[node].few) found.few.add([&] { return name(node); });
  }
  // Those on which several items hang: one item alone has few comparisons, which is said of it anyway.
  for (const Bridge& bridge : bridges.all)
    if (bridge.hanging > 1 && is_fewer(bridge.comparisons, few_comparisons))
      found.pairs.add([&] {
        return fmt::format("{} - {}: {} items", name(bridge.node), name(bridge.anchor), grouped(bridge.hanging));
      });
  return found;
}

std::vector<std::string> notes_on_flags(const FlaggedItems& flagged, int few_comparisons) {
  const std::string fewer = plural(static_cast<std::uint64_t>(few_comparisons), "comparison", "comparisons");
  const auto share = [&](const Flagged& found) {  // "3 of 20 items"
    return fmt::format("{} of {}", grouped(found.count), plural(flagged.items, "item", "items"));
  };
  std::vector<std::string> notes;
  if (const Flagged& found = flagged.unbeaten; found.count > 0)
    notes.push_back(fmt::format("{} never lost ({}): the data cannot tell how far above the rest {}.", share(found),
                                few(found), as(found, "it belongs", "they belong")));
  if (const Flagged& found = flagged.winless; found.count > 0)
    notes.push_back(fmt::format("{} never won ({}): the data cannot tell how far below the rest {}.", share(found),
                                few(found), as(found, "it belongs", "they belong")));
  if (const Flagged& found = flagged.pairs; found.count > 0)
    notes.push_back(fmt::format(
        "{} with fewer than {} is all that links several items to the rest ({}): it alone decides where those belong.",
        found.count == 1 ? "One pair" : fmt::format("Each of {} pairs", grouped(found.count)), fewer, few(found)));
  if (const Flagged& found = flagged.few; found.count > 0)
    notes.push_back(fmt::format("{} {} fewer than {} ({}), too few to say much about {}.", share(found),
                                as(found, "has", "have"), fewer, few(found), as(found, "its place", "their places")));
  return notes;
}

}  // namespace pdrank
