// An application on a store of its own, asked without sockets and without threads of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "pdrank/server/application.hpp"
#include "pdrank/server/tickets.hpp"
#include "pdrank/server/tokens.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

inline const std::string kSecret = "the secret of the tests";

class App {
 public:
  App() : path_(std::filesystem::path(testing::TempDir()) / unique_name()) { open(); }
  ~App() {
    application.reset();
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + ending);
  }

  // As if the program had ended and begun again.
  void open() {
    application.reset();
    application =
        std::make_unique<Application>(storage::open_store(path_.string()), ApplicationOptions{.admin_secret = kSecret,
                                                                                              .hosts = {"127.0.0.1"},
                                                                                              .worker = false,
                                                                                              .version = "1.2.3",
                                                                                              .store = path_.string()});
  }

  // `target` may have a query.
  Response ask(const std::string& method, const std::string& target, const std::string& body = "",
               const std::string& token = kSecret, std::map<std::string, std::string, std::less<>> headers = {}) {
    headers.emplace("host", "127.0.0.1:8080");
    if (!token.empty()) headers.emplace("authorization", "Bearer " + token);
    Request request{
        .method = method, .path = target.substr(0, target.find('?')), .headers = std::move(headers), .body = body};
    std::string rest = target.find('?') == std::string::npos ? "" : target.substr(target.find('?') + 1);
    while (!rest.empty()) {
      const std::string part = rest.substr(0, rest.find('&'));
      rest = rest.find('&') == std::string::npos ? "" : rest.substr(rest.find('&') + 1);
      request.query[part.substr(0, part.find('='))] = part.substr(part.find('=') + 1);
    }
    return application->respond(request);
  }

  nlohmann::json json(const std::string& method, const std::string& target, const nlohmann::json& body = nullptr,
                      const std::string& token = kSecret) {
    const Response response = ask(method, target, body.is_null() ? "" : body.dump(), token);
    EXPECT_LT(response.status, 300) << method << ' ' << target << ": " << response.body;
    return nlohmann::json::parse(response.body);
  }

  // The status and the sentence of a request that is refused.
  std::pair<int, std::string> refused(const std::string& method, const std::string& target,
                                      const nlohmann::json& body = nullptr, const std::string& token = kSecret) {
    const Response response = ask(method, target, body.is_null() ? "" : body.dump(), token);
    const nlohmann::json json = nlohmann::json::parse(response.body);
    return {response.status, json.is_object() ? json.value("error", "") : ""};
  }

  // A project with items "A", "B", .. and voters; the tokens of these.
  std::vector<std::string> make_project(std::size_t items, std::size_t voters) {
    json("POST", "/api/projects", {{"name", "P"}, {"question", "Which?"}});
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t k = 0; k < items; ++k) list.push_back({{"name", std::string(1, static_cast<char>('A' + k))}});
    for (const nlohmann::json& item : json("POST", "/api/projects/1/items", {{"items", list}}))
      ids[item["name"]] = item["id"];
    std::vector<std::string> tokens;
    if (voters == 0) return tokens;
    for (const nlohmann::json& voter : json("POST", "/api/projects/1/voters", {{"count", voters}}))
      tokens.push_back(voter["token"]);
    return tokens;
  }

  // Of a voter who was asked about these two, wherever the ballot is.
  std::string ticket(const std::string& token, const std::string& left, const std::string& right) {
    const Token of = *parse_token(token);
    const std::int64_t removals = application->project(of.project)->project().removals;
    return make_ticket(application->secret(), {of.project, of.voter, removals}, {ids.at(left), ids.at(right)});
  }

  nlohmann::json vote(const std::string& token, const std::string& key, const std::string& left,
                      const std::string& right, const std::string& answer) {
    return json("POST", "/api/votes", {{"key", key}, {"ticket", ticket(token, left, right)}, {"answer", answer}},
                token);
  }

  // As if it had come from an import: about any two items, also those that were answered before.
  void store_vote(const std::string& token, const std::string& key, const std::string& left, const std::string& right,
                  const std::string& answer) {
    application->store().add_vote(1, {.voter = parse_token(token)->voter,
                                      .key = key,
                                      .left = ids.at(left),
                                      .right = ids.at(right),
                                      .answer = *value_named<storage::Answer>(answer)});
    project().log.follow();
  }

  LiveProject& project() { return *application->project(1); }
  std::string comparisons() { return ask("GET", "/api/projects/1/export?what=comparisons").body; }

  std::unique_ptr<Application> application;
  std::map<std::string, storage::Id> ids;  // by name of item

 private:
  static std::string unique_name() {
    static int count = 0;
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(++count) + ".db";
  }

  std::filesystem::path path_;
};

}  // namespace pdrank::server
