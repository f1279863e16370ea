// What was voted, as files: every event as given, the comparisons that count, or the ranking. The first two are those
// of the store at this moment, so that what was acknowledged is there.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pdrank/core/result.hpp"
#include "pdrank/io/write/row_writer.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/live_ranking.hpp"
#include "pdrank/server/tokens.hpp"
#include "pdrank/server/voter_summary.hpp"

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
// The same where there are gold pairs or several questions.
struct StudyVoteRow : VoteRow {
  std::string_view question, gold;
};
struct StudyAnswerRow : AnswerRow {
  std::string_view question;
};
struct LinkRow {
  std::string_view voter;
  std::uint64_t votes = 0;
  std::string link;
};
struct VoterRow {
  std::string_view voter;
  bool excluded = false;
  std::uint64_t votes = 0, left = 0, right = 0;
  std::optional<std::int64_t> median_ms;
  std::uint64_t gold_answers = 0, gold_correct = 0;
  bool gold_low = false;
  std::optional<std::int64_t> joined_ms, consented_ms, last_vote_ms;
  std::string prolific_pid, study_id, session_id, worker_id, assignment_id, hit_id;
};

}  // namespace
}  // namespace pdrank::server

namespace pdrank {

namespace server {
namespace {

// What rows of several files say.
template <class Row>
constexpr std::tuple kPairFields{RecordField{"left", &Row::left, "the item on the left"},
                                 RecordField{"right", &Row::right, "the item on the right"}};
template <class Row>
constexpr std::tuple kDurationField{
    RecordField{"duration_ms", &Row::duration_ms, "how long the pair was in sight, if known"}};

}  // namespace
}  // namespace server

template <>
struct Fields<server::VoteRow> {
  using Row = server::VoteRow;
  static constexpr std::tuple list = std::tuple_cat(
      std::tuple{RecordField{"id", &Row::id, "counts up"}, RecordField{"time_ms", &Row::time_ms, "since 1970"},
                 RecordField{"voter", &Row::voter, "their name"}},
      server::kPairFields<Row>,
      std::tuple{RecordField{"answer", &Row::answer, "left, right, tie, skip or undo"},
                 RecordField{"key", &Row::key, "by which the page knows it"},
                 RecordField{"undoes", &Row::undoes, "of an undo, the key of the vote"}},
      server::kDurationField<Row>);
};

template <>
struct Fields<server::AnswerRow> {
  using Row = server::AnswerRow;
  static constexpr std::tuple list =
      std::tuple_cat(server::kPairFields<Row>,
                     std::tuple{RecordField{"winner", &Row::winner, "left, right or tie"},
                                RecordField{"annotator", &Row::annotator, "the voter's name"}},
                     server::kDurationField<Row>);
};

template <>
struct Fields<server::StudyVoteRow> {
  using Row = server::StudyVoteRow;
  static constexpr std::tuple list =
      std::tuple_cat(Fields<server::VoteRow>::list,
                     std::tuple{RecordField{"question", &Row::question, "that was asked"},
                                RecordField{"gold", &Row::gold, "of a gold pair, the known answer: left or right"}});
};

template <>
struct Fields<server::StudyAnswerRow> {
  using Row = server::StudyAnswerRow;
  static constexpr std::tuple list = std::tuple_cat(
      Fields<server::AnswerRow>::list, std::tuple{RecordField{"question", &Row::question, "that was asked"}});
};

template <>
struct Fields<server::LinkRow> {
  using Row = server::LinkRow;
  static constexpr std::tuple list{
      RecordField{"voter", &Row::voter, "their name"},
      RecordField{"votes", &Row::votes, "answers so far"},
      RecordField{"link", &Row::link, "where they vote, with their secret"},
  };
};

template <>
struct Fields<server::VoterRow> {
  using Row = server::VoterRow;
  static constexpr std::tuple list{
      RecordField{"voter", &Row::voter, "their name"},
      RecordField{"excluded", &Row::excluded, "whether their answers are left out"},
      RecordField{"votes", &Row::votes, "answers, gold pairs included"},
      RecordField{"left", &Row::left, "answers for the left one, gold pairs left out"},
      RecordField{"right", &Row::right, "answers for the right one, gold pairs left out"},
      RecordField{"median_ms", &Row::median_ms, "how long a pair was in sight, half of the times, if known"},
      RecordField{"gold_answers", &Row::gold_answers, "answers about gold pairs"},
      RecordField{"gold_correct", &Row::gold_correct, "those that were right"},
      RecordField{"gold_low", &Row::gold_low, "whether these are fewer than the study asks for"},
      RecordField{"joined_ms", &Row::joined_ms, "when they came by the open link, since 1970"},
      RecordField{"consented_ms", &Row::consented_ms, "when they accepted, since 1970"},
      RecordField{"last_vote_ms", &Row::last_vote_ms, "since 1970"},
      RecordField{"PROLIFIC_PID", &Row::prolific_pid, "as the link had it"},
      RecordField{"STUDY_ID", &Row::study_id, "as the link had it"},
      RecordField{"SESSION_ID", &Row::session_id, "as the link had it"},
      RecordField{"workerId", &Row::worker_id, "as the link had it"},
      RecordField{"assignmentId", &Row::assignment_id, "as the link had it"},
      RecordField{"hitId", &Row::hit_id, "as the link had it"},
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

std::string_view question_in(const std::vector<std::string>& questions, std::size_t number) {
  return number < questions.size() ? std::string_view(questions[number]) : std::string_view();
}

// With the texts of the questions, if votes name theirs.
template <class Row>
std::string export_votes(storage::Store& store, storage::Id project, const Roll& roll,
                         const std::vector<std::string>& questions, io::RowFormat format) {
  constexpr std::size_t kAtOnce = 10'000;
  StringSink text;
  io::RowWriter<Row> rows(format, text);
  storage::Id last = 0;
  while (true) {
    const std::vector<storage::Vote> votes = store.votes(project, last, kAtOnce);
    for (const storage::Vote& vote : votes) {
      last = vote.id;
      Row row;
      static_cast<VoteRow&>(row) = {.id = vote.id,
                                    .time_ms = vote.time_ms,
                                    .voter = name_in(roll.voters, vote.voter),
                                    .left = name_in(roll.items, vote.left),
                                    .right = name_in(roll.items, vote.right),
                                    .answer = name_of(vote.answer),
                                    .key = vote.key,
                                    .undoes = vote.undoes,
                                    .duration_ms = known(vote.duration_ms)};
      if constexpr (std::is_same_v<Row, StudyVoteRow>) {
        if (vote.left != 0) row.question = question_in(questions, static_cast<std::size_t>(vote.question));
        if (vote.gold) row.gold = name_of(*vote.gold);
      }
      rows.add(row);
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

template <class Row>
std::string export_comparisons(std::span<const Cast> casts, const Roll& roll, const std::vector<std::string>& questions,
                               io::RowFormat format) {
  StringSink text;
  io::RowWriter<Row> rows(format, text);
  for (const Cast& cast : casts) {
    if (!roll.counts(cast)) continue;
    const std::string &left = roll.items.at(cast.pair.left).name, &right = roll.items.at(cast.pair.right).name;
    Row row;
    static_cast<AnswerRow&>(row) = {left, right, word_for(cast.answer, left, right), roll.voters.at(cast.voter).name,
                                    known(cast.duration_ms)};
    if constexpr (std::is_same_v<Row, StudyAnswerRow>) row.question = question_in(questions, cast.pair.question);
    rows.add(row);
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

std::string export_voters(const LiveProject& live, io::RowFormat format) {
  const auto times = median_times(live.log);
  const std::vector<VoterSummary> summaries = summaries_of(live);
  StringSink text;
  io::RowWriter<VoterRow> rows(format, text);
  for (const VoterSummary& one : summaries) {
    const nlohmann::json source = source_of(one.voter);
    const auto time = times.find(one.voter.id);
    rows.add({.voter = one.voter.name,
              .excluded = one.voter.excluded,
              .votes = one.answers,
              .left = one.left,
              .right = one.right,
              .median_ms = time == times.end() ? std::nullopt : std::optional(time->second),
              .gold_answers = one.gold_answers,
              .gold_correct = one.gold_correct,
              .gold_low = one.gold_low,
              .joined_ms = known(one.voter.joined_ms),
              .consented_ms = known(one.voter.consented_ms),
              .last_vote_ms = known(one.last_vote_ms),
              .prolific_pid = source.value("PROLIFIC_PID", ""),
              .study_id = source.value("STUDY_ID", ""),
              .session_id = source.value("SESSION_ID", ""),
              .worker_id = source.value("workerId", ""),
              .assignment_id = source.value("assignmentId", ""),
              .hit_id = source.value("hitId", "")});
  }
  rows.finish();
  return std::move(text.text);
}

// Of those who may vote. Where the server was not told its address, it is as the request names it.
std::string export_links(const ApplicationOptions& options, const Call& call, io::RowFormat format) {
  const std::string address =
      options.url.empty() ? fmt::format("http://{}", call.request->header("host")) : options.url;
  const std::vector<VoterSummary> summaries = summaries_of(*call.project);
  StringSink text;
  io::RowWriter<LinkRow> rows(format, text);
  for (const VoterSummary& one : summaries)
    if (const Token token{call.project->id(), one.voter.id, one.voter.secret}; !one.voter.excluded)
      rows.add({one.voter.name, one.answers, fmt::format("{}/#vote={}", address, to_text(token))});
  rows.finish();
  return std::move(text.text);
}

// Only where there is something to tell in more columns.
std::string export_votes(storage::Store& store, const LiveProject& live, const Roll& roll, io::RowFormat format) {
  const std::shared_ptr<const Study> study = live.study();
  const bool is_study = study->questions() > 1 || !study->gold.empty();
  return is_study ? export_votes<StudyVoteRow>(store, live.id(), roll, live.questions(), format)
                  : export_votes<VoteRow>(store, live.id(), roll, {}, format);
}

std::string export_comparisons(std::span<const Cast> casts, const LiveProject& live, const Roll& roll,
                               io::RowFormat format) {
  return live.study()->questions() > 1 ? export_comparisons<StudyAnswerRow>(casts, roll, live.questions(), format)
                                       : export_comparisons<AnswerRow>(casts, roll, {}, format);
}

}  // namespace

Response export_project(Application& application, const Call& call) {
  const FormatName& format = format_asked_for(*call.request);
  const std::string what(call.request->parameter("what").empty() ? "comparisons" : call.request->parameter("what"));
  const std::size_t question = question_asked_for(call);
  storage::Store& store = application.store();
  const storage::Id id = call.project->id();
  const auto roll = [&] { return make_roll(store.items(id), store.voters(id)); };
  std::string text;
  if (what == "votes")
    text = export_votes(store, *call.project, roll(), format.format);
  else if (what == "comparisons")
    text = export_comparisons(casts_now(call.project->log), *call.project, roll(), format.format);
  else if (what == "ranking")
    text = export_ranking(ranking_of_now(*call.project, question).shown->result, format.format);
  else if (what == "voters")
    text = export_voters(*call.project, format.format);
  else if (what == "links")
    text = export_links(application.options(), call, format.format);
  else
    throw Refusal(400, "what must be votes, comparisons, ranking, voters or links");
  return {.type = format.type,
          .body = std::move(text),
          .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}.{}\"", what, format.name)}}};
}

}  // namespace pdrank::server
