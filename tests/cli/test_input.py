"""Files as people have them, and outputs as their names say: what new users try first."""

import bz2
import gzip
import io
import json
import lzma
import shlex
import zipfile

import pytest
from conftest import order, refused, rows, run

VOTES = "winner,loser\nA,B\nA,B\nB,C\nA,C\nC,B\n"

# Name of a file -> its text: each says A > B > C by some layout.
SPELLINGS = {
    "excel.csv": "\ufeffsep=;\nComparative judgement export, class 9b\n\nJudge;Chosen;Not chosen;Seconds\nx;A;B;2\nx;B;C;3\n",
    "bars.txt": "winner|loser\nA|B\nB|C\n",
    "counts.csv": "logo_1|logo_2|prefer_1|prefer_2\nA|B|12|3\nB|C|13|2\nA|C|0|0\n",
    "zeros.csv": "winner,loser,count\nA,B,3\nB,C,2\nC,A,0\nC,B,\n",
    "commas.csv": "winner;loser;weight\nA;B;2,5\nB;C;1,5\n",
    "league.csv": "Date,HomeTeam,AwayTeam,Score\n1,A,B,2:0\n2,C,B,0-1\n",
    "football.csv": "Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n1,A,B,2,0,H\n2,C,B,0,1,A\n",
    "results.csv": "HomeTeam,AwayTeam,FTR\nA,B,H\nC,B,A\n",
    "kaggle.csv": "model_a,model_b,winner_model_a,winner_model_b,winner_tie\nA,B,1,0,0\nC,B,0,1,0\n",
    "battles.csv": "response_a_model,response_b_model,winner\nA,B,A\nC,B,B\n",
    "sides.csv": "left,right,winner\nA,B,L\nC,B,R\n",
    "numbers.csv": "left,right,winner\nA,B,1\nC,B,2\n",
    "survey.csv": "Option A,Option B,Preference\nA,B,Option A\nC,B,Option B\nB,C,No preference\n",
    "chosen.csv": "candidate_chosen,candidate_not_chosen\nA,B\nB,C\n",
    "matrix.csv": ",A,B,C\nA,0,5,6\nB,2,0,5\nC,1,1,0\n",
    "ballots.txt": "A>B>C\nA>B\nB>C\n",
    "tasting.csv": "preferred,other,taster\nA,B,t\nB,C,u\n",
    "placed.csv": "judge,item,rank\nx,A,1\nx,B,2\nx,C,3\n",
    "choices.csv": "Timestamp,Voter,1st choice,2nd choice,3rd choice\n1,x,A,B,C\n2,y,A,B,\n",
    "words.csv": "third choice,second choice,first choice\nC,B,A\n",
    "ranks.csv": "voter;rank_1;rank_2;rank_3\nx;A;B;C\n",
    "numbers of the best.csv": "item_1,item_2,item_3,best,worst\nA,B,C,1,3\nB,C,A,3,2\n",
    "models.jsonl": "".join(
        json.dumps({"chosen": [{"content": "x"}], "rejected": [{"content": "y"}], "chosen_model": w, "rejected_model": lo}) + "\n"
        for w, lo in ("AB", "BC")
    ),
    "mturk.csv": "HITId,WorkerId,Input.image_left,Input.image_right,Answer.choice\n1,x,A,B,left\n2,y,C,B,right\n",
    "best.csv": "best,worst\nA,B\nB,C\n",
    "samples.csv": "Judge,Date of tasting,Sample 1,Sample 2,Preferred sample,Comments\nx,1.1.2026,A,B,Sample 1,\ny,2.1.2026,C,B,B,nice\n",
    "lichess.csv": "id,rated,winner,white_id,white_rating,black_id,black_rating\n1,TRUE,white,A,1500,B,1490\n2,TRUE,black,C,1480,B,1490\n3,TRUE,draw,A,1500,B,1490\n",
    "keys.csv": "stimulus_left,stimulus_right,response,rt,participant\nA,B,ArrowLeft,512,x\nC,B,ArrowRight,498,y\n",
    "annotations.jsonl": '{"instruction":"x","generator_1":"A","generator_2":"B","preference":1.0}\n{"instruction":"y","generator_1":"C","generator_2":"B","preference":2.0}\n',
    "selected.csv": "user,option_a,option_b,selected\nx,A,B,A\ny,C,B,B\n",
    "designs.csv": "first_design,second_design,preferred_design\nA,B,A\nC,B,second\n",
    "most.csv": "sys_RespNum,Task,Item 1,Item 2,Item 3,Most Important,Least Important\n1,1,A,B,C,A,C\n1,2,B,C,A,A,C\n",
    "positions.csv": "resp,task,pos1,pos2,pos3,best,worst\n1,1,A,B,C,A,C\n1,2,B,C,A,A,C\n",
    "lists.csv": 'voter,ballot\nx,"A, B, C"\ny,"A, B"\nz,A;B;C\n',
    "counted ballots.csv": "count,ballot\n12,A > B > C\n3,B > A > C\n",
    "export.json": json.dumps([{"left": "A", "right": "B", "choice": "left"}, {"left": "C", "right": "B", "choice": "right"}], indent=1),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_spellings(name, write):
    ran = run("rank", write(name, SPELLINGS[name]), "--method", "win-rate", "--format", "csv")
    assert ran.status == 0, ran
    assert order(rows(ran.out)) == ["A", "B", "C"]


# What cannot be recognised -> what the message has to offer.
CURES = {
    "a column for each item.csv": ("Voter,A,B,C\nx,1,2,3\n", ".melt('Voter', var_name='item', value_name='rank')"),
    "wins without names.csv": ("0,5,6\n2,0,5\n1,1,0\n", "add a first line with the names of the items"),
    "wins and blanks.txt": ("0 5 6\n2 0 5\n1 1 0\n", "--delimiter names another delimiter, such as space"),
    "latin.csv": (b"winner,loser\nM\xfcller,B\n", "iconv -f windows-1252 -t utf-8"),
    "latin names.csv": (b"winner,loser,Pr\xfcfer\nA,B,C\n", "iconv -f windows-1252 -t utf-8"),
    "a question for each pair.csv": (
        "Timestamp,Better? [A vs B],Better? [A vs C],Better? [B vs C]\n1,A,A,B\n",
        "each pair has a column of its own; make a row for each answer: python3 -c ",
    ),
    "a grid.csv": ("Timestamp,Rank [A],Rank [B],Rank [C]\n1,1,2,3\n", ".melt('judge', var_name='item', value_name='rank')"),
    "long names.csv": (
        "Timestamp,Your name,First design that you saw,Second design that you saw,Which of the two do you prefer?\n1,x,A,B,A\n",
        "--columns 'left=First design that you saw,right=Second design that you saw,winner=Which of the two do you prefer?'",
    ),
    "commas in names.csv": ('"Left, top","Right, top",L 1,L 2,"Which, then, is better?"\n1,x,A,B,A\n', "--columns 'left=L 1,right=L 2,winner=5'"),
    "unfinished.csv": ("White,Black,Result\nA,B,1-0\nA,C,*\n", "no answer (expected W1"),
    "items.txt": ("First idea\nSecond idea\n", "`pdrank next` lists pairs of them: give the file as --items"),
    "texts.jsonl": ('{"chosen": [{"content": "x"}], "rejected": [{"content": "y"}]}\n', "'chosen' is a list or an object"),
}


@pytest.mark.parametrize("name", CURES)
def test_cures(name, write):
    text, cure = CURES[name]
    assert cure in refused(run("rank", write(name, text)), 3)


def test_cures_do_what_they_say(write):
    matrix = write("wins.txt", " A B C\nA 0 5 6\nB 2 0 5\nC 1 1 0\n")
    ran = run("rank", matrix, "--delimiter", "space", "--method", "win-rate", "--format", "csv")
    assert order(rows(ran.out)) == ["A", "B", "C"]
    items = write("items.txt", "First idea\nSecond idea\n")
    assert len(rows(run("next", "--items", items, "--format", "csv").out)) == 1


def test_the_columns_that_look_right_are_right(write):
    for name in ("long names.csv", "commas in names.csv"):
        path = write(name, CURES[name][0])
        spec = shlex.split(refused(run("rank", path), 3).split("if so, use --columns ")[1])[0]
        assert order(rows(run("rank", path, "--columns", spec, "--format", "csv").out)) == ["A", "B"]


def test_games_without_an_end_are_left_out(write):
    path = write("games.csv", "White,Black,Result\nA,B,1-0\nA,C,*\nB,C,1/2-1/2\n")
    assert "--skip-bad-rows leaves out rows without one" in refused(run("rank", path), 3)
    assert order(rows(run("rank", path, "--skip-bad-rows", "--format", "csv").out))[0] == "A"


def test_numbers_of_the_best_are_names_where_items_are_numbers(write):
    path = write("best.csv", "item_1,item_2,item_3,best,worst\n7,8,9,1,3\n")
    assert "'1' is not among the items that were shown" in refused(run("rank", path), 3)
    path = write("best.csv", "item_1,item_2,item_3,best,worst\nA,B,C,1,4\n")
    assert "'1' is not among the items that were shown" in refused(run("rank", path), 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("choice_1,choice_2\nA,\n", "only one item 'A'"),
        ("choice_1,choice_2\nA,A\n", "item 'A' is named twice"),
        ("voter,choice_1,choice_3\nx,A,B\n", "are not recognised"),
        ("voter,choice_1,choice_2\nx,,\n", "the ranking is empty"),
    ],
)
def test_columns_for_places(text, reason, write):
    assert reason in refused(run("rank", write("choices.csv", text)), 3)


