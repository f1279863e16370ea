// Requests that come at the same time, in every order of their steps in the store: what was acknowledged is stored
// once, no voter's pair is counted twice, nothing is stored behind a project's back when it is closed, and memory and
// store agree. Two faults that are put into a store are found in this way.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "pdrank/server/application.hpp"
#include "support/memory_store.hpp"
#include "support/schedule.hpp"

namespace pdrank::server {
namespace {

using storage::Id;
using Data = storage::MemoryStore::Data;

enum class Fault {
  none,
  looks_before_it_writes,  // whether a key is there is asked in one step, and it is written in the next
  acknowledges_early,      // a vote is written only when the next call comes
};

// A store in which others can come between any two calls.
class SteppedStore : public storage::MemoryStore {
 public:
  SteppedStore(std::shared_ptr<Data> data, Fault fault) : MemoryStore(std::move(data)), fault_(fault) {}

  storage::Receipt add_vote(Id project, const storage::Vote& vote) override {
    schedule::point();
    if (fault_ == Fault::looks_before_it_writes && !MemoryStore::vote(project, vote.voter, vote.key)) {
      schedule::point();
      storage::Vote again = vote;  // by another key, as if none were unique
      if (MemoryStore::vote(project, vote.voter, vote.key)) again.key += '+';
      return MemoryStore::add_vote(project, again);
    }
    if (fault_ == Fault::acknowledges_early && !MemoryStore::vote(project, vote.voter, vote.key)) {
      late_.emplace_back(project, vote);
      return {storage::Stored::stored, 1};
    }
    return MemoryStore::add_vote(project, vote);
  }
  std::vector<storage::Vote> votes(Id project, Id after, std::size_t limit) override {
    schedule::point();
    return MemoryStore::votes(project, after, limit);
  }
  std::optional<storage::Vote> vote(Id project, Id voter, const std::string& key) override {
    schedule::point();
    return MemoryStore::vote(project, voter, key);
  }
  std::optional<storage::Project> project(Id id) override {
    schedule::point();
    return MemoryStore::project(id);
  }
  void change_project(const storage::Project& project) override {
    schedule::point();
    MemoryStore::change_project(project);
  }
  void remove_project(Id id) override {
    schedule::point();
    MemoryStore::remove_project(id);
  }
  std::vector<storage::Item> items(Id project) override {
    schedule::point();
    return MemoryStore::items(project);
  }
  void remove_item(Id project, Id id) override {
    schedule::point();
    MemoryStore::remove_item(project, id);
  }
  std::optional<storage::Voter> voter(Id project, Id id) override {
    schedule::point();
    return MemoryStore::voter(project, id);
  }
  void change_voter(Id project, const storage::Voter& voter) override {
    schedule::point();
    MemoryStore::change_voter(project, voter);
  }
  void remove_voter(Id project, Id id) override {
    schedule::point();
    MemoryStore::remove_voter(project, id);
  }

 private:
  Fault fault_;
  std::vector<std::pair<Id, storage::Vote>> late_;
};

const std::string kAdmin = "the secret of the tests";

class Scene {
 public:
  explicit Scene(Fault fault = Fault::none) : fault_(fault) {
    storage::MemoryStore store(data);
    const Id project = store.add_project({.name = "P", .question = "Which?"});
    store.add_items(project,
                    std::array{storage::Item{.name = "A"}, storage::Item{.name = "B"}, storage::Item{.name = "C"}});
    store.add_voters(
        project, std::array{storage::Voter{.name = "V", .secret = "v"}, storage::Voter{.name = "W", .secret = "w"}});
    application = begun();
  }

  std::unique_ptr<Application> begun(bool shared_store = false) {
    return std::make_unique<Application>(
        std::make_unique<SteppedStore>(data, fault_),
        ApplicationOptions{.admin_secret = kAdmin, .shared_store = shared_store, .worker = false});
  }

