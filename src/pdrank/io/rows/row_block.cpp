#include "pdrank/io/rows/row_block.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/recognise/column_spec.hpp"

namespace pdrank::io {

namespace {

std::optional<char> parse_delimiter(const std::string& text) {
  struct Named {
    std::string_view name;
    char delimiter;
  };
  constexpr std::array kNamed = {Named{"tab", '\t'},      Named{"\\t", '\t'},  Named{"comma", ','},
                                 Named{"semicolon", ';'}, Named{"space", ' '}, Named{"pipe", '|'}};
  if (text.empty()) return std::nullopt;
  for (const Named& named : kNamed)
    if (named.name == text) return named.delimiter;
  const auto c = static_cast<unsigned char>(text[0]);
  const bool is_mark = c < 0x80 && (std::ispunct(c) != 0 || c == '\t' || c == ' ') && c != '"';
  if (text.size() != 1 || !is_mark)
    throw InvalidArgument("delimiter", quoted(text), "it must be one character such as ; or |, or tab or space");
  return text[0];
}

}  // namespace

ReadRules::ReadRules(const ReadOptions& given) : options(given) {
  if (options.max_comparisons > kMaxComparisons)
    throw InvalidArgument("max_comparisons", fmt::format("{}", options.max_comparisons),
                          fmt::format("it must be at most {}", kMaxComparisons));
  if (options.block_bytes == 0) throw InvalidArgument("block_bytes", "0", "it must be at least 1");
  if (!options.time.empty()) options.columns += (options.columns.empty() ? "time=" : ",time=") + options.time;
  if (!options.columns.empty()) parse_column_spec(options.columns);
  parse_delimiter(options.delimiter);
  for (const std::string& text : options.where) where.push_back(parse_condition(text));
}

TextRules ReadRules::text() const {
  return {.delimiter = parse_delimiter(options.delimiter),
          .skip_lines = options.skip_lines,
          .are_names = [spec = options.columns](const TableFormat& format) { return are_names(format, spec); }};
}

void Layout::recognise(std::uint64_t line, const ReadRules& rules) {
  Columns found = recognise_columns(format, line, rules.options.columns);
  if (columns) {
    const Columns later = std::exchange(found, *columns);
    for (std::size_t k = 0; k < kExtras; ++k)
      if (!found.extra[k]) found.extra[k] = later.extra[k];
    if (!columns->of(Extra::first)) found.first_kind = later.first_kind;
  }
  found.context.clear(), found.where.clear();
  for (const std::string& name : rules.options.context) found.context.push_back(find_asked(format, line, found, name));
  for (const Condition& one : rules.where) found.where.push_back(find_column(format, line, found, one.column));
  columns = found;
  recognised = format.names.size();
  is_plain = found.shape == RowShape::winner_loser && !found.of(Extra::tie) && !found.of(Extra::first) &&
             !found.of(Extra::share) && !found.of(Extra::grade);
  if (found.shape != RowShape::pair || found.verdict_kind > VerdictKind::outcome) return;
  // Without a header the first line's fields are no names.
  const auto name = [&](std::size_t column) { return found.names_are_data ? "" : format.names[column]; };
  verdict = VerdictReader(found.verdict_kind, name(found.first), name(found.second));
}

void RowBlock::clear() {
  rows.clear();
  items.names.clear();
  annotators.names.clear();
  for (NameColumn& column : context) column.names.clear();
  for (NameColumn& column : sets) column.names.clear();
  places.clear();
  measures.clear();
  header.clear();
  has_weights = has_ties = has_times = has_sides = has_shares = has_grades = false;
  left_out_values.clear();
  comparisons = without_answers = 0;
  report = {};
  layout_after.reset();
  failure = nullptr;
  failed_row = 0;
}

}  // namespace pdrank::io
