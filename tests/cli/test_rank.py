"""pdrank rank: what it prints and writes, and that nothing but the data decides it."""

import gzip
import json
import os
import random
import re
import subprocess
import unicodedata

import pytest
from conftest import (
    ANNOTATOR_COLUMNS,
    BIN,
    CONFIDENCE_COLUMNS,
    RANKING_COLUMNS,
    check_clean,
    interrupt,
    order,
    refused,
    rows,
    run,
)

CHAIN = "winner,loser\nA,B\nB,C\nC,D\nA,C\nB,D\nA,D\n"
CYCLE = "winner,loser\n" + "A,B\n" * 5 + "B,C\n" * 5 + "C,A\n"  # C over A stands against the ranking


@pytest.fixture
def chain(write):
    return write("chain.csv", CHAIN)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """simulated(items, comparisons, ...) -> a file, made once for the module."""
    folder = tmp_path_factory.mktemp("simulated")

    def make(items: int, comparisons: int, *more):
        path = folder / f"{items}_{comparisons}_{'_'.join(map(str, more))}.csv"
        if not path.exists():
            arguments = ("--items", items, "--comparisons", comparisons, "--quiet", "--output", path)
            assert run("simulate", *arguments, *more).status == 0
        return path

    return make


def ranked(*arguments, status: int = 0, **keywords) -> list[dict[str, str]]:
    ran = run("rank", *arguments, "--format", "csv", **keywords)
    assert ran.status == status, ran
    return rows(ran.out)


def result(*arguments, status: int = 0, **keywords) -> dict:
    ran = run("rank", *arguments, "--format", "json", **keywords)
    assert ran.status == status, ran
    return json.loads(ran.out)


def columns_taken(line: str) -> int:
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in line)
    return len(line) + wide - sum(unicodedata.combining(c) != 0 for c in line)


# The table on the screen.

NAMES = {
    "short": "ABCDE",
    "long": [f"{letter} " + "a very long name " * 20 for letter in "ABCDE"],
    "one long word": [letter * 300 for letter in "ABCDE"],
    "CJK": [letter + "漢字仮名交じり文" * 20 for letter in "ABCDE"],
    "Hangul and accents": [letter + "한국어é" * 30 for letter in "ABCDE"],
    "line breaks and tabs": [f"{letter}\n\tx\x1b[31m" for letter in "ABCDE"],
}


def test_long_names_that_begin_alike_can_be_told_apart(write):
    names = [f"St Mary's Primary - Year 6 narrative writing - autumn 2026 - pupil {k:03}.pdf" for k in range(6)]
    votes = write("votes.csv", "winner,loser\n" + "".join(f"{a},{b}\n" for a in names for b in names if a < b))
    shown = run("rank", votes, COLUMNS="80").out
    assert max(map(columns_taken, shown.splitlines())) <= 80
    assert all(f"{k:03}.pdf" in shown for k in range(6)), shown


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("width", [80, 70])
def test_table_fits_the_width(kind, width, write):
    a, b, c, d, e = NAMES[kind]
    pairs = [(a, b), (b, c), (c, d), (d, e), (a, c), (e, a), (b, b + "!")]
    text = "winner,loser,annotator,tie\n"
    text += "".join(f'"{x}","{y}","{e}",{n % 2}\n' for n, (x, y) in enumerate(pairs * 12))
    path = write("votes.csv", text + '"left alone","far away",w,0\n' + "bad row\n")
    ran = run("rank", path, "--skip-bad-rows", "--top", "0", COLUMNS=str(width))
    assert ran.status == 0, ran
    assert max(map(columns_taken, ran.out.splitlines())) <= width, ran.out
    assert "\x1b" not in ran.out and "\t" not in ran.out, "a name must not drive the terminal"


def test_width_without_a_terminal_is_80(simulated):
    out = run("rank", simulated(40, 400), COLUMNS="").out
    assert max(map(columns_taken, out.splitlines())) <= 80


