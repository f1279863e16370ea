// Voters who came by an open link in a way that one person could have made: many from one address, or all at once.
#pragma once

#include <vector>

#include "pdrank/server/doubts.hpp"

namespace pdrank::server {

// Those who are excluded are left out.
std::vector<Doubt> doubts_about_arrivals(std::vector<storage::Voter> voters);

}  // namespace pdrank::server
