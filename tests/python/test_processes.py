"""Forked processes, as multiprocessing and servers make them, rank too, and come to an end."""

import subprocess
import sys

SCRIPT = """
import os, sys
import numpy as np
from pdrank import _core

random = np.random.default_rng(1)
winner = random.integers(0, 2000, 200_000)
data = _core.from_ids(winner, (winner + random.integers(1, 2000, winner.size)) % 2000)

def table():
    return _core.rank(data, {"method": "win-rate", "threads": 3}).ranking_csv()

before = table()
child = os.fork()
if child == 0:
    sys.exit(0 if table() == before else 1)
print(os.waitpid(child, 0)[1], table() == before)
"""


def test_fork():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", SCRIPT], capture_output=True, text=True, timeout=240)
    assert (done.stdout, done.stderr) == ("0 True\n", "")
