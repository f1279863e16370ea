// Requests to the voting application, in any order and side by side, with bodies made of the API's own description,
// right and wrong: each is answered with what the description knows, nothing is the server's own fault, what was
// acknowledged is stored once, and whoever starts again on the same store finds the same.
#include <fmt/format.h>

#include <array>
#include <deque>
#include <nlohmann/json.hpp>
#include <set>

#include "fuzz/target.hpp"
#include "pdrank/server/application.hpp"
#include "pdrank/server/openapi.hpp"
#include "pdrank/server/tokens.hpp"
#include "support/memory_store.hpp"

namespace pdrank::fuzz {
namespace {

using namespace server;
using nlohmann::json;
using Data = storage::MemoryStore::Data;

const std::string kAdmin = "the secret of the admin";

const json& description() {
  static const json all = json::parse(openapi());
  return all;
}

const json& resolved(const json& schema) {
  const json* found = &schema;
  while (found->contains("$ref"))
    found = &description().at(json::json_pointer((*found)["$ref"].get<std::string>().substr(1)));
  return *found;
}

// A member of an object; null if it is not there.
const json& member(const json& object, std::string_view name) {
  static const json nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

// What the description says of a route: the parameters of its query, and its body if that is JSON.
struct Operation {
  const Route* route = nullptr;
  std::vector<const json*> query = {};
  const json* body = nullptr;
};

Operation operation_of(const Route& route) {
  std::string method(route.method);
  for (char& c : method) c = static_cast<char>(c | 0x20);
  Operation operation{.route = &route};
  const json& described = member(member(member(description(), "paths"), route.path), method);
  for (const json& parameter : member(described, "parameters"))
    if (const json& one = resolved(parameter); one["in"] == "query") operation.query.push_back(&one);
  const json& body = member(member(member(described, "requestBody"), "content"), "application/json");
  if (!body.is_null()) operation.body = &body["schema"];
  return operation;
}

// Those of voters and those that have a body more often than others.
const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> list;
    for (const Route& route : routes()) {
      int times = route.access == Access::voter ? 7 : route.most_body_bytes > 0 ? 4 : 1;
      if (route.path == "/api/restore") times = 1;
      for (const Operation one = operation_of(route); times > 0; --times) list.push_back(one);
    }
    return list;
  }();
  return all;
}

// Two projects: one that is voted in, with a study, and an empty one that is open to anybody.
std::shared_ptr<Data> usual_data() {
  static const Data data = [] {
    auto made = std::make_shared<Data>();
    storage::MemoryStore store(made);
    const auto project = store.add_project(
        {.name = "P", .question = "Which?", .join_secret = "join", .created_ms = 1, .results_secret = "results"});
    store.add_project({.name = "Q", .question = "", .join_secret = "join"});
    const std::array items = {storage::Item{.name = "A"},
                              storage::Item{.name = "B", .kind = storage::ItemKind::markdown, .content = "*b*"},
                              storage::Item{.name = "C", .kind = storage::ItemKind::image, .content = "https://h/c"},
                              storage::Item{.name = "D", .authors = "Voter 1"}};
    store.add_items(project, items);
    const std::array voters = {storage::Voter{.name = "Voter 1", .secret = "one"},
                               storage::Voter{.name = "Voter 2", .secret = "two"}};
    store.add_voters(project, voters);
    store.add_vote(project,
                   {.voter = 1, .key = "k0", .left = 2, .right = 3, .answer = storage::Answer::left, .time_ms = 1});
    return *made;
  }();
  return std::make_shared<Data>(data);
}

class Session {
 public:
  explicit Session(Choices& input) : input_(input) { start(); }

  void run() {
    std::deque<std::pair<Request, std::optional<Call>>> admitted;  // whose bodies are still on their way
    for (std::size_t count = input_.between(1, 16); count > 0 && !input_.is_empty(); --count) {
      if (admitted.empty() || input_.once_in(4)) admit(admitted.emplace_back(some_request(), std::nullopt));
      const bool is_slow = input_.once_in(8);
      while (!is_slow && !admitted.empty()) {
        const std::size_t which = input_.below(admitted.size());
        finish(admitted[which]);
        admitted.erase(admitted.begin() + static_cast<std::ptrdiff_t>(which));
      }
    }
    for (auto& waiting : admitted) finish(waiting);
    check_votes();
    if (input_.once_in(3)) check_same_after_restart();
  }

