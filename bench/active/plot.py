"""Draws what pdrank-active has measured: plot.py [build/active/curves.csv] [--output build/active].

    simulated-<world>-m<items>  mean tau against answers, a line a strategy; ranked alike, and as published
    real-<set>                  the paper's figure: tau against answers in standard trials, and time against tau

Bands are a standard error to either side: of the mean over seeds, or over references. Times are medians over plays.
"""

import argparse
import csv
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator

GOAL = 0.85
# Okabe and Ito's colours, which readers who see fewer can tell apart, and a line style each.
STYLES = {
    "posterior": ("#0072B2", "-"),
    "random": ("#000000", ":"),
    "hodge-active": ("#D55E00", "--"),
    "hodge-active-unsupervised": ("#E69F00", (0, (5, 1, 1, 1))),
    "hybrid-mst": ("#009E73", "-."),
    "crowd-bt": ("#CC79A7", (0, (3, 1, 1, 1, 1, 1))),
    "active-rank": ("#56B4E9", (0, (6, 2))),
    "confidence": ("#7F7F7F", (0, (1, 1))),
}
# The lines of the paper's figure: strategy, method -> name, colour, line style.
CONTESTANTS = {
    ("random", "borda"): ("Borda", "#E69F00", ":"),
    ("random", "pdrank"): ("PD-Rank", "#000000", "-"),
    ("random", "pdrank:preset=paper"): ("PD-Rank, paper's settings", "#7F7F7F", (0, (5, 1))),
    ("hodge-active", "own"): ("Hodge-active", "#D55E00", "--"),
    ("hybrid-mst", "own"): ("Hybrid-MST", "#009E73", "-."),
    ("posterior", "posterior"): ("posterior", "#0072B2", (0, (3, 1, 1, 1, 1, 1))),
}


@dataclass
class Curve:
    """Of a strategy ranked by a method in a setting: plays by points, the points of a play in order."""

    plays: dict[tuple[str, str], list[tuple[float, float, float]]] = field(default_factory=lambda: defaultdict(list))

    def array(self) -> np.ndarray:
        """Play, point, (answers, tau, seconds)."""
        return np.array(list(self.plays.values()))

    def units(self) -> np.ndarray:
        """The same, plays of one world averaged where there are several worlds."""
        worlds = sorted({world for world, _ in self.plays})
        if len(worlds) == 1:
            return self.array()
        return np.array([np.mean([play for (at, _), play in self.plays.items() if at == world], axis=0)
                         for world in worlds])  # fmt: skip


