#include <algorithm>
#include <atomic>
#include <set>

#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class Votes : public StoreTest {};
ON_BOTH(Votes);

TEST_P(Votes, AreKeptAsGiven) {
  const Id project = add_filled_project();
  std::vector<Vote> given = {vote(0, "a", Answer::left), vote(1, "a", Answer::right), vote(0, "b", Answer::tie),
                             vote(0, "c", Answer::skip), undo(0, "d", "b")};
  std::swap(given[1].left, given[1].right);
  given[2].duration_ms = 1'234;
  given[2].question = 1;
  given[1].gold = Answer::left;
  for (std::size_t k = 0; k < given.size(); ++k) {
    given[k].time_ms = 1'700'000'000'000 - static_cast<std::int64_t>(k);
    EXPECT_EQ(store_->add_vote(project, given[k]).stored, Stored::stored);
  }
  reopen();
  const std::vector<Vote> kept = store_->votes(project, 0, 100);
  ASSERT_EQ(kept.size(), given.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    given[k].id = kept[k].id;
    EXPECT_EQ(kept[k], given[k]) << k;
    EXPECT_TRUE(k == 0 || kept[k - 1].id < kept[k].id);
  }
}

TEST_P(Votes, AreReadFromWhereOneLeftOff) {
  const Id project = add_filled_project();
  const Id items = store_->items(project).back().id;
  EXPECT_GT(items, 0);
  std::vector<Vote> list;
  for (int k = 0; k < 10; ++k) list.push_back(vote(0, std::to_string(k)));
  store_->add_votes(project, list);
  const std::vector<Vote> first = store_->votes(project, 0, 4);
  ASSERT_EQ(first.size(), 4u);
  const std::vector<Vote> rest = store_->votes(project, first.back().id, std::numeric_limits<std::size_t>::max());
  ASSERT_EQ(rest.size(), 6u);
  EXPECT_EQ(rest.front().key, "4");
  EXPECT_TRUE(store_->votes(project, rest.back().id, 10).empty());
  EXPECT_TRUE(store_->votes(project, 0, 0).empty());
  EXPECT_TRUE(store_->votes(project + 1, 0, 10).empty());
}

TEST_P(Votes, AreStoredOncePerKey) {
  const Id project = add_filled_project();
  Vote again = vote(0, "k");
  EXPECT_EQ(store_->add_vote(project, again).stored, Stored::stored);
  again.time_ms = 77;
  EXPECT_EQ(store_->add_vote(project, again).stored, Stored::repeated) << "it may come later";
  EXPECT_EQ(store_->add_vote(project, vote(0, "k", Answer::right)).stored, Stored::conflict);
  Vote other_question = vote(0, "k");
  other_question.question = 1;
  EXPECT_EQ(store_->add_vote(project, other_question).stored, Stored::conflict);
  std::swap(again.left, again.right);
  EXPECT_EQ(store_->add_vote(project, again).stored, Stored::conflict);
  again = vote(0, "k");
  again.right = items_[2];
  EXPECT_EQ(store_->add_vote(project, again).stored, Stored::conflict);
  EXPECT_EQ(store_->add_vote(project, vote(1, "k")).stored, Stored::stored) << "keys are a voter's own";
  EXPECT_EQ(store_->add_vote(project, vote(0, "K")).stored, Stored::stored) << "case counts";
  EXPECT_EQ(store_->add_vote(project, undo(0, "u", "k")).stored, Stored::stored);
  EXPECT_EQ(store_->add_vote(project, undo(0, "u", "k")).stored, Stored::repeated);
  EXPECT_EQ(store_->add_vote(project, undo(0, "u", "K")).stored, Stored::conflict);
  EXPECT_EQ(store_->add_vote(project, vote(0, "u")).stored, Stored::conflict);
  EXPECT_EQ(keys(project), (Words{"k", "k", "K", "u"}));
}

