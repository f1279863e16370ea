"""pdrank rank --report: one HTML file that shows the result."""

import json
import re
import subprocess

import pytest
from conftest import BIN, REPO, refused, rows, run

VOTES = REPO / "examples/votes.csv"
BATTLES = REPO / "examples/battles.csv"
METHODS = json.loads(run("methods", "--format", "json").out)


@pytest.fixture(autouse=True, scope="module")
def with_pages(tmp_path_factory):
    page = tmp_path_factory.mktemp("page") / "report.html"
    ran = run("rank", VOTES, "--method", "borda", "--quiet", "--report", page)
    if "built without its pages" in ran.err:
        assert refused(ran, 2).startswith("--report is asked for")
        pytest.skip("this program was built without its pages")


def content(page: str) -> dict:
    """What the program has put into the page."""
    (found,) = re.findall(r'<script id="report" type="application/json">(.*?)</script>', page, flags=re.DOTALL)
    assert not re.search("[<>&]", found)
    return json.loads(found)


def report(tmp_path, *arguments, **env) -> dict:
    ran = run("rank", *arguments, "--quiet", "--report", "report.html", cwd=tmp_path, **env)
    assert (ran.status, ran.out) == (0, ""), ran
    return content((tmp_path / "report.html").read_text())


def value(column, row: int):
    return column[row] if isinstance(column, list) else column


def test_the_page_is_complete(tmp_path):
    got = report(tmp_path, VOTES)
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    assert not re.search(r'(src|href)="(?!data:|#)', page), "nothing is loaded from elsewhere"
    assert got["headline"] in ("item-07 comes first, and that is settled", "item-07 is likely first (99 %)")
    assert got["command"] == f"pdrank rank {VOTES} --quiet --report report.html"
    assert (got["title"], got["files"], got["seed"]) == ("votes.csv", [str(VOTES)], "1")
    assert got["options"]["method"] == "posterior" and "threads" not in got["options"]
    assert f"pdrank {got['version']}" == run("--version").out.strip()


def test_the_numbers_are_those_of_the_other_files(tmp_path):
    files = ["--output", "ranking.csv", "--confidence", "confidence.csv", "--annotators", "annotators.csv"]
    got = report(tmp_path, VOTES, *files)
    ranking, confidence, annotators = (rows(tmp_path / name) for name in files[1::2])
    assert got["ranking"]["item"] == [row["item"] for row in ranking]
    for k, row in enumerate(ranking):
        assert float(row["score"]) == pytest.approx(value(got["ranking"]["score"], k), rel=1e-5)
        assert k + 1 - value(got["ranking"]["up"], k) == int(row["rank_low"])
        assert k + 1 + value(got["ranking"]["down"], k) == int(row["rank_high"])
    assert got["annotators"]["name"] == [row["annotator"] for row in annotators]
    assert got["annotators"]["flag"] == [row["flag"] for row in annotators]
    doubtful, items = got["doubtful"], got["ranking"]["item"]
    assert doubtful["count"] == 114
    for k in range(doubtful["count"]):
        row = confidence[doubtful["row"][k] - 1]
        assert (items[doubtful["winner"][k]], items[doubtful["loser"][k]]) == (row["winner"], row["loser"])
        assert float(row["probability_correct"]) == pytest.approx(doubtful["probability"][k], rel=1e-5)


def test_what_else_answers_depend_on(tmp_path):
    got = report(tmp_path, BATTLES, "--control", "length", "--output", "ranking.csv")
    effects = {effect["name"]: effect for effect in got["effects"]}
    assert effects == json.loads(run("rank", BATTLES, "--control", "length", "--format", "json").out)["effects"]
    assert effects["length"]["used"] and not effects["order"]["used"]
    told = {effect["meaning"] for effect in got["effects"]}
    assert got["notes"] and not told & set(got["notes"]), "each is said once"
    ranking = rows(tmp_path / "ranking.csv")
    assert got["ranking"]["rank_without"] == [int(row["rank_without"]) for row in ranking]
    assert got["boards"]["count"] == 0


def test_boards_by_segment(tmp_path):
    got = report(tmp_path, BATTLES, "--by", "language", "--boards", "boards.csv")
    boards, lines = rows(tmp_path / "boards.csv"), got["boards"]["lines"]
    assert got["boards"]["value"] == ["English", "French", "German"]
    value_of = [name for k, name in enumerate(got["boards"]["value"]) for _ in range(value(got["boards"]["places"], k))]
    assert value_of == [row["value"] for row in boards] and lines["count"] == len(boards)
    rank = 0
    for k, row in enumerate(boards):
        rank += value(lines["rank"], k)
        assert rank == int(row["rank"])
        assert got["ranking"]["item"][value(lines["item"], k)] == row["item"]
        assert {1: "higher", 0: "", -1: "lower"}[value(lines["differs"], k)] == row["differs"]
        for name in ("rank_low", "rank_high"):
            assert value(lines[name], k) == int(row[name])
        for name in ("score", "score_low", "score_high"):
            assert value(lines[name], k) == pytest.approx(float(row[name]), rel=1e-5)
    assert "higher" in {row["differs"] for row in boards}
    assert "rank_without" not in got["ranking"], "nothing is controlled for"


