#include "pdrank/data/update.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kUnknown = ItemIndex::kUnknown;

// Whether an id is in a column.
std::vector<std::uint8_t> find_used(std::uint32_t ids, std::initializer_list<std::span<const std::uint32_t>> columns) {
  std::vector<std::uint8_t> used(ids, 0);
  for (const std::span<const std::uint32_t> column : columns)
    for (const std::uint32_t id : column)
      if (id < ids) used[id] = 1;
  return used;
}

// The ids of the names in `to`, which gets those it does not have.
std::vector<std::uint32_t> intern_used(const ItemIndex& from,
                                       std::initializer_list<std::span<const std::uint32_t>> columns, ItemIndex& to) {
  const std::vector<std::uint8_t> used = find_used(from.size(), columns);
  std::vector<std::uint32_t> ids(from.size(), kUnknown);
  for (std::uint32_t id = 0; id < from.size(); ++id)
    if (used[id] != 0) ids[id] = to.intern(from.name(id));
  return ids;
}

std::vector<std::uint32_t> mapped(std::span<const std::uint32_t> column, const std::vector<std::uint32_t>& ids) {
  std::vector<std::uint32_t> result(column.size());
  std::ranges::transform(column, result.begin(), [&](std::uint32_t id) { return id < ids.size() ? ids[id] : id; });
  return result;
}

std::vector<std::uint32_t> rows_of(const Comparisons& data, std::uint64_t rows_before) {
  constexpr std::uint64_t kMaxRows = std::numeric_limits<std::uint32_t>::max();
  if (rows_before + data.row_count() > kMaxRows)
    throw InvalidArgument("rows", fmt::format("{}", rows_before + data.row_count()),
                          fmt::format("the limit is {}", kMaxRows));
  std::vector<std::uint32_t> rows(data.size());
  for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = static_cast<std::uint32_t>(rows_before + data.row(n));
  return rows;
}

// The columns of `more` as `all` has them, which gets those it does not have. A column that `more` does not have has
// the empty text.
std::vector<std::vector<std::uint32_t>> join_context(Comparisons& all, const Comparisons& more) {
  for (const ContextColumn& column : more.context)
    if (std::ranges::find(all.context, column.name, &ContextColumn::name) == all.context.end())
      all.add_context(column.name);
  std::vector<std::vector<std::uint32_t>> columns;
  for (ContextColumn& own : all.context) {
    const auto found = std::ranges::find(more.context, own.name, &ContextColumn::name);
    if (found == more.context.end())
      columns.emplace_back(more.size(), more.empty() ? 0 : own.values.intern(std::string_view()));
    else
      columns.push_back(mapped(found->id, intern_used(found->values, {found->id}, own.values)));
  }
  return columns;
}

void append(Comparisons& all, const Comparisons& more) {
  const ComparisonColumns columns = more.columns();
  const std::vector<ItemId> items = intern_used(more.items, {columns.winner, columns.loser}, all.items);
  const std::vector<AnnotatorId> annotators = intern_used(more.annotators, {columns.annotator}, all.annotators);
  const std::vector<ItemId> winner = mapped(columns.winner, items), loser = mapped(columns.loser, items);
  const std::vector<AnnotatorId> annotator = mapped(columns.annotator, annotators);
  const std::uint64_t rows_before = all.row_count();
  const std::vector<std::uint32_t> row = rows_of(more, rows_before);
  ComparisonColumns added = columns;
  added.winner = winner;
  added.loser = loser;
  added.annotator = annotator;
  added.row = row;
  const std::vector<std::vector<std::uint32_t>> context = join_context(all, more);
  added.context.assign(context.begin(), context.end());
  all.append(added);
  all.report.rows = rows_before;
  ReadReport report = more.report;
  report.rows = more.row_count();
  add(all.report, report);
}

// What makes two comparisons equal. A tie has its items in order.
struct Key {
  ItemId first, second;
  AnnotatorId annotator;
  double weight, winner_share;
  bool tie;

  auto operator<=>(const Key&) const = default;
};

Key make_key(const Comparison& comparison) {
  auto [first, second] = std::pair(comparison.winner, comparison.loser);
  if (comparison.tie() && first > second) std::swap(first, second);
  return {first, second, comparison.annotator, comparison.weight, comparison.winner_share(), comparison.tie()};
}

// The ids that the names of one index have in another; its size for those it does not have.
std::vector<std::uint32_t> find_ids(const ItemIndex& from, const ItemIndex& in) {
  std::vector<std::uint32_t> ids(from.size());
  for (std::uint32_t id = 0; id < from.size(); ++id) ids[id] = in.find(from.name(id)).value_or(in.size());
  return ids;
}

// The comparisons to be taken away, in the ids of the data they are taken from.
class TakeAway {
 public:
  TakeAway(const Comparisons& rows, const Comparisons& data)
      : rows_(rows), items_(find_ids(rows.items, data.items)), annotators_(find_ids(rows.annotators, data.annotators)) {
    for (std::size_t n = 0; n < rows.size(); ++n) ++counts_[key(n)].wanted;
  }

  bool take(const Comparison& comparison) {
    const auto found = counts_.find(make_key(comparison));
    if (found == counts_.end() || found->second.taken == found->second.wanted) return false;
    ++found->second.taken;
    return true;
  }

  void check_all_taken() {
    for (std::size_t n = 0; n < rows_.size(); ++n)
      if (counts_[key(n)].taken-- == 0) refuse(n);
  }

 private:
  struct Counts {
    std::size_t wanted = 0, taken = 0;
  };

  Key key(std::size_t n) const {
    Comparison comparison = rows_[n];
    comparison.winner = items_[comparison.winner];
    comparison.loser = items_[comparison.loser];
    if (comparison.annotator != kNoAnnotator) comparison.annotator = annotators_[comparison.annotator];
    return make_key(comparison);
  }

