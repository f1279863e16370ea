#include "pdrank/core/option_name.hpp"

#include <fmt/format.h>

namespace pdrank {
namespace {

constexpr std::string_view kBegin = "\xfe", kEnd = "\xff";

}  // namespace

std::string option_named(std::string_view name) { return fmt::format("{}{}{}", kBegin, name, kEnd); }

std::string spell_options(std::string_view sentence, std::string (*spell)(std::string_view name)) {
  std::string spelled;
  for (std::size_t begin = sentence.find(kBegin); begin != std::string_view::npos; begin = sentence.find(kBegin)) {
    const std::string_view rest = sentence.substr(begin + kBegin.size());
    const std::string_view name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
    const bool is_option = !name.empty() && rest.substr(name.size()).starts_with(kEnd);
    spelled.append(sentence.substr(0, begin)).append(is_option ? spell(name) : std::string(kBegin));
    sentence = is_option ? rest.substr(name.size() + kEnd.size()) : rest;
  }
  return spelled.append(sentence);
}

std::string plain(std::string_view sentence) {
  return spell_options(sentence, [](std::string_view name) { return std::string(name); });
}

std::vector<std::string> plain(std::vector<std::string> sentences) {
  for (std::string& sentence : sentences) sentence = plain(std::string_view(sentence));
  return sentences;
}

}  // namespace pdrank
