#!/usr/bin/env python3
"""Measures `pdrank serve` under load: 200 simultaneous voters on loopback, as browsers, 10,000 items.

    tests/server/load.py [--voters N] [--items N] [--rate R] [--seconds S] [--store ADDRESS]

Two runs by pdrank-load (bench/serve), whose requests have a browser's headers: voters who answer at a steady rate, held
against the bars; and as fast as they are answered, to see what there is to spare. Latencies of the first are from when
a vote was due. The age of the ranking is how long ago the first vote was acknowledged that is not in it. What was
acknowledged must have been stored, once.
Before it all, the disk alone: where others keep it busy, votes wait too.
Exit status: 0 all bars met, 1 one missed or a vote lost.
"""

import argparse
import bisect
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from server import BIN, Server  # noqa: E402

LOAD = Path(BIN).with_name("pdrank-load")
BARS = {"votes a second": (">=", 1500), "vote, 99th percentile, ms": ("<", 100),
        "next pair, 99th percentile, ms": ("<", 50), "age of the ranking, s": ("<=", 2)}  # fmt: skip


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--voters", type=int, default=200)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=1600, help="votes a second of all together, in the first run")
    parser.add_argument("--seconds", type=float, default=20, help="of each run")
    parser.add_argument("--store", help="instead of a file in a temporary folder")
    return parser.parse_args()


def disk_ms(folder: Path, seconds: float = 2) -> tuple[float, float]:
    """How long the disk alone takes to make a small write last: median and 99th percentile. No vote can be quicker."""
    took = []
    with open(folder / "disk", "wb", buffering=0) as file:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            file.write(bytes(16_384))
            begin = time.monotonic()
            os.fdatasync(file.fileno())
            took.append(1000 * (time.monotonic() - begin))
            time.sleep(0.002)
    took.sort()
    return took[len(took) // 2], took[len(took) * 99 // 100]


def watch_ranking(server: Server, project: int, load: subprocess.Popen) -> list[tuple[float, int]]:
    """When it was asked for, and how many votes were in it, until the load ends."""
    seen = []
    while load.poll() is None:
        asked = time.monotonic()
        seen.append((asked, server.ask("GET", f"/api/projects/{project}/ranking?limit=1")["votes"]))
        time.sleep(0.1)
    return seen


def greatest_age(ranked: list[tuple[float, int]], acknowledged: list[tuple[float, int]]) -> float:
    counts = [count for _, count in acknowledged]
    ages = []
    for asked, votes in ranked:
        first_missing = bisect.bisect_right(counts, votes)
        if first_missing < len(counts):
            ages.append(max(0.0, asked - acknowledged[first_missing][0]))
    return max(ages, default=0.0)


def measure(server: Server, project: int, tokens: Path, rate: float, seconds: float, before: int) -> dict:
    """`before`: votes that there are already."""
    command = [LOAD, "--port", str(server.port), "--tokens", tokens, "--rate", str(rate), "--seconds", str(seconds),
               "--seed", str(before + 1)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        # The load's report is longer than a pipe holds: it is read while the ranking is watched.
        text = []
        reader = threading.Thread(target=lambda: text.append(load.stdout.read()))
        reader.start()
        ranked = watch_ranking(server, project, load)
        reader.join()
        if load.wait() != 0:
            raise RuntimeError("pdrank-load failed")
    report = json.loads(text[0])
    acknowledged = [(when, count + before) for when, count in report["acknowledged"]]
    report["age"] = greatest_age(ranked, acknowledged)
    return report


def figures(report: dict) -> dict[str, float]:
    return dict(zip(BARS, (report["votes"] / report["seconds"], report["vote_ms"]["p99"], report["pair_ms"]["p99"],
                           report["age"])))  # fmt: skip


def show(title: str, report: dict, held: bool) -> bool:
    """Whether all bars are met."""
    print(f"{title}: {report['votes']:,} votes in {report['seconds']:.1f} s")
    good = True
    for name, value in figures(report).items():
        sign, bar = BARS[name]
        met = value >= bar if sign == ">=" else value <= bar if sign == "<=" else value < bar
        good = good and met
        print(f"  {name:<32} {value:>9,.1f}" + (f"   {sign} {bar:,}  {'ok' if met else 'MISSED'}" if held else ""))
    for name, unit in (("vote_ms", "vote"), ("pair_ms", "next pair")):
        print(f"  {unit + ', median and longest, ms':<32} {report[name]['p50']:>9,.1f} {report[name]['max']:>9,.1f}")
    if report["others"]:
        print(f"  other answers than 200: {report['others']}")
    return good and not (held and report["others"])


def stored_once(server: Server, project: int, acknowledged: int) -> bool:
    rows = server.ask("GET", f"/api/projects/{project}/export?what=votes&format=csv").splitlines()[1:]
    good = len(rows) == len(set(rows)) == acknowledged
    print(f"stored {len(rows):,} votes of {acknowledged:,} acknowledged: {'ok' if good else 'WRONG'}")
    return good


def main() -> int:
    given = arguments()
    with tempfile.TemporaryDirectory(prefix="pdrank-load-") as folder:
        with Server(given.store or Path(folder) / "votes.db") as server:
            project, tokens = server.make_project(given.items, given.voters)
            path = Path(folder) / "tokens"
            path.write_text("\n".join(tokens) + "\n")
            print("the disk alone, median and 99th percentile, ms: {:.1f} {:.1f}".format(*disk_ms(Path(folder))))
            steady = measure(server, project, path, given.rate, given.seconds, 0)
            good = show(f"{given.voters} voters, {given.items:,} items, {given.rate:,.0f} votes a second", steady, True)
            fast = measure(server, project, path, 0, given.seconds, steady["votes"])
            show("as fast as they are answered", fast, False)
            good = stored_once(server, project, steady["votes"] + fast["votes"]) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
