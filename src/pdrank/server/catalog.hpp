// The items of a project as requests see them: never changed, but replaced as a whole.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// Whether one of the names is among those of the item's authors.
bool is_author(const storage::Item& item, std::span<const std::string> names);

// The item's authors without those.
std::string without_author(const storage::Item& item, std::span<const std::string> names);

class Catalog {
 public:
  explicit Catalog(std::vector<storage::Item> items);
  Catalog(const Catalog&) = delete;  // the names point into the items
  Catalog& operator=(const Catalog&) = delete;

  const std::vector<storage::Item>& items() const { return items_; }  // by id
  const std::vector<storage::Id>& enabled() const { return enabled_; }

  // Null if there is none.
  const storage::Item* find(storage::Id id) const;
  const storage::Item* named(std::string_view name) const;
  bool is_enabled(storage::Id id) const;

 private:
  std::vector<storage::Item> items_;
  std::vector<storage::Id> enabled_;
  std::unordered_map<storage::Id, std::size_t> by_id_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
};

}  // namespace pdrank::server
