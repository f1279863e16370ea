// Where a run stands after every round, on disk: each process keeps its share in a file of its own, and only when all
// have done so does the folder say that the round is there. A run that was ended goes on from the last such round, and
// comes to the same bytes.
#pragma once

#include <memory>
#include <string>

#include "pdrank/core/options.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/methods/in_team.hpp"

namespace pdrank::distributed {

class Checkpoint : public PartJournal {
 public:
  // The result is written: it is not needed any more.
  virtual void remove() = 0;
};

// In `folder`, which is made. With `resume` it must have a run of the same data, options, version and number of
// processes in it; without, what it has is replaced. InputError if it cannot be used, for all processes alike.
std::unique_ptr<Checkpoint> open_checkpoint(const Team& team, const std::string& folder, bool resume,
                                            const SharedGraph& shared, const RankOptions& options);

}  // namespace pdrank::distributed
