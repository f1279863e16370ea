"""Kill -9 under load: no vote that was acknowledged is lost, none is there twice though voters send again what was not
acknowledged, and the database is whole. Three times here; PDRANK_KILLS=20 for more."""

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest
from server import Server

KILLS = int(os.environ.get("PDRANK_KILLS", "3"))
VOTERS, ITEMS = 40, 300
LEAST_VOTES = 30  # between two kills, so that it is load that is interrupted


class Voter:
    """Answers all the time, by one connection, and sends again with the same key until told that it was stored."""

    def __init__(self, number: int, token: str, port: int):
        self.token, self.port = token, port
        self.random = random.Random(number)
        self.sent, self.stored = {}, {}  # key -> (left, right, answer, undoes)
        self.streams = None
        self.done = False

    async def run(self) -> None:
        pair = (await self.ask("GET", "/api/ballot"))["pair"]
        while not self.done:
            vote = self.vote(pair)
            self.sent[vote["key"]] = content(vote)
            pair = (await self.ask("POST", "/api/votes", vote))["pair"]
            self.stored[vote["key"]] = content(vote)
            await asyncio.sleep(0.02 * self.random.random())
        self.hang_up()

    def vote(self, pair: dict) -> dict:
        key = f"{self.random.getrandbits(64):x}"
        last = next(reversed(self.stored), None)
        if last and self.stored[last][2] != "undo" and self.random.random() < 0.1:
            return {"key": key, "answer": "undo", "undoes": last}
        answer = self.random.choice(("left", "right", "tie", "skip"))
        return {"key": key, "ticket": pair["ticket"], "answer": answer}

    async def ask(self, method: str, path: str, body=None) -> dict:
        while True:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                status, text = await self.once(method, path, "" if body is None else json.dumps(body))
                if status == 200:
                    return json.loads(text)
                assert status == 429, (status, text, body)
            self.hang_up()
            await asyncio.sleep(0.02)

    async def once(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        head = (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Authorization: Bearer {self.token}",
                "Content-Type: application/json", f"Content-Length: {len(body)}", "", body)  # fmt: skip
        writer.write("\r\n".join(head).encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length: ")[2].split()[0])
        return int(answer.split()[1]), await reader.readexactly(length)

    def hang_up(self) -> None:
        if self.streams:
            self.streams[1].close()
        self.streams = None


def content(vote: dict) -> tuple:
    left, right = map(int, vote["ticket"].split(".")[:2]) if "ticket" in vote else (None, None)
    return left, right, vote["answer"], vote.get("undoes")


def stored_votes(database: Path) -> dict[int, dict[str, tuple]]:
    """By voter and key. Fails if the database is not whole."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute("SELECT voter, key, left_item, right_item, answer, undoes FROM vote").fetchall()
    votes = {}
    for voter, key, *rest in rows:
        assert key not in votes.setdefault(voter, {}), "stored twice"
        votes[voter][key] = tuple(rest)
    return votes


def left_behind(store: Path, folder: Path) -> dict[int, dict[str, tuple]]:
    """What is in the files that a killed server left, in a copy of them, so that it is the server that mends them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in store.parent.glob(store.name + "*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, folder)
    return stored_votes(folder / store.name)


def check_kept(voters: dict[int, Voter], votes: dict[int, dict[str, tuple]]) -> None:
    for number, voter in voters.items():
        kept = votes.get(number, {})
        lost = [key for key, vote in voter.stored.items() if kept.get(key) != vote]
        assert not lost, f"voter {number}: acknowledged, and lost or changed: {lost}"
        assert all(voter.sent.get(key) == vote for key, vote in kept.items()), "stored what nobody sent"


async def vote_and_kill(store: Path, server: Server, voters: dict[int, Voter], copies: Path) -> Server:
    chance = random.Random(1)
    tasks = [asyncio.create_task(voter.run()) for voter in voters.values()]

    def count() -> int:
        return sum(len(voter.stored) for voter in voters.values())

    for _ in range(KILLS):
        goal = count() + LEAST_VOTES
        while count() < goal:
            await asyncio.sleep(0.01)
            [task.result() for task in tasks if task.done()]  # one that failed says why
        await asyncio.sleep(0.5 * chance.random())
        server.end(signal.SIGKILL)
        check_kept(voters, left_behind(store, copies))
        server = await asyncio.to_thread(Server, store, server.port)
    for voter in voters.values():
        voter.done = True
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    return server


def test_kill(tmp_path):
    store = tmp_path / "votes.db"
    server = Server(store)
    try:
        _, tokens = server.make_project(ITEMS, VOTERS)
        voters = {int(token.split(".")[1]): Voter(k, token, server.port) for k, token in enumerate(tokens)}
        server = asyncio.run(vote_and_kill(store, server, voters, tmp_path / "copies"))
        assert server.end() == 0
    finally:
        server.end(signal.SIGKILL)
    votes = stored_votes(store)
    check_kept(voters, votes)
    assert sum(map(len, votes.values())) == sum(len(voter.stored) for voter in voters.values())
    assert not store.with_name(store.name + "-wal").exists(), "a server that ends leaves one file"

    # The check can fail.
    some = next(iter(votes.values()))
    key, vote = some.popitem()
    with pytest.raises(AssertionError, match="acknowledged, and lost"):
        check_kept(voters, votes)
    some |= {key: vote, "never sent": vote}
    with pytest.raises(AssertionError, match="stored what nobody sent"):
        check_kept(voters, votes)
