"""What people type in their first minutes: other spellings, missing words, narrow terminals."""

import json
import os
import pty
import re
import shlex
import subprocess
import unicodedata

import pytest
from conftest import BIN, order, refused, result, rows, run

VOTES = "winner,loser,judge,language\n" + "".join(
    f"item {a},item {b},judge {(a + b) % 3},{'en' if a % 2 else 'de'}\n" for a in range(8) for b in range(a + 1, 8)
)


@pytest.fixture
def votes(write):
    return write("votes.csv", VOTES)


# Names that are nearly right.

SUGGESTIONS = {
    ("rnak", "x"): "there is no command 'rnak'; did you mean rank? (see pdrank --help)",
    ("hlep",): "there is no command 'hlep'; did you mean help?",
    ("--verison",): "there is no option --verison; did you mean --version?",
    ("rank", "x", "--methd", "elo"): "there is no option --methd; did you mean --method? (see pdrank rank --help)",
    ("rank", "x", "--max_rounds=3"): "there is no option --max_rounds; did you mean --max-rounds?",
    ("rank", "x", "--method", "bradly-terry"): "; did you mean bradley-terry?",
    ("rank", "x", "--scale", "eloo"): "must be one of logit, elo, share, jod; did you mean elo?",
    ("rank", "x", "--format", "jsn"): "--format: 'jsn' is none of table, csv, json, markdown; did you mean json?",
    ("next", "x", "--strategy", "posteror"): "; did you mean posterior?",
    ("compare", "x", "--methods", "elo,hodgerink"): "; did you mean hodgerank?",
    ("compare", "x", "--methods", "elo:elo_kk=3"): "there is no such option; did you mean elo_k?",
    ("completion", "bsh"): "'bsh' is none of bash, zsh, fish; did you mean bash?",
    ("rank", "x", "--columns", "winer=a,loser=b"): "; did you mean winner?",
}


@pytest.mark.parametrize("words", SUGGESTIONS, ids=" ".join)
def test_the_name_that_was_meant(words, tmp_path):
    assert SUGGESTIONS[words] in refused(run(*words, cwd=tmp_path), 2)


@pytest.mark.parametrize(
    "option", ["--columns=annotator=jugde", "--where=jugde=x", "--by=jugde", "--control=jugde", "--time=jugde"]
)
def test_the_column_that_was_meant(option, votes):
    assert "; did you mean 'judge'?" in refused(run("rank", votes, option), 3)


def test_nothing_is_suggested_for_other_words(tmp_path):
    for words in (("frobnicate",), ("rank", "x", "--frobnicate"), ("rank", "x", "--method", "frobnicate")):
        assert "did you mean" not in refused(run(*words, cwd=tmp_path), 2)


@pytest.mark.parametrize("name", ["bt", "BT", "Bradley-Terry", "bradley_terry", "Bradley Terry", "bradley-terry-luce"])
def test_a_method_has_many_spellings(name, votes):
    assert result(votes, "--method", name) == result(votes, "--method", "bradley-terry")


def test_other_names_are_spelled_freely_too(votes):
    assert result(votes, "--method", "AUTO", "--scale", "Elo") == result(votes, "--scale", "elo")
    compared = json.loads(run("compare", votes, "--methods", "Elo,win_rate", "--folds", "0", "--format", "JSON").out)
    assert [line["method"] for line in compared["methods"]] == ["elo", "win-rate"]
    asked = json.loads(run("next", votes, "--strategy", "Random", "--format", "json").out)
    assert asked["strategy"] == "random"


def test_aliases_are_listed():
    methods = {method["name"]: method for method in json.loads(run("methods", "--format", "json").out)}
    assert "bt" in methods["bradley-terry"]["aliases"]


# Words that are missing, or stand elsewhere.


def test_no_words_at_all():
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    assert "pdrank help" in ran.out and len(ran.out.splitlines()) <= 8


def test_help_as_a_word():
    assert run("help").out == run("--help").out
    assert run("help", "rank").out == run("rank", "--help").out
    assert "there is no command 'frobnicate'" in refused(run("help", "frobnicate"), 2)


def test_short_options(votes, tmp_path):
    assert run("-V").out == run("--version").out
    assert run("rank", votes, "-o", tmp_path / "ranking.csv").status == 0
    assert order(rows(tmp_path / "ranking.csv"))[0] == "item 0"


