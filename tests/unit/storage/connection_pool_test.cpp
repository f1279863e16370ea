#include "pdrank/storage/connection_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace pdrank::test {
namespace {

using namespace pdrank::storage;

// Does nothing, and may be told to be broken.
struct FakeConnection final : Connection {
  const Dialect& dialect() const override {
    static constexpr Dialect kNone = {};
    return kNone;
  }
  std::string name() const override { return "fake"; }
  void run_script(const char*) override {}
  void run(std::string_view, const Values&, const std::function<void(const Row&)>&) override {}
  std::vector<std::optional<Id>> run_each(std::string_view, std::span<const Values>) override { return {}; }
  void begin(std::span<const Id>) override {}
  void begin_reading() override {}
  bool is_usable() override { return !is_broken; }

  bool is_broken = false;
};

class Pool : public testing::Test {
 protected:
  ConnectionPool make(std::size_t most) {
    return {[this] {
              ++made_;
              return std::make_unique<FakeConnection>();
            },
            most};
  }

  int made_ = 0;
};

FakeConnection& in(const ConnectionPool::Lease& lease) { return dynamic_cast<FakeConnection&>(*lease); }

TEST_F(Pool, KeepsWhatWorks) {
  ConnectionPool pool = make(4);
  for (int k = 0; k < 10; ++k) pool.take();
  EXPECT_EQ(made_, 1);
  {
    const auto first = pool.take(), second = pool.take();
    EXPECT_NE(&*first, &*second);
  }
  EXPECT_EQ(made_, 2);
  in(pool.take()).is_broken = true;
  pool.take();
  EXPECT_EQ(made_, 2) << "one was broken, one is left";
  in(pool.take()).is_broken = true;
  pool.take();
  EXPECT_EQ(made_, 3);
}

TEST_F(Pool, GivesNoneThatBrokeWhileIdle) {
  ConnectionPool pool = make(4);
  FakeConnection* idle = &in(pool.take());
  idle->is_broken = true;
  EXPECT_FALSE(in(pool.take()).is_broken);
  EXPECT_EQ(made_, 2);
}

TEST_F(Pool, LendsToSoManyInTheOrderTheyCame) {
  ConnectionPool pool = make(1);
  std::vector<int> order;
  std::vector<std::thread> threads;
  {
    const auto held = pool.take();
    for (int k = 0; k < 5; ++k) {
      threads.emplace_back([&, k] {
        const auto lease = pool.take();
        order.push_back(k);  // no lock needed: there is one connection
      });
      while (pool.waiting() <= static_cast<std::size_t>(k)) std::this_thread::yield();
    }
    EXPECT_TRUE(order.empty());
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(made_, 1);
}

TEST(PoolThatCannotConnect, TriesAgain) {
  int times = 0;
  ConnectionPool pool(
      [&]() -> std::unique_ptr<Connection> {
        if (++times < 3) throw StoreError("away");
        return std::make_unique<FakeConnection>();
      },
      1);
  EXPECT_THROW(pool.take(), StoreError);
  EXPECT_THROW(pool.take(), StoreError);
  EXPECT_NO_THROW(pool.take());
}

}  // namespace
}  // namespace pdrank::test
