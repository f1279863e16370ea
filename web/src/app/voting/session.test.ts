import { describe, expect, it } from "vitest";
import { ApiError, type Ballot, type Pair, type VoteEvent } from "../api";
import { memoryKeeper } from "../storage";
import { pairKey, VotingSession } from "./session";

function pair(left: number, right: number): Pair {
  const thing = (id: number) => ({ id, kind: "text" as const, content: `item ${id}` });
  return { ticket: `${left}.${right}`, question: "Q?", left: thing(left), right: thing(right) };
}

// Asks about (1, 2), (3, 4), (5, 6), ..; an undone pair is asked about again at once.
class FakeServer {
  votes: VoteEvent[] = [];
  down = false;
  closed = false;
  accepted = true;
  completion: Ballot["completion"] = null;
  refuse: ApiError | null = null;
  gate: Promise<void> = Promise.resolve();

  constructor(private readonly ahead: number) {}

  private live(): VoteEvent[] {
    const undone = new Set(this.votes.map((vote) => (vote.answer === "undo" ? vote.undoes : "")));
    return this.votes.filter((vote) => vote.answer !== "undo" && !undone.has(vote.key));
  }

  async ballot(): Promise<Ballot> {
    if (this.down) throw new ApiError(0, "The server cannot be reached.");
    const live = this.live();
    const ask = (place: number) => pair(2 * place + 1, 2 * place + 2);
    return {
      project: { name: "P", question: "Q?", closed: this.closed },
      voter: { name: "Ann" },
      votes: live.filter((vote) => vote.answer !== "skip").length,
      pair: this.closed || !this.accepted || this.completion ? null : ask(live.length),
      ahead: Array.from({ length: this.accepted && !this.completion ? this.ahead : 0 }, (_, place) => ask(live.length + 1 + place)),
      undoable: live.length > 0,
      undo_key: live.at(-1)?.key ?? "",
      undo_limit: 32,
      instructions: "",
      consent: "C",
      accepted: this.accepted,
      goal: 0,
      quota: 0,
      completion: this.completion,
    };
  }

  async accept(): Promise<Ballot> {
    if (this.down) throw new ApiError(0, "The server cannot be reached.");
    this.accepted = true;
    return this.ballot();
  }

  async vote(event: VoteEvent): Promise<Ballot> {
    await this.gate;
    if (this.down) throw new ApiError(0, "The server cannot be reached.");
    if (this.refuse) throw this.refuse;
    if (!this.votes.some((vote) => vote.key === event.key)) this.votes.push(event);
    return this.ballot();
  }
}

function sessionOn(server: FakeServer, keeper = memoryKeeper(), name = "k") {
  let made = 0;
  const timer = () => ({ start: () => {}, stop: () => {} });
  return new VotingSession("token", server, keeper, timer, () => `${name}${++made}`);
}

const shown = (session: VotingSession) =>
  session.pair.value && [session.pair.value.left.id, session.pair.value.right.id];

describe.each([0, 3])("VotingSession, %i pairs ahead", (ahead) => {
  it("asks, answers and counts", async () => {
    const server = new FakeServer(ahead);
    const session = sessionOn(server);
    expect(session.phase.value).toBe("loading");
    await session.start();
    expect(session.phase.value).toBe("voting");
    for (const choice of ["left", "tie", "skip", "right"] as const) {
      session.answer(choice, 900);
      await session.queue.flush();
    }
    expect(server.votes.map((vote) => vote.answer)).toEqual(["left", "tie", "skip", "right"]);
    expect(server.votes.map((vote) => "ticket" in vote && vote.ticket)).toEqual(["1.2", "3.4", "5.6", "7.8"]);
    expect(server.votes.map((vote) => "ticket" in vote && vote.duration_ms)).toEqual([900, 900, 900, 900]);
    expect(session.answers.value).toBe(3);
    expect(shown(session)).toEqual([9, 10]);
  });

  it("undoes the last answer, and the one before it", async () => {
    const server = new FakeServer(ahead);
    const session = sessionOn(server);
    await session.start();
    session.answer("left", 900);
    await session.queue.flush();
    session.answer("right", 900);
    await session.queue.flush();
    session.undo();
    await session.queue.flush();
    expect(shown(session)).toEqual([3, 4]);
    session.undo();
    await session.queue.flush();
    expect(shown(session)).toEqual([1, 2]);
    expect(session.answers.value).toBe(0);
    expect(session.undoable.value).toBe("");
    expect(server.votes.map((vote) => (vote.answer === "undo" ? vote.undoes : vote.key))).toEqual([
      "k1",
      "k2",
      "k2",
      "k1",
    ]);
  });

  it("undoes what an earlier visit answered", async () => {
    const server = new FakeServer(ahead);
    const first = sessionOn(server);
    await first.start();
    first.answer("left", 900);
    await first.queue.flush();
    const second = sessionOn(server, memoryKeeper(), "m");
    await second.start();
    expect(second.undoable.value).toBe("k1");
    second.undo();
    expect(second.phase.value).toBe("loading");
    await second.queue.flush();
    expect(shown(second)).toEqual([1, 2]);
  });

  it("does not vote twice on a pair, however often it is told", async () => {
    const server = new FakeServer(0);
    const session = sessionOn(server);
    await session.start();
    session.answer("left", 900);
    session.answer("left", 900);
    session.answer("right", 900);
    await session.queue.flush();
    expect(server.votes).toHaveLength(1);
  });

  it("takes the next pair where the last was answered on another page", async () => {
    const server = new FakeServer(ahead);
    const session = sessionOn(server);
    await session.start();
    await sessionOn(server, memoryKeeper(), "other").start();
    server.votes.push({ key: "other1", ticket: "1.2", answer: "right", duration_ms: 900 });
    server.refuse = new ApiError(409, "you have already answered this pair, perhaps on another page");
    session.answer("left", 900);
    await session.queue.flush();
    await new Promise((done) => setTimeout(done));
    expect(session.refusal.value?.status).toBe(409);
    expect(session.phase.value).toBe("voting");
    expect(shown(session)).toEqual([3, 4]);
    expect(session.queue.waiting.value).toBe(0);
  });

  it("is closed when the vote is", async () => {
    const server = new FakeServer(ahead);
    const session = sessionOn(server);
    await session.start();
    server.closed = true;
    server.refuse = new ApiError(409, "the vote is closed");
    session.answer("left", 900);
    await session.queue.flush();
    await Promise.resolve();
    expect(session.phase.value).toBe("closed");
    expect(session.refusal.value?.message).toBe("the vote is closed");
  });
});

