"""Wrong usage, help, version, the list of methods, shell completion, the manual page."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import BIN, refused, run

COMMANDS = re.findall(r"^  (\w+) ", run("--help").out.split("Subcommands:")[1].split("\nExample")[0], re.MULTILINE)

# arguments -> what the message must name
WRONG = {
    ("frob",): "frob",
    ("--frob",): "--frob",
    ("rank", "x", "--frob"): "there is no option --frob (see pdrank rank --help)",
    ("rank", "x", "--gamma"): "--gamma: 1 required X|auto missing (see pdrank rank --help)",
    ("rank", "x", "--gamma", "abc"): "Could not convert: --gamma = abc (see pdrank rank --help)",
    ("rank", "x", "--gamma", "-1"): "--gamma is -1, but must be between",
    ("rank", "x", "--gamma", "nan"): "--gamma is nan, but must be between",
    ("rank", "x", "--epsilon", "0"): "--epsilon is 0, but must be between",
    ("rank", "x", "--bootstrap", "-1"): "--bootstrap is -1, but must be between 0 and 100000",
    ("rank", "x", "--bootstrap", "1.5"): "--bootstrap = 1.5",
    ("rank", "x", "--threads", "-1"): "--threads is -1, but must be between 0 and 4096",
    ("rank", "x", "--max-rounds", "0"): "--max-rounds is 0, but must be between 1 and",
    ("rank", "x", "--max-rounds", "1.5"): "--max-rounds = 1.5",
    ("rank", "x", "--top", "1.5"): "--top: '1.5' is not a whole number",
    ("rank", "x", "--top", "-3"): "--top",
    ("rank", "x", "--seed", "-1"): "--seed",
    ("rank", "x", "--seed", "99999999999999999999999"): "--seed",
    ("rank", "x", "--output", ""): "--output",
    ("rank", "x", "--solver", "foo"): "--solver is 'foo', but must be one of newton, pdhg",
    ("rank", "x", "--preset", "foo"): "--preset is 'foo', but must be one of default, paper",
    ("rank", "x", "--ties", "foo"): "--ties is 'foo', but must be one of auto, half, drop, error, rao-kupper, davidson",
    ("rank", "x", "--component", "foo"): "--component is 'foo', but must be one of all, largest, strong",
    ("rank", "x", "--method", "foo"): "--method is 'foo', but must be one of auto, posterior, pdrank",
    ("rank", "x", "--format", "xml"): "--format: 'xml' is none of table, csv, json, markdown (see pdrank rank --help)",
    ("rank", "x", "--columns", "foo"): "--columns is 'foo', but it must be made of role=column with the roles",
    ("rank", "x", "--columns", "left=a"): "--columns is 'left=a', but it must name winner and loser, or",
    ("rank", "x", "--columns", "winner=a,winner=b"): "--columns is 'winner=a,winner=b', but it names winner twice",
    ("simulate", "--items", "1"): "--items is 1, but it must be in 2..100000000",
    ("simulate", "--items", "-5"): "--items: '-5' is not a whole number",
    ("simulate", "--items", "5000000000"): "--items = 5000000000",
    ("simulate", "--comparisons", "0"): "--comparisons is 0, but it must be in 1..2147483647",
    ("simulate", "--comparisons", "-1"): "--comparisons",
    ("simulate", "--comparisons", "3000000000"): "--comparisons is 3000000000, but it must be in 1..2147483647",
    ("simulate", "--comparisons", "9", "--trials", "1"): "--comparisons excludes --trials",
    ("simulate", "--trials", "0"): "--trials is 0, but with 30 items it must make 1..2147483647 comparisons",
    ("simulate", "--seed", "-1"): "--seed",
    ("simulate", "--noise", "foo"): "--noise is 'foo', but it must be toggle:D",
    ("simulate", "--noise", "toggle:2"): "--noise is toggle:2, but the flip probability must be in [0, 1]",
    ("simulate", "--noise", "bt:-1"): "--noise",
    ("simulate", "--annotators", "foo:1"): "--annotators is 'foo:1', but it must be kind:count",
    ("simulate", "--annotators", "honest:0"): "--annotators",
    ("simulate", "--annotators", "0/2:1"): "--annotators is 0/2:1, but the position bias must be in [0, 1]",
    ("simulate", "--shape", "foo"): "--shape is 'foo', but it must be uniform, regular, star, tournament, or power-law",
    ("simulate", "--shape", ""): "--shape is '', but it must be",
    ("simulate", "--shape", "star:3"): "--shape is 'star:3', but it must be",
    ("simulate", "--shape", "power-law:x"): "--shape is 'power-law:x', but it must be",
    ("simulate", "--shape", "power-law:-1"): "--shape is power-law:-1, but the exponent must be at least 0 and finite",
    ("simulate", "--graph", "foo"): "--graph is 'foo', but must be one of any, connected, strong",
    ("simulate", "--graph", "strong", "--comparisons", "5"): "--comparisons is 5, but that is too few",
    ("evaluate", "x"): "truth is required (see pdrank evaluate --help)",
    ("evaluate", "x", "y", "z"): "The following argument was not expected: z (see pdrank evaluate --help)",
    ("evaluate", "x", "y", "--top", "0"): "--top",
    ("evaluate", "x", "y", "--top", "-2"): "--top",
    ("methods", "extra"): "The following argument was not expected: extra (see pdrank methods --help)",
    ("methods", "--format", "foo"): "--format: 'foo' is none of table, json, markdown (see pdrank methods --help)",
    ("completion",): "shell is required (see pdrank completion --help)",
    ("completion", "foo"): "shell: 'foo' is none of bash, zsh, fish (see pdrank completion --help)",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage(arguments, tmp_path):
    message = refused(run(*arguments, cwd=tmp_path), 2)
    assert WRONG[arguments] in message
    assert len(message) < 250, message
    assert list(tmp_path.iterdir()) == []


def test_all_commands_are_seen():
    assert {"rank", "next", "evaluate", "simulate", "methods", "completion"} <= set(COMMANDS)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(command):
    ran = run(*command.split(), "--help")
    assert (ran.status, ran.err) == (0, "")
    too_wide = [line for line in ran.out.splitlines() if len(line) > 80]
    assert too_wide == []
    options = set(re.findall(r"--[\w-]+", ran.out.split("Example")[0])) - {"--help", "--format"}
    if options:
        assert re.search(rf"Examples?:\n(  .*\n)*  .*pdrank {command}", ran.out), "help needs an example"
    assert ran.out == run(*command.split(), "-h").out


def test_version():
    ran = run("--version")
    assert ran.status == 0 and re.fullmatch(r"pdrank \d+\.\d+\.\d+\n", ran.out)


def test_methods():
    text = run("methods").out
    methods = json.loads(run("methods", "--format", "json").out)
    assert isinstance(methods, list) and "pdrank" in [method["name"] for method in methods]
    for method in methods:
        assert {"name", "summary", "paper", "needs", "gives", "cost"} <= method.keys()
        assert f"{method['name']}\n" in text
    assert "`--method auto`, the default, is" in text


# Completion.


def complete(*words: str) -> set[str]:
    """What bash offers for the last of the words."""
    script = f"""
        source <('{BIN}' completion bash)
        complete -p pdrank > /dev/null || exit 9
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _pdrank
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-u", "-c", script, "bash", *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.split())


