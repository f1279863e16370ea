"""`pdrank-mpi` with one process and with two, and `pdrank` with two threads: 1,000,000 items, 10,000,000 comparisons.

Whole programs from CSV to a ranking file, in turn, the shortest of three runs each. From these and smaller data the cost
model of docs/SCALING.md: seconds for a gigabyte that a process moves in its passes over the edges, and for one that it
sends.
"""

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars

from common import Bench, WrongAnswer, largest_difference
from million import make
from program import simulate

REPEATS = 3
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


@dataclass
class Run:
    seconds: float  # of the whole program
    ranking: Path
    result: dict  # without the ranking

    @property
    def peak_bytes(self) -> int:
        return max(process["peak_bytes"] for process in self.result["processes"])

    @property
    def solving(self) -> float:
        return max(process["seconds"]["solving"] for process in self.result["processes"])

    @property
    def moved(self) -> float:
        """Bytes of edges that a process passed over."""
        return self.result["convergence"]["edge_bytes"] / len(self.result["processes"])

    @property
    def sent(self) -> float:
        return max(process["bytes_sent"] for process in self.result["processes"])


def head_of(path: Path) -> dict:
    """The JSON result without its ranking, which is large."""
    text = path.read_text()
    begin, end = text.index('"ranking": ['), text.index('"annotators": [')
    return json.loads(text[:begin] + text[end:])


def run_program(bench: Bench, command: list, tag: str) -> Run:
    ranking, result = bench.folder / f"{tag}.csv", bench.folder / f"{tag}.json"
    start = time.perf_counter()
    with result.open("w") as file:
        subprocess.run([*map(str, command), "--method", "pdrank", "--output", ranking, "--format", "json", "--quiet"],
                       stdout=file, check=True, env=ENVIRONMENT)  # fmt: skip
    return Run(time.perf_counter() - start, ranking, head_of(result))


def by_processes(bench: Bench, votes: Path, processes: int) -> Run:
    program = bench.program.with_name("pdrank-mpi")
    return run_program(bench, ["mpiexec", "-n", processes, program, "rank", votes], f"mpi-{processes}")


def by_threads(bench: Bench, votes: Path) -> Run:
    return run_program(bench, [bench.program, "rank", votes, "--threads", "2"], "threads")


def best(runs: list[Run]) -> Run:
    return min(runs, key=lambda run: run.seconds)


def scores(run: Run) -> polars.DataFrame:
    return polars.read_csv(run.ranking, columns=["item", "score"]).sort("item")


def check_scores(bench: Bench, ours: Run, reference: Run, what: str) -> None:
    one, other = scores(ours), scores(reference)
    if one["item"].to_list() != other["item"].to_list():
        raise WrongAnswer(f"{what}: other items")
    bench.check(f"{what}: largest difference of scores", largest_difference(one["score"].to_numpy(),
                other["score"].to_numpy()), at_most=1e-6)  # fmt: skip


def fit_cost(bench: Bench, runs: list[Run]) -> None:
    """Least squares: solving = a moved + b sent, relative errors."""
    rows = np.array([[run.moved, run.sent] for run in runs]) / 1e9
    seconds = np.array([run.solving for run in runs])
    (moved, sent), *_ = np.linalg.lstsq(rows / seconds[:, None], np.ones(len(runs)), rcond=None)
    bench.show("solving: seconds for a GB moved over by a process", moved)
    bench.show("solving: seconds for a GB sent by a process", sent)
    bench.show("solving: largest relative error of that model", np.abs(rows @ [moved, sent] / seconds - 1).max())
    bench.keep(runs=[{"moved": run.moved, "sent": run.sent, "solving": run.solving, "peak_bytes": run.peak_bytes,
                      "processes": run.result["processes"]} for run in runs])  # fmt: skip


def run(bench: Bench) -> None:
    if not bench.program.with_name("pdrank-mpi").is_file() or not shutil.which("mpiexec"):
        raise WrongAnswer("no pdrank-mpi here (scripts/setup --distributed, then build)")
    votes = make(bench).votes
    threads, one, two = [], [], []
    for _ in range(REPEATS):
        threads.append(by_threads(bench, votes))
        one.append(by_processes(bench, votes, 1))
        two.append(by_processes(bench, votes, 2))
    check_scores(bench, two[0], threads[0], "two processes, two threads")
    alone, both, reference = best(one), best(two), best(threads)
    bench.hold("memory of the larger of two processes / of one alone", both.peak_bytes / alone.peak_bytes, at_most=0.65)
    bench.hold("time of two processes / of one", both.seconds / alone.seconds, at_most=0.65)
    bench.hold("time of two processes / of pdrank with two threads", both.seconds / reference.seconds, at_most=2)
    smaller = [simulate(bench, bench.size(items), 10 * bench.size(items)).votes for items in (100_000, 300_000)]
    fit_cost(bench, [alone, both, *(best([by_processes(bench, data, processes) for _ in range(REPEATS)])
                                    for data in smaller for processes in (1, 2))])  # fmt: skip
