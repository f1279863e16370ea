// One HTML file that shows a result: no network, no other files. The page of web/src/report reads what report_json
// writes into it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// Where the result comes from, as its reader is to see it. Texts that are empty are left out of the page.
struct ReportSource {
  std::string title = {};               // of the data: a file's name, a project's
  std::string command = {};             // that makes the page again
  std::vector<std::string> files = {};  // read for it, as the caller named them
  std::string version = {};             // of the program
};

// The page of web/src/report as it was built; empty in a program that was built without Node.js.
std::string_view report_template();

// InvalidArgument, field "report", in a program without the page.
void check_report_template();

// `data` are what the result was made from; InvalidArgument if their number does not agree. The page is the same, byte
// for byte, for the same result and source: it has no times in it.
void write_report(const RankResult& result, const Comparisons& data, const ReportSource& source, Sink& sink);

}  // namespace pdrank
