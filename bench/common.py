"""What the benchmarks share: a ratio with its bar, running the program, timing."""

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass
class Ratio:
    what: str
    value: float
    bar: float | None = None  # what the value is held against
    at_least: bool = True

    def __post_init__(self) -> None:
        self.value = float(self.value)  # NumPy's numbers are not JSON's

    def holds(self) -> bool:
        return self.bar is None or (self.value >= self.bar if self.at_least else self.value <= self.bar)

    def bar_text(self) -> str:
        return "" if self.bar is None else f"{'>=' if self.at_least else '<='} {self.bar:g}"

    def as_dict(self) -> dict:
        return asdict(self) | {"holds": self.holds()}


def simulate(program: Path, folder: Path, items: int, comparisons: int, seed: int = 1) -> tuple[Path, Path]:
    """Toggle noise 0.1, the largest connected part; files of comparisons and of true scores."""
    votes, truth = folder / f"votes-{items}.csv", folder / f"truth-{items}.csv"
    subprocess.run([program, "simulate", "--items", str(items), "--comparisons", str(comparisons), "--graph", "connected",
                    "--seed", str(seed), "--output", votes, "--truth", truth, "--quiet"], check=True)
    return votes, truth


def rank(program: Path, votes: Path, *options: str) -> dict:
    """The result of `pdrank rank --format json`; status 1 (not converged) is a result too."""
    done = subprocess.run([program, "rank", votes, "--format", "json", *options], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def rank_peak_bytes(program: Path, votes: Path, *options: str) -> int:
    """Peak resident memory of one run: the kernel's high-water mark, read until the process ends.

    (The ru_maxrss of wait4 would not do: it starts from the memory of the Python process that forked.)
    """
    process = subprocess.Popen([program, "rank", votes, "--quiet", *options], stderr=subprocess.DEVNULL)
    status = Path(f"/proc/{process.pid}/status")
    peak = 0
    while process.poll() is None:
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                peak = max(peak, int(line.split()[1]) * 1024)
        time.sleep(0.002)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"pdrank failed on {votes}")
    return peak


def best_seconds(work: Callable[[], object], repeats: int) -> float:
    """The shortest of several runs: the one the rest of the machine disturbed least."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
