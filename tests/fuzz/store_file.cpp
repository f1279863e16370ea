// Stores whose file is damaged, or was changed by another program: a store is opened and read, its backup is checked,
// and it goes into another store, or all of that is refused. And the application starts on what could be opened and
// answers, or says that the store cannot be used.
#include <sqlite3.h>

#include <array>
#include <fstream>
#include <iterator>

#include "fuzz/scratch_file.hpp"
#include "fuzz/target.hpp"
#include "pdrank/server/application.hpp"
#include "pdrank/server/study.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::fuzz {
namespace {

using namespace storage;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A store that has some of everything.
const std::string& good_file() {
  static const std::string bytes = [] {
    const ScratchFile file, copy;
    {
      const std::unique_ptr<Store> store = open_store(file.path());
      server::Study asked;
      asked.quota = 30;
      asked.more_questions = {"Why?"};
      asked.set_gold({{.winner = 1, .loser = 2, .question = 0}});
      const Id project =
          store->add_project({.name = "P", .question = "Which?", .join_secret = "j", .study = server::to_text(asked)});
      store->add_items(project, std::array{Item{.name = "a"}, Item{.name = "b"}, Item{.name = "c"}});
      store->add_voters(project,
                        std::array{Voter{.name = "v", .secret = "s", .joined_ms = 5, .source = R"({"workerId":"w"})"}});
      store->add_vote(project, {.voter = 1, .key = "k", .left = 1, .right = 2, .answer = Answer::left, .time_ms = 7});
      store->add_vote(project, {.voter = 1, .key = "l", .answer = Answer::undo, .undoes = "k"});
      store->add_import(project, {.hash = "h"});
      store->add_file(project, {.type = "image/png", .bytes = "\x89PNG"});
    }
    copy_store(file.path(), copy.path());
    return bytes_of(copy.path());
  }();
  return bytes;
}

// Bytes of the file are changed, some of them in its text, or its end is missing.
std::string damaged(Choices& input) {
  static constexpr std::array<std::string_view, 12> kTexts = {"left",    "undo",     "text",     "Which?",
                                                              "quota",   "workerId", "gold",     "store_version",
                                                              "INTEGER", "CREATE",   "NOT NULL", "secret"};
  std::string bytes = good_file();
  for (std::size_t count = input.between(1, 4); count > 0; --count) {
    std::size_t at = input.below(bytes.size());
    const std::size_t kind = input.below(4);
    if (kind == 0) at = bytes.find(input.pick(kTexts), at);
    if (kind == 1) at = at % 100;                    // the head
    if (kind == 2) at = at / 4096 * 4096 + at % 16;  // the head of a page
    const std::string put = input.text(8);
    if (at < bytes.size()) bytes.replace(at, std::min(put.size(), bytes.size() - at), put.substr(0, bytes.size() - at));
  }
  if (input.once_in(16)) bytes.resize(input.below(bytes.size()));
  return bytes;
}

// As somebody could who has the file: values are other ones.
void change_values(const std::string& path, Choices& input) {
  static constexpr std::array kColumns = {"project SET study",
                                          "project SET study",
                                          "project SET strategy",
                                          "project SET closed",
                                          "project SET created_ms",
                                          "project SET removals",
                                          "project SET question",
                                          "project SET join_secret",
                                          "item SET content",
                                          "item SET authors",
                                          "item SET alt",
                                          "item SET name",
                                          "item SET disabled",
                                          "item SET id",
                                          "voter SET source",
                                          "voter SET joined_ms",
                                          "voter SET name",
                                          "voter SET consented_ms",
                                          "vote SET question",
                                          "vote SET time_ms",
                                          "vote SET duration_ms",
                                          "vote SET key",
                                          "vote SET gold",
                                          "vote SET left_item",
                                          "vote SET undoes",
                                          "vote SET answer",
                                          "import SET is_whole",
                                          "file SET type",
                                          "store_secret SET secret",
                                          "store_version SET version"};
  static constexpr std::array kValues = {"NULL",
                                         "''",
                                         "0",
                                         "-1",
                                         "5",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "'left'",
                                         "'undo'",
                                         "X'ff'",
                                         "X'00'",
                                         "'{}'",
                                         "'[]'",
                                         "'{'",
                                         R"('{"workerId":5}')",
                                         "json_set(study, '$.gold_every', 0)",
                                         "json_set(study, '$.gold', json('[[1,1,9]]'))",
                                         "json_set(study, '$.more_questions', json('[1,2]'))",
                                         R"(json_set(study, '$.more_questions', json('["","","","","",""]')))",
                                         "json_set(study, '$.quota', -1)",
                                         "json_set(study, '$.completion_link', '{')",
                                         "json_remove(study, '$.thanks')"};
  sqlite3* database = nullptr;
  require(sqlite3_open(path.c_str(), &database) == SQLITE_OK, "a good store can be opened");
  sqlite3_exec(database, "PRAGMA ignore_check_constraints = ON", nullptr, nullptr, nullptr);
  for (std::size_t count = input.between(1, 3); count > 0; --count) {
    const std::string column = input.pick(kColumns);
    sqlite3_exec(database, ("UPDATE " + column + " = " + input.pick(kValues)).c_str(), nullptr, nullptr, nullptr);
    if (input.once_in(16))
      sqlite3_exec(database, ("DELETE FROM " + column.substr(0, column.find(' '))).c_str(), nullptr, nullptr, nullptr);
  }
  sqlite3_close(database);
}

template <class Use>
bool can(const Use& use) {
  try {
    use();
    return true;
  } catch (const StoreError&) {
    return false;
  }
}

void read_all(Store& store) {
  store.secret();
  for (const Project& project : store.projects()) {
    store.items(project.id);
    store.voters(project.id);
    store.votes(project.id, 0, 100);
    store.imports(project.id);
    store.file(project.id, 1);
  }
}

void ask(server::Application& application) {
  for (const char* path : {"/api/projects", "/api/projects/1/items", "/api/projects/1/voters", "/api/projects/1/export",
                           "/api/projects/1/imports", "/api/projects/1/ranking", "/api/ballot", "/api/metrics"}) {
    const bool is_of_voters = std::string_view(path) == "/api/ballot";
    const server::Response response =
        application.respond({.method = "GET",
                             .path = path,
                             .headers = {{"authorization", is_of_voters ? "Bearer v1.1.s" : "Bearer the admin"}}});
    require(response.status != 500, "what the store has is no fault of the server's", path + response.body);
  }
}

}  // namespace

PDRANK_FUZZ(store_file) {
  const bool is_damaged = input.once_in(3);
  const ScratchFile file, other;
  file.set(is_damaged ? damaged(input) : good_file());
  if (!is_damaged) change_values(file.path(), input);
  if (input.once_in(4)) {
    if (can([&] { check_backup(file.path()); })) can([&] { fill_store(other.path(), file.path()); });
    return;
  }
  std::unique_ptr<Store> store;
  if (!can([&] { store = open_store(file.path()); })) return;
  can([&] { read_all(*store); });
  can([&] {
    server::Application application(std::move(store), {.admin_secret = "the admin", .worker = false});
    ask(application);
  });
}

}  // namespace pdrank::fuzz
