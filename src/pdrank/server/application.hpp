// The voting application without its sockets: a request in, an answer out, from many threads at once.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/server/addresses.hpp"
#include "pdrank/server/http.hpp"
#include "pdrank/server/live_project.hpp"
#include "pdrank/server/published.hpp"
#include "pdrank/server/router.hpp"
#include "pdrank/server/traffic.hpp"
#include "pdrank/server/worker.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

struct ApplicationOptions {
  std::string admin_secret;
  std::vector<std::string> hosts = {};  // names that the header Host may have, without port; empty: any
  std::string proxy_header = {};        // by which a server in front says whose request it is; empty: nobody does
  bool shared_store = false;            // others write to the store too
  bool worker = true;                   // false: nothing is derived but by who asks for it (tests)
  int threads = 1;                      // of a thorough ranking
  std::uint64_t seed = 1;               // of the sides, and of pairs chosen at random
  std::string version = {};             // of the program
  std::string store = {};               // its address; empty: there is no backup of it
  std::string url = {};                 // for links; empty: as the request names this server
  std::function<void(const std::string&)> on_trouble = {};  // a sentence for the log
  std::function<void(const Handled&)> on_request = {};      // each that was answered
};

class Application {
 public:
  // Reads all projects and votes. Throws StoreError.
  Application(std::unique_ptr<storage::Store> store, ApplicationOptions options);
  ~Application();

  // In two steps, so that nobody's body is read who may not send one: who may do what with which project, and then it.
  // `admit` throws Refusal.
  Call admit(const Request& request);
  Response answer(const Call& call);
  // Both. Never throws.
  Response respond(const Request& request);
  // What is answered when `step` throws.
  Response guarded(const std::function<Response()>& step);

  // What was answered, for metrics and log.
  void count(const Handled& request);

  // For the handlers.
  storage::Store& store() { return *store_; }
  const ApplicationOptions& options() const { return options_; }
  std::string secret() const { return *secret_.get(); }                // of the store
  std::vector<std::shared_ptr<LiveProject>> projects() const;          // by id
  std::shared_ptr<LiveProject> project(storage::Id id) const;          // null if there is none
  std::shared_ptr<LiveProject> add_project(storage::Project project);  // which the store has
  void forget_project(storage::Id id);                                 // which the store no longer has
  void changed();                                                      // wakes the worker
  void restored();                                                     // the store has been filled
  AddressLimit joins{kJoinsOfAddress};
  Traffic traffic;
  std::atomic<std::uint64_t> troubles = 0;  // that the log was told of
  std::mutex restoring;                     // held while the store is filled
  // change(random) with a generator that nobody else uses meanwhile.
  template <class Use>
  auto with_random(Use&& use) {
    const std::lock_guard lock(random_mutex_);
    return use(random_);
  }
  // The hash of an uploaded file; empty if there is no such file.
  std::string file_hash(storage::Id project, storage::Id file);
  void remember_hash(storage::Id project, storage::Id file, std::string hash);

 private:
  std::shared_ptr<LiveProject> find_project(storage::Id id);
  void meet_projects();
  std::shared_ptr<VoterState> find_voter(LiveProject& project, storage::Id id);
  void authorise(const Request& request, Call& call);
  void report(const std::string& trouble);

  const ApplicationOptions options_;
  std::unique_ptr<storage::Store> store_;
  Published<std::string> secret_;
  mutable std::shared_mutex projects_mutex_;
  std::map<storage::Id, std::shared_ptr<LiveProject>> projects_;
  AddressLimit wrong_secrets_{kWrongSecretsOfAddress};
  std::mutex random_mutex_;
  Random random_;
  std::mutex hashes_mutex_;
  std::map<std::pair<storage::Id, storage::Id>, std::string> hashes_;  // by project and file
  std::unique_ptr<Worker> worker_;                                     // the last to come, the first to go
};

}  // namespace pdrank::server