 private:
  void start() {
    application_ = std::make_unique<Application>(
        std::make_unique<storage::MemoryStore>(data_),
        ApplicationOptions{
            .admin_secret = kAdmin, .hosts = {"h"}, .worker = false, .on_trouble = [](const std::string& trouble) {
              require(false, "nothing is the server's own fault", trouble);
            }});
  }

  // A request as its description has it, with what is wrong now and then.
  Request some_request() {
    const Operation& operation = operations()[input_.below(operations().size())];
    const Route& route = *operation.route;
    Request request{.method = std::string(route.method),
                    .path = path_of(route.path),
                    .headers = {{"host", "h"}},
                    .address = "127.0.0.1"};
    request.headers["authorization"] = "Bearer " + token_for(route.access);
    for (const json* parameter : operation.query)
      if (input_.once_in(3)) request.query[(*parameter)["name"]] = word_of((*parameter)["schema"]);
    if (route.path.ends_with("/import"))
      request.body = some_file();
    else if (route.path.ends_with("/files"))
      request.body = (input_.once_in(8) ? std::string() : std::string("GIF89a")) + input_.text(10);
    else if (route.most_body_bytes > 0)
      request.body = !operation.body || input_.once_in(16) ? input_.text(60) : body_of(*operation.body);
    return request;
  }

  std::string path_of(std::string_view pattern) {
    std::string path;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      if (pattern[at] != '{') {
        path += pattern[at];
        continue;
      }
      at = pattern.find('}', at);
      static constexpr std::array kProjects = {1, 1, 1, 1, 1, 2, 3};
      const std::size_t id = input_.between(1, 4);
      path += input_.once_in(32)
                  ? input_.text(6)
                  : std::to_string(path == "/api/projects/" ? input_.pick(kProjects) : static_cast<int>(id));
      if (input_.once_in(64)) path = pictures_.empty() ? path : pictures_.back();
    }
    return path;
  }

  std::string token_for(Access access) {
    if (input_.once_in(32)) return input_.text(20);
    switch (access) {
      case Access::voter:
        return tokens_[input_.below(tokens_.size())];
      case Access::join:
        return input_.once_in(4) ? "j2.join" : "j1.join";
      case Access::results:
        return "r1.results";
      default:
        return kAdmin;
    }
  }

  std::string word_of(const json& schema) {
    const json value = made_of(schema);
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
  }

  std::string body_of(const json& schema) {
    std::string text = made_of(schema).dump(-1, ' ', false, json::error_handler_t::replace);
    if (input_.once_in(16)) text.insert(input_.below(text.size() + 1), input_.text(4));
    return text;
  }

  json made_of(const json& any, const std::string& name = "") {
    const json& schema = resolved(any);
    if (input_.once_in(24)) return wrong();
    const auto one_of = [&](const json& list) -> const json& { return list[input_.below(list.size())]; };
    if (const json& choices = member(schema, "oneOf"); !choices.is_null()) return made_of(one_of(choices), name);
    if (const json& constant = member(schema, "const"); !constant.is_null()) return constant;
    if (const json& values = member(schema, "enum"); !values.is_null()) return one_of(values);
    const json& types = member(schema, "type");
    const std::string type = types.is_array() ? one_of(types) : types.is_string() ? types : json("string");
    if (type == "object") {
      json object = json::object();
      const json& required = member(schema, "required");
      for (const auto& [field, of] : member(schema, "properties").items())
        if (std::find(required.begin(), required.end(), field) != required.end() || input_.once_in(3))
          object[field] = made_of(of, field);
      return object;
    }
    if (type == "array") {
      json list = json::array();
      for (std::size_t count = input_.below(4); count > 0; --count)
        list.push_back(made_of(member(schema, "items"), name));
      return list;
    }
    if (type == "integer" || type == "number") {
      static constexpr std::array<std::uint64_t, 6> kNumbers = {0, 1, 2, 3, 100, 1'000'000};
      if (name == "count") return input_.below(5);
      return input_.once_in(8) ? json(schema.value("maximum", std::uint64_t{7})) : json(input_.pick(kNumbers));
    }
    if (type == "boolean") return input_.once_in(2);
    if (type == "null") return nullptr;
    return text_named(name);
  }

