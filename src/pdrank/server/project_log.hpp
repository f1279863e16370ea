// The votes of a project in memory, for all threads. They come in one way only, from the store in its order, whether
// this server or another one stored them: whoever has stored a vote follows the store up to it.
#pragma once

#include <limits>
#include <mutex>

#include "pdrank/server/vote_log.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

class ProjectLog {
 public:
  // Empty until the store is followed.
  ProjectLog(storage::Store& store, storage::Id project) : store_(store), project_(project) {}

  // Reads all that the store has, unless the vote `until` is here already. Throws StoreError.
  void follow(storage::Id until = std::numeric_limits<storage::Id>::max());

  // Reads all of it anew: some votes have been removed. Throws StoreError.
  void read_again();

  // look(log) at one moment. Votes wait meanwhile, so it must not take long.
  template <class Look>
  auto read(Look&& look) const {
    const std::lock_guard lock(mutex_);
    return look(static_cast<const VoteLog&>(log_));
  }

 private:
  storage::Store& store_;
  const storage::Id project_;
  std::mutex following_;      // one at a time asks the store; those who waited find their votes here
  mutable std::mutex mutex_;  // of the log; never held for long
  VoteLog log_;
};

}  // namespace pdrank::server
