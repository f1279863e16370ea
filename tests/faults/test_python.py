"""Every allocation of the main functions fails once in Python: a MemoryError, and the next call is right, whichever failed.

One process for all, in which the library is preloaded."""

import os
import subprocess
import sys

from conftest import LIBRARY, POINTS, TRIED

SCRIPT = """
import ctypes, os, sys
import pdrank
faults = ctypes.CDLL(sys.argv[1])
points = int(sys.argv[2])
faults.pdrank_faults_fail.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_int]
faults.pdrank_faults_count.restype = ctypes.c_ulong
votes = dict(winners=list("AABCDAB"), losers=list("BCCDABA"), annotators=list("xxyyxyx"))
# What is called, and what is to be seen of it: tables of other libraries are made without faults.
calls = {
    "pdrank.rank": (lambda: pdrank.rank(**votes, threads=1), lambda got: list(got.ranking["score"])),
    "pdrank.next_pairs": (lambda: pdrank.next_pairs(**votes, threads=1), lambda got: len(got.pairs)),
    "pdrank.compare": (
        lambda: pdrank.compare(**votes, threads=1, methods=["borda", "bradley-terry"]),
        lambda got: len(got.methods),
    ),
}
for name, (call, look) in calls.items():
    right = look(call())  # and what is made once is there then
    faults.pdrank_faults_reset()
    call()
    count = faults.pdrank_faults_count(0)
    tried = range(1, count + 1) if points == 0 else [1 + k * (count - 1) // (points - 1) for k in range(points)]
    refused = 0
    for k in tried:
        faults.pdrank_faults_fail(0, k, 12)
        try:
            call()
        except MemoryError:
            refused += 1
        faults.pdrank_faults_reset()
        assert look(call()) == right, (name, k)
    assert refused > 0, "nothing failed: the faults do not arrive"
    print(name, len(tried), refused)
"""


def test_every_allocation_fails_once():
    words = [sys.executable, "-c", SCRIPT, LIBRARY, str(POINTS and 5 * POINTS)]
    ran = subprocess.run(words, env={**os.environ, "LD_PRELOAD": LIBRARY}, capture_output=True, text=True, timeout=3600)
    assert ran.returncode == 0, ran.stderr[-3000:]
    for line in ran.stdout.splitlines():
        name, tried, _ = line.split()
        TRIED[name] = int(tried)
    assert len(ran.stdout.splitlines()) == 3