def test_bash_accepts_the_script():
    script = run("completion", "bash").out
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_offers_choices():
    assert complete("pdrank", "rank", "--solver", "") == {"newton", "pdhg"}
    assert complete("pdrank", "rank", "votes.csv", "--solver", "n") == {"newton"}
    assert {"auto", "pdrank"} <= complete("pdrank", "rank", "--method", "")
    assert {"posterior", "random"} <= complete("pdrank", "next", "--strategy", "")
    assert complete("pdrank", "rank", "--scale", "") == {"logit", "elo", "share", "jod"}
    assert complete("pdrank", "rank", "--format", "") == {"table", "csv", "json", "markdown"}
    assert complete("pdrank", "rank", "--format", "=", "m") == {"markdown"}
    assert complete("pdrank", "rank", "--gamma", "") == {"auto"}
    assert complete("pdrank", "compare", "--methods", "elo,bor") == {"elo,borda"}
    assert complete("pdrank", "rank", "--columns", "winner=a,lo") == {"winner=a,loser="}
    assert complete("pdrank", "simulate", "--graph", "") == {"any", "connected", "strong"}
    assert complete("pdrank", "simulate", "--shape", "") == {"uniform", "regular", "star", "power-law", "tournament"}


def test_bash_offers_commands_and_flags():
    assert complete("pdrank", "") == {*COMMANDS, "help", "--help", "--version"}
    assert complete("pdrank", "help", "") == set(COMMANDS)
    assert {"--output", "--solver", "--skip-bad-rows", "--help"} <= complete("pdrank", "rank", "--")


