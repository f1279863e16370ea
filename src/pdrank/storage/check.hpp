// What may be stored. Both databases could take less or more than this, each in its own way; so it is said here.
#pragma once

#include "pdrank/storage/store.hpp"

namespace pdrank::storage {

// All throw InvalidArgument: text must be UTF-8 without NUL, what has a name must not be without, and a vote must be
// one between two items, or undo another.
void check(const Project& project);
void check(const Item& item);
void check(const Voter& voter);
void check(const Vote& vote);
void check(const File& file);
void check(const Import& import);

}  // namespace pdrank::storage
