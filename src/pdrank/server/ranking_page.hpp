// A part of a ranking, as its requests ask for it.
#pragma once

#include <string>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/server/application.hpp"
#include "pdrank/server/live_ranking.hpp"

namespace pdrank::server {

struct RankingPage {
  std::vector<const Place*> places;
  std::size_t total = 0;  // that fit the search
};

// By `offset`, `limit` and `search` of the query. Refuses (400).
RankingPage page_of(const std::vector<Place>& ranking, const Request& request);

// The ETag of what is shown, which is in quotes.
std::string tag_of(const Application& application, const LiveRanking& ranking, std::size_t question);

}  // namespace pdrank::server
