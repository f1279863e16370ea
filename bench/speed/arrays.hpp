// Raw arrays on disk, as NumPy's tofile and fromfile have them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pdrank::speed {

// InputError if the file cannot be read, or does not hold whole numbers of 32 bits.
std::vector<std::uint32_t> read_ids(const std::string& path);

void write_numbers(const std::string& path, std::span<const double> numbers);

}  // namespace pdrank::speed
