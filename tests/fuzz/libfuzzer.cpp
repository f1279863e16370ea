// The one target that is linked in, as libFuzzer calls it.
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  pdrank::fuzz::Choices input({bytes, size});
  pdrank::fuzz::targets().front().run(input);
  return 0;
}
