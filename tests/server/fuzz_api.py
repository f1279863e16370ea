#!/usr/bin/env python3
"""Sends `pdrank serve` what the description of its API allows and forbids, by Schemathesis. `make serve-fuzz` runs it.

    tests/server/fuzz_api.py [--examples N] [--seed N]

A server on a store of its own, with a project for every kind of request that there is. Each operation is asked with the
token that it wants. Operations that take something away are asked about a project of their own, so that the others have
one to the end. Exit status: 0 no answer was against the description, 1 one was, 2 Schemathesis is not installed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from server import REPO, SECRET, Server  # noqa: E402

PROGRAM = Path(os.environ.get("SCHEMATHESIS", REPO / "build/api-venv/bin/schemathesis"))
#: What is not asked: the whole store as a file, again and again, and what can only be once.
LEFT_OUT = ("/api/backup", "/api/restore")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=50, help="for each operation and phase")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def fill(server: Server) -> dict[str, str]:
    """A token for each way to sign in."""
    project, tokens = server.make_project(30, 3)
    assert project == 1, "the hooks ask about this one"
    server.make_project(5, 2)
    links = server.ask("PATCH", "/api/projects/1", {"open_link": True, "results_link": True})
    for key in range(10):
        pair = server.ask("GET", "/api/ballot", token=tokens[1])["pair"]
        vote = {"key": f"k{key}", "ticket": pair["ticket"], "answer": "left"}
        server.ask("POST", "/api/votes", vote, tokens[1])
    return {"admin": SECRET, "voter": tokens[0], "join": links["join_token"], "results": links["results_token"]}


#: Where more is asked of a value than its description can say, 400 is an answer to one that it allows: names are one
#: line of so many bytes, and texts have no NUL; a question is one that the project has; gold pairs are of its items; an
#: image was uploaded to it; a ticket is one that it has given; a file can be read.
SAID_IN_WORDS = ("/api/projects", "/api/projects/{project}", "/api/projects/{project}/items",
                 "/api/projects/{project}/items/{item}", "/api/projects/{project}/files",
                 "/api/projects/{project}/voters", "/api/projects/{project}/voters/{voter}",
                 "/api/projects/{project}/ranking", "/api/projects/{project}/report",
                 "/api/projects/{project}/export", "/api/projects/{project}/import", "/api/results", "/api/join",
                 "/api/votes")  # fmt: skip


def configuration(tokens: dict[str, str]) -> str:
    lines = [f'[auth.openapi.{scheme}]\nbearer = "{token}"' for scheme, token in tokens.items()]
    for path in SAID_IN_WORDS:
        lines += ["[[operations]]", f'include-path = "{path}"', "[operations.checks.positive_data_acceptance]",
                  'expected-statuses = ["2xx", 400, 401, 403, 404, 409, 415, 429]']  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> int:
    given = arguments()
    if not PROGRAM.exists():
        print(f"{PROGRAM} is not there: scripts/setup api makes it", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="pdrank-fuzz-") as name, Server(Path(name) / "votes.db") as server:
        folder = Path(name)
        (folder / "schemathesis.toml").write_text(configuration(fill(server)))
        command = [PROGRAM, "--config-file", folder / "schemathesis.toml", "run",
                   f"http://127.0.0.1:{server.port}/api/openapi.json", "--checks", "all", "--max-examples",
                   str(given.examples), "--seed", str(given.seed), "--continue-on-failure", "--no-color",
                   "--report", "json", "--report-json-path", folder / "report.json"]  # fmt: skip
        for path in LEFT_OUT:
            command += ["--exclude-path", path]
        environment = {**os.environ, "SCHEMATHESIS_HOOKS": "fuzz_hooks", "PYTHONPATH": str(Path(__file__).parent)}
        status = subprocess.run([str(word) for word in command], cwd=folder, env=environment).returncode
        assert server.ask("GET", "/api/projects/1")["id"] == 1, "the project was to stay"
    return status


if __name__ == "__main__":
    sys.exit(main())
