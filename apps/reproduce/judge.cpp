#include "reproduce/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pdrank::reproduce {

ClaimState by_share(std::size_t won, std::size_t of) {
  if (of == 0) return ClaimState::not_measured;
  if (won == of) return ClaimState::holds;
  return 2 * won >= of ? ClaimState::in_part : ClaimState::does_not_hold;
}

ClaimState by_exceptions(std::size_t exceptions, std::size_t of) {
  if (of == 0) return ClaimState::not_measured;
  if (20 * exceptions <= of) return ClaimState::holds;
  return 2 * exceptions <= of ? ClaimState::in_part : ClaimState::does_not_hold;
}

ClaimState if_so(bool so) { return so ? ClaimState::holds : ClaimState::does_not_hold; }

ClaimState all_parts(std::span<const ClaimState> parts) {
  const auto is = [](ClaimState state) { return [state](ClaimState part) { return part == state; }; };
  if (parts.empty() || std::ranges::any_of(parts, is(ClaimState::not_measured))) return ClaimState::not_measured;
  if (std::ranges::all_of(parts, is(ClaimState::holds))) return ClaimState::holds;
  return std::ranges::all_of(parts, is(ClaimState::does_not_hold)) ? ClaimState::does_not_hold : ClaimState::in_part;
}

bool is_won(const std::vector<Duel>& duels) { return std::ranges::none_of(duels, &Duel::worse); }

Duel closest(const std::vector<Duel>& duels) {
  return duels.empty() ? Duel() : *std::ranges::min_element(duels, {}, &Duel::difference);
}

std::string share_text(std::size_t won, std::size_t of) { return fmt::format("{} of {}", won, of); }

}  // namespace pdrank::reproduce
