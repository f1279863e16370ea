// pdrank completion: tab completion for the shell, made from the commands and options themselves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::cli {
namespace {

struct Flag {
  std::string name;  // --gamma
  std::vector<std::string> choices;
  bool takes_value;
};

// "newton|pdhg" -> newton, pdhg; a placeholder such as FILE is not a choice.
std::vector<std::string> choices_in(const std::string& type_name) {
  if (type_name.find('|') == std::string::npos) return {};
  return CLI::detail::split(type_name, '|');
}

// Methods and strategies are too many for the type name.
std::vector<std::string> choices_of(const CLI::Option& option) {
  if (option.get_single_name() == "method") return method_names();
  return option.get_single_name() == "strategy" ? strategy_names() : choices_in(option.get_type_name());
}

std::vector<Flag> flags_of(const CLI::App& app) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_lnames().empty())
      flags.push_back({"--" + option->get_lnames().front(), choices_of(*option), option->get_items_expected_max() > 0});
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string bash(const CLI::App& program) {
  std::string names, cases;
  for (const CLI::App* command : commands_of(program)) {
    names += " " + command->get_name();
    std::string all, values;
    for (const Flag& flag : flags_of(*command)) {
      all += " " + flag.name;
      if (!flag.choices.empty())
        values += fmt::format("      {}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n", flag.name,
                              fmt::join(flag.choices, " "));
    }
    cases += fmt::format("    {})\n      case $previous in\n{}      esac\n      flags=\"{}\" ;;\n", command->get_name(),
                         values, all);
  }
  return fmt::format(
      "# pdrank completion for bash: source <(pdrank completion bash)\n"
      "_pdrank() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} flags=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$current\")); return; "
      "fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $current in\n"
      "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$current\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _pdrank pdrank\n",
      names, cases);
}

std::string zsh(const CLI::App& program) {
  return "#compdef pdrank\n# pdrank completion for zsh: source <(pdrank completion zsh)\n"
         "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" +
         bash(program);
}

std::string fish(const CLI::App& program) {
  std::string script = "# pdrank completion for fish: pdrank completion fish | source\n";
  for (const CLI::App* command : commands_of(program)) {
    script += fmt::format("complete -c pdrank -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                          command->get_description());
    for (const Flag& flag : flags_of(*command)) {
      script += fmt::format("complete -c pdrank -n '__fish_seen_subcommand_from {}' -l {}", command->get_name(),
                            flag.name.substr(2));
      if (!flag.choices.empty()) script += fmt::format(" -x -a '{}'", fmt::join(flag.choices, " "));
      if (flag.choices.empty() && flag.takes_value) script += " -r";
      script += '\n';
    }
  }
  return script;
}

}  // namespace

Command add_completion(CLI::App& program) {
  CLI::App* app = program.add_subcommand("completion", "print tab completion for a shell");
  auto shell = std::make_shared<std::string>();
  limit_to(app->add_option("shell", *shell, wrapped("bash, zsh or fish"))->required(), {"bash", "zsh", "fish"});
  app->footer("Example:\n  source <(pdrank completion bash)");
  return {app, [&program, shell] {
            OutputFile output("-");
            output.write(*shell == "bash" ? bash(program) : *shell == "zsh" ? zsh(program) : fish(program));
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
