// Names as people compare them: without regard to case, to blanks and characters that do not show, and to which of its
// forms Unicode is written in.
#pragma once

#include <string>
#include <string_view>

namespace pdrank {

struct NameKey {
  bool folds_case = true;
  bool folds_blanks = true;  // runs of blanks of any kind are one, those at the ends and what does not show are none
};

// The name with everything taken out that does not count, in the composed form (NFC) of Unicode. Beyond ASCII that is
// the work of utf8proc; without it, and for text that is no UTF-8, such characters stay as they are.
std::string name_key(std::string_view name, const NameKey& rule = {});

}  // namespace pdrank
