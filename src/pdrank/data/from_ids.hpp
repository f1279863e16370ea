// Comparisons from arrays of numbers, as arrays and databases have them.
//
// A number that never occurs is no item: names of such numbers are left out, and where there are gaps the numbers are
// mapped to ids without them. Time and memory go with the rows, not with the largest number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Number k is called names[k], or by its digits where there are no names. A column of the context has a name and its
// values.
struct NumberNames {
  std::optional<std::vector<std::string>> items = std::nullopt, annotators = std::nullopt;
  std::vector<std::pair<std::string, std::vector<std::string>>> context = {};
};

// Numbers of 64 bits; those of annotators that are -1 say that there is none.
struct NumberColumns {
  std::span<const std::int64_t> winner, loser;
  std::span<const std::int64_t> annotator = {};
  std::span<const double> weight = {};
  std::span<const Outcome> outcome = {};
};

// Numbers of items and annotators are below 2^31 (but kNoAnnotator), so that arrays of signed numbers may be given as
// they are. With an `owner`, columns without gaps in their numbers are read in place, and it keeps them alive; without
// one everything is copied.
// Throws InvalidArgument for a number that is negative or has no name, for names that are empty or given twice, and as
// Comparisons::append does.
Comparisons from_ids(const ComparisonColumns& columns, const NumberNames& names = {},
                     std::shared_ptr<const void> owner = nullptr);

// The same for numbers up to 2^63 - 1, which are always copied.
Comparisons from_ids(const NumberColumns& columns, const NumberNames& names = {});

}  // namespace pdrank
