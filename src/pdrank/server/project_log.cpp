#include "pdrank/server/project_log.hpp"

namespace pdrank::server {

void ProjectLog::follow(storage::Id until) {
  constexpr std::size_t kAtOnce = 10'000;
  const std::lock_guard one_at_a_time(following_);
  storage::Id last = read([](const VoteLog& log) { return log.last(); });
  while (last < until) {
    const std::vector<storage::Vote> votes = store_.votes(project_, last, kAtOnce);
    const std::lock_guard lock(mutex_);
    for (const storage::Vote& vote : votes) log_.add(vote);
    if (votes.size() < kAtOnce) return;
    last = log_.last();
  }
}

}  // namespace pdrank::server
