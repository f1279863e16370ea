#include "pdrank/core/errors.hpp"

#include <fmt/format.h>

#include <utility>

#include "pdrank/core/option_name.hpp"

namespace pdrank {
namespace {

std::string located(std::string_view path, std::uint64_t line, std::string_view reason) {
  return line == 0 ? fmt::format("{}: {}", path, reason) : fmt::format("{}:{}: {}", path, line, reason);
}

}  // namespace

InvalidArgument::InvalidArgument(std::string field, std::string value, std::string rule)
    : std::invalid_argument(plain(fmt::format("{} is {}, but {}", field, value, rule))),
      field_(std::move(field)),
      value_(std::move(value)),
      rule_(std::move(rule)) {}

InputError::InputError(std::string path, std::uint64_t line, std::string reason)
    : std::runtime_error(plain(located(path, line, reason))),
      path_(std::move(path)),
      reason_(std::move(reason)),
      line_(line) {}

std::string InputError::message() const { return located(path_, line_, reason_); }

NotApplicable::NotApplicable(std::string_view method, std::string reason)
    : std::runtime_error(plain(fmt::format("{}: {}", method, reason))), method_(method), reason_(std::move(reason)) {}

std::string NotApplicable::message() const { return fmt::format("{}: {}", method_, reason_); }

}  // namespace pdrank
