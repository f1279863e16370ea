// The answers as the model sees them: pair by pair, and within a pair source by source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pdrank/posterior/circumstances.hpp"

namespace pdrank {

// What one source says about a pair, counted.
struct AnswerRow {
  std::uint32_t first, second;  // nodes, first < second
  std::uint32_t source;
  float won, lost, tied;  // answers for `first`, for `second`, for neither
  std::uint32_t circumstance = 0;
};

struct Answers {
  std::uint32_t nodes = 0, sources = 1;
  std::uint32_t named = 1;  // sources from here on are many people together, of whom nothing is learned
  std::vector<std::uint32_t> first, second;  // by pair; sorted by first, then second
  std::vector<std::uint32_t> begin;          // pair p has the rows begin[p] .. begin[p + 1] - 1, sorted by source
  std::vector<std::uint32_t> source;         // by row
  std::vector<float> won, lost;              // by row: answers for `first`, for `second`; a tie that has a law: `won`
  std::vector<std::uint32_t> circumstance;   // by row; empty: nothing is known of any
  std::vector<float> tied;                   // by pair; empty: no ties
  // Scores that belong together, such as one item's at two times: the difference of the two nodes of a pair is normal
  // around 0, its variance the model's times this. 0: the pair has answers instead. Empty: all have.
  std::vector<float> link;                             // by pair
  std::uint32_t rooted = ~std::uint32_t{0};            // nodes from here on have no law before any answer but by links
  std::shared_ptr<const Circumstances> circumstances;  // null: nothing is known of any
  std::vector<bool> judges;  // sources who gave whole rankings: their rows are no separate answers; or empty

  std::size_t pairs() const { return first.size(); }
  std::size_t rows() const { return source.size(); }
  std::uint32_t circumstance_of(std::size_t row) const { return circumstance.empty() ? 0 : circumstance[row]; }
  // Whether a row says that one item is better than the other.
  bool is_strict(std::size_t row) const {
    return circumstance.empty() || circumstances->strength[circumstance[row]] != kTie;
  }
  bool is_link(std::size_t pair) const { return !link.empty() && link[pair] > 0; }
  std::size_t rooted_nodes() const { return std::min(nodes, rooted); }
  double tied_of(std::size_t pair) const { return tied.empty() ? 0 : static_cast<double>(tied[pair]); }
};

// The pairs of every node: those in which it is first, which lie side by side, and those in which it is second.
struct PairsOfNodes {
  std::vector<std::uint32_t> first_begin, second_begin;  // by node; one more at the end
  std::vector<std::uint32_t> second_pair;

  explicit PairsOfNodes(const Answers& answers);

  // body(pair, second) for the pairs of a node.
  template <class Body>
  void each(std::size_t node, Body&& body) const {
    for (std::size_t pair = first_begin[node]; pair < first_begin[node + 1]; ++pair) body(pair, false);
    for (std::size_t k = second_begin[node]; k < second_begin[node + 1]; ++k) body(std::size_t{second_pair[k]}, true);
  }
};

// Rows that say something about the same pair by the same source in the same circumstances are added up. `rows` may
// have any order. Null: no row has circumstances.
Answers make_answers(std::vector<AnswerRow> rows, std::uint32_t nodes, std::uint32_t sources,
                     std::shared_ptr<const Circumstances> circumstances = nullptr);

// So many clusters have answers; 0: answers are independent.
double count_clusters(const Answers& answers);

// Two nodes that are linked.
struct NodeLink {
  std::uint32_t first, second;  // first < second; no answer is about the two
  float length;
};

// The same, with links. `rooted` as Answers has it.
Answers make_linked_answers(std::vector<AnswerRow> rows, std::span<const NodeLink> links, std::uint32_t nodes,
                            std::uint32_t rooted, std::uint32_t sources,
                            std::shared_ptr<const Circumstances> circumstances);

// The same with the rows of sources of one class added up; `source` is then the class.
Answers by_class(const Answers& answers, std::span<const std::uint32_t> class_of_source, std::uint32_t classes);

}  // namespace pdrank
