"""What an admin is told to look at: voters who stuff the ballot, and sides that are chosen for themselves."""

import random

import pytest
from client import Client, Server, make_project, wait_until

ITEMS = [f"item {k}" for k in range(10)]  # the later, the better
WORST = ITEMS[0]


@pytest.fixture
def behind_a_proxy(tmp_path):
    with Server(tmp_path / "votes.db", options=("--proxy-header", "X-Forwarded-For")) as running:
        yield Client(running.port)


def names(client: Client, project: int) -> dict[int, str]:
    return {item["id"]: item["name"] for item in client.get(f"/api/projects/{project}/items")}


def ranked(client: Client, project: int, votes: int) -> list[str]:
    """The items, best first, as soon as so many votes are in the ranking: the quick one will do."""
    seen = []

    def has_them() -> bool:
        seen.append(client.get(f"/api/projects/{project}/ranking"))
        return seen[-1]["votes"] == votes

    wait_until(has_them)
    return [place["item"] for place in seen[-1]["items"]]


def answer_all(client: Client, token: str, choose, most: int = 1000) -> int:
    """The number of answers. `choose`: from the ids of both items to a side."""
    for number in range(most):
        pair = client.pair(token)
        if not pair:
            return number
        client.vote(token, f"vote-{number}", pair, choose(pair["left"]["id"], pair["right"]["id"]))
    return most


def test_sixty_joins_with_fifteen_votes_each_are_seen_and_undone(behind_a_proxy):
    client = behind_a_proxy
    project, _, tokens = make_project(client, ITEMS, 5)
    name_of = names(client, project)
    chance = random.Random(1)

    def honestly(left: int, right: int) -> str:
        better = "left" if ITEMS.index(name_of[left]) > ITEMS.index(name_of[right]) else "right"
        return better if chance.random() < 0.9 else {"left": "right", "right": "left"}[better]

    def for_the_worst(left: int, right: int) -> str:
        return "left" if name_of[left] == WORST else "right" if name_of[right] == WORST else honestly(left, right)

    for token in tokens:
        answer_all(client, token, honestly)
    honest = 5 * 45
    assert ranked(client, project, honest)[-1] == WORST
    assert client.get(f"/api/projects/{project}")["warnings"] == []

    link = client.patch(f"/api/projects/{project}", {"open_link": True})["join_token"]
    crowd = []
    while len(crowd) < 60:  # each from another address; a project takes 20 a second
        answer = client.ask("POST", "/api/join", {}, link, {"X-Forwarded-For": f"192.0.2.{len(crowd)}"})
        assert answer.status in (201, 429), answer
        crowd += [answer.json["token"]] if answer.status == 201 else []
    for token in crowd:
        assert answer_all(client, token, for_the_worst, 15) == 15
    attacked = ranked(client, project, honest + 60 * 15)
    assert attacked[0] == WORST, "the attack works, or nothing is shown by this test"

    (burst,) = [one for one in client.get(f"/api/projects/{project}/doubts") if one["kind"] == "burst"]
    assert burst["text"] == (
        "60 voters joined by the open link within 10 seconds: look at what they answered "
        "(Voter 6, Voter 7, Voter 8 and 57 more)"
    )
    assert burst["text"] in client.get(f"/api/projects/{project}")["warnings"]
    voters = {voter["token"]: voter["id"] for voter in client.get(f"/api/projects/{project}/voters")}
    assert burst["voters"] == [voters[token] for token in crowd], "those with links of their own are not accused"
    done = client.ask("PATCH", f"/api/projects/{project}/voters", {"ids": burst["voters"], "excluded": True})
    assert (done.status, done.json) == (200, {"voters": 60})
    assert client.get(f"/api/projects/{project}")["warnings"] == []
    assert ranked(client, project, honest)[-1] == WORST


def test_sixty_joins_from_one_address_are_seen(behind_a_proxy):
    client = behind_a_proxy
    project, _, _ = make_project(client, ITEMS, 1)
    link = client.patch(f"/api/projects/{project}", {"open_link": True})["join_token"]
    tokens = []
    for _ in range(60):
        answer = client.ask("POST", "/api/join", {}, link, {"X-Forwarded-For": "192.0.2.1"})
        assert answer.status in (201, 429), answer
        tokens += [answer.json["token"]] if answer.status == 201 else []
    assert 20 <= len(tokens) < 30, "the others have to wait"
    assert answer_all(client, tokens[0], lambda *_: "left", 15) == 15
    (doubt,) = [one for one in client.get(f"/api/projects/{project}/doubts") if one["kind"] == "address"]
    assert doubt["text"].startswith(f"{len(tokens)} voters joined by the open link from one address within")
    assert doubt["text"].endswith(f"they may be one person (Voter 2, Voter 3, Voter 4 and {len(tokens) - 3} more)")
    assert len(doubt["voters"]) == len(tokens)


def test_the_report_says_what_leaning_to_one_side_does(client):
    project, _, tokens = make_project(client, [f"font {k}" for k in range(12)], 6)
    chance = random.Random(1)
    for token in tokens:
        answer_all(client, token, lambda *_: "left" if chance.random() < 0.8 else "right", 60)
    client.settled_ranking(project)
    warnings = client.get(f"/api/projects/{project}")["warnings"]
    assert any("The left side was chosen in" in one and "the report says" in one for one in warnings), warnings
    report = client.ask("GET", f"/api/projects/{project}/report").body.decode()
    assert "Of two equal items, the one that stands first is chosen" in report
    assert "the ranking allows for that" in report
    even, _, tokens = make_project(client, [f"font {k}" for k in range(12)], 6)
    for token in tokens:
        answer_all(client, token, lambda *_: chance.choice(("left", "right")), 60)
    client.settled_ranking(even)
    assert not any("side" in one for one in client.get(f"/api/projects/{even}")["warnings"])
    report = client.ask("GET", f"/api/projects/{even}/report").body.decode()
    assert "Of two equal items, the one that stands first is chosen" not in report
