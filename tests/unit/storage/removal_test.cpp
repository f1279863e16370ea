#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class Removal : public StoreTest {
 protected:
  // Votes of two voters about A and B, one about B and C, an undo; and another project, which nothing may touch.
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    other_ = add_filled_project();
    store_->add_vote(other_, vote(0, "other"));
    project_ = add_filled_project();
    Vote about_c = vote(0, "c");
    about_c.left = items_[2];
    for (const Vote& one : {vote(0, "a"), vote(1, "a", Answer::tie), undo(0, "u", "a"), about_c})
      store_->add_vote(project_, one);
  }

  void TearDown() override {
    if (IsSkipped()) return;
    EXPECT_EQ(keys(other_), Words{"other"});
    EXPECT_EQ(store_->project(other_)->removals, 0);
  }

  Id project_ = 0, other_ = 0;
};
ON_BOTH(Removal);

TEST_P(Removal, AnItemGoesWithTheVotesAboutIt) {
  store_->remove_item(project_, items_[0]);
  EXPECT_EQ(keys(project_), Words{"c"}) << "the undo goes with what it undid";
  EXPECT_EQ(store_->items(project_).size(), 2u);
  EXPECT_EQ(store_->project(project_)->removals, 1);
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->remove_item(project_, items_[0]); }), "");
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->remove_item(other_, items_[1]); }), "") << "of another project";
  EXPECT_EQ(store_->items(project_).size(), 2u);
}

TEST_P(Removal, AVoterGoesWithAllTheirVotes) {
  store_->remove_voter(project_, voters_[0]);
  EXPECT_EQ(keys(project_), Words{"a"});
  EXPECT_FALSE(store_->voter(project_, voters_[0]));
  EXPECT_EQ(store_->project(project_)->removals, 1);
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->remove_voter(project_, voters_[0]); }), "");
}

TEST_P(Removal, AProjectGoesWithAllThatIsInIt) {
  store_->add_file(project_, {.type = "image/png", .bytes = "x"});
  store_->add_import(project_, {.hash = "h"});
  store_->remove_project(project_);
  EXPECT_FALSE(store_->project(project_));
  EXPECT_EQ(keys(project_), Words());
  EXPECT_TRUE(store_->items(project_).empty());
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->remove_project(project_); }), "");
  EXPECT_EQ(store_->projects().size(), 1u);
}

TEST_P(Removal, AnImportGoesWithItsVotes) {
  const Id first = store_->add_import(project_, {.hash = "h", .made_ms = 7});
  store_->add_votes(project_, std::vector<Vote>{vote(0, "i1"), vote(1, "i2")}, first);
  store_->add_votes(project_, std::vector<Vote>{vote(1, "i3")}, first);
  store_->finish_import(project_, first, 3);
  const Id second = store_->add_import(project_, {.hash = "g"});
  store_->add_votes(project_, std::vector<Vote>{vote(0, "j")}, second);
  store_->add_vote(project_, undo(0, "w", "i1"));
  reopen();
  const std::vector<Import> imports = store_->imports(project_);
  ASSERT_EQ(imports.size(), 2u);
  EXPECT_EQ(imports[0].hash, "h");
  EXPECT_EQ(imports[0].made_ms, 7);
  EXPECT_EQ(imports[0].votes, 3);
  EXPECT_TRUE(imports[0].is_whole);
  EXPECT_FALSE(imports[1].is_whole);
  store_->remove_import(project_, first);
  EXPECT_EQ(keys(project_), (Words{"a", "a", "u", "c", "j"}));
  EXPECT_EQ(store_->imports(project_).size(), 1u);
  EXPECT_NE(message_of<InvalidArgument>([&] { store_->remove_import(project_, first); }), "");
}

}  // namespace
}  // namespace pdrank::test