def test_dates_with_slashes_say_what_is_open(write):
    votes = write("votes.csv", "winner,loser,date\nA,B,01/08/2023\n")
    assert "slashes do not tell which number is the month" in refused(run("rank", votes, "--time", "date"), 3)
    assert "month" not in refused(run("rank", write("votes.csv", "winner,loser,date\nA,B,soon\n"), "--time", "date"), 3)


@pytest.mark.parametrize("date", ["2023-08-01", "2023.08.01", "2023/08/01", "20230801", "1.8.2023", "2023/08/01 00:00"])
def test_dates_that_leave_nothing_open(date, write):
    """The second answer is a half-life older than the first."""
    votes = write("votes.csv", f"winner,loser,date\nA,B,{date}\nB,A,2023-07-02\n")
    ran = run("rank", votes, "--time", "date", "--half-life", "30", "--method", "win-rate", "--format", "csv")
    assert [float(row["wins"]) for row in rows(ran.out)] == [1, 0.5], ran
    mixed = write("mixed.csv", "winner,loser,date\nA,B,2023.08/01\n")
    assert "bad time '2023.08/01'" in refused(run("rank", mixed, "--time", "date"), 3)


def test_names_with_blanks_are_shown_as_a_shell_takes_them(write):
    votes = write("votes.csv", "winner,loser,Created at\nA,B,1\nB,C,2\n")
    assert "--columns 'time=Created at' reads it." in " ".join(run("rank", votes).out.split())
    assert "Created at" not in run("rank", votes, "--columns", "time=Created at").out
    pairs = write("pairs.csv", "Item A,Item B,who\nx,y,z\n")
    assert "--columns 'left=Item A,right=Item B,winner=..'" in refused(run("rank", pairs), 3)


