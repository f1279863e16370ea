// The real data sets, read and counted a second way.
#include <algorithm>
#include <cstdlib>

#include "pdrank/io/rows/read_scores.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  if (const char* folder = std::getenv("PDRANK_DATA")) return folder;
  return fs::path(__FILE__).parent_path() / "../../../../shared/data";
}

// The first lines of a file, plain or gzipped.
std::vector<std::string> lines_of(const fs::path& path, std::size_t at_most = std::string::npos) {
  gzFile file = gzopen(path.c_str(), "rb");
  std::vector<std::string> lines;
  std::string line(4096, '\0');
  while (lines.size() < at_most && gzgets(file, line.data(), static_cast<int>(line.size())) != nullptr)
    lines.emplace_back(line.substr(0, line.find('\n')));
  gzclose(file);
  return lines;
}

std::vector<fs::path> files_with(const std::string& column) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(data_folder())) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".csv") && !name.ends_with(".csv.gz")) continue;
    const std::string header = "," + lines_of(entry.path(), 1).at(0) + ",";
    if (header.find("," + column + ",") != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class RealData : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::is_directory(data_folder())) GTEST_SKIP() << "no data in " << data_folder() << "; set PDRANK_DATA";
  }
};

TEST_F(RealData, EveryPairFileHasOneComparisonALine) {
  const auto files = files_with("loser");
  EXPECT_GT(files.size(), 50u);
  for (const fs::path& file : files) {
    const Comparisons data = read_comparisons(file.string());
    const auto lines = lines_of(file);
    EXPECT_EQ(data.size(), lines.size() - 1) << file;
    EXPECT_EQ(data.report.rows, lines.size() - 1) << file;
    EXPECT_EQ(data.row(data.size() - 1), lines.size() - 1) << file;
    EXPECT_EQ(data.has_annotators(), lines[0].find("annotator") != std::string::npos) << file;
  }
}

TEST_F(RealData, EveryRankingFileMakesItsPairs) {
  const auto files = files_with("order");
  EXPECT_GT(files.size(), 20u);
  for (const fs::path& file : files) {
    const Comparisons data = read_comparisons(file.string());
    const auto lines = lines_of(file);
    std::size_t pairs = 0;
    for (std::size_t k = 1; k < lines.size(); ++k) {
      const auto marks =
          std::count(lines[k].begin(), lines[k].end(), '>') + std::count(lines[k].begin(), lines[k].end(), '=');
      pairs += static_cast<std::size_t>(marks * (marks + 1) / 2);
    }
    EXPECT_EQ(data.size(), pairs) << file;
    EXPECT_EQ(data.report.rows, lines.size() - 1) << file;
  }
}

TEST_F(RealData, CountsOfTheReadme) {
  const auto count = [](const std::string& name) {
    const Comparisons data = read_comparisons((data_folder() / name).string());
    std::size_t ties = 0;
    for (std::size_t n = 0; n < data.size(); ++n) ties += data.tie(n);
    return fmt::format("{} {} {} {}", data.items.size(), data.size(), data.annotators.size(), ties);
  };
  EXPECT_EQ(count("age30/comparisons.csv"), "30 14011 94 1233");
  EXPECT_EQ(count("convarg/comparisons.csv.gz"), "712 56308 3744 11964");
  EXPECT_EQ(count("llmfao/comparisons.csv"), "59 8931 124 3471");
  EXPECT_EQ(count("wmt16/eng-cze.pairs.csv.gz"), "20 150004 32 31570");
}

TEST_F(RealData, TruthFiles) {
  for (const fs::path& file : files_with("score")) {
    const bool repeats_items = file.filename() == "truth_by_task.csv" || file.filename() == "official_points.csv";
    if (repeats_items) {
      EXPECT_THROW(read_scores(file.string()), InputError);
    } else {
      EXPECT_EQ(read_scores(file.string()).size(), lines_of(file).size() - 1) << file;
    }
  }
}

}  // namespace
}  // namespace pdrank::test
