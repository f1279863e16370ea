#include "pdrank/data/name_key.hpp"

#include <algorithm>
#ifdef PDRANK_UTF8PROC
#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#endif

namespace pdrank {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string with_single_blanks(std::string_view text) {
  std::string key;
  key.reserve(text.size());
  for (const char c : text) {
    if (!is_blank(c))
      key += c;
    else if (!key.empty() && key.back() != ' ')
      key += ' ';
  }
  if (!key.empty() && key.back() == ' ') key.pop_back();
  return key;
}

std::string ascii_key(std::string_view name, const NameKey& rule) {
  std::string key = rule.folds_blanks ? with_single_blanks(name) : std::string(name);
  if (rule.folds_case) std::ranges::transform(key, key.begin(), lower);
  return key;
}

#ifdef PDRANK_UTF8PROC

// Blanks of all kinds, the no-break ones among them, as ' '.
std::string with_plain_blanks(std::string_view text) {
  std::string plain;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t character = 0;
    const auto length = static_cast<std::size_t>(
        utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(text.size() - at), &character));
    const utf8proc_category_t category = utf8proc_category(character);
    if (category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP)
      plain += ' ';
    else
      plain += text.substr(at, length);
    at += length;
  }
  return plain;
}

std::string wide_key(std::string_view name, const NameKey& rule) {
  int options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
  if (rule.folds_case) options |= UTF8PROC_CASEFOLD;
  if (rule.folds_blanks) options |= UTF8PROC_IGNORE;
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()), static_cast<utf8proc_ssize_t>(name.size()),
                   &mapped, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (length < 0) return ascii_key(name, rule);
  const std::string_view text(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
  return rule.folds_blanks ? with_single_blanks(with_plain_blanks(text)) : std::string(text);
}

#else

std::string wide_key(std::string_view name, const NameKey& rule) { return ascii_key(name, rule); }

#endif

}  // namespace

std::string name_key(std::string_view name, const NameKey& rule) {
  return is_ascii(name) ? ascii_key(name, rule) : wide_key(name, rule);
}

}  // namespace pdrank
