#include "pdrank/io/write/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <thread>

#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Output : public IoTest {
 protected:
  std::size_t files_in_folder() const {
    const auto files = std::filesystem::directory_iterator(folder_);
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }

  static void write(const std::string& path, std::string_view text) {
    OutputFile output(path);
    output.write(text);
    output.commit();
  }

  std::string error_of_opening(const std::string& path) const {
    try {
      OutputFile output(path);
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

  static unsigned mode(const std::string& path) {
    struct stat status {};
    ::stat(path.c_str(), &status);
    return status.st_mode & 07777;
  }
};

TEST_F(Output, AppearsOnCommitOnly) {
  const std::string target = path("out.csv");
  {
    OutputFile output(target);
    output.write("half");
    EXPECT_FALSE(std::filesystem::exists(target));
  }
  EXPECT_EQ(files_in_folder(), 0u) << "given up: nothing stays behind";
  write(target, "one\n");
  EXPECT_EQ(content(target), "one\n");
  {
    OutputFile output(target);
    output.write("two");
  }
  EXPECT_EQ(content(target), "one\n") << "given up: the old file stays";
  write(target, "two\n");
  EXPECT_EQ(content(target), "two\n");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(Output, TwoAtATime) {
  OutputFile first(path("out")), second(path("out"));
  first.write("1");
  second.write("2");
  first.commit();
  second.commit();
  EXPECT_EQ(content(path("out")), "2");
}

TEST_F(Output, PlacesThatCannotBeWrittenFailAtOnce) {
  EXPECT_EQ(error_of_opening(path("no/such/out.csv")), "no/such/out.csv: No such file or directory");
  std::filesystem::create_directory(path("dir"));
  EXPECT_EQ(error_of_opening(path("dir")), "dir: Is a directory");
  EXPECT_EQ(error_of_opening(file("plain", "") + "/out"), "plain/out: Not a directory");
  EXPECT_EQ(error_of_opening(""), ": No such file or directory");
}

TEST_F(Output, Permissions) {
  const mode_t before = ::umask(027);
  write(path("new"), "");
  ::umask(before);
  EXPECT_EQ(mode(path("new")), 0640u);
  ::chmod(path("new").c_str(), 0604);
  write(path("new"), "again");
  EXPECT_EQ(mode(path("new")), 0604u);
}

TEST_F(Output, LinksAreFollowed) {
  file("real", "old");
  std::filesystem::create_symlink("real", path("link"));
  write(path("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(content(path("real")), "new");
}

TEST_F(Output, DevicesAndPipesAreWrittenDirectly) {
  write("/dev/null", "x");
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
  const std::string fifo = path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = content(fifo); });
  write(fifo, "through");
  reader.join();
  EXPECT_EQ(received, "through");
}

TEST_F(Output, FullDiskIsSeen) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  OutputFile output("/dev/full");
  output.write("x");
  try {
    output.commit();
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: No space left on device");
  }
  OutputFile long_output("/dev/full");
  EXPECT_THROW(long_output.write(std::string(1 << 20, 'x')), InputError);
}

TEST_F(Output, DashIsStdout) {
  ::testing::internal::CaptureStdout();
  std::fputs("before ", stdout);
  write("-", "between ");
  std::fputs("after", stdout);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "before between after");
}

TEST_F(Output, DashIsStdin) {
  const int before = ::dup(STDIN_FILENO);
  const auto redirect = [](const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
  };
  redirect(file("v.gz", gzip("a,b\nc,c\n")));
  EXPECT_EQ(error_of_file("-"), "<stdin>:2: winner and loser are the same item 'c'");
  redirect(file("v", ""));
  EXPECT_EQ(error_of_file("-"), "<stdin>: the file is empty");
  ::dup2(before, STDIN_FILENO);
  ::close(before);
}

}  // namespace
}  // namespace pdrank::test
