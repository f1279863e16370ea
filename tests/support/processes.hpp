// Processes that share work (core/work_sharing), as threads: they have nothing in common but what is handed round.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/work_sharing.hpp"

namespace pdrank::testing {

// What is handed round lies here for a moment.
class Board {
 public:
  explicit Board(std::size_t processes) : barrier_(static_cast<std::ptrdiff_t>(processes)) {}

  void hand_round(std::size_t number, std::span<std::byte> bytes, std::span<const std::size_t> border) {
    if (number == 0) held_.assign(bytes.size(), std::byte{});
    barrier_.arrive_and_wait();
    EXPECT_EQ(held_.size(), bytes.size());
    const auto at = [](std::size_t k) { return static_cast<std::ptrdiff_t>(k); };
    std::copy(bytes.begin() + at(border[number]), bytes.begin() + at(border[number + 1]),
              held_.begin() + at(border[number]));
    barrier_.arrive_and_wait();
    std::ranges::copy(held_, bytes.begin());
    barrier_.arrive_and_wait();
    if (number == 0) ++times_;
  }

  std::size_t times() const { return times_; }

 private:
  std::barrier<> barrier_;
  std::vector<std::byte> held_;
  std::size_t times_ = 0;
};

class OneOfThem final : public WorkSharing {
 public:
  OneOfThem(Board& board, std::size_t processes, std::size_t number)
      : board_(board), processes_(processes), number_(number) {}
  std::size_t processes() const override { return processes_; }
  std::size_t number() const override { return number_; }
  void hand_round(std::span<std::byte> bytes, std::span<const std::size_t> border) const override {
    board_.hand_round(number_, bytes, border);
  }

 private:
  Board& board_;
  std::size_t processes_, number_;
};

// body() of every process; gives back how often something was handed round. The bodies must not throw.
template <class Body>
std::size_t run_processes(std::size_t processes, Body&& body) {
  Board board(processes);
  std::vector<std::jthread> threads;
  for (std::size_t number = 0; number < processes; ++number)
    threads.emplace_back([&, number] {
      const ThreadScope one(1);
      const OneOfThem sharing(board, processes, number);
      const WorkScope scope(&sharing);
      body(number);
    });
  threads.clear();
  return board.times();
}

}  // namespace pdrank::testing