describe("VotingSession of a study", () => {
  it("begins when it is accepted, which may take more than one try", async () => {
    const server = new FakeServer(3);
    server.accepted = false;
    const session = sessionOn(server);
    await session.start();
    expect(session.phase.value).toBe("welcome");
    server.down = true;
    await session.accept();
    expect(session.phase.value).toBe("welcome");
    expect(session.unaccepted.value?.status).toBe(0);
    server.down = false;
    await session.accept();
    expect(session.phase.value).toBe("voting");
    expect(session.unaccepted.value).toBeNull();
  });

  it("is done when the server says so, also after the vote was closed", async () => {
    const server = new FakeServer(0);
    const session = sessionOn(server);
    await session.start();
    server.completion = { thanks: "T", link: "", code: "C" };
    session.answer("left", 900);
    await session.queue.flush();
    expect(session.phase.value).toBe("done");
    server.closed = true;
    const later = sessionOn(server);
    await later.start();
    expect(later.phase.value).toBe("done");
  });

  it("takes the same things with another question for another pair", () => {
    const one = pair(1, 2);
    expect(pairKey(one)).toBe(pairKey({ ...pair(2, 1) }));
    expect(pairKey(one)).not.toBe(pairKey({ ...one, question: "Why?" }));
  });
});

describe("VotingSession without a network", () => {
  it("goes on with the pairs at hand, then waits, and loses nothing", async () => {
    const server = new FakeServer(3);
    const keeper = memoryKeeper();
    const session = sessionOn(server, keeper);
    await session.start();
    server.down = true;
    for (let vote = 0; vote < 4; ++vote) {
      expect(session.phase.value).toBe("voting");
      session.answer("left", 900);
    }
    await session.queue.flush();
    expect(session.phase.value).toBe("away");
    expect(session.queue.waiting.value).toBe(4);
    expect(session.answers.value).toBe(4);
    server.down = false;
    const later = sessionOn(server, keeper, "m");
    await later.start();
    expect(server.votes.map((vote) => vote.key)).toEqual(["k1", "k2", "k3", "k4"]);
    expect(later.answers.value).toBe(4);
    expect(shown(later)).toEqual([9, 10]);
  });

  it("says so when there is not even a first pair", async () => {
    const server = new FakeServer(3);
    server.down = true;
    const session = sessionOn(server);
    await session.start();
    expect(session.phase.value).toBe("away");
    server.down = false;
    session.retry();
    await new Promise((done) => setTimeout(done));
    expect(session.phase.value).toBe("voting");
  });

  it("knows a link that is not valid from a voter who was excluded", async () => {
    const server = new FakeServer(0);
    const session = sessionOn(server);
    server.ballot = () => Promise.reject(new ApiError(401, "no such voter"));
    await session.start();
    expect(session.phase.value).toBe("invalid");
    server.ballot = () => Promise.reject(new ApiError(403, "excluded"));
    await session.start();
    expect(session.phase.value).toBe("barred");
  });
});
