"""The same digits as the command line, byte for byte."""

import json

import pandas as pd
import pytest
from conftest import DATA, REPO, TRUTH, VOTES

import pdrank

SAMPLES = [REPO / "examples/votes.csv"]
REAL = [DATA / name for name in ("readinglevel/comparisons.csv", "mtbench/human.csv", "wmt16/deu-eng.rankings.csv")]
RUNS = [
    {},
    {"method": "pdrank"},
    {"method": "pdrank", "preset": "paper", "max_rounds": 5},
    {"method": "bradley-terry", "bootstrap": 20, "seed": 5},
    {"method": "crowd-bt"},
    {"method": "elo", "elo_k": 16.5},
    {"method": "hodgerank", "transform": "log-odds"},
]
QUICK = [{"method": "pdrank", "gamma": 0.01}, {"method": "bradley-terry"}]


def flags(options: dict) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]


def without_seconds(text: str) -> dict:
    result = json.loads(text)
    del result["convergence"]["seconds"]
    return result


def check_equal(cli, path, options, folder, form) -> None:
    files = {name: folder / f"{name}.csv" for name in ("ranking", "confidence", "annotators")}
    result = pdrank.rank(form(path), **options)
    has_confidence = not result.confidence["probability_correct"].isna().all()
    outputs = ["--output", files["ranking"], "--annotators", files["annotators"]]
    if has_confidence:
        outputs += ["--confidence", files["confidence"]]
    printed = cli("rank", path, *flags(options), *outputs, "--format", "json", "--quiet",
                  status=0 if result.converged else 1)  # fmt: skip
    assert without_seconds(result.to_json()) == without_seconds(printed)
    for name, file in files.items():
        if name != "confidence" or has_confidence:
            assert result.to_csv(table=name) == file.read_text(), name


@pytest.mark.parametrize("options", RUNS, ids=lambda options: " ".join(flags(options)) or "default")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_files(path, options, cli, tmp_path):
    check_equal(cli, path, options, tmp_path, str)


@pytest.mark.parametrize("options", QUICK, ids=lambda options: " ".join(flags(options)))
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.parent.name)
def test_real_data(path, options, cli, tmp_path, data_folder):
    if not path.is_file():
        pytest.skip(f"no file {path}")
    check_equal(cli, path, options, tmp_path, str)


@pytest.mark.parametrize("path", [VOTES, *REAL[:2]], ids=lambda path: path.parent.name)
def test_a_table_is_as_good_as_its_file(path, cli, tmp_path):
    if not path.is_file():
        pytest.skip(f"no file {path}")
    check_equal(cli, path, {"method": "pdrank"}, tmp_path, pd.read_csv)


def test_tables_hold_what_the_files_hold(cli, tmp_path):
    result = pdrank.rank(VOTES, method="pdrank")
    for name in ("ranking", "confidence", "annotators"):
        flag = {"ranking": "--output"}.get(name, f"--{name}")
        cli("rank", VOTES, "--method", "pdrank", "--quiet", flag, tmp_path / "out.csv")
        written = pd.read_csv(tmp_path / "out.csv", dtype={"flags": str, "flag": str})
        table = getattr(result, name)
        assert list(table.columns) == list(written.columns)
        for column in written.columns:
            if written[column].isna().all():
                assert (table[column].isna() | (table[column] == "")).all()
            else:
                assert table[column].tolist() == written[column].fillna("").tolist()


def test_compare(cli):
    methods = "pdrank,bradley-terry,borda,elo,elo:elo-k=8"
    printed = cli(
        "compare", VOTES, "--truth", TRUTH, "--methods", methods, "--folds", 4, "--seed", 2, "--format", "json"
    )
    found = pdrank.compare(VOTES, truth=TRUTH, methods=methods.split(","), folds=4, seed=2)

    def timeless(text):
        result = json.loads(text)
        for line in result["methods"]:
            del line["seconds"]
        return result

    assert timeless(found.to_json()) == timeless(printed)
    assert list(found.table["method"]) == [line["method"] for line in json.loads(printed)["methods"]]


@pytest.mark.parametrize("top", [3, 10, 100])
def test_evaluate(cli, tmp_path, top):
    cli("rank", VOTES, "--method", "pdrank", "--quiet", "--output", tmp_path / "ranking.csv")
    printed = json.loads(cli("evaluate", tmp_path / "ranking.csv", TRUTH, "--top", top, "--format", "json"))
    result = pdrank.rank(VOTES, method="pdrank")
    truth = pd.read_csv(TRUTH)
    rankings = (tmp_path / "ranking.csv", result, result.ranking, result.scores, pd.Series(result.scores))
    truths = (TRUTH, truth, truth.to_dict("list"), dict(zip(truth["item"], truth["score"], strict=True)))
    for ranking in rankings:
        assert pdrank.evaluate(ranking, TRUTH, top=top).to_dict() == printed
    for known in truths:
        assert pdrank.evaluate(result, known, top=top).to_dict() == printed


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"items": 12, "comparisons": 50, "noise": "bt:3", "seed": 9},
        {"items": 20, "trials": 0.5, "annotators": "honest:5,spammer:2"},
        {"items": 10, "trials": 2, "annotators": "honest:2,position:2", "shape": "tournament"},
        {"items": 40, "comparisons": 100, "shape": "power-law:1.5", "graph": "connected"},
    ],
    ids=lambda arguments: " ".join(flags(arguments)) or "default",
)
def test_simulate(cli, tmp_path, arguments):
    cli("simulate", *flags(arguments), "--quiet", "--output", tmp_path / "votes.csv", "--truth", tmp_path / "truth.csv")
    made = pdrank.simulate(**arguments)
    for table, file in ((made.comparisons, "votes.csv"), (made.truth, "truth.csv")):
        written = pd.read_csv(tmp_path / file)
        assert list(table.columns) == list(written.columns)
        for column in written.columns:
            assert table[column].tolist() == written[column].tolist()


def test_methods(cli):
    printed = json.loads(cli("methods", "--format", "json"))
    assert [method["name"] for method in pdrank.methods()] == [method["name"] for method in printed]
