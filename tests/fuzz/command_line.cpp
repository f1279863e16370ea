// Words as they are typed behind `pdrank`, up to the command that they choose, which is not run: each is taken, or
// refused as wrong usage, and none is an error that nobody expects.
#include <array>
#include <cstdio>

#include "commands.hpp"
#include "fuzz/target.hpp"

namespace pdrank::fuzz {
namespace {

constexpr std::array kValues = {"posterior",
                                "pdrank",
                                "pdrank:gamma=1:max-rounds=5",
                                "auto",
                                "0",
                                "-1",
                                "1e400",
                                "nan",
                                "0.5",
                                "50%",
                                "A=50%,B",
                                "first",
                                "winner=better,loser=worse",
                                "-",
                                "--",
                                "all",
                                "json",
                                "csv",
                                ",",
                                "",
                                "18446744073709551616",
                                "votes.csv",
                                "annotator=x",
                                "true",
                                "half",
                                "elo",
                                "1,2,,3",
                                "=",
                                "a=b=c",
                                "\xff\xfe"};

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

struct Known {
  std::vector<std::string> commands;
  std::vector<std::vector<std::string>> flags;  // by command
};

// Of all commands: each is asked for by an option that it does not have, and by its name.
Known what_there_is() {
  Known known;
  const auto learn = [&](const cli::Command& command) {
    for (const CLI::App* one : command.app->get_parent()->get_subcommands([](const CLI::App*) { return true; })) {
      known.commands.push_back(one->get_name());
      known.flags.push_back(flags_of(*one));
    }
    return cli::kDone;
  };
  cli::read_command_line({"pdrank", "methods"}, learn);
  return known;
}

std::string some_word(Choices& input, const std::vector<std::string>& flags) {
  switch (input.below(6)) {
    case 0:
      return input.pick(flags);
    case 1:
      return input.pick(flags) + "=" + input.pick(kValues);
    case 2:
      return input.pick(flags) + "=" + input.text(12);
    case 3:
      return input.pick(kValues);
    case 4:
      return "--" + input.text(12);
    default:
      return input.text(20);
  }
}

// Help and errors are written, but nobody reads them; what the sanitizers say is.
class Quiet {
 public:
  Quiet() {
    static std::FILE* const nowhere = std::fopen("/dev/null", "w");
    static const bool has_no_stdout = std::freopen("/dev/null", "w", stdout) != nullptr;
    require(nowhere && has_no_stdout, "there is a place for what nobody reads");
    stderr = nowhere;
  }
  ~Quiet() { stderr = kept_; }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  std::FILE* kept_ = stderr;
};

cli::ExitCode read(const std::vector<std::string>& words, int& times) {
  const Quiet quiet;
  return cli::read_command_line(words, [&](const cli::Command& command) {
    times += command.app->parsed() ? 1 : 2;
    return cli::kDone;
  });
}

}  // namespace

PDRANK_FUZZ(command_line) {
  static const Known known = what_there_is();
  const std::size_t which = input.below(known.commands.size());
  std::vector<std::string> words = {"pdrank"};
  if (!input.once_in(8)) words.push_back(known.commands[which]);
  for (std::size_t count = input.below(6); count > 0; --count) words.push_back(some_word(input, known.flags[which]));
  for (std::string& word : words) word.resize(word.find('\0') == std::string::npos ? word.size() : word.find('\0'));
  std::string told;
  for (const std::string& word : words) told += "'" + word + "' ";
  int times = 0;
  const cli::ExitCode code = read(words, times);
  require(code == cli::kDone || code == cli::kWrongUsage, "words are taken, or refused as wrong usage", told);
  require(times == 0 || (times == 1 && code == cli::kDone), "the command that was asked for is run, and no other",
          told);
}

}  // namespace pdrank::fuzz
