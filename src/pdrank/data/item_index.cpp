#include "pdrank/data/item_index.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace pdrank {
namespace {

constexpr std::size_t kChunkBytes = 1 << 16;
constexpr int kFirstShift = 28;      // 16 slots
constexpr std::size_t kAtOnce = 32;  // names whose waits for memory overlap

}  // namespace

HashedName::HashedName(std::string_view name) : text(name) {
  const std::uint64_t bits = std::hash<std::string_view>()(name);
  hash = static_cast<std::uint32_t>(bits ^ (bits >> 32));
}

// The first slot from the hash's home on that is empty, or has this hash and an id that matches.
template <class Match>
std::size_t ItemIndex::probe(std::uint32_t hash, const Match& match) const {
  std::size_t slot = home_of(hash);
  while (slots_[slot].id != kUnknown && !(slots_[slot].hash == hash && match(slots_[slot].id)))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::size_t ItemIndex::slot_of(const HashedName& name) const {
  return probe(name.hash, [&](std::uint32_t id) { return names_[id] == name.text; });
}

std::uint32_t ItemIndex::find_id(const HashedName& name) const {
  return slots_.empty() ? kUnknown : slots_[slot_of(name)].id;
}

std::optional<std::uint32_t> ItemIndex::find(std::string_view name) const {
  const std::uint32_t id = find_id(HashedName(name));
  return id == kUnknown ? std::nullopt : std::optional(id);
}

std::uint32_t ItemIndex::intern(const HashedName& name) {
  if (names_.size() >= slots_.size() / 4 * 3) grow();
  Slot& slot = slots_[slot_of(name)];
  if (slot.id == kUnknown) {
    names_.push_back(keep(name.text));  // first: should memory run out, nothing has happened
    slot = {name.hash, size() - 1};
  }
  return slot.id;
}

// Three waits a name: its slot, where its characters are, and the characters. Each step asks for the next one's memory
// for a few names together.
void ItemIndex::find(std::span<const HashedName> names, std::span<std::uint32_t> ids) const {
  if (slots_.empty()) return std::fill(ids.begin(), ids.end(), kUnknown);
  for (std::size_t first = 0; first < names.size(); first += kAtOnce) {
    const std::size_t last = std::min(first + kAtOnce, names.size());
    for (std::size_t k = first; k < last; ++k) __builtin_prefetch(&slots_[home_of(names[k].hash)]);
    for (std::size_t k = first; k < last; ++k) {
      ids[k] = slots_[probe(names[k].hash, [](std::uint32_t) { return true; })].id;
      if (ids[k] != kUnknown) __builtin_prefetch(&names_[ids[k]]);
    }
    for (std::size_t k = first; k < last; ++k)
      if (ids[k] != kUnknown) __builtin_prefetch(names_[ids[k]].data());
    for (std::size_t k = first; k < last; ++k)
      if (ids[k] != kUnknown && names_[ids[k]] != names[k].text) ids[k] = find_id(names[k]);  // same hash, other name
  }
}

std::string_view ItemIndex::keep(std::string_view text) {
  if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < text.size())
    chunks_.emplace_back().reserve(std::max(kChunkBytes, text.size()));
  chunks_.back().append(text);
  return std::string_view(chunks_.back()).substr(chunks_.back().size() - text.size());
}

void ItemIndex::grow() {
  shift_ = slots_.empty() ? kFirstShift : shift_ - 1;
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::size_t{1} << (32 - shift_)));
  for (const Slot& slot : old)
    if (slot.id != kUnknown) slots_[probe(slot.hash, [](std::uint32_t) { return false; })] = slot;
}

std::vector<std::uint32_t> numbers_by_name(const ItemIndex& names) {
  std::vector<std::uint32_t> order(names.size()), number(names.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t id) { return names.name(id); });
  for (std::uint32_t k = 0; k < order.size(); ++k) number[order[k]] = k;
  return number;
}

}  // namespace pdrank
