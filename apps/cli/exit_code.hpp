// What the program's exit status means.
#pragma once

namespace pdrank::cli {

enum ExitCode {
  kDone = 0,
  kNotConverged = 1,  // finished, result written, but not converged; or the method does not fit the data
  kWrongUsage = 2,
  kBadData = 3,
  kInterrupted = 130,  // as a shell reports it
};

}  // namespace pdrank::cli
