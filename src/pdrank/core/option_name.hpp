// How a sentence of the library names an option: by reference, because everybody spells it in their own way. The
// command line shows --max-rounds; Python, JSON and the pages show max_rounds. What is marked here, every writer and
// front end spells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdrank {

// The option `name` as a part of a sentence. The marks are bytes that UTF-8 does not have, so no name can hold them.
std::string option_named(std::string_view name);

// The sentence with spell(name) in the place of every option.
std::string spell_options(std::string_view sentence, std::string (*spell)(std::string_view name));

// The sentence, or sentences, with the bare names.
std::string plain(std::string_view sentence);
std::vector<std::string> plain(std::vector<std::string> sentences);

}  // namespace pdrank
