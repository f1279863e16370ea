// The voter's side: what to answer next, and the answer.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <shared_mutex>

#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/next_pair.hpp"
#include "pdrank/server/things.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kMostKeyBytes = 64;
constexpr std::size_t kAhead = 3;  // pairs after the next one, so that a page can load them early

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
  using enum storage::Answer;
  for (const auto answer : {left, right, tie, skip, undo})
    if (text == storage::to_string(answer)) return answer;
  throw Refusal(400, "answer must be left, right, tie, skip or undo");
}

void check_may_answer(const Call& call) {
  if (call.voter->voter().excluded) throw Refusal(403, "your answers are no longer asked for");
}

// The pairs that the voter is to see, the next one first: as many as a ballot shows, as far as there are any.
std::vector<Shown> pairs_for(Application& application, const LiveProject& live, VoterState& voter) {
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  const std::shared_ptr<const Stock> stock = live.stock.get();
  const std::shared_ptr<const Order> order = live.order.get();
  const PairSources sources{*catalog, stock.get(), order.get()};
  Random random(application.with_random([](Random& shared) { return shared.bits(); }));
  return voter.with_queue([&](std::deque<Shown>& queue, const AnsweredPairs& answered) {
    std::erase_if(
        queue, [&](const Shown& pair) { return !catalog->is_enabled(pair.left) || !catalog->is_enabled(pair.right); });
    while (queue.size() < 1 + kAhead) {
      const std::optional<Shown> pair = choose_pair(sources, queue, answered, random);
      if (!pair) break;
      queue.push_back(*pair);
    }
    return std::vector<Shown>(queue.begin(), queue.end());
  });
}

nlohmann::ordered_json shown_item(storage::Id project, const storage::Item& item) {
  return {{"id", item.id},
          {"name", item.name},
          {"kind", storage::to_string(item.kind)},
          {"content", shown_content(project, item)}};
}

nlohmann::ordered_json to_json(const LiveProject& live, const Shown& pair) {
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  return {{"left", shown_item(live.id(), *catalog->find(pair.left))},
          {"right", shown_item(live.id(), *catalog->find(pair.right))}};
}

Response ballot_for(Application& application, const Call& call) {
  const LiveProject& live = *call.project;
  const storage::Project project = live.project();
  const VoterState::Summary summary = call.voter->summary();
  nlohmann::ordered_json json = {
      {"project", {{"name", project.name}, {"question", project.question}, {"closed", project.closed}}},
      {"voter", {{"name", call.voter->voter().name}}},
      {"votes", summary.answers},
      {"pair", nullptr},
      {"ahead", nlohmann::ordered_json::array()},
      {"undoable", !summary.undo_key.empty()},
      {"undo_key", summary.undo_key}};
  if (project.closed) return json_response(json);
  for (const Shown& pair : pairs_for(application, live, *call.voter)) {
    if (json["pair"].is_null())
      json["pair"] = to_json(live, pair);
    else
      json["ahead"].push_back(to_json(live, pair));
  }
  return json_response(json);
}

storage::Vote read_vote(const Call& call, const JsonBody& body) {
  storage::Vote vote;
  vote.voter = call.voter->voter().id;
  vote.key = key_field(body, "key");
  vote.answer = parse_answer(body.text("answer", kMostKeyBytes).value_or(""));
  vote.time_ms = now_ms();
  if (vote.answer == storage::Answer::undo) {
    if (body.has("left") || body.has("right")) throw Refusal(400, "an undo has no left and right");
    const std::string undoes = body.has("undoes") ? key_field(body, "undoes") : "";
    const std::optional<std::string> target = call.voter->vote_to_undo(vote.key, undoes);
    if (!target) throw Refusal(409, "there is no such answer that could be undone");
    vote.undoes = *target;
    return vote;
  }
  if (body.has("undoes")) throw Refusal(400, "undoes is for an undo");
  vote.left = body.id("left").value_or(0);
  vote.right = body.id("right").value_or(0);
  const std::shared_ptr<const Catalog> catalog = call.project->catalog();
  if (!catalog->find(vote.left) || !catalog->find(vote.right) || vote.left == vote.right)
    throw Refusal(400, "left and right must be two items of the project");
  return vote;
}

// Whether the vote of the body is in the store already: then it is acknowledged again, whatever has happened since.
bool was_stored(Application& application, const Call& call, const JsonBody& body) {
  const std::optional<storage::Vote> earlier =
      application.store().vote(call.project->id(), call.voter->voter().id, key_field(body, "key"));
  if (!earlier || body.text("answer", kMostKeyBytes) != storage::to_string(earlier->answer)) return false;
  if (body.has("undoes") && body.text("undoes", kMostKeyBytes) != earlier->undoes) return false;
  return body.id("left").value_or(0) == earlier->left && body.id("right").value_or(0) == earlier->right;
}

// Returns when the vote is on disk.
storage::Stored store_vote(Application& application, const Call& call, const storage::Vote& vote) {
  call.voter->begin(vote);
  try {
    const storage::Stored stored = application.store().add_vote(call.project->id(), vote);
    call.voter->end(vote, stored == storage::Stored::stored);
    return stored;
  } catch (...) {
    call.voter->end(vote, false);
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
  const JsonBody body(*call.request, {"key", "left", "right", "answer", "undoes"});
  const std::lock_guard one_at_a_time(call.voter->requests);
  const std::shared_lock while_it_is_open(call.project->voting);
  try {
    check_may_answer(call);
    if (call.project->project().closed) throw Refusal(409, "this vote is closed");
    const storage::Vote vote = read_vote(call, body);
    const storage::Stored stored = store_vote(application, call, vote);
    if (stored == storage::Stored::conflict)
      throw Refusal(409, "there is another answer with this key: it stands, and this one was not taken");
    if (stored == storage::Stored::stored) {
      call.project->touch();
      application.changed();
    }
  } catch (const Refusal&) {
    if (!was_stored(application, call, body)) throw;
  }
  return ballot_for(application, call);
}

}  // namespace pdrank::server