  json text_named(const std::string& name) {
    static constexpr std::array kWords = {"A",
                                          "B",
                                          "C",
                                          "D",
                                          "E",
                                          "Voter 1",
                                          "Voter 2",
                                          "Which?",
                                          "Why?",
                                          "auto",
                                          "random",
                                          "https://h/{PROLIFIC_PID}&{code}{voter}",
                                          "https://h/{x",
                                          "file:1/0",
                                          " ",
                                          "k0"};
    static constexpr std::array kKeys = {"k0", "k1", "k2", "k3"};
    if (input_.once_in(8)) return input_.text(12);
    if (name == "ticket" && !tickets_.empty()) return tickets_[input_.below(tickets_.size())];
    if (name == "key" || name == "undoes") return input_.pick(kKeys);
    if (name == "content" && !contents_.empty() && input_.once_in(3)) return contents_.back();
    return input_.pick(kWords);
  }

  json wrong() {
    switch (input_.below(8)) {
      case 0:
        return nullptr;
      case 1:
        return -1;
      case 2:
        return 1e300;
      case 3:
        return std::uint64_t{1} << 63;
      case 4:
        return json::array({json::array({json::array()})});
      case 5:
        return json{{"a", json::object()}};
      case 6:
        return std::string("\0", 1);
      default:
        return std::string(600, 'x');
    }
  }

  // What may be imported: comparisons, or votes as an export has them.
  std::string some_file() {
    static constexpr std::array kNames = {"A", "B", "E", "\xff", "", "x,y", "\"A\""};
    std::string text;
    if (input_.once_in(2)) {
      static constexpr std::array kHeads = {"winner,loser\n", "left,right,winner,annotator\n", "winner,loser,weight\n",
                                            "winner,loser,tie\n", ""};
      text = input_.pick(kHeads);
      for (std::size_t rows = input_.below(4); rows > 0; --rows)
        text += fmt::format("{},{},{}\n", input_.pick(kNames), input_.pick(kNames), input_.pick(kNames));
      return text + input_.text(10);
    }
    static constexpr std::array kAnswers = {"left", "right", "tie", "skip", "undo", "none"};
    static constexpr std::array kKeys = {"k0", "k1", "k2"};
    for (std::size_t rows = input_.between(1, 4); rows > 0; --rows) {
      json event = {
          {"key", input_.pick(kKeys)},   {"answer", input_.pick(kAnswers)}, {"undoes", nullptr},         {"voter", "V"},
          {"left", input_.pick(kNames)}, {"right", input_.pick(kNames)},    {"time_ms", input_.below(3)}};
      if (event["answer"] == "undo") event["undoes"] = input_.pick(kKeys);
      if (input_.once_in(6)) event["duration_ms"] = wrong();
      if (input_.once_in(6)) event["gold"] = input_.pick(kAnswers);
      if (input_.once_in(6)) event["question"] = input_.once_in(2) ? json("Which?") : wrong();
      if (input_.once_in(12)) event[std::string(input_.once_in(2) ? "time_ms" : "voter")] = wrong();
      text += event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    }
    return text;
  }

  void admit(std::pair<Request, std::optional<Call>>& waiting) {
    const Response refused = application_->guarded([&] {
      waiting.second = application_->admit(waiting.first);
      return Response();
    });
    if (!waiting.second) check(waiting.first, refused);
  }

  void finish(std::pair<Request, std::optional<Call>>& waiting) {
    if (!waiting.second) return;
    waiting.second->request = &waiting.first;
    const Response response = application_->guarded([&] { return application_->answer(*waiting.second); });
    check(waiting.first, response);
    if (response.status < 300) learn(waiting.first, *waiting.second, response);
  }

