#include "pdrank/server/tickets.hpp"

#include <fmt/format.h>

#include <charconv>

#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
std::string make_ticket(std::string_view secret, const Asked& asked, const Shown& pair) {
  const std::string text = fmt::format("ballot.{}.{}.{}.{}.{}.{}", asked.project, asked.voter, asked.removals,
                                       pair.left, pair.right, pair.question);
  return fmt::format("{}.{}.{}.{}", pair.left, pair.right, pair.question, signature(secret, text));
}

std::optional<Shown> pair_named_in(std::string_view ticket) {
  Shown pair;
  const char* const end = ticket.data() + ticket.size();
  const auto left = std::from_chars(ticket.data(), end, pair.left);
  if (left.ec != std::errc() || left.ptr == end || *left.ptr != '.') return std::nullopt;
  const auto right = std::from_chars(left.ptr + 1, end, pair.right);
  if (right.ec != std::errc() || right.ptr == end || *right.ptr != '.') return std::nullopt;
  const auto question = std::from_chars(right.ptr + 1, end, pair.question);
  if (question.ec != std::errc() || question.ptr == end || *question.ptr != '.') return std::nullopt;
  return pair;
}

std::optional<Shown> pair_of_ticket(std::string_view secret, const Asked& asked, std::string_view ticket) {
  const std::optional<Shown> pair = pair_named_in(ticket);
  if (!pair || !same_secret(ticket, make_ticket(secret, asked, *pair))) return std::nullopt;
  return pair;
}

}  // namespace pdrank::server