TEST_P(Votes, ThatMakeNoSenseAreRefused) {
  const Id project = add_filled_project();
  store_->add_vote(project, vote(1, "of another"));
  const auto refused = [&](const Vote& bad, Id at) {
    return message_of<InvalidArgument>([&] { store_->add_vote(at, bad); });
  };
  Vote bad = vote(0, "k");
  bad.right = bad.left;
  EXPECT_EQ(refused(bad, project),
            "right is " + std::to_string(bad.right) + ", but an item cannot be compared with itself");
  EXPECT_EQ(refused(vote(0, ""), project), "key is '', but it must not be empty");
  EXPECT_EQ(refused(vote(0, std::string(201, 'k')), project),
            "key is '" + std::string(40, 'k') + "...', but it must not be longer than 200 bytes");
  bad = vote(0, "k");
  bad.undoes = "x";
  EXPECT_EQ(refused(bad, project), "undoes is 'x', but only an undo has it");
  bad = vote(0, "k", Answer::undo);
  bad.undoes = "x";
  EXPECT_EQ(refused(bad, project), "left is " + std::to_string(bad.left) + ", but an undo has no items of its own");
  EXPECT_EQ(refused(undo(0, "k", "k"), project), "undoes is 'k', but a vote cannot undo itself");
  EXPECT_EQ(refused(undo(0, "k", ""), project), "undoes is '', but it must not be empty");

  const std::string elsewhere = "vote is 'k', but its voter, its items or the vote it undoes are not in the project";
  EXPECT_EQ(refused(undo(0, "k", "never"), project), elsewhere);
  EXPECT_EQ(refused(undo(0, "k", "of another"), project), elsewhere);
  EXPECT_EQ(refused(vote(0, "k"), project + 1), elsewhere);
  const std::vector<Id> items = items_, voters = voters_;
  const Id other = add_filled_project();
  EXPECT_EQ(refused(vote(0, "k"), project), elsewhere) << "items and voter of another project";
  std::swap(voters_[0], const_cast<Id&>(voters[0]));
  EXPECT_EQ(refused(vote(0, "k"), project), elsewhere) << "items of another project";
  EXPECT_EQ(refused(vote(0, "k"), other), elsewhere) << "voter of another project";
  EXPECT_EQ(keys(project), Words{"of another"});
  EXPECT_TRUE(keys(other).empty());
}

TEST_P(Votes, AddedTogetherAreAllOrNone) {
  const Id project = add_filled_project();
  const auto added = [&](const std::vector<Vote>& votes) {
    return message_of<InvalidArgument>([&] { store_->add_votes(project, votes); });
  };
  EXPECT_EQ(added({}), "");
  EXPECT_EQ(added({vote(0, "a"), vote(1, "a"), undo(0, "b", "a")}), "");
  EXPECT_EQ(added({vote(0, "x"), vote(1, "a"), vote(0, "y"), vote(0, "a")}),
            "key is 'a', but the voter has a vote of that key already");
  EXPECT_EQ(added({vote(0, "x"), vote(0, "x")}), "key is 'x', but the voter has a vote of that key already");
  EXPECT_EQ(added({vote(0, "x"), undo(1, "y", "never")}),
            "votes is 2 of project " + std::to_string(project) +
                ", but a voter, an item or a vote to be undone is not in the project");
  EXPECT_EQ(added({vote(0, "x"), vote(0, "")}), "key is '', but it must not be empty");
  EXPECT_EQ(message_of<InvalidArgument>([&] { store_->add_votes(99, {}); }),
            "project is 99, but there is no such project");
  EXPECT_EQ(keys(project), (Words{"a", "a", "b"}));
}

