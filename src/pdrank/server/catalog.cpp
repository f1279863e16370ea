#include "pdrank/server/catalog.hpp"

#include <algorithm>

namespace pdrank::server {

namespace {

std::vector<std::string_view> authors_of(const storage::Item& item) {
  std::vector<std::string_view> names;
  std::string_view rest = item.authors;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

}  // namespace

bool is_author(const storage::Item& item, std::span<const std::string> names) {
  return std::ranges::any_of(authors_of(item),
                             [&](std::string_view author) { return std::ranges::find(names, author) != names.end(); });
}

std::string without_author(const storage::Item& item, std::span<const std::string> names) {
  std::string others;
  for (const std::string_view one : authors_of(item))
    if (std::ranges::find(names, one) == names.end()) others.append(others.empty() ? "" : "\n").append(one);
  return others;
}

Catalog::Catalog(std::vector<storage::Item> items) : items_(std::move(items)) {
  for (std::size_t place = 0; place < items_.size(); ++place) {
    by_id_[items_[place].id] = place;
    by_name_[items_[place].name] = place;
    if (!items_[place].disabled) enabled_.push_back(items_[place].id);
  }
}

const storage::Item* Catalog::find(storage::Id id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &items_[found->second];
}

const storage::Item* Catalog::named(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &items_[found->second];
}

bool Catalog::is_enabled(storage::Id id) const {
  const storage::Item* item = find(id);
  return item && !item->disabled;
}

}  // namespace pdrank::server
