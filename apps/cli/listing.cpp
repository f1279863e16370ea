#include "listing.hpp"

#include <fmt/format.h>

#include "result_text.hpp"

namespace pdrank::cli {

std::string list_text(const std::vector<ListEntry>& entries, std::size_t width) {
  std::string text;
  for (const ListEntry& entry : entries) {
    text += fmt::format("{}\n", entry.name);
    text += "  " + paragraph(entry.summary, width - 2);
    for (const auto& [what, fact] : entry.facts)
      if (!fact.empty()) text += "  " + paragraph(fmt::format("{:<8}{}", what, fact), width - 2, "          ");
    text += '\n';
  }
  return text;
}

std::string list_markdown(const std::vector<ListEntry>& entries) {
  std::string text;
  for (const ListEntry& entry : entries) {
    text += fmt::format("\n## {}\n\n{}\n\n", entry.name, entry.summary);
    for (const auto& [what, fact] : entry.facts)
      if (!fact.empty()) text += fmt::format("- {}: {}\n", what, fact);
  }
  return text;
}

}  // namespace pdrank::cli
