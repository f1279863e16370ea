// How often which items meet: the shape of the comparison graph.
//
//   uniform       a pair is drawn from all pairs, with replacement (paper, "Data generation")
//   regular       all items take part equally often, random otherwise: a random regular multigraph (configuration
//                 model; Bollobas 1980)
//   star          one item, drawn at random, takes part in every comparison; the others take turns
//   power-law:A   the k-th most popular item has popularity k^-A, and which item that is, is random; the first item of
//                 a pair is drawn by popularity, the second by popularity among the others
//   tournament    all pairs once, in random order, before any pair comes again
#pragma once

#include <string>
#include <string_view>

namespace pdrank {

struct Shape {
  enum class Kind { uniform, regular, star, power_law, tournament };
  Kind kind = Kind::uniform;
  double exponent = 1;  // power_law: A, >= 0 and finite; 0 is uniform popularity. The other kinds do not use it.

  bool operator==(const Shape&) const = default;
};

// "uniform", "regular", "star", "tournament", "power-law:1.5", or "power-law" for power-law:1; InvalidArgument for
// anything else.
Shape parse_shape(std::string_view text);
// The text that parse_shape reads back.
std::string to_string(const Shape& shape);

// InvalidArgument if the exponent of a power law is out of range.
void validate(const Shape& shape);

}  // namespace pdrank
