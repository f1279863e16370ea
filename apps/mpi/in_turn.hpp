// A text of which every process has a stretch, written to one place.
#pragma once

#include <functional>

#include "pdrank/distributed/team.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank::cli {

// What the others produce, in their order, to the first process's sink. They send a piece at a time, so that no process
// holds all of it. `sink` is null for the others.
void append_others(const distributed::Team& team, Sink* sink, const std::function<void(Sink&)>& produce);

// What all produce: the first process's own comes first.
void write_in_turn(const distributed::Team& team, Sink* sink, const std::function<void(Sink&)>& produce);

}  // namespace pdrank::cli
