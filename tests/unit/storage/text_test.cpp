#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class TextIn : public StoreTest {};
ON_BOTH(TextIn);

const Words kNasty = {
    "O'Brien \"quoted\" `ticked` \\back\\slashed\\",
    "'; DROP TABLE vote; --",
    "$1 ?1 :name @name %s {0} \\x00 E'\\n' %00",
    "\xf0\x9f\x90\x98 \xf0\x9f\x87\xa9\xf0\x9f\x87\xaa \xc3\xa9 e\xcc\x81 \xe2\x80\xa8 \xef\xbf\xbf \xf4\x8f\xbf\xbf",
    "\xef\xbb\xbf with a mark",
    "\t tab, line\nbreak\r\n, bell \a, escape \x1b[31m, delete \x7f ",
    "<script>alert(1)</script>",
    " ",
    "NULL",
    "123",
    std::string(100'000, 'x'),
};

TEST_P(TextIn, AllFieldsComesBackAsItWas) {
  for (const std::string& text : kNasty) {
    Project project = {.name = text, .question = text, .join_secret = text, .strategy = text};
    project.id = store_->add_project(project);
    EXPECT_EQ(store_->project(project.id), project);
    Item item = {.name = text, .kind = ItemKind::markdown, .content = text};
    Voter voter = {.name = text, .secret = text};
    item.id = store_->add_items(project.id, {&item, 1}).front();
    voter.id = store_->add_voters(project.id, {&voter, 1}).front();
    const Id other = store_->add_items(project.id, std::vector<Item>{{.name = "other"}}).front();
    EXPECT_EQ(store_->items(project.id).front(), item);
    EXPECT_EQ(store_->voter(project.id, voter.id), voter);
    Vote vote = {.voter = voter.id, .key = text.substr(0, 200), .left = item.id, .right = other};
    EXPECT_EQ(store_->add_vote(project.id, vote).stored, Stored::stored);
    EXPECT_EQ(store_->add_vote(project.id, vote).stored, Stored::repeated);
    const Id file = store_->add_file(project.id, {.type = text, .bytes = text});
    EXPECT_EQ(store_->file(project.id, file)->type, text);
    EXPECT_EQ(store_->file(project.id, file)->bytes, text);
    EXPECT_EQ(keys(project.id), Words{vote.key});
    store_->change_item(project.id, item);
    store_->change_voter(project.id, voter);
    store_->change_project(project);
  }
  EXPECT_EQ(store_->projects().size(), kNasty.size());
}

// PostgreSQL's indexes keep no text of this length; yet such names are told apart.
TEST_P(TextIn, NamesMayBeLong) {
  const Id project = store_->add_project({.name = "P", .question = ""});
  std::string name;
  for (std::uint32_t k = 0; name.size() < 300'000; ++k) name += std::to_string(k * 2'654'435'761u);
  const std::string longer = name + "!";
  EXPECT_EQ(store_->add_items(project, std::vector<Item>{{.name = name}, {.name = longer}}).size(), 2u);
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->add_items(project, std::vector<Item>{{.name = name}}); }), "");
  EXPECT_EQ(store_->items(project)[1].name, longer);
}

const Words kNotUtf8 = {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82"};

TEST_P(TextIn, WhatIsNotUtf8IsRefused) {
  const Id project = add_filled_project();
  const auto refused = [&](auto run) { return message_of<InvalidArgument>(run); };
  for (const std::string& bad : kNotUtf8) {
    const std::string rule = ", but it must be UTF-8";
    EXPECT_TRUE(refused([&] { store_->add_project({.name = bad, .question = ""}); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_project({.name = "P", .question = bad}); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_items(project, std::vector<Item>{{.name = bad}}); }).ends_with(rule));
    EXPECT_TRUE(
        refused([&] { store_->change_item(project, {.id = items_[0], .name = "A", .content = bad}); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_voters(project, std::vector<Voter>{{.name = bad}}); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->change_voter(project, {.id = voters_[0], .name = bad}); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_vote(project, vote(0, bad)); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_vote(project, undo(0, "u", bad)); }).ends_with(rule));
    EXPECT_TRUE(refused([&] { store_->add_file(project, {.type = bad, .bytes = ""}); }).ends_with(rule));
  }
  EXPECT_EQ(refused([&] { store_->add_vote(project, vote(0, "a\xc3")); }), "key is 'a\\xc3', but it must be UTF-8");
  EXPECT_EQ(store_->items(project).size(), 3u);
  EXPECT_TRUE(keys(project).empty());
}

TEST_P(TextIn, NulAndNothingAreRefused) {
  const Id project = add_filled_project();
  using namespace std::string_literals;
  const auto add = [&](const std::string& name) {
    return message_of<InvalidArgument>([&] { store_->add_items(project, std::vector<Item>{{.name = name}}); });
  };
  EXPECT_EQ(add("a\0b"s), "name is 'a\\x00b', but it must not have the character NUL in it");
  EXPECT_EQ(add("a\0"s), "name is 'a\\x00', but it must not have the character NUL in it");
  EXPECT_EQ(add(""), "name is '', but it must not be empty");
  EXPECT_EQ(store_->items(project).size(), 3u);
}

}  // namespace
}  // namespace pdrank::test
