#include "pdrank/server/tokens.hpp"

#include <gtest/gtest.h>

#include <set>

namespace pdrank::server {
namespace {

TEST(Tokens, SecretsAreBase64UrlOfTheirBytesAndDiffer) {
  std::set<std::string> seen;
  for (int k = 0; k < 100; ++k) {
    const std::string secret = random_secret(kLinkBytes);
    EXPECT_EQ(secret.size(), 22u);  // 16 bytes, 6 bits a character
    EXPECT_EQ(secret.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
              std::string::npos);
    seen.insert(secret);
  }
  EXPECT_EQ(seen.size(), 100u);
  EXPECT_EQ(random_secret(kAdminBytes).size(), 43u);
  EXPECT_NE(random_seed(), random_seed());
}

TEST(Tokens, EveryCharacterOfASecretCounts) {
  const std::string secret = "0123456789abcdef";
  EXPECT_TRUE(same_secret(secret, secret));
  for (std::size_t k = 0; k < secret.size(); ++k) {
    std::string other = secret;
    other[k] ^= 1;
    EXPECT_FALSE(same_secret(other, secret));
  }
  EXPECT_FALSE(same_secret(secret.substr(1), secret));
  EXPECT_FALSE(same_secret(secret + "0", secret));
  EXPECT_FALSE(same_secret("", secret));
  EXPECT_FALSE(same_secret("", "")) << "no secret is no key to anything";
}

TEST(Tokens, ThereAndBack) {
  for (const Token& token :
       {Token{3, 17, "abc-_9"}, Token{3, 0, "x", TokenKind::join}, Token{3, 0, "x", TokenKind::results}}) {
    const auto back = parse_token(to_text(token));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->project, token.project);
    EXPECT_EQ(back->voter, token.voter);
    EXPECT_EQ(back->secret, token.secret);
  }
  EXPECT_EQ(to_text(Token{3, 17, "s"}), "v3.17.s");
  EXPECT_EQ(to_text(Token{3, 0, "s", TokenKind::join}), "j3.s");
  EXPECT_EQ(to_text(Token{3, 0, "s", TokenKind::results}), "r3.s");
}

TEST(Tokens, OtherTextsAreNone) {
  for (const char* text : {"", "v", "v1", "v1.", "v1.2", "v1.2.", "v0.2.s", "v1.0.s", "v-1.2.s", "v1.-2.s", "x1.2.s",
                           "j1", "j1.", "j.s", "j0.s", "v99999999999999999999.1.s", "v 1.2.s", "V1.2.s"})
    EXPECT_FALSE(parse_token(text)) << text;
  EXPECT_FALSE(parse_token("v1.2." + std::string(500, 's')));
}

TEST(Tokens, OnlyABearerIsRead) {
  const auto given = [](const char* value) {
    Request request;
    request.headers["authorization"] = value;
    return std::string(bearer(request));
  };
  EXPECT_EQ(given("Bearer abc"), "abc");
  EXPECT_EQ(given("bearer abc"), "");
  EXPECT_EQ(given("Basic abc"), "");
  EXPECT_EQ(given(""), "");
  EXPECT_EQ(std::string(bearer(Request())), "");
}

}  // namespace
}  // namespace pdrank::server
