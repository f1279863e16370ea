// Tests that are run on both databases: TEST_P(Suite, ..) with a class Suite : public StoreTest, and ON_BOTH(Suite).
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/storage/store.hpp"
#include "unit/storage/postgres_cluster.hpp"

namespace pdrank::storage {

inline bool operator==(const Project& a, const Project& b) {
  return a.id == b.id && a.name == b.name && a.question == b.question && a.join_secret == b.join_secret &&
         a.strategy == b.strategy && a.closed == b.closed && a.created_ms == b.created_ms && a.study == b.study &&
         a.archived == b.archived && a.results_secret == b.results_secret;
}
inline bool operator==(const Item& a, const Item& b) {
  return a.id == b.id && a.name == b.name && a.kind == b.kind && a.content == b.content && a.disabled == b.disabled &&
         a.authors == b.authors && a.alt == b.alt;
}
inline bool operator==(const Voter& a, const Voter& b) {
  return a.id == b.id && a.name == b.name && a.secret == b.secret && a.excluded == b.excluded &&
         a.consented_ms == b.consented_ms && a.source == b.source;
}
inline bool operator==(const Vote& a, const Vote& b) {
  return a.id == b.id && a.voter == b.voter && a.key == b.key && a.left == b.left && a.right == b.right &&
         a.answer == b.answer && a.undoes == b.undoes && a.time_ms == b.time_ms && a.duration_ms == b.duration_ms &&
         a.question == b.question && a.gold == b.gold;
}

}  // namespace pdrank::storage

namespace pdrank::test {

using namespace pdrank::storage;

// A folder that is there as long as the test.
class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    std::string name = (std::filesystem::temp_directory_path() / "pdrank-store-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~FolderTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

class StoreTest : public FolderTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (is_postgres() && PostgresCluster::instance() == nullptr)
      GTEST_SKIP() << "PostgreSQL is not installed (/usr/lib/postgresql/*/bin)";
    if (is_postgres()) PostgresCluster::instance()->run("DROP SCHEMA IF EXISTS pdrank CASCADE");
    store_ = open();
  }

  static bool is_postgres() { return std::string_view(GetParam()) == "postgres"; }
  std::string address() const { return is_postgres() ? PostgresCluster::instance()->address() : path("votes.db"); }
  std::unique_ptr<Store> open() const { return open_store(address()); }
  void reopen() {
    store_.reset();
    store_ = open();
  }

  // A project with items A, B, C and `voters` voters.
  Id add_filled_project(std::size_t voters = 2) {
    const Id project = store_->add_project({.name = "P", .question = "Which?"});
    items_ = store_->add_items(project, std::vector<Item>{{.name = "A"}, {.name = "B"}, {.name = "C"}});
    std::vector<Voter> list;
    for (std::size_t k = 0; k < voters; ++k) list.push_back({.name = "voter " + std::to_string(k), .secret = "s"});
    voters_ = store_->add_voters(project, list);
    return project;
  }

  Vote vote(std::size_t voter, const std::string& key, Answer answer = Answer::left) const {
    return {.voter = voters_[voter], .key = key, .left = items_[0], .right = items_[1], .answer = answer};
  }
  Vote undo(std::size_t voter, const std::string& key, const std::string& undoes) const {
    return {.voter = voters_[voter], .key = key, .answer = Answer::undo, .undoes = undoes};
  }

  std::vector<std::string> keys(Id project) const {
    std::vector<std::string> found;
    for (const Vote& one : store_->votes(project, 0, 1'000'000)) found.push_back(one.key);
    return found;
  }

  std::unique_ptr<Store> store_;
  std::vector<Id> items_, voters_;
};

#define ON_BOTH(Suite)                                                             \
  INSTANTIATE_TEST_SUITE_P(Database, Suite, testing::Values("sqlite", "postgres"), \
                           [](const auto& database) { return std::string(database.param); })

using Words = std::vector<std::string>;

// What `run` throws, in words; "" if nothing.
template <class Error, class Run>
std::string message_of(Run run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace pdrank::test
