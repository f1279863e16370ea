// What a text makes of a reader of records, for those who do not know what comes before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pdrank/io/bytes/quotes.hpp"

namespace pdrank::io {

// For each state that there may be before a text the one behind it.
struct StateMap {
  std::array<RecordState, 5> after = {RecordState::record_start, RecordState::field_start, RecordState::in_field,
                                      RecordState::in_quotes, RecordState::behind_quote};

  RecordState operator()(RecordState before) const { return after[static_cast<std::size_t>(before)]; }
};

// The map of a text that comes piece by piece, at about the speed of memory.
class StateScan {
 public:
  // As state_after() has it.
  explicit StateScan(std::optional<char> delimiter);

  void pass(std::string_view text);
  const StateMap& map() const { return map_; }

 private:
  RecordState pass(RecordState state, std::string_view text) const;

  std::optional<char> delimiter_;
  std::array<std::uint64_t, 256> next_{};  // by byte: the state behind it, for each before it, in kStateBits each
  StateMap map_;
};

}  // namespace pdrank::io
