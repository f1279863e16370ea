"""Every allocation, write, read, rename, open and close of a command fails once. Whatever it is, the command does not crash, tells
it in one line, and leaves in each place the file that was there, the whole new one, or none."""

import errno
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from conftest import LIBRARY, TRIED, read_counts, spread

BIN = os.environ["PDRANK_BIN"]
OLD = b"what was there before\n"
VOTES = "winner,loser,annotator,weight\nA,B,x,1\nB,C,x,2\nA,C,y,1\nC,D,y,1\nD,A,x,0.5\nA,B,y,1\n"

# Name -> the words, and the files that are written.
COMMANDS = {
    "rank": (
        "rank votes.csv --annotators out/annotators.csv --confidence out/confidence.csv.gz --report out/report.html "
        "--output out/ranking.csv",
        ["annotators.csv", "confidence.csv.gz", "report.html", "ranking.csv"],
    ),
    "rank --method pdrank": ("rank votes.csv --method pdrank --output out/ranking.csv.zst", ["ranking.csv.zst"]),
    "rank --method kemeny": ("rank votes.csv --method kemeny --certify --output out/ranking.csv", ["ranking.csv"]),
    "next": ("next votes.csv --output out/next.csv", ["next.csv"]),
    "compare": ("compare votes.csv --methods borda,bradley-terry --output out/compare.csv", ["compare.csv"]),
    "explain": ("explain votes.csv A B", []),
    "predict": ("predict votes.csv --pairs pairs.csv --output out/predicted.csv", ["predicted.csv"]),
    "diff": ("diff old.json new.json --output out/diff.csv", ["diff.csv"]),
    "evaluate": ("evaluate ranking.csv truth.csv", []),
    "simulate": (
        "simulate --items 6 --comparisons 30 --output out/votes.csv --truth out/truth.csv",
        ["votes.csv", "truth.csv"],
    ),
}
HAS_THREADS = {"rank", "next", "compare", "explain", "predict"}
ERRORS = {
    "allocation": [errno.ENOMEM],
    "write": [errno.ENOSPC, errno.EIO, errno.EINTR, "short"],
    "read": [errno.EIO, errno.EINTR, "short"],
    "sync": [errno.EIO, errno.ENOSPC],
    "rename": [errno.EIO, errno.ENOSPC],
    "open": [errno.EMFILE, errno.EACCES],
    "close": [errno.EIO, errno.ENOSPC],
}
TIMED = {"report.html", "compare.csv"}  # they say how long something took
HARMLESS = {errno.EINTR, "short"}  # tried again, or gone on with


def run(words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    # Two threads would make another number of calls each time.
    threads = ["--threads", "1"] if words.split()[0] in HAS_THREADS else []
    settings = {**os.environ, "LD_PRELOAD": LIBRARY, "COLUMNS": "80", **environment}
    return subprocess.run([BIN, *words.split(), *threads], cwd=folder, env=settings, capture_output=True, timeout=300)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("faults")
    (path / "out").mkdir()
    (path / "votes.csv").write_text(VOTES)
    (path / "pairs.csv").write_text("left,right\nA,C\nB,D\n")
    (path / "truth.csv").write_text("item,score\nA,3\nB,2\nC,1\nD,0\n")
    for name in ("old.json", "new.json", "ranking.csv"):
        assert run(f"rank votes.csv --output {name} --quiet", path).returncode == 0
    return path


def set_up(folder: Path, files: list[str]) -> None:
    for path in (folder / "out").iterdir():
        path.unlink()
    for name in files[:1]:
        (folder / "out" / name).write_bytes(OLD)


def is_whole(name: str, content: bytes, undisturbed: bytes) -> bool:
    if name in TIMED:
        return content.endswith(undisturbed[-20:]) and len(content) > 0.9 * len(undisturbed)
    return content == undisturbed


def check_files(folder: Path, undisturbed: dict[str, bytes], all_new: bool, told: str) -> None:
    found = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
    assert found.keys() <= undisturbed.keys(), f"{told}: a temporary file stays: {found.keys()}"
    for name, content in undisturbed.items():
        is_new = name in found and is_whole(name, found[name], content)
        is_as_before = found.get(name) == (OLD if name == next(iter(undisturbed)) else None)
        assert is_new or (is_as_before and not all_new), f"{told}: {name} is half-written, or missing"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_call_fails_once(command, folder):
    words, files = COMMANDS[command]
    set_up(folder, files)
    ran = run(words, folder, PDRANK_FAULT_COUNTS="counts")
    assert ran.returncode in (0, 1), ran
    undisturbed = {name: (folder / "out" / name).read_bytes() for name in files}
    ends = Counter()
    for call, number in read_counts(folder / "counts").items():
        for k in spread(number) if call in ERRORS else []:
            for error in ERRORS[call]:
                set_up(folder, files)
                told = f"{command}: {call} {k} of {number}, {error}"
                failed = run(words, folder, PDRANK_FAULT=f"{call}:{k}:{error}", PDRANK_FAULT_COUNTS="counts")
                said = failed.stderr.decode()
                assert failed.returncode in (ran.returncode, 3), f"{told}: {failed}"
                is_refused = failed.returncode == 3
                assert not (is_refused and error in HARMLESS), f"{told}: {said}"
                if is_refused:
                    line = said.splitlines()[-1]
                    assert line.startswith("pdrank: ") and "unexpected" not in line, f"{told}: {said}"
                check_files(folder, undisturbed, not is_refused, told)
                ends[is_refused] += 1
                TRIED[command] = TRIED.get(command, 0) + 1
    assert ends[True] > 0, "nothing failed: the faults do not arrive"
