// Files of comparisons, in any format that the program reads, become votes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/import_events.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/temporary_file.hpp"
#include "pdrank/server/things.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
namespace {

constexpr const char* kNobody = "import";  // the voter of answers that have no annotator
constexpr double kMostRepeated = 1000;     // by its weight, one answer

std::string ending_for(const Request& request) {
  const std::string_view format = request.parameter("format");
  if (format.empty() || format == "csv") return ".csv";
  if (format == "tsv") return ".tsv";
  if (format == "jsonl") return ".jsonl";
  throw Refusal(400, "format must be csv, tsv or jsonl");
}

bool flag_in_query(const Request& request, const char* name) {
  const std::string_view value = request.parameter(name);
  if (!value.empty() && value != "true" && value != "false")
    throw Refusal(400, fmt::format("{} must be true or false", name));
  return value == "true";
}

// Whether it is the server's own disk that says so, of the file in which it keeps the body meanwhile.
bool is_own_fault(const InputError& error) {
  return std::ranges::any_of(std::array{EACCES, EIO, EMFILE, ENFILE, ENOENT, ENOMEM, ENOSPC, EPERM},
                             [&](int code) { return error.reason() == std::generic_category().message(code); });
}

Comparisons read_body(const Request& request) {
  const ReadOptions options{.columns = std::string(request.parameter("columns")),
                            .skip_bad_rows = flag_in_query(request, "skip_bad_rows"),
                            .max_comparisons = kMostImported};
  const TemporaryFile file(request.body, ending_for(request));
  try {
    return read_comparisons(file.path(), options);
  } catch (const InputError& error) {
    if (is_own_fault(error)) throw;
    if (error.line() == 0) throw Refusal(400, fmt::format("the file cannot be used: {}", plain(error.reason())));
    throw Refusal(400, fmt::format("line {}: {}", error.line(), plain(error.reason())));
  }
}

// How many votes a comparison is.
std::size_t times(const Comparisons& data, std::size_t n) {
  const double weight = data.weight(n);
  if (weight < 1 || weight > kMostRepeated || weight != static_cast<double>(static_cast<std::size_t>(weight)))
    throw Refusal(400, fmt::format("row {}: its weight is {}, but an answer counts once or another whole number of "
                                   "times, up to {}",
                                   data.row(n), weight, kMostRepeated));
  return static_cast<std::size_t>(weight);
}

std::vector<std::string> names_in(const ItemIndex& index) {
  std::vector<std::string> names;
  names.reserve(index.size());
  for (std::uint32_t id = 0; id < index.size(); ++id) names.push_back(checked_name(std::string(index.name(id))));
  return names;
}

// Ids by name, with those that were missing added.
template <class Add>
std::vector<storage::Id> ids_for(const std::vector<std::string>& names,
                                 const std::unordered_map<std::string, storage::Id>& known, std::size_t& added,
                                 const Add& add) {
  std::vector<std::string> missing;
  for (const std::string& name : names)
    if (!known.contains(name)) missing.push_back(name);
  added = missing.size();
  std::unordered_map<std::string, storage::Id> fresh;
  if (!missing.empty())
    for (const auto& thing : add(missing)) fresh[thing.name] = thing.id;
  std::vector<storage::Id> ids;
  ids.reserve(names.size());
  for (const std::string& name : names) ids.push_back(known.contains(name) ? known.at(name) : fresh.at(name));
  return ids;
}

struct Imported {
  storage::Id id = 0;
  std::size_t items = 0, voters = 0, votes = 0;
};

std::vector<storage::Id> item_ids(Application& application, LiveProject& live, const std::vector<std::string>& names,
                                  std::size_t& added) {
  std::unordered_map<std::string, storage::Id> known;
  for (const storage::Item& item : live.catalog()->items()) known[item.name] = item.id;
  return ids_for(names, known, added, [&](const std::vector<std::string>& missing) {
    std::vector<storage::Item> items;
    items.reserve(missing.size());
    for (const std::string& name : missing) items.push_back({.name = name});
    return add_to_catalog(application, live, std::move(items));
  });
}

std::vector<storage::Id> voter_ids(Application& application, LiveProject& live, const std::vector<std::string>& names,
                                   std::size_t& added) {
  std::unordered_map<std::string, storage::Id> known;
  for (const auto& voter : live.voters()) known[voter->voter().name] = voter->voter().id;
  return ids_for(names, known, added, [&](std::vector<std::string> missing) {
    return add_to_voters(application, live, voters_named(std::move(missing)));
  });
}

// Those of the annotators and, if there are answers without one, nobody's.
std::vector<std::string> voters_in(const Comparisons& data) {
  std::vector<std::string> names = names_in(data.annotators);
  bool has_nobody = false;
  for (std::size_t n = 0; n < data.size() && !has_nobody; ++n) has_nobody = data.annotator(n) == kNoAnnotator;
  if (has_nobody && !data.annotators.find(kNobody)) names.emplace_back(kNobody);
  return names;
}

std::vector<storage::Vote> votes_of(const Comparisons& data, const std::vector<storage::Id>& items,
                                    const std::vector<storage::Id>& voters) {
  const std::size_t nobody = data.annotators.find(kNobody).value_or(static_cast<AnnotatorId>(data.annotators.size()));
  const std::string prefix = random_secret(kLinkBytes);
  const std::int64_t now = now_ms();
  std::vector<storage::Vote> votes;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const AnnotatorId annotator = data.annotator(n);
    const storage::Id winner = items[data.winner(n)], loser = items[data.loser(n)];
    for (std::size_t again = times(data, n); again > 0; --again) {
      // Where nobody knows who stood first, sides take turns: they then say nothing.
      const bool won_right = data.first(n) == Side::unknown ? votes.size() % 2 == 1 : data.first(n) == Side::loser;
      const storage::Answer won = won_right ? storage::Answer::right : storage::Answer::left;
      votes.push_back({.voter = voters[annotator == kNoAnnotator ? nobody : annotator],
                       .key = fmt::format("{}-{}", prefix, votes.size()),
                       .left = won_right ? loser : winner,
                       .right = won_right ? winner : loser,
                       .answer = data.tie(n) ? storage::Answer::tie : won,
                       .time_ms = now});
    }
  }
  return votes;
}