TEST_P(Votes, ManyAreAddedTogether) {
  const Id project = add_filled_project();
  std::vector<Vote> many;
  for (int k = 0; k < 5'000; ++k) many.push_back(vote(static_cast<std::size_t>(k % 2), "key " + std::to_string(k)));
  store_->add_votes(project, many);
  const std::vector<Vote> kept = store_->votes(project, 0, many.size() + 1);
  ASSERT_EQ(kept.size(), many.size());
  for (std::size_t k = 0; k < many.size(); ++k) ASSERT_EQ(kept[k].key, many[k].key);
}

// Each of many threads sends its own votes, and all send the same ones beside, while a reader follows.
TEST_P(Votes, OfManyThreadsAreStoredOnceAndSeenInOrder) {
  constexpr int kThreads = 16, kVotes = 40;
  const Id project = add_filled_project(kThreads);
  const std::unique_ptr<Store> second = open();  // as another server has it
  std::atomic<int> shared_stored = 0, shared_conflicts = 0;
  std::atomic<bool> is_done = false;
  std::vector<Vote> seen;
  std::thread reader([&] {
    for (bool last_look = false; !last_look;) {
      last_look = is_done;
      const std::vector<Vote> some = second->votes(project, seen.empty() ? 0 : seen.back().id, 7);
      seen.insert(seen.end(), some.begin(), some.end());
      if (!some.empty()) last_look = false;
    }
  });
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      Store& store = thread % 2 == 0 ? *store_ : *second;
      for (int k = 0; k < kVotes; ++k) {
        EXPECT_EQ(store.add_vote(project, vote(thread, std::to_string(k))).stored, Stored::stored);
        EXPECT_EQ(store.add_vote(project, vote(thread, std::to_string(k))).stored, Stored::repeated);
        const Answer answer = thread < kThreads / 2 ? Answer::left : Answer::right;
        const Stored stored = store.add_vote(project, vote(0, "shared " + std::to_string(k), answer)).stored;
        shared_stored += stored == Stored::stored;
        shared_conflicts += stored == Stored::conflict;
      }
    });
  for (std::thread& thread : threads) thread.join();
  is_done = true;
  reader.join();
  EXPECT_EQ(shared_stored, kVotes);
  EXPECT_EQ(shared_conflicts, kVotes * kThreads / 2);
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kVotes * (kThreads + 1)));
  std::set<std::pair<Id, std::string>> distinct;
  for (const Vote& one : seen) distinct.emplace(one.voter, one.key);
  EXPECT_EQ(distinct.size(), seen.size()) << "a vote was seen twice, and so another never";
  EXPECT_EQ(store_->votes(project, 0, 1'000'000), seen);
}

TEST_P(Votes, OfSeveralProjectsDoNotWaitForOneAnotherForEver) {
  const Id first = add_filled_project();
  const std::vector<Id> first_items = items_, first_voters = voters_;
  const Id second = add_filled_project();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      const std::unique_ptr<Store> store = open();
      for (int k = 0; k < 20; ++k) {
        const std::string key = std::to_string(thread) + "." + std::to_string(k);
        Vote one = vote(0, key);
        if (k % 2 == 0) {
          one.voter = first_voters[0];
          one.left = first_items[0];
          one.right = first_items[1];
        }
        EXPECT_EQ(store->add_vote(k % 2 == 0 ? first : second, one).stored, Stored::stored);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(keys(first).size(), 80u);
  EXPECT_EQ(keys(second).size(), 80u);
}

// The bad ones share transactions with the good ones.
TEST_P(Votes, ThatAreBadDoNotHarmOthers) {
  const Id project = add_filled_project(8);
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      for (int k = 0; k < 20; ++k) {
        try {
          const bool is_bad = (k + static_cast<int>(thread)) % 4 == 0;
          const std::string key = std::to_string(k);
          EXPECT_EQ(store_->add_vote(project, is_bad ? undo(thread, key, "never") : vote(thread, key)).stored,
                    Stored::stored);
        } catch (const InvalidArgument&) {
          ++refused;
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 40);
  EXPECT_EQ(keys(project).size(), 120u);
}

// While votes keep coming others get their turn, and see what was stored before.
TEST_P(Votes, LetOtherChangesThrough) {
  const Id project = add_filled_project(4);
  std::atomic<bool> is_done = false;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int k = 0; !is_done; ++k) store_->add_vote(project, vote(thread, std::to_string(k)));
    });
  for (int k = 0; k < 20; ++k) {
    const std::string name = "new " + std::to_string(k);
    store_->add_items(project, std::vector<Item>{{.name = name}});
    EXPECT_EQ(store_->items(project).back().name, name);
  }
  is_done = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pdrank::test
