"""`python -m pdrank` runs the command-line program, which does not come with the package."""

import os
import shutil
import sys

if program := shutil.which("pdrank"):
    os.execv(program, [program, *sys.argv[1:]])
print(
    "pdrank: the command-line program is not installed, or not on the PATH; it does not come with the Python package. "
    "In Python: import pdrank; print(pdrank.rank('votes.csv'))",
    file=sys.stderr,
)
sys.exit(2)
