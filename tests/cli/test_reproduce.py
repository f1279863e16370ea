"""pdrank reproduce: the files it leaves, the same bytes however it is run, going on where it was stopped, bad input."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import BIN, interrupt, refused, rows, run, wait_until

IDS = "loss weights noise-n noise-delta bt large metrics outlier stopping omega optimum vqa iqa".split()
VERDICTS = "holds|holds in part|does not hold|not measured"


def reproduce(*arguments, **how):
    ran = run("reproduce", *arguments, timeout=600, **how)
    assert ran.status == 0, ran
    return ran


def tables(folder: Path) -> dict[str, bytes]:
    """Those without times."""
    found = {path.name: path.read_bytes() for path in folder.glob("*.csv") if not path.stem.endswith("-times")}
    assert found
    return found


def test_the_list():
    ran = reproduce("--list")
    assert re.findall(r"^(\S+)$", ran.out, re.MULTILINE) == IDS
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.long
@pytest.mark.parametrize("trials", [1, 4])
def test_a_whole_run(trials, tmp_path):
    """Every figure says something, and what it needs is in the folder."""
    ran = reproduce("--trials", trials, "--output", tmp_path / "all")
    verdicts = dict(re.findall(rf"^(\S+) +({VERDICTS})  ", ran.out, re.MULTILINE))
    assert list(verdicts) == IDS
    assert {id for id in IDS if verdicts[id] == "not measured"} == {"vqa", "iqa"}
    assert not re.search(r"\bnan\b", ran.out)
    page = (tmp_path / "all/index.html").read_text()
    for id in IDS:
        assert f'<section id="{id}">' in page
    for link in re.findall(r'href="([^"#]+)"', page):
        assert (tmp_path / "all" / link).is_file(), link
    assert not re.search(r'(src|href)="(https?:)?//', page)
    for id in ("noise-n", "noise-delta", "bt", "large"):
        means = rows(tmp_path / f"all/{id}.csv")
        measured = {row["line"] for row in means}
        assert {"pdrank-paper", "pdrank-exact", "pdrank-auto", "posterior", "auto", "svm"} <= measured
        for row in means:
            assert -1 <= float(row["tau_mean"]) <= 1 and 0 <= float(row["top_k_mean"]) <= 10, row


SMALL = ("noise-delta", "outlier", "stopping", "weights", "--trials", 1)


def test_the_same_bytes_on_any_number_of_threads_and_after_a_torn_line(tmp_path):
    for threads in (1, 4):
        reproduce(*SMALL, "--output", tmp_path / str(threads), "--threads", threads, PATH="")
    once = tables(tmp_path / "1")
    assert once == tables(tmp_path / "4")
    cells = tmp_path / "1/cells/noise-delta.csv"
    text = cells.read_bytes()
    cells.write_bytes(text[: len(text) * 2 // 3])
    for name in once:
        (tmp_path / "1" / name).unlink()
    reproduce(*SMALL, "--output", tmp_path / "1", PATH="")
    assert once == tables(tmp_path / "1")


def test_another_seed_gives_other_numbers_and_is_not_mixed(tmp_path):
    reproduce("outlier", "--trials", 1, "--output", tmp_path / "a", PATH="")
    message = refused(run("reproduce", "outlier", "--trials", 1, "--seed", 2, "--output", tmp_path / "a"), 3)
    assert "outlier.csv:1: was made with other settings" in message
    reproduce("stopping", "--trials", 2, "--output", tmp_path / "b", PATH="")
    reproduce("stopping", "--trials", 2, "--seed", 2, "--output", tmp_path / "c", PATH="")
    assert tables(tmp_path / "b") != tables(tmp_path / "c")


def test_more_trials_go_on_from_fewer(tmp_path):
    reproduce("outlier", "--trials", 1, "--output", tmp_path, PATH="")
    reproduce("outlier", "--trials", 2, "--output", tmp_path, PATH="")
    assert len((tmp_path / "cells/outlier.csv").read_text().splitlines()) == 2 + 12
    assert {row["runs"] for row in rows(tmp_path / "outlier.csv")} == {"12"}


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    cells = tmp_path / "out/cells/noise-n.csv"
    started = subprocess.Popen([BIN, "reproduce", "noise-n", "--output", tmp_path / "out", "--threads", "1"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    wait_until(lambda: cells.is_file() and cells.read_bytes().count(b"\n") > 3)
    interrupt(started)
    out, err = started.communicate(timeout=120)
    assert (started.returncode, out) == (130, b"")
    assert err.decode().startswith("pdrank: stopped; what is finished is kept in ")
    assert cells.read_bytes().endswith(b"\n")
    assert not (tmp_path / "out/index.html").exists()


def test_without_gnuplot_it_says_what_to_install(tmp_path):
    ran = reproduce("loss", "--output", tmp_path, PATH="")
    assert "gnuplot-nox" in " ".join(ran.out.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "loss.csv", "loss.gp"]


def test_verdicts_from_few_trials_mean_little(tmp_path):
    ran = reproduce("outlier", "--trials", 1, "--output", tmp_path, PATH="")
    sentence = "Verdicts from so few trials (1, where the paper has 50) mean little"
    assert sentence in " ".join(ran.out.split())
    assert sentence in (tmp_path / "index.html").read_text()


def test_two_runs_at_once_are_refused(tmp_path):
    first = subprocess.Popen([BIN, "reproduce", "noise-n", "--output", tmp_path, "--threads", "1"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        wait_until((tmp_path / "cells/noise-n.csv").is_file)
        message = refused(run("reproduce", "loss", "--output", tmp_path), 3)
        assert message == f"{tmp_path}: another run is at work in it; wait for it, or choose another --output"
    finally:
        first.kill()
        first.wait()
    reproduce("loss", "--output", tmp_path, PATH="")  # the lock ends with the run that held it


def test_a_foreign_file_in_the_place_of_cells_is_kept(tmp_path):
    cells = tmp_path / "cells/outlier.csv"
    cells.parent.mkdir()
    cells.write_text("my notes")
    assert str(cells) in refused(run("reproduce", "outlier", "--trials", 1, "--output", tmp_path), 3)
    assert cells.read_text() == "my notes"


def make_references(folder: Path, items: int = 4, count: int = 2) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        made = run("simulate", "--items", items, "--comparisons", 10 * items * (items - 1) // 2, "--shape",
                   "tournament", "--seed", number, "--output", folder / f"ref0{number}.csv",
                   "--truth", folder.parent / "truth.csv")  # fmt: skip
        assert made.status == 0


def test_real_data(tmp_path):
    make_references(tmp_path / "data/vqa")
    ran = reproduce("vqa", "iqa", "--data", tmp_path / "data", "--trials", 1, "--output", tmp_path / "out", PATH="")
    assert re.search(r"^iqa +not measured  ", ran.out, re.MULTILINE)
    assert "needs --data DIR with iqa/refNN.csv" in " ".join(ran.out.split())
    found = rows(tmp_path / "out/vqa.csv")
    assert {row["reference"] for row in found} == {"vqa/ref01", "vqa/ref02"}
    assert {row["line"] for row in found} >= {"pdrank-paper", "borda", "hodge-active", "hybrid-mst", "posterior"}


def test_two_items_are_enough(tmp_path):
    make_references(tmp_path / "data/iqa", items=2)
    ran = reproduce("iqa", "--data", tmp_path / "data", "--trials", 1, "--output", tmp_path / "out", PATH="")
    assert {row["answers"] for row in rows(tmp_path / "out/iqa.csv")} == set(map(str, range(1, 11)))
    assert "nan" not in ran.out


def test_other_data_of_as_many_rows_are_not_taken_for_the_same(tmp_path):
    make_references(tmp_path / "data/vqa", count=1)
    arguments = ("vqa", "--data", tmp_path / "data", "--trials", 1, "--output", tmp_path / "out")
    reproduce(*arguments, PATH="")
    file = tmp_path / "data/vqa/ref01.csv"
    titles, first, *others = file.read_text().splitlines()
    winner, loser, *more = first.split(",")
    file.write_text("\n".join([titles, ",".join([loser, winner, *more]), *others]) + "\n")
    assert "vqa.csv: has cells of other settings" in refused(run("reproduce", *arguments), 3)


def test_a_pair_without_an_answer_is_named_with_its_file(tmp_path):
    (tmp_path / "data/vqa").mkdir(parents=True)
    file = tmp_path / "data/vqa/ref01.csv"
    file.write_text("winner,loser\na,b\nb,c\n")
    message = refused(run("reproduce", "vqa", "--data", tmp_path / "data", "--output", tmp_path / "out"), 3)
    assert message.startswith(f"{file}: ") and "'a' and 'c'" in message


def test_quiet(tmp_path):
    assert reproduce("omega", "--quiet", "--output", tmp_path, PATH="").out == ""


WRONG = {
    ("nothing",): "id is 'nothing', but it must be one of loss, weights",
    ("--trials", "0"): "--trials is 0, but must be between 1 and 10000",
    ("--trials", "x"): "--trials: 'x' is not a whole number",
    ("--threads", "-1"): "--threads is -1, but must be between 0 and 4096",
    ("--output", ""): "--output",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage(arguments, tmp_path):
    assert WRONG[arguments] in refused(run("reproduce", *arguments, cwd=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_used(tmp_path, write):
    file = write("file", "x")
    assert "is not a folder" in refused(run("reproduce", "vqa", "--data", file, cwd=tmp_path), 3)
    assert str(file) in refused(run("reproduce", "loss", "--output", file / "below"), 3)
    if os.geteuid() != 0:
        assert "/proc" in refused(run("reproduce", "loss", "--output", "/proc/nowhere"), 3)