def test_all_pairs_seen_is_said_as_100_percent(write):
    assert "1 of 1 pair compared (100 %), once" in run("rank", write("votes.csv", "A,B\n")).out


@pytest.mark.parametrize("top, shown", [((), 20), (("--top", 3), 3), (("--top", 0), 30), (("--top", 99), 30)])
def test_top(top, shown, simulated):
    path = simulated(30, 435)
    out = run("rank", path, "--method", "pdrank", *top).out
    items = re.findall(r"^ *\d+  (item\S+) +\S+ +\d+ +\d+ +\d+$", out, re.MULTILINE)
    assert items == order(ranked(path, "--method", "pdrank"))[:shown]
    more = f"... and {30 - shown} more (--top 0 shows all, --output FILE writes all)"
    assert (more in out) == (shown < 30)


# Formats and files.


def test_csv(chain):
    out = run("rank", chain, "--method", "pdrank", "--format", "csv").out
    assert out.splitlines()[0] == RANKING_COLUMNS
    places = rows(out)
    assert [(p["rank"], p["item"]) for p in places] == [("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")]
    assert [(p["comparisons"], p["wins"], p["losses"], p["ties"]) for p in places] == [
        ("3", "3", "0", "0"), ("3", "2", "1", "0"), ("3", "1", "2", "0"), ("3", "0", "3", "0")]  # fmt: skip
    assert all(p["rank_low"] == p["rank_high"] == "" and p["component"] == "1" for p in places)
    scores = [float(p["score"]) for p in places]
    assert scores == sorted(scores, reverse=True) and abs(sum(scores)) < 1e-6


def test_json(chain):
    got = result(chain, "--method", "pdrank", "--seed", 7)
    named = "schema_version method options seed data graph convergence ranking annotators".split()
    assert [key for key in got if key in named] == named
    assert (got["schema_version"], got["method"], got["seed"]) == (2, "pdrank", 7)
    assert {"status", "rounds", "objective", "kkt_residual", "seconds"} <= got["convergence"].keys()
    assert got["convergence"]["status"] == "converged" and got["convergence"]["kkt_residual"] < 1e-6
    assert {"rows", "rows_used", "comparisons", "ties", "items", "annotators", "skipped"} <= got["data"].keys()
    assert (got["data"]["rows"], got["data"]["items"], got["data"]["skipped"]) == (6, 4, [])
    assert (got["graph"]["components"], got["graph"]["items"], got["graph"]["edges"]) == (1, 4, 6)
    assert {"method", "solver", "gamma", "epsilon", "ties", "component"} <= got["options"].keys()
    assert "threads" not in got["options"], "threads do not change the result"
    assert ",".join(got["ranking"][0]) == RANKING_COLUMNS
    assert got["ranking"][0]["rank_low"] is None
    assert got["annotators"] == []


def test_markdown(write):
    path = write("votes.csv", "winner,loser\na|b,c_d\nc_d,*e*\n")
    lines = run("rank", path, "--format", "markdown").out.splitlines()
    assert lines[0].startswith("| rank | item | score |") and set(lines[1]) <= set("|-:")
    assert lines[2].startswith("| 1 | a\\|b |") and "c\\_d" in lines[3] and "\\*e\\*" in lines[4]


def test_files_by_their_ending(chain, tmp_path):
    for name in ("ranking.csv", "ranking", "result.json", "ranking.md"):
        assert run("rank", chain, "--quiet", "--output", tmp_path / name).out == ""
    assert (tmp_path / "ranking.csv").read_text() == run("rank", chain, "--format", "csv").out
    assert (tmp_path / "ranking").read_text() == (tmp_path / "ranking.csv").read_text()
    assert json.loads((tmp_path / "result.json").read_text())["ranking"][0]["item"] == "A"
    assert (tmp_path / "ranking.md").read_text() == run("rank", chain, "--format", "markdown").out


