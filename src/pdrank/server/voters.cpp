// Voters: a name and a link each, no account.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "pdrank/core/words.hpp"
#include "pdrank/server/addresses.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/things.hpp"
#include "pdrank/server/tokens.hpp"
#include "pdrank/server/voter_summary.hpp"

namespace pdrank::server {
namespace {

using Cards = std::unordered_map<std::string, const AnnotatorReport*>;

// What the last thorough ranking says of each annotator, by name.
Cards cards_of(const Ranking* ranking) {
  Cards cards;
  if (ranking)
    for (const AnnotatorReport& report : ranking->result.annotators) cards[report.annotator] = &report;
  return cards;
}

using Times = std::unordered_map<storage::Id, std::int64_t>;

nlohmann::ordered_json to_json(const LiveProject& live, const VoterSummary& summary, const Cards& cards,
                               const Times& times) {
  const storage::Voter& voter = summary.voter;
  nlohmann::ordered_json json = {{"id", voter.id},
                                 {"name", voter.name},
                                 {"excluded", voter.excluded},
                                 {"token", to_text(Token{live.id(), voter.id, voter.secret})},
                                 {"votes", summary.answers},
                                 {"last_vote_ms", nullptr},
                                 {"reliability", nullptr},
                                 {"reliability_low", nullptr},
                                 {"reliability_high", nullptr},
                                 {"flag", ""},
                                 {"joined_ms", nullptr},
                                 {"joined_from", voter.joined_from},
                                 {"median_ms", nullptr},
                                 {"left", summary.left},
                                 {"right", summary.right},
                                 {"gold_answers", summary.gold_answers},
                                 {"gold_correct", summary.gold_correct},
                                 {"gold_low", summary.gold_low},
                                 {"consented_ms", nullptr},
                                 {"parameters", source_of(voter)}};
  if (voter.joined_ms > 0) json["joined_ms"] = voter.joined_ms;
  if (summary.last_vote_ms > 0) json["last_vote_ms"] = summary.last_vote_ms;
  if (voter.consented_ms > 0) json["consented_ms"] = voter.consented_ms;
  if (const auto time = times.find(voter.id); time != times.end()) json["median_ms"] = time->second;
  const auto card = cards.find(voter.name);
  if (card == cards.end() || voter.excluded) return json;
  json["flag"] = card->second->flag;
  if (!std::isfinite(card->second->reliability)) return json;
  json["reliability"] = card->second->reliability;
  json["reliability_low"] = card->second->reliability_low;
  json["reliability_high"] = card->second->reliability_high;
  return json;
}

std::vector<std::string> names_asked_for(const JsonBody& body, const LiveProject& live) {
  if (body.has("count") == body.has("names")) throw Refusal(400, "either names or a count of voters must be given");
  if (const auto count = body.number("count", kMostVoters)) return fresh_voter_names(live, *count);
  std::vector<std::string> names;
  for (const nlohmann::json& entry : body.list("names", kMostVoters)) {
    if (!entry.is_string()) throw Refusal(400, "names must be a list of texts");
    names.push_back(checked_name(entry.get<std::string>()));
  }
  return names;
}

// The voter of this participant, by what names one. None for those whom nothing names.
std::optional<storage::Voter> voter_sent_before(const LiveProject& live, const std::string& source) {
  if (source.empty()) return std::nullopt;
  const nlohmann::json sent = nlohmann::json::parse(source);
  for (const storage::Voter& voter : live.joined()) {
    const nlohmann::json known = source_of(voter);
    for (const auto& [who, where] : kPersons)
      if (sent.contains(who) && sent.value(who, "") == known.value(who, "") &&
          sent.value(where, "") == known.value(where, ""))
        return voter;
  }
  return std::nullopt;
}

// None of the voter's names is in a list of an item's authors any more.
void forget_author(Application& application, LiveProject& live, const storage::Voter& voter) {
  const std::vector<std::string> names = names_of(voter);
  std::vector<storage::Item> items = application.store().items(live.id());
  bool is_changed = false;
  for (storage::Item& item : items) {
    if (!is_author(item, names)) continue;
    item.authors = without_author(item, names);
    application.store().change_item(live.id(), item);
    is_changed = true;
  }
  if (is_changed) live.set_items(std::move(items));
}

// The votes stay those of one voter, of whom nothing else is known; the link is nobody's.
Response made_anonymous(Application& application, LiveProject& live, const storage::Voter& voter) {
  const storage::Voter nobody{.id = voter.id,
                              .name = fresh_voter_names(live, 1, "Anonymous").front(),
                              .secret = random_secret(kLinkBytes),
                              .excluded = voter.excluded};
  application.store().change_voter(live.id(), nobody);
  live.add_voter(nobody);
  application.changed();
  return json_response({{"removed", true}});
}

// An id as JSON has it, where 7.0 is a whole number too.
storage::Id id_in_list(const nlohmann::json& entry) {
  constexpr double kMost = 9e15;  // up to here a double has every whole number
  const double number = entry.is_number() ? entry.get<double>() : 0;
  if (!(number >= 1) || number > kMost || number != std::floor(number))
    throw Refusal(400, "ids must be a list of voters' ids");
  return static_cast<storage::Id>(number);
}

}  // namespace

Response list_voters(Application&, const Call& call) {
  const std::shared_ptr<const Ranking> ranking = call.project->boards[0].thorough.get();
  const Cards cards = cards_of(ranking.get());
  const Times times = median_times(call.project->log);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const VoterSummary& summary : summaries_of(*call.project))
    list.push_back(to_json(*call.project, summary, cards, times));
  return json_response(list);
}

