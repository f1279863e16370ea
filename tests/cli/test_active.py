"""pdrank-active runs, on any number of threads the same; its figures are those of its curves."""

import csv
import json
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from conftest import BIN

PROGRAM = Path(BIN).with_name("pdrank-active")


def run(tmp_path, *arguments) -> tuple[subprocess.CompletedProcess, dict | None, list[dict]]:
    output, curves = tmp_path / "active.json", tmp_path / "curves.csv"
    command = [PROGRAM, "--seeds", "4", "--output", output, "--curves", curves, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    rows = list(csv.DictReader(curves.open())) if curves.exists() else []
    return done, json.loads(output.read_text()) if output.exists() else None, rows


def answers_to(goal: float, rows: list[dict]) -> float | None:
    """The mean curve over seeds made monotone, by the min-max formula; straight between points, from (0, 0)."""
    taus = defaultdict(list)
    for row in rows:
        taus[int(row["answers"])].append(float(row["tau"]))
    places = sorted(taus)
    mean = [sum(taus[place]) / len(taus[place]) for place in places]

    def level(low: int, high: int) -> float:
        return sum(mean[low : high + 1]) / (high + 1 - low)

    count = len(mean)
    smooth = [max(min(level(j, k) for k in range(i, count)) for j in range(i + 1)) for i in range(count)]
    before, below = 0.0, 0.0
    for place, tau in zip(places, smooth):
        if tau >= goal:
            return before + (place - before) * (goal - below) / (tau - below)
        before, below = place, tau
    return None


def test_simulated(tmp_path):
    setting = ("--only", "simulated", "--items", 8, "--noise", "toggle:0.1,bt:20", "--strategies", "posterior,random")
    one, figures, rows = run(tmp_path, *setting, "--threads", 1)
    two, same, _ = run(tmp_path, *setting, "--threads", 2)
    assert (one.returncode, one.stdout, figures) == (two.returncode, two.stdout, same), one.stderr
    assert one.returncode == 0 and figures["bars"] == []  # promised for 16 and 60 items
    reached = 0
    for of_setting in figures["figures"]["simulated"]:
        world = of_setting["setting"].split()[0]
        for strategy in ("posterior", "random"):
            found = of_setting["strategies"][strategy]["posterior"]
            own = [row for row in rows if row["world"] == world and row["strategy"] == strategy]
            assert {row["seed"] for row in own} == set("1234")
            expected = answers_to(0.85, own)
            assert found["answers"] == (None if expected is None else pytest.approx(expected, abs=0.01))
            reached += expected is not None
    assert reached >= 2


def test_bars_are_held(tmp_path):
    setting = ("--only", "simulated", "--items", 16, "--noise", "toggle:0.1", "--strategies", "random")
    done, figures, _ = run(tmp_path, *setting)
    assert [bar["verdict"] for bar in figures["bars"]] == ["not measured"] * 2 and done.returncode == 0


def test_real(tmp_path):
    folder = tmp_path / "vqa"
    folder.mkdir()
    # Everyone agrees but for one answer about a and b.
    lines = "winner,loser\n" + 9 * "a,b\na,c\na,d\nb,c\nb,d\nc,d\n" + "b,a\n"
    for name in ("ref01.csv", "ref02.csv", "ref02_annotated.csv"):
        (folder / name).write_text(lines)
    done, figures, rows = run(tmp_path, "--only", "real", "--strategies", "random", "--data", tmp_path)
    assert done.returncode == 0, done.stderr
    assert {row["world"] for row in rows} == {"vqa/ref01", "vqa/ref02"}
    assert {row["method"] for row in rows} == {"posterior", "borda", "pdrank", "pdrank:preset=paper"}
    (of_set,) = figures["figures"]["real"]["answers"]
    assert of_set["budget"] == 60 and of_set["strategies"]["random"]["posterior"]["share_of_random"] == 1
    assert "Skipped iqa: no refNN.csv in" in done.stdout
    assert "PD-Rank needs less time than Hodge-active: was not measured" in done.stdout


def test_no_data_is_said(tmp_path):
    done, _, _ = run(tmp_path, "--only", "real", "--data", tmp_path / "nowhere")
    assert done.returncode == 0 and done.stdout.count("Skipped") == 2


def test_forecast(tmp_path):
    done, figures, _ = run(tmp_path, "--only", "forecast", "--items", 6, "--noise", "toggle:0.1")
    cells = figures["figures"]["forecast"]
    assert len(cells) == 12 and all(-1 <= cell[key] <= 1 for cell in cells for key in ("predicted", "actual"))
    worst = max(abs(cell["predicted"] - cell["actual"]) for cell in cells)
    assert max(bar["figure"] for bar in figures["bars"]) == pytest.approx(worst)
    assert done.returncode == (worst > 0.03)


def test_wrong_usage(tmp_path):
    for wrong in (["--only", "nothing"], ["--strategies", "nothing"], ["--noise", "toggle:2"], ["--items", "1"]):
        done, figures, _ = run(tmp_path, *wrong)
        assert (done.returncode, done.stdout, figures) == (2, "", None) and done.stderr, wrong
