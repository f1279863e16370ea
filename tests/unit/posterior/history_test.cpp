#include "pdrank/posterior/history.hpp"

#include <gtest/gtest.h>

namespace pdrank {
namespace {

// Runs so many sweeps; a kept state holds the number of its sweep, in every column.
History after(std::size_t sweeps, std::size_t room, std::size_t width) {
  History history(room, width);
  for (std::size_t sweep = 1; sweep <= sweeps; ++sweep)
    for (float& value : history.record(sweep)) value = static_cast<float>(sweep);
  return history;
}

std::vector<std::size_t> kept(const History& history) {
  std::vector<std::size_t> sweeps;
  for (std::size_t k = 0; k < history.length(); ++k) {
    sweeps.push_back(static_cast<std::size_t>(history.state(k)[0]));
    for (const float value : history.state(k)) EXPECT_EQ(value, history.state(k)[0]);
  }
  return sweeps;
}

// The stride is the least power of two by which all sweeps so far leave at most `room` states.
std::vector<std::size_t> expected(std::size_t sweeps, std::size_t room) {
  std::size_t stride = 1;
  while (sweeps > room * stride) stride *= 2;
  std::vector<std::size_t> list;
  for (std::size_t sweep = stride; sweep <= sweeps; sweep += stride) list.push_back(sweep);
  return list;
}

TEST(History, KeepsEveryStrideThState) {
  for (const std::size_t room : {2u, 4u, 6u, 96u})
    for (std::size_t sweeps = 0; sweeps <= 40 * room; sweeps += room < 10 ? 1 : 37) {
      const History history = after(sweeps, room, 3);
      EXPECT_EQ(kept(history), expected(sweeps, room)) << sweeps << " sweeps, room for " << room;
      EXPECT_LE(history.length(), room);
      if (sweeps > room) {
        EXPECT_GE(history.length(), room / 2);
      }
    }
}

TEST(History, KeepsAllWhileThereIsRoom) {
  EXPECT_EQ(kept(after(0, 4, 1)), std::vector<std::size_t>());
  EXPECT_EQ(kept(after(3, 4, 1)), (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(kept(after(4, 4, 1)), (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(kept(after(5, 4, 1)), (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(kept(after(9, 4, 1)), (std::vector<std::size_t>{4, 8}));
}

TEST(History, StatesHaveTheWidthAskedFor) {
  const History history = after(10, 4, 7);
  EXPECT_EQ(history.width(), 7u);
  EXPECT_EQ(history.state(1).size(), 7u);
}

}  // namespace
}  // namespace pdrank
