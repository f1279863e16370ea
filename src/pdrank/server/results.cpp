// The page with the ranking that anybody may see who has its link.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"
#include "pdrank/server/ranking_page.hpp"
#include "pdrank/server/things.hpp"

namespace pdrank::server {
namespace {

template <class Number>
nlohmann::ordered_json or_null(const std::optional<Number>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

// Nothing of voters; of an item, its name and its picture.
nlohmann::ordered_json to_json(const Place& place, const LiveProject& live, const Catalog& catalog) {
  const storage::Item* item = catalog.named(place.item);
  const bool is_image = item && item->kind == storage::ItemKind::image;
  return {{"rank", place.rank},
          {"item", place.item},
          {"rank_low", or_null(place.rank_low)},
          {"rank_high", or_null(place.rank_high)},
          {"component", place.component},
          {"picture", is_image ? shown_content(live.id(), *item) : ""}};
}

}  // namespace

Response show_results(Application&, const Call& call) {
  const LiveProject& live = *call.project;
  const std::size_t question = question_asked_for(call);
  const LiveRanking now = ranking_of_now(live, question);
  const storage::Project project = live.project();
  const std::vector<std::string> questions = live.questions();
  const RankResult& result = now.shown->result;
  const RankingPage page = page_of(result.ranking, *call.request);
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const Place* place : page.places) items.push_back(to_json(*place, live, *catalog));
  return json_response({{"project", {{"name", project.name}, {"closed", project.closed}}},
                        {"questions", questions},
                        {"votes", now.shown->answers},
                        {"items", std::move(items)},
                        {"total", page.total},
                        {"places", result.ranking.size()},
                        {"components", result.graph.components}});
}

}  // namespace pdrank::server
