// Every allocation fails once: an exception comes out, nothing of what was allocated stays, and the next call gives
// what it always did.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "faults/faults.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/methods/explain.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::faults {
namespace {

// Of each task; 0: all there are.
std::uint64_t points() {
  const char* wanted = std::getenv("PDRANK_FAULT_POINTS");
  return 5 * (wanted ? std::strtoull(wanted, nullptr, 10) : 6);
}

std::string votes_file() {
  const std::string path = (std::filesystem::temp_directory_path() / "pdrank-faults-votes.csv").string();
  std::ofstream(path) << "winner,loser,annotator,weight,tie\nA,B,x,1,0\nB,C,x,2,0\nA,C,y,1,1\nC,D,y,1,0\nD,A,x,0.5,0\n"
                         "A,B,y,1,0\nB,D,y,1,0\nC,B,x,1,0\n";
  return path;
}

const Comparisons& votes() {
  static const Comparisons data = read_comparisons(votes_file());
  return data;
}

std::string text_of(const RankResult& result) {
  StringSink sink;
  write_ranking_csv(result, sink);
  write_confidence_csv(result, votes(), sink);
  return sink.text;
}

// The temporary name that a file has while it is written: another one, where that of an earlier run stays behind.
std::string written(const std::string& path) {
  OutputFile file(path);
  file.write("A,B\n");
  std::string name = file.temporary();
  file.commit();
  return name;
}

// A task, and what it gives as text.
struct Task {
  std::string name;
  std::function<std::string()> run;
};

RankOptions options_of(const std::string& method) { return {.method = method, .threads = 1, .keep_draws = true}; }

std::vector<Task> tasks() {
  std::vector<Task> all = {
      {"read", [path = votes_file()] { return std::to_string(read_comparisons(path).size()); }},
      {"write",
       [path = (std::filesystem::temp_directory_path() / "pdrank-faults-written.csv").string()] {
         return written(path);
       }},
      {"next", [] { return next_pairs(votes(), {.count = 3, .outlook = false, .threads = 1}).pairs.at(0).left; }},
      {"compare",
       [] {
         CompareOptions options{.threads = 1};
         options.methods = {"borda", "bradley-terry"};
         return std::to_string(compare(votes(), options).methods.size());
       }},
      {"explain",
       [] {
         const RankOptions options = options_of("bradley-terry");
         return explain_in_words(explain(votes(), options, rank(votes(), options), "A", "B")).at(0);
       }},
      {"predict", [] {
         const RankOptions options = options_of("borda");
         const RankResult result = rank(votes(), options);
         const UsedLaw law = law_of(votes(), result, options, nullptr);
         return std::to_string(predict(votes(), result, law, 0.9, std::vector{std::pair{0u, 1u}}).pairs.size());
       }}};
  for (const MethodInfo& method : methods())
    all.push_back({"rank " + std::string(method.name), [name = std::string(method.name)] {
                     RankOptions options = options_of(name);
                     if (find_method(name).needs_strong) options.component = RankedPart::strong;
                     return text_of(rank(votes(), options));
                   }});
  return all;
}

class EveryAllocation : public testing::TestWithParam<Task> {};

TEST_P(EveryAllocation, FailsOnce) {
  const ThreadScope threads(1);
  const Task& task = GetParam();
  const std::string right = task.run();
  task.run();  // what is made once is there by now
  reset();
  task.run();
  const std::uint64_t all = count(Call::allocation);
  const std::uint64_t tried = points() == 0 ? all : std::min(all, points());
  std::uint64_t refused = 0;
  std::string again;
  for (std::uint64_t k = 0; k < tried; ++k) {
    const std::uint64_t number = 1 + k * all / tried;
    const std::int64_t before = live_allocations();
    {
      fail(Call::allocation, number, ENOMEM);
      try {
        const std::string ignored = task.run();
      } catch (const std::bad_alloc&) {
        ++refused;
      }
      ASSERT_TRUE(has_failed()) << number << " of " << all;
      reset();
    }
    ASSERT_EQ(live_allocations(), before) << "what allocation " << number << " of " << all << " leaves behind";
    again = task.run();
    ASSERT_EQ(again, right) << "after allocation " << number << " of " << all;
    again = {};
    again.shrink_to_fit();
  }
  EXPECT_GT(refused, 0u);
  std::printf("%-24s %8llu of %8llu allocations\n", task.name.c_str(), static_cast<unsigned long long>(tried),
              static_cast<unsigned long long>(all));
}

INSTANTIATE_TEST_SUITE_P(Of, EveryAllocation, testing::ValuesIn(tasks()), [](const auto& task) {
  std::string name = task.param.name;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace pdrank::faults
