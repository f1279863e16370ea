#include "pdrank/io/recognise/time_text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

// Takes what it recognises from the front of a text; once something is missing, nothing more is.
class Front {
 public:
  explicit Front(std::string_view text) : rest_(text) {}

  bool takes(char c) {
    const bool is_there = !rest_.empty() && rest_.front() == c;
    if (is_there) rest_.remove_prefix(1);
    return is_there;
  }
  bool takes_any(std::string_view chars) {
    const bool is_there = !rest_.empty() && chars.find(rest_.front()) != std::string_view::npos;
    if (is_there) rest_.remove_prefix(1);
    return is_there;
  }
  void needs(char c) { good_ = takes(c) && good_; }

  // A number of so many digits, at most `most`.
  int number(std::size_t digits, int most) {
    const auto found = rest_.size() < digits ? std::nullopt : parse_number<unsigned>(rest_.substr(0, digits));
    good_ = good_ && found && std::cmp_less_equal(*found, most);
    if (!good_) return 0;
    rest_.remove_prefix(digits);
    return static_cast<int>(*found);
  }

  double fraction() {
    double value = 0;
    for (double unit = 0.1; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; unit /= 10) {
      value += unit * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }

  bool is_done() const { return good_ && rest_.empty(); }
  bool is_empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

double read_day(Front& front, bool& exists) {
  const int year = front.number(4, 9999);
  // With the year in front, the month is next, whatever stands between.
  const char between = front.takes('.') ? '.' : front.takes('/') ? '/' : '-';
  if (between == '-') front.needs(between);
  const int month = front.number(2, 12);
  front.needs(between);
  const int day = front.number(2, 31);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  exists = date.ok();
  return exists ? 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) : 0;
}

double read_clock(Front& front) {
  double seconds = 3600.0 * front.number(2, 23);
  front.needs(':');
  seconds += 60.0 * front.number(2, 59);
  if (front.takes(':')) {
    seconds += front.number(2, 60);
    if (front.takes_any(".,")) seconds += front.fraction();
  }
  return seconds;
}

// Seconds that the clock is ahead of UTC.
double read_zone(Front& front) {
  if (front.is_empty() || front.takes_any("Zz")) return 0;
  const bool behind = front.takes('-');
  if (!behind) front.needs('+');
  double seconds = 3600.0 * front.number(2, 23);
  if (front.takes(':') || !front.is_empty()) seconds += 60.0 * front.number(2, 59);
  return behind ? -seconds : seconds;
}

}  // namespace

std::optional<double> parse_time(std::string_view text) {
  // 20240501
  if (text.size() == 8 && text >= "15000101" && text <= "29991231" &&
      text.find_first_not_of("0123456789") == text.npos) {
    const std::string day = fmt::format("{}-{}-{}", text.substr(0, 4), text.substr(4, 2), text.substr(6));
    if (const std::optional<double> time = parse_time(day)) return time;
  }
  // 1.5.2024, 01.05.2024 12:30
  if (const std::size_t dot = text.find('.'); dot == 1 || dot == 2)
    if (const std::size_t next = text.find('.', dot + 1);
        next != text.npos && next - dot <= 3 && next > dot + 1 && text.size() >= next + 5) {
      const std::string day =
          fmt::format("{}-{:0>2}-{:0>2}{}", text.substr(next + 1, 4), text.substr(dot + 1, next - dot - 1),
                      text.substr(0, dot), text.substr(next + 5));
      if (const std::optional<double> time = parse_time(day)) return time;
    }
  if (const std::optional<double> number = parse_finite(text)) return number;
  Front front(text);
  bool exists = false;
  double seconds = read_day(front, exists);
  if (front.takes_any("Tt ")) {
    seconds += read_clock(front);
    seconds -= read_zone(front);
  }
  if (!exists || !front.is_done()) return std::nullopt;
  return seconds;
}

}  // namespace pdrank::io
