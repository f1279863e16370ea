// Which of the published rankings is shown.
#pragma once

#include <memory>

#include "pdrank/server/live_project.hpp"
#include "pdrank/server/router.hpp"

namespace pdrank::server {

struct LiveRanking {
  std::shared_ptr<const Ranking> shown;  // never null
  bool is_thorough = false;              // what is shown
  bool stale = false;                    // something has changed since
};

// The thorough one if it is of the same votes as the quick one, or of later ones; otherwise the quick one.
// `question` is counted from 0.
LiveRanking ranking_of_now(const LiveProject& project, std::size_t question);

// The question that an address names, counted from 1 there and from 0 here; the first if it names none. Refuses (400).
std::size_t question_asked_for(const Call& call);

}  // namespace pdrank::server
