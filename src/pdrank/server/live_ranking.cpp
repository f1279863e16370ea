#include "pdrank/server/live_ranking.hpp"

namespace pdrank::server {

LiveRanking ranking_of_now(const LiveProject& project) {
  static const auto nothing = std::make_shared<const Ranking>();
  LiveRanking now{.shown = nothing};
  if (std::shared_ptr<const Ranking> quick = project.quick.get()) now.shown = std::move(quick);
  if (std::shared_ptr<const Ranking> thorough = project.thorough.get();
      thorough && thorough->version >= now.shown->version) {
    now.shown = std::move(thorough);
    now.is_thorough = true;
  }
  now.stale = now.shown->version != project.version();
  return now;
}

}  // namespace pdrank::server
