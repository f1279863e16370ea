// The whole way on figures that need no time: files, page, registry, options that cannot be.
#include "reproduce/reproduce.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "reproduce/files.hpp"
#include "reproduce/folder_lock.hpp"
#include "reproduce/gnuplot.hpp"
#include "reproduce/lines.hpp"
#include "reproduce/registry.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

class ReproduceTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  ReproduceOptions options(std::vector<std::string> ids) const { return {.ids = std::move(ids), .output = folder_}; }

  std::string folder_ = (fs::temp_directory_path() / ("pdrank-reproduce-" + std::to_string(getpid()))).string();
};

TEST_F(ReproduceTest, WritesTablesScriptsAndAPageThatHoldsThePictures) {
  const Reproduction all = reproduce(options({"omega", "loss"}));
  ASSERT_EQ(all.figures.size(), 2u);
  EXPECT_EQ(all.figures[0].figure->id, "loss");  // in the order of the paper
  for (const char* name : {"loss.csv", "loss.gp", "omega.csv", "omega.gp", "index.html"})
    EXPECT_TRUE(fs::exists(path_in(folder_, name))) << name;
  const std::string page = contents(path_in(folder_, "index.html"));
  for (const Reproduced& one : all.figures) {
    EXPECT_NE(page.find("id=\"" + std::string(one.figure->id) + "\""), std::string::npos);
    EXPECT_NE(page.find(name_of(one.result.state)), std::string::npos);
  }
  EXPECT_EQ(page.find("src=\"data:image/svg+xml;base64,") != std::string::npos, has_gnuplot());
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(all.notes.empty(), has_gnuplot());
}

// Runs with another PATH.
Reproduction reproduce_on(const std::string& path, const ReproduceOptions& options) {
  const std::string before = getenv("PATH");
  setenv("PATH", path.c_str(), 1);
  Reproduction all = reproduce(options);
  setenv("PATH", before.c_str(), 1);
  return all;
}

TEST_F(ReproduceTest, WithoutGnuplotEverythingElseComes) {
  const Reproduction all = reproduce_on("/nowhere", options({"loss"}));
  ASSERT_EQ(all.notes.size(), 1u);
  EXPECT_NE(all.notes[0].find("gnuplot-nox"), std::string::npos);
  EXPECT_FALSE(fs::exists(path_in(folder_, "loss.svg")));
  EXPECT_NE(contents(path_in(folder_, "index.html")).find("gnuplot-nox"), std::string::npos);
}

TEST_F(ReproduceTest, PicturesOfAnEarlierRunDoNotStay) {
  fs::create_directory(folder_);
  for (const char* name : {"loss.svg", "loss.png"}) write_file(path_in(folder_, name), "old");
  reproduce_on("/nowhere", options({"loss"}));
  for (const char* name : {"loss.svg", "loss.png"}) EXPECT_FALSE(fs::exists(path_in(folder_, name))) << name;
}

TEST_F(ReproduceTest, PicturesThatCouldNotBeDrawnDoNotStay) {
  const std::string programs = path_in(folder_, "programs"), gnuplot = path_in(programs, "gnuplot");
  fs::create_directories(programs);
  write_file(gnuplot, "#!/bin/sh\necho half >loss.svg\nexit 1\n");
  fs::permissions(gnuplot, fs::perms::owner_all);
  const Reproduction all = reproduce_on(programs, options({"loss"}));
  EXPECT_FALSE(fs::exists(path_in(folder_, "loss.svg")));
  ASSERT_EQ(all.notes.size(), 1u);
  EXPECT_NE(all.notes[0].find("loss could not be drawn"), std::string::npos);
}

TEST_F(ReproduceTest, VerdictsFromFewTrialsMeanLittle) {
  ReproduceOptions few = options({"omega"}), enough = few;
  few.trials = 9;
  enough.trials = 10;
  const auto says_so = [&](const ReproduceOptions& asked) {
    const Reproduction all = reproduce(asked);
    const bool on_page = contents(path_in(folder_, "index.html")).find("mean little") != std::string::npos;
    const bool in_notes = std::ranges::any_of(
        all.notes, [](const std::string& note) { return note.find("mean little") != std::string::npos; });
    EXPECT_EQ(on_page, in_notes);
    return in_notes;
  };
  EXPECT_TRUE(says_so(few));
  EXPECT_FALSE(says_so(enough));
}

TEST_F(ReproduceTest, AFolderHasOneRunAtATime) {
  fs::create_directory(folder_);
  {
    const FolderLock lock(folder_);
    EXPECT_THROW(reproduce(options({"omega"})), InputError);
    EXPECT_TRUE(fs::is_empty(folder_));
  }
  EXPECT_NO_THROW(reproduce(options({"omega"})));
}

TEST_F(ReproduceTest, RealDataThatAreNotThereAreAskedFor) {
  const Reproduction all = reproduce(options({"vqa"}));
  EXPECT_EQ(all.figures[0].result.state, ClaimState::not_measured);
  EXPECT_NE(all.figures[0].result.brief.find(option_named("data")), std::string::npos);
}

TEST_F(ReproduceTest, WhatCannotBeIsRefusedBeforeAnyWork) {
  ReproduceOptions wrong_id = options({"nothing"}), no_trials = options({}), no_output = options({});
  no_trials.trials = 0;
  no_output.output = "";
  for (const ReproduceOptions& wrong : {wrong_id, no_trials, no_output})
    EXPECT_THROW(reproduce(wrong), InvalidArgument);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST(Registry, EveryFigureSaysWhatItIsAndIsNamedOnce) {
  std::set<std::string_view> ids;
  for (const Figure& figure : figures()) {
    EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
    for (const std::string_view text : {figure.title, figure.place, figure.claim, figure.in_short, figure.rule})
      EXPECT_FALSE(text.empty()) << figure.id;
    EXPECT_LE(figure.in_short.size(), 60u) << figure.id;
  }
  EXPECT_EQ(ids.size(), 12u);
}

TEST(Lines, PdrankFirstAndNoTwoLinesLookAlike) {
  EXPECT_EQ(lines().front().method, "pdrank:preset=paper");
  std::set<std::pair<std::size_t, std::size_t>> looks;
  for (const Line& line : lines()) {
    EXPECT_TRUE(looks.insert({line.style().colour, line.style().dash}).second) << line.id;
    EXPECT_NO_THROW(options_of(line, 1)) << line.id;
  }
}

}  // namespace
}  // namespace pdrank::reproduce