def test_texts_in_the_place_of_names_are_told(write):
    texts = "".join(f"an answer {k},another answer {k}\n" for k in range(30))
    note = "Hardly any item is compared more than once"
    assert note in " ".join(run("rank", write("texts.csv", "chosen,rejected\n" + texts)).out.split())
    assert note not in run("rank", write("votes.csv", VOTES)).out
    chain = "".join(f"item {k},item {k + 1}\n" for k in range(30))
    assert note not in " ".join(run("rank", write("chain.csv", "winner,loser\n" + chain)).out.split())


def test_what_was_skipped_is_said(write):
    out = " ".join(run("rank", write("excel.csv", SPELLINGS["excel.csv"])).out.split())
    assert "excel.csv are on line 4: the 3 lines above were skipped." in out
    assert "2 of 4 rows have no answers: their counts are 0 or empty." in " ".join(
        run("rank", write("zeros.csv", SPELLINGS["zeros.csv"])).out.split()
    )


def test_delimiter_and_lines_to_skip(write):
    path = write("odd.txt", "made by hand\n" * 12 + "winner:loser\nA:B\nB:C\n")
    assert "--delimiter" in refused(run("rank", path), 3)
    ran = run("rank", path, "--delimiter", ":", "--skip-lines", 12, "--format", "csv")
    assert order(rows(ran.out)) == ["A", "B", "C"]
    assert refused(run("rank", path, "--delimiter", "ab"), 2).startswith("--delimiter is 'ab'")


