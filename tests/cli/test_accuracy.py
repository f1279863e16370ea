"""pdrank-accuracy runs, on any number of threads the same, and its exit status is what its bars say."""

import json
import subprocess
from pathlib import Path

from conftest import BIN

PROGRAM = Path(BIN).with_name("pdrank-accuracy")


def run(tmp_path, *arguments) -> tuple[subprocess.CompletedProcess, dict | None]:
    output = tmp_path / "accuracy.json"
    command = [PROGRAM, "--seeds", "2", "--output", output, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done, json.loads(output.read_text()) if output.exists() else None


def test_simulated_parts(tmp_path):
    parts = ("--only", "toggle,bt,annotators", "--methods", "pdrank,borda,crowd-bt")
    one, figures = run(tmp_path, *parts, "--threads", 1)
    two, same = run(tmp_path, *parts, "--threads", 2)
    assert (one.returncode, one.stdout, figures) == (two.returncode, two.stdout, same)
    verdicts = {bar["verdict"] for bar in figures["bars"]}
    assert "not measured" in verdicts and one.returncode == ("MISS" in verdicts), one.stderr
    borda = [cell["methods"]["borda"] for cell in figures["figures"]["toggle"]]
    assert len(borda) == 6 and all(0.4 < of_cell["tau"] < 0.9 for of_cell in borda)
    assert all(cell["methods"]["crowd-bt"]["refused"] in (2, 10) for cell in figures["figures"]["bt"])
    assert figures["figures"]["annotators"]["crowd-bt"]["adversaries"] > 0


def test_claims(tmp_path):
    def without_times(figures):
        return [{key: value for key, value in cell.items() if key != "seconds"} for cell in figures["coverage"]["cells"]]

    parts = ("--only", "coverage,flags", "--cells", "5 judges,two who")
    (one, first), (two, second) = (run(tmp_path, *parts, "--threads", threads) for threads in (1, 2))
    assert one.returncode in (0, 1) and two.returncode in (0, 1), one.stderr
    assert without_times(first["figures"]) == without_times(second["figures"])
    assert (first["bars"], first["figures"]["flags"]) == (second["bars"], second["figures"]["flags"])
    cells = first["figures"]["coverage"]["cells"]
    assert [cell["cell"] for cell in cells] == ["5 judges of 10 items"] and cells[0]["coverage"]["mean"] > 0.8
    assert all(bar["standard_error"] is not None for bar in first["bars"])
    (disagreement,) = first["figures"]["flags"]
    assert disagreement["runs"] == 2 and disagreement["innocent_flagged"] == 0


def test_real_data(tmp_path):
    folder = tmp_path / "readinglevel"
    folder.mkdir()
    (folder / "comparisons.csv").write_text("winner,loser\n" + 5 * "a,b\nb,c\na,c\n")
    (folder / "truth.csv").write_text("item,score\na,2\nb,3\nc,1\n")
    done, figures = run(tmp_path, "--only", "real", "--methods", "posterior,bradley-terry", "--data", tmp_path)
    assert done.returncode in (0, 1), done.stderr
    (found,) = figures["figures"]["real"]["sets"]
    assert found["set"] == "readinglevel" and found["comparisons"] == 15
    assert abs(found["methods"]["posterior"]["tau"] - 1 / 3) < 1e-12  # one of three pairs is the other way round
    assert figures["figures"]["real"]["score"]["bradley-terry"]["tau"] == {"wins": 0, "losses": 0, "ties": 1}


def test_real_coverage(tmp_path):
    folder = tmp_path / "vqa"
    folder.mkdir()
    (folder / "ref01.csv").write_text("winner,loser\n" + 100 * "a,b\nb,c\na,c\nc,a\n")
    done, figures = run(tmp_path, "--only", "real-coverage", "--data", tmp_path)
    assert done.returncode in (0, 1) and "Skipped: no humor in" in done.stdout, done.stderr
    assert [line["share"] for line in figures["figures"]["real-coverage"]] == [0.05, 0.1]
    assert all(0 < line["rest"] <= 1 for line in figures["figures"]["real-coverage"])


def test_no_data_is_said(tmp_path):
    done, _ = run(tmp_path, "--only", "real,real-coverage", "--methods", "borda", "--data", tmp_path / "nowhere")
    assert done.returncode == 0 and "Skipped: no data sets in" in done.stdout


def test_wrong_usage(tmp_path):
    for wrong in (["--only", "nothing"], ["--methods", "nothing"], ["--methods", "borda:gamma=1"], ["--seeds", "1"]):
        done, figures = run(tmp_path, *wrong)
        assert (done.returncode, done.stdout, figures) == (2, "", None) and done.stderr, wrong