def test_the_matrix_has_every_row_of_the_file(tmp_path):
    got = report(tmp_path, VOTES)
    (matrix,) = got["matrices"]
    votes, items = rows(VOTES), got["ranking"]["item"]
    answers = matrix["answers"]
    assert answers["count"] == len(votes), "no pair has more than 50"
    assert sorted(answers["row"]) == list(range(1, len(votes) + 1))
    for k, number in enumerate(answers["row"]):
        vote = votes[number - 1]
        assert (items[answers["winner"][k]], items[answers["loser"][k]]) == (vote["winner"], vote["loser"])
        assert got["annotators"]["name"][answers["annotator"][k]] == vote["annotator"]


@pytest.mark.parametrize("method", [method["name"] for method in METHODS])
def test_every_method_has_a_report(method, tmp_path):
    ran = run("rank", VOTES, "--method", method, "--quiet", "--report", "report.html", cwd=tmp_path)
    assert (ran.status, ran.out) == (0, ""), ran
    got = content((tmp_path / "report.html").read_text())
    assert got["method"] == method and len(got["checks"]) == 6
    assert ("up" in got["ranking"]) == (method == "posterior")


@pytest.mark.parametrize("arguments", [[], ["--method", "pdrank", "--bootstrap", "20"]], ids=["posterior", "pdrank"])
def test_the_same_bytes_on_any_number_of_threads(arguments, tmp_path):
    pages = []
    for threads in (["--threads", "1"], ["--threads=2"], ["--threads", "5"]):
        report(tmp_path, VOTES, *arguments, *threads)
        pages.append((tmp_path / "report.html").read_bytes())
    assert pages[0] == pages[1] == pages[2]


def test_on_stdout(tmp_path):
    report(tmp_path, VOTES)
    ran = run("rank", VOTES, "--quiet", "--report", "-")
    assert ran.status == 0
    assert ran.out.count("<!doctype html>") == 1
    assert content(ran.out)["ranking"] == content((tmp_path / "report.html").read_text())["ranking"]
    both = run("rank", VOTES, "--report", "-", "--output", "-")
    assert refused(both, 2) == "--report is '-', but that file is already taken by --output"


def test_nothing_half_written(tmp_path, write):
    path = write("votes.csv", "winner,loser\nA,B\nA,A\n")
    assert refused(run("rank", path, "--report", tmp_path / "report.html"), 3)
    assert not (tmp_path / "report.html").exists()
    assert refused(run("rank", path, "--report", path), 2) == f"--report is '{path}', but that file is being read"


HOSTILE = ["</script><script>alert(1)</script>", "<!--", "]]>&amp;", "a\u2028b\u2029c", "$'`\"\\", "@@pdrank-report@@",
           "ü 漢字 🙂"]  # fmt: skip


def test_hostile_names(tmp_path, write):
    quoted = ['"' + name.replace('"', '""') + '"' for name in HOSTILE]
    lines = [f"{a},{b},{a}" for k, a in enumerate(quoted) for b in quoted[k + 1 :]]
    path = write("it's <b>votes.csv", "\n".join(["winner,loser,annotator", *lines]) + "\n")
    got = report(tmp_path, path, "--method", "borda")
    assert got["ranking"]["item"] == HOSTILE
    assert set(got["annotators"]["name"]) == set(HOSTILE[:-1])
    assert got["title"] == path.name
    echoed = subprocess.run(["bash", "-c", "printf '%s\\n' " + got["command"].removeprefix("pdrank ")],
                            capture_output=True, text=True, check=True).stdout  # fmt: skip
    assert echoed.splitlines() == ["rank", str(path), "--method", "borda", "--quiet", "--report", "report.html"]


def test_the_command_makes_the_same_page_again(tmp_path):
    first = report(tmp_path, VOTES, "--method", "elo", "--seed", "7", "--threads", "1")
    page = (tmp_path / "report.html").read_bytes()
    (tmp_path / "report.html").unlink()
    command = first["command"].replace("pdrank ", f"{BIN} ", 1)
    subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "report.html").read_bytes() == page


def test_what_speaks_against_it_is_said(tmp_path, write):
    path = write("votes.csv", "winner,loser\nA,B\nB,A\nC,D\nD\n,A\n")
    got = report(tmp_path, path, "--skip-bad-rows")
    grades = {check["name"]: check["grade"] for check in got["checks"]}
    assert grades["connected"] == "bad" and grades["rows"] == "bad" and grades["annotators"] == "open"
    assert got["headline"].startswith("There is no single ranking")
    assert len(got["first_skipped"]) == 2 and got["parts"] == {"count": 2, "items": 2}


def test_many_items_make_a_page_that_grows_with_them(tmp_path):
    sizes = {}
    for items in (2_000, 20_000):
        votes = tmp_path / f"{items}.csv"
        assert run("simulate", "--items", items, "--comparisons", 5 * items, "--output", votes, "--quiet").status == 0
        got = report(tmp_path, votes, "--method", "borda", "--bootstrap", "10")
        sizes[items] = len(json.dumps(got["ranking"], separators=(",", ":")))
        assert [matrix["kind"] for matrix in got["matrices"]] == ["groups", "sample"]
        assert got["matrices"][0]["answers"]["count"] <= 10 * 60 * 61 / 2
    assert sizes[20_000] < 60 * 20_000 and sizes[20_000] < 12 * sizes[2_000]
