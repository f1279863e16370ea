#include "pdrank/distributed/partition.hpp"

#include <petscmat.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/distributed/halo.hpp"
#include "pdrank/distributed/petsc_call.hpp"

namespace pdrank::distributed {
namespace {

struct Neighbours {
  std::vector<PetscInt> first, other;  // as PETSc has them: rows of the own items, columns ascending
};

// A pair is with one process; both owners must know of it.
Neighbours find_neighbours(const Team& team, const Ranges& ranges, const SharedGraph& shared) {
  struct Pair {
    std::uint32_t own, other;
    auto operator<=>(const Pair&) const = default;
  };
  std::vector<std::vector<Pair>> to(team.size());
  const ComparisonGraph& graph = shared.graph;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const std::uint32_t winner = graph.item[graph.winner[e]], loser = graph.item[graph.loser[e]];
    to[ranges.owner(winner)].push_back({winner, loser});
    to[ranges.owner(loser)].push_back({loser, winner});
  }
  std::vector<Pair> pairs = team.exchange(to).values;
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  if (team.any(pairs.size() > std::numeric_limits<PetscInt>::max()))
    throw InvalidArgument("partition", "'graph'",
                          "a process has more pairs than PETSc can number: take more processes");
  Neighbours neighbours;
  const std::uint32_t first = ranges.first(team.rank());
  neighbours.first.assign(ranges.size(team.rank()) + std::size_t{1}, 0);
  for (const Pair& pair : pairs) {
    ++neighbours.first[pair.own - first + std::size_t{1}];
    neighbours.other.push_back(static_cast<PetscInt>(pair.other));
  }
  std::partial_sum(neighbours.first.begin(), neighbours.first.end(), neighbours.first.begin());
  return neighbours;
}

// PETSc frees what it is given, and wants it from its own allocator.
PetscInt* given_to_petsc(const std::vector<PetscInt>& values) {
  PetscInt* copy = nullptr;
  petsc(PetscMalloc1(values.size() + 1, &copy));
  std::ranges::copy(values, copy);
  return copy;
}

std::vector<PetscInt> parts_by_petsc(const Team& team, const Ranges& ranges, const Neighbours& neighbours) {
  const auto own = static_cast<PetscInt>(ranges.size(team.rank()));
  std::vector<PetscInt> load(static_cast<std::size_t>(own));
  for (std::size_t k = 0; k < load.size(); ++k) load[k] = 1 + neighbours.first[k + 1] - neighbours.first[k];
  Mat adjacency = nullptr;
  petsc(MatCreateMPIAdj(team.comm(), own, static_cast<PetscInt>(ranges.total()), given_to_petsc(neighbours.first),
                        given_to_petsc(neighbours.other), nullptr, &adjacency));
  MatPartitioning partitioning = nullptr;
  petsc(MatPartitioningCreate(team.comm(), &partitioning));
  petsc(MatPartitioningSetAdjacency(partitioning, adjacency));
#ifdef PETSC_HAVE_PTSCOTCH
  petsc(MatPartitioningSetType(partitioning, MATPARTITIONINGPTSCOTCH));
#endif
  petsc(MatPartitioningSetVertexWeights(partitioning, given_to_petsc(load)));
  petsc(MatPartitioningSetFromOptions(partitioning));
  IS assigned = nullptr;
  petsc(MatPartitioningApply(partitioning, &assigned));
  const PetscInt* parts = nullptr;
  petsc(ISGetIndices(assigned, &parts));
  std::vector<PetscInt> found(parts, parts + own);
  petsc(ISRestoreIndices(assigned, &parts));
  petsc(ISDestroy(&assigned));
  petsc(MatPartitioningDestroy(&partitioning));
  petsc(MatDestroy(&adjacency));
  return found;
}

}  // namespace

// Within a part, items keep their order.
Partition partition_graph(const Team& team, const Ranges& ranges, const SharedGraph& shared) {
  const std::vector<PetscInt> part = parts_by_petsc(team, ranges, find_neighbours(team, ranges, shared));
  std::vector<std::uint64_t> size(team.size(), 0);
  for (const PetscInt of : part) ++size[static_cast<std::size_t>(of)];
  const Received<std::uint64_t> all = team.gather(std::span<const std::uint64_t>(size));
  std::vector<std::uint32_t> borders = {0};
  std::vector<std::uint32_t> next(team.size(), 0);  // number of this process's next item in each part
  for (std::size_t of = 0; of < team.size(); ++of) {
    std::uint32_t total = 0;
    for (std::size_t rank = 0; rank < team.size(); ++rank) {
      if (rank == team.rank()) next[of] = borders.back() + total;
      total += static_cast<std::uint32_t>(all.from(rank)[of]);
    }
    borders.push_back(borders.back() + total);
  }
  Partition partition{.ranges = Ranges(std::move(borders)), .number = {}};
  for (const PetscInt of : part) partition.number.push_back(next[static_cast<std::size_t>(of)]++);
  return partition;
}

SharedGraph moved(const Team& team, const Ranges& ranges, const SharedGraph& shared, const Partition& partition) {
  const ComparisonGraph& graph = shared.graph;
  std::vector<double> number(graph.node_count(), 0.0);
  std::ranges::copy(partition.number, number.begin());
  Halo(team, shared.own, shared.copies).refresh(number);
  EdgeId next = 0;
  SharedGraph result = share_out(team, partition.ranges, [&](std::vector<SentEdge>& edges) {
    for (; next < graph.edge_count() && edges.size() < kHandful; ++next)
      edges.push_back(sent_edge(static_cast<std::uint32_t>(number[graph.winner[next]]),
                                static_cast<std::uint32_t>(number[graph.loser[next]]), graph.count[next],
                                shared.strict[next]));
  });
  std::vector<std::vector<Numbered<std::uint32_t>>> places(team.size());
  for (std::uint32_t node = 0; node < shared.own; ++node)
    places[partition.ranges.owner(partition.number[node])].push_back(
        {partition.number[node], ranges.first(team.rank()) + node});
  result.place_in_data.resize(result.own);
  for (const auto& [of, place] : team.exchange(places).values)
    result.place_in_data[of - partition.ranges.first(team.rank())] = place;
  return result;
}

// Numbers ascend with the processes that send them, in every part.
NameRange moved(const Team& team, const NameRange& names, const Partition& partition) {
  std::vector<TextPack> packs(team.size());
  for (std::size_t k = 0; k < partition.number.size(); ++k)
    packs[partition.ranges.owner(partition.number[k])].add(names[k]);
  return names_from(team, packs);
}

}  // namespace pdrank::distributed
