#include "pdrank/core/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace pdrank {

InvalidArgument::InvalidArgument(std::string field, std::string value, std::string rule)
    : std::invalid_argument(fmt::format("{} is {}, but {}", field, value, rule)),
      field_(std::move(field)),
      value_(std::move(value)),
      rule_(std::move(rule)) {}

InputError::InputError(std::string path, std::uint64_t line, std::string reason)
    : std::runtime_error(line == 0 ? fmt::format("{}: {}", path, reason)
                                   : fmt::format("{}:{}: {}", path, line, reason)),
      path_(std::move(path)),
      reason_(std::move(reason)),
      line_(line) {}

NotApplicable::NotApplicable(std::string_view method, std::string reason)
    : std::runtime_error(fmt::format("{}: {}", method, reason)), reason_(std::move(reason)) {}

}  // namespace pdrank
