// Names to numbers and back: every string is kept once, ids count up in order of first appearance.
//
// A million names do not fit into a cache, so that looking one up is a wait for memory: the table is small (8 bytes a
// slot, part of the hash beside the id), and many names can be looked up at once, which lets the waits overlap.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank {

// A name and its hash, so that hashing can be done elsewhere than looking up.
struct HashedName {
  HashedName() = default;
  explicit HashedName(std::string_view text);

  std::string_view text;
  std::uint32_t hash = 0;
};

class ItemIndex {
 public:
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  ItemIndex() = default;
  ItemIndex(ItemIndex&&) = default;
  ItemIndex& operator=(ItemIndex&&) = default;
  ItemIndex(const ItemIndex&) = delete;  // the views point into the chunks
  ItemIndex& operator=(const ItemIndex&) = delete;

  // The id of `name`, which gets the next one if it is new.
  std::uint32_t intern(const HashedName& name);
  std::uint32_t intern(std::string_view name) { return intern(HashedName(name)); }

  std::optional<std::uint32_t> find(std::string_view name) const;
  // ids[k] = the id of names[k], or kUnknown. `ids` is as long as `names`.
  void find(std::span<const HashedName> names, std::span<std::uint32_t> ids) const;

  // Valid as long as the names are: an index that is moved takes them along.
  std::string_view name(std::uint32_t id) const { return names_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  // The slots are in order of their hashes, but for those that had to move on because their place was taken.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = kUnknown;  // empty
  };

  std::size_t home_of(std::uint32_t hash) const { return hash >> shift_; }
  template <class Match>
  std::size_t probe(std::uint32_t hash, const Match& match) const;
  std::size_t slot_of(const HashedName& name) const;
  std::uint32_t find_id(const HashedName& name) const;
  std::string_view keep(std::string_view text);
  void grow();

  std::deque<std::string> chunks_;  // the names' characters; a chunk never outgrows the memory it began with
  std::vector<std::string_view> names_;
  std::vector<Slot> slots_;  // a power of 2 of them
  int shift_ = 0;            // 32 less the logarithm of their number
};

// id -> its place in the order of the names, which does not depend on who appeared first.
std::vector<std::uint32_t> numbers_by_name(const ItemIndex& names);

}  // namespace pdrank
