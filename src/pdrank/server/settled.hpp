// How settled a ranking is, and whether it is time to stop: what the engine says of it, in a few figures and sentences.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pdrank/core/result.hpp"

namespace pdrank::server {

// An order is settled where it has this probability.
inline constexpr double kSettled = 0.9;

// null where the ranking has no probabilities.
nlohmann::ordered_json settled_json(const RankResult& result);

}  // namespace pdrank::server
