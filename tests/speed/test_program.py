"""pdrank-speed: scores from arrays are those of the program, and mistakes are one line."""

import json
import os
import struct
import subprocess
from pathlib import Path

import pytest

PDRANK = Path(os.environ.get("PDRANK_BIN", Path(__file__).resolve().parents[2] / "build/release/bin/pdrank"))
SPEED = PDRANK.with_name("pdrank-speed")
WINNERS, LOSERS = [0, 0, 1, 2, 1, 3, 2, 0], [1, 2, 2, 3, 0, 1, 3, 3]


def run(*command) -> subprocess.CompletedProcess:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=240)


@pytest.fixture
def arrays(tmp_path):
    for name, ids in (("winners", WINNERS), ("losers", LOSERS)):
        (tmp_path / name).write_bytes(struct.pack(f"<{len(ids)}I", *ids))
    return tmp_path / "winners", tmp_path / "losers"


@pytest.mark.parametrize("method", ["bradley-terry", "pdrank"])
def test_fit_gives_the_scores_of_rank(method, arrays, tmp_path):
    fitted = run(SPEED, "fit", *arrays, "--items", 4, "--method", method, "--set", "gamma=0.02", "--repeats", 2,
                 "--scores", tmp_path / "scores")  # fmt: skip
    assert fitted.returncode == 0, fitted.stderr
    report = json.loads(fitted.stdout)
    assert report["status"] == "converged" and len(report["all_seconds"]) == 2
    assert report["seconds"] == min(report["all_seconds"])

    votes = tmp_path / "votes.csv"
    votes.write_text("winner,loser\n" + "".join(f"{w},{l}\n" for w, l in zip(WINNERS, LOSERS)))
    ranked = run(PDRANK, "rank", votes, "--method", method, "--gamma", "0.02", "--format", "json", "--quiet")
    by_item = {place["item"]: place["score"] for place in json.loads(ranked.stdout)["ranking"]}
    scores = struct.unpack("<4d", (tmp_path / "scores").read_bytes())
    assert list(scores) == pytest.approx([by_item[str(item)] for item in range(4)], abs=1e-9)


def test_copy():
    report = json.loads(run(SPEED, "copy", "--bytes", 1 << 20, "--repeats", 2).stdout)
    assert report["bytes"] == 1 << 20
    assert report["bytes_per_second"] == pytest.approx(report["bytes"] / report["seconds"])


def test_gather():
    report = json.loads(run(SPEED, "gather", "--gathers", (1 << 16) + 3, "--repeats", 2).stdout)
    assert report["gathers"] == (1 << 16) + 3
    assert report["gathers_per_second"] == pytest.approx(report["gathers"] / report["seconds"])


def test_mistakes(arrays, tmp_path):
    (tmp_path / "odd").write_bytes(b"12345")
    for status, wrong in [
        (2, ["fit", *arrays, "--items", 3]),
        (2, ["fit", *arrays, "--items", 4, "--method", "nothing"]),
        (2, ["fit", *arrays, "--items", 4, "--set", "gamma"]),
        (2, ["fit", *arrays, "--items", 4, "--method", "borda", "--set", "gamma=1"]),
        (2, ["fit", arrays[0]]),
        (3, ["fit", arrays[0], tmp_path / "odd", "--items", 4]),
        (3, ["fit", arrays[0], tmp_path / "nowhere", "--items", 4]),
    ]:
        done = run(SPEED, *wrong)
        assert (done.returncode, done.stdout) == (status, "") and done.stderr, wrong
