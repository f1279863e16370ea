#include "pdrank/data/find_item.hpp"

#include <fmt/format.h>

#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/spelling.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/name_key.hpp"

namespace pdrank {

std::uint32_t find_item(const ItemIndex& items, std::string_view name, const std::string& field) {
  if (const auto exact = items.find(name)) return *exact;
  const std::string key = name_key(name);
  std::vector<std::uint32_t> same, begins;
  std::vector<std::string> names;
  for (std::uint32_t id = 0; id < items.size(); ++id) {
    names.emplace_back(items.name(id));
    const std::string other = name_key(names.back());
    if (key.empty() || !other.starts_with(key)) continue;
    (other.size() == key.size() ? same : begins).push_back(id);
  }
  const std::vector<std::uint32_t>& meant = same.empty() ? begins : same;
  if (meant.size() == 1) return meant.front();
  if (meant.empty()) throw InvalidArgument(field, quoted(name), "there is no such item" + did_you_mean(name, names));
  std::vector<std::string> shown;
  for (const std::uint32_t id : meant) shown.push_back(quoted(names[id]));
  throw InvalidArgument(field, quoted(name), fmt::format("it may be {}", first_few(shown, shown.size())));
}

}  // namespace pdrank
