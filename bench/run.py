"""Runs the benchmarks, one task a file, the cheap ones first, and prints ratios.

    bench/run.py [--small] [TASK...]     all tasks, or the named ones
    bench/run.py --markdown              the lines of the last run, build/bench.json, as tables

A task is a module with a function run(bench: Bench). It must check that the answers agree before it times anything.
Times on shared machines wander, so only ratios of times taken in the same run are shown; build/bench.json keeps the raw
figures. Exit status: 0 all bars met, 1 a bar missed or a task failed, 2 wrong usage.
"""

import argparse
import ast
import importlib
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
BUILD = FOLDER.parent / "build"
RESULTS = BUILD / "bench.json"
# In the order they run.
TASKS = ("memory", "choix_1000_items", "published_loop", "cvxpy_subproblem", "crowd_kit", "solvers", "shapes", "growth", "arena",
         "football", "segments", "million", "defaults", "threads", "processes")  # fmt: skip


def run_task(bench, task: str) -> str | None:
    """What went wrong, if anything, in one line."""
    from common import WrongAnswer

    bench.task = task
    try:
        importlib.import_module(task).run(bench)
    except ModuleNotFoundError as error:
        return f"{error.name} is not installed (scripts/setup bench)"
    except WrongAnswer as error:
        return " ".join(str(error).split())
    except Exception as error:  # a task that fails must not end the others
        return f"{type(error).__name__}: {' '.join(str(error).split())}"
    return None


def run_tasks(tasks: list[str], small: bool, huge: bool) -> int:
    from common import Bench, seconds_of

    failures = {}
    with tempfile.TemporaryDirectory(prefix="pdrank-bench-") as folder:
        bench = Bench(BUILD / "release/bin/pdrank", BUILD / "release/bin/pdrank-speed", Path(folder), small, huge)
        for program in (bench.program, bench.speed):
            if not program.is_file():
                print(f"no program at {program} (make bench builds it)", file=sys.stderr)
                return 2
        for task in tasks:
            seconds = seconds_of(lambda: failures.update({task: run_task(bench, task)}))
            bench.keep(task_seconds=seconds)
            if failures[task]:
                print(f"{task:<16} FAILED: {failures[task]}", flush=True)
        bench.raw["machine"] = {"processor": processor(), "cores": os.cpu_count(), "python": platform.python_version()}
        bench.raw["failures"] = {task: text for task, text in failures.items() if text}
        bench.write(RESULTS)
    print(f"written to {RESULTS.relative_to(FOLDER.parent)}" + ("; --small: bars are not held" if small else ""))
    return 1 if bench.missed() or bench.raw["failures"] else 0


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def markdown() -> int:
    if not RESULTS.is_file():
        print(f"no {RESULTS.relative_to(FOLDER.parent)}: run the benchmarks first", file=sys.stderr)
        return 2
    found = json.loads(RESULTS.read_text())
    machine, failures = found["raw"]["machine"], found["raw"]["failures"]
    size = " A tenth of the data of the large tasks (`--small`), so no bar is held." if found["small"] else ""
    print(f"{machine['processor']}, {machine['cores']} cores.{size}")
    for task in TASKS:
        lines = [line for line in found["lines"] if line["task"] == task]
        if not lines and task not in failures:
            continue
        print(f"\n### `{task}`\n\n{first_paragraph(task)}\n\n| what | figure | bar | |\n|---|---|---|---|")
        for line in lines:
            bar = "" if line["bar"] is None else f"{'at least' if line['at_least'] else 'at most'} {line['bar']:g}"
            print(f"| {line['what']} | {line['value']:.3g} | {bar} | {line['verdict']} |")
        if task in failures:
            print(f"| failed: {failures[task]} | | | FAILED |")
    return 0


def first_paragraph(task: str) -> str:
    """Of what the task says about itself."""
    return ast.get_docstring(ast.parse((FOLDER / f"{task}.py").read_text())).partition("\n\n")[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures pdrank against other libraries.")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=", ".join(TASKS))
    parser.add_argument("--small", action="store_true", help="a tenth of the data of the large tasks; no bar is held")
    parser.add_argument("--huge", action="store_true", help="ten times the data in `growth`: 10^7 items, up to 20 GB")
    parser.add_argument("--markdown", action="store_true", help="print the last run as tables for docs/PERFORMANCE.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.tasks) - set(TASKS):
        parser.error(f"no such task: {', '.join(sorted(unknown))}; there are {', '.join(TASKS)}")
    if arguments.markdown:
        return markdown()
    return run_tasks([task for task in TASKS if not arguments.tasks or task in arguments.tasks], arguments.small, arguments.huge)


if __name__ == "__main__":
    sys.exit(main())
