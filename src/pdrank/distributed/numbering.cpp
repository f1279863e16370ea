#include "pdrank/distributed/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank::distributed {
namespace {

constexpr std::uint32_t kUnnumbered = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostNames = (std::uint64_t{1} << 30) - 1;  // edges keep two bits beside an item

// By other bits than those that the index goes by: its table would fill up in one place.
std::size_t keeper(const HashedName& name, std::size_t processes) {
  return static_cast<std::size_t>(mixed(name.hash) % processes);
}

// What a process knows of the names it keeps.
struct Kept {
  std::vector<std::uint32_t> id;     // of what was received, in its order
  std::vector<std::uint32_t> first;  // by id: the process that has it first
};

Kept keep(const Received<char>& received) {
  Kept kept;
  ItemIndex index;
  for (std::uint32_t rank = 0; rank + 1 < received.first.size(); ++rank)
    for_each_text(received.from(rank), [&](std::string_view name) {
      const std::uint32_t id = index.intern(name);
      if (id == kept.first.size()) kept.first.push_back(rank);
      kept.id.push_back(id);
    });
  return kept;
}

}  // namespace

Numbering number_names(const Team& team, const ItemIndex& names) {
  std::vector<std::vector<std::uint32_t>> ids(team.size());  // by keeper, in the order they are sent
  std::vector<TextPack> packs(team.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    const std::size_t to = keeper(HashedName(names.name(id)), team.size());
    ids[to].push_back(id);
    packs[to].add(names.name(id));
  }
  std::vector<std::vector<char>> bytes;
  for (const TextPack& pack : packs) bytes.push_back(pack.bytes());
  packs.clear();
  const Kept kept = keep(team.exchange(bytes));
  bytes.clear();

  // How many of what a process keeps each of the others has sent, to answer in that order.
  std::vector<std::uint64_t> sizes;
  for (const auto& part : ids) sizes.push_back(part.size());
  std::vector<std::vector<std::uint64_t>> one_each;
  for (const std::uint64_t size : sizes) one_each.push_back({size});
  const Received<std::uint64_t> asked = team.exchange(one_each);

  std::vector<std::vector<std::uint8_t>> answers(team.size());
  std::size_t at = 0;
  for (std::uint32_t rank = 0; rank < team.size(); ++rank)
    for (std::uint64_t k = 0; k < asked.values[rank]; ++k)
      answers[rank].push_back(kept.first[kept.id[at++]] == rank ? 1 : 0);
  const Received<std::uint8_t> firsts = team.exchange(answers);

  Numbering numbering;
  numbering.number.assign(names.size(), kUnnumbered);
  numbering.is_first.assign(names.size(), 0);
  for (std::size_t to = 0; to < team.size(); ++to)
    for (std::size_t k = 0; k < ids[to].size(); ++k) numbering.is_first[ids[to][k]] = firsts.from(to)[k];
  const auto new_here = static_cast<std::uint64_t>(std::ranges::count(numbering.is_first, 1));
  const std::uint64_t total = team.sum(new_here);
  if (total > kMostNames) throw InputError("input", 0, fmt::format("more than {} different names", kMostNames));
  numbering.total = static_cast<std::uint32_t>(total);
  auto next = static_cast<std::uint32_t>(team.before(new_here));
  for (std::uint32_t id = 0; id < names.size(); ++id)
    if (numbering.is_first[id]) numbering.number[id] = next++;

  // The keepers learn the numbers from who has the names first, and tell the others.
  std::vector<std::vector<std::uint32_t>> numbers(team.size());
  for (std::size_t to = 0; to < team.size(); ++to)
    for (const std::uint32_t id : ids[to]) numbers[to].push_back(numbering.number[id]);
  const Received<std::uint32_t> told = team.exchange(numbers);
  std::vector<std::uint32_t> by_id(kept.first.size(), kUnnumbered);
  for (std::size_t k = 0; k < told.values.size(); ++k)
    if (told.values[k] != kUnnumbered) by_id[kept.id[k]] = told.values[k];
  at = 0;
  for (std::size_t rank = 0; rank < team.size(); ++rank) {
    numbers[rank].clear();
    for (std::uint64_t k = 0; k < asked.values[rank]; ++k) numbers[rank].push_back(by_id[kept.id[at++]]);
  }
  const Received<std::uint32_t> all = team.exchange(numbers);
  for (std::size_t to = 0; to < team.size(); ++to)
    for (std::size_t k = 0; k < ids[to].size(); ++k) numbering.number[ids[to][k]] = all.from(to)[k];
  return numbering;
}

