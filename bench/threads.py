"""The largest solve, 1,000,000 items and 10,000,000 comparisons, on two threads and on one. Scores must be the same to
the last bit."""

import os

import numpy as np

from common import Bench, WrongAnswer
from million import KINDS, make
from program import best_solve


def run(bench: Bench) -> None:
    if (os.cpu_count() or 1) < 2:
        raise WrongAnswer("this machine has one core")
    votes = make(bench).votes
    one, two = (best_solve(bench, votes, 2, *KINDS["gamma auto"], "--threads", threads) for threads in ("1", "2"))
    bench.check("scores that differ between one thread and two", np.count_nonzero(one.scores != two.by_name(one.names)),
                at_most=0)  # fmt: skip
    bench.keep(one_seconds=one.seconds, two_seconds=two.seconds)
    bench.hold("one thread / two, the solve", one.seconds / two.seconds, at_least=1.6)
