// The simplest reader there can be: the whole text at once, a character at a time, a row after the other. Knows only
// the layouts, values and mistakes that the tests make up.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdrank::test {

class SlowReader {
 public:
  explicit SlowReader(bool skip) : skip_(skip) {}

  // Everything there is to say about a reading, as everything_of() says it about the real one.
  std::string read(std::string text) {
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    try {
      if (text.starts_with('{'))
        read_json(text);
      else
        read_csv(text);
    } catch (const Fatal& fatal) {
      return "v:" + fatal.message;
    }
    if (rows_ == 0) return "v: no data rows after the header";
    if (comparisons_.empty())
      return fmt::format("v: no usable comparison (rows skipped: {}; the first: {})", rows_, first_skipped_.at(0));
    std::string all = comparisons_;
    for (const std::string& name : items_) all += "item " + name + "\n";
    for (const std::string& name : annotators_) all += "annotator " + name + "\n";
    all += fmt::format("rows {}\n", rows_);
    for (const auto& [reason, count] : skipped_) all += fmt::format("skipped {} {}\n", reason, count);
    for (const std::string& message : first_skipped_) all += message + "\n";
    return all;
  }

 private:
  struct Fatal {
    std::string message;
  };
  struct Bad {
    std::string reason, message;
    std::size_t line = 0;  // 0: the row's own
  };
  using Row = std::map<std::string, std::string>;  // by column

  static std::string way_out(const std::string& reason) {
    if (reason == "no answer") return "; skip_bad_rows leaves out rows without one";
    if (reason != "invalid UTF-8") return {};
    return "; if the file is in Windows-1252 or Latin-1, convert it with: iconv -f windows-1252 -t utf-8 FILE > "
           "FILE.csv";
  }

  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  static std::string trim(std::string text) {
    while (!text.empty() && blank(text.back())) text.pop_back();
    while (!text.empty() && blank(text.front())) text.erase(0, 1);
    return text;
  }

  static std::string shown(const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
    return "'" + text + "'";
  }

  void read_csv(const std::string& text) {
    std::vector<std::string> names;
    std::size_t at = 0, line = 1;
    while (at < text.size()) {
      const std::size_t first_line = line;
      const std::string record = take_record(text, at, line);
      if (trim(record).empty()) continue;
      if (names.empty()) {
        names = split(record, first_line);
        continue;
      }
      use(first_line, [&] {
        const std::vector<std::string> fields = split(record, first_line);
        if (fields.size() != names.size())
          throw Bad{"wrong number of fields",
                    fmt::format("wrong number of fields: {}, but the first line has {}", fields.size(), names.size())};
        Row row;
        for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = fields[k];
        return row;
      });
    }
  }