  [[noreturn]] void refuse(std::size_t n) const {
    std::string shown = fmt::format("'{}' {} '{}'", shortened(rows_.items.name(rows_.winner(n))),
                                    rows_.tie(n) ? "=" : ">", shortened(rows_.items.name(rows_.loser(n))));
    if (rows_.annotator(n) != kNoAnnotator)
      shown += fmt::format(" by '{}'", shortened(rows_.annotators.name(rows_.annotator(n))));
    if (rows_.weight(n) != 1) shown += fmt::format(" with weight {}", rows_.weight(n));
    if (!rows_.tie(n) && rows_.share(n) != 1) shown += fmt::format(" with share {}", rows_.share(n));
    throw InvalidArgument(fmt::format("row {}", rows_.row(n)), shown, "there is no such comparison to take away");
  }

  const Comparisons& rows_;
  std::vector<ItemId> items_;
  std::vector<AnnotatorId> annotators_;
  std::map<Key, Counts> counts_;
};

std::vector<std::uint8_t> find_kept(const Comparisons& data, const Comparisons& rows) {
  TakeAway take_away(rows, data);
  std::vector<std::uint8_t> kept(data.size(), 1);
  for (std::size_t n = data.size(); n-- > 0;)
    if (take_away.take(data[n])) kept[n] = 0;
  take_away.check_all_taken();
  return kept;
}

// Names the items of some comparisons anew: in order of first appearance if that was their order, else by their old
// ids.
class Renaming {
 public:
  Renaming(const Comparisons& data, ItemIndex& index)
      : data_(data), index_(index), first_(data.items.size(), kUnknown), ids_(data.items.size(), kUnknown) {
    for (std::size_t n = data.size(); n-- > 0;)
      first_[data.winner(n)] = first_[data.loser(n)] = static_cast<std::uint32_t>(n);
    by_appearance_ = std::ranges::is_sorted(first_);
  }

  ItemId operator[](ItemId item) const { return ids_[item]; }

  void name(const std::vector<std::uint8_t>& kept) {
    std::vector<std::uint8_t> used(ids_.size(), 0);
    for (std::size_t n = 0; n < data_.size(); ++n) {
      if (kept[n] == 0) continue;
      used[data_.winner(n)] = used[data_.loser(n)] = 1;
      if (by_appearance_) name_both(n);
    }
    for (ItemId item = 0; item < used.size(); ++item)
      if (used[item] != 0) name_one(item);
  }

 private:
  // The input had the winner first, unless both items were new in this row and it was the other way round.
  void name_both(std::size_t n) {
    ItemId one = data_.winner(n), other = data_.loser(n);
    if (first_[one] == n && first_[other] == n && other < one) std::swap(one, other);
    name_one(one);
    name_one(other);
  }

  void name_one(ItemId item) {
    if (ids_[item] == kUnknown) ids_[item] = index_.intern(data_.items.name(item));
  }

  const Comparisons& data_;
  ItemIndex& index_;
  std::vector<std::uint32_t> first_;  // comparison of each item
  std::vector<ItemId> ids_;
  bool by_appearance_ = false;
};

// For every comparison, the rows up to its own that have none left.
std::vector<std::uint32_t> count_rows_gone(const Comparisons& data, const std::vector<std::uint8_t>& kept) {
  std::vector<std::uint32_t> gone(data.size() + 1, 0);
  for (std::size_t n = 0; n < data.size();) {
    std::size_t end = n;
    bool any_left = false;
    for (; end < data.size() && data.row(end) == data.row(n); ++end) any_left |= kept[end] != 0;
    std::fill(gone.begin() + static_cast<std::ptrdiff_t>(n), gone.begin() + static_cast<std::ptrdiff_t>(end), gone[n]);
    gone[end] = gone[n] + !any_left;
    n = end;
  }
  return gone;
}

// Names the ids of a column anew, in order of first appearance.
void name_in_order(const ItemIndex& names, std::span<std::uint32_t> column, ItemIndex& index) {
  std::vector<std::uint32_t> ids(names.size(), kUnknown);
  for (std::uint32_t& id : column) {
    if (id == kNoAnnotator) continue;
    if (ids[id] == kUnknown) ids[id] = index.intern(names.name(id));
    id = ids[id];
  }
}

}  // namespace

Comparisons extended(const Comparisons& data, const Comparisons& more) {
  Comparisons all;
  all.reserve(data.size() + more.size());
  append(all, data);
  append(all, more);
  return all;
}

Comparisons without(const Comparisons& data, const Comparisons& rows) {
  const std::vector<std::uint8_t> kept = find_kept(data, rows);
  const std::vector<std::uint32_t> gone = count_rows_gone(data, kept);
  Comparisons left;
  Renaming items(data, left.items);
  items.name(kept);
  std::vector<std::size_t> picked;
  for (std::size_t n = 0; n < data.size(); ++n)
    if (kept[n] != 0) picked.push_back(n);
  RowColumns<Values> columns = pick(data, picked);
  for (ItemId& item : columns.winner) item = items[item];
  for (ItemId& item : columns.loser) item = items[item];
  name_in_order(data.annotators, columns.annotator, left.annotators);
  for (std::size_t k = 0; k < picked.size(); ++k) columns.row[k] -= gone[picked[k]];
  for (std::size_t k = 0; k < columns.context.size(); ++k) {
    left.add_context(data.context[k].name);
    name_in_order(data.context[k].values, columns.context[k], left.context[k].values);
  }
  left.append(view(columns));
  left.report = data.report;
  left.report.rows = data.row_count() - gone.back();
  return left;
}

}  // namespace pdrank
