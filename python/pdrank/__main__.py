"""`python -m pdrank` runs the command-line program, which does not come with the package."""

import os
import shutil
import sys


def main() -> int:
    program = shutil.which("pdrank")
    if program is None:
        print(
            "pdrank: the command-line program is not installed, or not on the PATH; it does not come with the Python "
            "package. In Python: import pdrank; print(pdrank.rank('votes.csv'))",
            file=sys.stderr,
        )
        return 2
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
