// The resumable grid: what is kept, what is run again, what is refused.
#include "reproduce/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

class GridTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("pdrank-grid-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" +
               std::to_string(::getpid()));
    fs::remove_all(folder_);
    path_ = (folder_ / "cells" / "grid.csv").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Two columns, of which the second is missing now and then.
  Grid grid(std::size_t trials) {
    Grid grid{.settings = "test: seed 1", .points = {"a", "b, \"0.3\""}, .columns = {"tau", "rho"}, .trials = trials};
    grid.run = [this](std::size_t point, std::size_t trial, const Grid::Stops&) {
      ++runs_;
      const double number = 1.0 / static_cast<double>(3 + point + 10 * trial);
      return std::vector<double>{number, trial % 2 ? kNone : -number};
    };
    return grid;
  }

  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

  fs::path folder_;
  std::string path_;
  std::atomic<int> runs_ = 0;
};

void expect_same(const GridValues& a, const GridValues& b, const Grid& grid) {
  for (std::size_t point = 0; point < grid.points.size(); ++point)
    for (std::size_t trial = 0; trial < grid.trials; ++trial)
      for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        const double left = a.cell(point, trial)[column], right = b.cell(point, trial)[column];
        EXPECT_TRUE(left == right || (std::isnan(left) && std::isnan(right))) << point << " " << trial;
      }
}

TEST_F(GridTest, EveryCellIsRunOnceAndReadBackAsItWas) {
  const Grid all = grid(5);
  const GridValues first = run_grid(all, path_, "test", nullptr);
  EXPECT_EQ(runs_, 10);
  expect_same(first, run_grid(all, path_, "test", nullptr), all);
  EXPECT_EQ(runs_, 10);
  EXPECT_EQ(first.over_trials(1, 0), (std::vector<double>{1.0 / 4, 1.0 / 14, 1.0 / 24, 1.0 / 34, 1.0 / 44}));
}

TEST_F(GridTest, MoreTrialsRunOnlyWhatIsMissingAndFewerRunNothing) {
  run_grid(grid(3), path_, "test", nullptr);
  run_grid(grid(5), path_, "test", nullptr);
  EXPECT_EQ(runs_, 10);
  EXPECT_EQ(run_grid(grid(2), path_, "test", nullptr).trials(), 2u);
  EXPECT_EQ(runs_, 10);
}

TEST_F(GridTest, ATornLineIsRunAgainAndTheFileIsWholeAfterwards) {
  const Grid all = grid(4);
  const GridValues whole = run_grid(all, path_, "test", nullptr);
  const std::string complete = text();
  // Wherever the writing stopped, down to the header and nothing at all.
  for (std::size_t length = 0; length < complete.size(); length += 7) {
    write(complete.substr(0, length));
    runs_ = 0;
    expect_same(whole, run_grid(all, path_, "test", nullptr), all);
    const std::string kept = complete.substr(0, length);
    const auto lines = std::count(kept.begin(), kept.end(), '\n');
    EXPECT_EQ(runs_, 8 - std::max<std::ptrdiff_t>(0, lines - 2)) << length;
    EXPECT_EQ(text().size(), complete.size());
  }
}

TEST_F(GridTest, OtherSettingsAreNotMixed) {
  run_grid(grid(1), path_, "test", nullptr);
  Grid other_seed = grid(1), other_columns = grid(1), other_points = grid(1);
  other_seed.settings = "test: seed 2";
  other_columns.columns = {"tau", "top"};
  other_points.points = {"a", "c"};
  const std::string before = text();
  for (const Grid& other : {other_seed, other_columns, other_points})
    EXPECT_THROW(run_grid(other, path_, "test", nullptr), InputError);
  EXPECT_EQ(text(), before);
}

TEST_F(GridTest, DamageInTheMiddleIsAnErrorWithItsLine) {
  run_grid(grid(2), path_, "test", nullptr);
  std::string damaged = text();
  const std::size_t before = damaged.rfind("\na,");
  const std::string lines_before = damaged.substr(0, before + 1);
  const auto line = static_cast<std::uint64_t>(std::ranges::count(lines_before, '\n')) + 1;
  damaged.replace(before + 3, 1, "x");
  write(damaged);
  try {
    run_grid(grid(2), path_, "test", nullptr);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.line(), line);
    EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos);
  }
}

