// Who holds what of a graph. Several processes may share one: each holds some of the edges, and of the nodes at their
// ends its own first and behind them copies of others'. Each node is some process's own. What is said about the whole
// graph is then a sum over the processes, and all of them must ask for it together.
//
// As it stands, the class is for a process that is alone: all nodes are its own, and its sums are complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pdrank/data/graph.hpp"
#include "pdrank/linalg/linear_solver.hpp"

namespace pdrank {

class Sharing {
 public:
  virtual ~Sharing() = default;

  virtual bool is_shared() const { return false; }
  // Of the nodes here, those that are own: the first so many.
  virtual std::size_t own(std::size_t nodes) const { return nodes; }
  // The nodes of the whole graph.
  virtual std::uint64_t total(std::size_t nodes) const { return nodes; }
  // A node's number in the whole graph.
  virtual std::uint32_t number(std::uint32_t node) const { return node; }
  // Whether some answers of the whole graph contradict others.
  virtual bool has_cycle(const ComparisonGraph& graph) const;

  // Each number becomes the sum of what the processes have.
  virtual void add_up(std::span<double>) const {}
  virtual double largest(double here) const { return here; }
  // One behind the other, in the order of the processes. For a few thousand of them.
  virtual std::vector<std::byte> everyones(std::vector<std::byte> here) const { return here; }

  // Values by node, `width` of them each: copies become what the owner has.
  virtual void refresh(std::span<double>, std::size_t /*width*/ = 1) const {}
  // What copies have is added to what the owner has; copies become zero.
  virtual void collect(std::span<double>, std::size_t /*width*/ = 1) const {}

  // For the Laplacian of the whole graph, of which each process holds its edges; vectors are by node, and of x only the
  // own nodes are set.
  virtual std::unique_ptr<LinearSolver> make_linear_solver(std::size_t nodes) const;
};

const Sharing& unshared();

// Sums over all processes, each node counting once.
double sum(const Sharing& sharing, double here);
double dot(const Sharing& sharing, std::span<const double> a, std::span<const double> b);
void centre(const Sharing& sharing, std::span<double> values);

}  // namespace pdrank
