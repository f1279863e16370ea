// Triangles of compared pairs: three items, each compared with the other two.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/pairs.hpp"

namespace pdrank {

// A triangle has the edges u -> v, v -> w and u -> w of a PairGraph and is kept under the first of them: 8 bytes a
// triangle and 8 an edge.
struct Triangles {
  struct Sides {
    EdgeId second, third;  // v -> w, u -> w
  };

  std::vector<std::uint64_t> offset;  // those of edge e: offset[e] .. offset[e + 1] - 1, by w
  std::vector<Sides> sides;

  std::size_t size() const { return sides.size(); }
};

// All triangles; nothing if there are more than `limit`, or if the observer asked to stop. They are counted before they
// are stored, so a graph beyond the limit costs no memory for them.
//
// For every edge u -> v the ends of the edges out of u are compared with those of the edges out of v. No node has more
// than sqrt(2 pairs) of them, so that takes O(pairs^1.5) at most (Chiba and Nishizeki 1985).
std::optional<Triangles> find_triangles(const PairGraph& pairs, std::uint64_t limit, Observer* observer = nullptr);

}  // namespace pdrank
