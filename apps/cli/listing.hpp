// Lists of what there is, such as methods and strategies: a name, a sentence, and facts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdrank::cli {

struct ListEntry {
  std::string_view name, summary;
  std::vector<std::pair<std::string_view, std::string>> facts;  // those without a text are left out
};

// Lines of at most `width` columns, a blank one behind each entry.
std::string list_text(const std::vector<ListEntry>& entries, std::size_t width);

// A section an entry.
std::string list_markdown(const std::vector<ListEntry>& entries);

}  // namespace pdrank::cli
