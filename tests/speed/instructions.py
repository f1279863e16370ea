#!/usr/bin/env python3
"""How many instructions the program needs to start and for four small tasks, counted by callgrind and held against
bounds.json.

    tests/speed/instructions.py            counts and compares; exit status 0 within the bounds, 1 above one, 77 skipped
    tests/speed/instructions.py --renew    sets the bounds to 20 % above today's counts

A count hardly depends on how busy the machine is (runs were 1.3 % apart at most), so a slip is noticed where a clock
could not tell. It does depend on the instruction set that the kernels choose: valgrind knows no AVX-512, so that they
choose AVX2 wherever there is one; elsewhere the test is skipped. What compilers and C libraries of other versions
change, the 20 % should absorb. What it takes to start, most of it the work of the dynamic linker, is counted by itself and
not as a part of the tasks.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROGRAM = Path(os.environ.get("PDRANK_BIN", FOLDER.parents[1] / "build/release/bin/pdrank"))
BOUNDS = FOLDER / "bounds.json"
ROOM = 1.2
LOOSE = 0.7  # a count below this share of its bound
SKIPPED = 77
# What the kernels want for AVX2, as /proc/cpuinfo spells it.
FEATURES = {"avx2", "fma", "bmi1", "bmi2", "f16c", "abm"}

START = "starting the program"

# Task: the data, and how they are ranked.
TASKS = {
    "pdrank, 300 items, 3,000 rows": (
        ["--items", "300", "--comparisons", "3000"],
        ["--method", "pdrank", "--gamma", "0.01"],
    ),
    "bradley-terry, 129 items of unequal popularity, 20,000 rows": (
        ["--items", "129", "--comparisons", "20000", "--shape", "power-law", "--noise", "bt:4"],
        ["--method", "bradley-terry"],
    ),
    "reading and merging 50,000 rows with annotators": (
        ["--items", "500", "--comparisons", "50000", "--annotators", "honest:40"],
        ["--method", "win-rate"],
    ),
    "the default, 20 items, 600 rows of 12 annotators": (
        ["--items", "20", "--comparisons", "600", "--annotators", "honest:9,spammer:2,adversary:1"],
        [],
    ),
}


def reason_to_skip() -> str | None:
    if not shutil.which("valgrind"):
        return "valgrind is missing (scripts/setup test installs it)"
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), flags=re.MULTILINE)
    if platform.machine() != "x86_64" or not flags or not FEATURES <= set(flags[1].split()):
        return "the bounds are for processors with AVX2, which this one is not"
    return None


def run(*command: str | Path) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}: {done.stderr.strip()}")
    return done.stderr


def count(*command: str | Path) -> int:
    said = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM, *command)
    collected = re.search(r"Collected : (\d+)", said)
    if not collected:
        sys.exit(f"callgrind gave no count:\n{said}")
    return int(collected[1])


def count_task(task: str, folder: Path) -> int:
    make, rank = TASKS[task]
    votes = folder / "votes.csv"
    run(PROGRAM, "simulate", *make, "--output", votes, "--quiet")
    return count("rank", votes, *rank, "--threads", "1", "--quiet", "--output", folder / "ranking.csv")


def count_all(folder: Path) -> dict[str, int]:
    start = count("--version")
    return {START: start} | {task: count_task(task, folder) - start for task in TASKS}


def renew(counts: dict[str, int]) -> None:
    bounds = {task: int(round(ROOM * count, -5)) for task, count in counts.items()}
    BOUNDS.write_text(json.dumps(bounds, indent=2) + "\n")


def compare(counts: dict[str, int]) -> int:
    bounds = json.loads(BOUNDS.read_text())
    for task, count in counts.items():
        bound = bounds[task]
        word = "ok; far below: --renew tightens" if count < LOOSE * bound else "ok"
        if count > bound:
            word = "ABOVE THE BOUND"
        print(f"{task:<62} {count:>13,} instructions, at most {bound:>13,}  {word}")
    return 1 if any(count > bounds[task] for task, count in counts.items()) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Counts instructions and holds them against bounds.json.")
    parser.add_argument("--renew", action="store_true", help="set the bounds to 20 %% above today's counts")
    renewing = parser.parse_args().renew
    if reason := reason_to_skip():
        print(f"skipped: {reason}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        counts = count_all(Path(folder))
    if renewing:
        renew(counts)
    return compare(counts)


if __name__ == "__main__":
    sys.exit(main())
