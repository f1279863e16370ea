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
#include "pdrank/server/things.hpp"
#include "pdrank/server/tickets.hpp"

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

// Puts what was undone last in front, and takes out what is answered or can no longer be asked.
void refresh(std::deque<Shown>& queue, const VoterLog& log, const Catalog& catalog) {
  const std::span<const Shown> again = log.again;
  for (const Shown& pair : again.last(std::min(again.size(), kShown))) {
    std::erase_if(queue, [&](const Shown& queued) { return queued.same_items(pair); });
    queue.push_front(pair);
  }
  std::erase_if(queue, [&](const Shown& pair) {
    return log.answered.contains(pair) || !catalog.is_enabled(pair.left) || !catalog.is_enabled(pair.right);
  });
  if (queue.size() > kShown) queue.resize(kShown);
}

// The pairs that the voter is to see, the next one first: as many as a ballot shows, as far as there are any.
std::deque<Shown> pairs_for(Application& application, const LiveProject& live, const Catalog& catalog,
                            VoterState& voter) {
  const std::shared_ptr<const Stock> stock = live.stock.get();
  const std::shared_ptr<const Order> order = live.order.get();
  const PairSources sources{catalog, stock.get(), order.get()};
  Random random(application.with_random([](Random& shared) { return shared.bits(); }));
  const storage::Id id = voter.voter().id;
  return live.log.read([&](const VoteLog& log) {
    return voter.with_queue([&](std::deque<Shown>& queue) {
      refresh(queue, log.voter(id), catalog);
      while (queue.size() < kShown) {
        const std::optional<Shown> pair = choose_pair(sources, queue, log.voter(id).answered, random);
        if (!pair) break;
        queue.push_back(*pair);
      }
      return queue;
    });
  });
}

// Without the name, which voters are not to know unless it is what they are shown.
nlohmann::ordered_json shown_item(storage::Id project, const storage::Item& item) {
  return {{"id", item.id}, {"kind", name_of(item.kind)}, {"content", shown_content(project, item)}};
}

// The pairs of a ballot, of which the voter may answer each.
nlohmann::ordered_json to_json(Application& application, const Asked& asked, const Catalog& catalog,
                               const Shown& pair) {
  return {{"ticket", make_ticket(application.secret(), asked, pair)},
          {"left", shown_item(asked.project, *catalog.find(pair.left))},
          {"right", shown_item(asked.project, *catalog.find(pair.right))}};
}

Response ballot_for(Application& application, const Call& call) {
  const LiveProject& live = *call.project;
  const storage::Project project = live.project();
  const storage::Voter voter = call.voter->voter();
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
      {"undo_limit", kUndoable}};
  if (project.closed) return json_response(json);
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  for (const Shown& pair : pairs_for(application, live, *catalog, *call.voter)) {
    nlohmann::ordered_json shown = to_json(application, {live.id(), voter.id, project.removals}, *catalog, pair);
    if (json["pair"].is_null())
      json["pair"] = std::move(shown);
    else
      json["ahead"].push_back(std::move(shown));
  }
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
  const bool is_answered = call.project->log.read(
      [&](const VoteLog& log) { return log.voter(call.voter->voter().id).answered.contains(*pair); });
  if (is_answered) throw Refusal(409, "you have already answered this pair, perhaps on another page");
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
  return vote;
}

// Returns the id of the vote when it is on disk.
storage::Id store_vote(Application& application, const Call& call, const JsonBody& body) {
  check_may_answer(call);
  if (call.project->project().closed) throw Refusal(409, "this vote is closed");
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
