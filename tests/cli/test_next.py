"""pdrank next: which pairs to ask about, as a table, CSV, JSON and Markdown; what is never asked; bad input."""

import json
import os

import pytest
from conftest import REPO, refused, rows, run

VOTES = REPO / "examples/votes.csv"
COLUMNS = "left,right,winner,annotator,probability_left,value,reason"
STRATEGIES = [entry["name"] for entry in json.loads(run("next", "--strategies", "--format", "json").out)]
SMALL = "winner,loser\nA,B\nB,C\nA,C\nC,D\nB,D\nA,D\n"


def found(*arguments, outlook: bool = False, **how) -> dict:
    ran = run("next", *arguments, "--format", "json", *([] if outlook else ["--no-outlook"]), **how)
    assert ran.status == 0, ran
    return json.loads(ran.out)


def pairs(*arguments, **how) -> list[frozenset[str]]:
    return [frozenset((pair["left"], pair["right"])) for pair in found(*arguments, **how)["pairs"]]


# What comes out.


def test_table():
    ran = run("next", VOTES)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    flat = " ".join(ran.out.split())
    assert flat.startswith("600 comparisons of 20 items # left right left wins value why 1 item-")
    assert " 10 item-" in flat and " 11 item-" not in flat
    for sentence in ("Strategy posterior; left wins: how likely that answer is; value: ", "Settled: ", "after these 10 answers.", "Top: 'item-", "To go on, "):
        assert sentence in flat
    assert "nan" not in ran.out


def test_the_table_says_how_to_go_on_with_what_was_written(write, tmp_path):
    items = write("items.txt", "a\nb\nc\n")
    path = tmp_path / "first.csv"
    flat = " ".join(run("next", "--items", items, "--output", path).out.split())
    assert f"The pairs are in {path}." in flat
    assert flat.endswith(f"pdrank next --items {items} {path}")
    assert "The pairs are in" not in run("next", VOTES, "--output", tmp_path / "next.json").out


def test_a_narrow_table_has_long_names_cut(write):
    path = write("long.csv", "winner,loser\n" + f"{'x' * 60},{'y' * 60}\n" * 3)
    for width in (40, 60, 80):
        ran = run("next", path, COLUMNS=str(width))
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= width


def test_csv_json_and_markdown_agree():
    text = run("next", VOTES, "--format", "csv").out
    assert text.splitlines()[0] == COLUMNS
    got = found(VOTES, outlook=True)
    assert list(got) == [
        "schema_version", "strategy", "measure", "seed", "items", "comparisons", "components", "forbidden", "pairs",
        "outlook", "notes",
    ]  # fmt: skip
    assert (got["schema_version"], got["strategy"], got["seed"]) == (1, "posterior", 1)
    assert (got["items"], got["comparisons"], got["components"], got["forbidden"]) == (20, 600, 1, 0)
    assert set(got["outlook"]) == {
        "level", "settled_pairs", "expected_tau", "expected_tau_after", "leader", "top_tier", "answers_to_separate",
    }  # fmt: skip
    markdown = run("next", VOTES, "--format", "markdown").out.splitlines()
    assert markdown[0] == "| left | right | left wins | value | why |"
    for pair, row, line in zip(got["pairs"], rows(text), markdown[2:12], strict=True):
        assert (pair["left"], pair["right"], pair["reason"]) == (row["left"], row["right"], row["reason"])
        assert (pair["annotator"], row["annotator"]) == (None, "")
        assert pair["probability_left"] == float(row["probability_left"])
        assert 0 < pair["probability_left"] < 1
        assert pair["value"] == float(row["value"])
        assert line.startswith(f"| {pair['left']} | {pair['right']} |")


def test_without_outlook():
    assert found(VOTES)["outlook"] is None
    assert "Settled" not in run("next", VOTES, "--no-outlook").out
    assert pairs(VOTES) == pairs(VOTES, outlook=True)


def test_level():
    assert found(VOTES, "--level", 0.8, outlook=True)["outlook"]["level"] == 0.8
    assert "at least 80 % sure" in run("next", VOTES, "--level", 0.8).out


