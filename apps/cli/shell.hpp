// Commands as a shell reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdrank::cli {

// In quotes where the shell would not take it for one plain word.
std::string shell_word(std::string_view text);

// The command that was typed, to be typed again: the program by its bare name, and without --threads, which does not
// change what comes out.
std::string command_line(const std::vector<std::string>& words);

}  // namespace pdrank::cli
