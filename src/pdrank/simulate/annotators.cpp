#include "pdrank/simulate/annotators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"

namespace pdrank {
namespace {

struct Kind {
  std::string_view name;
  double flip;
  double position_bias = 0;
};

constexpr std::array<Kind, 6> kKinds = {{{"neutral", 0},
                                         {"honest", 0.05},
                                         {"sloppy", 0.25},
                                         {"spammer", 0.5},
                                         {"adversary", 0.9},
                                         {"position", 0.05, 0.5}}};

bool is_probability(double value) { return value >= 0 && value <= 1; }

std::optional<AnnotatorGroup> group_of(std::string_view who, std::uint32_t count) {
  const auto kind = std::ranges::find(kKinds, who, &Kind::name);
  if (kind != kKinds.end()) return AnnotatorGroup{count, std::string(kind->name), kind->flip, kind->position_bias};
  const std::size_t slash = who.find('/');
  const auto flip = parse_number<double>(who.substr(0, slash));
  if (!flip) return std::nullopt;
  if (slash == std::string_view::npos) return AnnotatorGroup{count, fmt::format("flip-{}", *flip), *flip};
  const auto bias = parse_number<double>(who.substr(slash + 1));
  if (!bias) return std::nullopt;
  return AnnotatorGroup{count, fmt::format("flip-{}-position-{}", *flip, *bias), *flip, *bias};
}

AnnotatorGroup parse_group(std::string_view text) {
  const std::size_t colon = text.find(':');
  const bool count_alone = colon == std::string_view::npos;
  const std::string_view who = count_alone ? kKinds[0].name : text.substr(0, colon);
  if (const auto count = parse_number<std::uint32_t>(count_alone ? text : text.substr(colon + 1)))
    if (auto group = group_of(who, *count)) return *std::move(group);
  throw InvalidArgument("annotators", fmt::format("'{}'", text),
                        "it must be kind:count, flip:count, flip/bias:count or count, such as honest:24, 0.05:24, "
                        "0.05/0.5:24 or 12; the kinds are neutral, honest, sloppy, spammer, adversary and position");
}

}  // namespace

std::vector<AnnotatorGroup> parse_annotators(std::string_view text) {
  std::vector<AnnotatorGroup> groups;
  while (true) {
    const std::size_t comma = text.find(',');
    groups.push_back(parse_group(text.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  validate(groups);
  return groups;
}

void validate(std::span<const AnnotatorGroup> groups) {
  std::uint64_t total = 0;
  for (const AnnotatorGroup& group : groups) {
    if (group.count == 0)
      throw InvalidArgument("annotators", fmt::format("{}:0", group.kind), "a group must have at least 1 annotator");
    if (!is_probability(group.flip))
      throw InvalidArgument("annotators", fmt::format("{}:{}", group.flip, group.count),
                            "the flip probability must be in [0, 1]");
    if (!is_probability(group.position_bias))
      throw InvalidArgument("annotators", fmt::format("{}/{}:{}", group.flip, group.position_bias, group.count),
                            "the position bias must be in [0, 1]");
    total += group.count;
  }
  if (total > kMaxAnnotators)
    throw InvalidArgument("annotators", fmt::format("{} in all", total),
                          fmt::format("the limit is {}", kMaxAnnotators));
}

bool has_position_bias(std::span<const AnnotatorGroup> groups) {
  return std::ranges::any_of(groups, [](const AnnotatorGroup& group) { return group.position_bias > 0; });
}

}  // namespace pdrank
