#include "pdrank/distributed/agree.hpp"

#include <new>
#include <stdexcept>
#include <vector>

#include "pdrank/core/errors.hpp"

namespace pdrank::distributed {
namespace {

std::string pack(std::initializer_list<std::string_view> texts) {
  TextPack packed;
  for (const std::string_view text : texts) packed.add(text);
  return {packed.bytes().begin(), packed.bytes().end()};
}

}  // namespace

std::string packed_failure(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const InvalidArgument& error) {
    return pack({"argument", error.field(), error.value(), error.rule()});
  } catch (const InputError& error) {
    return pack({"input", error.path(), std::to_string(error.line()), error.reason()});
  } catch (const Stopped&) {
    return pack({"stopped"});
  } catch (const std::bad_alloc&) {
    return pack({"memory"});
  } catch (const std::exception& error) {
    return pack({"other", error.what()});
  }
}

void throw_failure(const std::string& packed) {
  std::vector<std::string> texts;
  for_each_text(packed, [&](std::string_view text) { texts.emplace_back(text); });
  if (texts.front() == "argument") throw InvalidArgument(texts[1], texts[2], texts[3]);
  if (texts.front() == "input") throw InputError(texts[1], std::stoull(texts[2]), texts[3]);
  if (texts.front() == "stopped") throw Stopped();
  if (texts.front() == "memory") throw std::bad_alloc();
  throw std::runtime_error(texts.at(1));
}

}  // namespace pdrank::distributed
