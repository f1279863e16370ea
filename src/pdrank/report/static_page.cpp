#include "pdrank/report/static_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/report/conclusion.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kStaticPlaces = 20;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// A cell of the table; numbers stand on the right.
std::string cell(std::string_view tag, std::string_view text, bool number = true) {
  return fmt::format("<{0}{1}>{2}</{0}>", tag, number ? " class=\"number\"" : "", html_text(text));
}

std::string row_of(const RankResult& result, const Place& place) {
  std::string row = "<tr>" + cell("td", grouped(place.rank)) + cell("td", place.item, false);
  if (result.has_ranges()) row += cell("td", rank_range(place));
  row += cell("td", fmt::format("{:.4g}", place.score));
  if (result.graph.components > 1) row += cell("td", grouped(place.component));
  return row + "</tr>";
}

std::string head_of(const RankResult& result) {
  std::string row = "<tr>" + cell("th", "Rank") + cell("th", "Item", false);
  if (result.has_ranges()) row += cell("th", "Range");
  row += cell("th", "Score");
  if (result.graph.components > 1) row += cell("th", "Part");
  return row + "</tr>";
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0 || byte < 0x20 || byte == 0x7f)
      safe += kReplacement;
    else if (byte == '&')
      safe += "&amp;";
    else if (byte == '<')
      safe += "&lt;";
    else if (byte == '>')
      safe += "&gt;";
    else if (byte == '"')
      safe += "&quot;";
    else if (byte == '\'')
      safe += "&#39;";
    else
      safe += text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return safe;
}

void write_static_page(const RankResult& result, const ReportSource& source, Sink& sink) {
  const Conclusion conclusion = conclude(result, check_trust(result));
  sink.write("<main class=\"static\"><section class=\"verdict\">");
  if (!source.title.empty()) sink.write("<p class=\"eyebrow\">Ranking of " + html_text(source.title) + "</p>");
  sink.write("<h1>" + html_text(plain(conclusion.headline)) + "</h1>");
  for (const std::string& sentence : conclusion.sentences)
    sink.write("<p class=\"sentence\">" + html_text(plain(sentence)) + "</p>");
  sink.write("</section><section class=\"section\"><h2>Ranking</h2><table class=\"table\"><thead>" + head_of(result) +
             "</thead><tbody>");
  const std::size_t shown = std::min(kStaticPlaces, result.ranking.size());
  for (std::size_t k = 0; k < shown; ++k) sink.write(row_of(result, result.ranking[k]));
  sink.write("</tbody></table>");
  if (shown < result.ranking.size())
    sink.write(fmt::format("<p class=\"faint\">The first {} of {} items.</p>", shown, grouped(result.ranking.size())));
  sink.write(
      "<p>With JavaScript, this page shows everything: checks, charts, all items, annotators and answers. It "
      "asks no network for anything.</p></section></main>");
}

}  // namespace pdrank
