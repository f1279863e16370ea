// Names of items and annotators, numbered over all processes as one that had read everything would have: in order of
// first appearance. No process ever has all names: whose name comes first is settled by the process its hash belongs
// to, of which each has about as many names as the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/item_index.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

struct Numbering {
  std::vector<std::uint32_t> number;   // of each name here, by its id in the index
  std::vector<std::uint8_t> is_first;  // by id: no process before this one has the name
  std::uint32_t total = 0;             // names of all processes
};

// Throws InputError if there are more than the engine can number; everyone does.
Numbering number_names(const Team& team, const ItemIndex& names);

// Which process has what: those numbers from one border up to the next.
class Ranges {
 public:
  Ranges() = default;
  explicit Ranges(std::vector<std::uint32_t> borders) : borders_(std::move(borders)) {}
  // Of equal length.
  Ranges(std::uint32_t total, std::size_t processes);
  static Ranges all_with_the_first(std::uint32_t total, std::size_t processes);

  std::uint32_t first(std::size_t rank) const { return borders_[rank]; }
  std::uint32_t end(std::size_t rank) const { return borders_[rank + 1]; }
  std::uint32_t size(std::size_t rank) const { return end(rank) - first(rank); }
  std::uint32_t total() const { return borders_.back(); }
  std::size_t owner(std::uint32_t number) const {
    std::size_t rank = 0;
    for (std::size_t length = borders_.size() - 1; length > 1;) {  // few borders: a search that does not branch
      const std::size_t half = length / 2;
      rank += borders_[rank + half] <= number ? half : 0;
      length -= half;
    }
    return rank;
  }

 private:
  std::vector<std::uint32_t> borders_ = {0, 0};
};

// Ranges that carry about the same load. load[k] belongs to number[k]; several processes may add to a number's.
Ranges balanced(const Team& team, std::uint32_t total, std::span<const std::uint32_t> number,
                std::span<const double> load);

// Names of a range of numbers.
class NameRange {
 public:
  std::string_view operator[](std::size_t k) const {
    return std::string_view(characters_.data() + first_[k], first_[k + 1] - first_[k]);
  }
  std::size_t size() const { return first_.size() - 1; }
  void add(std::string_view name);

 private:
  std::vector<char> characters_;
  std::vector<std::uint64_t> first_ = {0};
};

// What the processes have packed for this one, in their order.
NameRange names_from(const Team& team, const std::vector<TextPack>& packs);

// To each process the names of its range.
NameRange send_names(const Team& team, const Ranges& ranges, const ItemIndex& names, const Numbering& numbering);

}  // namespace pdrank::distributed
