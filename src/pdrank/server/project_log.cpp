#include "pdrank/server/project_log.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kAtOnce = 10'000;

}  // namespace

void ProjectLog::follow(storage::Id until) {
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

void ProjectLog::read_again() {
  const std::lock_guard one_at_a_time(following_);
  VoteLog fresh(read([](const VoteLog& log) { return log.generation() + 1; }));
  std::size_t count = kAtOnce;
  while (count == kAtOnce) {
    const std::vector<storage::Vote> votes = store_.votes(project_, fresh.last(), kAtOnce);
    for (const storage::Vote& vote : votes) fresh.add(vote);
    count = votes.size();
  }
  const std::lock_guard lock(mutex_);
  log_ = std::move(fresh);
}

}  // namespace pdrank::server