  void check(const Request& request, const Response& response) {
    static const std::set<int> kStatuses = {200, 201, 304, 400, 401, 403, 404, 405, 409, 413, 415, 429};
    const auto story = [&] {
      return fmt::format("{} {} {}\n-> {} {}", request.method, request.path, request.body, response.status,
                         response.body);
    };
    if (!kStatuses.contains(response.status))
      require(false, "a request is answered, or refused with a reason", story());
    if (response.type != "application/json" || response.status == 304 || response.file) return;
    if (!json::accept(response.body)) require(false, "an answer is JSON", story());
  }

  // Tokens, tickets and pictures for later requests; and the votes that have been acknowledged.
  void learn(const Request& request, const Call& call, const Response& response) {
    if (response.type != "application/json" || (request.method == "GET" && call.route->path != "/api/ballot")) return;
    const json answer = json::parse(response.body, nullptr, false);
    if (call.route->path == "/api/votes") {
      const json body = json::parse(request.body);
      acknowledged_[{call.project->id(), call.voter->voter().id, body["key"]}] = body["answer"];
    }
    if (call.route->path == "/api/join") tokens_.push_back(answer["token"]);
    if (call.route->path.ends_with("/files")) {
      contents_.push_back(answer["content"]);
      pictures_.push_back(answer["url"]);
    }
    if (call.route->access == Access::voter && answer.contains("pair")) {
      if (!answer["pair"].is_null()) tickets_.push_back(answer["pair"]["ticket"]);
      for (const json& ahead : answer["ahead"]) tickets_.push_back(ahead["ticket"]);
    }
    if (request.method == "DELETE") is_removed_ = true;
  }

  // Each vote that was acknowledged is there, once and as it was said; of no voter a pair stands twice.
  void check_votes() {
    if (is_removed_) return;
    for (const auto& [which, said] : acknowledged_) {
      const auto& [project, voter, key] = which;
      std::size_t times = 0;
      for (const auto& [id, entry] : data_->votes) {
        const storage::Vote& vote = entry.second.vote;
        if (entry.first != project || vote.voter != voter || vote.key != key) continue;
        require(name_of(vote.answer) == said, "a vote is stored as it was acknowledged", key);
        ++times;
      }
      require(times == 1, "a vote that was acknowledged is stored once", key);
    }
    std::set<std::array<std::int64_t, 5>> standing;
    for (const auto& [id, entry] : data_->votes) {
      const storage::Vote& vote = entry.second.vote;
      if (vote.answer == storage::Answer::undo || entry.second.import != 0) continue;
      const auto is_undo = [&](const auto& other) {
        return other.second.first == entry.first && other.second.second.vote.voter == vote.voter &&
               other.second.second.vote.undoes == vote.key;
      };
      if (std::ranges::any_of(data_->votes, is_undo)) continue;
      const auto [low, high] = std::minmax(vote.left, vote.right);
      require(standing.insert({entry.first, vote.voter, low, high, vote.question}).second, "a pair is answered once",
              vote.key);
    }
  }

  std::string everything() {
    std::string all;
    for (const storage::Id project : {1, 2, 3})
      for (const char* what : {"", "/items", "/voters", "/imports", "/export?comparisons", "/export?votes"}) {
        const std::string_view path = what;
        Request request{.method = "GET",
                        .path = fmt::format("/api/projects/{}{}", project, path.substr(0, path.find('?'))),
                        .headers = {{"host", "h"}, {"authorization", "Bearer " + kAdmin}}};
        if (path.find('?') != std::string_view::npos) request.query["what"] = path.substr(path.find('?') + 1);
        const Response response = application_->respond(request);
        check(request, response);
        all += fmt::format("{} {} {}\n", request.path, response.status, response.body);
      }
    return all;
  }

  void check_same_after_restart() {
    const std::string before = everything();
    start();
    const std::string after = everything();
    require(before == after, "who starts again finds the same", before + "\nand\n" + after);
  }

  Choices& input_;
  std::shared_ptr<Data> data_ = usual_data();
  std::unique_ptr<Application> application_;
  std::vector<std::string> tokens_ = {"v1.1.one", "v1.2.two"}, tickets_, contents_, pictures_;
  std::map<std::tuple<storage::Id, storage::Id, std::string>, std::string> acknowledged_;
  bool is_removed_ = false;  // something, with votes perhaps
};

}  // namespace

PDRANK_FUZZ(api) { Session(input).run(); }

}  // namespace pdrank::fuzz
