import { describe, expect, it } from "vitest";
import { ApiError, type Ballot, type VoteEvent } from "../api";
import { type Keeper, memoryKeeper } from "../storage";
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS, VoteQueue } from "./queue";

const BALLOT: Ballot = {
  project: { name: "P", question: "Q?", closed: false },
  voter: { name: "Ann" },
  votes: 0,
  pair: null,
  undoable: false,
  undo_limit: 32,
  instructions: "",
  consent: "",
  accepted: true,
  goal: 0,
  quota: 0,
  completion: null,
};

function answer(key: string): VoteEvent {
  return { key, ticket: "1.2.signature", answer: "left", duration_ms: 900 };
}

// A server that stores a key once, and does as `next` says: answers, fails, or stores and fails.
class FakeServer {
  stored: string[] = [];
  calls = 0;
  next: ("ok" | "lost" | number)[] = [];

  async send(event: VoteEvent): Promise<Ballot> {
    this.calls += 1;
    const how = this.next.shift() ?? "ok";
    if (typeof how === "number") throw new ApiError(how, `status ${how}`);
    if (!this.stored.includes(event.key)) this.stored.push(event.key);
    if (how === "lost") throw new ApiError(0, "the answer was lost");
    return BALLOT;
  }
}

class FakeTimer {
  pauses: number[] = [];
  then: (() => void) | null = null;
  start(milliseconds: number, then: () => void): void {
    this.pauses.push(milliseconds);
    this.then = then;
  }
  stop(): void {
    this.then = null;
  }
}

function queueOn(server: FakeServer, keeper: Keeper = memoryKeeper(), owner = "v1") {
  const refused: string[] = [];
  const saved: string[] = [];
  const timer = new FakeTimer();
  const events = {
    send: (event: VoteEvent) => server.send(event),
    saved: (event: VoteEvent) => void saved.push(event.key),
    refused: (event: VoteEvent, error: ApiError) => void refused.push(`${event.key}: ${error.message}`),
  };
  return { queue: new VoteQueue(owner, keeper, events, timer), refused, saved, timer, keeper };
}

describe("VoteQueue", () => {
  it("sends in the order given and forgets what is saved", async () => {
    const server = new FakeServer();
    const { queue, saved, keeper } = queueOn(server);
    for (const key of ["c", "a", "b"]) queue.add(answer(key));
    expect(queue.waiting.value).toBe(3);
    await queue.flush();
    expect(server.stored).toEqual(["c", "a", "b"]);
    expect(saved).toEqual(["c", "a", "b"]);
    expect(queue.waiting.value).toBe(0);
    expect(keeper.keys("")).toEqual([]);
  });

  it("keeps one answer in flight, and the rest behind it", async () => {
    const server = new FakeServer();
    const { queue } = queueOn(server);
    queue.add(answer("a"));
    queue.add(answer("b"));
    expect(server.calls).toBe(1);
    await queue.flush();
    expect(server.calls).toBe(2);
  });

  it.each([0, 401, 408, 429, 500, 503])("tries again after %i, with longer pauses and the same key", async (status) => {
    const server = new FakeServer();
    server.next = Array(8).fill(status);
    const { queue, timer, refused } = queueOn(server);
    queue.add(answer("a"));
    await queue.flush();
    expect(queue.trouble.value?.status).toBe(status);
    while (timer.then) {
      timer.then();
      await queue.flush();
    }
    expect(timer.pauses[0]).toBe(FIRST_PAUSE_MS);
    expect(timer.pauses[1]).toBe(2 * FIRST_PAUSE_MS);
    expect(timer.pauses.at(-1)).toBe(LONGEST_PAUSE_MS);
    expect(timer.pauses).toHaveLength(8);
    expect(server.stored).toEqual(["a"]);
    expect(queue.trouble.value).toBeNull();
    expect(refused).toEqual([]);
  });

  it("stores once what was stored though its answer was lost", async () => {
    const server = new FakeServer();
    server.next = ["lost"];
    const { queue } = queueOn(server);
    queue.add(answer("a"));
    await queue.flush();
    expect(queue.waiting.value).toBe(1);
    await queue.flush();
    expect(server.calls).toBe(2);
    expect(server.stored).toEqual(["a"]);
    expect(queue.waiting.value).toBe(0);
  });

  it.each([400, 403, 404, 409])("drops what is refused with %i, and its undo, but not the rest", async (status) => {
    const server = new FakeServer();
    server.next = [status];
    const { queue, refused, keeper } = queueOn(server);
    queue.add(answer("a"));
    queue.add({ key: "u", answer: "undo", undoes: "a" });
    queue.add(answer("b"));
    await queue.flush();
    expect(refused).toEqual([`a: status ${status}`]);
    expect(server.stored).toEqual(["b"]);
    expect(keeper.keys("")).toEqual([]);
  });

  it("goes on after the page was closed, in the same order", async () => {
    const keeper = memoryKeeper();
    const dead = new FakeServer();
    dead.next = Array(99).fill(0);
    const before = queueOn(dead, keeper);
    for (const key of ["c", "a", "b"]) before.queue.add(answer(key));
    await before.queue.flush();
    const server = new FakeServer();
    const after = queueOn(server, keeper);
    expect(after.queue.waiting.value).toBe(3);
    await after.queue.flush();
    expect(server.stored).toEqual(["c", "a", "b"]);
  });

  it("leaves alone what another voter has waiting", async () => {
    const keeper = memoryKeeper();
    const dead = new FakeServer();
    dead.next = [0];
    const other = queueOn(dead, keeper, "v1.1.secret");
    other.queue.add(answer("a"));
    await other.queue.flush();
    expect(queueOn(new FakeServer(), keeper, "v1.2.secret").queue.waiting.value).toBe(0);
  });

  it("says when the browser keeps nothing", () => {
    const keeper = { ...memoryKeeper(), set: () => false };
    const { queue } = queueOn(new FakeServer(), keeper);
    queue.add(answer("a"));
    expect(queue.lasting.value).toBe(false);
  });
});
