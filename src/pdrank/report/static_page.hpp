// What a reader sees where no script runs: the verdict and the first places, as HTML.
#pragma once

#include <string>
#include <string_view>

#include "pdrank/report/report_page.hpp"

namespace pdrank {

// Text that HTML shows as it is, inside of elements and quoted attributes. Bytes that are not UTF-8, and control
// characters, become U+FFFD.
std::string html_text(std::string_view text);

void write_static_page(const RankResult& result, const ReportSource& source, Sink& sink);

}  // namespace pdrank
