// The store as tables (schema.cpp) of either database.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/storage/connection_pool.hpp"
#include "pdrank/storage/store.hpp"
#include "pdrank/storage/vote_queue.hpp"

namespace pdrank::storage {

class SqlStore final : public Store {
 public:
  // The schema is there already. `wait` returns when it is a good moment to write much.
  SqlStore(const ConnectionPool::Make& make, std::size_t most_writers, std::size_t most_readers,
           std::function<void()> wait);

  std::string secret() override;

  Id add_project(const Project& project) override;
  void change_project(const Project& project) override;
  void remove_project(Id id) override;
  std::optional<Project> project(Id id) override;
  std::vector<Project> projects() override;

  std::vector<Id> add_items(Id project, std::span<const Item> items) override;
  void change_item(Id project, const Item& item) override;
  void remove_item(Id project, Id id) override;
  std::vector<Item> items(Id project) override;

  std::vector<Id> add_voters(Id project, std::span<const Voter> voters) override;
  void change_voter(Id project, const Voter& voter) override;
  void change_voters(Id project, std::span<const Voter> voters) override;
  void remove_voter(Id project, Id id) override;
  std::optional<Voter> voter(Id project, Id id) override;
  std::vector<Voter> voters(Id project) override;

  Receipt add_vote(Id project, const Vote& vote) override;
  void add_votes(Id project, std::span<const Vote> votes, Id import) override;
  Id add_import(Id project, const Import& import) override;
  void finish_import(Id project, Id id, std::int64_t votes) override;
  void remove_import(Id project, Id id) override;
  std::vector<Import> imports(Id project) override;
  std::optional<Vote> vote(Id project, Id voter, const std::string& key) override;
  std::vector<Vote> votes(Id project, Id after, std::size_t limit) override;

  Id add_file(Id project, const File& file) override;
  std::optional<File> file(Id project, Id id) override;

 private:
  template <class Thing>
  std::vector<Thing> read(std::string_view query, const Values& values, Thing (*of)(const Row&));
  template <class Work>
  auto write(std::span<const Id> projects, Work work);
  void change(Id project, const char* kind, std::string_view statement, const Values& values, Id id,
              std::string_view name);
  void remove(Id project, const char* kind, Id id, std::span<const std::string_view> statements);
  template <class Thing>
  std::vector<Id> add_named(Id project, std::string_view statement, std::span<const Thing> things);
  std::vector<Outcome> write_votes(std::span<const NewVote> votes);

  ConnectionPool writers_, readers_;
  std::function<void()> wait_;
  VoteQueue queue_;  // the last member: its thread uses the others
};

}  // namespace pdrank::storage
