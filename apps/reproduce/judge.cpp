#include "reproduce/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pdrank::reproduce {

Verdict by_share(std::size_t won, std::size_t of) {
  if (of == 0) return Verdict::not_measured;
  if (won == of) return Verdict::holds;
  return 2 * won >= of ? Verdict::in_part : Verdict::does_not_hold;
}

Verdict by_exceptions(std::size_t exceptions, std::size_t of) {
  if (of == 0) return Verdict::not_measured;
  if (20 * exceptions <= of) return Verdict::holds;
  return 2 * exceptions <= of ? Verdict::in_part : Verdict::does_not_hold;
}

Verdict if_so(bool so) { return so ? Verdict::holds : Verdict::does_not_hold; }

Verdict all_parts(std::span<const Verdict> parts) {
  const auto is = [](Verdict verdict) { return [verdict](Verdict part) { return part == verdict; }; };
  if (parts.empty() || std::ranges::any_of(parts, is(Verdict::not_measured))) return Verdict::not_measured;
  if (std::ranges::all_of(parts, is(Verdict::holds))) return Verdict::holds;
  return std::ranges::all_of(parts, is(Verdict::does_not_hold)) ? Verdict::does_not_hold : Verdict::in_part;
}

bool is_won(const std::vector<Duel>& duels) { return std::ranges::none_of(duels, &Duel::worse); }

Duel closest(const std::vector<Duel>& duels) {
  return duels.empty() ? Duel() : *std::ranges::min_element(duels, {}, &Duel::difference);
}

std::string share_text(std::size_t won, std::size_t of) { return fmt::format("{} of {}", won, of); }

}  // namespace pdrank::reproduce
