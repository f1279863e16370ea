#include "pdrank/server/http_message.hpp"

#include <gtest/gtest.h>

namespace pdrank::server {
namespace {

void read(HttpParser& parser, const std::string& head) {
  boost::system::error_code error;
  parser.put(boost::asio::buffer(head), error);
  ASSERT_FALSE(error) << error.message();
}

Request request_to(const std::string& target) {
  HttpParser parser;
  read(parser, "GET " + target + " HTTP/1.1\r\nHost: h\r\nX-Y:  z \r\nx-y: later\r\n\r\n");
  return to_request(parser);
}

TEST(HttpMessage, ATargetIsTakenApart) {
  const Request request = request_to("/a%2Fb+c%zz%4?x=1+2%2B&y&=z&&x=3&q=%C3%A4=?");
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/a/b+c%zz%4")
      << "a plus is a space behind the question mark alone, and a broken code is none";
  EXPECT_EQ(request.query, (decltype(request.query){{"x", "1 2+"}, {"y", ""}, {"", "z"}, {"q", "\xc3\xa4=?"}}));
  EXPECT_EQ(request.header("x-y"), "z, later") << "fields of one name are a list";
  EXPECT_TRUE(request_to("/").query.empty());
  EXPECT_TRUE(request_to("/?").query.empty());
  EXPECT_EQ(request_to("/%00").path, std::string("/\0", 2));
}

TEST(HttpMessage, RangesThatAreNoneAreRefused) {
  const auto status = [](const std::string& range) {
    HttpParser parser;
    read(parser, "GET / HTTP/1.1\r\nRange: " + range + "\r\n\r\n");
    const std::optional<Refusal> fault = fault_of(parser);
    return fault ? fault->status() : 200;
  };
  for (const char* good : {"bytes=0-9", "bytes=5-", "bytes=-5", "bytes=0-0,3-", "bytes=7-7"})
    EXPECT_EQ(status(good), 200) << good;
  for (const char* bad : {"x", "bytes=", "bytes=-", "bytes=5", "bytes=5-3", "bytes=0-1,", "bytes=a-b", "bytes=+1-2"})
    EXPECT_EQ(status(bad), 416) << bad;
}

TEST(HttpMessage, AnAnswerToHeadTellsTheLengthAlone) {
  const HttpAnswer answer = to_answer({.status = 200, .type = "text/plain", .body = "abc"}, false, true);
  EXPECT_EQ(answer.body(), "");
  EXPECT_EQ(answer[boost::beast::http::field::content_length], "3");
  EXPECT_EQ(answer[boost::beast::http::field::connection], "close");
  EXPECT_EQ(answer[boost::beast::http::field::cache_control], "no-store");
}

TEST(HttpMessage, ThatNothingHasChangedHasNoLength) {
  EXPECT_EQ(to_answer({.status = 304}, true, false).count(boost::beast::http::field::content_length), 0u);
}

TEST(HttpMessage, ABodyIsAskedForWhereThereIsOne) {
  const auto waits = [](const std::string& head) {
    HttpParser parser;
    read(parser, head + "\r\n\r\n");
    return waits_for_continue(parser);
  };
  EXPECT_TRUE(waits("POST / HTTP/1.1\r\nContent-Length: 1\r\nExpect: 100-Continue"));
  EXPECT_TRUE(waits("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue"));
  EXPECT_FALSE(waits("POST / HTTP/1.1\r\nContent-Length: 1"));
  EXPECT_FALSE(waits("POST / HTTP/1.1\r\nContent-Length: 0\r\nExpect: 100-continue"));
  EXPECT_FALSE(waits("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue"));
}

}  // namespace
}  // namespace pdrank::server
