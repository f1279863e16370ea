"""scripts/same_bytes: the program against itself, against one with a column more, and against one that errs once."""

import subprocess
import sys
from pathlib import Path

from conftest import BIN, REPO

COLUMN_MORE = "{ print $0 (NR == 1 ? \",more\" : \",1\") }"
WRONG_IN_LINE_3 = "NR == 3 { sub(/^[0-9]+/, 7) } { print }"


def data_in(folder: Path) -> Path:
    data = folder / "data"
    data.mkdir()
    (data / "votes.csv").write_text("winner,loser\nA,B\nB,C\nA,C\nC,D\nD,A\nB,A\n")
    (data / "truth.csv").write_text("item,score\nA,1\nB,2\n")  # no comparisons
    return data


def program_behind(folder: Path, change: str) -> Path:
    """The program with what awk makes of its output."""
    path = folder / "changed"
    path.write_text(f"#!/bin/bash\nset -o pipefail\n'{BIN}' \"$@\" | awk '{change}'\n")
    path.chmod(0o755)
    return path


def same_bytes(*arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, REPO / "scripts/same_bytes", *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


def test_the_same_program(tmp_path):
    done = same_bytes(BIN, BIN, "--data", data_in(tmp_path))
    assert (done.returncode, done.stdout) == (0, "3 rankings of 2 files compared, 0 differ\n")


def test_a_new_column_is_left_aside(tmp_path):
    done = same_bytes(BIN, program_behind(tmp_path, COLUMN_MORE), "--data", data_in(tmp_path), "--methods", "hodgerank")
    assert (done.returncode, done.stdout) == (0, "1 rankings of 2 files compared, 0 differ\n")


def test_another_rank_is_told(tmp_path):
    done = same_bytes(BIN, program_behind(tmp_path, WRONG_IN_LINE_3), "--data", data_in(tmp_path), "--methods", "pdrank")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "votes.csv, pdrank: 1 of 5 lines differ",
        "1 rankings of 2 files compared, 1 differ",
    ]


def test_no_data_is_wrong_usage(tmp_path):
    assert same_bytes(BIN, BIN, "--data", tmp_path / "nowhere").returncode == 2
