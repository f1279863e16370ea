#include "pdrank/storage/store.hpp"

#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class StoreOf : public StoreTest {};
ON_BOTH(StoreOf);

TEST_P(StoreOf, NothingIsEmpty) {
  EXPECT_TRUE(store_->projects().empty());
  EXPECT_EQ(store_->project(1), std::nullopt);
  EXPECT_TRUE(store_->items(1).empty());
  EXPECT_TRUE(store_->voters(1).empty());
  EXPECT_TRUE(store_->votes(1, 0, 10).empty());
  EXPECT_FALSE(store_->file(1, 1).has_value());
}

TEST_P(StoreOf, ProjectsAreKeptAndChanged) {
  Project first = {
      .name = "Pictures", .question = "Sharper?", .join_secret = "j", .created_ms = 1'700'000'000'123, .study = "{}"};
  const Project second = {.name = "Pictures", .question = ""};
  first.id = store_->add_project(first);
  EXPECT_GE(first.id, 1);
  const Id other = store_->add_project(second);
  EXPECT_GT(other, first.id);
  EXPECT_EQ(store_->project(first.id), first);

  Project changed = first;
  changed.name = "Photos";
  changed.question = "Blurred?";
  changed.join_secret = "";
  changed.strategy = "random";
  changed.closed = true;
  changed.study = "{\"quota\":3}";
  changed.archived = true;
  changed.results_secret = "r";
  changed.created_ms = 5;
  store_->change_project(changed);
  changed.created_ms = first.created_ms;
  reopen();
  EXPECT_EQ(store_->project(first.id), changed);
  ASSERT_EQ(store_->projects().size(), 2u);
  EXPECT_EQ(store_->projects()[0], changed);
  EXPECT_EQ(store_->projects()[1].id, other);
}

TEST_P(StoreOf, ItemsAreKeptAndChanged) {
  const Id project = store_->add_project({.name = "P", .question = ""});
  std::vector<Item> items = {
      {.name = "A", .authors = "Ann\nBob"},
      {.name = "B", .kind = ItemKind::image, .content = "https://example.org/b.png", .alt = "a hill"},
      {.name = "C", .kind = ItemKind::markdown, .content = "*c*", .disabled = true}};
  const std::vector<Id> ids = store_->add_items(project, items);
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_TRUE(ids[0] < ids[1] && ids[1] < ids[2]);
  for (std::size_t k = 0; k < 3; ++k) items[k].id = ids[k];
  EXPECT_EQ(store_->items(project), items);
  items[0] = {.id = ids[0], .name = "Z", .kind = ItemKind::markdown, .content = "z", .disabled = true};
  store_->change_item(project, items[0]);
  items[1].disabled = true;  // the name stays
  items[1].authors = "Cid";
  items[1].alt = "a hill in snow";
  store_->change_item(project, items[1]);
  reopen();
  EXPECT_EQ(store_->items(project), items);
  EXPECT_TRUE(store_->add_items(project, {}).empty());
}

TEST_P(StoreOf, VotersAreKeptAndChanged) {
  const Id project = store_->add_project({.name = "P", .question = ""});
  std::vector<Voter> voters = {{.name = "Ann", .secret = "x"}, {.name = "Bob", .secret = "y", .excluded = true}};
  const std::vector<Id> ids = store_->add_voters(project, voters);
  for (std::size_t k = 0; k < 2; ++k) voters[k].id = ids[k];
  EXPECT_EQ(store_->voters(project), voters);
  voters[0] = {.id = ids[0], .name = "Anna", .secret = "z", .excluded = true, .consented_ms = 5, .source = "s"};
  store_->change_voter(project, voters[0]);
  reopen();
  EXPECT_EQ(store_->voters(project), voters);
  EXPECT_EQ(store_->voter(project, ids[0]), voters[0]);
  for (Voter& voter : voters) voter.excluded = false;
  store_->change_voters(project, voters);
  EXPECT_EQ(store_->voters(project), voters);
  std::vector<Voter> wrong = voters;
  wrong[0].excluded = true;
  wrong[1].id = ids[1] + 9;
  EXPECT_THROW(store_->change_voters(project, wrong), InvalidArgument);
  wrong[1] = voters[1];
  wrong[1].name = wrong[0].name;
  EXPECT_THROW(store_->change_voters(project, wrong), InvalidArgument);
  EXPECT_EQ(store_->voters(project), voters) << "all or none";
  EXPECT_EQ(store_->voter(project, ids[1] + 1), std::nullopt);
  EXPECT_EQ(store_->voter(project + 1, ids[0]), std::nullopt);
}

