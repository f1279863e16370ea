#include "pdrank/distributed/numbering.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include <numeric>

#include "pdrank/core/random.hpp"
#include "pdrank/distributed/fetch.hpp"
#include "pdrank/distributed/sort.hpp"

namespace pdrank::distributed {
namespace {

// Names as they would be read: share after share, some of which have many in common, or none at all.
std::vector<std::vector<std::string>> make_shares(const Team& team, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<std::string>> shares(team.size());
  for (auto& share : shares) {
    const std::uint64_t names = random.below(4) == 0 ? 0 : random.below(200);
    for (std::uint64_t k = 0; k < names; ++k) share.push_back(fmt::format("{}", random.below(1 + seed * seed)));
  }
  if (seed % 3 == 0) shares.front().push_back("");  // names are any bytes
  return shares;
}

TEST(Numbering, IsThatOfOneWhoReadsAll) {
  const Team team(PETSC_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<std::vector<std::string>> shares = make_shares(team, seed);
    ItemIndex all, here;
    for (const auto& share : shares)
      for (const std::string& name : share) all.intern(name);
    for (const std::string& name : shares[team.rank()]) here.intern(name);
    const Numbering numbering = number_names(team, here);
    EXPECT_EQ(numbering.total, all.size());
    for (std::uint32_t id = 0; id < here.size(); ++id) EXPECT_EQ(numbering.number[id], all.find(here.name(id)));

    std::vector<double> load(here.size(), 1.0);
    const Ranges ranges = balanced(team, numbering.total, numbering.number, load);
    EXPECT_EQ(ranges.total(), all.size());
    const NameRange names = send_names(team, ranges, here, numbering);
    ASSERT_EQ(names.size(), ranges.size(team.rank()));
    for (std::uint32_t k = 0; k < names.size(); ++k) EXPECT_EQ(names[k], all.name(ranges.first(team.rank()) + k));
  }
}

TEST(Ranges, OwnersHaveWhatIsBetweenTheirBorders) {
  const Ranges ranges({0, 0, 3, 3, 7, 7});
  for (std::uint32_t number = 0; number < ranges.total(); ++number) {
    const std::size_t owner = ranges.owner(number);
    EXPECT_TRUE(ranges.first(owner) <= number && number < ranges.end(owner)) << number;
  }
}

TEST(Ranges, CarryTheSameLoad) {
  const Team team(PETSC_COMM_WORLD);
  constexpr std::uint32_t kTotal = 30'000;
  std::vector<std::uint32_t> number(kTotal);
  std::iota(number.begin(), number.end(), 0u);
  std::vector<double> load;  // the first tenth has half of it
  for (const std::uint32_t k : number) load.push_back(k < kTotal / 10 ? 9 : 1);
  const Ranges ranges = balanced(team, kTotal, number, load);
  const double all = std::accumulate(load.begin(), load.end(), 0.0);
  const double here =
      std::accumulate(load.begin() + ranges.first(team.rank()), load.begin() + ranges.end(team.rank()), 0.0);
  EXPECT_NEAR(here, all / static_cast<double>(team.size()), 10.0);
}

TEST(Sort, IsThatOfOneWhoHasAll) {
  const Team team(PETSC_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    std::vector<std::vector<std::uint64_t>> shares(team.size());
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
      const std::uint64_t count = random.below(3) == 0 ? random.below(3) : random.below(3000);
      for (std::uint64_t k = 0; k < count; ++k)  // now alike everywhere, now one process's all above the other's
        shares[rank].push_back(random.below(1'000'000'000) + (seed % 2 ? rank * 1'000'000'000 : 0));
    }
    std::vector<std::uint64_t> all;
    for (const auto& share : shares) all.insert(all.end(), share.begin(), share.end());
    std::ranges::sort(all);
    const std::vector<std::uint64_t> here = sorted_together(team, shares[team.rank()]);
    EXPECT_EQ(team.gather(std::span<const std::uint64_t>(here)).values, all);
    EXPECT_LE(here.size(), 3 * all.size() / (2 * team.size()) + 3);
  }
}

TEST(Fetch, BringsWhatOthersHave) {
  const Team team(PETSC_COMM_WORLD);
  const auto value_of = [](std::uint32_t number) { return 0.5 * number + 7; };
  for (const Ranges& ranges : {Ranges(1000, team.size()), Ranges::all_with_the_first(1000, team.size())}) {
    std::vector<double> own;
    for (std::uint32_t k = ranges.first(team.rank()); k < ranges.end(team.rank()); ++k) own.push_back(value_of(k));
    Random random(team.rank());
    std::vector<std::uint32_t> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0u);
    random.shuffle(std::span(numbers));
    numbers.resize(300 * team.rank());  // the first process asks for none
    std::vector<double> expected;
    for (const std::uint32_t number : numbers) expected.push_back(value_of(number));
    EXPECT_EQ(fetch(team, ranges, numbers, std::span<const double>(own)), expected);
    numbers.insert(numbers.end(), numbers.begin(), numbers.end());
    expected.insert(expected.end(), expected.begin(), expected.end());
    EXPECT_EQ(fetch_repeated(team, ranges, numbers, std::span<const double>(own)), expected);
  }
}

}  // namespace
}  // namespace pdrank::distributed