def test_columns_of_the_other_files(write, tmp_path):
    path = write("votes.csv", "winner,loser,judge\n" + "A,B,x\nB,C,x\nA,C,y\n" * 20 + "C,A,z\n" * 9)
    confidence, annotators = tmp_path / "confidence.csv", tmp_path / "annotators.csv"
    run("rank", path, "--method", "pdrank", "--quiet", "--confidence", confidence, "--annotators", annotators)
    assert confidence.read_text().splitlines()[0] == CONFIDENCE_COLUMNS
    assert annotators.read_text().splitlines()[0] == ANNOTATOR_COLUMNS
    trust = rows(confidence)
    assert [row["row"] for row in trust] == [str(n) for n in range(1, 70)]
    assert all(0 < float(row["probability_correct"]) <= 1 for row in trust)
    assert float(trust[-1]["weight"]) < 1 < float(trust[2]["weight"]), "C over A is against all others"
    cards = {row["annotator"]: row for row in rows(annotators)}
    assert cards.keys() == {"x", "y", "z"} and cards["x"]["comparisons"] == "40"
    assert (cards["x"]["flag"], cards["y"]["flag"], cards["z"]["flag"]) == ("", "", "adversary")
    for card in cards.values():
        low, middle, high = (float(card[f"reliability{end}"]) for end in ("_low", "", "_high"))
        assert 0 <= low <= middle <= high <= 1


def test_annotators_without_any(chain, tmp_path):
    run("rank", chain, "--quiet", "--annotators", tmp_path / "annotators.csv")
    assert (tmp_path / "annotators.csv").read_text() == ANNOTATOR_COLUMNS + "\n"


def test_row_numbers_of_rankings(write, tmp_path):
    path = write("votes.csv", "ranking\nA>B>C\nB>C\nA=C>D\n")
    run("rank", path, "--quiet", "--confidence", tmp_path / "confidence.csv")
    got = [(row["row"], row["winner"], row["loser"]) for row in rows(tmp_path / "confidence.csv")]
    first, third = [("1", "A", "B"), ("1", "A", "C"), ("1", "B", "C")], [("3", "A", "C"), ("3", "A", "D"), ("3", "C", "D")]
    assert got == [*first, ("2", "B", "C"), *third]


def test_row_numbers_count_on_over_files(write, tmp_path):
    one = write("one.csv", "winner,loser\nA,B\n\nB,B\nB,C\n")  # the blank line is no row
    two = write("two.jsonl", '{"chosen":"C","rejected":"D"}\n{"chosen":"C"}\n{"chosen":"B","rejected":"D"}\n')
    three = write("three.tsv", "A\tD\n")
    run("rank", one, two, three, "--quiet", "--skip-bad-rows", "--confidence", tmp_path / "confidence.csv")
    got = [(int(row["row"]), row["winner"] + row["loser"]) for row in rows(tmp_path / "confidence.csv")]
    assert got == [(1, "AB"), (3, "BC"), (4, "CD"), (6, "BD"), (7, "AD")]


AWKWARD = ["a,b", 'say "hi"', "two\nlines", "naïve 漢字 🎾", " blanks ", "semi;colon", "tab\there", "=1+1", "0010", "cr\r\nlf", "null", "'"]


def test_awkward_names_survive(write, tmp_path):
    def quote(name):
        return '"' + name.replace('"', '""') + '"'

    lines = [f"{quote(a)},{quote(b)}" for n, a in enumerate(AWKWARD) for b in AWKWARD[n + 1 :]]
    path = write("votes.csv", "winner,loser\n" + "\n".join(lines) + "\n")
    files = tmp_path / "ranking.csv", tmp_path / "confidence.csv"
    ran = run("rank", path, "--format", "json", "--output", files[0], "--confidence", files[1])
    assert [place["item"] for place in json.loads(ran.out)["ranking"]] == AWKWARD
    assert order(rows(files[0])) == AWKWARD
    assert [(r["winner"], r["loser"]) for r in rows(files[1])] == [
        (a, b) for n, a in enumerate(AWKWARD) for b in AWKWARD[n + 1 :]
    ]
    again = tmp_path / "again.csv"  # what pdrank wrote is read back by pdrank, and by evaluate
    run("rank", files[1], "--columns", "winner=winner,loser=loser,annotator=,weight=", "--quiet", "--output", again)
    assert again.read_text() == files[0].read_text()
    assert json.loads(run("evaluate", files[0], again, "--format", "json").out)["kendall_tau_a"] == 1


