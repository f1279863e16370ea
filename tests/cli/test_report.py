"""pdrank rank --report: one HTML file that shows the result."""

import html
import json
import re
import subprocess
from collections import Counter

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


def test_noise_is_told_once(tmp_path):
    got = report(tmp_path, VOTES)
    (noise,) = (check["text"] for check in got["checks"] if check["name"] == "noise")
    assert "are plain mistakes." in noise
    assert not any("are plain mistakes" in note for note in got["notes"])
    assert any(note.startswith("Mistakes aside, ") for note in got["notes"])


def test_what_comparative_judgement_asks_for(tmp_path):
    flags = ["--method", "bradley-terry", "--adjustment", "0.3", "--split-half", "10", "--boundaries", "A=20%,B=0.5,C"]
    got = report(tmp_path, VOTES, *flags)
    result = json.loads(run("rank", VOTES, *flags, "--format", "json").out)
    assert got["reliability"] == result["reliability"] and got["agreement"] == result["agreement"]
    assert got["certificate"].pop("meaning").startswith("The ranking contradicts ")
    assert got["certificate"] == result["certificate"]
    for k, place in enumerate(result["ranking"]):
        assert got["grades"][got["graded"]["grade"][k]] == place["grade"]
        assert got["graded"]["probability"][k] == pytest.approx(place["grade_probability"], rel=1e-3)
        assert value(got["ranking"]["infit"], k) == pytest.approx(place["infit"], rel=1e-3)
    for k, annotator in enumerate(result["annotators"]):
        assert got["annotators"]["outfit"][k] == pytest.approx(annotator["outfit"], rel=1e-3)
        assert got["annotators"]["agreement"][k] == pytest.approx(annotator["agreement"], rel=1e-3)


def test_encounters_are_those_of_the_file(tmp_path):
    got = report(tmp_path, VOTES)
    met, items, annotators = got["encounters"], got["ranking"]["item"], got["annotators"]["name"]
    assert met["by_annotator"]
    wins = {}
    for k in range(met["count"]):
        a, b, annotator = items[met["a"][k]], items[met["b"][k]], annotators[met["annotator"][k]]
        wins[a, b, annotator] = value(met["a_wins"], k)
        wins[b, a, annotator] = value(met["b_wins"], k)
    counted = Counter((vote["winner"], vote["loser"], vote["annotator"]) for vote in rows(VOTES))
    assert {key: count for key, count in wins.items() if count > 0} == counted


def test_curves_of_the_first_places(tmp_path, write):
    lines = [f"{'AB'[k % 3 == 0]},{'AB'[k % 3 != 0]},20{20 + k // 12}-{1 + k % 12:02}-01" for k in range(48)]
    path = write("dated.csv", "\n".join(["winner,loser,date", *lines]) + "\n")
    got = report(tmp_path, path, "--time", "date", "--drift", "0.5", "--curves", "curves.csv")
    curves = got["curves"]
    expected = sorted(rows(tmp_path / "curves.csv"), key=lambda row: got["ranking"]["item"].index(row["item"]))
    assert curves["time"] == [row["time"] for row in expected]
    assert [got["ranking"]["item"][value(curves["item"], k)] for k in range(curves["count"])] == [
        row["item"] for row in expected
    ]
    for name, column in (("score", "score"), ("low", "score_low"), ("high", "score_high")):
        assert curves[name] == [pytest.approx(float(row[column]), rel=1e-5) for row in expected]
    assert got["calibration"] is None, "the answers do not depend on two scores alone"


@pytest.mark.parametrize("method", [["--method", "posterior"], ["--method", "borda", "--bootstrap", "50"]])
def test_ranges_that_hold_together_change_no_claim(method, tmp_path):
    one_by_one, together = report(tmp_path, VOTES, *method), report(tmp_path, VOTES, *method, "--simultaneous")
    assert together["headline"] == one_by_one["headline"] and together["checks"] == one_by_one["checks"]
    assert together["sentences"][0].startswith(one_by_one["sentences"][0])
    assert together["sentences"][0].endswith("all of them are true together with 90 % probability.")
    assert together["sentences"][1:] == one_by_one["sentences"][1:]
    assert together["ranking"]["down"] != one_by_one["ranking"]["down"]


def test_the_first_places_are_there_without_scripts(tmp_path):
    got = report(tmp_path, VOTES)
    static = (tmp_path / "report.html").read_text().split('<script id="report"')[0].split('<div id="page">')[1]
    assert f"<h1>{got['headline']}</h1>" in static
    assert re.findall(r"<td>(item-\d+)</td>", static) == got["ranking"]["item"]


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
    read = write("votes.html", "winner,loser\nA,B\n")
    assert refused(run("rank", read, "--report", read), 2) == f"--report is '{read}', but that file is being read"


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
    static = (tmp_path / "report.html").read_text().split('<script id="report"')[0].split('<div id="page">')[1]
    assert [html.unescape(name) for name in re.findall("<tr><td class=\"number\">\\d+</td><td>(.*?)</td>", static)] == HOSTILE
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
