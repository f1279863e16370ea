// What was voted, as files: every event as given, the comparisons that count, or the ranking. The first two are those
// of the store at this moment, so that what was acknowledged is there.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pdrank/core/result.hpp"
#include "pdrank/io/write/row_writer.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"

namespace pdrank::server {
namespace {

using storage::Answer;

struct FormatName {
  const char* name;
  io::RowFormat format;
  const char* type;
};

constexpr std::array<FormatName, 4> kFormats = {
    {{"csv", io::RowFormat::csv, "text/csv; charset=utf-8"},
     {"tsv", io::RowFormat::tsv, "text/tab-separated-values; charset=utf-8"},
     {"jsonl", io::RowFormat::jsonl, "application/x-ndjson"},
     {"json", io::RowFormat::json, "application/json"}}};

// A vote as it was given, and an answer that counts.
struct VoteRow {
  storage::Id id = 0;
  std::int64_t time_ms = 0;
  std::string_view voter, left, right, answer, key, undoes;
  std::optional<std::int64_t> duration_ms;
};
struct AnswerRow {
  std::string_view left, right, winner, annotator;
  std::optional<std::int64_t> duration_ms;
};

}  // namespace
}  // namespace pdrank::server

namespace pdrank {

template <>
struct Fields<server::VoteRow> {
  using Row = server::VoteRow;
  static constexpr std::tuple list{
      RecordField{"id", &Row::id, "counts up"},
      RecordField{"time_ms", &Row::time_ms, "since 1970"},
      RecordField{"voter", &Row::voter, "their name"},
      RecordField{"left", &Row::left, "the item on the left"},
      RecordField{"right", &Row::right, "the item on the right"},
      RecordField{"answer", &Row::answer, "left, right, tie, skip or undo"},
      RecordField{"key", &Row::key, "by which the page knows it"},
      RecordField{"undoes", &Row::undoes, "of an undo, the key of the vote"},
      RecordField{"duration_ms", &Row::duration_ms, "how long the pair was in sight, if known"},
  };
};

template <>
struct Fields<server::AnswerRow> {
  using Row = server::AnswerRow;
  static constexpr std::tuple list{
      RecordField{"left", &Row::left, "the item on the left"},
      RecordField{"right", &Row::right, "the item on the right"},
      RecordField{"winner", &Row::winner, "left, right or tie"},
      RecordField{"annotator", &Row::annotator, "the voter's name"},
      RecordField{"duration_ms", &Row::duration_ms, "how long the pair was in sight, if known"},
  };
};

}  // namespace pdrank

namespace pdrank::server {
namespace {

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

std::optional<std::int64_t> known(std::int64_t duration_ms) {
  return duration_ms == 0 ? std::nullopt : std::optional(duration_ms);
}

std::string export_votes(storage::Store& store, storage::Id project, const Roll& roll, io::RowFormat format) {
  constexpr std::size_t kAtOnce = 10'000;
  StringSink text;
  io::RowWriter<VoteRow> rows(format, text);
  storage::Id last = 0;
  while (true) {
    const std::vector<storage::Vote> votes = store.votes(project, last, kAtOnce);
    for (const storage::Vote& vote : votes) {
      last = vote.id;
      rows.add({.id = vote.id,
                .time_ms = vote.time_ms,
                .voter = name_in(roll.voters, vote.voter),
                .left = name_in(roll.items, vote.left),
                .right = name_in(roll.items, vote.right),
                .answer = name_of(vote.answer),
                .key = vote.key,
                .undoes = vote.undoes,
                .duration_ms = known(vote.duration_ms)});
    }
    if (votes.size() < kAtOnce) break;
  }
  rows.finish();
  return std::move(text.text);
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

std::string export_comparisons(std::span<const Cast> casts, const Roll& roll, io::RowFormat format) {
  StringSink text;
  io::RowWriter<AnswerRow> rows(format, text);
  for (const Cast& cast : casts) {
    if (!roll.counts(cast)) continue;
    const std::string &left = roll.items.at(cast.pair.left).name, &right = roll.items.at(cast.pair.right).name;
    rows.add(
        {left, right, word_for(cast.answer, left, right), roll.voters.at(cast.voter).name, known(cast.duration_ms)});
  }
  rows.finish();
  return std::move(text.text);
}

std::vector<Cast> casts_now(ProjectLog& log) {
  log.follow();
  return log.read([](const VoteLog& votes) { return votes.casts(); });
}

std::string export_ranking(const RankResult& result, io::RowFormat format) {
  StringSink text;
  io::RowWriter<Place> rows(format, text);
  for (const Place& place : result.ranking) rows.add(place);
  rows.finish();
  return std::move(text.text);
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
    text = export_comparisons(casts_now(call.project->log), roll(), format.format);
  else if (what == "ranking")
    text = export_ranking(ranking_of_now(*call.project).shown->result, format.format);
  else
    throw Refusal(400, "what must be votes, comparisons or ranking");
  return {.type = format.type,
          .body = std::move(text),
          .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}.{}\"", what, format.name)}}};
}

}  // namespace pdrank::server
