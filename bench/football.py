"""Win, draw or loss of international football matches, predicted a year ahead.

Every model sees the matches before a year, since 1990, and predicts those of that year; what is shown is the mean log loss
of the three outcomes, in nats. pdrank predicts by itself: home advantage, draws, and scores that change with time. The
others give one number for a match, the difference of two ratings. What it takes to make three probabilities of that, they
get for free, fitted to the years before: a slope, a home advantage, and Davidson's rate of draws.
"""

import csv
import gzip
import subprocess
from datetime import date
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from common import Bench, WrongAnswer

DATA = Path(__file__).resolve().parents[2] / "shared/data/football-international/matches.csv.gz"
FIRST, YEARS = 1990, range(2018, 2026)
KS = (10, 15, 20, 25, 30, 40, 50, 60, 80)  # of Elo
WARMING_UP = 5  # years whose predictions nobody learns from


class Matches:
    """The first team is at home, or the first of two on neutral ground; the outcome 0 is its win, 1 a draw, 2 a loss."""

    def __init__(self) -> None:
        with gzip.open(DATA, "rt", newline="") as file:
            rows = [row for row in csv.DictReader(file) if int(row["date"][:4]) >= FIRST]
        self.rows = sorted(rows, key=lambda row: row["date"])
        self.teams = sorted({team for row in rows for team in (row["winner"], row["loser"])})
        number = {team: k for k, team in enumerate(self.teams)}
        away = np.array([row["home"] == "-1" for row in self.rows])
        winner = np.array([number[row["winner"]] for row in self.rows])
        loser = np.array([number[row["loser"]] for row in self.rows])
        tie = np.array([row["tie"] == "1" for row in self.rows])
        self.first, self.second = np.where(away, loser, winner), np.where(away, winner, loser)
        self.home = np.array([row["home"] != "0" for row in self.rows]).astype(float)
        self.outcome = np.where(tie, 1, np.where(away, 2, 0))
        self.year = np.array([int(row["date"][:4]) for row in self.rows])

    def write(self, path: Path, chosen: np.ndarray) -> Path:
        with path.open("w", newline="") as file:
            lines = csv.DictWriter(file, ["winner", "loser", "tie", "home", "date"], extrasaction="ignore")
            lines.writeheader()
            lines.writerows(self.rows[n] for n in np.flatnonzero(chosen))
        return path


def davidson(parameters: np.ndarray, gap: np.ndarray, home: np.ndarray) -> np.ndarray:
    """Logarithms of the three probabilities: slope, home advantage, logarithm of the rate of draws."""
    margin = parameters[0] * gap + parameters[1] * home
    terms = np.column_stack([margin / 2, np.full(len(margin), parameters[2]), -margin / 2])
    return terms - np.logaddexp.reduce(terms, axis=1, keepdims=True)


def fitted(gap: np.ndarray, home: np.ndarray, outcome: np.ndarray) -> np.ndarray:
    def loss(parameters: np.ndarray) -> float:
        return -davidson(parameters, gap, home)[np.arange(len(outcome)), outcome].mean()

    return minimize(loss, np.array([1.0, 0.5, -0.3]), method="BFGS").x


def elo(matches: Matches, k: float) -> np.ndarray:
    """The difference of the two ratings before every match, in units of log-odds; home counts 100 points."""
    rating, gap = np.zeros(len(matches.teams)), np.zeros(len(matches.rows))
    for n, (a, b) in enumerate(zip(matches.first, matches.second, strict=True)):
        gap[n] = rating[a] - rating[b]
        expected = 1 / (1 + 10 ** (-(gap[n] + 100 * matches.home[n]) / 400))
        move = k * (1 - matches.outcome[n] / 2 - expected)
        rating[a] += move
        rating[b] -= move
    return gap * np.log(10) / 400


def elo_losses(matches: Matches, test: np.ndarray, year: int) -> np.ndarray:
    """K and the rest are those that were best in the years before."""
    seen = (matches.year < year) & (matches.year >= FIRST + WARMING_UP)
    best = None
    for k in KS:
        gap = elo(matches, k)
        parameters = fitted(gap[seen], matches.home[seen], matches.outcome[seen])
        logs = davidson(parameters, gap, matches.home)[np.arange(len(gap)), matches.outcome]
        if best is None or logs[seen].mean() > best[0]:
            best = logs[seen].mean(), -logs[test]
    return best[1]


