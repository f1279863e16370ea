// Metrics, the log of requests, backup and restore.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app.hpp"
#include "pdrank/server/request_log.hpp"
#include "pdrank/server/temporary_file.hpp"
#include "pdrank/server/traffic.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;
using namespace std::string_literals;
using testing::Test;

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Traffic, IsCountedByRouteAndStatus) {
  Traffic traffic;
  const Handled vote{.method = "POST", .path = "/api/votes", .route = "/api/votes", .status = 200, .seconds = 0.002};
  traffic.add(vote);
  traffic.add({.method = "POST", .path = "/api/votes", .route = "/api/votes", .status = 409, .seconds = 20});
  traffic.add({.method = "BREW\"", .path = "/x", .status = 404, .seconds = 0.0001});
  const std::string text = traffic.text();
  for (const char* line : {R"(pdrank_requests_total{method="POST",route="/api/votes",status="200"} 1)",
                           R"(pdrank_requests_total{method="POST",route="/api/votes",status="409"} 1)",
                           R"(pdrank_requests_total{method="other",route="none",status="404"} 1)",
                           R"(pdrank_request_seconds_bucket{route="/api/votes",le="0.001"} 0)",
                           R"(pdrank_request_seconds_bucket{route="/api/votes",le="0.0025"} 1)",
                           R"(pdrank_request_seconds_bucket{route="/api/votes",le="10"} 1)",
                           R"(pdrank_request_seconds_bucket{route="/api/votes",le="+Inf"} 2)",
                           R"(pdrank_request_seconds_sum{route="/api/votes"} 20.002000)",
                           R"(pdrank_request_seconds_count{route="/api/votes"} 2)"})
    EXPECT_TRUE(has_line(text, line)) << line << "\nis not in\n" << text;
}

TEST(RequestLog, HasALineForEachWithoutSecrets) {
  std::string text;
  RequestLog log([&](const std::string& line) { text += line; });
  constexpr std::int64_t kNow = 1'763'494'800'123;
  log.add({.method = "GET", .path = "/files/1/2/0123abcd", .route = "/files/..", .status = 200, .seconds = .0123}, 0,
          kNow);
  log.add({.method = "NO WAY", .path = "/a\nb\"", .status = 404, .seconds = 0}, 0, kNow);
  log.add({.method = "GET", .path = std::string(5000, 'x'), .status = 414, .seconds = 0}, 0, kNow);
  EXPECT_EQ(text,
            "2025-11-18T19:40:00.123Z GET /files/1/2/... 200 12.3 ms\n"
            "2025-11-18T19:40:00.123Z ? /a?b? 404 0.0 ms\n"
            "2025-11-18T19:40:00.123Z GET " +
                std::string(120, 'x') + "... 414 0.0 ms\n");
}

TEST(RequestLog, CountsWhatIsTooMuch) {
  std::vector<std::string> lines;
  {
    RequestLog log([&](const std::string& line) { lines.push_back(line.substr(25)); });
    const Handled one{.method = "GET", .path = "/", .route = "/", .status = 200, .seconds = .001};
    Handled bad = one;
    bad.status = 500;
    bad.seconds = 2;
    for (int k = 0; k < 1050; ++k) log.add(k == 700 ? bad : one, 0, 0);
    ASSERT_EQ(lines.size(), 50u);
    log.add(one, 1000, 1000);
    ASSERT_EQ(lines.size(), 52u);
    EXPECT_EQ(lines[50], "1,000 more, 1 of them with status 500 or more, the slowest 2000.0 ms\n");
    EXPECT_EQ(lines[51], "GET / 200 1.0 ms\n");
    for (int k = 0; k < 60; ++k) log.add(one, 1000, 1000);
  }
  EXPECT_EQ(lines.back(), "11 more, 0 of them with status 500 or more, the slowest 1.0 ms\n") << "at the end too";
}

TEST(Metrics, AreOfProjectsAndRequests) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.application->count({.method = "GET", .path = "/", .route = "/", .status = 200, .seconds = .1});
  const Response response = app.ask("GET", "/api/metrics");
  EXPECT_EQ(response.type, "text/plain; version=0.0.4; charset=utf-8");
  for (const char* line :
       {R"(pdrank_info{version="1.2.3"} 1)", R"(pdrank_votes{project="1"} 1)", R"(pdrank_voters{project="1"} 2)",
        R"(pdrank_items{project="1"} 3)", R"(pdrank_ranking_age_seconds{project="1"} 0)", "pdrank_troubles_total 0",
        R"(pdrank_requests_total{method="GET",route="/",status="200"} 1)"})
    EXPECT_TRUE(has_line(response.body, line)) << line << "\nis not in\n" << response.body;
  EXPECT_EQ(app.ask("GET", "/api/metrics", "", voters[0]).status, 401);
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Backup, GoesIntoAnotherStoreWithLinksAndTickets) {
  App app;
  const std::vector<std::string> voters = app.make_project(4, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  const std::string picture = "GIF89a\2\0\1\0\0\0\0,\0\0\0\0\2\0\1\0\0\2\2L\1\0;"s;  // two by one
  const json upload = json::parse(app.ask("POST", "/api/projects/1/files", picture).body);
  app.json("POST", "/api/projects/1/items",
           {{"items", {{{"name", "picture"}, {"kind", "image"}, {"content", upload["content"]}}}}});
  const std::string ticket = app.ticket(voters[0], "C", "D");
  const Response response = app.ask("GET", "/api/backup");
  ASSERT_TRUE(response.file);
  const std::string bytes = content_of(response.file->path());

  App other;
  const Response restored = other.ask("POST", "/api/restore", bytes);
  EXPECT_EQ(restored.status, 200) << restored.body;
  EXPECT_EQ(json::parse(restored.body)["projects"], 1);
  for (const char* what : {"votes", "comparisons", "voters"}) {
    const std::string path = std::string("/api/projects/1/export?what=") + what;
    EXPECT_EQ(other.ask("GET", path).body, app.ask("GET", path).body) << what;
  }
  EXPECT_EQ(other.ask("GET", upload["url"].get<std::string>(), "", "").body, picture);
  const json late = {{"key", "b"}, {"ticket", ticket}, {"answer", "left"}};
  EXPECT_EQ(other.ask("POST", "/api/votes", late.dump(), voters[0]).status, 200) << "a page that is open goes on";
  EXPECT_EQ(other.refused("POST", "/api/restore", json()).first, 409) << "never over what is there";
  other.open();
  EXPECT_EQ(other.json("GET", "/api/projects/1")["votes"], 2);
}

TEST(Backup, OfSomethingElseChangesNothing) {
  App app;
  for (const std::string& body : {std::string("no database"), std::string(2000, 'x'), std::string()})
    EXPECT_EQ(app.ask("POST", "/api/restore", body).status, 400) << body;
  EXPECT_EQ(app.json("GET", "/api/projects"), json::array());
}

TEST(Backup, LeavesNothingBeside) {
  App app;
  std::string path;
  {
    const Response response = app.ask("GET", "/api/backup");
    path = response.file->path();
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(path).parent_path()));
}

TEST(Server, SaysWhatThePageNeedsToKnow) {
  App app;
  EXPECT_EQ(app.json("GET", "/api/server"), (json{{"version", "1.2.3"}, {"url", ""}, {"backup", true}}));
}

}  // namespace
}  // namespace pdrank::server
