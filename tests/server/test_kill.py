"""Kill -9 of the server, of the database or of both under load: no vote that was acknowledged is lost or changed, none
is there twice though voters send again what was not acknowledged, the export of the votes has them all, and the
database is whole. Three times each here; PDRANK_KILLS=20 for more."""

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
from postgres import Cluster, killable_cluster
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
                assert status in (429, 503), (status, text, body)  # too fast; the database is not there
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


class Exports:
    """The votes as the server exports them, by voter and key."""

    def __init__(self, server: Server, project: int):
        def ids(things: str) -> dict[str, int]:
            return {one["name"]: one["id"] for one in server.ask("GET", f"/api/projects/{project}/{things}")}

        self.project, self.items, self.voters = project, ids("items"), ids("voters")

    def votes(self, server: Server) -> dict[int, dict[str, tuple]]:
        votes = {}
        for row in self.rows(server):
            of_voter = votes.setdefault(self.voters[row["voter"]], {})
            assert row["key"] not in of_voter, "exported twice"
            of_voter[row["key"]] = (self.items.get(row["left"]), self.items.get(row["right"]), row["answer"],
                                    row["undoes"] or None)  # fmt: skip
        return votes

    def rows(self, server: Server) -> list[dict]:
        while True:  # until it has found its database again
            with contextlib.suppress(RuntimeError):
                return server.ask("GET", f"/api/projects/{self.project}/export?what=votes&format=json")

    def check(self, server: Server, voters: dict[int, Voter]) -> None:
        """While they vote: what had been acknowledged before is in it."""
        before = {number: dict(voter.stored) for number, voter in voters.items()}
        exported = self.votes(server)
        for number, stored in before.items():
            of_voter = exported.get(number, {})
            lost = [key for key, vote in stored.items() if of_voter.get(key) != vote]
            assert not lost, f"voter {number}: acknowledged, and not in the export: {lost}"
            assert all(voters[number].sent.get(key) == vote for key, vote in of_voter.items()), "what nobody sent"


class OnFile:
    """A server on a file; it is the server that is killed."""

    def __init__(self, folder: Path):
        self.store, self.copies = folder / "votes.db", folder / "copies"
        self.server = Server(self.store)

    def kill(self, _turn: int, voters: dict[int, Voter]) -> None:
        self.server.end(signal.SIGKILL)
        check_kept(voters, left_behind(self.store, self.copies))

    def start(self) -> None:
        self.server = Server(self.store, self.server.port)


class OnDatabase:
    """A server on PostgreSQL: one or both are killed, in turn."""

    def __init__(self, database: Cluster):
        self.database, self.turn = database, 0
        self.server = Server(database.address)

    def kill(self, turn: int, _voters: dict[int, Voter]) -> None:
        self.turn = turn % 3
        if self.turn != 1:
            self.database.kill()
        if self.turn != 0:
            self.server.end(signal.SIGKILL)

    def start(self) -> None:
        if self.turn != 1:
            self.database.start()
        if self.turn != 0:
            self.server = Server(self.database.address, self.server.port)


async def vote_and_kill(place: OnFile | OnDatabase, exports: Exports, voters: dict[int, Voter]) -> None:
    chance = random.Random(1)
    tasks = [asyncio.create_task(voter.run()) for voter in voters.values()]

    def count() -> int:
        return sum(len(voter.stored) for voter in voters.values())

    for turn in range(KILLS):
        goal = count() + LEAST_VOTES
        while count() < goal:
            await asyncio.sleep(0.01)
            [task.result() for task in tasks if task.done()]  # one that failed says why
        await asyncio.sleep(0.5 * chance.random())
        place.kill(turn, voters)
        await asyncio.to_thread(place.start)
        await asyncio.to_thread(exports.check, place.server, voters)
    for voter in voters.values():
        voter.done = True
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


def killed_under_load(place: OnFile | OnDatabase) -> dict[int, Voter]:
    """The voters. All that they were told is in the export, and nothing else, also after one more start."""
    try:
        project, tokens = place.server.make_project(ITEMS, VOTERS)
        exports = Exports(place.server, project)
        voters = {int(token.split(".")[1]): Voter(k, token, place.server.port) for k, token in enumerate(tokens)}
        asyncio.run(vote_and_kill(place, exports, voters))
        told = {number: voter.stored for number, voter in voters.items() if voter.stored}
        assert exports.votes(place.server) == told
        assert place.server.end() == 0
        place.turn = 1  # the server alone
        place.start()
        assert exports.votes(place.server) == told
        assert place.server.end() == 0
    finally:
        place.server.end(signal.SIGKILL)
    return voters


def test_kill_of_the_server(tmp_path):
    place = OnFile(tmp_path)
    voters = killed_under_load(place)
    votes = stored_votes(place.store)
    check_kept(voters, votes)
    assert sum(map(len, votes.values())) == sum(len(voter.stored) for voter in voters.values())


def test_kill_of_the_database_and_the_server():
    with killable_cluster(fsync=True) as database:
        if database is None:
            pytest.skip("PostgreSQL is not installed")
        killed_under_load(OnDatabase(database))
