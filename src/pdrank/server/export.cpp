// What was voted, as files: every event as given, the comparisons that count, or the ranking. The first two are read
// from the store, so that what was acknowledged is there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pdrank/io/sink.hpp"
#include "pdrank/io/write_result.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"
#include "pdrank/server/row_writer.hpp"

namespace pdrank::server {
namespace {

using storage::Answer;

struct FormatName {
  const char* name;
  RowFormat format;
  const char* type;
};

constexpr std::array<FormatName, 4> kFormats = {{{"csv", RowFormat::csv, "text/csv; charset=utf-8"},
                                                 {"tsv", RowFormat::tsv, "text/tab-separated-values; charset=utf-8"},
                                                 {"jsonl", RowFormat::jsonl, "application/x-ndjson"},
                                                 {"json", RowFormat::json, "application/json"}}};

const FormatName& format_asked_for(const Request& request) {
  const std::string_view name = request.parameter("format");
  if (name.empty()) return kFormats.front();
  const auto found = std::ranges::find(kFormats, name, &FormatName::name);
  if (found == kFormats.end()) throw Refusal(400, "format must be csv, tsv, jsonl or json");
  return *found;
}

// The name of an item or a voter, for whom the store has a vote.
std::string_view name_in(const std::unordered_map<storage::Id, Roll::Entry>& names, storage::Id id) {
  const auto found = names.find(id);
  return found == names.end() ? std::string_view() : std::string_view(found->second.name);
}

std::string export_votes(storage::Store& store, storage::Id project, const Roll& roll, RowFormat format) {
  constexpr std::size_t kAtOnce = 10'000;
  RowWriter rows(format, {"id", "time_ms", "voter", "left", "right", "answer", "key", "undoes"});
  storage::Id last = 0;
  while (true) {
    const std::vector<storage::Vote> votes = store.votes(project, last, kAtOnce);
    for (const storage::Vote& vote : votes) {
      last = vote.id;
      rows.add(vote.id).add(vote.time_ms).add(name_in(roll.voters, vote.voter));
      rows.add(name_in(roll.items, vote.left)).add(name_in(roll.items, vote.right));
      rows.add(storage::to_string(vote.answer)).add(vote.key).add(vote.undoes).end();
    }
    if (votes.size() < kAtOnce) return rows.finish();
  }
}

// A word for the answer that is no item's name: readers take `left` for a side, and would not know which is meant if an
// item on the other side was called so.
std::string_view word_for(Answer answer, std::string_view left, std::string_view right) {
  using Words = std::array<std::string_view, 3>;
  const Words words = answer == Answer::left    ? Words{"left", "Left", "LEFT"}
                      : answer == Answer::right ? Words{"right", "Right", "RIGHT"}
                                                : Words{"tie", "Tie", "TIE"};
  return *std::ranges::find_if(words, [&](std::string_view word) { return word != left && word != right; });
}

std::string export_comparisons(const VoteLog& log, const Roll& roll, RowFormat format) {
  RowWriter rows(format, {"left", "right", "winner", "annotator"});
  for (const Cast& cast : log.casts()) {
    if (!cast.is_answer() || !roll.knows(cast)) continue;
    const Roll::Entry &left = roll.items.at(cast.left), &right = roll.items.at(cast.right);
    const Roll::Entry& voter = roll.voters.at(cast.voter);
    if (!left.counts || !right.counts || !voter.counts) continue;
    rows.add(left.name).add(right.name).add(word_for(cast.answer, left.name, right.name)).add(voter.name).end();
  }
  return rows.finish();
}

std::string export_ranking(const RankResult& result, RowFormat format) {
  if (format == RowFormat::csv) {
    StringSink sink;
    write_ranking_csv(result, sink);
    return std::move(sink.text);
  }
  RowWriter rows(
      format, {"rank", "item", "score", "rank_low", "rank_high", "comparisons", "wins", "losses", "ties", "component"});
  const auto add_rank = [&](const std::optional<std::uint32_t>& rank) {
    if (rank)
      rows.add(std::int64_t{*rank});
    else
      rows.add_empty();
  };
  for (const Place& place : result.ranking) {
    rows.add(std::int64_t{place.rank}).add(place.item).add(place.score);
    add_rank(place.rank_low);
    add_rank(place.rank_high);
    rows.add(place.comparisons).add(place.wins).add(place.losses).add(place.ties);
    rows.add(std::int64_t{place.component}).end();
  }
  return rows.finish();
}

}  // namespace

Response export_project(Application& application, const Call& call) {
  const FormatName& format = format_asked_for(*call.request);
  const std::string what(call.request->parameter("what").empty() ? "comparisons" : call.request->parameter("what"));
  storage::Store& store = application.store();
  const storage::Id id = call.project->id();
  const auto roll = [&] { return make_roll(store.items(id), store.voters(id)); };
  std::string text;
  if (what == "votes")
    text = export_votes(store, id, roll(), format.format);
  else if (what == "comparisons")
    text = export_comparisons(read_log(store, id), roll(), format.format);
  else if (what == "ranking")
    text = export_ranking(ranking_of_now(*call.project).shown->result, format.format);
  else
    throw Refusal(400, "what must be votes, comparisons or ranking");
  return {.type = format.type,
          .body = std::move(text),
          .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}.{}\"", what, format.name)}}};
}

}  // namespace pdrank::server
