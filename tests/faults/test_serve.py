"""Every write, read, sync, rename, open and close of `pdrank serve` in its own folders fails once while it is used: it does
what it is asked or refuses, goes on, leaves no temporary file, and has what it acknowledged when it is started again. So
it is with a log of requests that cannot be written."""

import csv
import errno
import http.client
import shutil
import sys
from itertools import cycle
from pathlib import Path

import pytest
from conftest import LIBRARY, POINTS, TRIED, read_counts, spread

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from client import PNG, Client, Server, make_project  # noqa: E402

ERRORS = {
    "write": [errno.ENOSPC, errno.EIO, errno.EINTR, "short"],
    "read": [errno.EIO, errno.EINTR, "short"],
    "sync": [errno.EIO, errno.ENOSPC],
    "rename": [errno.EIO, errno.ENOSPC],
    "open": [errno.EMFILE, errno.EACCES],
    "close": [errno.EIO],
}
VOTES = 4


class Use:
    """What is asked of a server from a project to a backup, and what it acknowledged. What follows from something that was
    refused is left out."""

    def __init__(self, server: Server | None = None):
        self.refused = 0
        self.votes: list[str] = []
        self.picture = self.project = self.backup = None
        if server:
            self.server, self.client = server, Client(server.port)
            self.run()
        else:  # it did not start
            self.refused = 1

    def ask(self, *what, **more):
        """The answer, or none if it was refused or broken off."""
        try:
            answer = self.client.ask(*what, **more)
        except (http.client.HTTPException, ConnectionError):
            answer = None
        assert self.server.process.poll() is None, f"{what[:2]} ended the server"
        if answer is not None and answer.status < 300:
            return answer
        assert answer is None or (answer.status >= 500 and answer.error), answer
        self.refused += 1
        return None

    def run(self) -> None:
        made = self.ask("POST", "/api/projects", {"name": "P", "question": "Which?"})
        if not made:
            return
        self.project = made.json["id"]
        path = f"/api/projects/{self.project}"
        items = self.ask("POST", path + "/items", {"items": [{"name": name} for name in "ABCD"]})
        voters = self.ask("POST", path + "/voters", {"count": 1})
        if picture := self.ask("POST", path + "/files", PNG):
            self.picture = picture.json["url"]
        if items and voters:
            self.vote(voters.json[0]["token"])
        if items:
            self.ask("POST", path + "/import", b"winner,loser,annotator\nA,B,x\nC,D,x\n")
        self.ask("GET", path + "/export", what="votes", format="csv")
        if backup := self.ask("GET", "/api/backup"):
            self.backup = backup.body

    def vote(self, token: str) -> None:
        for number in range(VOTES):
            ballot = self.ask("GET", "/api/ballot", None, token)
            if not ballot:
                continue
            vote = {"key": f"k{number}", "ticket": ballot.json["pair"]["ticket"], "answer": "left"}
            if self.ask("POST", "/api/votes", vote, token):
                self.votes.append(vote["key"])


def check_store(folder: Path, use: Use, told: str) -> None:
    """The disk is sound again."""
    with Server(folder / "votes.db") as server:
        client = Client(server.port)
        if use.project is not None:
            keys = [row["key"] for row in csv.DictReader(client.export(use.project, "votes").splitlines())]
            for key in use.votes:
                assert keys.count(key) == 1, f"{told}: vote {key} is there {keys.count(key)} times"
            assert len(keys) == len(set(keys)), f"{told}: {keys}"
        if use.picture:
            assert client.raw("GET", use.picture).body == PNG, told
    if use.backup is not None:
        copy = folder / "copy.db"
        copy.write_bytes(use.backup)
        with Server(copy) as server:
            assert Client(server.port).get("/api/projects")[0]["id"] == use.project, told


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for stores, with one for temporary files in it: only calls for these are counted."""
    path = tmp_path / "served"
    monkeypatch.setenv("TMPDIR", str(path / "tmp"))
    monkeypatch.setenv("LD_PRELOAD", LIBRARY)
    monkeypatch.setenv("PDRANK_FAULT_PATH", str(path))
    empty(path)
    return path


def empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)


def points_of(call: str, number: int) -> list[tuple]:
    """Each point with every error; with one in turn where only some points are tried."""
    errors = ERRORS.get(call, [])
    if POINTS == 0:
        return [(k, error) for k in range(1, number + 1) for error in errors]
    return list(zip(spread(number, max(2, POINTS // 2)), cycle(errors), strict=False)) if errors else []


def test_every_call_fails_once(folder, monkeypatch):
    counts = folder / "counts"
    monkeypatch.setenv("PDRANK_FAULT_COUNTS", str(counts))
    with Server(folder / "votes.db") as server:
        use = Use(server)
        assert server.end() == 0
    assert (use.refused, len(use.votes)) == (0, VOTES)
    calls = read_counts(counts)
    monkeypatch.delenv("PDRANK_FAULT_COUNTS")
    check_store(folder, use, "undisturbed")
    refused = 0
    for call, k, error in [(call, *point) for call, number in calls.items() for point in points_of(call, number)]:
        told = f"{call} {k} of {calls[call]}, {error}"
        empty(folder)
        monkeypatch.setenv("PDRANK_FAULT", f"{call}:{k}:{error}")
        try:
            with Server(folder / "votes.db") as server:
                use = Use(server)
                assert server.end() == 0, told
        except RuntimeError as ended:  # at its start
            assert str(ended).endswith("status 3"), f"{told}: {ended}"
            use = Use()
        assert list((folder / "tmp").iterdir()) == [], f"{told}: a temporary file stays"
        monkeypatch.delenv("PDRANK_FAULT")
        check_store(folder, use, told)
        refused += use.refused > 0
        TRIED["serve"] = TRIED.get("serve", 0) + 1
    assert refused > 0, "nothing failed: the faults do not arrive"


def test_a_log_of_requests_that_cannot_be_written(folder, capfd):
    with Server(folder / "votes.db", options=("--log", "/dev/full")) as server:
        use = Use(server)
        assert server.end() == 0
    assert (use.refused, len(use.votes)) == (0, VOTES)
    said = [line for line in capfd.readouterr().err.splitlines() if "requests are not written" in line]
    assert len(said) == 1, f"it is said once, and not for every request: {said}"


@pytest.mark.parametrize("fault", [f"open:1:{errno.EACCES}", f"read:1:{errno.EIO}"])
def test_an_import_that_the_servers_disk_spoils_is_not_the_callers_fault(folder, monkeypatch, fault):
    monkeypatch.setenv("PDRANK_FAULT_PATH", "/file.csv")
    monkeypatch.setenv("PDRANK_FAULT", fault)
    with Server(folder / "votes.db") as server:
        client = Client(server.port)
        project, _, _ = make_project(client, ["A", "B"], 1)
        answers = [client.ask("POST", f"/api/projects/{project}/import", b"winner,loser\nA,B\n") for _ in range(2)]
        assert [answer.status for answer in answers] == [500, 200], answers
        assert answers[1].json["votes"] == 1
