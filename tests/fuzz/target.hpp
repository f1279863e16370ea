// What a fuzzer runs again and again: a function of some bytes, with a name that is that of its file and of the folder
// of its corpus. It ends the program by require() where something is not as it should be; the sanitizers end it
// elsewhere.
#pragma once

#include <string_view>
#include <vector>

#include "fuzz/choices.hpp"

namespace pdrank::fuzz {

struct Target {
  std::string_view name;
  void (*run)(Choices& input);
};

// All that are linked into the program.
inline std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

struct Registered {
  Registered(std::string_view name, void (*run)(Choices&)) { targets().push_back({name, run}); }
};

#define PDRANK_FUZZ(name)                                                       \
  static void run_##name(::pdrank::fuzz::Choices& input);                       \
  static const ::pdrank::fuzz::Registered registered_##name(#name, run_##name); \
  static void run_##name(::pdrank::fuzz::Choices& input)

// Ends the program, and says why, unless it holds.
void require(bool holds, std::string_view rule, std::string_view found = {});

// run(), of which the errors of core/errors.hpp are expected: what it returns, or what the error says behind "error: ".
// Any other exception goes on and ends the program.
template <class Run>
std::string said(const Run& run);

}  // namespace pdrank::fuzz

#include "pdrank/core/errors.hpp"

template <class Run>
std::string pdrank::fuzz::said(const Run& run) {
  try {
    return run();
  } catch (const InvalidArgument& error) {
    return std::string("error: ") + error.what();
  } catch (const InputError& error) {
    return std::string("error: ") + error.what();
  } catch (const NotApplicable& error) {
    return std::string("error: ") + error.what();
  } catch (const Stopped& error) {
    return std::string("error: ") + error.what();
  }
}