def ratings(bench: Bench, path: Path, matches: Matches, *options: str) -> np.ndarray:
    done = subprocess.run(
        [bench.program, "rank", path, "--format", "csv", "--quiet", *options],
        capture_output=True,
        text=True,
        check=True,
    )
    score = {line["item"]: float(line["score"]) for line in csv.DictReader(done.stdout.splitlines())}
    return np.array([score.get(team, np.nan) for team in matches.teams])


def by_ratings(matches: Matches, score: np.ndarray, seen: np.ndarray, test: np.ndarray) -> np.ndarray:
    gap = score[matches.first] - score[matches.second]
    parameters = fitted(gap[seen], matches.home[seen], matches.outcome[seen])
    return -davidson(parameters, gap[test], matches.home[test])[np.arange(test.sum()), matches.outcome[test]]


def by_pdrank(bench: Bench, path: Path, matches: Matches, test: np.ndarray, *options: str) -> np.ndarray:
    losses = np.zeros(len(matches.rows))
    for at_home in (True, False):
        asked = np.flatnonzero(test & (matches.home == at_home))
        pairs = bench.folder / "pairs.csv"
        with pairs.open("w", newline="") as file:
            csv.writer(file).writerows(
                [
                    ["left", "right"],
                    *([matches.teams[matches.first[n]], matches.teams[matches.second[n]]] for n in asked),
                ]
            )
        command = [bench.program, "predict", path, "--pairs", pairs, "--format", "csv", "--quiet", *options]
        done = subprocess.run(command + ["--left-first"] * at_home, capture_output=True, text=True, check=True)
        lines = list(csv.DictReader(done.stdout.splitlines()))
        win, tie = (np.array([float(line[name]) for line in lines]) for name in ("probability", "tie"))
        chances = np.column_stack([win - tie / 2, tie, 1 - win - tie / 2])
        losses[asked] = -np.log(chances[np.arange(len(asked)), matches.outcome[asked]])
    return losses[test]


def run(bench: Bench) -> None:
    if not DATA.is_file():
        raise WrongAnswer(f"no {DATA.name}: the real data are not there")
    matches = Matches()
    years = YEARS[-2:] if bench.small else YEARS
    losses: dict[str, list[np.ndarray]] = {}
    for year in years:
        before = matches.year < year
        path = matches.write(bench.folder / f"before-{year}.csv", before)
        static = ratings(bench, path, matches, "--method", "bradley-terry")
        halved = ratings(bench, path, matches, "--method", "bradley-terry", "--time", "date", "--half-life", "1095")
        # A team that was never met, or only by teams that were never met, has no rating.
        known = ~np.isnan(static)
        test = (matches.year == year) & known[matches.first] & known[matches.second]
        recent = before & (matches.year >= year - 3)
        found = {
            "pdrank, drift": by_pdrank(bench, path, matches, test, "--time", "date", "--drift", "auto"),
            "pdrank, half-life of 3 years": by_pdrank(
                bench, path, matches, test, "--time", "date", "--half-life", "1095"
            ),
            "pdrank, no time": by_pdrank(bench, path, matches, test),
            "Bradley-Terry, half ties": by_ratings(matches, static, before, test),
            "Bradley-Terry, half ties, half-life of 3 years": by_ratings(matches, halved, recent, test),
            "Elo, K tuned": elo_losses(matches, test, year),
        }
        for name, values in found.items():
            losses.setdefault(name, []).append(values)
    pooled = {name: np.concatenate(values) for name, values in losses.items()}
    best = pooled["pdrank, drift"]
    bench.keep(matches=len(best), first=str(date(years[0], 1, 1)), log_loss={k: v.mean() for k, v in pooled.items()})
    for name, values in pooled.items():
        bench.show(
            f"{name}: log loss of win, draw, loss; {len(values):,} matches of {years[0]}-{years[-1]}", values.mean()
        )
    for name in ("Bradley-Terry, half ties", "Elo, K tuned"):
        gain = pooled[name] - best
        bench.show("two standard errors of what follows", 2 * gain.std() / np.sqrt(len(gain)))
        bench.hold(f"{name} less pdrank with drift", gain.mean(), at_least=0)