// What would be refused later, before anything is stored.
void check_answers(const Comparisons& data) {
  std::size_t votes = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (!data.tie(n) && data.share(n) < 1)
      throw Refusal(400, fmt::format("row {}: its answer is split {} to {}, but a vote is for one item or a tie",
                                     data.row(n), data.share(n), 1 - data.share(n)));
    votes += times(data, n);
  }
  if (votes > kMostImported) throw Refusal(400, fmt::format("these are more than {} answers", grouped(kMostImported)));
}

// The same of names; items that would be too many are refused before they are added.
void check_voters(const LiveProject& live, const std::vector<std::string>& names) {
  std::unordered_set<std::string> voters(names.begin(), names.end());
  for (const auto& voter : live.voters()) voters.insert(voter->voter().name);
  check_room(0, voters.size(), kMostVoters, "voters");
}

// Part by part, so that the votes of others come in between.
void store_votes(Application& application, LiveProject& live, storage::Id id, std::span<const storage::Vote> votes) {
  constexpr std::size_t kAtOnce = 1'000;
  for (std::size_t at = 0; at < votes.size(); at += kAtOnce) {
    application.store().add_votes(live.id(), votes.subspan(at, std::min(kAtOnce, votes.size() - at)), id);
    live.log.follow();
  }
  application.store().finish_import(live.id(), id, static_cast<std::int64_t>(votes.size()));
}

