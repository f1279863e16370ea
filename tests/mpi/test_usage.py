"""Wrong usage, help, version, and options of PETSc: told once, and not once by every process."""

import json

import pytest
from data import TABLES, text
from launch import run, run_alone
from same import differences, shown_by_all

# arguments -> what the message says
WRONG = {
    (): "A subcommand is required (see pdrank-mpi --help)",
    ("frob",): "there is no command 'frob' (see pdrank-mpi --help)",
    ("rank",): "files is required (see pdrank-mpi rank --help)",
    ("rank", "x", "--frob"): "there is no option --frob (see pdrank-mpi rank --help)",
    ("rank", "x", "--gamma", "-1"): "--gamma is -1, but must be between",
    ("rank", "x", "--checkpoint", "run"): "--checkpoint is 'run', but method posterior has no rounds to keep",
    ("rank", "x", "--method", "pdrank", "--bootstrap", "5", "--checkpoint", "run"): (
        "--checkpoint is 'run', but that is for processes that divide the data; here each has all of them"
    ),
    ("rank", "x", "--partition", "graph"): "--partition is graph, but that is for processes that divide the data;",
    ("rank", "x", "--split", "always"): "--split is always, but that is for processes that divide the data;",
    ("rank", "x", "--gamma", "0.1"): "--gamma is 0.1, but the default method, posterior, has no such option;",
    ("rank", "x", "--bootstrap", "5"): "--bootstrap is 5, but the default method, posterior, has no such option;",
    ("rank", "x", "--resume"): "--resume is set, but there must be a folder to go on from (--checkpoint)",
    ("rank", "x", "--method", "hodgerank", "--confidence", "c.csv"): "--confidence is c.csv, but method hodgerank gives none without",
    ("rank", "x", "--merge-names"): "--merge-names is true, but processes that share the reading do not merge names;",
    ("rank", "x", "--output", "a.html", "--report", "b.html"): "--output is a.html, but there is one page, which goes to b.html",
    ("rank", "x", "--output", "x.parquet"): "--output is 'x.parquet', but a file is written as its ending says",
    ("rank", "x", "--split", "sometimes"): "--split: 'sometimes' is none of auto, always, never (see pdrank-mpi rank --help)",
    ("rank", "x", "--whole-below", "-1"): "--whole-below: '-1' is not a whole number (see pdrank-mpi rank --help)",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage(arguments, tmp_path):
    ran = run(2, *arguments, cwd=tmp_path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert ran.err.startswith(f"pdrank: {WRONG[arguments]}")
    assert list(tmp_path.iterdir()) == []


def test_help_and_version_are_printed_once():
    version = run(2, "--version")
    assert version == run_alone_as_mpi("--version")
    assert run(2, "--help").out.count("Usage: pdrank-mpi") == 1
    help_text = run(2, "rank", "--help")
    assert (help_text.status, help_text.err, help_text.out.count("Usage: pdrank-mpi rank")) == (0, "", 1)


def run_alone_as_mpi(*arguments):
    ran = run_alone(*arguments)
    ran.out = ran.out.replace("pdrank ", "pdrank-mpi ")
    return ran


def test_method_that_does_not_fit(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\nC,D\n")
    arguments = ["rank", path, "--method", "bradley-terry", "--gamma", "0"]
    ran = run(3, *arguments)
    assert ran == run_alone(*arguments)
    assert ran.status == 1 and ran.err.count("\n") == 1


def test_not_converged(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    arguments = ["rank", path, "--method", "pdrank", "--gamma", "0.01", "--max-rounds", "2"]
    ran, alone = run(3, *arguments, "--whole-below", "0"), run_alone(*arguments)
    assert shown_by_all(ran.out) == shown_by_all(alone.out) and (ran.status, ran.err) == (alone.status, alone.err)
    assert ran.status == 1 and ran.err.startswith("pdrank: not converged: ")


def test_checkpoint_in_a_place_that_cannot_be(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\n")
    ran = run(2, "rank", path, "--method", "pdrank", "--checkpoint", path)
    assert (ran.status, ran.out) == (3, "") and ran.err.startswith(f"pdrank: {path}: "), ran


def test_output_over_an_input_is_refused(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\n")
    arguments = ["rank", path, "--method", "pdrank", "--output", path]
    assert run(2, *arguments) == run_alone(*arguments)
    assert path.read_text() == "winner,loser\nA,B\n"


# PD-Rank's rounds settle elsewhere if they are solved less exactly.
@pytest.mark.parametrize("method", ["pdrank --gamma 0.01 --inner-rule kkt", "bradley-terry", "hodgerank"])
@pytest.mark.parametrize("options", [("-ksp_monitor",), ("-pc_type", "gamg")], ids=" ".join)
def test_options_of_petsc(options, method, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["connected"]))
    result = tmp_path / "result.json"
    arguments = ["rank", path, "--method", *method.split(), "--quiet"]
    ran = run(2, *arguments, "--whole-below", "0", *options, "--output", result)
    assert (ran.status, ran.err) == (0, "")
    assert ("KSP" in ran.out) == ("-ksp_monitor" in options)
    alone = json.loads(run_alone(*arguments, "--format", "json").out)
    assert differences(alone["ranking"], json.loads(result.read_text())["ranking"], ".ranking") == []
