#include "pdrank/io/row_adder.hpp"

#include <fmt/format.h>

#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

std::string_view item_name(const TableReader& table, std::size_t column) {
  const std::string_view name = table.field(column);
  if (name.data() == nullptr)
    throw RowError("missing key", fmt::format("no value for {}", quoted(table.names()[column])));
  if (name.empty()) throw RowError("empty item name", "empty item name");
  return name;
}

double parse_weight(std::string_view text) {
  const std::optional<double> weight = parse_finite(text);
  if (!weight || *weight < kMinWeight || *weight > kMaxWeight)
    throw RowError("bad weight", fmt::format("bad weight {} (expected a number from 1e-9 to 1e9)", quoted(text)));
  return *weight;
}

bool parse_tie(std::string_view text) {
  if (text.empty() || text == "0") return false;
  if (text == "1") return true;
  const std::string word = folded(text);
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  throw RowError("bad tie value",
                 fmt::format("bad tie value {} (expected 1, 0, true, false, yes or no)", quoted(text)));
}

}  // namespace

void RowAdder::set_columns(const TableReader& table, const Columns& columns) {
  columns_ = columns;
  if (columns.shape != RowShape::pair) return;
  // Without a header the first line's fields are no names.
  const auto name = [&](std::size_t column) { return columns.names_are_data ? "" : table.names()[column]; };
  verdict_ = VerdictReader(columns.verdict_kind, name(columns.first), name(columns.second));
}

void RowAdder::add(const TableReader& table, std::uint32_t number) {
  if (columns_.shape == RowShape::ranking)
    add_ranking(table, number);
  else
    add_pair(table, number);
}

// Everything is checked before the first name is kept: a row left out leaves no item behind.
void RowAdder::add_pair(const TableReader& table, std::uint32_t number) {
  const std::string_view first = item_name(table, columns_.first);
  const std::string_view second = item_name(table, columns_.second);
  if (first == second) {
    const char* who = columns_.shape == RowShape::pair ? "the two items" : "winner and loser";
    throw RowError("winner and loser are the same item", fmt::format("{} are the same item {}", who, quoted(first)));
  }
  Comparison comparison;
  comparison.weight = read_weight(table);
  comparison.tie = read_tie(table);
  Verdict verdict = Verdict::first;
  if (columns_.shape == RowShape::pair && !comparison.tie)
    verdict = verdict_.read(table.field(columns_.verdict), first, second);
  comparison.tie |= verdict == Verdict::tie;
  if (comparison.tie) check_tie(first, second);
  const std::string_view annotator = read_annotator(table);
  if (comparisons_.size() >= max_comparisons_)
    throw InputError(table.path(), table.line(),
                     fmt::format("more than {} comparisons in all are not supported", max_comparisons_));

  comparison.winner = comparisons_.items.intern(first);
  comparison.loser = comparisons_.items.intern(second);
  comparison.annotator = annotator_id(annotator);
  if (verdict == Verdict::second) std::swap(comparison.winner, comparison.loser);
  comparisons_.add(comparison, number);
}

void RowAdder::add_ranking(const TableReader& table, std::uint32_t number) {
  split_ranking(table.field(columns_.first), ranked_);
  for (std::size_t k = 1; k < ranked_.size(); ++k)
    if (ranked_[k].place == ranked_[k - 1].place) check_tie(ranked_[k - 1].item, ranked_[k].item);
  Comparison comparison;
  comparison.weight = read_weight(table);
  const std::string_view annotator = read_annotator(table);
  const std::uint64_t count = ranked_.size() * (ranked_.size() - 1) / 2;
  if (comparisons_.size() + count > max_comparisons_)
    throw InputError(table.path(), table.line(),
                     fmt::format("ranking of {} items makes {} comparisons, {} in all; more than {} are not supported",
                                 ranked_.size(), count, comparisons_.size() + count, max_comparisons_));

  comparison.annotator = annotator_id(annotator);
  ids_.clear();
  for (const RankedItem& ranked : ranked_) ids_.push_back(comparisons_.items.intern(ranked.item));
  for (std::size_t better = 0; better < ids_.size(); ++better) {
    for (std::size_t worse = better + 1; worse < ids_.size(); ++worse) {
      comparison.winner = ids_[better];
      comparison.loser = ids_[worse];
      comparison.tie = ranked_[better].place == ranked_[worse].place;
      comparisons_.add(comparison, number);
    }
  }
}

void RowAdder::check_tie(std::string_view first, std::string_view second) const {
  if (refuse_ties_)
    throw RowError("tie", fmt::format("{} and {} are tied, and ties are refused", quoted(first), quoted(second)));
}

bool RowAdder::read_tie(const TableReader& table) const {
  return columns_.tie && parse_tie(table.field(*columns_.tie));
}

double RowAdder::read_weight(const TableReader& table) const {
  if (!columns_.weight) return 1;
  const std::string_view text = table.field(*columns_.weight);
  const bool is_absent = text.data() == nullptr;
  return is_absent ? 1 : parse_weight(text);
}

std::string_view RowAdder::read_annotator(const TableReader& table) const {
  return columns_.annotator ? table.field(*columns_.annotator) : std::string_view();
}

AnnotatorId RowAdder::annotator_id(std::string_view name) {
  return name.empty() ? kNoAnnotator : comparisons_.annotators.intern(name);
}

}  // namespace pdrank::io
