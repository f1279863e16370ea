#include "pdrank/server/tokens.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "pdrank/core/platform.hpp"

namespace pdrank::server {
namespace {

constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kMostTokenBytes = 200;

std::vector<unsigned char> random_bytes(std::size_t count) {
  std::vector<unsigned char> bytes(count);
  platform::fill_with_random(bytes.data(), count);
  return bytes;
}

// Takes the number in front of the next dot off the text; 0 if there is none.
storage::Id take_id(std::string_view& text) {
  storage::Id id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || id <= 0 || length == text.size() || *end != '.') return 0;
  text.remove_prefix(length + 1);
  return id;
}

}  // namespace

std::string base64url(std::span<const unsigned char> bytes) {
  std::string text;
  unsigned bits = 0;
  int left = 0;  // bits not yet written
  for (const unsigned char byte : bytes) {
    bits = (bits << 8 | byte) & 0xffffu;
    for (left += 8; left >= 6; left -= 6) text += kBase64Url[bits >> (left - 6) & 63u];
  }
  if (left > 0) text += kBase64Url[bits << (6 - left) & 63u];
  return text;
}

std::string signature(std::string_view secret, std::string_view text) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  if (!HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
            reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &length))
    throw std::runtime_error("SHA-256 is not available");
  return base64url(std::span(digest).first(kLinkBytes));
}

std::string random_secret(std::size_t bytes) { return base64url(random_bytes(bytes)); }

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  for (const unsigned char byte : random_bytes(sizeof(seed))) seed = seed << 8 | byte;
  return seed;
}

bool same_secret(std::string_view given, std::string_view expected) {
  if (expected.empty() || given.size() != expected.size()) return false;
  return CRYPTO_memcmp(given.data(), expected.data(), expected.size()) == 0;
}

std::string to_text(const Token& token) {
  const char kind = static_cast<char>(token.kind);
  if (token.kind != TokenKind::voter) return fmt::format("{}{}.{}", kind, token.project, token.secret);
  return fmt::format("{}{}.{}.{}", kind, token.project, token.voter, token.secret);
}

std::optional<Token> parse_token(std::string_view text) {
  if (text.size() < 2 || text.size() > kMostTokenBytes) return std::nullopt;
  const auto kind = static_cast<TokenKind>(text.front());
  const bool of_voter = kind == TokenKind::voter;
  if (!of_voter && kind != TokenKind::join && kind != TokenKind::results) return std::nullopt;
  text.remove_prefix(1);
  Token token{.kind = kind};
  token.project = take_id(text);
  if (of_voter) token.voter = take_id(text);
  if (token.project == 0 || (of_voter && token.voter == 0) || text.empty()) return std::nullopt;
  token.secret = text;
  return token;
}

std::string_view bearer(const Request& request) {
  constexpr std::string_view kScheme = "Bearer ";
  std::string_view value = request.header("authorization");
  if (!value.starts_with(kScheme)) return {};
  value.remove_prefix(kScheme.size());
  return value;
}

}  // namespace pdrank::server
