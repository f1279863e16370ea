#include "reproduce/page.hpp"

#include <fmt/format.h>

#include <string_view>

#include "pdrank/core/option_name.hpp"
#include "reproduce/files.hpp"

namespace pdrank::reproduce {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --text: #1b1b1b; --back: #fdfdfd; --card: #f1f3f5; --line: #c9ced3; --link: #0a58a8;
        --good: #00694c; --part: #7a5200; --bad: #a33c00; --none: #55595d; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e8e8; --back: #16181a; --card: #222529; --line: #43484d; --link: #7fc0ff;
          --good: #5fd3ac; --part: #f0b840; --bad: #ff9a66; --none: #a5abb1; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 68rem; background: var(--back); color: var(--text);
       font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin: 0; }
a { color: var(--link); }
section { border-top: 1px solid var(--line); padding: 1.2rem 0; }
figure { margin: 1rem 0; padding: .5rem; background: #fff; border: 1px solid var(--line); border-radius: 6px;
         overflow-x: auto; }
figure img { display: block; width: 100%; height: auto; margin: 0 auto; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem .8rem .25rem 0; vertical-align: top;
        border-bottom: 1px solid var(--line); }
.verdict { font-weight: 700; white-space: nowrap; }
.holds { color: var(--good); } .in-part { color: var(--part); } .does-not-hold { color: var(--bad); }
.not-measured { color: var(--none); }
.claim { background: var(--card); border-left: 4px solid var(--line); margin: .6rem 0; padding: .5rem .8rem; }
.small { font-size: .875rem; }
@media (max-width: 42rem) {
  table, tbody, tr, th, td { display: block; border: 0; padding: 0; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  tr.titles { display: none; } }
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}

// RFC 4648.
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned three = 0;
    for (std::size_t byte = 0; byte < 3; ++byte)
      three = three << 8 | (k + byte < bytes.size() ? static_cast<unsigned char>(bytes[k + byte]) : 0u);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += k + digit <= bytes.size() ? kDigits[three >> (18 - 6 * digit) & 63u] : '=';
  }
  return text;
}

std::string state_html(ClaimState state) {
  const std::string_view kind = state == ClaimState::holds           ? "holds"
                                : state == ClaimState::in_part       ? "in-part"
                                : state == ClaimState::does_not_hold ? "does-not-hold"
                                                                     : "not-measured";
  return fmt::format("<span class=\"verdict {}\">{}</span>", kind, name_of(state));
}

std::string overview(const Reproduction& all) {
  std::string rows;
  for (const Reproduced& one : all.figures)
    rows +=
        fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td>{3}</td></tr>\n", one.figure->id,
                    escaped(one.figure->in_short), state_html(one.result.state), escaped(plain(one.result.brief)));
  return "<table><tr class=\"titles\"><th>figure</th><th>claim</th><th>verdict</th><th>main numbers</th></tr>\n" +
         rows + "</table>\n";
}

std::string pictures(const FigureResult& result, const std::string& folder, std::string_view title) {
  std::string html;
  for (const Chart& chart : result.charts)
    if (const std::string svg = contents(path_in(folder, chart.file + ".svg")); !svg.empty())
      html += fmt::format(
          "<figure><img alt=\"{}: {}\" style=\"max-width:{:.0f}px;min-width:min({:.0f}px,40rem)\" "
          "src=\"data:image/svg+xml;base64,{}\"></figure>\n",
          escaped(title), escaped(chart.title), 1.15 * width_of(chart), 0.9 * width_of(chart), base64(svg));
  return html;
}

std::string files(const FigureResult& result, const std::string& folder) {
  std::string html;
  const auto link = [&](const std::string& name) {
    html += fmt::format("{}<a href=\"{}\">{}</a>", html.empty() ? "" : ", ", escaped(name), escaped(name));
  };
  for (const NumbersFile& table : result.tables) link(table.file);
  for (const Chart& chart : result.charts)
    for (const char* ending : {".svg", ".png", ".gp"})
      if (is_there(path_in(folder, chart.file + ending))) link(chart.file + ending);
  return html.empty() ? "" : "<p class=\"small\">Files: " + html + "</p>\n";
}

std::string findings(const FigureResult& result) {
  if (result.findings.empty()) return "";
  std::string rows;
  for (const Finding& finding : result.findings)
    rows += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(finding.what), escaped(finding.value));
  return "<table>" + rows + "</table>\n";
}

std::string paragraphs(const std::vector<std::string>& notes) {
  std::string html;
  for (const std::string& note : notes) html += fmt::format("<p>{}</p>\n", escaped(plain(note)));
  return html;
}

std::string section(const Reproduced& one, const std::string& folder) {
  const Figure& figure = *one.figure;
  return fmt::format(
      "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"small\">{}</p>\n<p class=\"claim\">The paper: {}</p>\n"
      "<p>{}: {}</p>\n{}{}{}<p class=\"small\">Rule: {}</p>\n{}</section>\n",
      figure.id, escaped(figure.title), escaped(figure.place), escaped(figure.claim), state_html(one.result.state),
      escaped(plain(one.result.brief)), pictures(one.result, folder, figure.title), findings(one.result),
      paragraphs(one.result.notes), escaped(figure.rule), files(one.result, folder));
}

std::string trials_text(const ReproduceOptions& options) {
  return options.trials ? fmt::format("{} trials where the paper has 50", *options.trials)
                        : std::string("as many trials as the paper");
}

}  // namespace

std::string page(const Reproduction& all, const ReproduceOptions& options) {
  std::string body = fmt::format(
      "<h1>The figures of the PD-Rank paper, made again</h1>\n<p>F. Valdeira and C. Soares, \"Rank Aggregation with "
      "Confidence for Large Scale Comparison Data\". Seed {}, {}. A verdict is that of the stated rule on PD-Rank with "
      "the paper's settings; the other two settings are judged beside it.</p>\n",
      options.seed, trials_text(options));
  body += paragraphs(all.notes) + overview(all);
  for (const Reproduced& one : all.figures) body += section(one, options.output);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>PD-Rank: the paper's "
      "figures</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      kStyle, body);
}

}  // namespace pdrank::reproduce