Ranges::Ranges(std::uint32_t total, std::size_t processes) : borders_(processes + 1) {
  for (std::size_t k = 0; k <= processes; ++k)
    borders_[k] = static_cast<std::uint32_t>(std::uint64_t{total} * k / processes);
}

Ranges Ranges::all_with_the_first(std::uint32_t total, std::size_t processes) {
  std::vector<std::uint32_t> borders(processes + 1, total);
  borders.front() = 0;
  return Ranges(std::move(borders));
}

Ranges balanced(const Team& team, std::uint32_t total, std::span<const std::uint32_t> number,
                std::span<const double> load) {
  struct Load {
    std::uint32_t number;
    float load;
  };
  const Ranges equal(total, team.size());
  std::vector<std::vector<Load>> to(team.size());
  for (std::size_t k = 0; k < number.size(); ++k)
    to[equal.owner(number[k])].push_back({number[k], static_cast<float>(load[k])});
  const std::uint32_t first = equal.first(team.rank());
  std::vector<double> sums(equal.size(team.rank()), 0.0);
  for (const Load& one : team.exchange(to).values) sums[one.number - first] += static_cast<double>(one.load);

  const double here = std::accumulate(sums.begin(), sums.end(), 0.0);
  const std::vector<double> of_each = team.gather(here);
  const double all = std::accumulate(of_each.begin(), of_each.end(), 0.0);
  double reached = std::accumulate(of_each.begin(), of_each.begin() + static_cast<std::ptrdiff_t>(team.rank()), 0.0);
  std::vector<std::uint64_t> passed(team.size() + 1, 0);  // numbers here that are below each border
  std::size_t border = 1;
  const auto goal = [&] { return all * static_cast<double>(border) / static_cast<double>(team.size()); };
  while (border < team.size() && reached >= goal()) ++border;
  for (std::size_t k = 0; k < sums.size(); ++k)
    for (reached += sums[k]; border < team.size() && reached >= goal(); ++border) passed[border] = k + 1;
  for (; border < team.size(); ++border) passed[border] = sums.size();
  team.sum(passed);
  std::vector<std::uint32_t> borders(passed.begin(), passed.end());
  borders.back() = total;
  return Ranges(std::move(borders));
}

void NameRange::add(std::string_view name) {
  characters_.insert(characters_.end(), name.begin(), name.end());
  first_.push_back(characters_.size());
}

// Numbers ascend with the processes that have them first, and within each of them with the ids.
NameRange send_names(const Team& team, const Ranges& ranges, const ItemIndex& names, const Numbering& numbering) {
  std::vector<TextPack> packs(team.size());
  for (std::uint32_t id = 0; id < names.size(); ++id)
    if (numbering.is_first[id]) packs[ranges.owner(numbering.number[id])].add(names.name(id));
  return names_from(team, packs);
}

NameRange names_from(const Team& team, const std::vector<TextPack>& packs) {
  std::vector<std::vector<char>> bytes;
  for (const TextPack& pack : packs) bytes.push_back(pack.bytes());
  NameRange range;
  const Received<char> received = team.exchange(bytes);
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    for_each_text(received.from(rank), [&](std::string_view name) { range.add(name); });
  return range;
}

}  // namespace pdrank::distributed
