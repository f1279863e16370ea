// Runs every target once on each file of its corpus: test_fuzz FOLDER [TARGET..]. Without libFuzzer, so that any
// compiler will do.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/target.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::exists(folder))
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return std::fprintf(stderr, "usage: %s FOLDER [TARGET..]\n", words[0]), 2;
  const std::vector<std::string> wanted(words + 2, words + count);
  int poor = 0;
  for (const pdrank::fuzz::Target& target : pdrank::fuzz::targets()) {
    if (!wanted.empty() && std::ranges::find(wanted, target.name) == wanted.end()) continue;
    const std::vector<fs::path> files = files_in(fs::path(words[1]) / target.name);
    for (const fs::path& file : files) {
      // Said first, so that it is known which one ended the program.
      std::fprintf(stderr, "%s\n", file.c_str());
      const std::vector<std::uint8_t> bytes = bytes_of(file);
      pdrank::fuzz::Choices input(bytes);
      target.run(input);
    }
    poor += files.empty();
    if (files.empty()) std::fprintf(stderr, "%s has no corpus\n", std::string(target.name).c_str());
  }
  return poor == 0 ? 0 : 1;
}
