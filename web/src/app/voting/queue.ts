// Answers on their way to the server: kept in the browser until the server has acknowledged them, sent one after
// another in the order given, and sent again with the same key for as long as no answer comes. The server stores a key
// once, so sending twice does no harm.
import { signal } from "@preact/signals";
import { ApiError, type Ballot, type VoteEvent } from "../api";
import type { Keeper } from "../storage";

export interface QueueEvents {
  send(event: VoteEvent): Promise<Ballot>;
  saved(event: VoteEvent, ballot: Ballot): void;
  refused(event: VoteEvent, error: ApiError): void; // for good: it was dropped
}

export interface Timer {
  start(milliseconds: number, then: () => void): void; // in place of what was started before
  stop(): void;
}

export function browserTimer(): Timer {
  let running: ReturnType<typeof setTimeout> | undefined;
  return {
    start(milliseconds, then) {
      clearTimeout(running);
      running = setTimeout(then, milliseconds);
    },
    stop: () => clearTimeout(running),
  };
}

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 30_000;

// Trouble that passes: no network, the server busy or restarting, or started with another store than the voter's.
function passes(error: ApiError): boolean {
  return [0, 401, 408, 429].includes(error.status) || error.status >= 500;
}

interface Kept {
  place: number;
  event: VoteEvent;
}

export class VoteQueue {
  readonly waiting = signal(0); // answers not yet acknowledged
  readonly trouble = signal<ApiError | null>(null); // why the last try failed; null: it did not
  readonly lasting = signal(true); // false: the browser keeps nothing, closing the page loses what waits

  private readonly prefix: string;
  private list: Kept[];
  private sending: Promise<void> | null = null;
  private pause = FIRST_PAUSE_MS;

  constructor(
    owner: string,
    private readonly keeper: Keeper,
    private readonly events: QueueEvents,
    private readonly timer: Timer = browserTimer(),
  ) {
    this.prefix = `pdrank.vote.${owner}.`;
    this.list = this.read();
    this.waiting.value = this.list.length;
  }

  get unsaved(): VoteEvent[] {
    return this.list.map((kept) => kept.event);
  }

  add(event: VoteEvent): void {
    const kept = { place: (this.list.at(-1)?.place ?? 0) + 1, event };
    this.list.push(kept);
    // An entry of its own for each, so that two tabs of one voter do not overwrite each other's.
    this.lasting.value = this.keeper.set(this.prefix + event.key, JSON.stringify(kept));
    this.waiting.value = this.list.length;
    void this.flush();
  }

  // Sends what waits; ends when all is saved or a try failed, after which it goes on by itself later.
  flush(): Promise<void> {
    this.timer.stop();
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  stop(): void {
    this.timer.stop();
  }

  private async sendAll(): Promise<void> {
    for (let kept = this.list[0]; kept; kept = this.list[0]) {
      try {
        const ballot = await this.events.send(kept.event);
        this.pause = FIRST_PAUSE_MS;
        this.trouble.value = null;
        this.drop((other) => other === kept);
        this.events.saved(kept.event, ballot);
      } catch (error) {
        const known = error instanceof ApiError ? error : new ApiError(0, "The server cannot be reached.");
        if (passes(known)) return this.tryLater(known);
        this.giveUp(kept.event, known);
      }
    }
  }

  private tryLater(error: ApiError): void {
    this.trouble.value = error;
    this.timer.start(this.pause, () => void this.flush());
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
  }

  // What was to undo the refused answer goes with it.
  private giveUp(event: VoteEvent, error: ApiError): void {
    this.trouble.value = null;
    this.drop(({ event: other }) => other === event || (other.answer === "undo" && other.undoes === event.key));
    this.events.refused(event, error);
  }

  private drop(which: (kept: Kept) => boolean): void {
    for (const kept of this.list.filter(which)) this.keeper.remove(this.prefix + kept.event.key);
    this.list = this.list.filter((kept) => !which(kept));
    this.waiting.value = this.list.length;
  }

  private read(): Kept[] {
    const found: Kept[] = [];
    for (const key of this.keeper.keys(this.prefix)) {
      try {
        const kept = JSON.parse(this.keeper.get(key) ?? "") as Kept;
        if (this.prefix + kept.event.key === key) found.push(kept);
      } catch {
        this.keeper.remove(key); // not ours
      }
    }
    return found.sort((a, b) => a.place - b.place);
  }
}
