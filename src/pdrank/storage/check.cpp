#include "pdrank/storage/check.hpp"

#include <fmt/format.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/utf8.hpp"

namespace pdrank::storage {
namespace {

void check_text(const char* field, std::string_view text) {
  if (find_invalid_utf8(text) != std::string_view::npos) throw InvalidArgument(field, quoted(text), "it must be UTF-8");
  if (text.find('\0') != std::string_view::npos)
    throw InvalidArgument(field, quoted(text), "it must not have the character NUL in it");
}

void check_name(const char* field, std::string_view text) {
  if (text.empty()) throw InvalidArgument(field, quoted(text), "it must not be empty");
  check_text(field, text);
}

void check_undo(const Vote& vote) {
  check_name("undoes", vote.undoes);
  if (vote.left != 0 || vote.right != 0)
    throw InvalidArgument("left", fmt::format("{}", vote.left), "an undo has no items of its own");
  if (vote.undoes == vote.key) throw InvalidArgument("undoes", quoted(vote.undoes), "a vote cannot undo itself");
}

void check_answer(const Vote& vote) {
  if (vote.gold && *vote.gold != Answer::left && *vote.gold != Answer::right)
    throw InvalidArgument("gold", std::string(name_of(*vote.gold)), "a known answer is left or right");
  if (!vote.undoes.empty()) throw InvalidArgument("undoes", quoted(vote.undoes), "only an undo has it");
  if (vote.left == vote.right)
    throw InvalidArgument("right", fmt::format("{}", vote.right), "an item cannot be compared with itself");
}

}  // namespace

void check(const Project& project) {
  check_name("name", project.name);
  check_text("question", project.question);
  check_text("join_secret", project.join_secret);
  check_name("strategy", project.strategy);
  check_text("study", project.study);
  check_text("results_secret", project.results_secret);
}

void check(const Item& item) {
  check_name("name", item.name);
  check_text("content", item.content);
  check_text("authors", item.authors);
  check_text("alt", item.alt);
}

void check(const Voter& voter) {
  check_name("name", voter.name);
  check_text("secret", voter.secret);
  check_text("joined_from", voter.joined_from);
  check_text("source", voter.source);
}

// A key is in an index, whose rows PostgreSQL keeps below a third of a page.
void check(const Vote& vote) {
  constexpr std::size_t kLongestKey = 200;
  check_name("key", vote.key);
  if (vote.key.size() > kLongestKey)
    throw InvalidArgument("key", quoted(vote.key), fmt::format("it must not be longer than {} bytes", kLongestKey));
  if (vote.answer == Answer::undo)
    check_undo(vote);
  else
    check_answer(vote);
}

void check(const Import& import) { check_name("hash", import.hash); }

void check(const File& file) { check_name("type", file.type); }

}  // namespace pdrank::storage