def test_a_file_alone_is_ranked(votes, tmp_path):
    assert run(votes, "--format", "csv").out == run("rank", votes, "--format", "csv").out
    assert run("-", "--format", "csv", stdin=VOTES.encode()).out == run("rank", votes, "--format", "csv").out
    assert "there is no file 'vots.csv'" in refused(run("vots.csv", cwd=tmp_path), 2)


def test_options_come_after_a_command(votes):
    assert "options come after a command: pdrank rank --method" in refused(run("--method", "elo", votes), 2)


PAIRS = "left,right\nitem 0,item 1\n"


@pytest.mark.parametrize("command", ["rank", "compare", "next", "predict"])
def test_stdin_needs_no_dash(command, votes, write, tmp_path):
    words = [command, "--format", "csv", *(["--pairs", write("pairs.csv", PAIRS)] if command == "predict" else [])]
    wanted = run(*words, votes)
    assert wanted.status == 0
    piped = run(*words, stdin=VOTES.encode())
    with open(votes, "rb") as file:
        redirected = subprocess.run([BIN, *map(str, words)], stdin=file, capture_output=True, check=True)
    if command == "compare":  # which says how long each method took
        assert [row["method"] for row in rows(piped.out)] == [row["method"] for row in rows(wanted.out)]
    else:
        assert piped.out == redirected.stdout.decode() == wanted.out


