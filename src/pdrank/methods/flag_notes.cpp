#include "pdrank/methods/flag_notes.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// How many there are, and the names of as many as first_few needs.
struct Found {
  std::uint64_t count = 0;
  std::vector<std::string> names;

  void add(const auto& name) {
    if (++count <= kFewNames) names.emplace_back(name());
  }
  std::string few() const { return first_few(names, count); }
  // The word that agrees with the count.
  std::string_view as(std::string_view one, std::string_view many) const { return count == 1 ? one : many; }
};

class FlagNotes {
 public:
  FlagNotes(const Comparisons& data, const ComparisonGraph& graph, std::span<const ItemFlags> flags)
      : data_(data), graph_(graph), flags_(flags) {}

  Found items(bool ItemFlags::*flag) const {
    Found found;
    for (std::uint32_t node = 0; node < flags_.size(); ++node)
      if (flags_[node].*flag) found.add([&] { return name(node); });
    return found;
  }

  // Those on which several items hang: one item alone has few comparisons, which is said of it anyway.
  Found pairs(const Bridges& bridges, int few) const {
    Found found;
    for (const Bridge& bridge : bridges.all)
      if (bridge.hanging > 1 && is_fewer(bridge.comparisons, few))
        found.add([&] {
          return fmt::format("{} - {}: {} items", name(bridge.node), name(bridge.anchor), grouped(bridge.hanging));
        });
    return found;
  }

  // "3 of 20 items"
  std::string share(const Found& found) const {
    return fmt::format("{} of {}", grouped(found.count), plural(flags_.size(), "item", "items"));
  }

 private:
  std::string name(std::uint32_t node) const { return shortened(data_.items.name(graph_.item[node])); }

  const Comparisons& data_;
  const ComparisonGraph& graph_;
  std::span<const ItemFlags> flags_;
};

}  // namespace

std::vector<std::string> notes_on_flags(const Comparisons& data, const ComparisonGraph& graph, const Bridges& bridges,
                                        std::span<const ItemFlags> flags, int few) {
  const FlagNotes flagged(data, graph, flags);
  const std::string few_comparisons = plural(static_cast<std::uint64_t>(few), "comparison", "comparisons");
  std::vector<std::string> notes;
  if (const Found found = flagged.items(&ItemFlags::unbeaten); found.count > 0)
    notes.push_back(fmt::format("{} never lost ({}): how far above the rest {}, the data cannot tell.",
                                flagged.share(found), found.few(), found.as("it belongs", "they belong")));
  if (const Found found = flagged.items(&ItemFlags::winless); found.count > 0)
    notes.push_back(fmt::format("{} never won ({}): how far below the rest {}, the data cannot tell.",
                                flagged.share(found), found.few(), found.as("it belongs", "they belong")));
  if (const Found found = flagged.pairs(bridges, few); found.count > 0)
    notes.push_back(fmt::format(
        "{} with fewer than {} is all that links several items to the rest ({}): where those belong, it alone decides.",
        found.count == 1 ? "One pair" : fmt::format("Each of {} pairs", grouped(found.count)), few_comparisons,
        found.few()));
  if (const Found found = flagged.items(&ItemFlags::few); found.count > 0)
    notes.push_back(fmt::format("{} {} fewer than {} ({}), too few to say much about {}.", flagged.share(found),
                                found.as("has", "have"), few_comparisons, found.few(),
                                found.as("its place", "their places")));
  return notes;
}

}  // namespace pdrank
