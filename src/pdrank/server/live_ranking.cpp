#include "pdrank/server/live_ranking.hpp"

namespace pdrank::server {

LiveRanking ranking_of_now(const LiveProject& project, std::size_t question) {
  static const auto nothing = std::make_shared<const Ranking>();
  LiveRanking now{.shown = nothing};
  const LiveProject::Board& board = project.boards[question];
  if (std::shared_ptr<const Ranking> quick = board.quick.get()) now.shown = std::move(quick);
  if (std::shared_ptr<const Ranking> thorough = board.thorough.get();
      thorough && thorough->version >= now.shown->version) {
    now.shown = std::move(thorough);
    now.is_thorough = true;
  }
  now.stale = now.shown->version != project.version();
  return now;
}

std::size_t question_asked_for(const Call& call) {
  const std::size_t number = number_in_query(*call.request, "question", 1, call.project->study()->questions());
  if (number == 0) throw Refusal(400, "question is counted from 1");
  return number - 1;
}

}  // namespace pdrank::server
