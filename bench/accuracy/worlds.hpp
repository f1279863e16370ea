// Hidden truths and the answers they give, to hold ranges, probabilities and flags against.
//
//   toggle    ranks are all that counts: the better item wins, and one answer in ten is turned round
//   others    P(i beats j) = 1 / (1 + exp(-(s_i - s_j))), the scores s being
//             uniform on [0, width], normal with deviation width, in two tight groups (-1.5 or 1.5, deviation 0.15),
//             or with heavy tails (Student's t with 2 degrees of freedom)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank::bench::accuracy {

enum class Scores { toggle, uniform, normal, groups, heavy };

// Who meets whom.
enum class Layout {
  random,      // any two items
  chain,       // neighbours in a line
  band,        // items at most 5 apart in a line
  grid,        // neighbours in rows of 10
  star,        // one item and any other
  bridge,      // items of the same half; one answer in 50 is about one pair across
  swiss,       // rounds, in each of which items with about as many wins meet
  tournament,  // all pairs in turn
};

struct World {
  std::string name;
  Scores scores = Scores::normal;
  double width = 2;  // of uniform and normal scores
  std::uint32_t items = 30;
  std::uint64_t answers = 0;  // of a Swiss tournament, whole rounds of items / 2
  Layout layout = Layout::random;
  std::uint32_t annotators = 0;   // 0: the answers name nobody
  std::uint32_t adversaries = 0;  // of the annotators: they say the opposite of what they find
  std::uint32_t judges = 0;       // if any, each ranks all items (Plackett-Luce), and there are no other answers
};

struct WorldData {
  Comparisons comparisons;
  std::vector<double> truth;            // true score by item id
  std::vector<std::uint8_t> adversary;  // by annotator id
  double honest_right = 0;              // share of the others' answers that name the better item
};

// The same world and seed give the same data.
WorldData draw(const World& world, std::uint64_t seed);

}  // namespace pdrank::bench::accuracy
