// Projects: name, question, how the next pair is chosen, whether voters may still answer.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "pdrank/active/registry.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/doubts.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/things.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
namespace {

// Enabled items that no answer is about, as far as the ranking knows.
std::size_t never_asked(const LiveProject& live) {
  const std::shared_ptr<const Order> ranked = live.order.get();
  const std::size_t enabled = live.catalog()->enabled().size();
  return enabled - std::min(enabled, ranked ? ranked->size() : 0);
}

std::vector<std::string> warnings_of(const LiveProject& live) {
  std::vector<std::string> warnings;
  for (Doubt& doubt : doubts_about(live)) warnings.push_back(std::move(doubt.text));
  return warnings;
}

nlohmann::ordered_json to_json(const LiveProject& live) {
  const storage::Project project = live.project();
  nlohmann::ordered_json json = {{"id", project.id},
                                 {"name", project.name},
                                 {"question", project.question},
                                 {"closed", project.closed},
                                 {"archived", project.archived},
                                 {"strategy", project.strategy},
                                 {"items", live.catalog()->items().size()},
                                 {"never_asked", never_asked(live)},
                                 {"voters", live.voter_count()},
                                 {"votes", live.log.read([](const VoteLog& log) { return log.answers(); })},
                                 {"created_ms", project.created_ms},
                                 {"join_token", nullptr},
                                 {"results_token", nullptr},
                                 {"warnings", warnings_of(live)},
                                 {"study", to_json(*live.study(), *live.catalog())}};
  const auto token = [&](const std::string& secret, TokenKind kind) { return to_text({project.id, 0, secret, kind}); };
  if (!project.join_secret.empty()) json["join_token"] = token(project.join_secret, TokenKind::join);
  if (!project.results_secret.empty()) json["results_token"] = token(project.results_secret, TokenKind::results);
  return json;
}

void check_strategy(const std::string& strategy) {
  if (strategy == "auto") return;
  const std::vector<std::string> known = strategy_names();
  if (std::ranges::find(known, strategy) == known.end()) throw Refusal(400, "strategy must be auto, " + listed(known));
}

// Exports name the questions by their texts.
void check_questions(const storage::Project& project, const Study& study) {
  std::set<std::string> texts{project.question};
  for (const std::string& question : study.more_questions)
    if (!texts.insert(question).second) throw Refusal(400, "the questions of a project must differ");
}

// A link that is switched on stays what it is; switched off and on, it is a new one.
void switch_link(std::optional<bool> on, std::string& secret) {
  if (!on) return;
  if (!*on)
    secret.clear();
  else if (secret.empty())
    secret = random_secret(kLinkBytes);
}

// The fields that a body has, into the project.
void read_fields(const JsonBody& body, const Catalog& catalog, storage::Project& project) {
  if (auto name = body.text("name", kMostNameBytes)) project.name = checked_name(std::move(*name));
  if (auto question = body.text("question", kMostQuestionBytes)) project.question = std::move(*question);
  if (auto strategy = body.text("strategy", kMostNameBytes)) {
    check_strategy(*strategy);
    project.strategy = std::move(*strategy);
  }
  if (const auto archived = body.flag("archived")) project.archived = *archived;
  if (const auto closed = body.flag("closed")) project.closed = *closed;
  if (project.archived && !project.closed) {
    if (!body.flag("archived").value_or(false))
      throw Refusal(409, "the project is archived: bring it back before it is opened");
    project.closed = true;  // nobody votes in an archive
  }
  Study study = parse_study(project.study);
  if (auto change = body.object("study")) {
    change_study(study, std::move(*change), catalog);
    project.study = to_text(study);
  }
  check_questions(project, study);
  switch_link(body.flag("open_link"), project.join_secret);
  switch_link(body.flag("results_link"), project.results_secret);
}

// A question that has been answered stays.
void check_nothing_goes(const LiveProject& live, const storage::Project& project) {
  const std::size_t left = parse_study(project.study).questions();
  if (left >= live.study()->questions()) return;
  const bool is_answered = live.log.read([&](const VoteLog& log) {
    return std::ranges::any_of(log.casts(), [&](const Cast& cast) { return cast.pair.question >= left; });
  });
  if (is_answered) throw Refusal(409, "a question that has been answered cannot be taken away");
}

}  // namespace

Response list_projects(Application& application, const Call&) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& project : application.projects()) list.push_back(to_json(*project));
  return json_response(list);
}

Response add_project(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"name", "question", "strategy", "open_link", "results_link", "study"});
  if (application.projects().size() >= kMostProjects) throw Refusal(409, "there are too many projects");
  storage::Project project;
  project.created_ms = now_ms();
  read_fields(body, Catalog({}), project);
  if (project.name.empty()) throw Refusal(400, "a project needs a name");
  project.id = application.store().add_project(project);
  return json_response(to_json(*application.add_project(std::move(project))), 201);
}

Response list_doubts(Application&, const Call& call) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Doubt& doubt : doubts_about(*call.project))
    list.push_back({{"kind", name_of(doubt.kind)}, {"text", doubt.text}, {"voters", doubt.voters}});
  return json_response(list);
}

Response show_project(Application&, const Call& call) { return json_response(to_json(*call.project)); }

Response change_project(Application& application, const Call& call) {
  const JsonBody body(*call.request,
                      {"name", "question", "strategy", "open_link", "results_link", "closed", "archived", "study"});
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  storage::Project project = stored_project(application, live);
  const std::string strategy = project.strategy;
  read_fields(body, *live.catalog(), project);
  check_nothing_goes(live, project);
  application.store().change_project(project);
  if (project.strategy != strategy) live.stock.set(nullptr);
  live.set_project(std::move(project));
  const std::unique_lock no_vote_is_on_its_way(live.voting);  // of those that came before it was closed
  application.changed();
  return json_response(to_json(live));
}

Response remove_project(Application& application, const Call& call) {
  const std::lock_guard lock(call.project->changes);
  const storage::Id id = call.project->id();
  application.forget_project(id);  // before another project can get its number
  try {
    application.store().remove_project(id);
  } catch (const storage::StoreError&) {
    application.add_project(call.project->project());
    throw;
  }
  return json_response({{"removed", true}});
}

}  // namespace pdrank::server
