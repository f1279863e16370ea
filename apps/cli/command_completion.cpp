// pdrank completion: tab completion for the shell, made from the commands and options themselves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::cli {
namespace {

struct Flag {
  std::string name;    // --gamma
  std::string letter;  // o of -o, or nothing
  std::vector<std::string> choices;
  bool takes_value;
};

// "newton|pdhg" -> newton, pdhg; a placeholder such as FILE or X is not a choice.
std::vector<std::string> choices_in(const std::string& type_name) {
  if (type_name.find('|') == std::string::npos) return {};
  std::vector<std::string> choices = CLI::detail::split(type_name, '|');
  std::erase_if(choices, [](const std::string& choice) {
    return std::ranges::all_of(choice, [](char c) { return c >= 'A' && c <= 'Z'; });
  });
  return choices;
}

// "winner="
std::vector<std::string> role_beginnings() {
  std::vector<std::string> beginnings;
  for (const std::string_view role : io::column_roles()) beginnings.push_back(fmt::format("{}=", role));
  return beginnings;
}

// Methods, strategies and roles are too many for the type name.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string name = option.get_lnames().front();
  if (name == "method" || name == "methods") return method_names();
  if (name == "strategy") return strategy_names();
  return name == "columns" ? role_beginnings() : choices_in(option.get_type_name());
}

std::vector<Flag> flags_of(const CLI::App& app) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty()) continue;
    const auto& letters = option->get_snames();
    flags.push_back({"--" + option->get_lnames().front(), letters.empty() ? "" : letters.front(), choices_of(*option),
                     option->get_items_expected_max() > 0});
  }
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

// Values may be lists: what stands before the last comma is kept. The shell has words end at '='.
constexpr const char* kBash = R"(# pdrank completion for bash: source <(pdrank completion bash)
_pdrank() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]}} flags= values=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{0} help --help --version" -- "$current"))
    [ "${{#COMPREPLY[@]}}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
    return
  fi
  if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  [ ! -f "$command" ] || command=rank
  case $command in
    help) values="{0}" ;;
{1}  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -P "${{current%"${{current##*,}}"}}" -W "$values" -- "${{current##*,}}"))
    case ${{COMPREPLY[*]-}} in *=) compopt -o nospace 2> /dev/null ;; esac
    return
  fi
  case $current in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _pdrank pdrank
)";

std::string bash(const CLI::App& program) {
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    std::string all, values;
    for (const Flag& flag : flags_of(*command)) {
      all += " " + flag.name;
      if (!flag.choices.empty())
        values += fmt::format("        {}) values=\"{}\" ;;\n", flag.name, fmt::join(flag.choices, " "));
    }
    cases += fmt::format("    {})\n      case $previous in\n{}      esac\n      flags=\"{}\" ;;\n", command->get_name(),
                         values, all);
  }
  return fmt::format(kBash, fmt::join(command_names(program), " "), cases);
}

std::string zsh(const CLI::App& program) {
  return "#compdef pdrank\n# pdrank completion for zsh: source <(pdrank completion zsh)\n"
         "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" +
         bash(program);
}

std::string fish(const CLI::App& program) {
  const std::string names = fmt::format("{}", fmt::join(command_names(program), " "));
  std::string script = fmt::format(
      "# pdrank completion for fish: pdrank completion fish | source\n"
      "complete -c pdrank -n __fish_use_subcommand -f -a help -d 'explain a command'\n"
      "complete -c pdrank -n '__fish_seen_subcommand_from help' -f -a '{}'\n",
      names);
  for (const CLI::App* command : commands_of(program)) {
    script += fmt::format("complete -c pdrank -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                          command->get_description());
    for (const Flag& flag : flags_of(*command)) {
      script += fmt::format("complete -c pdrank -n '__fish_seen_subcommand_from {}' -l {}", command->get_name(),
                            flag.name.substr(2));
      if (!flag.letter.empty()) script += fmt::format(" -s {}", flag.letter);
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
  limit_to(app->add_option("shell", *shell, "bash, zsh or fish")->required(), {"bash", "zsh", "fish"});
  app->footer("Example:\n  source <(pdrank completion bash)");
  return {app, [&program, shell] {
            OutputFile output("-");
            output.write(*shell == "bash" ? bash(program) : *shell == "zsh" ? zsh(program) : fish(program));
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
