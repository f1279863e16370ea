#!/usr/bin/env python3
"""Hours of use in a few minutes: what runs for long must not grow.

tests/faults/soak.py [--minutes M] [--rounds N] [server] [library]

server: `pdrank serve` under a mixed load of several users at once. Each makes a project, uploads, votes, undoes,
imports, exports, ranks, removes and begins again, so that in the end the store has as much in it as at the beginning.
library: `pdrank.rank`, by the posterior and by PD-Rank, and `next_pairs` on the same data, so many rounds.

The first third of the time is to warm up. The memory of the last third may hardly be above that of the second, and
descriptors and threads neither. Exit status: 0 so it was, 1 something has grown.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO / "tests/server"))
from client import PNG, Client, Server, make_project  # noqa: E402

USERS = 6
MOST_GROWTH = 0.03  # of the memory, and so many bytes besides
MOST_GROWTH_BYTES = 4 << 20
MOST_GROWTH_COUNT = 16  # connections come and go
PYTHON = os.environ.get("PDRANK_PYTHON", str(REPO / "build/venv/bin/python"))


def used(pid: int) -> dict[str, int]:
    """Bytes of memory that are the process's own, descriptors and threads."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {
        "memory": int(status["RssAnon"].split()[0]) << 10,
        "descriptors": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "threads": int(status["Threads"]),
    }


def has_grown(name: str, seen: list[dict[str, int]]) -> bool:
    """Tells what was seen, in thirds."""
    third = len(seen) // 3
    if third == 0:
        print(f"{name}: too short to say anything")
        return True
    before, after = seen[third : 2 * third], seen[2 * third :]
    grown = False
    for what in before[0]:
        least, most = (max(one[what] for one in part) for part in (before, after))
        room = max(MOST_GROWTH * least, MOST_GROWTH_BYTES) if what == "memory" else MOST_GROWTH_COUNT
        is_too_much = most - least > room
        scale, unit = (1 << 20, " MB") if what == "memory" else (1, "")
        told = f"{name}: {what} {least / scale:.1f}{unit}, later {most / scale:.1f}{unit}"
        print(told + ("  GROWN" if is_too_much else ""))
        grown = grown or is_too_much
    return grown


def use_once(client: Client, chance: random.Random) -> None:
    """A project from its beginning to its end."""
    project, ids, tokens = make_project(client, [f"item {k}" for k in range(12)], 4)
    path = f"/api/projects/{project}"
    picture = client.ask("POST", path + "/files", PNG).json
    client.post(path + "/items", {"items": [{"name": "picture", "kind": "image", "content": picture["content"]}]})
    client.raw("GET", picture["url"])
    for k in range(40):
        token = chance.choice(tokens)
        pair = client.pair(token)
        if pair:
            client.vote(token, f"k{k}", pair, chance.choice(["left", "right", "tie", "skip"]))
        if k % 10 == 9:
            client.ask("POST", "/api/votes", {"key": f"u{k}", "answer": "undo"}, token)
    rows = "".join(f"item {chance.randrange(6)},item {6 + chance.randrange(6)},v\n" for _ in range(50))
    imported = client.ask("POST", path + "/import", f"winner,loser,annotator\n{rows}".encode()).json["import"]
    client.settled_ranking(project)
    for what in ("comparisons", "votes", "ranking"):
        client.export(project, what)
    client.ask("GET", path + "/report")
    client.ask("POST", path + "/items", b'{"items": [')
    client.ask("GET", path + "/ranking", token="wrong")
    client.delete(f"{path}/imports/{imported}")
    client.patch(f"{path}/items/{ids['item 1']}", {"disabled": True})
    client.delete(f"{path}/items/{ids['item 2']}")
    for page in ("/", "/app.js", "/api/metrics", "/api/backup"):
        client.ask("GET", page)
    client.delete(path)


def soak_server(minutes: float) -> bool:
    end = time.monotonic() + 60 * minutes
    rounds, troubles = [], []

    def use(number: int, port: int) -> None:
        chance, client = random.Random(number), Client(port)
        while time.monotonic() < end and not troubles:
            try:
                use_once(client, chance)
                rounds.append(number)
            except Exception as trouble:
                troubles.append(trouble)

    with tempfile.TemporaryDirectory(prefix="pdrank-soak-") as folder, Server(Path(folder) / "votes.db") as server:
        users = [threading.Thread(target=use, args=(k, server.port)) for k in range(USERS)]
        for user in users:
            user.start()
        seen = []
        while any(user.is_alive() for user in users):
            time.sleep(min(1, minutes))
            seen.append(used(server.process.pid))
        print(f"server: {len(rounds):,} projects from beginning to end in {minutes:g} minutes")
        if troubles:
            print(f"server: FAILED: {troubles[0]!r}")
        return has_grown("server", seen) or bool(troubles)


LIBRARY = """
import random, sys
import pdrank
chance = random.Random(1)
pairs = [chance.sample(range(30), 2) for _ in range(300)]
data = dict(winners=[f"i{min(p)}" if chance.random() < 0.8 else f"i{max(p)}" for p in pairs], losers=[])
data["losers"] = [f"i{a + b - int(w[1:])}" for (a, b), w in zip(pairs, data["winners"])]
for k in range(int(sys.argv[1])):
    pdrank.rank(**data, seed=k)
    if k % 4 == 0:
        pdrank.rank(**data, method="pdrank")
        pdrank.next_pairs(**data, count=5)
    print(k, flush=True)
"""


def soak_library(rounds: int) -> bool:
    loop = subprocess.Popen([PYTHON, "-c", LIBRARY, str(rounds)], stdout=subprocess.PIPE, text=True)
    seen = [used(loop.pid) for _ in loop.stdout][:-1]  # at the last one it may be gone
    print(f"library: {len(seen):,} rounds")
    return loop.wait() != 0 or has_grown("library", seen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10, help="of the server")
    parser.add_argument("--rounds", type=int, default=10_000, help="of the library")
    parser.add_argument("parts", nargs="*", choices=["server", "library", []], default=[])
    given = parser.parse_args()
    parts = given.parts or ["server", "library"]
    grown = [soak_server(given.minutes)] if "server" in parts else []
    if "library" in parts:
        grown.append(soak_library(given.rounds))
    return int(any(grown))


if __name__ == "__main__":
    sys.exit(main())