  Response ask(const std::string& method, const std::string& path, const nlohmann::json& body = nullptr,
               const std::string& token = kAdmin) {
    Request request{.method = method, .path = path, .headers = {{"authorization", "Bearer " + token}}};
    if (!body.is_null()) request.body = body.dump();
    return application->respond(request);
  }

  // A request as a thread; what is answered is kept under its name.
  std::function<void()> request(const std::string& name, const std::string& method, const std::string& path,
                                const nlohmann::json& body = nullptr, const std::string& token = kAdmin) {
    answers[name];  // so that no thread makes a place
    return [=, this] { answers.at(name) = ask(method, path, body, token); };
  }

  std::function<void()> vote(const std::string& name, const std::string& key, const std::string& ticket,
                             const std::string& token, const std::string& answer = "left") {
    votes[name] = {key, answer};
    nlohmann::json body = {{"key", key}, {"answer", answer}};
    if (!ticket.empty()) body["ticket"] = ticket;
    return request(name, "POST", "/api/votes", body, token);
  }

  std::string ticket(const std::string& token, std::size_t ahead = 0) {
    const nlohmann::json ballot = nlohmann::json::parse(ask("GET", "/api/ballot", nullptr, token).body);
    return ahead == 0 ? ballot["pair"]["ticket"] : ballot["ahead"].at(ahead - 1)["ticket"];
  }

  std::string counted() { return ask("GET", "/api/projects/1/export").body; }
  std::string project() { return ask("GET", "/api/projects/1").body; }

  // What is wrong in the end; empty: nothing.
  std::string fault() {
    for (const auto& [name, answer] : answers)
      if (answer.status >= 500) return name + " was answered with " + answer.body;
    std::map<std::array<Id, 4>, int> standing;
    for (const auto& [id, entry] : data->votes) {
      const storage::Vote& vote = entry.second.vote;
      const auto undoes_it = [&](const auto& other) {
        const storage::Vote& one = other.second.second.vote;
        return one.voter == vote.voter && one.undoes == vote.key;
      };
      if (vote.answer == storage::Answer::undo || std::ranges::any_of(data->votes, undoes_it)) continue;
      const auto [low, high] = std::minmax(vote.left, vote.right);
      if (++standing[{entry.first, vote.voter, low, high}] > 1) return "an answer counts twice";
    }
    for (const auto& [name, vote] : votes) {
      if (answers.at(name).status != 200 || may_be_removed) continue;
      const auto is_it = [&](const auto& entry) {
        const storage::Vote& stored = entry.second.second.vote;
        return stored.key == vote.first && name_of(stored.answer) == vote.second;
      };
      if (std::ranges::count_if(data->votes, is_it) != 1) return name + " was acknowledged, and is not stored once";
    }
    const std::string before = project() + counted();
    application = begun();
    return before == project() + counted()
               ? ""
               : "memory and store do not agree: " + before + " and " + project() + counted();
  }

  std::shared_ptr<Data> data = std::make_shared<Data>();
  std::unique_ptr<Application> application;
  std::map<std::string, Response> answers;
  std::map<std::string, std::pair<std::string, std::string>> votes;  // key and answer
  bool may_be_removed = false;

