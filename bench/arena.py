"""Battles of 129 models, 10,000,000 of them, popular models more often: Bradley-Terry against evalica.

- From the same integer arrays in memory to scores. evalica is called the way that is fastest for it: it is given its
  index, and outcomes as an array of small numbers. pdrank's clock starts at the arrays and includes merging.
- From a CSV file with names, the whole of both programs: evalica's command line, and `pdrank rank`, which computes
  standard errors and the confidence in every row besides.
- 1,000 resamples of 1,000,000 rows, the whole program, against one fit from the same file.
Scores must agree first; evalica's tolerances are its own.
"""

import io
import subprocess
import sys
from pathlib import Path

import evalica
import numpy as np
import pandas
import polars

from common import Bench, WrongAnswer, best_seconds, largest_difference, seconds_of
from data import Arena, make_arena
from program import best_run, fit, rank, whole_run

ITEMS = 129
AGREED = 1e-4
BRADLEY_TERRY = ("--method", "bradley-terry")


def by_evalica(arena: Arena) -> np.ndarray:
    first_won = np.ones(len(arena.winner), dtype=np.uint8)
    result = evalica.bradley_terry(arena.winner, arena.loser, first_won, index=pandas.Index(np.arange(arena.items)))
    return np.log(result.scores[np.arange(arena.items)].to_numpy())


def evalica_program(votes: Path) -> str:
    command = [Path(sys.executable).with_name("evalica"), "-i", votes, "pairwise", "bradley-terry"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise WrongAnswer(f"evalica failed: {(done.stderr.strip().splitlines() or ['no word'])[-1]}")
    return done.stdout


def in_memory(bench: Bench, arena: Arena) -> None:
    ours = fit(bench, arena.winner, arena.loser, arena.items, *BRADLEY_TERRY)
    bench.check("arrays: scores of bradley-terry and evalica, largest difference, relative",
                largest_difference(ours.scores, by_evalica(arena)), at_most=AGREED)  # fmt: skip
    seconds = best_seconds(lambda: by_evalica(arena), 3)
    bench.keep(arrays={"evalica_seconds": seconds, "pdrank": ours.report})
    bench.hold("evalica / bradley-terry, from integer arrays in memory", seconds / ours.seconds, at_least=20)


def from_csv(bench: Bench, votes: Path) -> None:
    printed = []
    seconds = seconds_of(lambda: printed.append(evalica_program(votes)))
    theirs = polars.read_csv(io.StringIO(printed[0]))
    ours = rank(bench, votes, *BRADLEY_TERRY).by_name(theirs["item"].to_list())
    bench.check("CSV: scores of bradley-terry and evalica, largest difference, relative",
                largest_difference(ours, np.log(theirs["score"].to_numpy())), at_most=AGREED)  # fmt: skip
    seconds = min(seconds, seconds_of(lambda: evalica_program(votes)))
    whole = best_run(bench, votes, 3, *BRADLEY_TERRY)
    bench.keep(csv={"evalica_seconds": seconds, "pdrank_seconds": whole.seconds, "pdrank_peak_bytes": whole.peak_bytes})
    bench.hold("evalica's command / `pdrank rank`, from CSV with names", seconds / whole.seconds, at_least=5)


def resamples(bench: Bench, votes: Path) -> None:
    one = best_run(bench, votes, 3, *BRADLEY_TERRY)
    many = whole_run(bench, votes, *BRADLEY_TERRY, "--bootstrap", "1000")
    bench.keep(bootstrap={"one_seconds": one.seconds, "many_seconds": many.seconds})
    bench.hold("1,000 resamples / one fit, from CSV", many.seconds / one.seconds, at_most=20)


def run(bench: Bench) -> None:
    arena = make_arena(ITEMS, bench.size(10_000_000))
    in_memory(bench, arena)
    votes = bench.folder / "arena.csv"
    arena.write_csv(votes)
    from_csv(bench, votes)
    votes.unlink()
    part = bench.folder / "arena-part.csv"
    make_arena(ITEMS, bench.size(1_000_000)).write_csv(part)
    resamples(bench, part)
    part.unlink()
