"""Files of tables in and out: Parquet, Arrow and Excel; compressed text; paths of to_csv and its kin."""

import bz2
import gzip
import json
import lzma
import sqlite3
import subprocess
import sys
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import pdrank

ROWS = {"winner": ["A", "A", "B", "C"], "loser": ["B", "C", "C", "B"], "annotator": ["x", "y", "x", "y"]}
TEXT = pd.DataFrame(ROWS).to_csv(index=False)
OPTIONS = {"method": "bradley-terry"}


@pytest.fixture(scope="module")
def result():
    return pdrank.rank(ROWS, **OPTIONS)


def test_files_of_tables(tmp_path, result):
    table = pa.table(ROWS)
    pa.parquet.write_table(table, tmp_path / "votes.parquet")
    pa.feather.write_feather(table, str(tmp_path / "votes.feather"))
    for name in ("votes.parquet", "votes.feather"):
        assert pdrank.rank(tmp_path / name, **OPTIONS).to_csv() == result.to_csv(), name
    assert len(pdrank.read_comparisons(tmp_path / "votes.parquet", where="winner=A")) == 2
    with pytest.raises(ValueError, match="join it with the others"):
        pdrank.rank([tmp_path / "votes.parquet", tmp_path / "votes.feather"])
    with pytest.raises(TypeError, match="about text"):
        pdrank.rank(tmp_path / "votes.parquet", skip_lines=1)


