#!/usr/bin/env python3
"""Data of extreme weights, shapes and sizes, ranked as a user would: a result whose numbers are all finite, which has
converged or says that it has not, within a limit of memory that is several times what such data take. The methods that are
not meant for large data get smaller ones of the same kind.

tests/faults/stress.py [--size ITEMS] [--rows ROWS] [--small ITEMS] [--methods NAMES] [CASE..]
"""

import argparse
import csv
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
BIN = os.environ.get("PDRANK_BIN", str(REPO / "build/release/bin/pdrank"))
LARGE = ("posterior", "pdrank", "bradley-terry", "hodgerank", "borda", "win-rate", "elo")
NUMBERS = ("score", "score_low", "score_high", "standard_error", "above_next", "first")


def weights(size: int, _: int) -> Iterator[str]:
    chance = random.Random(1)
    yield "winner,loser,weight\n"
    for _ in range(size):
        a, b = chance.sample(range(1000), 2)
        yield f"{min(a, b)},{max(a, b)},{10 ** chance.uniform(-9, 9):.6g}\n"


def ties(size: int, _: int) -> Iterator[str]:
    chance = random.Random(2)
    yield "winner,loser,tie\n"
    for _ in range(size):
        a, b = chance.sample(range(size // 10), 2)
        yield f"{a},{b},1\n"


def chain(size: int, _: int) -> Iterator[str]:
    yield "winner,loser\n"
    yield from (f"{k},{k + 1}\n" for k in range(size))


def circle(size: int, _: int) -> Iterator[str]:
    yield "winner,loser\n"
    yield from (f"{k},{(k + 1) % size}\n" for k in range(size))


def star(size: int, _: int) -> Iterator[str]:
    yield "winner,loser\n"
    yield from (f"hub,{k}\n" if k % 2 else f"{k},hub\n" for k in range(size))


def complete(size: int, _: int) -> Iterator[str]:
    items = math.isqrt(2 * size)
    yield "winner,loser\n"
    yield from (f"{a},{b}\n" for a in range(items) for b in range(a + 1, items))


def one_row(_: int, rows: int) -> Iterator[str]:
    yield "winner,loser\n"
    yield from ("A,B\n" for _ in range(rows))


CASES = {case.__name__: case for case in (weights, ties, chain, circle, star, complete, one_row)}


def most_bytes(items: int, edges: int, rows: int) -> int:
    """What a method may take: by rows, edges and items (docs/RELIABILITY.md, "Memory")."""
    return (64 << 20) + 40 * rows + 400 * edges + 4000 * items


def count(path: Path) -> tuple[int, int, int]:
    items, edges, rows = set(), set(), 0
    with path.open() as file:
        next(file)
        for rows, line in enumerate(file, 1):
            pair = tuple(line.rstrip("\n").split(",")[:2])
            edges.add(pair)
            items.update(pair)
    return len(items), len(edges), rows


def check(path: Path) -> None:
    with path.open() as file:
        for row in csv.DictReader(file):
            for name in NUMBERS:
                if row.get(name) not in (None, ""):
                    assert math.isfinite(float(row[name])), f"{name} of {row['item']} is {row[name]}"


def rank(method: str, votes: Path, output: Path) -> tuple[int, str, int]:
    words = [BIN, "rank", str(votes), "--method", method, "--output", str(output), "--quiet"]
    read, write = os.pipe()
    program = subprocess.Popen(words, stderr=write)
    os.close(write)
    said = os.fdopen(read).read()
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return program.returncode, said, used.ru_maxrss * 1024


def all_methods() -> list[str]:
    listed = subprocess.run([BIN, "methods", "--format", "json"], capture_output=True, check=True)
    names = [method["name"] for method in json.loads(listed.stdout)]
    assert set(LARGE) <= set(names), names
    return [name for name in names if name != "auto"]  # which is one of the others


def try_case(name: str, size: int, rows: int, methods: list[str]) -> int:
    """How many of the methods failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        votes, output = Path(folder) / "votes.csv", Path(folder) / "ranking.csv"
        with votes.open("w") as file:
            file.writelines(CASES[name](size, rows))
        sizes = count(votes)
        for method in methods:
            output.unlink(missing_ok=True)
            status, said, peak = rank(method, votes, output)
            word = {0: "converged", 1: "says that it did not"}.get(status, f"exit status {status}")
            try:
                assert status == 0 or (status == 1 and re.search("^pdrank: ", said, re.MULTILINE)), said
                assert status == 1 or output.exists(), "there is no result"
                if output.exists():
                    check(output)
                assert peak <= most_bytes(*sizes), f"takes more than {most_bytes(*sizes) >> 20} MB"
            except AssertionError as error:
                failed += 1
                word += f"; FAILED: {str(error)[:200]}"
            told = f"{sizes[0]:>9,} items {sizes[2]:>10,} rows {peak >> 20:>6,} MB"
            print(f"{name:<9} {method:<15} {told}  {word}", flush=True)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1_000_000, help="items, or rows, of most cases")
    parser.add_argument("--rows", type=int, default=10_000_000, help="of the case one_row")
    parser.add_argument("--small", type=int, default=1000, help="items, or rows, for methods that are not for large data")
    parser.add_argument("--methods", type=lambda text: text.split(","), help="all")
    parser.add_argument("cases", nargs="*", default=list(CASES))
    asked = parser.parse_args()
    methods = asked.methods or all_methods()
    small = [method for method in methods if method not in LARGE]
    failed = 0
    for name in asked.cases:
        failed += try_case(name, asked.size, asked.rows, [method for method in methods if method in LARGE])
        failed += try_case(name, min(asked.size, asked.small), min(asked.rows, asked.small), small)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
