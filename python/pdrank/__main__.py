"""The command line, as `pdrank` and as `python -m pdrank`."""

from __future__ import annotations

import os
import signal
import sys

from pdrank import _core


def main() -> int:
    """Run the command line and give back its exit status."""
    # With Python's own handlers a closed pipe or Ctrl-C would not end the command as a shell expects.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.run_command_line([b"pdrank", *map(os.fsencode, sys.argv[1:])])


if __name__ == "__main__":
    sys.exit(main())
