// Which score an answer is about: an item's; or an item's at a time, where scores drift; or an item's within a segment.
// Scores of one item are linked: at neighbouring times, or each segment's with that of the whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank {

// What times are counted in: seconds since 1970, or thousandths of them, where the numbers are as large as those are;
// their units for people are a year and a day. Otherwise whatever the input has.
struct TimeUnit {
  double year = 1, day = 1;
  bool is_seconds = false;
};
TimeUnit time_unit(const Comparisons& data);

class ScoreNodes {
 public:
  // One score for each of `items`.
  explicit ScoreNodes(std::uint32_t items) : items_(items), nodes_(items) {}
  // `number` is the item of every node of the graph. Scores drift with time; what the ranking is of is so many years,
  // or whatever the input has, after the last answer.
  static ScoreNodes by_time(const Comparisons& data, const MergedComparisons& merged,
                            std::span<const std::uint32_t> number, double ahead);
  // A score of its own for every value of the column.
  static ScoreNodes by_value(const Comparisons& data, const MergedComparisons& merged,
                             std::span<const std::uint32_t> number, const ContextColumn& column);

  std::uint32_t node(std::uint32_t item, std::size_t n) const;  // in comparison n
  std::uint32_t main(std::uint32_t item) const;                 // what the ranking is of: now, or the whole
  bool is_linked() const { return !links_.empty(); }
  std::uint32_t count() const { return nodes_; }
  const std::vector<NodeLink>& links() const { return links_; }
  std::uint32_t rooted() const { return items_; }  // nodes from here on are known by links alone

  // The scores of a segment: items and nodes, in the order of the items.
  struct Segment {
    std::string value;
    double answers = 0;  // by weight
    std::vector<std::uint32_t> item = {}, node = {};
    std::vector<double> comparisons = {};  // of the item in it, by weight
  };
  std::vector<Segment> segments;  // in the order of the values' names
  double span = 0;                // of time, in years or whatever the input has: links are in units of it

  // The scores of items over time, where they drift: item by item, each in the order of time.
  struct Moment {
    std::uint32_t item, node, slot;
    double time;  // in the unit of the input
  };
  std::vector<Moment> moments() const;

 private:
  struct Slot {
    std::uint32_t slot, node;
    double answers = 0;  // by weight
  };
  void mark(std::uint32_t item, std::uint32_t slot, double answers);

  std::uint32_t items_, nodes_;
  bool is_chain_ = false;                   // the last slot of an item is what counts; otherwise its node of its own
  double first_ = 0, slice_ = 0, end_ = 0;  // times: of the first slot, from slot to slot, and what the ranking is of
  std::vector<std::uint32_t> slot_of_;      // by comparison
  std::vector<std::vector<Slot>> slots_;    // by item, sorted
  std::vector<NodeLink> links_;
};

}  // namespace pdrank