def test_answers_go_in_as_they_came_out(tmp_path):
    asked, answered = tmp_path / "next.csv", tmp_path / "answered.csv"
    assert run("next", VOTES, "--count", 5, "--output", asked, "--quiet").out == ""
    head, *lines = asked.read_text().splitlines()
    winners = ["left", "right", "tie", "left", "right"]
    filled = [line.replace(",,,", f",{who},,", 1) for line, who in zip(lines, winners, strict=True)]
    answered.write_text("\n".join([head, *filled]))
    got = found(VOTES, answered)
    assert got["comparisons"] == 605
    assert not any("not used" in note for note in got["notes"])
    data = json.loads(run("rank", VOTES, answered, "--method", "borda", "--format", "json").out)["data"]
    assert (data["comparisons"], data["ties"], data["annotators"]) == (605, 1, 12)


def test_without_answers_it_says_so(tmp_path):
    asked = tmp_path / "next.csv"
    run("next", VOTES, "--count", 3, "--no-outlook", "--output", asked)
    for command in ("rank", "next"):
        assert refused(run(command, asked), 3).endswith(
            "next.csv:2: no answer (expected left, right, tie or one of the two items); "
            "--skip-bad-rows leaves out rows without one"
        )
    ran = run("rank", VOTES, asked, "--method", "borda", "--skip-bad-rows", "--format", "json")
    assert json.loads(ran.out)["data"]["skipped"] == [{"reason": "no answer", "rows": 3}]
    asked.write_text("left,right\nA,B\nB,C\n")
    assert "add a column winner" in refused(run("rank", asked), 3)


def test_files_by_their_ending(tmp_path):
    quick = ("next", VOTES, "--strategy", "random", "--no-outlook")
    assert run(*quick, "--output", tmp_path / "n.json", "--quiet").status == 0
    assert json.loads((tmp_path / "n.json").read_text()) == json.loads(run(*quick, "--format", "json").out)
    assert run(*quick, "--output", tmp_path / "n.md", "--quiet").status == 0
    assert (tmp_path / "n.md").read_text() == run(*quick, "--format", "markdown").out


def test_output_appears_by_a_rename(tmp_path):
    target = tmp_path / "next.csv"
    target.write_text("before")
    before = os.stat(target).st_ino
    kept = os.open(target, os.O_RDONLY)
    assert run("next", VOTES, "--no-outlook", "--output", target, "--quiet").status == 0
    assert os.read(kept, 100) == b"before" and os.stat(target).st_ino != before
    os.close(kept)
    assert [path.name for path in tmp_path.iterdir()] == ["next.csv"]
    assert refused(run("next", VOTES, "--forbid", tmp_path / "none.csv", "--output", target), 3)
    assert target.read_text().startswith(COLUMNS), "what was there stays where there is nothing new"


def test_notes_are_said_where_no_table_says_them(write):
    path = write("extra.csv", SMALL.replace("\n", ",1\n").replace("loser,1", "loser,extra"))
    ran = run("next", path, "--format", "csv")
    assert "Column not used: extra." in ran.err and ran.out.startswith(COLUMNS)
    assert run("next", path, "--format", "csv", "--quiet").err == ""
    assert run("next", path).err == ""


# What is asked.


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_pairs_are_different_and_of_the_data(strategy):
    asked = pairs(VOTES, "--strategy", strategy, "--count", 40)
    names = {row[side] for row in rows(VOTES) for side in ("winner", "loser")}
    assert len(asked) == len(set(asked)) == 40
    assert all(len(pair) == 2 and pair <= names for pair in asked)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_bytes_on_any_number_of_threads(strategy):
    outlook = [] if strategy == "posterior" else ["--no-outlook"]
    arguments = ["next", VOTES, "--strategy", strategy, "--format", "json", *outlook]
    one = run(*arguments, "--threads", 1).out
    assert one == run(*arguments, "--threads", 2).out == run(*arguments, "--seed", 1).out


def test_another_seed_gives_other_pairs():
    asked = ["--strategy", "random"]
    assert pairs(VOTES, *asked) != pairs(VOTES, *asked, "--seed", 2)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_forbidden_in_either_order(strategy, write):
    path = write("small.csv", SMALL)
    asked = ["--strategy", strategy, "--count", 6]
    every = set(pairs(path, *asked))
    assert len(every) == 6
    for text in ("left,right\nA,B\nD,C\n", "left,right\nB,A\nC,D\n", "A,B\nC,D\nB,A\n", "winner,loser,annotator\nB,A,x\nD,C,y\n"):
        forbid = write("forbid.csv", text)
        got = found(path, *asked, "--forbid", forbid)
        assert got["forbidden"] == 2
        left = {frozenset((pair["left"], pair["right"])) for pair in got["pairs"]}
        assert left == every - {frozenset("AB"), frozenset("CD")}