def test_packages_that_are_missing_are_named(tmp_path, monkeypatch, result):
    pa.parquet.write_table(pa.table(ROWS), tmp_path / "votes.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        pdrank.rank(tmp_path / "votes.parquet")
    with pytest.raises(ImportError, match="pip install openpyxl"):
        result.to_excel(tmp_path / "x.xlsx")


def test_excel(tmp_path, result):
    book = openpyxl.Workbook()
    book.active.append(list(ROWS))
    for row in zip(*ROWS.values(), strict=True):
        book.active.append(row)
    book.save(tmp_path / "votes.xlsx")
    assert pdrank.rank(tmp_path / "votes.xlsx", **OPTIONS).to_csv() == result.to_csv()
    result.to_excel(tmp_path / "ranking.xlsx")
    written = list(openpyxl.load_workbook(tmp_path / "ranking.xlsx").active.values)
    assert list(written[0]) == list(result.ranking) and [row[1] for row in written[1:]] == list(result.ranking["item"])


def converted(complaint: str, path) -> str:
    """What the line makes of a file that the program gives for it."""
    line = complaint.split(" with: ")[1].rstrip("\n").replace("FILE", str(path)).replace("python3", sys.executable)
    subprocess.run(line, shell=True, cwd=path.parent, check=True)
    return (path.parent / ("votes.csv" if line.startswith("sqlite3") else f"{path.name}.csv")).read_text()


def test_the_lines_that_convert_files_do_so(tmp_path, cli):
    table = pd.DataFrame(ROWS)
    table.to_parquet(tmp_path / "votes.parquet")
    table.to_feather(tmp_path / "votes.feather")
    table.to_orc(tmp_path / "votes.orc")
    table.to_excel(tmp_path / "votes.xlsx", index=False)
    with sqlite3.connect(tmp_path / "votes.db") as database:
        table.to_sql("votes", database, index=False)
    (tmp_path / "votes.txt").write_bytes(TEXT.encode("utf-16"))
    for path in sorted(tmp_path.iterdir()):
        assert converted(cli("rank", path, status=3), path) == TEXT, path.name


def test_the_line_that_makes_rows_of_columns_does_so(tmp_path, cli):
    """A column for each item, with its place."""
    path = tmp_path / "ranks.csv"
    path.write_text("Voter,Pizza,Sushi,Curry\nx,1,2,3\ny,2,1,\nz,1,3,2\n")
    line = cli("rank", path, status=3).split("each item: ")[1].split(". Otherwise")[0]
    subprocess.run(line.replace("python3", sys.executable), shell=True, cwd=tmp_path, check=True)
    assert list(pdrank.rank(tmp_path / "long.csv", method="borda").scores) == ["Pizza", "Sushi", "Curry"]


def test_the_lines_that_make_rows_of_questions_do_so(tmp_path, cli):
    """A column for each pair, and a grid with a column for each item, as forms export them."""
    for name, text in {
        "pairs.csv": "Time,Which is better? [Pizza vs Sushi],Which? [Pizza vs Curry],Which? [Sushi vs Curry]\n"
        "1,Pizza,Pizza,Sushi\n1,Pizza,,Sushi\n",
        "grid.csv": "Time,Rank them [Pizza],Rank them [Sushi],Rank them [Curry]\n1,1,2,3\n1,2,1,\n1,1,2,3\n",
    }.items():
        (tmp_path / name).write_text(text)
        line = cli("rank", tmp_path / name, status=3).split("each answer: ")[1]
        subprocess.run(line.replace("python3", sys.executable), shell=True, cwd=tmp_path, check=True)
        assert list(pdrank.rank(tmp_path / "long.csv", method="borda").scores) == ["Pizza", "Sushi", "Curry"], name


def test_the_lines_that_write_tables_do_so(tmp_path, cli, result):
    (tmp_path / "votes.csv").write_text(TEXT)
    for name, read in (("x.parquet", pd.read_parquet), ("x.xlsx", pd.read_excel)):
        complaint = cli("rank", tmp_path / "votes.csv", "--output", tmp_path / name, status=2)
        line = complaint.split("Python writes it: ")[1].rstrip("\n")
        line = line.replace("FILE", str(tmp_path / "votes.csv")).replace("python3", sys.executable)
        subprocess.run(line, shell=True, check=True)
        assert list(read(tmp_path / name)["item"]) == list(result.ranking["item"])


def test_compressed_text(tmp_path, result):
    data = TEXT.encode()
    for name, packed in {"xz": lzma.compress(data), "bz2": bz2.compress(data), "gz": gzip.compress(data)}.items():
        (tmp_path / name).write_bytes(packed)
        assert pdrank.rank(tmp_path / name, **OPTIONS).to_csv() == result.to_csv(), name
        (tmp_path / "short").write_bytes(packed[:-9])
        with pytest.raises(pdrank.InputError, match="truncated"):
            pdrank.rank(tmp_path / "short")
    for packer in (lzma, bz2):
        (tmp_path / "two").write_bytes(packer.compress(data) + packer.compress(b"A,C,x\n"))
        assert len(pdrank.read_comparisons(tmp_path / "two")) == 5, "streams"
    damaged = bytearray(lzma.compress(data))
    damaged[len(damaged) // 2] ^= 0x55
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(pdrank.InputError, match="corrupt xz data"):
        pdrank.rank(tmp_path / "damaged")
    with zipfile.ZipFile(tmp_path / "votes.zip", "w") as archive:
        archive.writestr("votes.csv", TEXT)
    assert pdrank.rank(tmp_path / "votes.zip", **OPTIONS).to_csv() == result.to_csv()


def test_delimiter_and_lines_to_skip(tmp_path, result):
    (tmp_path / "votes.txt").write_text("title\n" * 12 + TEXT.replace(",", ":"))
    read = pdrank.rank(tmp_path / "votes.txt", delimiter=":", skip_lines=12, **OPTIONS)
    assert read.to_csv() == result.to_csv()
    with pytest.raises(TypeError, match="about files"):
        pdrank.rank(ROWS, delimiter=":")


def test_paths(tmp_path, result):
    assert result.to_csv(tmp_path / "x.csv") is None and (tmp_path / "x.csv").read_text() == result.to_csv()
    result.to_csv(tmp_path / "x.csv.gz", table="annotators")
    assert gzip.decompress((tmp_path / "x.csv.gz").read_bytes()).decode() == result.to_csv(table="annotators")
    result.to_json(tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text()) == json.loads(result.to_json())
    result.to_markdown(str(tmp_path / "x.md"))
    assert (tmp_path / "x.md").read_text() == result.to_markdown()
    result.to_parquet(tmp_path / "x.parquet")
    assert pa.parquet.read_table(tmp_path / "x.parquet")["item"].to_pylist() == list(result.ranking["item"])
    result.to_csv(tmp_path / "plain")
    with pytest.raises(ValueError, match=r"would hold \.csv, not \.json"):
        result.to_csv(tmp_path / "x.json")
    with pytest.raises(ValueError, match="table='confidence'"):
        result.to_csv("confidence")
    asked = pdrank.next_pairs(ROWS, count=1)
    assert asked.to_csv(tmp_path / "next.csv") is None and (tmp_path / "next.csv").read_text() == asked.to_csv()


def test_squares_of_numbers_are_refused():
    wins = [[0, 3, 4], [1, 0, 2], [0, 1, 0]]
    for square in (wins, np.array(wins), np.array(wins, dtype=float), np.zeros((6, 6), dtype=int).tolist()):
        with pytest.raises(ValueError, match=r"pandas\.DataFrame\(wins, index=items, columns=items\)"):
            pdrank.rank(square)
    named = pd.DataFrame(wins, index=list("ABC"), columns=list("ABC"))
    assert list(pdrank.rank(named, **OPTIONS).scores) == ["A", "B", "C"]
    with pytest.raises(ValueError, match="left, right and winner"):
        pdrank.rank([("A", "B", "A"), ("B", "C", "C")])


def test_timestamps():
    days = pd.to_datetime(["2024-05-01 12:30", "2024-05-02 00:00", None, "2024-05-03 00:00"])
    table = pd.DataFrame({**ROWS, "when": days})
    for form in (table, table.convert_dtypes(), {name: table[name].to_numpy() for name in table}):
        got = pdrank.rank(form, time="when", method="elo")
        assert got.comparisons.time[:2].tolist() == [1714566600.0, 1714608000.0]
        assert len(pdrank.rank(form, where="when>=2024-05-02", **OPTIONS).comparisons) == 2
