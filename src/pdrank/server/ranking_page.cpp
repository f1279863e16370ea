#include "pdrank/server/ranking_page.hpp"

#include <fmt/format.h>

#include "pdrank/io/text.hpp"

namespace pdrank::server {
namespace {

// Without regard to case, for ASCII.
bool contains_text(std::string_view text, std::string_view folded_part) {
  return io::folded(text).find(folded_part) != std::string::npos;
}

}  // namespace

RankingPage page_of(const std::vector<Place>& ranking, const Request& request) {
  const std::size_t offset = number_in_query(request, "offset", 0, kMostItems);
  const std::size_t limit = number_in_query(request, "limit", 100, kMostPlaces);
  const std::string search = io::folded(request.parameter("search"));
  RankingPage page;
  for (const Place& place : ranking) {
    if (!search.empty() && !contains_text(place.item, search)) continue;
    if (page.total >= offset && page.places.size() < limit) page.places.push_back(&place);
    ++page.total;
  }
  return page;
}

// The seed tells this run of this server from others, which count versions for themselves.
std::string tag_of(const Application& application, const LiveRanking& ranking, std::size_t question) {
  return fmt::format("\"{:x}-{}-{}-{}-{}\"", application.options().seed, ranking.shown->version, question,
                     ranking.is_thorough ? "t" : "q", ranking.stale);
}

}  // namespace pdrank::server
