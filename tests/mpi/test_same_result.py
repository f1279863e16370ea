"""Processes that divide the data come to the result of one, whatever their number, however the data are cut into files."""

import functools
import gzip
import itertools
import json
import random
from dataclasses import replace

import pytest
from data import TABLES, text, write_parts
from launch import run, run_alone
from same import differences, read_result, shown_by_all

METHODS = ["pdrank", "bradley-terry", "hodgerank"]
SHARED = ["--whole-below", "0"]  # even the smallest part is solved by all processes together


def outputs(folder, method: str) -> list[str]:
    folder.mkdir(parents=True)
    kinds = {"output": "result.json", "annotators": "annotators.csv"}
    if method == "pdrank":
        kinds["confidence"] = "confidence.csv"
    return ["--method", method, *(f"--{kind}={folder / name}" for kind, name in kinds.items()), "--format", "csv"]


def result_of(folder, ran) -> dict:
    (folder / "ranking.csv").write_bytes(ran.out.encode())
    return read_result(folder)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """alone(table, method, options): what pdrank makes of it, as one file."""

    @functools.cache
    def rank(table: str, method: str, *options: str) -> dict:
        folder = tmp_path_factory.mktemp("alone")
        path = folder / "votes.csv"
        path.write_bytes(text(TABLES[table]))
        ran = run_alone("rank", path, *outputs(folder / "result", method), *options)
        assert ran.status == 0, ran.err
        return result_of(folder / "result", ran)

    return rank


@pytest.fixture
def check_same(alone, tmp_path):
    """check_same(table, parts, processes, method, options): so many processes come to the same."""

    def check(table: str, parts: int, processes: int, method: str, *options: str, shared=SHARED) -> dict:
        folder = tmp_path / f"{method} {' '.join([*options, *shared])}".replace("/", "-")
        files = write_parts(folder / "votes", TABLES[table], parts)
        ran = run(processes, "rank", *files, *outputs(folder / "result", method), *options, *shared)
        assert ran.status == 0, ran.err
        result = result_of(folder / "result", ran)
        found = differences(alone(table, method, *options), result)
        assert not found, "\n".join(found)
        assert [record["rank"] for record in result["result.json"]["processes"]] == list(range(processes))
        return result

    return check


CASES = list(itertools.product(TABLES, [1, 3, 7], [1, 2, 4]))


def cases():
    """With every table, number of files and number of processes once in `make test`."""
    for number, case in enumerate(CASES):
        is_short = number // 9 == number // 3 % 3 == number % 3
        yield pytest.param(number, id="-".join(map(str, case)), marks=[] if is_short else pytest.mark.long)


# PD-Rank in every case, and by turns one of the other two, half of the times with the small parts to one process each.
@pytest.mark.parametrize("number", cases())
def test_same_as_one_process(number, check_same):
    table, parts, processes = CASES[number]
    check_same(table, parts, processes, "pdrank")
    check_same(table, parts, processes, METHODS[1 + number % 2], shared=SHARED if number % 4 < 2 else [])


@pytest.mark.parametrize("method", METHODS)
def test_small_parts_go_to_one_process_each(method, check_same):
    check_same("disconnected", 3, 3, method, shared=[])


@pytest.mark.parametrize("component", ["largest", "strong"])
@pytest.mark.parametrize("method", METHODS)
def test_one_component(component, method, check_same):
    check_same("disconnected", 3, 3, method, "--component", component)


@pytest.mark.parametrize("method", METHODS)
def test_ties_dropped(method, check_same):
    check_same("ties", 3, 3, method, "--ties", "drop")


@pytest.mark.parametrize("table", TABLES)
def test_items_go_where_the_graph_is_cut_least(table, check_same):
    check_same(table, 3, 3, "pdrank", shared=[*SHARED, "--partition", "graph"])


def test_fixed_gamma(check_same):
    check_same("connected", 3, 3, "pdrank", "--gamma", "0.01", "--epsilon", "0.1")


# Files with fewer rows than there are processes.


def ranked_both_ways(path, processes: int, *options: str) -> None:
    one = run_alone("rank", path, "--method", "pdrank", "--format", "json", *options)
    several = run(processes, "rank", path, "--method", "pdrank", "--format", "json", *options, *SHARED)
    assert (one.status, one.err) == (several.status, several.err)
    assert differences(json.loads(one.out), json.loads(several.out)) == []