def mean_and_error(units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    error = units.std(axis=0, ddof=1) / np.sqrt(len(units)) if len(units) > 1 else np.zeros_like(units[0])
    return units.mean(axis=0), error


def read(path: Path) -> dict[tuple[str, int], dict[tuple[str, str], Curve]]:
    """(world or set, items) -> (strategy, method) -> curve. Chosen at random, pairs cost no time."""
    settings: dict[tuple[str, int], dict[tuple[str, str], Curve]] = defaultdict(lambda: defaultdict(Curve))
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            curve = settings[row["world"].split("/")[0], int(row["items"])][row["strategy"], row["method"]]
            choosing = 0.0 if row["strategy"] == "random" else float(row["choosing_seconds"])
            curve.plays[row["world"], row["seed"]].append(
                (float(row["answers"]), float(row["tau"]), choosing + float(row["ranking_seconds"])))  # fmt: skip
    return settings


def draw_band(axes, x, mean, error, name, colour, style) -> None:
    axes.plot(x, mean, color=colour, linestyle=style, linewidth=2.2 if name == "posterior" else 1.6, label=name)
    axes.fill_between(x, mean - error, mean + error, color=colour, alpha=0.15, linewidth=0)


def mark_goal(line, at: float) -> None:
    line(at, color="0.5", linewidth=0.8, zorder=1, label=f"tau = {at:g}")


def save(figure, axes, folder: Path, name: str) -> None:
    """With one legend for all axes, beside them."""
    entries = {}
    for each in axes:
        each.grid(color="0.92", linewidth=0.6)
        each.set_axisbelow(True)
        each.spines[["top", "right"]].set_visible(False)
        entries |= {label: line for line, label in zip(*each.get_legend_handles_labels())}
    figure.legend(entries.values(), entries.keys(), loc="outside right center", frameon=False, handlelength=3.5)
    for ending in ("svg", "png"):
        figure.savefig(folder / f"{name}.{ending}", dpi=150)
        print(folder / f"{name}.{ending}")
    plt.close(figure)


def draw_simulated(world: str, items: int, curves: dict[tuple[str, str], Curve], folder: Path) -> None:
    published = [strategy for strategy, method in curves if method == "own"]
    panels = [("ranked by posterior", [key for key in curves if key[1] == "posterior"])]
    if published:
        known = [(name, "posterior") for name in ("posterior", "random") if (name, "posterior") in curves]
        panels.append(("ranked as published", known + [(name, "own") for name in published]))
    figure, axes = plt.subplots(1, len(panels), figsize=(3.2 + 4.4 * len(panels), 4.2), sharey=True, sharex=True,
                                layout="constrained", squeeze=False)  # fmt: skip
    for each, (title, keys) in zip(axes[0], panels):
        for strategy, method in keys:
            mean, error = mean_and_error(curves[strategy, method].array())
            draw_band(each, mean[:, 0], mean[:, 1], error[:, 1], strategy, *STYLES.get(strategy, ("#B22222", "-")))
        mark_goal(each.axhline, GOAL)
        each.set_title(title)
        each.set_xlabel("answers")
        each.set_xlim(left=0)
        each.yaxis.set_major_locator(MultipleLocator(0.1))
    axes[0][0].set_ylabel("Kendall's tau with the truth")
    figure.suptitle(f"{world}, {items} items, {len(next(iter(curves.values())).plays)} seeds")
    save(figure, axes[0], folder, f"simulated-{world.replace(':', '-')}-m{items}")


def draw_real(name: str, items: int, curves: dict[tuple[str, str], Curve], folder: Path) -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), layout="constrained")
    for key, (label, colour, style) in CONTESTANTS.items():
        if key not in curves:
            continue
        mean, error = mean_and_error(curves[key].units())
        draw_band(left, mean[:, 0] / (items * (items - 1) / 2), mean[:, 1], error[:, 1], label, colour, style)
        seconds = np.median(curves[key].array()[:, :, 2], axis=0)
        higher = mean[:, 1] > np.maximum.accumulate(np.append(-1, mean[:-1, 1]))  # than at any point before
        right.plot(mean[higher, 1], seconds[higher], color=colour, linestyle=style, linewidth=1.8, label=label)
    mark_goal(left.axhline, GOAL)
    mark_goal(right.axvline, GOAL)
    left.set(title="accuracy", xlabel="answers, in standard trials", ylabel="tau with Bradley-Terry on all data")
    left.set_xlim(left=0)
    right.set(title="time", xlabel="Kendall's tau", ylabel="all choosing and one ranking, seconds", yscale="log")
    references = {world for curve in curves.values() for world, _ in curve.plays}
    figure.suptitle(f"{name}: mean over {len(references)} references of {items} items")
    save(figure, (left, right), folder, f"real-{name}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws what pdrank-active has measured.")
    parser.add_argument("curves", type=Path, nargs="?", default=Path("build/active/curves.csv"))
    parser.add_argument("--output", type=Path, default=Path("build/active"), help="folder of the figures")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for (world, items), curves in read(arguments.curves).items():
        is_real = any("/" in at for curve in curves.values() for at, _ in curve.plays)
        (draw_real if is_real else draw_simulated)(world, items, curves, arguments.output)


if __name__ == "__main__":
    main()
