"""What the tasks share: lines with bars, checks that come before any timing, and timing itself."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from scipy.special import expit


class WrongAnswer(Exception):
    """Answers do not agree, so there is nothing to time."""


@dataclass
class Line:
    task: str
    what: str
    value: float  # a ratio, or another number that the speed of the machine does not change
    bar: float | None = None  # what the value is held against
    at_least: bool = True
    verdict: str = ""  # ok, MISSED, or empty where there is nothing to hold

    def bar_text(self) -> str:
        return "" if self.bar is None else f"{'>=' if self.at_least else '<='} {self.bar:g}"

    def __str__(self) -> str:
        return f"{self.task:<16} {self.what:<92} {self.value:>9.3g}  {self.bar_text():<10}{self.verdict}".rstrip()


@dataclass
class Bench:
    """One run: where the programs and the data are, and what was found."""

    program: Path
    speed: Path
    folder: Path  # for data; removed at the end
    small: bool = False  # a tenth of the data of the large tasks, to see that they work; no bar is held
    huge: bool = False  # ten times the data where a task can, which takes long and much memory
    task: str = ""
    lines: list[Line] = field(default_factory=list)
    raw: dict[str, dict[str, object]] = field(default_factory=dict)

    def size(self, full: int) -> int:
        return full // 10 if self.small else full

    def show(self, what: str, value: float) -> None:
        self._add(Line(self.task, what, float(value)))

    def hold(self, what: str, value: float, *, at_least: float | None = None, at_most: float | None = None) -> None:
        """A line with a bar."""
        line = _with_bar(self.task, what, value, at_least, at_most)
        if self.small:
            line.verdict = "not held"
        self._add(line)

    def check(self, what: str, value: float, *, at_least: float | None = None, at_most: float | None = None) -> None:
        """A line that must hold for the task to go on."""
        line = _with_bar(self.task, what, value, at_least, at_most)
        self._add(line)
        if line.verdict != "ok":
            raise WrongAnswer(f"{what}: {line.value:g}, must be {line.bar_text()}")

    def keep(self, **figures: object) -> None:
        """Figures for build/bench.json alone, such as seconds."""
        self.raw.setdefault(self.task, {}).update(figures)

    def missed(self) -> bool:
        return any(line.verdict == "MISSED" for line in self.lines)

    def write(self, path: Path) -> None:
        found = {"small": self.small, "lines": [asdict(line) for line in self.lines], "raw": self.raw}
        path.write_text(json.dumps(found, indent=1, default=_plain) + "\n")

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        print(line, flush=True)


def _with_bar(task: str, what: str, value: float, at_least: float | None, at_most: float | None) -> Line:
    line = Line(task, what, float(value), at_most if at_least is None else at_least, at_least is not None)
    holds = line.value >= line.bar if line.at_least else line.value <= line.bar  # NaN holds nothing
    line.verdict = "ok" if holds else "MISSED"
    return line


def _plain(value: object) -> object:
    """NumPy's numbers are not JSON's."""
    return value.item() if isinstance(value, np.generic) else str(value)


def seconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best_seconds(work: Callable[[], object], repeats: int) -> float:
    """The shortest of several runs: the one the rest of the machine disturbed least."""
    return min(seconds_of(work) for _ in range(repeats))


def logistic_residual(
    winner: np.ndarray, loser: np.ndarray, score: np.ndarray, gamma: float, margin: float = 0
) -> float:
    """Of scores that should minimise sum log(1 + exp(margin - (score of the winner - score of the loser))) + gamma
    score'score: the largest gradient of an item, against the forces on it (docs/MATH.md, section 3)."""
    force = expit(margin - (score[winner] - score[loser]))
    up, down = (np.bincount(side, force, len(score)) for side in (winner, loser))
    gradient = 2 * gamma * score - up + down
    return float(np.max(np.abs(gradient) / (up + down + 2 * gamma * np.abs(score).max())))


def largest_difference(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Of two score vectors, each of which is known up to a constant; relative to the largest score."""
    ours, theirs = ours - ours.mean(), theirs - theirs.mean()
    return float(np.abs(ours - theirs).max() / np.abs(ours).max())
