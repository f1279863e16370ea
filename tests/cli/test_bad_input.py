"""Input that cannot be used: one line on stderr with file and line, exit status 3, nothing written, nothing left behind.

Runs against sanitizer builds too: any sanitizer report on stderr fails the test (conftest.run).
"""

import gzip
import json
import random
import shutil
import subprocess

import pytest
from conftest import BIN, refused, rows, run

GOOD = b"winner,loser\nA,B\nB,C\n"
HUGE = b"x" * 10_000_000


def weight(text: str) -> bytes:
    return f"winner,loser,weight\nA,B,1\nB,C,{text}\n".encode()


def bad_weight(text: str) -> str:
    return f"3: bad weight '{text}' (expected 0, or a number from 1e-9 to 1e9)"


def numbers(count: int) -> bytes:
    return ">".join(map(str, range(count))).encode()


LAYOUTS = (
    "known layouts: winner,loser; chosen,rejected; left,right,winner; model_a,model_b,winner; left,right,label; "
    "player1,player2,outcome; home,away,home_goals,away_goals; item_a,item_b,wins_a,wins_b; ranking; 1st,2nd,3rd; "
    "judge,item,rank; best,worst; each with annotator, weight, tie"
)
ONE_COLUMN = (
    "1: only one column 'winner'; comparisons need at least two, such as winner and loser (separated by comma, tab, "
    "semicolon or |; --delimiter names another delimiter, such as space, and --skip-lines skips lines above the names), or "
    "one named ranking; if these are items to be compared, `pdrank next` lists pairs of them: give the file as --items"
)

# name -> (content, what follows "file:" in the message)
IN_LATIN = "; if the file is in Windows-1252 or Latin-1, convert it with: iconv -f windows-1252 -t utf-8 FILE > FILE.csv"

