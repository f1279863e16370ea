// What stands in one field, or in a word of the caller's: rankings, times, conditions, column names; and small files of
// items, pairs and scores.
#include <cmath>

#include "fuzz/memory_file.hpp"
#include "pdrank/data/item_index.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/recognise/condition.hpp"
#include "pdrank/io/recognise/ranking_text.hpp"
#include "pdrank/io/recognise/time_text.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::fuzz {
namespace {

template <class Run>
void try_field(const Run& run) {
  said([&] {
    try {
      run();
    } catch (const io::RowError&) {  // the reader names the row
    }
    return std::string();
  });
}

void split_names(std::string_view text, std::vector<std::string>& names) {
  for (std::size_t end = text.find(','); end != std::string_view::npos; end = text.find(',')) {
    names.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  names.emplace_back(text);
}

void try_ranking(std::string_view text) {
  std::vector<io::RankedItem> items;
  try_field([&] {
    io::split_ranking(text, items);
    require(items.size() >= 2, "a ranking has two items at least", text);
    for (std::size_t k = 1; k < items.size(); ++k)
      require(items[k].place >= items[k - 1].place, "places go down", text);
  });
}

}  // namespace

PDRANK_FUZZ(fields) {
  static const MemoryFile file;
  const std::size_t kind = input.below(8);
  const std::string first = input.text(40);
  const std::string_view text = input.rest();
  if (kind == 0) return try_ranking(text);
  if (kind == 1) {
    const std::optional<double> time = io::parse_time(text);
    require(!time || std::isfinite(*time), "a time is a finite number", text);
    return;
  }
  if (kind == 2) return try_field([&] { io::parse_condition(first).holds(text); });
  if (kind == 3) return try_field([&] { io::parse_column_spec(text); });
  if (kind == 4) {
    io::TableFormat format;
    split_names(text, format.names);
    return try_field([&] {
      const io::Columns columns = io::recognise_columns(format, 1, first);
      for (const std::size_t used : io::used_columns(format, columns))
        require(used < format.names.size(), "columns that mean something are there", text);
      io::unused_columns(format, columns);
    });
  }
  file.set(text);
  if (kind == 5) return try_field([&] { require(!read_items(file.path()).empty(), "a list of items has one", text); });
  if (kind == 6)
    return try_field([&] {
      for (const ItemScore& one : read_scores(file.path()))
        require(std::isfinite(one.score), "a score is finite", text);
    });
  ItemIndex items;
  for (const char* name : {"a", "b", "c"}) items.intern(name);
  try_field([&] {
    for (const auto& [left, right] : read_pairs(file.path(), items))
      require(items.find(left) && items.find(right) && left != right, "a pair is of two known items", text);
  });
}

}  // namespace pdrank::fuzz
