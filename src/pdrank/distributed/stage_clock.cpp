#include "pdrank/distributed/stage_clock.hpp"

#include <algorithm>
#include <span>

#include "pdrank/core/platform.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/distributed/pack.hpp"

namespace pdrank::distributed {

void StageClock::end_of(std::string_view stage) {
  const double now = watch_.seconds();
  auto found = std::ranges::find(seconds_, stage, &std::pair<std::string, double>::first);
  if (found == seconds_.end()) found = seconds_.emplace(found, stage, 0.0);
  found->second += now - last_;
  last_ = now;
}

std::vector<ProcessRecord> gather_records(const Team& team, const StageClock& clock, ProcessRecord here) {
  here.rank = team.rank();
  here.peak_bytes = platform::peak_bytes();
  here.bytes_sent = team.bytes_sent();
  here.stage_seconds = clock.seconds();
  std::vector<char> bytes;
  Packer packer(bytes);
  packer.add(here);
  const Received<char> packs = team.gather(std::span<const char>(bytes));
  std::vector<ProcessRecord> records(team.size());
  for (std::size_t rank = 0; rank < team.size(); ++rank) Unpacker(packs.from(rank)).take(records[rank]);
  return records;
}

}  // namespace pdrank::distributed
