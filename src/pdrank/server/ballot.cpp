// The voter's side: what to answer next, and the answer.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <shared_mutex>
#include <span>

#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/next_pair.hpp"
#include "pdrank/server/study.hpp"
#include "pdrank/server/things.hpp"
#include "pdrank/server/tickets.hpp"
#include "pdrank/server/voter_queue.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kMostKeyBytes = 64, kMostTicketBytes = 100;
constexpr std::size_t kLongestMs = 1'000'000'000'000;  // a pair was in sight: for a page that is open for years
constexpr std::size_t kShown =
    4;  // pairs of a ballot: the next one and those after it, so that a page can load them early

bool is_key(const std::string& text) {
  return !text.empty() && text.size() <= kMostKeyBytes && std::ranges::all_of(text, [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
  });
}

std::string key_field(const JsonBody& body, std::string_view name) {
  std::string key = body.text(name, kMostKeyBytes).value_or("");
  if (!is_key(key)) throw Refusal(400, fmt::format("{} must be 1 to {} letters, digits, _ or -", name, kMostKeyBytes));
  return key;
}

storage::Answer parse_answer(const std::string& text) {
  if (const auto answer = value_named<storage::Answer>(text)) return *answer;
  throw Refusal(400, "answer must be left, right, tie, skip or undo");
}

void check_may_answer(const Call& call) {
  if (call.voter->voter().excluded) throw Refusal(403, "your answers are no longer asked for");
}

// The pairs that the voter is to see, the next one first: as many as a ballot shows, as far as there are any.
std::deque<Shown> pairs_for(Application& application, const LiveProject& live, const Catalog& catalog,
                            VoterState& voter, std::size_t most) {
  const std::shared_ptr<const Stock> stock = live.stock.get();
  const std::shared_ptr<const Order> order = live.order.get();
  const std::shared_ptr<const Study> study = live.study();
  Random random(application.with_random([](Random& shared) { return shared.bits(); }));
  const storage::Voter who = voter.voter();
  const std::vector<std::string> names = names_of(who);
  return live.log.read([&](const VoteLog& log) {
    const PairSources sources{catalog, stock.get(), order.get(), study.get(), &log, who.id, names};
    return voter.with_queue([&](std::deque<Shown>& queue) {
      refill(queue, kShown, sources, random);
      return std::deque<Shown>(queue.begin(),
                               queue.begin() + static_cast<std::ptrdiff_t>(std::min(most, queue.size())));
    });
  });
}

// Without the name, which voters are not to know unless it is what they are shown.
nlohmann::ordered_json shown_item(storage::Id project, const storage::Item& item) {
  nlohmann::ordered_json json = {
      {"id", item.id}, {"kind", name_of(item.kind)}, {"content", shown_content(project, item)}};
  if (item.kind == storage::ItemKind::image) json["alt"] = item.alt;
  return json;
}

// The pairs of a ballot, of which the voter may answer each.
nlohmann::ordered_json to_json(Application& application, const Asked& asked, const Catalog& catalog,
                               const std::vector<std::string>& questions, const Shown& pair) {
  return {{"ticket", make_ticket(application.secret(), asked, pair)},
          {"question", questions.at(pair.question)},
          {"left", shown_item(asked.project, *catalog.find(pair.left))},
          {"right", shown_item(asked.project, *catalog.find(pair.right))}};
}

// How many more answers are asked for.
std::size_t answers_left(const Study& study, std::uint64_t answers) {
  if (study.quota == 0) return kShown;
  return study.quota - std::min<std::size_t>(study.quota, answers);
}

bool is_welcome_due(const Study& study, const storage::Voter& voter) {
  return study.has_to_be_accepted() && voter.consented_ms == 0;
}

nlohmann::ordered_json completion_of(const Study& study, const storage::Voter& voter) {
  return {{"thanks", study.thanks}, {"link", filled_link(study, voter)}, {"code", study.completion_code}};
}

Response ballot_for(Application& application, const Call& call) {
  const LiveProject& live = *call.project;
  const storage::Project project = live.project();
  const storage::Voter voter = call.voter->voter();
  const std::shared_ptr<const Study> study = live.study();
  const auto [answers, undo_key] = live.log.read(
      [&](const VoteLog& log) { return std::pair(log.voter(voter.id).answers, log.voter(voter.id).undo_key()); });
  nlohmann::ordered_json json = {
      {"project", {{"name", project.name}, {"question", project.question}, {"closed", project.closed}}},
      {"voter", {{"name", voter.name}}},
      {"votes", answers},
      {"pair", nullptr},
      {"ahead", nlohmann::ordered_json::array()},
      {"undoable", !undo_key.empty()},
      {"undo_key", undo_key},
      {"undo_limit", kUndoable},
      {"instructions", study->instructions},
      {"consent", study->consent},
      {"accepted", !is_welcome_due(*study, voter)},
      {"goal", study->goal},
      {"quota", study->quota},
      {"completion", nullptr}};
  const std::size_t left = answers_left(*study, answers);
  if (left == 0) json["completion"] = completion_of(*study, voter);
  if (left == 0 || project.closed || is_welcome_due(*study, voter)) return json_response(json);
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  const std::vector<std::string> questions = live.questions();
  for (const Shown& pair : pairs_for(application, live, *catalog, *call.voter, left)) {
    if (pair.question >= questions.size()) continue;  // one that was taken away at this moment
    nlohmann::ordered_json shown =
        to_json(application, {live.id(), voter.id, project.removals}, *catalog, questions, pair);
    if (json["pair"].is_null())
      json["pair"] = std::move(shown);
    else
      json["ahead"].push_back(std::move(shown));
  }
  if (json["pair"].is_null() && answers > 0) json["completion"] = completion_of(*study, voter);
  return json_response(json);
}

