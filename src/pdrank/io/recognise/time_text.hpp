// Moments in text: a plain number, or a date with or without the time of day (ISO 8601).
#pragma once

#include <optional>
#include <string_view>

namespace pdrank::io {

// Eight digits that are a day, 20240501, and "2024-05-01", "2024-05-01 12:30" and "2024-05-01T12:30:15.5+02:00", with
// points or slashes too, as seconds since 1970, UTC where no zone is named, and so 1.5.2024, which is a day of May; any
// other number as it is.
// Empty for anything else.
std::optional<double> parse_time(std::string_view text);

}  // namespace pdrank::io