// What a file names, and votes_of(ids of items, ids of voters) in the order of the names.
struct Content {
  std::vector<std::string> items, voters;
  std::function<std::vector<storage::Vote>(const std::vector<storage::Id>&, const std::vector<storage::Id>&)> votes_of;
};

void check_new(Application& application, const LiveProject& live, const std::string& hash) {
  for (const storage::Import& earlier : application.store().imports(live.id()))
    if (earlier.hash == hash)
      throw Refusal(409, "this file has been imported before, and its answers would count twice (unless again=true)");
}

// The items and voters, then the votes, during which the project can be changed.
Imported import_into(Application& application, LiveProject& live, const Content& content, const std::string& hash,
                     bool again) {
  std::unique_lock lock(live.changes);
  if (live.project().closed) throw Refusal(409, "this vote is closed");
  if (!again) check_new(application, live, hash);  // it may have come twice at a time
  check_voters(live, content.voters);
  Imported imported;
  const std::vector<storage::Id> items = item_ids(application, live, content.items, imported.items);
  const std::vector<storage::Id> voters = voter_ids(application, live, content.voters, imported.voters);
  const std::vector<storage::Vote> votes = content.votes_of(items, voters);
  imported.id = application.store().add_import(live.id(), {.hash = hash, .made_ms = now_ms()});
  live.importing.insert(imported.id);
  lock.unlock();
  try {
    store_votes(application, live, imported.id, votes);
  } catch (const std::exception&) {
    lock.lock();
    live.importing.erase(imported.id);
    application.store().remove_import(live.id(), imported.id);
    live.read_votes_again();
    throw;
  }
  lock.lock();
  live.importing.erase(imported.id);
  imported.votes = votes.size();
  application.changed();
  return imported;
}

nlohmann::ordered_json to_json(const Imported& imported, const ReadReport& report) {
  std::uint64_t skipped = 0;
  for (const auto& [reason, rows] : report.skipped) skipped += rows;
  return {{"import", imported.id},   {"items", imported.items}, {"voters", imported.voters},
          {"votes", imported.votes}, {"skipped", skipped},      {"notes", plain(report.notes)}};
}

}  // namespace

Response import_answers(Application& application, const Call& call) {
  LiveProject& live = *call.project;
  const std::string hash = sha256(call.request->body);
  const bool again = flag_in_query(*call.request, "again");
  if (!again) check_new(application, live, hash);
  if (is_event_file(call.request->body)) {
    EventFile file = read_events(call.request->body, random_secret(kLinkBytes), live.questions());
    const Content content{file.items, file.voters, [&](const auto& items, const auto& voters) {
                            return with_ids(std::move(file), items, voters);
                          }};
    return json_response(to_json(import_into(application, live, content, hash, again), {}));
  }
  const Comparisons data = read_body(*call.request);
  check_answers(data);
  const Content content{names_in(data.items), voters_in(data),
                        [&](const auto& items, const auto& voters) { return votes_of(data, items, voters); }};
  return json_response(to_json(import_into(application, live, content, hash, again), data.report));
}

Response list_imports(Application& application, const Call& call) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const storage::Import& one : application.store().imports(call.project->id()))
    list.push_back({{"id", one.id}, {"made_ms", one.made_ms}, {"votes", one.votes}, {"whole", one.is_whole}});
  return json_response(list);
}

Response remove_import(Application& application, const Call& call) {
  LiveProject& live = *call.project;
  const storage::Id id = call.id(1);
  const std::lock_guard lock(live.changes);
  const std::vector<storage::Import> imports = application.store().imports(live.id());
  if (std::ranges::find(imports, id, &storage::Import::id) == imports.end())
    throw Refusal(404, "there is no such import");
  if (live.importing.contains(id)) throw Refusal(409, "this import is under way: remove it when it has ended");
  const std::unique_lock nobody_votes(live.voting);
  application.store().remove_import(live.id(), id);
  return removed_from(application, live);
}

}  // namespace pdrank::server
