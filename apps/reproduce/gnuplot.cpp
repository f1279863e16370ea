#include "reproduce/gnuplot.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "reproduce/files.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

// With its whole path; empty if there is none.
std::string find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view left = path ? path : "";
  while (!left.empty()) {
    const std::size_t colon = left.find(':');
    std::error_code error;
    const std::string program = fs::absolute(fs::path(left.substr(0, colon)) / name, error).string();
    if (!error && access(program.c_str(), X_OK) == 0 && !is_folder(program)) return program;
    left.remove_prefix(colon == std::string_view::npos ? left.size() : colon + 1);
  }
  return {};
}

// Runs `program script` in a folder, without input or output. Whether it ended well. Nothing between fork and exec may
// need memory: other threads may have been holding its lock.
bool run_quietly(const std::string& program, const std::string& folder, const std::string& script) {
  const std::array<const char*, 3> arguments = {program.c_str(), script.c_str(), nullptr};
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    if (chdir(folder.c_str()) == 0) execv(arguments[0], const_cast<char* const*>(arguments.data()));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void remove_pictures(const Chart& chart, const std::string& folder) {
  for (const char* ending : {".svg", ".png"}) remove_file(path_in(folder, chart.file + ending));
}

}  // namespace

bool has_gnuplot() { return !find_program("gnuplot").empty(); }

std::string draw(const Chart& chart, const std::string& folder) {
  const std::string script = chart.file + ".gp";
  remove_pictures(chart, folder);
  write_file(path_in(folder, script), gnuplot_script(chart));
  const std::string program = find_program("gnuplot");
  if (program.empty()) return "";
  if (run_quietly(program, folder, script)) return "";
  remove_pictures(chart, folder);
  return fmt::format("{} could not be drawn: run gnuplot {} in the output folder to see why.", chart.file, script);
}

}  // namespace pdrank::reproduce
