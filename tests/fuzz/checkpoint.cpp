// Checkpoints of pdrank-mpi read back, as they were written and with something changed: what is taken is written as it
// was read, and has what a run needs to go on.
#include <cmath>
#include <nlohmann/json.hpp>

#include "fuzz/target.hpp"
#include "pdrank/distributed/checkpoint_state.hpp"

namespace pdrank::fuzz {
namespace {

using namespace distributed;
using nlohmann::json;

const std::string& good_state() {
  RoundRecord first;
  first.round = 1;
  static const std::string text = to_text(
      {.fingerprint = "pdrank 1, 2 processes",
       .choice = GammaChoice{.gamma = 0.5, .rounds = 3, .log_loss = 0.6, .traffic = {4, 100}},
       .trace = {first,
                 {.round = 2, .score_change = 0.1, .weight_change = 0.2, .objective = 2, .iterations = 4, .passes = 9}},
       .exactly = true});
  return text;
}

json some_value(Choices& input) {
  switch (input.below(7)) {
    case 0:
      return nullptr;
    case 1:
      return input.below(5);
    case 2:
      return std::uint64_t{0x7ff8} << 48;  // not a number
    case 3:
      return -1;
    case 4:
      return json::array();
    case 5:
      return json::object();
    default:
      return input.text(4);
  }
}

// A value somewhere in it is another one, or is gone.
void change(json& any, Choices& input) {
  if (!any.is_structured() || any.empty() || input.once_in(6)) {
    any = some_value(input);
    return;
  }
  auto at = std::next(any.begin(), static_cast<std::ptrdiff_t>(input.below(any.size())));
  if (input.once_in(6))
    any.erase(at);
  else
    change(*at, input);
}

void try_state(const std::string& text) {
  said([&] {
    const CheckpointState state = parse_checkpoint_state(text, "state.json");
    require(state.round() == static_cast<int>(state.trace.size()), "rounds are counted");
    const std::string written = to_text(state);
    require(to_text(parse_checkpoint_state(written, "state.json")) == written, "a state is read as it is written",
            written);
    return std::string();
  });
}

void try_share(std::string_view bytes) {
  said([&] {
    const CheckpointShare share = parse_checkpoint_share(bytes, 3, "scores");
    require(share.scores.size() == 3, "there are as many scores as there should be");
    for (const double score : share.scores) require(std::isfinite(score), "a score is a number");
    require(to_bytes(share) == bytes, "a share is read as it is written");
    return std::string();
  });
}

}  // namespace

PDRANK_FUZZ(checkpoint) {
  const std::size_t kind = input.below(3);
  if (kind == 0) return try_state(std::string(input.rest()));
  if (kind == 1) return try_share(input.rest());
  json state = json::parse(good_state());
  for (std::size_t count = input.below(3); count > 0; --count) change(state, input);
  try_state(state.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace pdrank::fuzz
