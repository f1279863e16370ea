"""Processes that each have all of the data come to the bytes of one: the posterior, which is the default, and whatever
else they do not divide."""

import json
import random
import re

import pytest
from data import text, votes, write_parts
from launch import run, run_alone

TABLES = {
    "connected": votes(4, [25], 250),
    "disconnected": votes(5, [15, 2, 12, 3], 250),
    "ties": votes(6, [20, 8], 250, ties=0.25),
}
NOT_THE_SAME = ("seconds", "processes")  # of the JSON


def flags(folder, *kinds: str) -> list[str]:
    folder.mkdir(parents=True)
    names = {"output": "ranking.csv", "confidence": "confidence.csv", "annotators": "annotators.csv", "report": "report.html"}
    return [f"--{kind}={folder / names[kind]}" for kind in kinds]


def without_times(result: dict) -> dict:
    result = {key: value for key, value in result.items() if key not in NOT_THE_SAME}
    result["convergence"] = {key: value for key, value in result["convergence"].items() if key not in NOT_THE_SAME}
    return result


def read(folder) -> dict:
    """What was written, by file. A page says which files and options it was made by."""
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    if page := found.get("report.html"):
        found["report.html"] = re.sub(rb'"(command|files)": *("[^"]*"|\[[^]]*\])', b"", page)
    return found


def check_same(files, processes: int, tmp_path, *options: str, kinds=("output", "confidence", "annotators"), alone=None):
    """`alone`: what `pdrank` reads, if not the same files."""
    made = []
    for name, start, paths in (
        ("one", run_alone, alone or files),
        ("several", lambda *arguments: run(processes, *arguments), files),
    ):
        ran = start("rank", *paths, *options, *flags(tmp_path / name, *kinds), "--format", "json")
        result = json.loads(ran.out) if ran.out else {}
        made.append((ran.status, ran.err, result and without_times(result), read(tmp_path / name)))
    one, several = made
    assert several == one
    assert one[0] in (0, 1) and len(one[3]) == len(kinds), one[1]  # 1: the fit of few answers may not settle
    assert [record["rank"] for record in result["processes"]] == list(range(processes))
    return one


@pytest.mark.parametrize("table, parts, processes", [("connected", 1, 2), ("disconnected", 3, 3), ("ties", 7, 4)])
def test_posterior_of_few_items(table, parts, processes, tmp_path):
    files = write_parts(tmp_path / "votes", TABLES[table], parts)
    whole = tmp_path / "votes.csv"
    whole.write_bytes(text(TABLES[table]))
    check_same(files, processes, tmp_path, alone=[whole])


def test_posterior_of_whole_rankings(tmp_path):
    random_ = random.Random(5)
    path = tmp_path / "rankings.csv"
    with path.open("w") as file:
        file.write("ranking,annotator\n")
        for row in range(60):
            ranking = sorted(random_.sample(range(15), 5), key=lambda item: item + random_.gauss(0, 3))
            file.write(f"{'>'.join(f'item {item}' for item in ranking)},judge {row % 7}\n")
    _, _, result, _ = check_same([path], 3, tmp_path)
    assert any("rankings counts as a whole" in note for note in result["notes"])


def make_votes(path, items: int, rows: int) -> None:
    """Some annotators answer at random."""
    random_ = random.Random(items)
    with path.open("w") as file:
        file.write("winner,loser,annotator\n")
        for _ in range(rows):
            pair, annotator = random_.sample(range(items), 2), random_.randrange(10)
            wrong = random_.random() < (0.5 if annotator == 0 else 0.05)
            best, other = sorted(pair, reverse=not wrong)
            file.write(f"item {best},item {other},a{annotator}\n")


# More than 256 items are fitted by conjugate gradients; of the larger, every process has some of the nodes.
@pytest.mark.parametrize("items, rows", [(400, 2_000), pytest.param(20_000, 60_000, marks=pytest.mark.long)])
def test_posterior_of_many_items(items, rows, tmp_path):
    path = tmp_path / "votes.csv"
    make_votes(path, items, rows)
    check_same([path], 2, tmp_path)


OTHERS = {
    "pdrank --bootstrap 7": ("output", "confidence", "annotators", "report"),
    "pdrank": ("output", "confidence", "report"),
    "pdrank --solver pdhg --gamma 0.01": ("output", "confidence"),
    "bradley-terry --bootstrap 5 --seed 3": ("output", "confidence"),
    "posterior": ("output", "report"),
    "elo": ("output",),
    "crowd-bt": ("output", "annotators"),
    "rank-centrality": ("output",),
}


@pytest.mark.parametrize("method", OTHERS)
def test_other_methods_and_outputs(method, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    check_same([path], 3, tmp_path, "--method", *method.split(), kinds=OTHERS[method])


@pytest.mark.parametrize("form", ["table", "markdown", "csv"])
def test_what_is_shown(form, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    arguments = ["rank", path, "--format", form, "--top", "30"]
    assert run(3, *arguments) == run_alone(*arguments)


def test_bad_rows_are_skipped_and_numbered_alike(tmp_path):
    lines = text(TABLES["connected"]).decode().splitlines(keepends=True)
    for place in (20, 300, 301, 302, 600, len(lines)):
        lines[place:place] = ["A,A,left,x,1\n"]
    path = tmp_path / "votes.csv"
    path.write_text("".join(lines))
    check_same([path], 4, tmp_path, "--skip-bad-rows")


def test_a_method_that_does_not_fit(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\nC,D\n")
    arguments = ["rank", path, "--method", "crowd-bt"]
    ran = run(3, *arguments)
    assert ran == run_alone(*arguments)
    assert ran.status == 1 and ran.err.count("\n") == 1
