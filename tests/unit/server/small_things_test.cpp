// http, images, limits, json_body, policy
#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/server/http.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/limits.hpp"
#include "pdrank/server/policy.hpp"

namespace pdrank::server {
namespace {

using namespace std::string_view_literals;

TEST(Images, AreToldByTheirFirstBytes) {
  EXPECT_EQ(image_type("\x89PNG\r\n\x1a\n...."sv), "image/png");
  EXPECT_EQ(image_type("\xff\xd8\xff\xe0...."sv), "image/jpeg");
  EXPECT_EQ(image_type("GIF89a...."sv), "image/gif");
  EXPECT_EQ(image_type("RIFF\x24\0\0\0WEBPVP8 ...."sv), "image/webp");
  for (const std::string_view other :
       {""sv, "\x89PNG"sv, "<svg xmlns='http://www.w3.org/2000/svg'>"sv, "<html>"sv, "RIFF\x24\0\0\0WAVEfmt ...."sv,
        "BM......"sv, "%PDF-1.4"sv, " \x89PNG\r\n\x1a\n"sv})
    EXPECT_FALSE(image_type(other)) << other;
}

TEST(Images, Sha256IsTheStandards) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4
}

TEST(Images, NamesOfFilesThereAndBack) {
  const FileName file{12, sha256("x")};
  const auto back = parse_file_name(to_text(file));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->id, 12);
  EXPECT_EQ(back->hash, file.hash);
  EXPECT_EQ(file_url(3, file), "/files/3/12/" + file.hash);
  for (const std::string& other :
       std::vector<std::string>{"", "file:", "file:12", "file:0/" + file.hash, "file:12/" + file.hash + "0",
                                "file:12/../../" + file.hash, "http://x/12/" + file.hash})
    EXPECT_FALSE(parse_file_name(other)) << other;
}

TEST(Limits, ARateLetsThroughWhatItSays) {
  RateLimit limit(10);
  int allowed = 0;
  for (std::int64_t ms = 0; ms < 10'000; ++ms) allowed += limit.allows(ms);
  EXPECT_NEAR(allowed, 10 + 100, 2);
  EXPECT_FALSE(limit.allows(9'000)) << "a clock that goes back gives nothing";
}

std::string refusal_of(const std::string& body) {
  try {
    Request request;
    request.body = body;
    const JsonBody fields(request, {"name", "count", "flag", "list"});
    fields.text("name", 5);
    fields.number("count", 9);
    fields.flag("flag");
    fields.list("list", 2);
    return "";
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status(), 400);
    return refusal.what();
  }
}

TEST(Http, KnowsWhichCodingsABrowserTakes) {
  for (const char* header : {"gzip, deflate, br", "br", "gzip;q=0.5,br;q=1.0", "deflate , br ; q=0.1"})
    EXPECT_TRUE(accepts_coding(header, "br")) << header;
  for (const char* header : {"", "gzip, deflate", "br;q=0", "br;q=0.000", "xbr", "brx", "identity"})
    EXPECT_FALSE(accepts_coding(header, "br")) << header;
}

TEST(Http, KnowsATagAmongOthers) {
  for (const char* header : {"\"a\"", "W/\"a\"", "\"b\", \"a\""}) EXPECT_TRUE(has_tag(header, "\"a\"")) << header;
  for (const char* header : {"", "a", "\"b\"", "\"a", "\"aa\""}) EXPECT_FALSE(has_tag(header, "\"a\"")) << header;
}

TEST(JsonBody, RefusesWhatIsNotAsked) {
  EXPECT_EQ(refusal_of(R"({"name": "x", "count": 9, "flag": true, "list": [1, 2]})"), "");
  EXPECT_EQ(refusal_of("{}"), "");
  for (const std::string& body : std::vector<std::string>{
           "", "[]", "1", "{", "{\"name\": \"\xff\"}", R"({"other": 1})", R"({"name": 1})", R"({"name": "123456"})",
           R"({"name": "a\u0000b"})", R"({"count": -1})", R"({"count": 10})", R"({"count": 1.5})", R"({"flag": 1})",
           R"({"list": {}})", R"({"list": [1, 2, 3]})"})
    EXPECT_NE(refusal_of(body), "") << body;
  EXPECT_EQ(refusal_of("{\"list\": " + std::string(100'000, '[')), "the body is nested too deeply");
}

TEST(JsonBody, NamesAreOneLine) {
  EXPECT_EQ(checked_name("<b>Ä & \"x\"</b>"), "<b>Ä & \"x\"</b>");
  for (const std::string& name : std::vector<std::string>{"", "  ", "a\nb", "a\tb", "\x7f", "\xff"})
    EXPECT_THROW(checked_name(name), Refusal) << name;
  EXPECT_THROW(checked_name(std::string(kMostNameBytes + 1, 'x')), Refusal);
}

TEST(Policy, KnowsTheScriptsOfAPageByTheirHashes) {
  // echo -n "alert(1)" | openssl dgst -sha256 -binary | base64
  const std::string known = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
  EXPECT_EQ(script_hashes("<p><script type=\"module\">alert(1)</script><script type=\"application/json\">{}</script>"
                          "<script src=\"x\"></script><script>alert(1)</script>"),
            (std::vector<std::string>{known, known}));
  EXPECT_EQ(script_hashes("<script>never closed").size(), 0u);
}

TEST(Policy, AllowsNoInlineScripts) {
  for (const std::string& policy : {page_policy(), report_policy()}) {
    const std::string scripts = policy.substr(policy.find("script-src"), policy.find(';', policy.find("script-src")));
    EXPECT_EQ(scripts.substr(0, scripts.find(';')).find("unsafe"), std::string::npos) << policy;
  }
}

}  // namespace
}  // namespace pdrank::server
