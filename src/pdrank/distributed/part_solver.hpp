// What one connected part goes through, whether all processes share it or one has it whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/linalg/sharing.hpp"
#include "pdrank/solve/choose_gamma.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank::distributed {

// The methods that are solved together.
std::span<const std::string_view> shared_methods();

// Where a part of PD-Rank stands, gamma included, for another run to go on from.
class PartJournal : public RoundsJournal {
 public:
  virtual std::optional<GammaChoice> choice() = 0;
  virtual void keep_choice(const GammaChoice& choice) = 0;
};

struct PartOutput {
  std::vector<double> scores;  // by node
  Convergence convergence;
  std::optional<GammaChoice> choice;  // PD-Rank's, if it was to choose
  double gradient = 0, rest = 0;      // HodgeRank's (methods/hodgerank.hpp)
};

// `options` have all their values. `keys` are by node (key_of its name). The observer and the journal may be null.
PartOutput solve_part(const ComparisonGraph& graph, const RankOptions& options, std::span<const std::uint64_t> keys,
                      const Sharing& sharing, PartJournal* journal, Observer* observer);

}  // namespace pdrank::distributed