@pytest.mark.parametrize("command", ["rank", "compare", "next"])
def test_a_terminal_is_not_read(command):
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([BIN, command], stdin=theirs, capture_output=True, text=True, timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 2
    assert f"pdrank {command} votes.csv, or pdrank {command} < votes.csv" in done.stderr


def test_stdin_is_left_alone_where_items_are_given(write):
    items = write("items.txt", "a\nb\nc\n")
    asked = run("next", "--items", items, "--format", "csv", stdin=b"nonsense")
    assert asked.status == 0 and len(rows(asked.out)) > 0


# Columns.


def test_columns_of_some_roles(write):
    wanted = result(write("usual.csv", "left,right,winner,judge\na,b,left,x\nb,c,right,y\na,c,left,x\n"))["ranking"]
    odd = write("odd.csv", "left,right,pick,judge\na,b,left,x\nb,c,right,y\na,c,left,x\n")
    assert result(odd, "--columns", "winner=pick")["ranking"] == wanted
    odd = write("odd.csv", "one,two,winner,judge\na,b,one,x\nb,c,two,y\na,c,one,x\n")
    assert result(odd, "--columns", "left=one,right=two")["ranking"] == wanted
    odd = write("odd.csv", "winner,beaten,who\na,b,x\nc,b,y\na,c,x\n")
    found = result(odd, "--columns", "loser=beaten,annotator=who")
    assert [place["item"] for place in found["ranking"]] == ["a", "c", "b"]
    assert found["data"]["annotators"] == 2
    found = result(write("usual.csv", "winner,loser,who\na,b,x\nc,b,y\na,c,x\n"), "--columns", "annotator=who")
    assert found["data"]["annotators"] == 2


def test_a_column_that_says_who_won_is_not_passed_over(write):
    sides = write("sides.csv", "left,right,winner\na,b,right\na,c,right\n")
    message = refused(run("rank", sides, "--columns", "winner=left,loser=right"), 3)
    assert message.endswith("column 'winner' says who won, so 'left' is not the winner of every row; "
                            "use --columns left=left,right=right")
    cured = result(sides, "--columns", "left=left,right=right")
    assert [place["item"] for place in cured["ranking"]][-1] == "a"


def test_models_behind_their_responses(write):
    arena = write("arena.csv", "response_a_model,response_b_model,winner\nm1,m2,A\nm2,m3,B\nm1,m3,A\n")
    assert [place["item"] for place in result(arena)["ranking"]][0] == "m1"
    no_winner = write("arena.csv", "response_a_model,response_b_model,prompt\nm1,m2,p\n")
    message = refused(run("rank", no_winner), 3)
    assert "--columns left=response_a_model,right=response_b_model,winner=.." in message


def test_an_option_of_another_method_says_which(votes):
    assert refused(run("rank", votes, "--elo-k", "16"), 2).endswith("add --method elo")


# What is shown.


def test_the_result_begins_with_what_it_comes_to(votes):
    first, data, noise, mind, blank, header = run("rank", votes).out.splitlines()[:6]
    assert re.fullmatch(r"item 0 is likely first \(\d+ %\)\.|item 0 and item 1 lead; .*", first)
    assert data == "28 rows, 28 comparisons of 8 items by 3 annotators."
    assert noise.endswith("mistakes.") or noise.endswith("mistake.")
    assert mind.endswith("More below.") and mind.startswith(("Trust it with care: ", "Do not rely on it as it is: "))
    assert blank == "" and header.startswith("rank ")


def test_notes_follow_the_table(votes):
    notes = result(votes)["notes"]
    shown = " ".join(run("rank", votes).out.split())
    table = shown.index("rank range tier")
    for note in notes:
        *said, last = note.split(". ")
        assert shown.index(last) > table
        for sentence in said:
            assert sentence in shown, "no part of a note is lost"


def test_sure_and_unsure_winners(write):
    clear = write("clear.csv", "winner,loser\n" + "a,b\nb,c\na,c\n" * 60 + "b,a\nc,b\n" * 3)
    assert run("rank", clear).out.startswith("a comes first, and that is settled.\n")
    even = write("even.csv", "winner,loser\n" + "a,b\nb,a\n" * 20)
    assert run("rank", even).out.startswith("The answers do not tell the items apart.\n")
    plain = run("rank", clear, "--method", "elo").out.splitlines()
    assert plain[0] == "a comes first." and plain[2] == "6 of 186 answers go against the ranking."


def test_a_weight_is_so_many_answers_in_what_is_said(write):
    """One answer of a million is no noise, though it is one row of two; no score is written as minus nothing."""
    counted = write("counted.csv", "winner,loser,weight\na,b,1000000\nb,a,1\n")
    shown = " ".join(run("rank", counted).out.split())
    assert "Hardly any answer is a plain mistake." in shown and "oisy answers" not in shown
    assert "contradicts 1 of 1,000,001 answers" in shown
    plain = run("rank", counted, "--method", "elo").out.splitlines()
    assert plain[2].endswith(" of 1,000,001 answers goes against the ranking.")
    even = run("rank", write("even.csv", "winner,loser,weight\na,b,1e-9\nb,c,1e-9\nc,a,1e-9\n")).out
    assert " 0.000 " in even and "-0.000" not in even


def test_the_summary_is_four_lines_however_long_the_names_are(write):
    names = ["a-model-with-quite-a-long-name-of-company-%s" % c for c in "abc"]
    even = "".join(f"{a},{b}\n" for a in names for b in names if a != b) * 20 + f"{names[0]},z\n" * 20
    out = run("rank", write("votes.csv", "winner,loser\n" + even)).out
    assert out.startswith("3 items lead; which of them is best is not settled.\n")
    assert out.split("\n\n")[0].count("\n") == 3
    few = "winner,loser\n" + ("gpt-4o,claude-3\nclaude-3,gpt-4o\n" + "gpt-4o,z\nclaude-3,z\n" * 5) * 20
    assert run("rank", write("few.csv", few)).out.startswith("claude-3 and gpt-4o lead; ")


def summary_lines(words: list, width: int) -> list[str]:
    ran = run("rank", *words, COLUMNS=str(width))
    assert ran.status == 0, ran
    return ran.out.split("\n\n")[0].splitlines()


WORDY = "winner,loser,annotator,weight,tie\n" + "".join(
    f"item {a},item {b},somebody {(a * b) % 1200},{1 + (a + b) % 3}.25,{int((a + b) % 5 == 0)}\n"
    for a in range(40)
    for b in range(a + 1, 40)
    for _ in range(3)
)
LONE = "x" * 60
ODD = {
    "all there is to say": (WORDY + "a,b\n" * 12345, ["--skip-bad-rows"]),
    "one leader with a long name": ("winner,loser\n" + f"{LONE},b\n" * 6 + "b,c\nc,b\n" * 9, []),
    "one leader with a wide name": ("winner,loser\n" + f"{'长' * 60},b\n" * 6 + "b,c\nc,b\n" * 9 + "y,z\n", []),
    "many parts": ("winner,loser,judge\n" + "".join(f"a{k},b{k},{k}\n" for k in range(3000)), ["--method", "borda"]),
    "everything is wrong": ("winner,loser,judge\n" + "".join(
        f"{a},{b},{(a * 7 + b) % 11}\n" for k in range(9) for a in range(12) for b in range(12) if a != b and (a * b + k) % 3
    ) + "p,q,zoe\n", ["--method", "pdrank", "--max-rounds", "1", "--component", "largest"]),
}


@pytest.mark.parametrize("name", ODD)
def test_the_summary_is_four_lines_whatever_there_is_to_say(name, write):
    text, options = ODD[name]
    path = write("votes.csv", text)
    for width in (80, 100, 200):
        lines = summary_lines([path, *options], width)
        assert len(lines) == 4 and max(map(columns_of, lines)) <= width, lines
    narrow = summary_lines([path, *options], 40)
    assert len(narrow) <= 8 and max(map(columns_of, narrow)) <= 40, narrow


def test_the_least_of_the_summary_goes_first(write):
    text, options = ODD["all there is to say"]
    path = write("votes.csv", text)
    said = {width: " ".join(summary_lines([path, *options], width)) for width in (40, 80, 200)}
    facts = ["14,685 rows, ", "2,340 comparisons of 40 items", " answers by weight", " annotators", " ties", "; 2,340 rows used."]
    assert all(fact in said[200] for fact in facts)
    assert [fact in said[80] for fact in facts] == [True, True, False, True, False, True]
    assert [fact in said[40] for fact in facts] == [False, True, False, False, False, False]
    data = json.loads(run("rank", path, *options, "--format", "json").out)["data"]
    assert data["ties"] > 0 and data["answers"] > data["comparisons"], "which are in the JSON all the same"


def test_two_items_are_predicted_by_name(votes, tmp_path, write):
    shown = run("predict", votes, "item 0", "item 7")
    assert shown.status == 0 and shown.out.startswith("left    right")
    by_words = run("predict", votes, "ITEM 0", "item 7", "--format", "csv")
    assert by_words.out == run("predict", votes, "--pairs", write("pairs.csv", "left,right\nitem 0,item 7\n")).out
    assert run("predict", "item 0", "item 7", "--format", "csv", stdin=VOTES.encode()).out == by_words.out
    for words in ([votes], [votes, "item 0"]):
        assert "pdrank predict votes.csv A B" in refused(run("predict", *words), 2)
    assert "the two are the same item" in refused(run("predict", votes, "item 0", "ITEM 0"), 2)
    assert "did you mean item 1?" in refused(run("predict", votes, "itm 1", "item 2"), 2)
    assert list(tmp_path.glob("*.csv")) == []


def test_top_is_for_people(votes, tmp_path):
    markdown = run("rank", votes, "--top", "3", "--format", "markdown").out
    assert len(markdown.split("\n\n")[0].splitlines()) == 2 + 3
    assert markdown.endswith("\n... and 5 more\n")
    assert len(run("rank", votes, "--format", "markdown").out.splitlines()) == 2 + 8
    assert len(rows(run("rank", votes, "--top", "3", "--format", "csv").out)) == 8
    assert len(result(votes, "--top", "3")["ranking"]) == 8
    run("rank", votes, "--quiet", "-o", tmp_path / "a.json")
    changes = run("diff", tmp_path / "a.json", tmp_path / "a.json", "--top", "3", "--format", "markdown").out
    assert "\n... and 5 more\n" in changes and len(changes.split("\n\n")[0].splitlines()) == 2 + 3


def columns_of(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else unicodedata.combining(c) == 0 for c in line)


LONG = "winner,loser,annotator,tie,language,day\n" + "".join(
    f"an item with a very long name {a},一个名字很长的东西 {b},annotator-{a * b % 4},{int((a + b) % 7 == 0)},German,{9 * a + b}\n"
    f"一个名字很长的东西 {b},an item with a very long name {(a + b) % 9},annotator-{a % 4},0,English,{9 * b + a}\n"
    for a in range(9)
    for b in range(9)
)


SCREENS = [
    "",
    "help",
    *(f"help {command}" for command in re.findall(r"^  (\w+) ", run("--help").out.split("Subcommands:")[1].split("Examples:")[0], re.M)),
    "rank votes.csv",
    "rank few.csv",
    "rank votes.csv --method elo",
    "rank votes.csv --scale elo --boundaries A=30%,B=70%,C",
    "rank votes.csv --by language",
    "rank votes.csv --fragility first",
    "rank votes.csv --fragility 3",
    "rank votes.csv --fragility 'an item with a very long name 0,an item with a very long name 1'",
    "rank votes.csv --certify",
    "rank votes.csv --method kemeny",
    "rank votes.csv --split-half 20",
    "rank votes.csv --time day --drift auto --ahead 1",
    "rank votes.csv --time day --half-life 30",
    "rank votes.csv --ties davidson --simultaneous",
    "rank votes.csv --method bradley-terry --adjustment 0.3",
    "rank votes.csv --method bradley-terry --cluster language --bootstrap 20",
    "rank votes.csv --method borda --few 40",
    "rank votes.csv --method pdrank --component strong",
    "rank votes.csv --method hodgerank",
    "rank votes.csv --method crowd-bt",
    "rank votes.csv few.csv --where language=German --merge-names",
    "rank cut.csv --skip-bad-rows",
    "rank parts.csv --top 1",
    "rank lost.csv --top 1",
    "compare votes.csv --folds 2",
    "compare votes.csv --folds 2 --forward",
    "compare votes.csv --folds 2 --forward --time day --methods posterior,elo",
    "compare parts.csv --folds 0",
    "compare votes.csv --folds 2 --truth now.csv",
    "rank votes.csv --top 2 --method bradley-terry --quiet --format table",
    "predict votes.csv --pairs pairs.csv --format table",
    "predict votes.csv 'an item with a very long name 0' 'an item with a very long name 1'",
    "explain votes.csv 'an item with a very long name 0'",
    "explain votes.csv 'an item with a very long name 0' 'an item with a very long name 1'",
    "explain votes.csv 'an item with a very long name 0' --rows 12 --method elo",
    "explain few.csv 'an item with a very long name 0'",
    "simulate --items 3 --output /dev/null",
    "simulate --items 3 --tie-rate 0.5 --order-effect 0.5 --annotators honest:2,position:1 --output /dev/null",
    "next votes.csv --count 3",
    "next votes.csv --count 3 --strategy crowd-bt",
    "next parts.csv --count 3 --annotator 'somebody whose name is rather long too'",
    "next --items items.txt --count 3",
    "next --strategies",
    "diff before.json now.json",
    "evaluate now.csv before.csv",
    "methods",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Data with long names, and what came of them."""
    folder = tmp_path_factory.mktemp("screens")
    (folder / "votes.csv").write_text(LONG)
    (folder / "few.csv").write_text("\n".join(LONG.splitlines()[:8]) + "\n")
    (folder / "cut.csv").write_text(LONG + "only one field\nx,x,y,0,German,1\n,y,z,0,German,1\n")
    (folder / "lost.csv").write_text(LONG + "x,y,z,0,German,\n")
    (folder / "parts.csv").write_text(LONG + "another item with a very long name,the best of all of them,z,0,German,1\n" * 9)
    (folder / "items.txt").write_text("".join(f"一个名字很长的东西 which is also rather long {k}\n" for k in range(4)))
    (folder / "pairs.csv").write_text("left,right\nan item with a very long name 0,一个名字很长的东西 1\n")
    for votes, name in (("votes.csv", "now"), ("few.csv", "before")):
        for ending in ("csv", "json"):
            assert run("rank", votes, "--quiet", "-o", f"{name}.{ending}", cwd=folder).status == 0
    return folder


@pytest.mark.parametrize("width", [40, *(pytest.param(wider, marks=pytest.mark.long) for wider in (0, 200))])
@pytest.mark.parametrize("words", SCREENS)
def test_nothing_is_wider_than_the_terminal(words, width, folder):
    """Of a terminal of unknown width, 80 columns."""
    ran = run(*shlex.split(words), cwd=folder, COLUMNS=str(width or ""))
    assert ran.status == 0, ran
    too_wide = [line for line in (ran.out + ran.err).splitlines() if columns_of(line) > (width or 80)]
    assert too_wide == []


def test_what_is_lost_in_a_narrow_terminal_is_there_in_a_wide_one(folder):
    narrow, wide = (run("rank", "votes.csv", cwd=folder, COLUMNS=width).out for width in ("40", "200"))
    assert "comparisons  wins  losses" in wide and "an item with a very long name 8" in wide
    assert "comparisons  wins  losses" not in narrow
    assert "score" in narrow and "range" in narrow