BAD_FILES = {
    "empty": (b"", " the file is empty"),
    "blank lines": (b"\n \r\n\n", " the file is empty"),
    "header only": (b"winner,loser\n", " no data rows after the header"),
    "unknown columns": (
        b"foo,bar,baz\n1,2,3\n",
        f"1: columns 'foo', 'bar', 'baz' are not recognised; name them with --columns winner=..,loser=.. ({LAYOUTS})",
    ),
    "scores, not comparisons": (
        b"item,score\nA,1\n",
        "1: columns item and score make one ranking; to compare several, add a column that says which one each row "
        "belongs to, such as judge or task",
    ),
    "one column": (b"winner\nA\n", ONE_COLUMN),
    "rankings of one item": (
        b"judge,item,rank\nx,A,1\ny,B,2\n",
        " no ranking has two items, so there is nothing to compare",
    ),
    "column twice": (b"winner,winner,loser\nA,B,C\n", "1: column 'winner' appears twice"),
    "same item": (b"winner,loser\nA,B\nA,A\n", "3: winner and loser are the same item 'A'"),
    "same item, pair": (b"left,right,winner\nA,A,left\n", "2: the two items are the same item 'A'"),
    "unknown label": (
        b"left,right,winner\nA,B,left\nA,B,middle\n",
        "3: unknown winner label 'middle' (expected left, right, tie or one of the two items)",
    ),
    "unknown outcome": (
        b"player1,player2,outcome\nA,B,W3\n",
        "2: unknown winner label 'W3' (expected W1, W2, D, a number from 0 to 1, true, false or a score such as 2:1)",
    ),
    **{f"weight {text}": (weight(text), bad_weight(text)) for text in ("-1", "NaN", "inf", "-inf", "1e300", "abc")},
    "quote never closed": (b'winner,loser\nA,B\n"A,C\nB,D\n', "3: quote opened on line 3 is never closed"),
    "quote never closed in the header": (b'winner,"loser\nA,B\n', "1: quote opened on line 1 is never closed"),
    "text after a quote": (b'winner,loser\n"A"x,B\n', "2: text after the closing quote of field 1"),
    "NUL": (b"winner,loser\nA,B\nA\0x,C\n", "3: NUL byte in column 2"),
    "NUL in the header": (b"winner\0,loser\nA,B\n", "1: NUL byte in column 7"),
    "NUL escaped in JSON": (b'{"winner":"A\\u0000","loser":"B"}\n', "1: NUL byte in the value of 'winner'"),
    "lone continuation byte": (b"winner,loser\nA,B\nA,C\x80\n", "3: invalid UTF-8: byte 0x80 in column 4" + IN_LATIN),
    "overlong": (b"winner,loser\nA,\xc0\xaf\n", "2: invalid UTF-8: byte 0xc0 in column 3" + IN_LATIN),
    "overlong, three bytes": (b"winner,loser\nA,\xe0\x80\xaf\n", "2: invalid UTF-8: byte 0xe0 in column 3" + IN_LATIN),
    "surrogate": (b"winner,loser\nA,\xed\xa0\x80\n", "2: invalid UTF-8: byte 0xed in column 3" + IN_LATIN),
    "beyond Unicode": (b"winner,loser\nA,\xf4\x90\x80\x80\n", "2: invalid UTF-8: byte 0xf4 in column 3" + IN_LATIN),
    "UTF-8 cut off by the line's end": (b"winner,loser\n\xc3\xa9,B\xe2\x82\nC,D\n", "2: invalid UTF-8: byte 0xe2 in column 4" + IN_LATIN),
    "UTF-8 cut off by the file's end": (b"winner,loser\nA,B\xf0\x9f\x98", "2: invalid UTF-8: byte 0xf0 in column 4" + IN_LATIN),
    "Latin-1 in JSON": (b'{"winner":"\xe9","loser":"B"}\n', "1: invalid UTF-8: byte 0xe9 in column 12" + IN_LATIN),
    "huge field": (b"winner,loser\nA,B\n" + HUGE + b",B\n", "3: line is longer than 1 MiB"),
    "huge quoted field": (b'winner,loser\nA,B\n"' + HUGE + b'",B\n', "3: line is longer than 1 MiB"),
    "huge quoted field of many lines": (
        b'winner,loser\nA,B\n"' + b"x\n" * 5_000_000 + b'",B\n',
        "3: quote opened on line 3 is not closed within 1 MiB",
    ),
    "huge header": (HUGE + b"\nA,B\n", "1: line is longer than 1 MiB"),
    "huge JSON line": (b'{"winner":"A","loser":"B"}\n{"winner":"' + HUGE + b'"}\n', "2: line is longer than 1 MiB"),
    "too many comparisons in a row": (
        b"ranking\nA>B\n" + numbers(70_000) + b"\n",
        "3: ranking of 70000 items makes 2449965000 comparisons, 2449965001 in all; more than 2147483647 are not "
        "supported",
    ),
    "too many comparisons in all": (  # 98,790 and 2,147,385,345: each is fine, their sum is not
        b"ranking\n" + numbers(445) + b"\n" + numbers(65_535) + b"\n",
        "3: ranking of 65535 items makes 2147385345 comparisons, 2147484135 in all; more than 2147483647 are not "
        "supported",
    ),
    "too many fields": (b"winner,loser\nA,B,C\n", "2: wrong number of fields: 3, but the first line has 2"),
    "too few fields": (b"winner,loser,annotator\nA,B,x\nA,B\n", "3: wrong number of fields: 2, but the first line has 3"),
    "bad JSON": (b'{"winner":"A","loser":"B"}\n{"winner":"A",\n', "2: bad JSON at column 15"),
    "JSON array": (b'{"winner":"A","loser":"B"}\n[1]\n', "2: bad JSON: the line is not an object"),
    "nested JSON": (b'{"winner":["A"],"loser":"B"}\n', "1: the value of 'winner' is a list or an object, which is not read: it must be a text, number or boolean"),
    "item twice in a ranking": (b"ranking\nA>B>A\n", "2: bad ranking: item 'A' is named twice"),
    "empty place in a ranking": (b"ranking\nA>B\nA>>B\n", "3: bad ranking: empty place in 'A>>B'"),
    "ranking of one": (b"ranking\nA\n", "2: bad ranking: only one item 'A'"),
    "empty item": (b"winner,loser\nA,B\nA,\n", "3: empty item name"),
    "bad tie": (b"winner,loser,tie\nA,B,maybe\n", "2: bad tie value 'maybe' (expected 1, 0, true, false, yes or no)"),
    "control characters in a message": (
        b'winner,loser\n"A\x1b[31m\n\xc2\x85","A\x1b[31m\n\xc2\x85"\n',
        "2: winner and loser are the same item 'A\\x1b[31m\\n\\xc2\\x85'",
    ),
    "long name in a message": (
        b"winner,loser\n" + b"y" * 5000 + b"," + b"y" * 5000 + b"\n",
        f"2: winner and loser are the same item '{'y' * 40}...'",
    ),
    "elf program": (b"\x7fELF\x02\x01\x01\0\0", "1: NUL byte in column 8"),
}


