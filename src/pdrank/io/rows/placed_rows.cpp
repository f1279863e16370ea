#include "pdrank/io/rows/placed_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "pdrank/io/text.hpp"

namespace pdrank::io {

PlacedRows::Ranking& PlacedRows::ranking_of(const RowBlock& block, std::size_t position, std::uint64_t rows_before) {
  const BlockRow& row = block.rows[position];
  const AnnotatorId annotator =
      row.annotator == ItemIndex::kUnknown ? kNoAnnotator : block.annotators.ids[row.annotator];
  std::vector<std::uint32_t> key = {annotator};
  if (sets_.size() < block.sets.size()) sets_.resize(block.sets.size());
  for (std::size_t k = 0; k < block.sets.size(); ++k) key.push_back(sets_[k].intern(block.sets[k].names[position]));
  const auto [found, is_new] = number_of_.try_emplace(std::move(key), rankings_.size());
  if (is_new) {
    Ranking& made = rankings_.emplace_back(Ranking{.row = row, .annotator = annotator});
    made.row.number = static_cast<std::uint32_t>(rows_before + row.number);
    made.line = block.source.line + row.line;
    for (const NameColumn& column : block.context) made.context.push_back(column.ids[position]);
  }
  return rankings_[found->second];
}

void PlacedRows::add(const RowBlock& block, std::uint64_t rows_before) {
  for (std::size_t k = 0; k < block.rows.size(); ++k)
    ranking_of(block, k, rows_before)
        .items.push_back({block.items.ids[k], block.measures[k], block.source.line + block.rows[k].line});
}

RowBlock PlacedRows::finish(const ItemIndex& items, std::vector<RowError>& bad) {
  RowBlock block;
  block.source.line = 0;
  for (Ranking& ranking : rankings_) {
    std::unordered_map<ItemId, std::uint64_t> line_of;
    std::erase_if(ranking.items, [&](const Placed& placed) {
      const auto [known, is_new] = line_of.try_emplace(placed.item, placed.line);
      if (!is_new)
        bad.emplace_back(
            "item twice",
            fmt::format("item {} is in the same ranking as on line {}", quoted(items.name(placed.item)), known->second),
            placed.line);
      return !is_new;
    });
    std::ranges::stable_sort(ranking.items, {}, &Placed::measure);
    BlockRow& row = block.rows.emplace_back(ranking.row);
    row.items = static_cast<std::uint32_t>(ranking.items.size());
    row.line = static_cast<std::uint32_t>(ranking.line);
    row.annotator = ItemIndex::kUnknown;
    if (ranking.annotator != kNoAnnotator) {
      row.annotator = static_cast<std::uint32_t>(block.annotators.ids.size());
      block.annotators.names.emplace_back();
      block.annotators.ids.push_back(ranking.annotator);
    }
    block.context.resize(ranking.context.size());
    for (std::size_t k = 0; k < ranking.context.size(); ++k) block.context[k].ids.push_back(ranking.context[k]);
    for (std::size_t k = 0; k < ranking.items.size(); ++k) {
      const bool is_level = k > 0 && ranking.items[k].measure == ranking.items[k - 1].measure;
      block.items.ids.push_back(ranking.items[k].item);
      block.places.push_back(is_level ? block.places.back() : static_cast<std::uint32_t>(k));
      block.has_ties |= is_level;
    }
    block.has_weights |= row.weight != 1;
    block.has_times |= row.time == row.time;
    block.comparisons += row.comparisons();
  }
  *this = {};
  return block;
}

}  // namespace pdrank::io
