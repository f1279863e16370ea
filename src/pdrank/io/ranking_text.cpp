#include "pdrank/io/ranking_text.hpp"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "pdrank/io/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::string_view kReason = "bad ranking";

void check_distinct(const std::vector<RankedItem>& items) {
  absl::flat_hash_set<std::string_view> seen;
  seen.reserve(items.size());
  for (const RankedItem& ranked : items)
    if (!seen.insert(ranked.item).second)
      throw RowError(kReason, fmt::format("bad ranking: item {} is named twice", quoted(ranked.item)));
}

}  // namespace

void split_ranking(std::string_view text, std::vector<RankedItem>& items) {
  items.clear();
  std::uint32_t place = 0;
  std::string_view rest = text;
  while (true) {
    const std::size_t end = rest.find_first_of(">=");
    const std::string_view item = trimmed(rest.substr(0, end));
    if (item.empty()) throw RowError(kReason, fmt::format("bad ranking: empty place in {}", quoted(text)));
    items.push_back({item, place});
    if (end == std::string_view::npos) break;
    if (rest[end] == '>') ++place;
    rest.remove_prefix(end + 1);
  }
  if (items.size() < 2) throw RowError(kReason, fmt::format("bad ranking: only one item {}", quoted(text)));
  check_distinct(items);
}

}  // namespace pdrank::io
