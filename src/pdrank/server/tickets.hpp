// Tickets: the proof that a pair was on a voter's ballot. It is made of the store's secret, so that it holds after a
// restart, and at another server of the same store.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pdrank/server/vote_log.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// Who was asked. A ticket does not outlive a removal from the project: SQLite gives the id of what was removed to
// another thing.
struct Asked {
  storage::Id project = 0, voter = 0;
  std::int64_t removals = 0;
};

// "<left>.<right>.<question>.<signature>"
std::string make_ticket(std::string_view secret, const Asked& asked, const Shown& pair);

// The pair that a ticket names, whoever made it; none if it names none.
std::optional<Shown> pair_named_in(std::string_view ticket);

// The pair of a ticket; none if it was made for somebody else, or by somebody else.
std::optional<Shown> pair_of_ticket(std::string_view secret, const Asked& asked, std::string_view ticket);

}  // namespace pdrank::server
