// A project in memory: what requests need at once, and what the worker has published about it. All of it is derived
// from the store and can be derived again.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/methods/warm_start.hpp"
#include "pdrank/server/catalog.hpp"
#include "pdrank/server/next_pair.hpp"
#include "pdrank/server/published.hpp"
#include "pdrank/server/vote_log.hpp"
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
};

class LiveProject {
 public:
  // Reads items and voters. `is_shared`: other servers write to the store too.
  LiveProject(storage::Store& store, storage::Project project, bool is_shared = false);

  storage::Id id() const { return id_; }
  bool is_shared() const { return is_shared_; }
  storage::Project project() const;
  std::shared_ptr<const Catalog> catalog() const { return catalog_.get(); }
  std::shared_ptr<VoterState> voter(storage::Id id) const;  // null if there is none
  std::vector<std::shared_ptr<VoterState>> voters() const;  // by id
  std::size_t voter_count() const;
  std::uint64_t answers() const;

  // Held by whoever changes the project, its items or voters in the store: one after the other.
  std::mutex changes;
  RateLimit joins{kJoinsPerSecond};  // under `changes`
  // Shared by those who store a vote, from the moment they see that the project is open.
  std::shared_mutex voting;

  // To be called with what has been stored.
  void set_project(storage::Project project);
  void set_items(std::vector<storage::Item> items);
  void add_voter(storage::Voter voter);
  // All of it as the store has it now. Takes `changes`.
  void reload();

  // Counts what could change the ranking: votes, and changes of items and voters.
  std::uint64_t version() const { return version_.load(); }
  void touch() { ++version_; }

  Published<Ranking> quick, thorough;
  Published<Order> order;
  Published<Stock> stock;

  // Of the worker alone, who holds the mutex.
  struct Work {
    std::mutex mutex;
    VoteLog log;
    Roll roll;
    std::uint64_t roll_version = 0;  // of the roll in `data`
    std::size_t casts_in_data = 0;
    Comparisons data;
    WarmStart warm{.rough = true};
    bool rebuild = true;
  } work;
  // Counts changes of items and voters.
  std::uint64_t roll_version() const { return roll_version_.load(); }

  storage::Store& store() const { return store_; }

 private:
  storage::Store& store_;
  const storage::Id id_;
  const bool is_shared_;
  mutable std::mutex mutex_;  // never held for long
  storage::Project project_;
  Published<Catalog> catalog_;
  std::unordered_map<storage::Id, std::shared_ptr<VoterState>> voters_;
  std::atomic<std::uint64_t> version_ = 1, roll_version_ = 1;
};

}  // namespace pdrank::server
