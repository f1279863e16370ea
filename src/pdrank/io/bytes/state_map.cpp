#include "pdrank/io/bytes/state_map.hpp"

namespace pdrank::io {
namespace {

// A state is kept as where it stands in an entry of the table: the next is a shift away.
constexpr std::uint64_t kStateBits = 6, kMask = 63;

std::uint64_t place_of(RecordState state) { return kStateBits * static_cast<std::uint64_t>(state); }

}  // namespace

StateScan::StateScan(std::optional<char> delimiter) : delimiter_(delimiter) {
  for (std::size_t byte = 0; byte < next_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    for (const RecordState state : StateMap().after)
      next_[byte] |= place_of(state_after(state, {&c, 1}, delimiter)) << place_of(state);
  }
}

// After the first line or so only two states are left, inside and outside quotes.
void StateScan::pass(std::string_view text) {
  const bool is_plain = !delimiter_ || text.find('"') == std::string_view::npos;
  std::array<std::optional<RecordState>, 5> known;
  for (RecordState& state : map_.after) {
    std::optional<RecordState>& next = known[static_cast<std::size_t>(state)];
    if (!next) next = is_plain ? state_after(state, text, delimiter_) : pass(state, text);
    state = *next;
  }
}

RecordState StateScan::pass(RecordState state, std::string_view text) const {
  std::uint64_t place = place_of(state);
  for (const char c : text) place = next_[static_cast<unsigned char>(c)] >> (place & kMask);
  return static_cast<RecordState>((place & kMask) / kStateBits);
}

}  // namespace pdrank::io
