#include "pdrank/server/router.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "pdrank/server/openapi.hpp"

namespace pdrank::server {
namespace {

int status_of(const std::string& method, const std::string& path) {
  try {
    const Request request{.method = method, .path = path};
    find_route(request);
    return 200;
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
}

TEST(Router, FindsRoutesAndTheirParameters) {
  const Request request{.method = "PATCH", .path = "/api/projects/7/items/12"};
  const Call call = find_route(request);
  EXPECT_EQ(call.route->path, "/api/projects/{project}/items/{item}");
  EXPECT_EQ(call.id(0), 7);
  EXPECT_EQ(call.id(1), 12);
  EXPECT_EQ(status_of("HEAD", "/api/health"), 200);
}

TEST(Router, KnowsNothingElse) {
  for (const char* path : {"", "/x", "//", "/api", "/api/", "/api/projects/", "/api/projects//items", "/app.js/",
                           "/../etc/passwd", "/files/1/../../etc/passwd", "/files/1/2", "/API/health", "/api/health/x"})
    EXPECT_EQ(status_of("GET", path), 404) << path;
  EXPECT_EQ(status_of("POST", "/api/health"), 405);
  EXPECT_EQ(status_of("DELETE", "/api/projects"), 405);
  EXPECT_EQ(status_of("OPTIONS", "/api/votes"), 405);
}

TEST(Router, SaysWhatElseAnAddressIsFor) {
  const Request request{.method = "DELETE", .path = "/api/votes"};
  try {
    find_route(request);
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.headers(), (Refusal::Headers{{"Allow", "POST"}}));
  }
}

TEST(Router, IdsArePositiveNumbers) {
  EXPECT_EQ(parse_id("17"), 17);
  for (const char* text : {"", "0", "-1", "+1", " 1", "1 ", "1x", "0x1", "..", "99999999999999999999"})
    EXPECT_THROW(parse_id(text), Refusal) << text;
}

// Method, path, and who may.
using Entry = std::tuple<std::string, std::string, std::string>;

TEST(Router, IsWhatTheDescriptionSays) {
  std::set<Entry> described, routed;
  const nlohmann::json api = nlohmann::json::parse(openapi());
  EXPECT_EQ(api["openapi"], "3.1.0");
  for (const auto& [path, methods] : api["paths"].items())
    for (const auto& [method, operation] : methods.items()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(std::toupper(c));
      const nlohmann::json& security = operation["security"];
      described.emplace(upper, path, security.empty() ? "anyone" : security[0].begin().key());
    }
  const std::map<Access, std::string> names = {{Access::anyone, "anyone"},
                                               {Access::admin, "admin"},
                                               {Access::voter, "voter"},
                                               {Access::join, "join"},
                                               {Access::results, "results"}};
  for (const Route& route : routes()) routed.emplace(route.method, route.path, names.at(route.access));
  EXPECT_EQ(described, routed);
}

TEST(Router, ParametersOfPathsAreDescribed) {
  const nlohmann::json api = nlohmann::json::parse(openapi());
  for (const Route& route : routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    const nlohmann::json& operation = api["paths"][std::string(route.path)][method];
    std::set<std::string> in_path, described;
    for (std::size_t at = route.path.find('{'); at != std::string_view::npos; at = route.path.find('{', at + 1))
      in_path.emplace(route.path.substr(at + 1, route.path.find('}', at) - at - 1));
    for (const nlohmann::json& parameter : operation.value("parameters", nlohmann::json::array()))
      if (parameter["in"] == "path") described.insert(parameter["name"]);
    EXPECT_EQ(described, in_path) << route.path;
    const bool has_body = operation.contains("requestBody");
    EXPECT_EQ(has_body, route.most_body_bytes > 0) << route.path;
  }
}

// Every reference leads somewhere.
TEST(Router, TheDescriptionHoldsTogether) {
  const nlohmann::json api = nlohmann::json::parse(openapi());
  std::vector<const nlohmann::json*> waiting = {&api};
  std::size_t references = 0;
  while (!waiting.empty()) {
    const nlohmann::json& node = *waiting.back();
    waiting.pop_back();
    if (node.is_object() && node.contains("$ref")) {
      EXPECT_TRUE(api.contains(nlohmann::json::json_pointer(node["$ref"].get<std::string>().substr(1)))) << node;
      ++references;
    }
    if (node.is_structured())
      for (const nlohmann::json& child : node) waiting.push_back(&child);
  }
  EXPECT_GT(references, 50u);
}

}  // namespace
}  // namespace pdrank::server
