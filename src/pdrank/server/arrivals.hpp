// Voters who came by an open link in a way that one person could have made: many from one address, or all at once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdrank/storage/store.hpp"

namespace pdrank::server {

// A sentence for each; those who are excluded are left out.
std::vector<std::string> doubts_about(std::span<const storage::Voter> voters);

}  // namespace pdrank::server
