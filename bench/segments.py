"""Boards by segment: ten segments, three of which have scores of their own, and few answers in each.

Three ways to a board for every segment: `--by`, which holds boards to the whole as far as the answers say; one board for
all; and the answers of the segment alone. What is shown is how far the scores of a board are from the truth, as the root
of the mean square over items, segments and data sets.
"""

import csv
import subprocess
from itertools import product
from pathlib import Path

import numpy as np

from common import Bench

SEGMENTS, OTHERS, DATA_SETS = 10, 3, 6
ITEMS, ANSWERS, GAPS = (8, 20), (40, 120, 400), (0.7, 1.5)  # answers in a segment; how far the other segments are off


def draw(random: np.random.Generator, items: int, answers: int, gap: float, path: Path) -> np.ndarray:
    """Writes the answers; the scores of every segment."""
    score = np.tile(random.normal(scale=1.2, size=items), (SEGMENTS, 1))
    score[:OTHERS] += random.normal(scale=gap, size=(OTHERS, items))
    lines = [["left", "right", "winner", "segment"]]
    for segment in range(SEGMENTS):
        left = random.integers(items, size=answers)
        right = (left + random.integers(1, items, size=answers)) % items
        won = score[segment, left] - score[segment, right] + random.logistic(size=answers) > 0
        for i, j, first in zip(left, right, won, strict=True):
            lines.append([f"i{i}", f"i{j}", "left" if first else "right", f"s{segment}"])
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(lines)
    return score


def ranked(bench: Bench, path: Path, *options: str | Path) -> dict[str, float]:
    command = [bench.program, "rank", path, "--format", "csv", "--quiet", "--order-effect", "none", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {line["item"]: float(line["score"]) for line in csv.DictReader(done.stdout.splitlines())}


def squares(found: dict[str, float], truth: np.ndarray) -> float:
    """Mean square of the error of the items that the board has, both with mean 0."""
    names = [f"i{k}" for k in range(len(truth)) if f"i{k}" in found]
    ours, theirs = np.array([found[name] for name in names]), np.array([truth[int(name[1:])] for name in names])
    return float(np.mean((ours - ours.mean() - theirs + theirs.mean()) ** 2))


def errors(bench: Bench, random: np.random.Generator, cell: tuple[int, int, float]) -> list[float]:
    """Of boards held to the whole, of one board, of separate boards."""
    path, boards = bench.folder / "segments.csv", bench.folder / "boards.csv"
    truth = draw(random, *cell, path)
    whole = ranked(bench, path)
    ranked(bench, path, "--by", "segment", "--boards", boards)
    with boards.open(newline="") as file:
        lines = list(csv.DictReader(file))
    sums = np.zeros(3)
    for segment in range(SEGMENTS):
        held = {line["item"]: float(line["score"]) for line in lines if line["value"] == f"s{segment}"}
        alone = ranked(bench, path, "--where", f"segment=s{segment}")
        sums += [squares(board, truth[segment]) for board in (held, whole, alone)]
    return list(sums / SEGMENTS)


def run(bench: Bench) -> None:
    random = np.random.default_rng(7)
    for cell in product(ITEMS, ANSWERS, GAPS):
        found = np.array([errors(bench, random, cell) for _ in range(2 if bench.small else DATA_SETS)])
        held, whole, alone = np.sqrt(found.mean(axis=0))
        items, answers, gap = cell
        bench.keep(**{f"{items} items, {answers} answers, {gap}": [held, whole, alone]})
        what = f"{items} items, {answers} answers a segment, three segments off by {gap}"
        bench.show(f"{what}: error of --by", held)
        bench.hold(f"{what}: over that of one board", held / whole, at_most=1)
        bench.hold(f"{what}: over that of separate boards", held / alone, at_most=1)
