// What became of the rows on their way in.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pdrank {

struct ReadReport {
  std::uint64_t rows = 0;                                      // data rows seen, skipped ones included
  std::uint64_t left_out = 0;                                  // of those, not asked for (ReadOptions::where)
  std::vector<std::pair<std::string, std::uint64_t>> skipped;  // reason -> rows, in order of first appearance
  std::vector<std::string> first_skipped;                      // the first few, as errors would have said them
  std::vector<std::string> notes;                              // what a reader should know, in sentences
};

// Adds a note that is not there already.
void add_note(ReadReport& report, const std::string& note);

// Notes rows that were skipped for a reason, and the error of one, which is kept if it is among the first.
void count_skipped(ReadReport& report, const std::string& reason, std::uint64_t rows);
void show_skipped(ReadReport& report, const std::string& error);

// "3 rows were skipped: bad weight (2), empty item name (1); the first: votes.csv:7: .." Empty if none were.
std::string skipped_sentence(const ReadReport& report);

// Adds what became of the rows behind them; a note that is there already is not repeated.
void add(ReadReport& report, const ReadReport& more);

}  // namespace pdrank
