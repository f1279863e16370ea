// A shared graph as the solvers see it (linalg/sharing.hpp): sums over the team, copies by the halo, linear equations
// by PETSc.
#pragma once

#include "pdrank/core/observer.hpp"
#include "pdrank/distributed/halo.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/linalg/sharing.hpp"

namespace pdrank::distributed {

class TeamSharing final : public Sharing {
 public:
  // Keeps references to the team and the graph. `has_cycle`: some answers contradict others.
  TeamSharing(const Team& team, const SharedGraph& shared, bool has_cycle);

  bool is_shared() const override { return true; }
  std::size_t own(std::size_t) const override { return halo_.own(); }
  std::uint64_t total(std::size_t) const override { return total_; }
  std::uint32_t number(std::uint32_t node) const override { return shared_.graph.item[node]; }
  bool has_cycle(const ComparisonGraph&) const override { return has_cycle_; }
  void add_up(std::span<double> sums) const override { team_.sum(sums); }
  double largest(double here) const override { return team_.largest(here); }
  std::vector<std::byte> everyones(std::vector<std::byte> here) const override;
  void refresh(std::span<double> values, std::size_t width = 1) const override { halo_.refresh(values, width); }
  void collect(std::span<double> values, std::size_t width = 1) const override { halo_.collect(values, width); }
  std::unique_ptr<LinearSolver> make_linear_solver(std::size_t nodes) const override;

  const Team& team() const { return team_; }
  const Halo& halo() const { return halo_; }
  const SharedGraph& shared() const { return shared_; }

 private:
  const Team& team_;
  const SharedGraph& shared_;
  Halo halo_;
  std::uint64_t total_;
  bool has_cycle_;
};

}  // namespace pdrank::distributed
