"""Several servers on one PostgreSQL database: each sees what came in at the others."""

import pytest
from client import Client, Server, make_project, wait_until
from postgres import cluster


@pytest.fixture(scope="module")
def database():
    with cluster() as address:
        if address is None:
            pytest.skip("PostgreSQL is not installed")
        yield address


@pytest.fixture(scope="module")
def clients(database):
    with Server(database) as one, Server(database) as other:
        yield Client(one.port), Client(other.port)


def test_what_one_is_told_the_other_knows(clients):
    one, other = clients
    project, ids, tokens = make_project(one, list("ABCD"), 2)
    assert other.get("/api/ballot", tokens[0])["votes"] == 0, "a voter of a project that was made elsewhere"
    wait_until(lambda: {item["name"]: item["id"] for item in other.get(f"/api/projects/{project}/items")} == ids)

    asked = one.pair(tokens[0])
    other.vote(tokens[0], "a", asked, "left")  # the ballot of one holds at the other
    other.vote(tokens[1], "a", other.pair(tokens[1]), "right")
    twice = {"key": "b", "ticket": asked["ticket"], "answer": "left"}
    assert one.ask("POST", "/api/votes", twice, tokens[0]).status == 409, "it was answered, if elsewhere"
    for client in clients:
        wait_until(lambda client=client: client.get(f"/api/projects/{project}")["votes"] == 2)
        wait_until(lambda client=client: client.get(f"/api/projects/{project}/ranking")["votes"] == 2)
    assert one.vote(tokens[0], "a", asked, "left")["votes"] == 1, "sent again to the other: the same vote"
    ballot = one.get("/api/ballot", tokens[0])
    sides = {asked["left"]["id"], asked["right"]["id"]}
    assert all({pair["left"]["id"], pair["right"]["id"]} != sides for pair in [ballot["pair"], *ballot["ahead"]])

    undone = other.ask("POST", "/api/votes", {"key": "u", "answer": "undo"}, tokens[0])
    assert undone.status == 200
    wait_until(lambda: one.get(f"/api/projects/{project}/ranking")["votes"] == 1)
    assert one.settled_ranking(project) == other.settled_ranking(project)
    assert one.export(project, "votes") == other.export(project, "votes")
    assert one.export(project, "comparisons") == other.export(project, "comparisons")


def test_changes_of_one_reach_the_other(clients):
    one, other = clients
    project, _, tokens = make_project(one, list("ABC"), 2)
    one.vote(tokens[0], "a", one.pair(tokens[0]), "left")
    other.patch(f"/api/projects/{project}", {"question": "New?"})
    wait_until(lambda: one.get(f"/api/projects/{project}")["question"] == "New?")
    voter = one.get(f"/api/projects/{project}/voters")[0]["id"]
    other.patch(f"/api/projects/{project}/voters/{voter}", {"excluded": True})
    wait_until(lambda: one.ask("GET", "/api/ballot", token=tokens[0]).status == 403)
    wait_until(lambda: one.get(f"/api/projects/{project}/ranking")["votes"] == 0)
    one.post(f"/api/projects/{project}/items", {"items": [{"name": "D"}]})
    wait_until(lambda: len(other.get(f"/api/projects/{project}/items")) == 4)
    one.vote(tokens[1], "d", one.pair(tokens[1]), "left")
    wait_until(lambda: other.get(f"/api/projects/{project}")["votes"] == 2)
    one.delete(f"/api/projects/{project}/voters/{voter}")
    wait_until(lambda: other.get(f"/api/projects/{project}")["votes"] == 1)
    assert other.ask("GET", "/api/ballot", token=tokens[0]).status == 401
    late = one.pair(tokens[1])["ticket"]
    other.patch(f"/api/projects/{project}", {"closed": True})
    wait_until(lambda: one.get("/api/ballot", tokens[1])["project"]["closed"])
    assert one.ask("POST", "/api/votes", {"key": "b", "ticket": late, "answer": "tie"}, tokens[1]).status == 409


def test_a_server_whose_store_is_gone_says_so_and_lives():
    running = cluster()
    address = running.__enter__()
    if address is None:
        pytest.skip("PostgreSQL is not installed")
    with Server(address) as server:
        client = Client(server.port)
        _, _, tokens = make_project(client, list("AB"), 1)
        vote = {"key": "k", "ticket": client.pair(tokens[0])["ticket"], "answer": "left"}
        assert client.raw("GET", "/api/ready").json == {"status": "ready"}
        running.__exit__(None, None, None)
        assert client.raw("GET", "/api/health").status == 200
        for answer in (client.raw("GET", "/api/ready"), client.ask("POST", "/api/votes", vote, tokens[0])):
            assert answer.status == 503 and "try again" in answer.error


def test_a_new_server_finds_everything(clients, database):
    one, _ = clients
    project, _, tokens = make_project(one, list("ABCD"), 1)
    one.vote(tokens[0], "a", one.pair(tokens[0]), "left")
    one.vote(tokens[0], "b", one.pair(tokens[0]), "left")
    ranking = one.settled_ranking(project)
    with Server(database) as third:
        client = Client(third.port)
        assert client.settled_ranking(project) == ranking
        assert client.get("/api/ballot", tokens[0])["votes"] == 2
