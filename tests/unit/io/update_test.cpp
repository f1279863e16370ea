// Comparisons added and taken away are those of files with these lines more, or less.
#include "pdrank/data/update.hpp"

#include <algorithm>

#include "pdrank/core/random.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

using Lines = std::vector<std::string>;

class Update : public IoTest {
 protected:
  Comparisons read(const std::string& name, const Lines& lines) const {
    Comparisons data = read_comparisons(written(name, lines), {.skip_bad_rows = true});
    data.report.first_skipped.clear();  // they have line numbers
    return data;
  }

  std::string written(const std::string& name, const Lines& lines) const {
    std::string text = "winner,loser,annotator,weight,tie\n";
    for (const std::string& line : lines) text += line + "\n";
    return file(name, text);
  }
};

Lines random_lines(std::size_t count, Random& random) {
  static const Lines some = {"a,b,,1,0", "b,a,,1,0", "a,b,x,1,0", "a,b,x,2,1", "b,a,x,2,1",   "c,d,y,1,0", "d,a,,0.5,0",
                             "e,b,,1,1", "c,e,,1,1", "e,c,,1,1",  "a,a,,1,0",  "a,new,,-1,0", "b,d,x,1,0"};
  Lines lines;
  for (std::size_t k = 0; k < count; ++k) lines.push_back(some[random.below(some.size())]);
  lines.push_back("a,b,,1,0");  // at least one that can be used
  return lines;
}

bool is_good(const std::string& line) { return line != "a,a,,1,0" && line != "a,new,,-1,0"; }

TEST_F(Update, ExtendedIsReadingBothFiles) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Lines one = random_lines(random.below(10), random), other = random_lines(random.below(10), random);
    const Comparisons both = extended(read("one", one), read("other", other));
    Comparisons expected = read_comparisons({path("one"), path("other")}, {.skip_bad_rows = true});
    expected.report.first_skipped.clear();
    ASSERT_EQ(everything_of(both), everything_of(expected)) << seed;
    ASSERT_EQ(both.report.notes, expected.report.notes);
  }
}

TEST_F(Update, WithoutIsReadingTheOtherLines) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Lines lines = random_lines(random.below(15), random);
    Lines left = lines, away;
    for (const std::string& line : lines)
      if (is_good(line) && random.chance(0.3)) away.push_back(line);
    if (away.empty()) continue;
    for (const std::string& line : away) {
      // A tie has no order.
      const std::string turned = line.ends_with(",1") ? fmt::format("{},{}{}", line[2], line[0], line.substr(3)) : line;
      const auto last = std::find_if(left.rbegin(), left.rend(),
                                     [&](const std::string& other) { return other == line || other == turned; });
      left.erase(std::next(last).base());
    }
    if (std::ranges::none_of(left, is_good)) continue;
    ASSERT_EQ(everything_of(without(read("all", lines), read("away", away))), everything_of(read("left", left)))
        << seed;
  }
}

}  // namespace
}  // namespace pdrank::test
