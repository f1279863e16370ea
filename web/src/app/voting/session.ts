// One voter at work: which pair is shown, what was answered, what can be undone. An answer shows the next pair at once
// if one is in stock; the queue brings the answer to the server, whose reply fills the stock up again.
import { computed, signal } from "@preact/signals";
import { ApiError, type Ballot, type Choice, type Pair, type VoteEvent } from "../api";
import type { Keeper } from "../storage";
import { browserTimer, type Timer, VoteQueue } from "./queue";

export interface Server {
  ballot(): Promise<Ballot>;
  vote(event: VoteEvent): Promise<Ballot>;
  accept(): Promise<Ballot>;
}

export type Phase = "loading" | "welcome" | "voting" | "closed" | "done" | "invalid" | "barred" | "away";

interface Answered {
  key: string;
  pair: Pair;
}

const LOOK_AGAIN_MS = 15_000; // when there is nothing to ask
const RECONNECT_MS = 3_000; // when there is no ballot yet
const STOCK = 4; // pairs at hand

export function pairKey(pair: Pair): string {
  return [...[pair.left.id, pair.right.id].sort((a, b) => a - b), pair.question].join("-");
}

// What an answer adds to the number of answers: those that say something.
function gain(event: VoteEvent): number {
  if (event.answer === "undo") return -1;
  return event.answer === "skip" ? 0 : 1;
}

export class VotingSession {
  readonly ballot = signal<Ballot | null>(null); // the latest
  readonly failure = signal<ApiError | null>(null); // of getting one
  readonly refusal = signal<ApiError | null>(null); // of the last answer
  readonly unaccepted = signal<ApiError | null>(null); // why accepting failed
  readonly pairs = signal<Pair[]>([]); // the first is shown
  readonly queue: VoteQueue;

  private readonly past = signal<Answered[]>([]); // on this page, not undone
  private readonly timer: Timer;

  constructor(
    token: string,
    private readonly server: Server,
    keeper: Keeper,
    timers: () => Timer = browserTimer,
    private readonly newKey: () => string = () => crypto.randomUUID(),
  ) {
    this.timer = timers();
    const events = {
      send: (event: VoteEvent) => server.vote(event),
      saved: (_event: VoteEvent, ballot: Ballot) => this.receive(ballot),
      refused: (event: VoteEvent, error: ApiError) => this.refused(event, error),
    };
    this.queue = new VoteQueue(token, keeper, events, timers());
  }

  readonly pair = computed(() => this.pairs.value[0] ?? null);

  readonly phase = computed<Phase>(() => {
    const failure = this.failure.value;
    if (failure?.status === 401) return "invalid";
    if (failure?.status === 403) return "barred";
    const ballot = this.ballot.value;
    if (!ballot) return failure ? "away" : "loading";
    if (ballot.completion && this.pairs.value.length === 0 && this.queue.waiting.value === 0) return "done";
    if (ballot.project.closed) return "closed";
    if (!ballot.accepted) return "welcome";
    if (this.pairs.value.length > 0) return "voting";
    if (this.queue.waiting.value > 0) return this.queue.trouble.value ? "away" : "loading";
    return failure ? "away" : "done";
  });

  // Own answers, those on their way included.
  readonly answers = computed(() => {
    const coming = this.queue.waiting.value > 0 ? this.queue.unsaved.reduce((sum, event) => sum + gain(event), 0) : 0;
    return Math.max(0, (this.ballot.value?.votes ?? 0) + coming);
  });

  // The key of what undo would undo.
  readonly undoable = computed(() => {
    const mine = this.past.value.at(-1)?.key;
    if (mine || this.queue.waiting.value > 0) return mine ?? "";
    return this.ballot.value?.undo_key ?? "";
  });

  // What waited from an earlier visit goes first, so that the ballot does not ask about it again.
  async start(): Promise<void> {
    await this.queue.flush();
    await this.look();
  }

  stop(): void {
    this.timer.stop();
    this.queue.stop();
  }

  // The network is back, or the voter is impatient.
  retry(): void {
    void this.queue.flush();
    if (this.phase.value !== "voting") void this.look();
  }

  async accept(): Promise<void> {
    try {
      this.receive(await this.server.accept());
      this.unaccepted.value = null;
    } catch (error) {
      this.unaccepted.value = error instanceof ApiError ? error : new ApiError(0, "The server cannot be reached.");
    }
  }

  // `duration_ms`: how long the pair was in sight.
  answer(choice: Choice, duration_ms: number): void {
    const [pair, ...rest] = this.pairs.value;
    const ballot = this.ballot.value;
    if (!pair || !ballot || this.phase.value !== "voting") return;
    const key = this.newKey();
    this.refusal.value = null;
    this.past.value = [...this.past.value, { key, pair }].slice(-ballot.undo_limit);
    this.pairs.value = rest;
    this.queue.add({ key, ticket: pair.ticket, answer: choice, duration_ms });
  }

  undo(): void {
    const undoes = this.undoable.value;
    if (!undoes) return;
    const last = this.past.value.at(-1);
    this.refusal.value = null;
    this.past.value = this.past.value.slice(0, -1);
    this.pairs.value = last ? [last.pair, ...this.pairs.value] : []; // the server knows what is older than this page
    this.queue.add({ key: this.newKey(), answer: "undo", undoes });
  }

  private async look(): Promise<void> {
    try {
      this.receive(await this.server.ballot());
    } catch (error) {
      this.failure.value = error instanceof ApiError ? error : new ApiError(0, "The server cannot be reached.");
      if (this.phase.value === "away") this.timer.start(RECONNECT_MS, () => void this.look());
    }
  }

  private receive(ballot: Ballot): void {
    this.failure.value = null;
    this.ballot.value = ballot;
    if (this.queue.waiting.value > 0) return; // a newer ballot is on its way
    const shown = this.pairs.value.slice(0, 1);
    const known = new Set(shown.map(pairKey));
    const fresh = [ballot.pair, ...(ballot.ahead ?? [])].filter((pair): pair is Pair => {
      if (!pair || known.has(pairKey(pair))) return false;
      return known.add(pairKey(pair)) !== undefined;
    });
    this.pairs.value = ballot.project.closed ? [] : [...shown, ...fresh].slice(0, STOCK);
    if (this.pairs.value.length === 0) this.timer.start(LOOK_AGAIN_MS, () => void this.look());
  }

  private refused(event: VoteEvent, error: ApiError): void {
    this.refusal.value = error;
    this.past.value = this.past.value.filter((answered) => answered.key !== event.key);
    this.pairs.value = [];
    void this.look();
  }
}