# Every layout of DESIGN section 2 says the same thing: A over B over C over D, B level with C once.

LAYOUTS = {
    "winner,loser": "winner,loser,tie\nA,B,0\nB,C,1\nB,C,0\nC,D,0\n",
    "with annotator and weight": "winner,loser,annotator,weight,tie\nA,B,x,1,no\nB,C,x,1,yes\nB,C,y,1,\nC,D,y,1,0\n",
    "worker": "loser,worker,tie,winner\nB,x,0,A\nC,x,1,B\nC,x,0,B\nD,y,0,C\n",
    "left,right,winner": "left,right,winner\nB,A,right\nB,C,tie\nB,C,left\nD,C,right\n",
    "model_a,model_b": "model_a,model_b,judge,winner\nB,A,j,model_b\nB,C,j,tie (bothbad)\nB,C,j,model_a\nD,C,j,model_b\n",
    "worker,left,right,label": "worker,left,right,label\n1,B,A,A\n1,B,C,tie\n1,B,C,B\n2,D,C,C\n",
    "player1,player2 W": "player1,player2,outcome\nB,A,W2\nB,C,D\nB,C,W1\nD,C,W2\n",
    "player1,player2 points": "player1,player2,outcome\nB,A,0\nB,C,0.5\nB,C,1\nD,C,0\n",
    "chosen,rejected": "chosen,rejected,tie\nA,B,0\nB,C,1\nB,C,0\nC,D,0\n",
    "ranking": "ranking\nA>B\nB=C\nB>C\nC>D\n",
    "order": "annotator,order\n1,A > B\n1,B = C\n2,B > C\n2,C > D\n",
    "semicolons": "winner;loser;tie\nA;B;0\nB;C;1\nB;C;0\nC;D;0\n",
    "tabs": "winner\tloser\ttie\nA\tB\t0\nB\tC\t1\nB\tC\t0\nC\tD\t0\n",
    "CRLF and BOM": "\ufeffwinner,loser,tie\r\nA,B,0\r\nB,C,1\r\nB,C,0\r\nC,D,0\r\n",
    "no line break at the end": 'winner,loser,tie\n"A","B",0\nB,C,1\nB,C,0\nC,D,0',
    "Upper Case": "Winner,Loser,Tie\nA,B,0\nB,C,1\nB,C,0\nC,D,0\n",
    "JSON Lines": '{"winner":"A","loser":"B"}\n{"winner":"B","loser":"C","tie":true}\n\n{"loser":"C","winner":"B"}\n{"winner":"C","loser":"D"}\n',
    "JSON Lines, battles": '{"model_a":"B","model_b":"A","winner":"model_b"}\n{"model_a":"B","model_b":"C","winner":"tie"}\n'
    '{"model_a":"B","model_b":"C","winner":"model_a"}\n{"model_a":"D","model_b":"C","winner":"model_b"}\n',
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_agree(layout, write):
    pdrank = ("--method", "pdrank")  # does not ask who answered
    expected = run("rank", write("plain.csv", LAYOUTS["winner,loser"]), *pdrank, "--format", "csv").out
    assert order(rows(expected)) == ["A", "B", "C", "D"]
    for place, wanted in zip(ranked(write("votes", LAYOUTS[layout]), *pdrank), rows(expected), strict=True):
        assert float(place.pop("score")) == pytest.approx(float(wanted.pop("score")), abs=1e-6)
        assert place.pop("both_bad") == ("1" if "bothbad" in LAYOUTS[layout] and place["item"] in "BC" else "0")
        assert place == {key: value for key, value in wanted.items() if key != "both_bad"}


def test_two_bare_columns(write):
    assert order(ranked(write("votes", "A,B\nB,C\nA,C\n"))) == ["A", "B", "C"]


def test_columns_by_name_and_number(write):
    named = write("named.csv", "x,better one,y,worse one\n1,A,2,B\n1,B,2,C\n")
    assert order(ranked(named, "--columns", "winner=better one,loser=worse one")) == ["A", "B", "C"]
    bare = write("bare.csv", "1,A,2,B\n1,B,2,C\n")
    assert order(ranked(bare, "--columns", "winner=2,loser=4")) == ["A", "B", "C"]
    message = refused(run("rank", named, "--columns", "winner=nobody,loser=worse one"), 3)
    assert message == f"{named}:1: no column 'nobody' among the columns 'x', 'better one', 'y', 'worse one'"


def test_ties(write):
    path = write("votes.csv", LAYOUTS["winner,loser"])
    assert result(path)["data"]["ties"] == 1
    assert result(path, "--ties", "drop")["data"]["ties_dropped"] == 1
    assert "* Ties left out (--ties drop): 1." in run("rank", path, "--ties", "drop").out


def test_ties_as_errors_name_the_line(write):
    path = write("votes.csv", LAYOUTS["winner,loser"])
    message = refused(run("rank", path, "--ties", "error"), 3)
    assert message == f"{path}:3: 'B' and 'C' are tied, and ties are refused"


def test_weights_are_repeats(write):
    once = write("once.csv", "winner,loser,weight\nA,B,3\nB,C,2\nC,A,1\n")
    spelled = write("spelled.csv", "winner,loser\n" + "A,B\n" * 3 + "B,C\n" * 2 + "C,A\n")
    assert run("rank", once, "--format", "csv").out == run("rank", spelled, "--format", "csv").out


# The way the data come in does not matter.


def test_gzip_and_stdin_give_the_same_bytes(simulated, write, tmp_path):
    plain = simulated(200, 3000, "--annotators", "honest:5,spammer:1")
    packed = write("votes.csv.gz", gzip.compress(plain.read_bytes()))
    outputs = []
    for n, (source, stdin) in enumerate([(plain, b""), (packed, b""), ("-", plain.read_bytes()), ("-", packed.read_bytes())]):
        names = [tmp_path / f"{kind}{n}.csv" for kind in ("ranking", "confidence", "annotators")]
        files = ("--output", names[0], "--confidence", names[1], "--annotators", names[2])
        ran = run("rank", source, *files, stdin=stdin)
        assert ran.status == 0
        outputs.append([ran.out.encode(), *(name.read_bytes() for name in names)])
    assert all(output == outputs[0] for output in outputs)


def test_threads_do_not_change_a_bit(simulated, tmp_path):
    path = simulated(30_000, 150_000)
    outputs = []
    for threads in (1, 2, 3):
        names = tmp_path / f"ranking{threads}.csv", tmp_path / f"confidence{threads}.csv"
        ran = run("rank", path, "--quiet", "--threads", threads, "--method", "pdrank", "--gamma", 0.01,
                  "--max-rounds", 4, "--output", names[0], "--confidence", names[1])  # fmt: skip
        assert ran.status in (0, 1)
        outputs.append([name.read_bytes() for name in names])
    assert outputs[0] == outputs[1] == outputs[2]


def test_order_of_rows_does_not_matter(simulated, write):
    path = simulated(60, 1500)
    header, *lines = path.read_text().splitlines()
    random.Random(3).shuffle(lines)
    shuffled = write("shuffled.csv", "\n".join([header, *lines]) + "\n")
    before = {place["item"]: float(place["score"]) for place in ranked(path)}
    after = {place["item"]: float(place["score"]) for place in ranked(shuffled)}
    assert after == pytest.approx(before, abs=1e-6)


def test_several_files_are_one(chain, write):
    header, *lines = CHAIN.splitlines()
    parts = [write(f"part{n}.csv", f"{header}\n{line}\n") for n, line in enumerate(lines)]
    assert run("rank", *parts, "--format", "csv").out == run("rank", chain, "--format", "csv").out


# How it ends.


def test_paper_preset(simulated):
    got = result(simulated(30, 435), "--preset", "paper", "--solver", "pdhg")
    assert got["convergence"]["status"] == "converged"
    assert (got["options"]["preset"], got["options"]["solver"]) == ("paper", "pdhg")
    assert len(got["ranking"]) == 30


def test_solvers_agree(simulated):
    path = simulated(30, 870)
    exact = ("--method", "pdrank", "--round-tolerance", 1e-4)
    newton, pdhg = (ranked(path, "--solver", solver, *exact) for solver in ("newton", "pdhg"))
    assert order(newton) == order(pdhg)


def test_not_converged(simulated, tmp_path):
    ranking = tmp_path / "ranking.csv"
    ran = run("rank", simulated(30, 435), "--method", "pdrank", "--max-rounds", 1, "--format", "json", "--output", ranking)
    assert ran.status == 1
    assert ran.err.startswith("pdrank: not converged: ") and ran.err.count("\n") == 1
    assert json.loads(ran.out)["convergence"]["status"] == "round_limit"
    assert len(rows(ranking)) == 30


def test_quiet(chain, tmp_path):
    ran = run("rank", chain, "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert run("rank", chain, "--quiet", "--format", "csv").out.startswith(RANKING_COLUMNS)
    assert run("rank", chain, "--quiet", "--output", "-").out.startswith(RANKING_COLUMNS)
    ran = run("rank", chain, "--quiet", "--output", tmp_path / "ranking.csv")
    assert (ran.out, len(rows(tmp_path / "ranking.csv"))) == ("", 4)


COLUMNS_OF = {"--output": RANKING_COLUMNS, "--confidence": CONFIDENCE_COLUMNS, "--annotators": ANNOTATOR_COLUMNS}


@pytest.mark.parametrize("option", COLUMNS_OF)
@pytest.mark.parametrize("place", ["-", "/dev/stdout"])
def test_a_file_on_stdout_takes_the_place_of_the_table(option, place, chain):
    out = run("rank", chain, option, place).out
    assert out.startswith(COLUMNS_OF[option] + "\n") and "Method pdrank" not in out


def test_output_is_replaced_only_on_success(chain, write, tmp_path):
    ranking = tmp_path / "ranking.csv"
    ranking.write_text("old\n")
    bad = write("bad.csv", "winner,loser\nA,B\nA,A\n")
    refused(run("rank", bad, "--output", ranking), 3)
    assert ranking.read_text() == "old\n"
    assert run("rank", chain, "--output", ranking).status == 0
    assert ranking.read_text().startswith(RANKING_COLUMNS)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["input", "ranking.csv"]


def test_output_through_a_link_and_with_its_mode(chain, tmp_path):
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_text("old\n")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run("rank", chain, "--quiet", "--output", link).status == 0
    assert link.is_symlink() and target.read_text().startswith(RANKING_COLUMNS)
    assert target.stat().st_mode & 0o777 == 0o640


def test_disconnected_data(write):
    path = write("votes.csv", "winner,loser\nA,B\nB,C\nC,A\nX,Y\nA,C\n")
    places = ranked(path)
    assert [(p["component"], p["rank"]) for p in places] == [("1", "1"), ("1", "2"), ("1", "3"), ("2", "1"), ("2", "2")]
    assert order(places)[3:] == ["X", "Y"]
    out = run("rank", path).out
    assert "* The data fall into 2 parts that were never compared with each other" in out
    assert any(line.split()[-2:] == ["part", "note"] for line in out.splitlines())
    assert result(path)["graph"]["component_sizes"] == [3, 2]
    got = result(path, "--component", "largest")
    assert [p["item"] for p in got["ranking"]] == order(places)[:3]
    assert got["data"]["outside_component"] == 1


def test_strong_component(write):
    path = write("votes.csv", CYCLE + "A,Z\n")
    assert sorted(order(ranked(path, "--component", "strong"))) == ["A", "B", "C"]


def test_items_that_cannot_be_told_apart_share_a_rank(write):
    places = ranked(write("votes.csv", "winner,loser\nA,B\nA,C\n"), "--method", "pdrank")
    assert [(p["rank"], p["item"]) for p in places] == [("1", "A"), ("2", "B"), ("2", "C")]


# Being stopped.


def run_and_interrupt(arguments, after_seconds: float) -> tuple[int, str, str]:
    process = subprocess.Popen([BIN, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    interrupt(process, after_seconds)
    out, err = process.communicate(timeout=120)
    check_clean(err)
    return process.returncode, out, err


def test_ctrl_c_while_ranking_writes_what_there_is(simulated, tmp_path):
    path = simulated(200_000, 1_000_000)
    into = tmp_path / "into"
    into.mkdir()
    slow = ("rank", path, "--method", "pdrank", "--gamma", 1e-6, "--round-tolerance", 0, "--quiet", "--output", into / "result.json")
    status, out, err = run_and_interrupt(slow, 2)
    assert out == "" and err.startswith("pdrank: ") and err.count("\n") == 1
    left = [entry.name for entry in into.iterdir()]
    assert (status, left) in [(1, ["result.json"]), (130, [])]
    if status == 1:
        got = json.loads((into / "result.json").read_text())
        assert got["convergence"]["status"] == "stopped" and "stopped" in err
        assert len(got["ranking"]) == got["graph"]["items"]


def test_ctrl_c_while_reading_writes_nothing(tmp_path):
    pipe, into = tmp_path / "pipe", tmp_path / "into"
    os.mkfifo(pipe)
    into.mkdir()
    process = subprocess.Popen([BIN, "rank", pipe, "--output", into / "ranking.csv"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    with open(pipe, "wb", buffering=0) as end:
        end.write(b"winner,loser\n" + b"A,B\n" * 1000)
        interrupt(process)
        try:
            end.write(b"B,C\n" * 1000)
        except BrokenPipeError:
            pass
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, "", "pdrank: stopped; nothing was written\n")
    assert list(into.iterdir()) == []


@pytest.mark.parametrize("form", ["csv", "json", "table", "markdown"])
def test_closed_pipe(form, simulated):
    path = simulated(30_000, 150_000)
    command = f"'{BIN}' rank '{path}' --method pdrank --gamma 0.01 --max-rounds 1 --top 0 --format {form} | head -1"
    done = subprocess.run(["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True, timeout=300)
    check_clean(done.stderr)
    assert done.stdout.count("\n") == 1
    # SIGPIPE (141) as for any filter, or one line that says so
    assert done.returncode == 141 or (done.returncode in (1, 3) and done.stderr.count("\n") <= 1), done


def test_progress_is_silent_without_a_terminal(chain):
    assert run("rank", chain).err == ""


def test_no_file_is_written_over_another(write, tmp_path):
    votes = write("votes.csv", "winner,loser\nA,B\n")
    before = votes.read_bytes()
    message = refused(run("rank", votes, "--output", votes), 2)
    assert message == f"--output is '{votes}', but that file is being read"
    assert votes.read_bytes() == before
    both = tmp_path / "both.csv"
    message = refused(run("rank", votes, "--output", both, "--confidence", tmp_path / "." / "both.csv"), 2)
    assert message.endswith("that file is already taken by --output")
    assert not both.exists()
    assert run("rank", votes, "--output", "/dev/null", "--confidence", "/dev/null").status == 0
