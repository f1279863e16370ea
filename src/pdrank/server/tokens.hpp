// Secrets, the tokens that carry them, and the one function that compares them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pdrank/server/http.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

inline constexpr std::size_t kAdminBytes = 32, kLinkBytes = 16;

// Without padding.
std::string base64url(std::span<const unsigned char> bytes);

// What nobody can make of the text who does not know the secret: half of HMAC with SHA-256, in base64url.
std::string signature(std::string_view secret, std::string_view text);

// So many bytes of the system's generator, in base64url.
std::string random_secret(std::size_t bytes);

// Eight of them, to start a generator that need not be secret.
std::uint64_t random_seed();

// Every comparison of a secret goes through here. The time it takes tells nothing but the length.
bool same_secret(std::string_view given, std::string_view expected);

// "v<project>.<voter>.<secret>" of a voter; "j<project>.<secret>" of the link by which anybody becomes one;
// "r<project>.<secret>" of the link to a page with the ranking.
enum class TokenKind : char { voter = 'v', join = 'j', results = 'r' };
struct Token {
  storage::Id project = 0;
  storage::Id voter = 0;  // of TokenKind::voter alone
  std::string secret = {};
  TokenKind kind = TokenKind::voter;
};

std::string to_text(const Token& token);

// None if it is not one.
std::optional<Token> parse_token(std::string_view text);

// What is behind "Bearer " in the header Authorization; empty if there is none.
std::string_view bearer(const Request& request);

}  // namespace pdrank::server
