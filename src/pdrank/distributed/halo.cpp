#include "pdrank/distributed/halo.hpp"

#include <algorithm>

#include "pdrank/distributed/petsc_call.hpp"

namespace pdrank::distributed {

Halo::Halo(const Team& team, std::size_t own, std::span<const Home> copies)
    : team_(team), own_(own), copies_(copies.size()) {
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair_);
  MPI_Type_commit(&pair_);
  std::vector<PetscSFNode> remote;
  remote.reserve(copies.size());
  for (const Home& home : copies)
    remote.push_back({static_cast<PetscInt>(home.rank), static_cast<PetscInt>(home.index)});
  petsc(PetscSFCreate(team.comm(), &forest_));
  petsc(PetscSFSetFromOptions(forest_));
  petsc(PetscSFSetGraph(forest_, static_cast<PetscInt>(own), static_cast<PetscInt>(copies.size()), nullptr,
                        PETSC_OWN_POINTER, remote.data(), PETSC_COPY_VALUES));
  petsc(PetscSFSetUp(forest_));
}

Halo::~Halo() {
  PetscSFDestroy(&forest_);
  MPI_Type_free(&pair_);
}

void Halo::refresh(std::span<double> values, std::size_t width) const {
  const MPI_Datatype type = width == 1 ? MPI_DOUBLE : pair_;
  double* leaves = values.data() + own_ * width;
  petsc(PetscSFBcastBegin(forest_, type, values.data(), leaves, MPI_REPLACE));
  petsc(PetscSFBcastEnd(forest_, type, values.data(), leaves, MPI_REPLACE));
  team_.count_sent(copies_ * width * sizeof(double));  // what is received; over all processes as much is sent
}

void Halo::collect(std::span<double> values, std::size_t width) const {
  const MPI_Datatype type = width == 1 ? MPI_DOUBLE : pair_;
  double* leaves = values.data() + own_ * width;
  petsc(PetscSFReduceBegin(forest_, type, leaves, values.data(), MPI_SUM));
  petsc(PetscSFReduceEnd(forest_, type, leaves, values.data(), MPI_SUM));
  std::fill(leaves, leaves + copies_ * width, 0.0);
  team_.count_sent(copies_ * width * sizeof(double));
}

void Halo::take_largest(std::span<double> values) const {
  double* leaves = values.data() + own_;
  petsc(PetscSFReduceBegin(forest_, MPI_DOUBLE, leaves, values.data(), MPI_MAX));
  petsc(PetscSFReduceEnd(forest_, MPI_DOUBLE, leaves, values.data(), MPI_MAX));
  team_.count_sent(copies_ * sizeof(double));
  refresh(values);
}

}  // namespace pdrank::distributed