def rank_into(tmp_path, source, *more, **keywords):
    """Ranks with every output file asked for; returns the run and what it left in their directory."""
    into = tmp_path / "into"
    into.mkdir(exist_ok=True)
    files = [f"--{kind}={into / kind}.csv" for kind in ("output", "confidence", "annotators")]
    ran = run("rank", source, *files, *more, **keywords)
    return ran, sorted(entry.name for entry in into.iterdir())


def message_of_bad(tmp_path, source, **keywords) -> str:
    ran, left = rank_into(tmp_path, source, **keywords)
    message = refused(ran, 3)
    assert left == [], "a failing run left files behind"
    return message


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file(name, tmp_path, write):
    content, expected = BAD_FILES[name]
    path = write("votes.csv", content)
    assert message_of_bad(tmp_path, path) == f"{path}:{expected}".replace("FILE", str(path))


@pytest.mark.parametrize("name", ["empty", "header only", "same item", "huge field", "bad JSON", "NUL"])
def test_bad_stdin(name, tmp_path):
    content, expected = BAD_FILES[name]
    assert message_of_bad(tmp_path, "-", stdin=content) == f"<stdin>:{expected}"


def test_bad_second_file_is_named(tmp_path, write):
    write("good.csv", GOOD)
    bad = write("bad.csv", b"winner,loser\nA,A\n")
    ran, left = rank_into(tmp_path, bad.parent / "good.csv", bad)
    assert (refused(ran, 3), left) == (f"{bad}:2: winner and loser are the same item 'A'", [])


def test_json_row_without_its_key_says_which(tmp_path, write):
    path = write("votes.jsonl", b'{"winner":"A","loser":"B"}\n{"winner":"A"}\n')
    message = message_of_bad(tmp_path, path)
    assert message.startswith(f"{path}:2: ") and "'loser'" in message, message


def test_json_with_one_key_does_not_speak_of_delimiters(tmp_path, write):
    path = write("votes.jsonl", b'{"winner":"A"}\n')
    message = message_of_bad(tmp_path, path)
    assert message.startswith(f"{path}:1: ") and "separated by comma" not in message, message


def test_missing_file(tmp_path):
    assert message_of_bad(tmp_path, "no_such.csv", cwd=tmp_path) == "no_such.csv: No such file or directory"


def test_directory_as_input(tmp_path):
    assert message_of_bad(tmp_path, tmp_path) == f"{tmp_path}: Is a directory"


def test_dev_null(tmp_path):
    assert message_of_bad(tmp_path, "/dev/null") == "/dev/null: the file is empty"


@pytest.mark.parametrize("seed", range(8))
def test_binary_garbage(seed, tmp_path, write):
    path = write("garbage.bin", random.Random(seed).randbytes(50_000))
    assert message_of_bad(tmp_path, path).startswith(f"{path}:1: ")


def test_input_without_permission(tmp_path, write):
    path = write("votes.csv", GOOD)
    path.chmod(0)
    assert message_of_bad(tmp_path, path, ordinary=True) == f"{path}: Permission denied"


# Compressed input that is broken. The text is long enough for several blocks of the compressor.


def many_votes() -> bytes:
    random_ = random.Random(1)
    pairs = (random_.sample(range(1000), 2) for _ in range(30_000))
    return b"winner,loser\n" + "".join(f"{a},{b}\n" for a, b in pairs).encode()