std::string ticket_in(const JsonBody& body) { return body.text("ticket", kMostTicketBytes).value_or(""); }

Shown pair_to_answer(Application& application, const Call& call, const JsonBody& body) {
  if (!body.has("ticket")) throw Refusal(400, "ticket must be that of a pair of the ballot");
  const Asked asked{call.project->id(), call.voter->voter().id, call.project->project().removals};
  const std::optional<Shown> pair = pair_of_ticket(application.secret(), asked, ticket_in(body));
  if (!pair) throw Refusal(409, "you were not asked about this pair");
  const std::shared_ptr<const Catalog> catalog = call.project->catalog();
  if (!catalog->find(pair->left) || !catalog->find(pair->right))
    throw Refusal(409, "one of the two is no longer there");
  const std::shared_ptr<const Study> study = call.project->study();
  if (pair->question >= study->questions()) throw Refusal(409, "this question is no longer asked");
  const auto [is_answered, answers] = call.project->log.read([&](const VoteLog& log) {
    const VoterLog& voter = log.voter(call.voter->voter().id);
    return std::pair(voter.answered.contains(*pair), voter.answers);
  });
  if (is_answered) throw Refusal(409, "you have already answered this pair, perhaps on another page");
  if (answers_left(*study, answers) == 0) throw Refusal(409, "you have answered all that was asked");
  return *pair;
}

storage::Vote read_vote(Application& application, const Call& call, const JsonBody& body) {
  storage::Vote vote;
  vote.voter = call.voter->voter().id;
  vote.key = key_field(body, "key");
  vote.answer = parse_answer(body.text("answer", kMostKeyBytes).value_or(""));
  vote.time_ms = now_ms();
  if (vote.answer == storage::Answer::undo) {
    if (body.has("ticket") || body.has("duration_ms")) throw Refusal(400, "an undo has no ticket and no duration_ms");
    const std::string undoes = body.has("undoes") ? key_field(body, "undoes") : "";
    const std::optional<std::string> target = call.project->log.read(
        [&](const VoteLog& log) { return log.voter(vote.voter).vote_to_undo(vote.key, undoes); });
    if (!target) throw Refusal(409, "there is no such answer that could be undone");
    vote.undoes = *target;
    return vote;
  }
  if (body.has("undoes")) throw Refusal(400, "undoes is for an undo");
  vote.duration_ms = static_cast<std::int64_t>(body.number("duration_ms", kLongestMs).value_or(0));
  const Shown pair = pair_to_answer(application, call, body);
  vote.left = pair.left;
  vote.right = pair.right;
  vote.question = static_cast<std::int64_t>(pair.question);
  vote.gold = call.project->study()->known_answer(pair);
  return vote;
}

// Returns the id of the vote when it is on disk.
storage::Id store_vote(Application& application, const Call& call, const JsonBody& body) {
  check_may_answer(call);
  if (call.project->project().closed) throw Refusal(409, "this vote is closed");
  if (is_welcome_due(*call.project->study(), call.voter->voter()))
    throw Refusal(409, "the instructions have to be accepted before the first answer");
  const storage::Receipt receipt = application.store().add_vote(call.project->id(), read_vote(application, call, body));
  if (receipt.stored == storage::Stored::conflict)
    throw Refusal(409, "there is another answer with this key: it stands, and this one was not taken");
  return receipt.id;
}

// The id of the body's vote if it is in the store already: then it is acknowledged again, whatever has happened since.
std::optional<storage::Id> stored_before(Application& application, const Call& call, const JsonBody& body) {
  const std::optional<storage::Vote> earlier =
      application.store().vote(call.project->id(), call.voter->voter().id, key_field(body, "key"));
  if (!earlier || body.text("answer", kMostKeyBytes) != name_of(earlier->answer)) return std::nullopt;
  if (body.has("undoes") && body.text("undoes", kMostKeyBytes) != earlier->undoes) return std::nullopt;
  const Shown pair = pair_named_in(ticket_in(body)).value_or(Shown());
  if (pair.left != earlier->left || pair.right != earlier->right) return std::nullopt;
  if (static_cast<std::int64_t>(pair.question) != earlier->question) return std::nullopt;
  return earlier->id;
}

storage::Id take_vote(Application& application, const Call& call, const JsonBody& body) {
  try {
    return store_vote(application, call, body);
  } catch (const Refusal&) {
    if (const std::optional<storage::Id> earlier = stored_before(application, call, body)) return *earlier;
    throw;
  }
}

}  // namespace

Response show_ballot(Application& application, const Call& call) {
  check_may_answer(call);
  return ballot_for(application, call);
}

// The first time counts.
Response accept_study(Application& application, const Call& call) {
  check_may_answer(call);
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  std::optional<storage::Voter> voter = application.store().voter(live.id(), call.voter->voter().id);
  if (!voter) throw Refusal(401, "this link is no longer valid");
  if (voter->consented_ms == 0) {
    voter->consented_ms = now_ms();
    application.store().change_voter(live.id(), *voter);
    live.add_voter(*voter);
  }
  return ballot_for(application, call);
}

Response add_vote(Application& application, const Call& call) {
  if (!call.voter->may_vote(steady_ms())) throw Refusal(429, "slower, please: too many answers in a second");
  const JsonBody body(*call.request, {"key", "ticket", "answer", "undoes", "duration_ms"});
  const std::lock_guard one_at_a_time(call.voter->votes);
  const std::shared_lock while_it_is_open(call.project->voting);
  if (application.options().shared_store) call.project->log.follow();  // the voter may have answered at another server
  call.project->log.follow(take_vote(application, call, body));
  application.changed();
  return ballot_for(application, call);
}

}  // namespace pdrank::server
