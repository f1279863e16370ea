#include "pdrank/server/project_log.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "app.hpp"

namespace pdrank::server {
namespace {

using storage::Answer;

constexpr int kThreads = 8, kVotes = 50;  // of each

std::uint64_t answers(const ProjectLog& log, storage::Id voter) {
  return log.read([&](const VoteLog& votes) { return votes.voter(voter).answers; });
}

// As voters do at two servers on one store: whoever has stored a vote finds it in the log of the server at once, and
// every vote counts once, whoever stored it.
TEST(ProjectLog, HasWhatWasStoredWhoeverStoredIt) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "project_log_test.db";
  std::filesystem::remove(path);
  {
    const std::unique_ptr<storage::Store> store = storage::open_store(path.string());
    const storage::Id project = store->add_project({.name = "P", .question = ""});
    store->add_items(project, std::vector<storage::Item>{{.name = "A"}, {.name = "B"}});
    std::vector<storage::Voter> names;
    for (int k = 0; k < kThreads; ++k) names.push_back({.name = fmt::format("v{}", k)});
    const std::vector<storage::Id> voters = store->add_voters(project, names);
    ProjectLog one(*store, project), other(*store, project);
    std::vector<std::thread> threads;
    std::atomic<int> missed = 0;
    for (std::size_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] {
        ProjectLog& log = thread % 2 == 0 ? one : other;
        for (int k = 1; k <= kVotes; ++k) {
          const storage::Vote vote{
              .voter = voters[thread], .key = fmt::format("k{}", k), .left = 1, .right = 2, .answer = Answer::left};
          log.follow(store->add_vote(project, vote).id);
          missed += answers(log, voters[thread]) != static_cast<std::uint64_t>(k);
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(missed, 0);
    for (ProjectLog* log : {&one, &other}) {
      log->follow();
      EXPECT_EQ(log->read([](const VoteLog& votes) { return votes.answers(); }), kThreads * kVotes);
    }
  }
  std::filesystem::remove(path);
}

// A vote that was stored while the answer got lost is in the log when it comes again.
TEST(ProjectLog, HasAVoteThatWasStoredByAnother) {
  App app;
  const std::string voter = app.make_project(3, 1).front();
  const storage::Vote vote{
      .voter = 1, .key = "k", .left = app.ids["A"], .right = app.ids["B"], .answer = Answer::left, .time_ms = 1};
  app.application->store().add_vote(1, vote);
  EXPECT_EQ(app.json("GET", "/api/ballot", nullptr, voter)["votes"], 0);
  EXPECT_EQ(app.vote(voter, "k", "A", "B", "left")["votes"], 1);
  EXPECT_EQ(app.vote(voter, "k", "A", "B", "left")["votes"], 1);
}

}  // namespace
}  // namespace pdrank::server