TEST_P(StoreOf, FilesAreKeptToTheByte) {
  const Id project = store_->add_project({.name = "P", .question = ""});
  std::string bytes(5'000'000, '\0');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * 2'654'435'761u >> 13);
  const Id id = store_->add_file(project, {.type = "image/png", .bytes = bytes});
  const Id empty = store_->add_file(project, {.type = "image/gif", .bytes = ""});
  reopen();
  const std::optional<File> file = store_->file(project, id);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->type, "image/png");
  EXPECT_TRUE(file->bytes == bytes);
  EXPECT_EQ(store_->file(project, empty)->bytes, "");
  EXPECT_FALSE(store_->file(project + 1, id).has_value());
}

TEST_P(StoreOf, NamesAreTakenOnceInAProject) {
  const Id project = add_filled_project();
  const Id other = store_->add_project({.name = "Q", .question = ""});
  const auto add = [&](Id to, const std::vector<Item>& items) {
    return message_of<InvalidArgument>([&] { store_->add_items(to, items); });
  };
  const std::string taken = ", but the project has one of that name already";
  EXPECT_EQ(add(project, {{.name = "X"}, {.name = "C"}, {.name = "A"}}), "name is 'C'" + taken);
  EXPECT_EQ(add(project, {{.name = "X"}, {.name = "Y"}, {.name = "X"}}), "name is 'X'" + taken);
  EXPECT_EQ(store_->items(project).size(), 3u) << "all or none";
  EXPECT_EQ(add(other, {{.name = "A"}, {.name = "a"}, {.name = " A"}, {.name = "A "}}), "");

  const std::vector<Voter> voters = {{.name = "new", .secret = ""}, {.name = "voter 1", .secret = ""}};
  EXPECT_EQ(message_of<InvalidArgument>([&] { store_->add_voters(project, voters); }), "name is 'voter 1'" + taken);
  EXPECT_EQ(store_->voters(project).size(), 2u);

  EXPECT_EQ(message_of<InvalidArgument>([&] { store_->change_item(project, {.id = items_[1], .name = "A"}); }),
            "name is 'A'" + taken);
  EXPECT_EQ(message_of<InvalidArgument>([&] { store_->change_voter(project, {.id = voters_[1], .name = "voter 0"}); }),
            "name is 'voter 0'" + taken);
  EXPECT_EQ(store_->items(project)[1].name, "B");
}

TEST_P(StoreOf, WhatIsNotThereCannotBeChanged) {
  const Id project = add_filled_project();
  const Id other = store_->add_project({.name = "Q", .question = ""});
  const auto refused = [&](auto run) { return message_of<InvalidArgument>(run); };
  EXPECT_EQ(refused([&] { store_->change_project({.id = 99, .name = "x", .question = ""}); }),
            "project is 99, but there is no such project");
  EXPECT_EQ(refused([&] { store_->add_items(99, std::vector<Item>{{.name = "x"}}); }),
            "project is 99, but there is no such project");
  EXPECT_EQ(refused([&] { store_->add_voters(99, std::vector<Voter>{{.name = "x"}}); }),
            "project is 99, but there is no such project");
  EXPECT_EQ(refused([&] { store_->add_file(99, {.type = "image/png", .bytes = "x"}); }),
            "project is 99, but there is no such project");
  EXPECT_EQ(refused([&] { store_->change_item(project, {.id = 99, .name = "x"}); }),
            "item is 99, but there is no such item");
  EXPECT_EQ(refused([&] { store_->change_item(other, {.id = items_[0], .name = "x"}); }),
            "item is " + std::to_string(items_[0]) + ", but there is no such item");
  EXPECT_EQ(refused([&] { store_->change_voter(other, {.id = voters_[0], .name = "x", .secret = ""}); }),
            "voter is " + std::to_string(voters_[0]) + ", but there is no such voter");
  EXPECT_EQ(store_->items(project)[0].name, "A");
  EXPECT_EQ(store_->voters(project)[0].name, "voter 0");
}

TEST_P(StoreOf, SeveralMayUseIt) {
  const std::unique_ptr<Store> second = open();
  const Id project = add_filled_project();
  EXPECT_EQ(second->items(project).size(), 3u);
  EXPECT_EQ(second->add_vote(project, vote(0, "k")).stored, Stored::stored);
  EXPECT_EQ(store_->add_vote(project, vote(0, "k")).stored, Stored::repeated);
  EXPECT_EQ(keys(project), Words{"k"});
}

TEST_P(StoreOf, ManyMayMakeItAtOnce) {
  store_.reset();
  if (is_postgres())
    PostgresCluster::instance()->run("DROP SCHEMA pdrank CASCADE");
  else
    std::filesystem::remove(address());
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) threads.emplace_back([&] { open()->add_project({.name = "P", .question = ""}); });
  for (std::thread& thread : threads) thread.join();
  store_ = open();
  EXPECT_EQ(store_->projects().size(), 8u);
}

}  // namespace
}  // namespace pdrank::test
