// Texts full of what makes reading hard.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace pdrank::test {

class Nasty {
 public:
  explicit Nasty(unsigned seed) : random_(seed) {}

  std::string csv() {
    static const std::vector<std::string> headers = {"winner,loser",      "winner,loser,annotator,weight",
                                                     "left,right,winner", "weight,left,right,winner,tie",
                                                     "annotator,ranking", "tie,loser,winner"};
    const std::string header = pick(headers);
    std::string text = chance(4) ? "\xef\xbb\xbf" : "";
    text += (chance(4) ? "\n \r\n" : "") + header + line_break();
    const bool well_behaved = chance(2);
    for (std::size_t rows = below(40); rows > 0; --rows) {
      if (chance(10)) text += chance(2) ? "\n" : " \t\r\n";
      std::string row;
      const bool pair = header.find("left") != std::string::npos;
      for (std::string column : columns(header)) {
        if (pair && column == "winner") column = "verdict";
        row += (column == columns(header)[0] ? "" : ",") + field(column, well_behaved);
      }
      if (!well_behaved && chance(20)) row += chance(2) ? ",more" : std::string(1, chance(2) ? '\0' : '\xff');
      text += row + (rows == 1 && chance(2) ? "" : line_break());
    }
    if (chance(15)) text += "a,\"open" + line_break() + "b,c\n";
    return text;
  }

  std::string json() {
    std::string text = "{\"winner\":\"a\",\"loser\":\"b\"}\n";
    for (std::size_t rows = below(60); rows > 0; --rows) {
      if (chance(15)) {
        text += chance(2) ? "[]\n" : "\n";
        continue;
      }
      nlohmann::ordered_json row;
      for (const std::string key : {"winner", "loser"})
        if (!chance(30)) row[key] = pick(names());
      if (chance(30)) row["judge"] = "J";
      if (chance(40)) row["worker"] = pick(names());
      if (chance(30)) row[chance(2) ? "count" : "weight"] = chance(5) ? -1 : 2;
      if (chance(30)) row[chance(2) ? "draw" : "tie"] = chance(2);
      if (chance(10)) row[fmt::format("x{}", below(5))] = {1, "{"};
      text += (row.is_null() ? "{}" : row.dump(-1, ' ', chance(2))) + line_break();
    }
    return text;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

 private:
  std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }
  std::string line_break() { return chance(3) ? "\r\n" : "\n"; }

  static const std::vector<std::string>& names() {
    static const std::vector<std::string> all = {
        "a", "b",        "c",   "dd", "\u00e9\u4e2d", "x y", "two\nlines", "q\"q\"", "a name that is rather long",
        ",", "cr\r\nlf", "\n\n"};
    return all;
  }

  static std::vector<std::string> columns(const std::string& header) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at <= header.size(); at += all.back().size() + 1)
      all.push_back(header.substr(at, header.find(',', at) - at));
    return all;
  }

  std::string quoted(const std::string& value) {
    std::string text = chance(5) ? " \"" : "\"";
    for (const char c : value) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + (chance(5) ? "\" " : "\"");
  }

  std::string field(const std::string& column, bool well_behaved) {
    if (!well_behaved && chance(40)) return chance(2) ? "\"a\"b" : "";
    if (column == "weight") return well_behaved || !chance(20) ? pick({"1", "2", "0.5"}) : "-3";
    if (column == "tie") return pick({"0", "1", ""});
    if (column == "ranking")
      return well_behaved || !chance(10) ? pick({"a>b", "b=c > a", "x y>dd=a"}) : pick({"a", "a>>b", "b>b"});
    if (column == "verdict") return well_behaved || !chance(20) ? pick({"left", "right", "tie"}) : "who";
    const std::string name = pick(names());
    const bool needs_quotes = name.find_first_of(",\"\n\r") != std::string::npos;
    return needs_quotes || chance(5) ? quoted(name) : chance(9) ? name + "\"" : name;
  }

  std::mt19937 random_;
};

}  // namespace pdrank::test