@pytest.mark.parametrize("kept", [3, 12, 0.3, 0.9, -1, -8])
def test_truncated_gzip(kept, tmp_path, write):
    whole = gzip.compress(many_votes(), mtime=0)
    path = write("votes.csv.gz", whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    message = message_of_bad(tmp_path, path)
    assert message.startswith(f"{path}:") and message.endswith(": truncated gzip data"), message


@pytest.mark.parametrize("place", [0.2, 0.5, 0.9, -6])  # -6: in the checksum
def test_corrupt_gzip(place, tmp_path, write):
    broken = bytearray(gzip.compress(many_votes(), mtime=0))
    broken[int(place * len(broken)) if place > 0 else place] ^= 0x55
    path = write("votes.csv.gz", bytes(broken))
    message = message_of_bad(tmp_path, path)
    assert message.startswith(f"{path}:") and "corrupt gzip data" in message, message


def test_garbage_after_gzip(tmp_path, write):
    path = write("votes.csv.gz", gzip.compress(GOOD) + b"A,B\n")
    assert message_of_bad(tmp_path, path) == f"{path}:4: corrupt gzip data"


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the zstd command is not installed")
class TestZstd:
    def compressed(self) -> bytes:
        return subprocess.run(["zstd", "-q"], input=many_votes(), capture_output=True, check=True).stdout

    @pytest.mark.parametrize("kept", [5, 0.3, 0.9, -1])
    def test_truncated(self, kept, tmp_path, write):
        whole = self.compressed()
        path = write("votes.csv.zst", whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
        message = message_of_bad(tmp_path, path)
        assert message.startswith(f"{path}:") and message.endswith(": truncated zstd data"), message

    def test_corrupt(self, tmp_path, write):
        broken = bytearray(self.compressed())
        broken[-2] ^= 0x55  # in the checksum
        path = write("votes.csv.zst", bytes(broken))
        message = message_of_bad(tmp_path, path)
        assert message.startswith(f"{path}:") and ": corrupt zstd data (" in message, message

    def test_whole(self, write):
        plain = run("rank", write("votes.csv", GOOD), "--format", "csv")
        packed = subprocess.run(["zstd", "-q"], input=GOOD, capture_output=True, check=True).stdout
        assert run("rank", write("votes.csv.zst", packed), "--format", "csv").out == plain.out


# Places that cannot be written to. They are found before the work begins.


@pytest.mark.parametrize("option", ["--output", "--confidence", "--annotators"])
@pytest.mark.parametrize("place, reason", [("no/such/file.csv", "No such file or directory"), (".", "Is a directory")])
def test_output_that_cannot_be(option, place, reason, tmp_path, write):
    path = write("votes.csv", GOOD)
    into = tmp_path / "into"
    into.mkdir()
    assert refused(run("rank", path, option, place, cwd=into), 3) == f"{place}: {reason}"
    assert list(into.iterdir()) == []


def test_read_only_place(tmp_path, write):
    path = write("votes.csv", GOOD)
    into = tmp_path / "into"
    into.mkdir(mode=0o555)
    ran = run("rank", path, "--output", into / "ranking.csv", ordinary=True)
    assert refused(ran, 3) == f"{into}/ranking.csv: Permission denied"
    assert list(into.iterdir()) == []


def test_bad_output_is_found_before_the_input_is_read(write):
    path = write("votes.csv", b"winner,loser\nA,A\n")
    assert refused(run("rank", path, "--output", "no/such/file.csv"), 3) == "no/such/file.csv: No such file or directory"


@pytest.mark.parametrize("options", [("--output", "/dev/full"), ("--confidence", "/dev/full")])
def test_full_disk_prints_nothing(options, write):
    message = refused(run("rank", write("votes.csv", GOOD), *options), 3)
    assert message == "/dev/full: No space left on device"


def test_full_disk_for_one_file_leaves_no_other(tmp_path, write):
    ranking = tmp_path / "ranking.csv"
    ran = run("rank", write("votes.csv", GOOD), "--quiet", "--output", ranking, "--confidence", "/dev/full")
    assert refused(ran, 3) == "/dev/full: No space left on device"
    assert not ranking.exists(), "files are put in place together or not at all"


def test_full_stdout(write):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BIN, "rank", write("votes.csv", GOOD)], stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (3, b"pdrank: <stdout>: No space left on device\n")


# --skip-bad-rows: errors of a row are counted, the rest is ranked.

MIXED = b"""winner,loser,weight,tie
A,B,1,0
A,A,1,0
B,C,-1,0
B,C,nan,0
B,C,1,0
,C,1,0
A,C,1,maybe
A,C,1
A\0,C,1,0
A,\xff,1,0
"A"x,C,1,0
A,C,2,0
"""


def test_skipped_rows_are_counted_by_reason(tmp_path, write):
    path = write("votes.csv", MIXED)
    ran, _ = rank_into(tmp_path, path, "--skip-bad-rows", "--format", "json")
    assert ran.status == 0
    assert ran.err.startswith("pdrank: the data name no annotators: ") and ran.err.count("\n") == 1
    data = json.loads(ran.out)["data"]
    assert {entry["reason"]: entry["rows"] for entry in data["skipped"]} == {
        "bad weight": 2,
        "winner and loser are the same item": 1,
        "empty item name": 1,
        "bad tie value": 1,
        "wrong number of fields": 1,
        "NUL byte": 1,
        "invalid UTF-8": 1,
        "bad quoting": 1,
    }
    assert data["skipped"][0] == {"reason": "bad weight", "rows": 2}, "most frequent first"
    assert (data["rows"], data["rows_used"], data["comparisons"], data["items"]) == (12, 3, 3, 3)
    assert data["first_skipped"][0] == f"{path}:3: winner and loser are the same item 'A'"
    assert len(data["first_skipped"]) == 5
    assert [place["item"] for place in json.loads(ran.out)["ranking"]] == ["A", "B", "C"]


def test_skipped_rows_are_shown(write):
    path = write("votes.csv", MIXED)
    out = run("rank", path, "--skip-bad-rows").out
    assert "9 rows were skipped: bad weight (2)," in out
    assert "winner and loser are the same item" in out


def test_rows_keep_their_numbers_when_some_are_skipped(tmp_path, write):
    rank_into(tmp_path, write("votes.csv", MIXED), "--skip-bad-rows")
    assert [row["row"] for row in rows(tmp_path / "into/confidence.csv")] == ["1", "5", "12"]


def test_skipping_json_and_ranking_rows(write):
    path = write("votes.jsonl", b'{"winner":"A","loser":"B"}\n{"winner":\n[]\n{"winner":"B","loser":"C"}\n')
    data = json.loads(run("rank", path, "--skip-bad-rows", "--format", "json").out)["data"]
    assert (data["skipped"], data["rows_used"]) == ([{"reason": "bad JSON", "rows": 2}], 2)
    path = write("rankings.csv", b"ranking\nA>B>C\nA>A\nB\n")
    data = json.loads(run("rank", path, "--skip-bad-rows", "--format", "json").out)["data"]
    assert (data["skipped"], data["comparisons"]) == ([{"reason": "bad ranking", "rows": 2}], 3)


def test_skipping_every_row_is_an_error(tmp_path, write):
    path = write("votes.csv", b"winner,loser\nA,A\nB,B\n")
    ran, left = rank_into(tmp_path, path, "--skip-bad-rows")
    same = f"{path}:2: winner and loser are the same item 'A'"
    assert refused(ran, 3) == f"{path}: no usable comparison (rows skipped: 2; the first: {same})"
    assert left == []


@pytest.mark.parametrize("name", ["empty", "unknown columns", "quote never closed", "huge field"])
def test_what_is_not_a_matter_of_one_row_is_not_skipped(name, tmp_path, write):
    content, expected = BAD_FILES[name]
    path = write("votes.csv", content)
    ran, left = rank_into(tmp_path, path, "--skip-bad-rows")
    assert (refused(ran, 3), left) == (f"{path}:{expected}", [])


def test_corrupt_gzip_is_not_skipped(tmp_path, write):
    broken = bytearray(gzip.compress(many_votes(), mtime=0))
    broken[len(broken) // 2] ^= 0x55
    path = write("votes.csv.gz", bytes(broken))
    ran, left = rank_into(tmp_path, path, "--skip-bad-rows")
    assert refused(ran, 3).endswith("corrupt gzip data") and left == []
