"""The largest solves, 1,000,000 items and 10,000,000 comparisons by PD-Rank and by default, on two threads and on one.
Scores must be the same to the last bit."""

import os

import numpy as np

from common import Bench, WrongAnswer
from million import KINDS, make
from program import best_solve


def run(bench: Bench) -> None:
    if (os.cpu_count() or 1) < 2:
        raise WrongAnswer("this machine has one core")
    votes = make(bench).votes
    for kind, options, repeats in (("pdrank", KINDS["gamma auto"], 2), ("default", (), 1)):
        one, two = (best_solve(bench, votes, repeats, *options, "--threads", threads) for threads in ("1", "2"))
        differ = np.count_nonzero(one.scores != two.by_name(one.names))
        bench.check(f"{kind}: scores that differ between one thread and two", differ, at_most=0)
        bench.keep(**{kind: {"one_seconds": one.seconds, "two_seconds": two.seconds}})
        bench.hold(f"{kind}: one thread / two, the solve", one.seconds / two.seconds, at_least=1.8)
