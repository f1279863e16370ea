// The ranking of now, as far as the worker has come, and the report of it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/io/write/sink.hpp"
#include "pdrank/report/report_page.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"
#include "pdrank/server/policy.hpp"
#include "pdrank/server/ranking_page.hpp"
#include "pdrank/server/settled.hpp"

namespace pdrank::server {
namespace {

template <class Value>
void set(nlohmann::ordered_json& json, const Value& value) {
  json = value;
}
template <class Value>
void set(nlohmann::ordered_json& json, const std::optional<Value>& value) {
  if (value) json = *value;
}

// Its fields, and the id of the item: null if that was renamed since.
nlohmann::ordered_json to_json(const Place& place, const Catalog& catalog) {
  nlohmann::ordered_json json;
  for_each_value(place, [&](std::string_view name, const auto& value) { set(json[std::string(name)], value); });
  const storage::Item* item = catalog.named(place.item);
  json["id"] = item ? nlohmann::ordered_json(item->id) : nlohmann::ordered_json();
  return json;
}

}  // namespace

Response show_ranking(Application& application, const Call& call) {
  const LiveProject& live = *call.project;
  const std::size_t question = question_asked_for(call);
  const LiveRanking now = ranking_of_now(live, question);
  const std::string tag = tag_of(application, now, question);
  std::vector<std::pair<std::string, std::string>> headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}};
  if (has_tag(call.request->header("if-none-match"), tag))
    return {.status = 304, .body = {}, .headers = std::move(headers)};

  const RankResult& result = now.shown->result;
  const RankingPage page = page_of(result.ranking, *call.request);
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const Place* place : page.places) items.push_back(to_json(*place, *catalog));
  nlohmann::ordered_json json = {
      {"votes", now.shown->answers},
      {"age_ms", now.stale && now.shown->made_of_ms > 0 ? steady_ms() - now.shown->made_of_ms : 0},
      {"stale", now.stale},
      {"method", result.method},
      {"thorough", now.is_thorough},
      {"items", std::move(items)},
      {"total", page.total},
      {"components", result.graph.components},
      {"settled", settled_json(result)},
      {"notes", plain(result.notes)}};
  Response response = json_response(json);
  response.headers = std::move(headers);
  return response;
}

Response show_report(Application& application, const Call& call) {
  const std::shared_ptr<const Ranking> ranking = call.project->boards[question_asked_for(call)].thorough.get();
  if (!ranking || ranking->data->empty()) throw Refusal(409, "there is no report before there are answers");
  StringSink page;
  write_report(ranking->result, *ranking->data,
               {.title = call.project->project().name,
                .command = "pdrank rank comparisons.csv --report report.html",
                .files = {"comparisons.csv"},
                .version = application.options().version},
               page);
  return {.type = "text/html; charset=utf-8",
          .body = std::move(page.text),
          .headers = {{"Content-Security-Policy", report_policy()}}};
}

}  // namespace pdrank::server
