// Names to numbers and back: every string is kept once, ids count up in order of first appearance.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace pdrank {

class ItemIndex {
 public:
  ItemIndex() = default;
  ItemIndex(ItemIndex&&) = default;
  ItemIndex& operator=(ItemIndex&&) = default;
  ItemIndex(const ItemIndex&) = delete;  // the table points into the names
  ItemIndex& operator=(const ItemIndex&) = delete;

  // The id of `name`, which gets the next one if it is new.
  std::uint32_t intern(std::string_view name);

  std::optional<std::uint32_t> find(std::string_view name) const;
  const std::string& name(std::uint32_t id) const { return names_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;  // a deque never moves its strings
  absl::flat_hash_map<std::string_view, std::uint32_t> ids_;
};

}  // namespace pdrank
