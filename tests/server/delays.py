#!/usr/bin/env python3
"""Measures what voters wait for where much happens at once; `make serve-load` runs it.

    tests/server/delays.py [--rows N] [--clients N]

A crowd: so many clients open their links at once, and each loads what a browser loads, with a browser's headers, up to the
first pair. An import: a file of so many rows comes into one project while 20 voters answer in another one.
Exit status: 0 all bars met, 1 one missed.
"""

import argparse
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from client import Client, Server, make_project  # noqa: E402

BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en-GB,en;q=0.9", "User-Agent": "Mozilla/5.0"}
CROWD_SECONDS, IMPORT_MS = 2, 200


def opened(port: int, token: str) -> None:
    """The page, its parts and the first pair, by one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for path in ("/", "/app.css", "/app.js", "/api/ballot"):
        headers = BROWSER | ({"Authorization": f"Bearer {token}"} if path.startswith("/api") else {})
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, answer.status
    assert json.loads(body)["pair"]
    connection.close()


def crowd(client: Client, clients: int) -> bool:
    """Whether all have their first pair in time."""
    _, _, tokens = make_project(client, [f"item {k}" for k in range(200)], clients)
    begin, took = [], []
    start = threading.Barrier(clients, action=lambda: begin.append(time.monotonic()))

    def one(token: str) -> None:
        start.wait()
        opened(client.port, token)
        took.append(time.monotonic() - begin[0])

    threads = [threading.Thread(target=one, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    good = len(took) == clients and max(took) <= CROWD_SECONDS
    print(f"{clients} clients at once: first pair after {max(took):.2f} s at most   <= {CROWD_SECONDS}  "
          f"{'ok' if good else 'MISSED'}")  # fmt: skip
    return good


class Voters:
    """Answer steadily, and know how long each answer took."""

    def __init__(self, client: Client, tokens: list[str]):
        self.client, self.done, self.took = client, threading.Event(), []
        self.threads = [threading.Thread(target=self.run, args=(token,)) for token in tokens]
        for thread in self.threads:
            thread.start()

    def run(self, token: str) -> None:
        chance = random.Random(token)
        pair = self.client.pair(token)
        while pair and not self.done.is_set():
            begin = time.monotonic()
            pair = self.client.vote(token, f"k{chance.getrandbits(64):x}", pair, "left")["pair"]
            self.took.append(1000 * (time.monotonic() - begin))
            time.sleep(0.15 + 0.1 * chance.random())

    def end(self) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join()


def during_import(client: Client, rows: int) -> bool:
    """Whether no vote waited for longer than it may."""
    project = client.post("/api/projects", {"name": "Import", "question": ""})["id"]
    _, _, tokens = make_project(client, [f"item {k}" for k in range(300)], 20)
    chance = random.Random(1)
    lines = [f"i{chance.randrange(500)},j{chance.randrange(500)},A{chance.randrange(50)}" for _ in range(rows)]
    body = "\n".join(["winner,loser,annotator", *lines, ""]).encode()
    voters = Voters(client, tokens)
    time.sleep(3)
    quiet = max(voters.took)
    voters.took.clear()
    begin = time.monotonic()
    answer = client.ask("POST", f"/api/projects/{project}/import", body, format="csv")
    seconds, took = time.monotonic() - begin, sorted(voters.took)
    voters.end()
    assert answer.status == 200 and answer.json["votes"] == rows, answer
    good = took[-1] <= IMPORT_MS
    print(f"import of {rows:,} rows in {seconds:.1f} s; {len(took):,} votes meanwhile, ms: median {took[len(took) // 2]:.1f}, "
          f"99th percentile {took[len(took) * 99 // 100]:.1f}, longest {took[-1]:.1f}   <= {IMPORT_MS}  "
          f"{'ok' if good else 'MISSED'} (longest before: {quiet:.1f})")  # fmt: skip
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=800_000)
    parser.add_argument("--clients", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pdrank-delays-") as folder, Server(Path(folder) / "votes.db") as server:
        client = Client(server.port)
        good = crowd(client, given.clients)
        good = during_import(client, given.rows) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
