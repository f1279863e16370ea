"""Files of comparisons as arrays, and made data."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars
import scipy.stats

from program import Ranked

NAMES = polars.String  # also of names that look like numbers


@dataclass
class Votes:
    names: list[str]  # by id
    winner: np.ndarray  # ids, by row
    loser: np.ndarray

    @property
    def items(self) -> int:
        return len(self.names)

    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.winner.tolist(), self.loser.tolist(), strict=True))


def read_votes(path: Path) -> Votes:
    rows = polars.read_csv(path, columns=["winner", "loser"], schema_overrides={"winner": NAMES, "loser": NAMES})
    names = polars.concat([rows["winner"], rows["loser"]]).unique(maintain_order=True)
    ids = polars.DataFrame({"name": names, "id": np.arange(len(names), dtype=np.uint32)})

    def column(name: str) -> np.ndarray:
        joined = rows.select(name).join(ids, left_on=name, right_on="name", how="left", maintain_order="left")
        return joined["id"].to_numpy()

    return Votes(names.to_list(), column("winner"), column("loser"))


def tau_with_truth(ranked: Ranked, truth: Path) -> float:
    """Kendall's tau."""
    true = polars.read_csv(truth, schema_overrides={"item": NAMES}).rename({"score": "true"})
    both = polars.DataFrame({"item": ranked.names, "score": ranked.scores}).join(true, on="item")
    if len(both) != len(ranked.names):
        raise ValueError(f"{truth} does not have all items")
    return scipy.stats.kendalltau(both["score"].to_numpy(), both["true"].to_numpy()).statistic


@dataclass
class Arena:
    """Battles of a few models: integer ids, every row with a winner."""

    items: int
    winner: np.ndarray
    loser: np.ndarray

    def write_csv(self, path: Path) -> None:
        """left,right,winner as evalica's command line wants it; names as models have them."""
        swap = np.arange(len(self.winner)) % 2 == 1
        names = polars.Series([f"model-{item:03}-chat" for item in range(self.items)])
        polars.DataFrame({
            "left": names.gather(np.where(swap, self.loser, self.winner)),
            "right": names.gather(np.where(swap, self.winner, self.loser)),
            "winner": polars.Series(["left", "right"]).gather(swap.astype(np.uint32)),
        }).write_csv(path)


def make_arena(items: int, rows: int, seed: int = 1) -> Arena:
    """Popularity as 1 / k for the k-th most popular model, scores uniform on [0, 4], Bradley-Terry's answers."""
    random = np.random.default_rng(seed)
    popularity = 1 / np.arange(1.0, items + 1)
    popularity /= popularity.sum()
    score = random.uniform(0, 4, items)
    first = random.choice(items, rows, p=popularity)
    second = random.choice(items, rows, p=popularity)
    while (same := np.flatnonzero(first == second)).size > 0:
        second[same] = random.choice(items, same.size, p=popularity)
    wins = random.random(rows) * (1 + np.exp(score[second] - score[first])) < 1
    return Arena(items, np.where(wins, first, second), np.where(wins, second, first))