def test_forbidding_the_data_asks_what_is_new():
    """`--forbid votes.csv`: no pair twice."""
    seen = {frozenset((row["winner"], row["loser"])) for row in rows(VOTES)}
    asked = pairs(VOTES, "--forbid", VOTES)
    assert len(asked) == 190 - len(seen) and not seen & set(asked)


def test_everything_forbidden(write):
    path = write("small.csv", SMALL)
    ran = run("next", path, "--forbid", path)
    assert ran.status == 0
    assert "No pair is left to ask about." in ran.out
    assert pairs(path, "--forbid", path) == []
    assert run("next", path, "--forbid", path, "--format", "csv").out == f"{COLUMNS}\n"


def test_a_forbid_file_without_rows_forbids_nothing(write):
    got = found(write("small.csv", SMALL), "--forbid", write("forbid.csv", "left,right\n"))
    assert got["forbidden"] == 0 and len(got["pairs"]) == 6


# Where it starts.


@pytest.mark.parametrize("text", ["A\nB\nC\nD\n", "item\nA\nB\nC\nD\n", "rank,item\n1,A\n2,B\n3,C\n4,D\n"])
def test_items_alone(text, write):
    items = write("items.txt", text)
    got = found("--items", items, "--count", 20)
    assert (got["items"], got["comparisons"], got["components"]) == (4, 0, 4)
    asked = [frozenset((pair["left"], pair["right"])) for pair in got["pairs"]]
    assert len(asked) == len(set(asked)) == 6
    assert frozenset().union(*asked[:3]) == set("ABCD"), "the first three connect all"
    assert run("next", "--items", items).status == 0
    for empty in ("winner,loser\n", ""):
        assert pairs("--items", items, "--count", 20, write("empty.csv", empty)) == asked


def test_new_items_beside_data(write):
    got = found(write("small.csv", SMALL), "--items", write("items.txt", "A\nE\nB\n"), "--count", 1)
    assert (got["items"], got["components"]) == (5, 2)
    assert "E" in (got["pairs"][0]["left"], got["pairs"][0]["right"])


def test_two_parts_are_connected_first(write):
    path = write("parts.csv", "winner,loser\n" + "A,B\nB,C\nx,y\ny,z\n" * 3)
    got = found(path, "--count", 3)
    first = {got["pairs"][0]["left"], got["pairs"][0]["right"]}
    assert got["components"] == 2
    assert len(first & set("ABC")) == len(first & set("xyz")) == 1
    assert " in 2 parts" in run("next", path).out


def test_stdin(write):
    text = VOTES.read_bytes()
    assert run("next", "-", "--format", "csv", stdin=text).out == run("next", VOTES, "--format", "csv").out
    assert found("--items", "-", stdin=b"A\nB\n")["items"] == 2
    small = write("small.csv", SMALL)
    assert found(small, "--forbid", "-", stdin=b"A,B\n")["forbidden"] == 1


def test_ties_weights_and_annotators(write):
    text = "winner,loser,tie,weight,annotator\nA,B,0,2,Ann\nB,C,1,1,Bob\nA,C,0,0.5,\nC,D,0,3,Ann\nB,D,1,1,Bob\n"
    got = found(write("mixed.csv", text), "--count", 6, outlook=True)
    assert got["comparisons"] == 5 and len(got["pairs"]) == 6
    assert 0 <= got["outlook"]["settled_pairs"] <= 1


def test_who_will_answer():
    def notes(who):
        return [note for note in found(VOTES, "--annotator", who)["notes"] if who in note]

    assert notes("annotator-03") == []
    (note,) = notes("Zoe")
    assert "is new" in note and "average" in note


def test_an_annotator_matters():
    """Whoever answers against the truth is expected to say the opposite."""
    honest = found(VOTES, "--annotator", "annotator-03", "--forbid", VOTES)["pairs"]
    contrary = found(VOTES, "--annotator", "annotator-12", "--forbid", VOTES)["pairs"]
    by_pair = {(pair["left"], pair["right"]): pair["probability_left"] for pair in honest}
    by_pair |= {(right, left): 1 - probability for (left, right), probability in by_pair.items()}
    clear = [pair for pair in contrary if abs(by_pair[pair["left"], pair["right"]] - 0.5) > 0.3]
    assert clear
    for pair in clear:
        assert (pair["probability_left"] > 0.5) != (by_pair[pair["left"], pair["right"]] > 0.5)