def zipped(**files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.csv", text)
    return packed.getvalue()


def test_compressions(write):
    plain = run("rank", write("votes.csv", VOTES), "--format", "csv").out
    data = VOTES.encode()
    for name, packed in {"xz": lzma.compress(data), "bz2": bz2.compress(data), "zip": zipped(votes=VOTES)}.items():
        assert run("rank", write(f"votes.csv.{name}", packed), "--format", "csv").out == plain, name
        if name != "zip":
            assert run("rank", "-", "--format", "csv", stdin=packed).out == plain, name
            path = write("short", packed[:-5])
            assert refused(run("rank", path), 3).endswith(f"truncated {'xz' if name == 'xz' else 'bzip2'} data")
    several = refused(run("rank", write("two.zip", zipped(a=VOTES, b=VOTES))), 3)
    assert "'a.csv', 'b.csv'" in several
    assert "from a pipe" in refused(run("rank", "-", stdin=zipped(votes=VOTES)), 3)


@pytest.mark.parametrize(
    ("start", "cure"),
    [
        (b"PAR1\x15\x04", "read_parquet"),
        (b"ARROW1\0\0", "read_feather"),
        (b"SQLite format 3\0", "sqlite3 -header -csv"),
        (b"\xff\xfea\0", "iconv"),
    ],
)
def test_files_of_other_programs(start, cure, write):
    assert cure in refused(run("rank", write("x", start)), 3)


def test_the_line_that_converts_names_the_file(write, tmp_path):
    write("votes.parquet", b"PAR1\x15\x04"), write("my votes.parquet", b"PAR1\x15\x04")
    message = refused(run("rank", "votes.parquet", cwd=tmp_path / "input"), 3)
    assert message.startswith("votes.parquet: ") and "read_parquet('votes.parquet').to_csv('votes.parquet.csv'" in message
    assert "read_parquet('FILE')" in refused(run("rank", "my votes.parquet", cwd=tmp_path / "input"), 3)


def test_excel_is_refused_with_a_cure(write):
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert "read_excel" in refused(run("rank", write("votes.xlsx", book.getvalue())), 3)


@pytest.mark.parametrize("name", ["x.parquet", "x.xlsx", "x.foo", "x.foo.gz", "x.txt"])
def test_unknown_endings_are_refused(name, write, tmp_path):
    message = refused(run("rank", write("votes.csv", VOTES), "--output", tmp_path / name), 2)
    assert message.startswith(f"--output is '{tmp_path / name}'") and ".csv, .tsv, .json, .md, .html" in message
    assert not (tmp_path / name).exists()
    assert ".csv, .tsv," in refused(run("rank", write("votes.csv", VOTES), "--annotators", tmp_path / "a.json"), 2)


def test_outputs_are_what_their_names_say(write, tmp_path):
    votes = write("votes.csv", VOTES)

    def written(name: str, *options: str) -> bytes:
        assert run("rank", votes, "--quiet", *options, "--output", tmp_path / name).status == 0
        return (tmp_path / name).read_bytes()

    plain = written("x.csv")
    assert gzip.decompress(written("x.csv.gz")) == plain
    for packed, magic in (("x.csv.gz", b"\x1f\x8b"), ("x.csv.zst", b"\x28\xb5\x2f\xfd")):
        assert written(packed).startswith(magic)
        read_back = run("evaluate", tmp_path / packed, tmp_path / "x.csv")
        assert read_back.status == 0 and "1.000" in read_back.out, read_back
    assert json.loads(written("x.JSON"))["ranking"] == json.loads(gzip.decompress(written("y.json.gz")))["ranking"]
    assert written("x.tsv").decode().splitlines()[0].split("\t") == plain.decode().splitlines()[0].split(",")
    assert written("x.md").startswith(b"| rank |")
    assert written("ranking") == plain, "no ending"
    assert run("rank", tmp_path / "x.csv.gz").status == 3  # a ranking is no input, but it is read
    for command in ("compare", "next"):
        assert ".csv, .tsv, .json, .md" in refused(run(command, votes, "--output", tmp_path / "x.foo"), 2)


def test_an_output_may_be_the_page(write, tmp_path):
    votes = write("votes.csv", VOTES)
    ran = run("rank", votes, "--output", tmp_path / "x.html", "--quiet")
    if "built without its pages" in ran.err:
        pytest.skip("this program was built without its pages")
    assert ran.status == 0, ran
    run("rank", votes, "--report", tmp_path / "y.html", "--quiet")
    page = (tmp_path / "x.html").read_text()
    assert page.lower().startswith("<!doctype html>") and '<script id="report"' in page
    assert len(page) == pytest.approx(len((tmp_path / "y.html").read_text()), abs=200), "the page of --report"


def test_a_format_is_about_what_is_printed(write, tmp_path):
    """A file is written as its ending says; where it has none, the format that was asked for may be meant for it."""
    votes = write("votes.csv", VOTES)
    printed = run("rank", votes, "--format", "json", "--output", tmp_path / "x.csv").out
    assert json.loads(printed)["ranking"] and (tmp_path / "x.csv").read_text().startswith("rank,item,")
    for form, ending in (("json", "json"), ("markdown", "md")):
        message = refused(run("rank", votes, "--format", form, "--output", tmp_path / "ranking"), 2)
        assert message.endswith(f"a file without an ending is CSV; to write {form}, name it '{tmp_path}/ranking.{ending}'")
        assert not (tmp_path / "ranking").exists()
    assert run("rank", votes, "--format", "csv", "--output", tmp_path / "ranking").status == 0
    for command in ("rank", "next", "compare"):
        assert run(command, votes, "--format", "json", "--output", "/dev/null").status == 0


@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_a_result_is_printed_once(output, write):
    votes = write("votes.csv", VOTES)
    for form in ("csv", "markdown", "table"):
        assert run("rank", votes, "--format", form, "--output", output).out == run("rank", votes, "--format", form).out
    ran = run("rank", votes, "--format", "json", "--output", output)
    assert json.loads(ran.out)["ranking"] and ran.err == "", "the notes are in the JSON"


def test_a_table_for_people_has_what_the_screen_has(write):
    clear = write("clear.csv", "winner,loser\n" + "A,B\nB,C\nA,C\n" * 60 + "B,A\nC,B\n" * 3)
    markdown = run("rank", clear, "--format", "markdown").out.splitlines()
    names = [cell.strip() for cell in markdown[0].strip("|").split("|")]
    assert {"rank range", "score range", "tier"} <= set(names)
    ranges = [line.strip("|").split("|")[names.index("rank range")].strip() for line in markdown[2:5]]
    assert ranges == ["1", "2", "3"], "not 1-1"
    table = rows(run("rank", clear, "--format", "csv").out)
    assert all(row["tier"] and row["standard_error"] for row in table) and table[0]["above_next"]


def test_pages_have_one_name(write, tmp_path):
    votes = write("votes.csv", VOTES)
    both = run("rank", votes, "--output", tmp_path / "a.html", "--report", tmp_path / "b.html")
    assert "one page" in refused(both, 2)


def test_serve_says_where_it_cannot_write(tmp_path):
    message = refused(run("serve", "--store", tmp_path / "none" / "votes.db"), 3)
    assert message == f"there is no folder {tmp_path}/none: make it, or name a file in another with --store"


def test_serve_in_a_read_only_folder(tmp_path):
    folder = tmp_path / "into"
    folder.mkdir(mode=0o555)
    message = refused(run("serve", cwd=folder, ordinary=True), 3)
    assert f"nothing can be written in the folder {folder} (Permission denied)" in message and "--store" in message
