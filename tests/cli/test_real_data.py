"""Every real data set is ranked, in the time of a coffee, with the counts its README states."""

import json
import math
import os

import pytest
from conftest import DATA, refused, run

SECONDS = 60 * float(os.environ.get("PDRANK_TIME_FACTOR", "1"))  # more for sanitizer builds
NOT_COMPARISONS = ("truth.csv", "truth_by_task.csv", ".official.csv", "official_points.csv", ".items.csv")


def is_comparisons(name: str) -> bool:
    return name.endswith((".csv", ".csv.gz")) and not name.endswith(NOT_COMPARISONS)


FILES = sorted(str(path.relative_to(DATA)) for path in DATA.glob("*/*") if is_comparisons(path.name))


def rank(*paths, timeout: float = SECONDS) -> dict:
    """By PD-Rank, which is quick; the default is asked where there is a truth."""
    ran = run("rank", *paths, "--method", "pdrank", "--format", "json", timeout=timeout)
    assert ran.status in (0, 1), ran.err
    assert ran.err == "" if ran.status == 0 else ran.err.startswith("pdrank: not converged: ")
    return json.loads(ran.out)


def test_there_are_files(data_folder):
    assert len(FILES) > 50


@pytest.mark.parametrize("name", FILES)
def test_ranks(name, data_folder):
    got = rank(data_folder / name)
    assert len(got["ranking"]) == got["data"]["items"] > 1
    assert got["data"]["skipped"] == [] and got["data"]["rows_used"] == got["data"]["rows"]
    ranks = [(place["component"], place["rank"]) for place in got["ranking"]]
    assert ranks == sorted(ranks)


# file -> rows, comparisons, items, annotators, ties, largest strong component: as the READMEs of the folders say
COUNTS = {
    "mtbench/human.csv": (3355, 3355, 6, 65, 780, 6),
    "vqa/ref01.csv": (3840, 3840, 16, 0, 0, 16),
    "readinglevel/comparisons.csv": (12726, 12726, 490, 624, 0, 450),
    "humor/comparisons.csv.gz": (113638, 113638, 4030, 0, 0, 4030),
    "college/comparisons.csv": (11012, 11012, 261, 435, 1603, 261),
    "trivia-rankings/NBAWest2010.rankings.csv": (135, 135 * 105, 15, 135, 0, 15),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name, data_folder):
    got = rank(data_folder / name)
    data = got["data"]
    counts = tuple(data[key] for key in ("rows", "comparisons", "items", "annotators", "ties"))
    whole = counts + (got["graph"]["largest_strong_component"],)
    assert whole == COUNTS[name]


TENNIS = [f"tennis-atp/matches_{years}.csv.gz" for years in ("1968_1999", "2000_2012", "2013_2024")]


def test_tennis_in_three_files_is_one_data_set(data_folder):
    got = rank(*(data_folder / name for name in TENNIS), timeout=3 * SECONDS)
    assert (got["data"]["rows"], got["data"]["items"]) == (912503, 28509)
    assert got["graph"]["largest_strong_component"] == 14416


def tau(votes, truth, tmp_path, kind: str) -> float:
    ranking = tmp_path / "ranking.csv"
    assert run("rank", votes, "--quiet", "--output", ranking).status in (0, 1)
    ran = run("evaluate", ranking, truth, "--format", "json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)[f"kendall_{kind}"]


# task -> tau that must be passed; in the comment the value measured with the default options
TRIVIA = {
    "ClassicOscarReleases": 0.70,  # 0.822
    "CountryLandmasses": 0.65,  # 0.778
    "CountryPopulations": 0.40,  # 0.511
    "MovieReleases": 0.80,  # 0.956
    "NBAWest2010": 0.50,  # 0.600
    "NineOfTenAmendments": 0.60,  # 0.722
    "TenAmendments": 0.65,  # 0.778
    "TenCommandments": 0.40,  # 0.556
    "USCityPopulations": 0.30,  # 0.422
    "USHolidays": 0.80,  # 0.911
    "USPresidents10": 0.80,  # 0.911
    "WorldCityPopulations": 0.15,  # 0.289
}


@pytest.mark.parametrize("task", TRIVIA)
def test_trivia_against_the_truth(task, data_folder, tmp_path):
    folder = data_folder / "trivia-rankings"
    assert tau(folder / f"{task}.rankings.csv", folder / f"{task}.truth.csv", tmp_path, "tau_a") > TRIVIA[task]


def test_reading_level_against_the_truth(data_folder, tmp_path):
    folder = data_folder / "readinglevel"
    # measured 0.356 (the truth has 12 levels, so tau-b); plain Bradley-Terry, as the README says: 0.331
    assert tau(folder / "comparisons.csv", folder / "truth.csv", tmp_path, "tau_b") > 0.34


def test_peer_grading_against_the_truth(data_folder, tmp_path):
    folder = data_folder / "peergrading"
    # measured 0.648 with PD-Rank; plain Bradley-Terry, as the README says: 0.661
    assert tau(folder / "comparisons.csv", folder / "truth.csv", tmp_path, "tau_a") > 0.55


@pytest.mark.parametrize("name", ["wikisurvey/gpa.items.csv", "peergrading/truth.csv", "wmt16/cze-eng.official.csv"])
def test_other_files_are_refused(name, data_folder):
    message = refused(run("rank", data_folder / name), 3)
    assert message.startswith(f"{data_folder / name}:1: columns 'item', "), message


METHODS = [entry["name"] for entry in json.loads(run("methods", "--format", "json").out)]
SHARED_BY_ALL_METHODS = [
    ["vqa/ref01.csv"],
    ["iqa/ref01_annotated.csv"],
    ["readinglevel/comparisons.csv"],
    ["peergrading/comparisons.csv"],
    ["llmfao/comparisons.csv"],
    ["wmt16/deu-eng.pairs.csv"],
    TENNIS,
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("names", SHARED_BY_ALL_METHODS, ids=lambda names: names[0])
def test_every_method_ranks_or_says_why_not(method, names, data_folder):
    files = [data_folder / name for name in names]
    ran = run("rank", *files, "--method", method, "--format", "json", timeout=SECONDS)
    if ran.status == 0:
        got = json.loads(ran.out)
        assert got["method"] == method and len(got["ranking"]) == got["data"]["items"]
        assert all(math.isfinite(place["score"]) for place in got["ranking"])
    else:
        assert refused(ran, 1).startswith(f"{method}: ")
