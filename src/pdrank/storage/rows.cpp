#include "pdrank/storage/rows.hpp"

#include <fmt/format.h>

#include <optional>

namespace pdrank::storage {
namespace {

Value number_or_null(std::int64_t number) { return number == 0 ? Value() : Value(number); }
Value text_or_null(std::string_view text) { return text.empty() ? Value() : Value(text); }
std::int64_t number(bool flag) { return flag ? 1 : 0; }

template <NamedEnum Word>
Word word_of(std::string_view text) {
  if (const std::optional<Word> word = value_named<Word>(text)) return *word;
  throw StoreError(fmt::format("the store has the word '{}' where it must not be", text));
}

std::string string(const Row& row, int column) { return std::string(row.text(column)); }

}  // namespace

std::string secret_of(const Row& row) { return string(row, 0); }

Values values_of(const Project& project) {
  return {project.name,
          project.question,
          project.join_secret,
          project.strategy,
          number(project.closed),
          text_or_null(project.study),
          number(project.archived),
          text_or_null(project.results_secret),
          project.created_ms};
}

Project project_of(const Row& row) {
  return {.id = row.integer(0),
          .name = string(row, 1),
          .question = string(row, 2),
          .join_secret = string(row, 3),
          .strategy = string(row, 4),
          .closed = row.integer(5) != 0,
          .created_ms = row.integer(6),
          .removals = row.integer(7),
          .study = string(row, 8),
          .archived = row.integer(9) != 0,
          .results_secret = string(row, 10)};
}

Values values_of(Id project, const Item& item) {
  return {project,
          item.name,
          name_of(item.kind),
          item.content,
          number(item.disabled),
          text_or_null(item.authors),
          text_or_null(item.alt)};
}

Item item_of(const Row& row) {
  return {.id = row.integer(0),
          .name = string(row, 1),
          .kind = word_of<ItemKind>(row.text(2)),
          .content = string(row, 3),
          .disabled = row.integer(4) != 0,
          .authors = string(row, 5),
          .alt = string(row, 6)};
}

Values values_of(Id project, const Voter& voter) {
  return {project,
          voter.name,
          voter.secret,
          number(voter.excluded),
          number_or_null(voter.joined_ms),
          text_or_null(voter.joined_from),
          number_or_null(voter.consented_ms),
          text_or_null(voter.source)};
}

Voter voter_of(const Row& row) {
  return {.id = row.integer(0),
          .name = string(row, 1),
          .secret = string(row, 2),
          .excluded = row.integer(3) != 0,
          .joined_ms = row.integer(4),
          .joined_from = string(row, 5),
          .consented_ms = row.integer(6),
          .source = string(row, 7)};
}

Values values_of(Id project, const Vote& vote, Id import) {
  return {project,
          vote.voter,
          vote.key,
          number_or_null(vote.left),
          number_or_null(vote.right),
          name_of(vote.answer),
          text_or_null(vote.undoes),
          vote.time_ms,
          number_or_null(vote.duration_ms),
          number_or_null(vote.question),
          vote.gold ? Value(name_of(*vote.gold)) : Value(),
          number_or_null(import)};
}

Vote vote_of(const Row& row) {
  return {.id = row.integer(0),
          .voter = row.integer(1),
          .key = string(row, 2),
          .left = row.integer(3),
          .right = row.integer(4),
          .answer = word_of<Answer>(row.text(5)),
          .undoes = string(row, 6),
          .time_ms = row.integer(7),
          .duration_ms = row.integer(8),
          .question = row.integer(9),
          .gold = row.text(10).empty() ? std::nullopt : std::optional(word_of<Answer>(row.text(10)))};
}

Values values_of(Id project, const Import& import) {
  return {project, import.hash, import.made_ms, import.votes, number(import.is_whole)};
}

Import import_of(const Row& row) {
  return {.id = row.integer(0),
          .hash = string(row, 1),
          .made_ms = row.integer(2),
          .votes = row.integer(3),
          .is_whole = row.integer(4) != 0};
}

File file_of(const Row& row) { return {.id = row.integer(0), .type = string(row, 1), .bytes = string(row, 2)}; }

}  // namespace pdrank::storage
