#include "pdrank/report/report_page.hpp"

#include "pdrank/core/errors.hpp"
#include "pdrank/report/report_json.hpp"
#include "pdrank/report/static_page.hpp"

extern "C" {
extern const char pdrank_report_index_html[];
extern const char pdrank_report_index_html_end[];
}

namespace pdrank {
namespace {

// Stand in the template where the verdict goes, and below it where the JSON goes.
constexpr std::string_view kStaticPlaceholder = "@@pdrank-static@@", kPlaceholder = "@@pdrank-report@@";

// Text inside <script> ends at "</script", whatever is around it. In JSON, these characters occur inside of strings
// alone, where they may be written as escapes.
class ScriptSink : public Sink {
 public:
  explicit ScriptSink(Sink& page) : page_(page) {}

  void write(std::string_view text) override {
    constexpr std::string_view kSpecial = "<>&";
    for (std::size_t at; (at = text.find_first_of(kSpecial)) != text.npos; text.remove_prefix(at + 1)) {
      page_.write(text.substr(0, at));
      page_.write(text[at] == '<' ? "\\u003c" : text[at] == '>' ? "\\u003e" : "\\u0026");
    }
    page_.write(text);
  }

 private:
  Sink& page_;
};

}  // namespace

std::string_view report_template() { return {pdrank_report_index_html, pdrank_report_index_html_end}; }

void check_report_template() {
  if (report_template().empty())
    throw InvalidArgument("report", "asked for",
                          "this program was built without its pages, which need Node.js when it "
                          "is built");
}

void write_report(const RankResult& result, const Comparisons& data, const ReportSource& source, Sink& sink) {
  check_report_template();
  std::string_view rest = report_template();
  const auto write_up_to = [&](std::string_view placeholder) {
    const std::size_t place = rest.find(placeholder);
    sink.write(rest.substr(0, place));
    rest.remove_prefix(place + placeholder.size());
  };
  write_up_to(kStaticPlaceholder);
  write_static_page(result, source, sink);
  write_up_to(kPlaceholder);
  ScriptSink script(sink);
  write_report_json(result, data, source, script);
  sink.write(rest);
}

}  // namespace pdrank
