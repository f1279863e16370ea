// A project in memory: what requests need at once, and what the worker has published about it. All of it is derived
// from the store and can be derived again.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/methods/warm_start.hpp"
#include "pdrank/server/catalog.hpp"
#include "pdrank/server/next_pair.hpp"
#include "pdrank/server/project_log.hpp"
#include "pdrank/server/published.hpp"
#include "pdrank/server/voter_state.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// The ranking of the votes up to some moment.
struct Ranking {
  std::uint64_t version = 0;                     // of the project when it was made
  std::int64_t made_of_ms = 0;                   // when the votes were read
  std::uint64_t answers = 0;                     // that count
  RankResult result = {};                        // method is empty where there was nothing to rank
  std::shared_ptr<const Comparisons> data = {};  // what it was made of; of the thorough ranking alone
  std::vector<SameAnnotators> alike = {};        // voters who answer as one
};

class LiveProject {
 public:
  // Reads items, voters and votes.
  LiveProject(storage::Store& store, storage::Project project);

  storage::Id id() const { return id_; }
  storage::Project project() const;
  std::shared_ptr<const Catalog> catalog() const { return catalog_.get(); }
  std::shared_ptr<const Study> study() const { return study_.get(); }
  std::vector<std::string> questions() const;               // the texts
  std::shared_ptr<VoterState> voter(storage::Id id) const;  // null if there is none
  std::vector<std::shared_ptr<VoterState>> voters() const;  // by id
  std::size_t voter_count() const;
  std::vector<storage::Voter> joined() const;  // by an open link

  ProjectLog log;

  // Held by whoever changes the project, its items or voters in the store: one after the other.
  std::mutex changes;
  std::set<storage::Id> importing;   // imports that are under way here; under `changes`
  RateLimit joins{kJoinsPerSecond};  // under `changes`
  // Shared by those who store a vote, from the moment they see that the project is open until it is in the log; not
  // shared by those who remove something, until the log is without it.
  std::shared_mutex voting;

  // To be called with what has been stored.
  void set_project(storage::Project project);
  void set_items(std::vector<storage::Item> items);
  void add_voter(storage::Voter voter);
  void remove_voter(storage::Id id);
  // After something was removed, with the votes that were about it.
  void read_votes_again();
  // All of it as the store has it now. Takes `changes`.
  void reload();

  // Counts what could change the ranking: votes, and changes of items and voters.
  std::uint64_t version() const {
    return roll_version() + static_cast<std::uint64_t>(log.read([](const VoteLog& votes) { return votes.last(); }));
  }

  // What the answers to one of the questions say.
  struct Board {
    Published<Ranking> quick, thorough;

    // Of the worker alone, who holds the mutex.
    struct Work {
      std::mutex mutex;
      Roll roll;
      std::uint64_t roll_version = 0;
      Comparisons data;                   // of the log's first casts, by the roll
      std::size_t casts = 0, undone = 0;  // how many of them, and of the whole log
      std::uint64_t generation = 0;       // of the log
      WarmStart warm{.rough = true};
    } work;
  };
  std::array<Board, kMostQuestions> boards;
  // By the first question, whose pairs are those of the others.
  Published<Order> order;
  Published<Stock> stock;

  // Counts changes of items and voters.
  std::uint64_t roll_version() const { return roll_version_.load(); }

 private:
  storage::Store& store_;
  const storage::Id id_;
  mutable std::mutex mutex_;  // never held for long
  storage::Project project_;
  Published<Catalog> catalog_;
  Published<Study> study_;
  std::unordered_map<storage::Id, std::shared_ptr<VoterState>> voters_;
  std::atomic<std::uint64_t> roll_version_ = 1;
};

}  // namespace pdrank::server
