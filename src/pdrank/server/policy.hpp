// What the browser is told a page may do (Content-Security-Policy).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdrank::server {

// Of the voting page: scripts of its own alone, and, because a page shown inside it is bound by this too, the report's.
const std::string& page_policy();

// Of the report, which is one file with everything in it: no network at all, and nothing of the page around it.
const std::string& report_policy();

// "'sha256-..'" for each script in the text of a page, but for data.
std::vector<std::string> script_hashes(std::string_view html);

}  // namespace pdrank::server
