#include "pdrank/distributed/team_sharing.hpp"

#include "pdrank/distributed/krylov.hpp"

namespace pdrank::distributed {

TeamSharing::TeamSharing(const Team& team, const SharedGraph& shared, bool has_cycle)
    : team_(team),
      shared_(shared),
      halo_(team, shared.own, shared.copies),
      total_(team.sum(std::uint64_t{shared.own})),
      has_cycle_(has_cycle) {}

std::vector<std::byte> TeamSharing::everyones(std::vector<std::byte> here) const {
  return team_.gather(std::span<const std::byte>(here)).values;
}

std::unique_ptr<LinearSolver> TeamSharing::make_linear_solver(std::size_t nodes) const {
  return make_krylov_solver(*this, nodes);
}

}  // namespace pdrank::distributed
