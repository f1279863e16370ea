// The people who answer: groups of annotators who flip the answer they were going to give, each with their own
// probability, or pick the item that they were shown first without looking.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank {

inline constexpr std::uint64_t kMaxAnnotators = 1'000'000;

struct AnnotatorGroup {
  std::uint32_t count = 1;       // annotators in the group, >= 1
  std::string kind = "neutral";  // what the group is called
  double flip = 0;               // probability of turning an answer round, in [0, 1]
  double position_bias = 0;      // probability of picking the item shown first without looking, in [0, 1]; `flip` is
                                 // then for the answers that were looked at

  bool operator==(const AnnotatorGroup&) const = default;
};

// Comma separated groups, each `kind:count`, `flip:count`, `flip/position_bias:count`, or `count` alone for neutral
// annotators: "honest:24,sloppy:8,spammer:6,adversary:2,position:4", "0.05:24", "0.05/0.3:24", "12". The kinds and
// their flip probabilities: neutral 0, honest 0.05, sloppy 0.25, spammer 0.5, adversary 0.9, position 0.05; only the
// last has a position bias, 0.5. A group given by its numbers is of kind "flip-0.05" or "flip-0.05-position-0.3".
// InvalidArgument for anything else.
std::vector<AnnotatorGroup> parse_annotators(std::string_view text);

// InvalidArgument for an empty group, a probability out of range, or more than kMaxAnnotators in all.
void validate(std::span<const AnnotatorGroup> groups);

// Whether any group has a position bias.
bool has_position_bias(std::span<const AnnotatorGroup> groups);

}  // namespace pdrank
