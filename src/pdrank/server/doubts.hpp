// What an admin should look at, and whom it is about. Nobody is accused without evidence: each doubt says what was
// seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/enum_names.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

class LiveProject;

enum class DoubtKind {
  address,  // many voters came from one address
  burst,    // many came at once
  alike,    // some answer as one
  gold,     // some miss gold pairs
  sides,    // one side is chosen too often; about nobody in particular
};
constexpr auto enum_names(DoubtKind) {
  return NameList<DoubtKind, 5>{{{DoubtKind::address, "address"},
                                 {DoubtKind::burst, "burst"},
                                 {DoubtKind::alike, "alike"},
                                 {DoubtKind::gold, "gold"},
                                 {DoubtKind::sides, "sides"}}};
}

struct Doubt {
  DoubtKind kind = DoubtKind::sides;
  std::string text;                   // a sentence, without its full stop
  std::vector<storage::Id> voters{};  // in their order

  bool operator==(const Doubt&) const = default;
};

// "Ann, Bob and 8 more"
std::string names_in_words(const std::vector<storage::Voter>& voters);
std::vector<storage::Id> ids_of(const std::vector<storage::Voter>& voters);

// All there are; voters who are excluded are left out.
std::vector<Doubt> doubts_about(const LiveProject& live);

}  // namespace pdrank::server