 private:
  Fault fault_;
};

using Threads = std::vector<std::function<void()>>;

// What goes wrong in the first order in which anything does. begin(scene) has the threads, end(scene) what else must
// hold.
template <class Begin, class End>
std::string found(Fault fault, std::size_t least_orders, const Begin& begin, const End& end) {
  std::string first;
  const std::size_t orders = schedule::explore([&](std::vector<schedule::Choice>& path) {
    Scene scene(fault);
    const Threads threads = begin(scene);
    schedule::run(threads, path);
    std::string wrong = end(scene);
    if (wrong.empty()) wrong = scene.fault();
    if (first.empty()) first = wrong;
  });
  EXPECT_GE(orders, least_orders) << "the threads do not come between each other";
  return first;
}
template <class Begin>
std::string found(Fault fault, std::size_t least_orders, const Begin& begin) {
  return found(fault, least_orders, begin, [](Scene&) { return std::string(); });
}

Threads sent_twice(Scene& scene) {
  const std::string ticket = scene.ticket("v1.1.v");
  return {scene.vote("first", "k", ticket, "v1.1.v"), scene.vote("again", "k", ticket, "v1.1.v")};
}

std::string both_are_acknowledged(Scene& scene) {
  for (const auto& [name, answer] : scene.answers)
    if (answer.status != 200) return name + " was refused: " + answer.body;
  return "";
}

TEST(Schedules, AVoteThatIsSentTwiceIsStoredOnceAndAcknowledgedTwice) {
  EXPECT_EQ(found(Fault::none, 4, sent_twice, both_are_acknowledged), "");
}

// By two threads of one voter the application itself takes turns; by imports and other servers it is the store's to do.
TEST(Schedules, AStoreThatLooksBeforeItWritesIsFound) {
  const auto straight_into_the_store = [](Scene& scene) {
    const auto store = [&scene] {
      scene.application->store().add_vote(
          1, {.voter = 1, .key = "k", .left = 1, .right = 2, .answer = storage::Answer::left});
    };
    return Threads{store, store};
  };
  EXPECT_EQ(found(Fault::none, 4, straight_into_the_store), "");
  EXPECT_EQ(found(Fault::looks_before_it_writes, 4, straight_into_the_store), "an answer counts twice");
}

TEST(Schedules, AStoreThatAcknowledgesEarlyIsFound) {
  const auto one_vote = [](Scene& scene) { return Threads{scene.vote("vote", "k", scene.ticket("v1.1.v"), "v1.1.v")}; };
  EXPECT_EQ(found(Fault::none, 1, one_vote), "");
  EXPECT_EQ(found(Fault::acknowledges_early, 1, one_vote), "vote was acknowledged, and is not stored once");
}

TEST(Schedules, OneOfTwoPagesOfAVoterAnswersAPair) {
  const auto two_pages = [](Scene& scene) {
    const std::string ticket = scene.ticket("v1.1.v");
    return Threads{scene.vote("one", "k", ticket, "v1.1.v"), scene.vote("other", "l", ticket, "v1.1.v", "right")};
  };
  const auto one_is_refused = [](Scene& scene) {
    const int sum = scene.answers.at("one").status + scene.answers.at("other").status;
    return std::string(sum == 200 + 409 ? "" : "not one of the two was refused");
  };
  EXPECT_EQ(found(Fault::none, 4, two_pages, one_is_refused), "");
}

// Servers of one database do not take turns for a voter, as a server does by itself: docs/RELIABILITY.md says so.
TEST(Schedules, TwoPagesAtTwoServersMayAnswerAPairTwice) {
  std::unique_ptr<Application> other;
  const auto two_servers = [&other](Scene& scene) {
    scene.application = scene.begun(true);
    other = scene.begun(true);
    const std::string ticket = scene.ticket("v1.1.v");
    scene.answers["other"];
    return Threads{scene.vote("one", "k", ticket, "v1.1.v"), [&scene, &other, ticket] {
                     const nlohmann::json body = {{"key", "l"}, {"answer", "left"}, {"ticket", ticket}};
                     scene.answers.at("other") = other->respond({.method = "POST",
                                                                 .path = "/api/votes",
                                                                 .headers = {{"authorization", "Bearer v1.1.v"}},
                                                                 .body = body.dump()});
                   }};
  };
  EXPECT_EQ(found(Fault::none, 20, two_servers), "an answer counts twice");
}

TEST(Schedules, UndoingOnOnePageAndAnsweringOnAnother) {
  const auto threads = [](Scene& scene) {
    const std::string first = scene.ticket("v1.1.v"), second = scene.ticket("v1.1.v", 1);
    scene.vote("before", "k", first, "v1.1.v")();
    return Threads{scene.vote("undo", "u", "", "v1.1.v", "undo"), scene.vote("next", "l", second, "v1.1.v")};
  };
  EXPECT_EQ(found(Fault::none, 4, threads), "");
}

TEST(Schedules, TwoVotersAtTheSameTime) {
  const auto threads = [](Scene& scene) {
    return Threads{scene.vote("one", "k", scene.ticket("v1.1.v"), "v1.1.v"),
                   scene.vote("other", "k2", scene.ticket("v1.2.w"), "v1.2.w")};
  };
  EXPECT_EQ(found(Fault::none, 6, threads, both_are_acknowledged), "");
}

TEST(Schedules, NothingIsStoredAfterAProjectIsClosed) {
  std::size_t stored = 0;
  const auto threads = [&stored](Scene& scene) {
    const auto close = scene.request("close", "PATCH", "/api/projects/1", {{"closed", true}});
    return Threads{scene.vote("vote", "k", scene.ticket("v1.1.v"), "v1.1.v"), [&scene, &stored, close] {
                     close();
                     stored = scene.data->votes.size();
                   }};
  };
  const auto nothing_came = [&stored](Scene& scene) {
    return std::string(scene.data->votes.size() == stored ? "" : "a vote was stored after the project was closed");
  };
  EXPECT_EQ(found(Fault::none, 4, threads, nothing_came), "");
}

TEST(Schedules, AVoterWhoIsExcludedWhileAnswering) {
  const auto threads = [](Scene& scene) {
    return Threads{scene.vote("vote", "k", scene.ticket("v1.1.v"), "v1.1.v"),
                   scene.request("exclude", "PATCH", "/api/projects/1/voters/1", {{"excluded", true}})};
  };
  const auto nothing_counts = [](Scene& scene) {
    return std::string(scene.counted().find("V") == std::string::npos ? "" : "an answer of an excluded voter counts");
  };
  EXPECT_EQ(found(Fault::none, 10, threads, nothing_counts), "");
}

// What is removed may go while somebody answers about it: then the answer is refused, or goes too.
TEST(Schedules, WhatIsRemovedWhileSomebodyAnswers) {
  for (const char* what : {"/api/projects/1/items/1", "/api/projects/1/voters/1", "/api/projects/1"}) {
    const auto threads = [what](Scene& scene) {
      scene.may_be_removed = true;
      return Threads{scene.vote("vote", "k", scene.ticket("v1.1.v"), "v1.1.v"),
                     scene.request("remove", "DELETE", what)};
    };
    EXPECT_EQ(found(Fault::none, 8, threads), "") << what;
  }
}

// Whatever an admin asks for of a project while it, or something in it, is removed: it is done, or refused.
TEST(Schedules, WhatIsChangedWhileItIsRemoved) {
  struct Asked {
    const char *method, *path;
    nlohmann::json body = nullptr;
  };
  const std::array<Asked, 9> asked = {{{"PATCH", "", {{"name", "Q"}}},
                                       {"PATCH", "/items/1", {{"content", "x"}}},
                                       {"PATCH", "/voters/1", {{"name", "Q"}}},
                                       {"POST", "/items", {{"items", {{{"name", "D"}}}}}},
                                       {"POST", "/voters", {{"count", 1}}},
                                       {"DELETE", "/items/1"},
                                       {"DELETE", "/voters/1"},
                                       {"GET", "/voters"},
                                       {"GET", "/export"}}};
  const std::string project = "/api/projects/1";
  for (const char* removed : {"", "/items/1", "/voters/1"})
    for (const Asked& one : asked) {
      const auto threads = [&](Scene& scene) {
        return Threads{scene.request("request", one.method, project + one.path, one.body),
                       scene.request("remove", "DELETE", project + removed)};
      };
      EXPECT_EQ(found(Fault::none, 2, threads), "") << one.method << one.path << " while " << removed << " is removed";
    }
}

}  // namespace
}  // namespace pdrank::server