TEST_F(GridTest, AForeignFileStaysAsItIs) {
  const std::string header = [&] {
    run_grid(grid(1), path_, "test", nullptr);
    return text().substr(0, text().find("\na,") + 1);
  }();
  for (const std::string& foreign : {std::string("my notes"), std::string("my notes\nand more"), std::string("\n"),
                                     header.substr(0, header.size() - 1) + ",and more"}) {
    write(foreign);
    EXPECT_THROW(run_grid(grid(1), path_, "test", nullptr), InputError) << foreign;
    EXPECT_EQ(text(), foreign);
  }
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_THROW(run_grid(grid(1), path_, "test", nullptr), InputError);
}

TEST_F(GridTest, WhatACellThrowsOnAnotherThreadReachesTheCaller) {
  const ThreadScope two(2);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> thrown = false;
  Grid all = grid(5);
  const auto good_run = all.run;
  all.run = [&](std::size_t point, std::size_t trial, const Grid::Stops& stops) -> std::vector<double> {
    if (std::this_thread::get_id() != caller) {
      thrown = true;
      thrown.notify_one();
      throw NotApplicable("test", "thrown elsewhere");
    }
    thrown.wait(false);
    return good_run(point, trial, stops);
  };
  EXPECT_THROW(run_grid(all, path_, "test", nullptr), NotApplicable);
  run_grid(grid(5), path_, "test", nullptr);
  EXPECT_EQ(runs_, 10);  // those of the first run were kept
}

TEST_F(GridTest, TheSameValuesOnAnyNumberOfThreads) {
  const Grid all = grid(40);
  const auto on = [&](int threads) {
    fs::remove_all(folder_);
    const ThreadScope scope(threads);
    return run_grid(all, path_, "test", nullptr);
  };
  expect_same(on(1), on(4), all);
}

// Stops after some cells.
class Stopper final : public Observer {
 public:
  void on_progress(const Progress& progress) override {
    last = progress.done;
    EXPECT_EQ(progress.stage, "test");
    EXPECT_LE(progress.done, progress.total);
    EXPECT_GE(progress.seconds_left, 0);
  }
  bool stop_requested() override { return last >= 3; }

  std::uint64_t last = 0;
};

TEST_F(GridTest, AStoppedRunKeepsWhatItHas) {
  const ThreadScope one(1);
  Stopper stopper;
  EXPECT_THROW(run_grid(grid(5), path_, "test", &stopper), Stopped);
  EXPECT_EQ(runs_, 3);
  run_grid(grid(5), path_, "test", nullptr);
  EXPECT_EQ(runs_, 10);
}

// Asks for a stop after it was asked so often.
class Impatient final : public Observer {
 public:
  bool stop_requested() override { return ++asked > 5; }

  int asked = 0;
};

TEST_F(GridTest, ACellThatTakesLongHearsTheWishToStop) {
  const ThreadScope one(1);
  Impatient observer;
  Grid endless = grid(1);
  endless.run = [](std::size_t, std::size_t, const Grid::Stops& stops) -> std::vector<double> {
    while (!stops()) continue;
    throw Stopped();
  };
  EXPECT_THROW(run_grid(endless, path_, "test", &observer), Stopped);
  run_grid(grid(1), path_, "test", nullptr);
  EXPECT_EQ(runs_, 2);  // nothing of the cell was kept
}

TEST_F(GridTest, NamesThatALineCannotHoldAreRefused) {
  Grid wrong = grid(1);
  wrong.points = {"a\nb", "c"};
  EXPECT_THROW(run_grid(wrong, path_, "test", nullptr), InvalidArgument);
  wrong.points = {"a", "a"};
  EXPECT_THROW(run_grid(wrong, path_, "test", nullptr), InvalidArgument);
  EXPECT_FALSE(fs::exists(path_));
}

}  // namespace
}  // namespace pdrank::reproduce
