// The ways to fail before any work is done: the caller's mistake, the world's, and a method that does not fit the data.
// Numerical trouble and limits are not errors: they are a Termination in the result (result.hpp). Rules and reasons
// call options by option_named; what() has their bare names.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pdrank {

// A caller's mistake: which field, what it was, what rule it breaks.
class InvalidArgument : public std::invalid_argument {
 public:
  InvalidArgument(std::string field, std::string value, std::string rule);

  const std::string& field() const { return field_; }
  const std::string& value() const { return value_; }
  const std::string& rule() const { return rule_; }

 private:
  std::string field_, value_, rule_;
};

// The world's mistake: a file that cannot be read, written or understood. `line` is 1-based; 0 = the file as a whole.
class InputError : public std::runtime_error {
 public:
  InputError(std::string path, std::uint64_t line, std::string reason);

  // What what() says, with references to options.
  std::string message() const;
  const std::string& path() const { return path_; }
  std::uint64_t line() const { return line_; }
  const std::string& reason() const { return reason_; }

 private:
  std::string path_, reason_;
  std::uint64_t line_;
};

// The data is fine but not for this method; the reason is a sentence that says what would help.
class NotApplicable : public std::runtime_error {
 public:
  NotApplicable(std::string_view method, std::string reason);

  // What what() says, with references to options.
  std::string message() const;
  const std::string& reason() const { return reason_; }

 private:
  std::string method_, reason_;
};

// The observer asked to stop where there is no result yet to give back (while reading).
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped on request") {}
};

}  // namespace pdrank
