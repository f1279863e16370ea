// Backup and restore: all of a store in a file, and back from there into an empty store of either database.
#include <filesystem>
#include <fstream>

#include "pdrank/storage/schema.hpp"
#include "pdrank/storage/sqlite_connection.hpp"
#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class Copy : public StoreTest {
 protected:
  // Something in every column of every table; 12,001 votes, so that they come in several parts.
  Id fill() {
    const Id gone = add_filled_project();
    store_->remove_project(gone);
    Id project = add_filled_project(3);
    Project changed = *store_->project(project);
    changed.join_secret = "j";
    changed.study = "{}";
    changed.archived = changed.closed = true;
    changed.results_secret = "r";
    store_->change_project(changed);
    store_->change_voter(project, {.id = voters_[2],
                                   .name = "Åsa",
                                   .secret = "x",
                                   .excluded = true,
                                   .joined_ms = 1,
                                   .joined_from = "f",
                                   .consented_ms = 2,
                                   .source = "{}"});
    store_->change_item(
        project, {.id = items_[2], .name = "Z", .content = "c", .disabled = true, .authors = "Ann", .alt = "a hill"});
    store_->remove_item(project, store_->add_items(project, std::vector<Item>{{.name = "gone"}}).front());
    const Id import = store_->add_import(project, {.hash = "h", .made_ms = 5});
    std::vector<Vote> many;
    for (int k = 0; k < 12'000; ++k) many.push_back(vote(0, "m" + std::to_string(k)));
    store_->add_votes(project, many, import);
    store_->finish_import(project, import, 12'000);
    Vote one = vote(1, "a", Answer::right);
    one.duration_ms = 70;
    one.question = 1;
    one.gold = Answer::left;
    store_->add_vote(project, one);
    store_->add_vote(project, undo(1, "u", "a"));
    for (int k = 0; k < 9; ++k) store_->add_file(project, {.type = "image/png", .bytes = std::string("\0\xff\n'", 4)});
    return project;
  }

  static void expect_same(Store& a, Store& b, Id project) {
    EXPECT_EQ(a.secret(), b.secret());
    ASSERT_EQ(b.projects().size(), 1u);
    EXPECT_EQ(a.projects(), b.projects());
    EXPECT_EQ(a.project(project)->removals, b.project(project)->removals);
    EXPECT_EQ(b.project(project)->removals, 1);
    EXPECT_EQ(a.items(project), b.items(project));
    EXPECT_EQ(a.voters(project), b.voters(project));
    EXPECT_EQ(b.voters(project)[2].joined_from, "f");
    EXPECT_EQ(b.voters(project)[2].joined_ms, 1);
    EXPECT_EQ(b.votes(project, 0, 20'000).size(), 12'002u);
    EXPECT_EQ(a.votes(project, 0, 20'000), b.votes(project, 0, 20'000));
    ASSERT_EQ(b.imports(project).size(), 1u);
    EXPECT_EQ(b.imports(project)[0].votes, 12'000);
    EXPECT_TRUE(b.imports(project)[0].is_whole);
    for (Id file = 1; file <= 9; ++file) EXPECT_EQ(a.file(project, file)->bytes, b.file(project, file)->bytes);
  }
};
ON_BOTH(Copy);

TEST_P(Copy, HasAllThatTheStoreHas) {
  const Id project = fill();
  copy_store(address(), path("copy.db"));
  expect_same(*store_, *open_store(path("copy.db")), project);
}

TEST_P(Copy, ComesBackIntoAnEmptyStore) {
  const Id project = fill();
  copy_store(address(), path("copy.db"));
  const std::unique_ptr<Store> original = open_store(path("copy.db"));
  for (const Project& one : store_->projects()) store_->remove_project(one.id);
  fill_store(address(), path("copy.db"));
  expect_same(*original, *store_, project);
  const Id item = store_->add_items(project, std::vector<Item>{{.name = "new"}}).front();
  EXPECT_GT(item, items_[2]) << "ids are counted on";
  Vote next = vote(0, "next");
  next.right = item;
  EXPECT_GT(store_->add_vote(project, next).id, original->votes(project, 0, 20'000).back().id);
  store_->remove_import(project, store_->imports(project)[0].id);
  EXPECT_EQ(keys(project), (Words{"a", "u", "next"})) << "votes know the import that they came by";
}

TEST_P(Copy, GoesIntoNoStoreThatIsInUse) {
  fill();
  copy_store(address(), path("copy.db"));
  EXPECT_NE(message_of<StoreError>([&] { fill_store(address(), path("copy.db")); }).find("already"), std::string::npos);
  EXPECT_EQ(store_->projects().size(), 1u);
}

TEST_P(Copy, OfAnOlderVersionComesBackAndStaysOld) {
  std::filesystem::copy_file(PDRANK_SOURCE_DIR "/tests/unit/storage/version_1.db", path("old.db"));
  std::filesystem::permissions(path("old.db"), std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
  fill_store(address(), path("old.db"));
  EXPECT_EQ(store_->votes(1, 0, 100).size(), 6u);
  SqliteConnection old(path("old.db"));
  EXPECT_EQ(version_of(old), 1);
}

TEST_P(Copy, OfSomethingElseIsRefused) {
  SqliteConnection(path("empty.db")).run_script("PRAGMA user_version = 1");
  SqliteConnection(path("other.db")).run_script("CREATE TABLE t (a)");
  for (const char* name : {"none.db", "empty.db", "other.db"})
    EXPECT_NE(message_of<StoreError>([&] { fill_store(address(), path(name)); }), "") << name;
  EXPECT_FALSE(std::filesystem::exists(path("none.db")));
  copy_store(address(), path("copy.db"));
  EXPECT_NE(message_of<StoreError>([&] { copy_store(address(), path("copy.db")); }), "") << "never written over";
}

TEST_P(Copy, IsThereWhenItIsWhole) {
  std::ofstream(path("copy.db.part")) << "of one that was killed";
  copy_store(address(), path("copy.db"));
  check_backup(path("copy.db"));
  EXPECT_FALSE(std::filesystem::exists(path("copy.db.part")));
  EXPECT_NE(message_of<StoreError>([&] { copy_store(address(), path("no such folder/copy.db")); }), "");
}

TEST_P(Copy, KnowsEveryColumn) {
  copy_store(address(), path("copy.db"));
  const auto shape = [](const std::string& file) {
    Words columns;
    SqliteConnection(file).run(
        "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' "
        "AND m.name NOT LIKE 'store_%' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1",
        {}, [&](const Row& row) { columns.emplace_back(row.text(0)); });
    return columns;
  };
  EXPECT_EQ(shape(path("copy.db")), (Words{"file.bytes",
                                           "file.id",
                                           "file.project",
                                           "file.type",
                                           "import.hash",
                                           "import.id",
                                           "import.is_whole",
                                           "import.made_ms",
                                           "import.project",
                                           "import.votes",
                                           "item.alt",
                                           "item.authors",
                                           "item.content",
                                           "item.disabled",
                                           "item.id",
                                           "item.kind",
                                           "item.name",
                                           "item.project",
                                           "project.archived",
                                           "project.closed",
                                           "project.created_ms",
                                           "project.id",
                                           "project.join_secret",
                                           "project.name",
                                           "project.question",
                                           "project.removals",
                                           "project.results_secret",
                                           "project.strategy",
                                           "project.study",
                                           "vote.answer",
                                           "vote.duration_ms",
                                           "vote.gold",
                                           "vote.id",
                                           "vote.import",
                                           "vote.key",
                                           "vote.left_item",
                                           "vote.project",
                                           "vote.question",
                                           "vote.right_item",
                                           "vote.time_ms",
                                           "vote.undoes",
                                           "vote.voter",
                                           "voter.consented_ms",
                                           "voter.excluded",
                                           "voter.id",
                                           "voter.joined_from",
                                           "voter.joined_ms",
                                           "voter.name",
                                           "voter.project",
                                           "voter.secret",
                                           "voter.source"}))
      << "a new column is to be in copy.cpp too, and in the test above";
}

}  // namespace
}  // namespace pdrank::test
