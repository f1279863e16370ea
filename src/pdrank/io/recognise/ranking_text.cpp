#include "pdrank/io/recognise/ranking_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::string_view kReason = "bad ranking";

// Of a list as short as rankings mostly are, all pairs are compared sooner than a table is made.
constexpr std::size_t kShort = 16;

void check_distinct(const std::vector<RankedItem>& items) {
  std::unordered_set<std::string_view> seen;
  const auto is_new = [&](std::size_t n) {
    if (items.size() > kShort) return seen.insert(items[n].item).second;
    return std::none_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n),
                        [&](const RankedItem& before) { return before.item == items[n].item; });
  };
  for (std::size_t n = 0; n < items.size(); ++n)
    if (!is_new(n)) throw RowError(kReason, fmt::format("bad ranking: item {} is named twice", quoted(items[n].item)));
}

}  // namespace

void split_ranking(std::string_view text, std::vector<RankedItem>& items) {
  items.clear();
  std::uint32_t place = 0;
  std::string_view rest = text;
  // Lists without signs, best first: A;B;C, A|B|C or A, B, C.
  std::string_view signs = ">=";
  if (text.find_first_of(signs) == text.npos)
    for (const std::string_view between : {",", "|", ";"})
      if (text.find(between) != text.npos) signs = between;
  while (true) {
    const std::size_t end = rest.find_first_of(signs);
    const std::string_view item = trimmed(rest.substr(0, end));
    if (item.empty()) throw RowError(kReason, fmt::format("bad ranking: empty place in {}", quoted(text)));
    items.push_back({item, place});
    if (end == std::string_view::npos) break;
    if (rest[end] != '=') ++place;
    rest.remove_prefix(end + 1);
  }
  check_ranked(items, text);
}

void check_ranked(const std::vector<RankedItem>& items, std::string_view text) {
  if (items.size() < 2) throw RowError(kReason, fmt::format("bad ranking: only one item {}", quoted(text)));
  check_distinct(items);
}

}  // namespace pdrank::io