@pytest.mark.parametrize("content", [b"A,B\n", b"winner,loser,annotator\nA,B,x\nB,C,y\nD,E,x\n"], ids=["one row", "three rows"])
def test_more_processes_than_rows(content, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(content)
    ranked_both_ways(path, 5)


# Conjugate gradients go one link further along a chain with each iteration, from both ends.
def test_long_chain(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\n" + "".join(f"{k},{k + 1}\n" for k in range(22_000)))
    arguments = ["rank", path, "--method", "hodgerank", "--format", "json"]
    one, shared = run_alone(*arguments), run(1, *arguments, *SHARED)
    assert (one.status, shared.status, shared.err) == (0, 0, "")
    assert differences(json.loads(one.out)["ranking"], json.loads(shared.out)["ranking"], ".ranking") == []


def test_bad_rows_are_skipped_and_counted_alike(tmp_path):
    lines = text(TABLES["connected"]).decode().splitlines(keepends=True)
    lines[20:20] = ["A,A,left,x,1\n"]
    lines[40:40] = ["A,B,middle,x,1\n", "A,B,left,x,-1\n"]
    lines[-1:] = ["A,B\n", "A,B,left,x,nan\n"]
    path = tmp_path / "votes.csv"
    path.write_text("".join(lines))
    ranked_both_ways(path, 3, "--skip-bad-rows")


# What is on the screen, and files in parts.


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_what_is_shown(form, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    one = run_alone("rank", path, "--method", "pdrank", "--format", form, "--top", "30")
    several = run(3, "rank", path, "--method", "pdrank", "--format", form, "--top", "30", *SHARED)
    if form == "table":
        one, several = (replace(ran, out=shown_by_all(ran.out)) for ran in (one, several))
    assert several == one


@pytest.mark.parametrize("ending", ["csv", "tsv", "md"])
def test_files_in_parts(ending, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["disconnected"]))
    for split in ("always", "never"):
        into = tmp_path / split
        into.mkdir()
        files = [f"--output={into}/ranking.{ending}", f"--confidence={into}/confidence.csv"]
        ran = run(3, "rank", path, "--method", "pdrank", *files, "--quiet", "--split", split, *SHARED)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert len(list((tmp_path / "always").iterdir())) == 6 and len(list((tmp_path / "never").iterdir())) == 2
    for name in (f"ranking.{ending}", "confidence.csv"):
        assert joined(tmp_path / "always" / name, 3) == (tmp_path / "never" / name).read_bytes()


def test_parts_are_packed(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    for split in ("always", "never"):
        files = ["--output", tmp_path / f"{split}.csv.gz", "--quiet", "--split", split]
        assert run(2, "rank", path, "--method", "pdrank", *files, *SHARED).status == 0
    parts = (gzip.decompress((tmp_path / f"always-{k:05}-of-00002.csv.gz").read_bytes()) for k in range(2))
    assert b"".join(parts) == gzip.decompress((tmp_path / "never.csv.gz").read_bytes())


def test_a_page_is_the_report(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    assert run(2, "rank", path, "--output", tmp_path / "page.html", "--quiet").status == 0
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def joined(path, processes: int) -> bytes:
    """What is in the parts of a file."""
    parts = [path.with_stem(f"{path.stem}-{k:05}-of-{processes:05}") for k in range(processes)]
    return b"".join(part.read_bytes() for part in parts)


# Rankings and reports of up to 100,000 lines are with the first process, and longer ones with all.
def test_every_process_has_a_stretch_of_a_long_ranking(tmp_path):
    count, random_ = 101_000, random.Random(6)
    path = tmp_path / "votes.csv"
    with path.open("w") as file:
        file.write("winner,loser,annotator\n")
        for row in range(count):  # every item, and every annotator, once at least
            other = int(random_.random() * (count - 1))
            file.write(f"{row},{other + (other >= row)},a{row}\n{row // 2},{count - 1 - row // 2},a{row}\n")
    options = ["rank", path, "--method", "pdrank", "--gamma", "0.01", "--max-rounds", "2", "--quiet"]
    names = {"output": "ranking.csv", "annotators": "annotators.csv", "confidence": "confidence.csv"}
    results = []
    for folder, start in (("one", run_alone), ("three", functools.partial(run, 3))):
        into = tmp_path / folder
        into.mkdir()
        ran = start(*options, *(f"--{kind}={into / name}" for kind, name in names.items()))
        assert ran.status == 1, ran
        results.append(read_result(into))
    found = differences(*results)
    assert not found, "\n".join(found[:20])
    assert len(results[0]["ranking.csv"]) == len(results[0]["annotators.csv"]) == count

    json_file = tmp_path / "result.json"
    assert run(3, *options, "--split=always", f"--output={into}/split.csv").status == 1
    assert run(3, *options, f"--output={json_file}").status == 1
    assert joined(into / "split.csv", 3) == (into / "ranking.csv").read_bytes()
    parts = [path.stat().st_size for path in into.glob("split-*")]
    assert max(parts) < 2 * min(parts)
    shown = json.loads(json_file.read_text())
    assert [place["item"] for place in shown["ranking"]] == [f"{row['item']:.0f}" for row in results[0]["ranking.csv"]]
    assert len(shown["annotators"]) == count
