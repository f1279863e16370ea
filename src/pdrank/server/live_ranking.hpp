// Which of the published rankings is shown.
#pragma once

#include <memory>

#include "pdrank/server/live_project.hpp"

namespace pdrank::server {

struct LiveRanking {
  std::shared_ptr<const Ranking> shown;  // never null
  bool is_thorough = false;              // what is shown
  bool stale = false;                    // something has changed since
};

// The thorough one if it is of the same votes as the quick one, or of later ones; otherwise the quick one.
LiveRanking ranking_of_now(const LiveProject& project);

}  // namespace pdrank::server
