"""Comparisons, generated or read from a file, and what pdrank makes of them."""

import csv
import json
import os
import subprocess
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

REPO = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PDRANK_BIN", str(REPO / "build/release/bin/pdrank"))
DATA = Path(os.environ.get("PDRANK_DATA", REPO.parent / "shared/data"))
CLOSE = 1e-6  # how far scores of the same definition may be apart


@dataclass(frozen=True)
class Row:
    winner: str
    loser: str
    tie: bool = False
    weight: int = 1
    annotator: str = ""


@dataclass(frozen=True)
class Votes:
    rows: list[Row]

    @cached_property
    def items(self) -> list[str]:
        return sorted({item for row in self.rows for item in (row.winner, row.loser)})

    @cached_property
    def number(self) -> dict[str, int]:
        """Of an item, in the order of `items`, which is that of every array of scores."""
        return {item: n for n, item in enumerate(self.items)}

    @cached_property
    def wins(self) -> np.ndarray:
        """Entry i, j: how often i won against j; a tie is half a win each way."""
        wins = np.zeros((len(self.items), len(self.items)))
        for row in self.rows:
            i, j = self.number[row.winner], self.number[row.loser]
            wins[i, j] += row.weight * (0.5 if row.tie else 1)
            wins[j, i] += row.weight * (0.5 if row.tie else 0)
        return wins

    @property
    def counts(self) -> np.ndarray:
        """Entry i, j: how often i and j were compared."""
        return self.wins + self.wins.T

    def is_strong(self) -> bool:
        return connected_components(self.wins, connection="strong")[0] == 1

    def as_csv(self) -> str:
        lines = [f"{row.winner},{row.loser},{int(row.tie)},{row.weight},{row.annotator}" for row in self.rows]
        return "\n".join(["winner,loser,tie,weight,annotator", *lines, ""])


def rank(votes: Votes, method: str, *options) -> dict:
    """The result of `pdrank rank --format json`."""
    result = call("rank", "-", "--method", method, *options, stdin=votes.as_csv())
    assert result["convergence"]["status"] == "converged"
    return result


def column(votes: Votes, result: dict, name: str = "score") -> np.ndarray:
    """A column of the ranking, in the order of `votes.items`."""
    of_item = {place["item"]: place[name] for place in result["ranking"]}
    return np.array([of_item[item] for item in votes.items])


def scores(votes: Votes, method: str, *options) -> np.ndarray:
    return column(votes, rank(votes, method, *options))


def call(*arguments, stdin: str = "") -> dict:
    command = [PROGRAM, *map(str, arguments), "--format", "json"]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def generate(seed: int, items: int, rows: int, *, tie_share=0.0, most_weight=1, annotators=0) -> Votes:
    """Bradley-Terry answers about pairs of which some are drawn often and many never. Every fourth annotator answers at
    random."""
    random = np.random.default_rng(seed)
    strength = random.normal(size=items)
    popularity = random.dirichlet(np.full(items, 5.0))
    votes = []
    for _ in range(rows):
        i, j = random.choice(items, size=2, replace=False, p=popularity)
        annotator = int(random.integers(annotators)) if annotators else None
        margin = 0 if annotator is not None and annotator % 4 == 3 else strength[i] - strength[j]
        if random.random() > expit(margin):
            i, j = j, i
        tie, weight = bool(random.random() < tie_share), int(random.integers(most_weight)) + 1
        votes.append(Row(f"item {i}", f"item {j}", tie, weight, "" if annotator is None else f"annotator {annotator}"))
    return Votes(votes)


def balanced(seed: int, items: int, repeats: int, tie_share: float) -> Votes:
    """Every pair equally often."""
    random = np.random.default_rng(seed)
    votes = []
    for i, j in random.permutation(list(combinations(range(items), 2)) * repeats):
        winner, loser = (i, j) if random.random() < 0.7 else (j, i)
        votes.append(Row(f"item {winner}", f"item {loser}", bool(random.random() < tie_share)))
    return Votes(votes)


def read(name: str) -> Votes:
    """A file of the real data; skips the test where there is none."""
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"no {name} in {DATA} (set PDRANK_DATA)")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return Votes([Row(r["winner"], r["loser"], r.get("tie") == "1", annotator=r.get("annotator", "")) for r in rows])