def test_bash_offers_files(tmp_path, monkeypatch):
    (tmp_path / "votes.csv").touch()
    monkeypatch.chdir(tmp_path)
    assert complete("pdrank", "rank", "vo") == complete("pdrank", "vo") == {"votes.csv"}
    assert complete("pdrank", "votes.csv", "--solver", "") == {"newton", "pdhg"}


ASKED = {
    "pdrank rank --solver n": {"newton"},
    "pdrank compl": {"completion"},
    "pdrank rank --skip-b": {"--skip-bad-rows"},
    "pdrank help metho": {"methods"},
    "pdrank rank vot": {"votes.csv"},
    "pdrank rank --output vot": {"votes.csv"},
    "pdrank rank --scale ": {"logit", "elo", "share", "jod"},
    "pdrank next --strategy hodge": {"hodge-active", "hodge-active-unsupervised"},
}


@pytest.fixture
def shell_folder(tmp_path):
    (tmp_path / "votes.csv").touch()
    return tmp_path


def shell_environment(folder) -> dict:
    return {**os.environ, "PATH": f"{Path(BIN).parent}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb"}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize("line", ASKED)
def test_fish_completes(line, shell_folder):
    script = f"pdrank completion fish | source; complete --do-complete '{line}'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", script], cwd=shell_folder, env=shell_environment(shell_folder),
        capture_output=True, text=True)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert {offered.split("\t")[0] for offered in done.stdout.splitlines()} == ASKED[line]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize("line", ASKED)
def test_zsh_completes(line, shell_folder):
    """In a terminal, for zsh completes nowhere else: one name is written out by a tab, several are listed."""
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"], cwd=shell_folder, env=shell_environment(shell_folder), stdin=theirs, stdout=theirs,
        stderr=theirs, start_new_session=True)  # fmt: skip
    os.close(theirs)
    seen = ""

    def read_until(holds) -> str:
        nonlocal seen
        while not holds(seen):
            assert select.select([ours], [], [], 60)[0], seen
            seen += os.read(ours, 65536).decode(errors="replace")
        return seen

    try:
        os.write(ours, b"unsetopt prompt_cr prompt_sp; PS1='ready> '; source <(pdrank completion zsh); print lo''aded\n")
        read_until(lambda text: re.search(r"loaded\s.*ready>", text, re.DOTALL))
        seen = ""
        os.write(ours, f"{line}\t\t".encode())
        wanted = ASKED[line]
        read_until(lambda text: all(word in text for word in wanted))
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_every_command(shell):
    script = run("completion", shell).out
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", script)
    assert "newton pdhg" in script


def test_the_manual_has_every_command_and_option():
    page = run("manual").out
    for command in COMMANDS:
        (section,) = re.findall(rf'^\.SS "pdrank {command}"\n(.*?)(?=^\.S)', page, re.MULTILINE | re.DOTALL)
        flags = re.findall(r"^  (?:-\w,)?(--[\w-]+)", run(command, "--help").out, re.MULTILINE)
        assert flags
        for flag in flags:
            assert flag.replace("-", "\\-") in section, flag


def test_the_manual_as_markdown_has_every_command_and_option():
    page = run("manual", "--format", "markdown").out
    for command in COMMANDS:
        (section,) = re.findall(rf"^## pdrank {command}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        flags = re.findall(r"^  (?:-\w,)?(--[\w-]+)", run(command, "--help").out, re.MULTILINE)
        rows = re.findall(r"^\| `(?:-\w,)?(--[\w-]+)", section, re.MULTILINE)
        assert sorted(rows) == sorted(set(flags) - {"--help"}), command


def test_man_finds_no_fault_with_the_manual(tmp_path):
    if not shutil.which("groff"):
        pytest.skip("groff is missing")
    (tmp_path / "pdrank.1").write_text(run("manual").out)
    words = ["groff", "-man", "-Tutf8", "-ww", "-z", str(tmp_path / "pdrank.1")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
