// The processes of a team as loops see them that share their work (core/work_sharing): each process has all of the
// data.
#pragma once

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

class TeamWork final : public WorkSharing {
 public:
  explicit TeamWork(const Team& team) : team_(team) {}

  std::size_t processes() const override { return team_.size(); }
  std::size_t number() const override { return team_.rank(); }
  void hand_round(std::span<std::byte> bytes, std::span<const std::size_t> border) const override {
    team_.complete(bytes, border);
  }

 private:
  const Team& team_;
};

// Whether all processes get the same bits from the same arithmetic. Processors of different kinds may not, by other
// instructions: their processes would take different steps, and wait for each other at different places.
bool rounds_alike(const Team& team);

}  // namespace pdrank::distributed
