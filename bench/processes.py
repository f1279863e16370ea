"""`pdrank-mpi` with one process and with two, and `pdrank` with two threads: 1,000,000 items, 10,000,000 comparisons.

Whole programs from CSV to a ranking file, in turn, the shortest of three runs each. What they say of themselves is asked
in a run of its own, for a million items take longer as JSON than as CSV. From these and smaller data the cost model of
docs/SCALING.md: seconds for a gigabyte that a process moves in its passes over the edges, and for one that it sends.
That is PD-Rank, whose processes divide the data. The posterior's have all of them, and share the work.
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
class Record:
    """What several processes say of their run."""

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


def command_of(bench: Bench, votes: Path, processes: int) -> list:
    """Of none: two threads."""
    if processes == 0:
        return [bench.program, "rank", votes, "--threads", "2"]
    return ["mpiexec", "-n", processes, bench.program.with_name("pdrank-mpi"), "rank", votes]


def run_program(bench: Bench, votes: Path, processes: int, output: Path, method: str = "pdrank") -> float:
    command = [*command_of(bench, votes, processes), "--method", method, "--output", output, "--quiet"]
    start = time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, env=ENVIRONMENT)
    return time.perf_counter() - start


def ranking_of(bench: Bench, processes: int) -> Path:
    return bench.folder / f"ranking-{processes}.csv"


def seconds_of(bench: Bench, votes: Path, processes: int) -> float:
    return run_program(bench, votes, processes, ranking_of(bench, processes))


def record_of(bench: Bench, votes: Path, processes: int) -> Record:
    path = bench.folder / "record.json"
    run_program(bench, votes, processes, path)
    return Record(head_of(path))


def scores(ranking: Path) -> polars.DataFrame:
    return polars.read_csv(ranking, columns=["item", "score"]).sort("item")


def check_scores(bench: Bench, ours: Path, reference: Path, what: str) -> None:
    one, other = scores(ours), scores(reference)
    if one["item"].to_list() != other["item"].to_list():
        raise WrongAnswer(f"{what}: other items")
    bench.check(f"{what}: largest difference of scores", largest_difference(one["score"].to_numpy(),
                other["score"].to_numpy()), at_most=1e-6)  # fmt: skip


def fit_cost(bench: Bench, runs: list[Record]) -> None:
    """Least squares: solving = a moved + b sent, relative errors."""
    rows = np.array([[run.moved, run.sent] for run in runs]) / 1e9
    seconds = np.array([run.solving for run in runs])
    (moved, sent), *_ = np.linalg.lstsq(rows / seconds[:, None], np.ones(len(runs)), rcond=None)
    bench.show("solving: seconds for a GB moved over by a process", moved)
    bench.show("solving: seconds for a GB sent by a process", sent)
    bench.show("solving: largest relative error of that model", np.abs(rows @ [moved, sent] / seconds - 1).max())
    bench.keep(runs=[{"moved": run.moved, "sent": run.sent, "solving": run.solving, "peak_bytes": run.peak_bytes,
                      "processes": run.result["processes"]} for run in runs])  # fmt: skip


def hold_posterior(bench: Bench) -> None:
    votes = simulate(bench, bench.size(100_000), bench.size(1_000_000)).votes
    rankings = {processes: bench.folder / f"posterior-{processes}.csv" for processes in (1, 2)}
    seconds = {processes: [] for processes in rankings}
    for _ in range(REPEATS):
        for processes, of_runs in seconds.items():
            of_runs.append(run_program(bench, votes, processes, rankings[processes], "posterior"))
    if rankings[1].read_bytes() != rankings[2].read_bytes():
        raise WrongAnswer("posterior: two processes come to other bytes than one")
    bench.keep(posterior_seconds=seconds)
    bench.hold("posterior: time of two processes / of one", min(seconds[2]) / min(seconds[1]), at_most=0.65)


def run(bench: Bench) -> None:
    if not bench.program.with_name("pdrank-mpi").is_file() or not shutil.which("mpiexec"):
        raise WrongAnswer("no pdrank-mpi here (scripts/setup --distributed, then build)")
    votes = make(bench).votes
    seconds = {0: [], 1: [], 2: []}  # by processes
    for _ in range(REPEATS):
        for processes, of_runs in seconds.items():
            of_runs.append(seconds_of(bench, votes, processes))
    check_scores(bench, ranking_of(bench, 2), ranking_of(bench, 0), "two processes, two threads")
    one, two = (record_of(bench, votes, processes) for processes in (1, 2))
    best = {processes: min(of_runs) for processes, of_runs in seconds.items()}
    bench.keep(seconds=seconds)
    bench.hold("memory of the larger of two processes / of one alone", two.peak_bytes / one.peak_bytes, at_most=0.65)
    bench.hold("time of two processes / of one", best[2] / best[1], at_most=0.65)
    bench.hold("time of two processes / of pdrank with two threads", best[2] / best[0], at_most=2)
    smaller = [simulate(bench, bench.size(items), 10 * bench.size(items)).votes for items in (100_000, 300_000)]
    fit_cost(bench, [one, two, *(record_of(bench, data, processes) for data in smaller for processes in (1, 2))])
    hold_posterior(bench)