  // The record at `at` without its line break; moves on behind it.
  static std::string take_record(const std::string& text, std::size_t& at, std::size_t& line) {
    std::string record;
    bool open = false, at_start = true;
    std::size_t opened = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\n') ++line;
      if (c == '\n' && !open) break;
      record += c;
      if (c == '"' && open && at + 1 < text.size() && text[at + 1] == '"') {
        record += text[++at];
      } else if (c == '"' && (open || at_start)) {
        open = !open;
        at_start = false;
        opened = line;
      } else if (!open) {
        at_start = c == ',' || (at_start && blank(c));
      }
    }
    ++at;
    if (open) throw Fatal{fmt::format("{}: quote opened on line {} is never closed", opened, opened)};
    if (record.ends_with('\r')) record.pop_back();
    return record;
  }

  // The only wrong bytes are NUL and 0xff.
  static void check_bytes(const std::string& record, std::size_t first_line) {
    for (const char wrong : {'\0', '\xff'}) {
      std::size_t line = first_line, column = 1;
      for (const char c : record) {
        if (c == wrong && wrong == '\0') throw Bad{"NUL byte", fmt::format("NUL byte in column {}", column), line};
        if (c == wrong) throw Bad{"invalid UTF-8", fmt::format("invalid UTF-8: byte 0xff in column {}", column), line};
        if ((c & 0xc0) != 0x80) ++column;
        if (c == '\n') ++line, column = 1;
      }
    }
  }

  static std::vector<std::string> split(const std::string& record, std::size_t first_line) {
    check_bytes(record, first_line);
    std::vector<std::string> fields;
    std::size_t at = 0;
    while (true) {
      std::size_t start = at;
      while (start < record.size() && blank(record[start])) ++start;
      std::string field;
      if (start < record.size() && record[start] == '"') {
        for (at = start + 1; record[at] != '"' || (at + 1 < record.size() && record[at + 1] == '"'); ++at) {
          if (record[at] == '"') ++at;
          field += record[at];
        }
        for (++at; at < record.size() && record[at] != ','; ++at)
          if (!blank(record[at]))
            throw Bad{"bad quoting", fmt::format("text after the closing quote of field {}", fields.size() + 1)};
      } else {
        while (at < record.size() && record[at] != ',') field += record[at++];
        field = trim(field);
      }
      fields.push_back(field);
      if (at++ == record.size()) return fields;
    }
  }

  void read_json(const std::string& text) {
    std::size_t at = 0, line = 1;
    std::vector<std::string> known;
    std::map<std::string, std::string> column;  // role -> key, from the row on where there first is one
    for (; at < text.size(); ++line) {
      const std::string record = text.substr(at, text.find('\n', at) - at);
      at += record.size() + 1;
      if (trim(record).empty()) continue;
      use(line, [&] {
        if (record[0] != '{') throw Bad{"bad JSON", "bad JSON: the line is not an object"};
        const auto json = nlohmann::ordered_json::parse(record);
        Row row;
        for (const auto& [key, value] : json.items()) {
          known.push_back(key);
          row[key] = value.is_string() ? value.get<std::string>() : value.dump();
        }
        using Keys = std::vector<std::string>;
        const std::vector<std::pair<std::string, Keys>> roles = {
            {"annotator", {"worker", "judge"}}, {"weight", {"weight", "count"}}, {"tie", {"tie", "draw"}}};
        for (const auto& [role, keys] : roles)
          for (const std::string& key : keys)
            if (!column.contains(role) && std::ranges::find(known, key) != known.end()) column[role] = key;
        Row meant;
        for (const std::string key : {"winner", "loser"}) {
          if (!row.contains(key)) throw Bad{"missing key", "no value for '" + key + "'"};
          meant[key] = row[key];
        }
        for (const auto& [role, key] : column)
          if (row.contains(key)) meant[role] = row[key];
        return meant;
      });
    }
  }

  template <class GetRow>
  void use(std::size_t line, GetRow get_row) {
    try {
      ++rows_;
      add(get_row());
    } catch (const Bad& bad) {
      const std::string message = fmt::format("{}: {}", bad.line == 0 ? line : bad.line, bad.message);
      if (!skip_) throw Fatal{message + way_out(bad.reason)};
      const auto same = std::ranges::find(skipped_, bad.reason, &std::pair<std::string, int>::first);
      if (same != skipped_.end())
        ++same->second;
      else
        skipped_.emplace_back(bad.reason, 1);
      if (first_skipped_.size() < 5) first_skipped_.push_back("v:" + message);
    }
  }

  void add(Row row) {
    if (row.contains("weight") && (row["weight"].empty() || row["weight"] == "0")) return;
    if (row.contains("ranking")) return add_ranking(row);
    const bool pair = row.contains("left");
    const std::string one = row[pair ? "left" : "winner"], other = row[pair ? "right" : "loser"];
    if (one.empty() || other.empty()) throw Bad{"empty item name", "empty item name"};
    if (one == other)
      throw Bad{"winner and loser are the same item",
                (pair ? "the two items" : "winner and loser") + (" are the same item " + shown(one))};
    const std::string weight = weight_of(row);
    char sign = '>';
    if (row.contains("tie") && (row["tie"] == "1" || row["tie"] == "true")) sign = '=';
    if (pair && sign != '=') sign = sign_of(row["winner"]);
    intern(items_, one);
    intern(items_, other);
    write(row, sign == '<' ? other : one, sign == '=' ? '=' : '>', sign == '<' ? one : other, weight);
  }

  static char sign_of(const std::string& verdict) {
    if (verdict == "left") return '>';
    if (verdict == "right") return '<';
    if (verdict == "tie") return '=';
    if (verdict.empty()) throw Bad{"no answer", "no answer (expected left, right, tie or one of the two items)"};
    throw Bad{"unknown winner label",
              "unknown winner label '" + verdict + "' (expected left, right, tie or one of the two items)"};
  }

  void add_ranking(Row row) {
    std::vector<std::pair<std::string, int>> places;
    std::string item;
    int place = 0;
    for (const char c : row["ranking"] + ">") {
      if (c != '>' && c != '=') {
        item += c;
        continue;
      }
      if (trim(item).empty()) throw Bad{"bad ranking", "bad ranking: empty place in " + shown(row["ranking"])};
      places.emplace_back(trim(item), place);
      item.clear();
      if (c == '>') ++place;
    }
    if (places.size() < 2) throw Bad{"bad ranking", "bad ranking: only one item " + shown(row["ranking"])};
    for (std::size_t k = 0; k < places.size(); ++k)
      for (std::size_t j = 0; j < k; ++j)
        if (places[k].first == places[j].first)
          throw Bad{"bad ranking", "bad ranking: item " + shown(places[k].first) + " is named twice"};
    const std::string weight = weight_of(row);
    for (const auto& [name, unused] : places) intern(items_, name);
    for (std::size_t j = 0; j < places.size(); ++j)
      for (std::size_t k = j + 1; k < places.size(); ++k)
        write(row, places[j].first, places[j].second == places[k].second ? '=' : '>', places[k].first, weight);
  }

  static std::string weight_of(Row& row) {
    if (!row.contains("weight") || row["weight"] == "1") return "";
    if (row["weight"] == "2" || row["weight"] == "0.5") return "*" + row["weight"];
    throw Bad{"bad weight", fmt::format("bad weight '{}' (expected 0, or a number from 1e-9 to 1e9)", row["weight"])};
  }

  void write(Row& row, const std::string& winner, char sign, const std::string& loser, const std::string& weight) {
    const std::string annotator = row["annotator"];
    if (!annotator.empty()) intern(annotators_, annotator);
    comparisons_ +=
        fmt::format("{} {}{}{}{}{}\n", rows_, winner, sign, loser, annotator.empty() ? "" : "@" + annotator, weight);
  }

  static void intern(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }

  bool skip_;
  std::size_t rows_ = 0;
  std::string comparisons_;
  std::vector<std::string> items_, annotators_, first_skipped_;
  std::vector<std::pair<std::string, int>> skipped_;
};

}  // namespace pdrank::test