Response add_voters(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"names", "count"});
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::vector<std::string> names = names_asked_for(body, live);
  if (names.empty()) throw Refusal(400, "there are no voters to add");
  for (const storage::Voter& voter : add_to_voters(application, live, voters_named(std::move(names))))
    list.push_back(to_json(live, {.voter = voter}, {}, {}));
  return json_response(list, 201);
}

Response change_voter(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"name", "excluded"});
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  std::optional<storage::Voter> known =
      application.store().voter(live.id(), call.id(1));  // another server may have changed it
  if (!known || !live.voter(known->id)) throw Refusal(404, "there is no such voter");
  storage::Voter voter = std::move(*known);
  if (auto name = body.text("name", kMostNameBytes)) voter.name = checked_name(std::move(*name));
  if (const auto excluded = body.flag("excluded")) voter.excluded = *excluded;
  for (const auto& other : live.voters())
    if (const storage::Voter one = other->voter(); one.id != voter.id && one.name == voter.name)
      throw Refusal(409, fmt::format("there is another voter named '{}'", shortened(voter.name)));
  application.store().change_voter(live.id(), voter);
  live.add_voter(voter);
  application.changed();
  const std::shared_ptr<const Ranking> ranking = live.boards[0].thorough.get();
  return json_response(to_json(live, summary_of(live, voter), cards_of(ranking.get()), median_times(live.log)));
}

// All or none.
Response change_voters(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"ids", "excluded"});
  const std::optional<bool> excluded = body.flag("excluded");
  if (!excluded) throw Refusal(400, "excluded must be true or false");
  if (!body.has("ids")) throw Refusal(400, "ids must be a list of voters' ids");
  std::unordered_set<storage::Id> ids;
  for (const nlohmann::json& entry : body.list("ids", kMostVoters)) ids.insert(id_in_list(entry));
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  std::vector<storage::Voter> voters = application.store().voters(live.id());  // another server may have changed them
  std::erase_if(voters, [&](const storage::Voter& voter) { return !ids.contains(voter.id); });
  if (voters.size() < ids.size()) throw Refusal(404, "one of the voters is not there");
  for (storage::Voter& voter : voters) voter.excluded = *excluded;
  application.store().change_voters(live.id(), voters);
  for (storage::Voter& voter : voters) live.add_voter(std::move(voter));
  application.changed();
  return json_response({{"voters", voters.size()}});
}

// Whoever is sent again goes on where they left off.
Response join(Application& application, const Call& call) {
  LiveProject& live = *call.project;
  std::string source;
  if (!call.request->body.empty())
    source =
        read_source(JsonBody(*call.request, {"parameters"}).object("parameters").value_or(nlohmann::json::object()));
  const std::lock_guard lock(live.changes);
  if (const std::optional<storage::Voter> known = voter_sent_before(live, source))
    return json_response({{"token", to_text(Token{live.id(), known->id, known->secret})}}, 201);
  if (live.project().closed) throw Refusal(409, "this vote is closed");
  const std::string address = client_address(*call.request, application.options().proxy_header);
  if (!live.joins.allows(steady_ms()) || !application.joins.allows(address, steady_ms()))
    throw Refusal(429, "many are joining at the moment: try again in a few seconds", {{"Retry-After", "2"}});
  storage::Voter joining{.name = fresh_voter_names(live, 1).front(), .joined_ms = now_ms(), .source = source};
  joining.joined_from = signature(application.secret(), "address." + network_of(address));
  const storage::Voter voter = add_to_voters(application, live, {std::move(joining)}).front();
  return json_response({{"token", to_text(Token{live.id(), voter.id, voter.secret})}}, 201);
}

Response remove_voter(Application& application, const Call& call) {
  LiveProject& live = *call.project;
  const std::string_view votes = call.request->parameter("votes");
  if (!votes.empty() && votes != "keep" && votes != "remove") throw Refusal(400, "votes must be keep or remove");
  const std::lock_guard lock(live.changes);
  const std::optional<storage::Voter> voter = application.store().voter(live.id(), call.id(1));
  if (!voter) throw Refusal(404, "there is no such voter");
  forget_author(application, live, *voter);
  if (votes == "keep") return made_anonymous(application, live, *voter);
  const std::unique_lock nobody_votes(live.voting);
  application.store().remove_voter(live.id(), voter->id);
  live.remove_voter(voter->id);
  return removed_from(application, live);
}

}  // namespace pdrank::server
