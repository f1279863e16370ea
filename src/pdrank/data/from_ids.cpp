#include "pdrank/data/from_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

// A table of all numbers is worth it as long as it is not much larger than the columns themselves.
constexpr std::uint64_t kTableEntriesARow = 4, kSmallTable = 4096;

// What numbers stand for, so that messages can say it.
struct Subject {
  const char* one;
  const char* many;
};
constexpr Subject kItem = {"item", "items"}, kAnnotator = {"annotator", "annotators"};

template <class Number>
constexpr Number kNobody = static_cast<Number>(-1);  // as an annotator

// Number -> id: 0 .. for the numbers that occur, in ascending order.
template <class Number>
class Numbering {
 public:
  // Numbers that are kNobody are left out where they may be. Throws InvalidArgument for others that are negative.
  Numbering(const Subject& subject, std::initializer_list<std::span<const Number>> columns, bool may_be_nobody)
      : subject_(subject), may_be_nobody_(may_be_nobody) {
    std::uint64_t entries = 0;
    Number largest = 0;
    for (const std::span<const Number> column : columns) {
      entries += column.size();
      for (const Number number : column) largest = std::max(largest, is_nobody(number) ? Number{0} : checked(number));
    }
    uses_table_ = static_cast<std::uint64_t>(largest) < kTableEntriesARow * entries + kSmallTable;
    if (uses_table_)
      find_in_table(columns, static_cast<std::size_t>(largest));
    else
      find_by_hash(columns);
  }

  // Whether every number is its id.
  bool is_identity() const {
    return numbers_.empty() || static_cast<std::size_t>(numbers_.back()) + 1 == numbers_.size();
  }

  std::vector<std::uint32_t> ids(std::span<const Number> column) const {
    std::vector<std::uint32_t> ids(column.size());
    std::ranges::transform(column, ids.begin(), [this](Number number) { return id(number); });
    return ids;
  }

  void name(const std::optional<std::vector<std::string>>& names, ItemIndex& index) const {
    if (names && !numbers_.empty() && static_cast<std::uint64_t>(numbers_.back()) >= names->size())
      throw InvalidArgument(subject_.one, fmt::format("{}", numbers_.back()),
                            fmt::format("there are names of {} {}", names->size(), subject_.many));
    for (const Number number : numbers_) {
      const std::string name = names ? (*names)[static_cast<std::size_t>(number)] : fmt::format("{}", number);
      if (name.empty())
        throw InvalidArgument("name", fmt::format("empty for {} {}", subject_.one, number), "it must not be");
      const std::uint32_t before = index.size();
      if (index.intern(name) != before)
        throw InvalidArgument("name", fmt::format("'{}'", name), fmt::format("two {} have it", subject_.many));
    }
  }

 private:
  bool is_nobody(Number number) const { return may_be_nobody_ && number == kNobody<Number>; }

  // Negative numbers of 32 bits come as large ones.
  Number checked(Number number) const {
    constexpr bool is_signed = std::numeric_limits<Number>::is_signed;
    const bool negative = is_signed ? std::cmp_less(number, 0) : number >> 31 != 0;
    if (!negative) return number;
    throw InvalidArgument(subject_.one, is_signed ? fmt::format("{}", number) : "negative or above 2147483647",
                          fmt::format("{} are numbered from 0", subject_.many));
  }

  void find_in_table(std::initializer_list<std::span<const Number>> columns, std::size_t largest) {
    table_.resize(largest + 1, kNoId);
    for (const std::span<const Number> column : columns)
      for (const Number number : column)
        if (!is_nobody(number)) table_[static_cast<std::size_t>(number)] = 0;
    for (std::size_t number = 0; number <= largest; ++number) {
      if (table_[number] == kNoId) continue;
      table_[number] = static_cast<std::uint32_t>(numbers_.size());
      numbers_.push_back(static_cast<Number>(number));
    }
  }

  void find_by_hash(std::initializer_list<std::span<const Number>> columns) {
    for (const std::span<const Number> column : columns)
      for (const Number number : column)
        if (!is_nobody(number) && ids_.try_emplace(number, 0).second) numbers_.push_back(number);
    std::ranges::sort(numbers_);
    for (std::size_t k = 0; k < numbers_.size(); ++k) ids_[numbers_[k]] = static_cast<std::uint32_t>(k);
  }

  std::uint32_t id(Number number) const {
    if (is_nobody(number)) return kNoAnnotator;
    return uses_table_ ? table_[static_cast<std::size_t>(number)] : ids_.find(number)->second;
  }

  static constexpr std::uint32_t kNoId = std::numeric_limits<std::uint32_t>::max();

  const Subject& subject_;
  bool may_be_nobody_, uses_table_ = false;
  std::vector<Number> numbers_;                    // those that occur, ascending: numbers_[id]
  std::vector<std::uint32_t> table_;               // id of every number up to the largest, or
  std::unordered_map<Number, std::uint32_t> ids_;  // of those that occur
};

// take_as_they_are(data) takes columns whose numbers are ids already; false: it cannot.
template <class Number, class Columns, class Take>
Comparisons made_from(const Columns& columns, const NumberNames& names, Take&& take_as_they_are) {
  const Numbering<Number> items(kItem, {columns.winner, columns.loser}, false);
  const Numbering<Number> annotators(kAnnotator, {columns.annotator}, true);
  Comparisons data;
  items.name(names.items, data.items);
  annotators.name(names.annotators, data.annotators);
  for (const auto& [name, values] : names.context) {
    ItemIndex& index = data.context[data.add_context(name)].values;
    for (const std::string& value : values) index.intern(value);
  }
  data.report.rows = columns.winner.size();
  if (items.is_identity() && annotators.is_identity() && take_as_they_are(data)) return data;
  const std::vector<ItemId> winner = items.ids(columns.winner), loser = items.ids(columns.loser);
  const std::vector<AnnotatorId> annotator = annotators.ids(columns.annotator);
  ComparisonColumns mapped;
  if constexpr (std::is_same_v<Columns, ComparisonColumns>) mapped = columns;
  mapped.winner = winner;
  mapped.loser = loser;
  mapped.annotator = annotator;
  mapped.weight = columns.weight;
  mapped.outcome = columns.outcome;
  data.append(mapped);
  return data;
}

}  // namespace

Comparisons from_ids(const ComparisonColumns& columns, const NumberNames& names, std::shared_ptr<const void> owner) {
  return made_from<std::uint32_t>(columns, names, [&](Comparisons& data) {
    if (owner)
      data.borrow(columns, std::move(owner));
    else
      data.append(columns);
    return true;
  });
}

Comparisons from_ids(const NumberColumns& columns, const NumberNames& names) {
  return made_from<std::int64_t>(columns, names, [](Comparisons&) { return false; });
}

}  // namespace pdrank
