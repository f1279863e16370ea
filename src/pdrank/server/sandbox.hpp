// What a server gives up before it answers anybody: whoever should get it to do what it is not for can write nowhere
// else, and start no program.
#pragma once

#include <span>
#include <string>

namespace pdrank::server {

// What holds from now on for this thread and all that it starts. A kernel may not know one or the other.
struct Confined {
  bool gains_no_rights = false;    // from programs of others' rights (no_new_privs)
  bool writes_only_there = false;  // beneath the folders, and no program is started (Landlock)
};

Confined confine(std::span<const std::string> folders);

}  // namespace pdrank::server
