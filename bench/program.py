"""Running pdrank and pdrank-speed."""

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars

from common import Bench, WrongAnswer


@dataclass
class Simulated:
    votes: Path  # winner,loser
    truth: Path  # item,score


def simulate(bench: Bench, items: int, comparisons: int, *options: str) -> Simulated:
    """Toggle noise 0.1 and the largest connected part, unless options say otherwise. Made once a run."""
    name = "-".join([str(items), str(comparisons), *(option.strip("-").replace(":", "") for option in options)])
    files = Simulated(bench.folder / f"votes-{name}.csv", bench.folder / f"truth-{name}.csv")
    if not files.truth.exists():
        graph = [] if "--graph" in options else ["--graph", "connected"]
        _run([bench.program, "simulate", "--items", items, "--comparisons", comparisons, *graph, *options,
              "--output", files.votes, "--truth", files.truth, "--quiet"])
    return files


@dataclass
class Ranked:
    """What `pdrank rank` found: by item name the score, and how the solve went."""

    names: list[str]
    scores: np.ndarray
    head: dict  # the JSON result without its long lists

    @property
    def convergence(self) -> dict:
        return self.head["convergence"]

    @property
    def seconds(self) -> float:
        """The program's own count of its solve."""
        return self.convergence["seconds"]

    def counted(self, name: str) -> int:
        """`passes` over the edges or `edge_bytes`."""
        if name not in self.convergence:
            raise WrongAnswer(f"this pdrank does not count '{name}' (no such key under 'convergence' in its JSON)")
        return self.convergence[name]

    def by_name(self, names: list[str]) -> np.ndarray:
        score = dict(zip(self.names, self.scores, strict=True))
        return np.array([score[name] for name in names])


def rank(bench: Bench, votes: Path, *options: str) -> Ranked:
    """Not converged (exit status 1) is a result too.

    Scores come by CSV, the rest by the head of the JSON, because a JSON result of millions of rows is slow to read.
    """
    ranking, result = bench.folder / "ranking.csv", bench.folder / "result.json"
    with result.open("w") as file:
        _run([bench.program, "rank", votes, "--quiet", "--format", "json", "--output", ranking, *options], file, (0, 1))
    table = polars.read_csv(ranking, columns=["item", "score"], schema_overrides={"item": polars.String})
    head = _head(result)
    found = Ranked(table["item"].to_list(), table["score"].to_numpy(), head)
    ranking.unlink()
    result.unlink()
    return found


def best_solve(bench: Bench, votes: Path, repeats: int, *options: str) -> Ranked:
    """The run with the fastest solve."""
    return min((rank(bench, votes, *options) for _ in range(repeats)), key=lambda ranked: ranked.seconds)


@dataclass
class WholeRun:
    seconds: float
    peak_bytes: int


def whole_run(bench: Bench, votes: Path, *options: str) -> WholeRun:
    """The program as a user runs it, from start to end, its table going nowhere; and its peak resident memory.

    The peak is the kernel's high-water mark, read until the process ends. (The ru_maxrss of wait4 would not do: it
    starts from the memory of the Python process that forked.)
    """
    start = time.perf_counter()
    process = subprocess.Popen([bench.program, "rank", votes, *options], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    status, peak = Path(f"/proc/{process.pid}/status"), 0
    while process.poll() is None:
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]) * 1024)
        time.sleep(0.002)
    seconds = time.perf_counter() - start
    if process.returncode not in (0, 1):
        raise WrongAnswer(f"pdrank rank failed: {process.stderr.read().strip()}")
    return WholeRun(seconds, peak)


def best_run(bench: Bench, votes: Path, repeats: int, *options: str) -> WholeRun:
    runs = [whole_run(bench, votes, *options) for _ in range(repeats)]
    return WholeRun(min(run.seconds for run in runs), max(run.peak_bytes for run in runs))


@dataclass
class Fitted:
    scores: np.ndarray  # by item
    seconds: float  # from arrays to scores
    report: dict


def fit(bench: Bench, winner: np.ndarray, loser: np.ndarray, items: int, *options: str, repeats: int = 5) -> Fitted:
    """`pdrank-speed fit`: data in memory to scores in memory, the fastest of several."""
    arrays = bench.folder / "winner.u32", bench.folder / "loser.u32"
    for ids, path in zip((winner, loser), arrays, strict=True):
        ids.astype("<u4").tofile(path)
    scores = bench.folder / "scores.f64"
    report = json.loads(_run([bench.speed, "fit", *arrays, "--items", items, "--repeats", repeats, "--scores", scores,
                              *options]))
    return Fitted(np.fromfile(scores), report["seconds"], report)


def copy_bytes_per_second(bench: Bench, threads: int) -> float:
    return json.loads(_run([bench.speed, "copy", "--threads", threads]))["bytes_per_second"]


def gathers_per_second(bench: Bench, threads: int) -> float:
    return json.loads(_run([bench.speed, "gather", "--threads", threads]))["gathers_per_second"]


def _run(command: list, output=subprocess.PIPE, fine: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(list(map(str, command)), stdout=output, stderr=subprocess.PIPE, text=True)
    if done.returncode not in fine:
        raise WrongAnswer(f"{Path(command[0]).name} {command[1]} failed: {done.stderr.strip()}")
    return done.stdout


def _head(path: Path) -> dict:
    """The JSON result without its long lists; it has a line for each member."""
    head = []
    with path.open() as file:
        for line in file:
            if line.startswith('  "ranking":'):
                break
            head.append(line)
    return json.loads("".join(head).rstrip().rstrip(",") + "}")
