// What the files of a checkpoint say, as text and bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/solve/choose_gamma.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank::distributed {

// Of all processes.
struct CheckpointState {
  std::string fingerprint = {};  // of the run
  std::optional<GammaChoice> choice = {};
  std::vector<RoundRecord> trace = {};
  bool exactly = false;

  // The last that is there; 0: none.
  int round() const { return trace.empty() ? 0 : trace.back().round; }
};

std::string to_text(const CheckpointState& state);
// Throws InputError, with the path, if it is none, or damaged.
CheckpointState parse_checkpoint_state(std::string_view text, const std::string& path);

// The share of one process.
struct CheckpointShare {
  EdgeTraffic traffic = {};
  std::vector<double> scores = {};
};

std::string to_bytes(const CheckpointShare& share);
// The same, if it is not of so many scores.
CheckpointShare parse_checkpoint_share(std::string_view bytes, std::size_t scores, const std::string& path);

}  // namespace pdrank::distributed
