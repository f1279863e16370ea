"""What a user gets who names no method - ranges, probabilities and errors for every item - on three kinds of data: one that
is small, one that is large and even, and one like a chess site's, where few players have most of the games.

The large ones are held against polars.read_csv of the same file and against `--method pdrank`; the small one against the
processor time that the program has for it. First, scores must be near the truth, and every item must have a range that
holds its place.
"""

import os
import resource
import subprocess
from dataclasses import asdict
from pathlib import Path

import polars
from scipy.stats import kendalltau

from common import Bench, best_seconds
from program import Simulated, simulate, whole_run

EXAMPLE = Path(__file__).resolve().parent.parent / "examples/votes.csv"
SMALL_RUNS = 30


def check_ranking(bench: Bench, kind: str, data: Simulated, least_tau: float) -> None:
    ranking = bench.folder / "default.csv"
    subprocess.run([bench.program, "rank", data.votes, "--quiet", "--output", ranking], check=True)
    names = {"item": polars.String}
    table = polars.read_csv(ranking, schema_overrides=names)
    both = table.join(polars.read_csv(data.truth, schema_overrides=names), on="item", suffix="_true")
    ranking.unlink()
    tau = kendalltau(both["score"].to_numpy(), both["score_true"].to_numpy())[0]
    bench.check(f"{kind}: Kendall tau lost below {least_tau:g}", max(least_tau - tau, 0.0), at_most=0)
    outside = table.filter((table["rank"] < table["rank_low"]) | (table["rank"] > table["rank_high"])).height
    bench.check(f"{kind}: items outside their own range", outside + table["rank_low"].null_count(), at_most=0)


def hold_large(
    bench: Bench,
    kind: str,
    data: Simulated,
    least_tau: float,
    most: float | None = None,
    most_gigabytes: float | None = None,
) -> None:
    check_ranking(bench, kind, data, least_tau)
    polars_seconds = best_seconds(lambda: polars.read_csv(data.votes), 3)
    default, pdrank = whole_run(bench, data.votes), whole_run(bench, data.votes, "--method", "pdrank")
    bench.keep(**{kind: {"polars": polars_seconds, "default": asdict(default), "pdrank": asdict(pdrank)}})
    ratio = default.seconds / polars_seconds
    if most:
        bench.hold(f"{kind}: default / polars.read_csv", ratio, at_most=most)
    else:
        bench.show(f"{kind}: default / polars.read_csv", ratio)
    bench.hold(f"{kind}: default / `--method pdrank`", default.seconds / pdrank.seconds, at_most=4)
    if most_gigabytes:
        bench.hold(f"{kind}: peak memory, GB", default.peak_bytes / 1e9, at_most=most_gigabytes)
    else:
        bench.show(f"{kind}: peak memory, GB", default.peak_bytes / 1e9)


def processor_milliseconds(command: list) -> float:
    """The least of many runs, user and system time of the process."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    least = float("inf")
    for _ in range(SMALL_RUNS):
        before = used()
        subprocess.run(list(map(os.fspath, command)), stdout=subprocess.DEVNULL, check=True)
        least = min(least, used() - before)
    return 1e3 * least


def run(bench: Bench) -> None:
    rank = [bench.program, "rank", EXAMPLE, "--quiet"]
    bench.show("starting the program, ms of processor time", processor_milliseconds([bench.program, "--version"]))
    bench.show("examples/votes.csv by pdrank, the same", processor_milliseconds([*rank, "--method", "pdrank"]))
    bench.hold("examples/votes.csv by default, the same", processor_milliseconds(rank), at_most=15)
    even = simulate(bench, bench.size(1_000_000), bench.size(10_000_000))
    hold_large(bench, "10^6 items, 10^7 comparisons", even, 0.8, 40, 2.5)
    crowd = simulate(bench, bench.size(1_000_000), bench.size(10_000_000), "--annotators",
                     f"honest:{bench.size(100_000)}")  # fmt: skip
    hold_large(bench, "the same with 10^5 annotators", crowd, 0.8)
    chess = simulate(bench, bench.size(1_000_000), bench.size(30_000_000), "--shape", "power-law", "--noise", "bt:8")
    hold_large(bench, "10^6 players, 3 x 10^7 games", chess, 0.5, 80)
