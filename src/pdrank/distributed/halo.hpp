// Copies of other processes' nodes, kept up to date by PETSc's star forest.
#pragma once

#include <petscsf.h>

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// Where a copied node is at home.
struct Home {
  std::uint32_t rank, index;  // index among that process's own nodes
};

// Arrays are by node: own ones first, then the copies, in the order of `copies`; `width` numbers each.
class Halo {
 public:
  Halo(const Team& team, std::size_t own, std::span<const Home> copies);
  ~Halo();
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  std::size_t own() const { return own_; }

  // Copies become what the owner has.
  void refresh(std::span<double> values, std::size_t width = 1) const;
  // Owners add what the copies have; the copies become zero.
  void collect(std::span<double> values, std::size_t width = 1) const;
  // Owners take the largest of what they and the copies have, and the copies become that.
  void take_largest(std::span<double> values) const;

 private:
  const Team& team_;
  std::size_t own_, copies_;
  PetscSF forest_ = nullptr;
  MPI_Datatype pair_;
};

}  // namespace pdrank::distributed
