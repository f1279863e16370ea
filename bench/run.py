"""Runs every benchmark of this folder, one task a file, and prints ratios.

A task is a module with a function run(program: Path) -> list[Ratio]. It must check that the answers agree before it times
anything. Times on shared machines wander, so only ratios of times taken in the same run are shown; build/bench.json keeps
them.
"""

import importlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROGRAM = FOLDER.parent / "build/release/bin/pdrank"
NOT_TASKS = {"run", "common"}


def main() -> int:
    sys.path.insert(0, str(FOLDER))
    chosen = set(sys.argv[1:])
    tasks = [path.stem for path in sorted(FOLDER.glob("*.py")) if path.stem not in NOT_TASKS]
    if unknown := chosen - set(tasks):
        print(f"no such task: {', '.join(sorted(unknown))}; there are {', '.join(tasks)}", file=sys.stderr)
        return 2
    results, missed = [], 0
    for task in tasks:
        if chosen and task not in chosen:
            continue
        for ratio in importlib.import_module(task).run(PROGRAM):
            verdict = "" if ratio.bar is None else ("  ok" if ratio.holds() else "  MISSED")
            missed += verdict == "  MISSED"
            print(f"{task:<18} {ratio.what:<70} {ratio.value:>10.3g}  {ratio.bar_text():<10}{verdict}", flush=True)
            results.append({"task": task, **ratio.as_dict()})
    output = FOLDER.parent / "build/bench.json"
    output.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {output.relative_to(FOLDER.parent)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
