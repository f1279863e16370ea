// For those who keep a server running: metrics, backup, restore.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"
#include "pdrank/server/temporary_file.hpp"

namespace pdrank::server {
namespace {

// A value for each project, by its id.
template <class Value>
void add_gauge(std::string& text, const Application& application, std::string_view name, std::string_view help,
               const Value& value_of) {
  text += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
  for (const auto& project : application.projects())
    text += fmt::format("{}{{project=\"{}\"}} {}\n", name, project->id(), value_of(*project));
}

}  // namespace

Response show_metrics(Application& application, const Call&) {
  std::string text =
      fmt::format("# HELP pdrank_info The program.\n# TYPE pdrank_info gauge\npdrank_info{{version=\"{}\"}} 1\n",
                  application.options().version);
  add_gauge(text, application, "pdrank_votes", "Answers: left, right and tie, not undone.",
            [](const LiveProject& live) { return live.log.read([](const VoteLog& log) { return log.answers(); }); });
  add_gauge(text, application, "pdrank_voters", "Voters.", [](const LiveProject& live) { return live.voter_count(); });
  add_gauge(text, application, "pdrank_items", "Items.",
            [](const LiveProject& live) { return live.catalog()->items().size(); });
  add_gauge(text, application, "pdrank_ranking_age_seconds",
            "How long there have been votes that are not in the ranking.", [](const LiveProject& live) {
              const LiveRanking now = ranking_of_now(live, 0);
              const bool is_old = now.stale && now.shown->made_of_ms > 0;
              return is_old ? static_cast<double>(steady_ms() - now.shown->made_of_ms) / 1000 : 0.0;
            });
  text += fmt::format(
      "# HELP pdrank_troubles_total Sentences of trouble on standard error.\n# TYPE pdrank_troubles_total counter\n"
      "pdrank_troubles_total {}\n",
      application.troubles.load());
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = text + application.traffic.text()};
}

Response show_server(Application& application, const Call&) {
  const ApplicationOptions& options = application.options();
  return json_response({{"version", options.version}, {"url", options.url}, {"backup", !options.store.empty()}});
}

Response make_backup(Application& application, const Call&) {
  const std::string& store = application.options().store;
  if (store.empty()) throw Refusal(409, "this store cannot be copied");
  auto copy = std::make_shared<const TemporaryFile>(".db");
  storage::copy_store(store, copy->path());
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return {.type = "application/vnd.sqlite3",
          .headers = {{"Content-Disposition",
                       fmt::format("attachment; filename=\"pdrank-{:%Y-%m-%d-%H%M}.db\"", fmt::gmtime(now))}},
          .file = std::move(copy)};
}

Response restore_backup(Application& application, const Call& call) {
  const std::lock_guard lock(application.restoring);
  const std::string& store = application.options().store;
  if (store.empty()) throw Refusal(409, "this store cannot be filled");
  if (!application.store().projects().empty())
    throw Refusal(409, "there are projects here already: a backup goes into an empty store");
  const TemporaryFile file(call.request->body, ".db");
  try {
    storage::check_backup(file.path());
  } catch (const storage::StoreError&) {
    throw Refusal(400, "this is no backup of pdrank, or one of a newer version, or it is damaged");
  }
  storage::fill_store(store, file.path());
  application.restored();
  return json_response({{"projects", application.projects().size()}});
}

}  // namespace pdrank::server