def test_bad_rows_are_skipped_and_said(write):
    path = write("bad.csv", SMALL + "A,A\n,B\n")
    assert refused(run("next", path), 3).endswith("bad.csv:8: winner and loser are the same item 'A'")
    got = found(path, "--skip-bad-rows")
    assert got["comparisons"] == 6
    assert any(note.startswith("2 rows were skipped: ") and "bad.csv:8" in note for note in got["notes"])


def test_columns(write):
    path = write("named.csv", SMALL.replace("winner,loser", "good,bad"))
    assert found(path, "--columns", "winner=good,loser=bad")["comparisons"] == 6


# The strategies.


def test_strategies():
    listed = json.loads(run("next", "--strategies", "--format", "json").out)
    assert {"posterior", "random"} <= set(STRATEGIES)
    text, markdown = run("next", "--strategies").out, run("next", "--strategies", "--format", "markdown").out
    assert max(map(len, text.splitlines())) <= 80
    for strategy in listed:
        assert {"name", "summary", "paper", "measure", "names_annotators", "cost"} == strategy.keys()
        assert f"{strategy['name']}\n  " in text and f"\n## {strategy['name']}\n" in markdown
    help_text = " ".join(run("next", "--help").out.split())
    assert f"how the pairs are chosen: {', '.join(STRATEGIES)} [posterior]" in help_text
    refused(run("next", "--strategies", "--format", "csv"), 2)


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--strategy", "nonsense"], "--strategy is nonsense, but it must be one of posterior"),
        (["--count", "0"], "--count is 0, but must be at least 1"),
        (["--count", "-1"], "--count: '-1' is not a whole number"),
        (["--count", "1.5"], "--count: '1.5' is not a whole number"),
        (["--level", "1.5"], "--level is 1.5, but must be between 0.5 and 0.999"),
        (["--level", "nan"], "--level is nan, but must be between 0.5 and 0.999"),
        (["--threads", "-1"], "--threads is -1, but must be between 0 and 4096"),
        (["--seed", "-1"], "--seed"),
        (["--forbid", ""], "--forbid: the file name is empty"),
        (["--items", ""], "--items: the file name is empty"),
        (["--output", VOTES], "--output is '"),
        (["--forbid", "-", "--items", "-"], "files is '-', but stdin can be read only once"),
        (["--ties", "half"], "there is no option --ties"),
    ],
)
def test_wrong_usage(arguments, message):
    assert refused(run("next", VOTES, *arguments), 2).startswith(message)


def test_nothing_to_start_from():
    assert refused(run("next"), 3) == "<stdin>: the file is empty"


def test_inputs_are_not_written_over(write):
    items = write("items.csv", "item\nA\nB\n")
    assert refused(run("next", "--items", items, "--output", items), 2).endswith("that file is being read")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("left,right\nA,B\nA,nobody\n", ":3: there is no item 'nobody' in the data; leave this pair out, or add answers about the item"),
        ("A,B\nnobody,B\n", ":2: there is no item 'nobody' in the data; leave this pair out, or add answers about the item"),
        ("left,right\nC,C\n", ":2: the two items are the same item 'C'"),
        ("left,right\nA,\n", ":2: empty item name"),
        ("left,right\nA,B,C\n", ":2: wrong number of fields: 3, but the first line has 2"),
        ("a,b,c\n", ":1: columns 'a', 'b', 'c' are not recognised; pairs are in two columns, such as left and right"),
        ("", ": the file is empty"),
    ],
)
def test_bad_forbid_files(text, message, write):
    forbid = write("forbid.csv", text)
    assert refused(run("next", write("small.csv", SMALL), "--forbid", forbid), 3) == f"{forbid}{message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": the file is empty"),
        ("item\n", ": no items after the header"),
        ("only one\n", ": there is only one item, but a pair has two"),
        ("x,y\nA,B\n", ":1: 2 columns, but none is named item"),
    ],
)
def test_bad_item_files(text, message, write):
    items = write("items.csv", text)
    assert refused(run("next", "--items", items), 3).startswith(f"{items}{message}")


def test_unreadable_files(write, tmp_path):
    missing, small = tmp_path / "missing.csv", write("small.csv", SMALL)
    for arguments in ([missing], [small, "--forbid", missing], [small, "--items", missing], [tmp_path]):
        assert refused(run("next", *arguments), 3).startswith(f"{arguments[-1]}: ")
    assert refused(run("next", write("empty.csv", "winner,loser\n")), 3).endswith(": no data rows after the header")
