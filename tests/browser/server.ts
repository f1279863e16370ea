// `pdrank serve` on a port and a store of its own, and its API as a program would use it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";

export interface Voter {
  id: number;
  name: string;
  token: string;
}

export interface Item {
  id: number;
  name: string;
}

const program = process.env.PDRANK_BIN ?? resolve(__dirname, "../../build/release/bin/pdrank");

async function firstLine(process: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: process.stdout! })) return line;
  throw new Error("pdrank serve ended without a word");
}

export class Server {
  origin = "";
  secret = "";
  private process: ChildProcess | null = null;

  constructor(readonly folder: string) {}

  // On the port it had before, if it had one: links stay what they are.
  async start(): Promise<void> {
    const port = this.origin ? new URL(this.origin).port : "0";
    const store = join(this.folder, "votes.db");
    this.process = spawn(program, ["serve", "--store", store, "--port", port], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const link = new URL(await firstLine(this.process));
    this.origin = link.origin;
    this.secret = link.hash.replace("#admin=", "");
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const process = this.process;
    this.process = null;
    if (!process || process.exitCode !== null) return;
    const ended = new Promise((done) => process.once("exit", done));
    process.kill(signal);
    await ended;
  }

  admin(hash = ""): string {
    return `${this.origin}/#admin=${this.secret}${hash}`;
  }

  async fetch(token: string, method: string, path: string, body?: unknown): Promise<Response> {
    const bytes = body instanceof Uint8Array;
    return fetch(this.origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(bytes || body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: bytes ? new Blob([body as Uint8Array<ArrayBuffer>]) : body === undefined ? undefined : JSON.stringify(body),
    });
  }

  async call<T>(method: string, path: string, body?: unknown, token = this.secret): Promise<T> {
    const response = await this.fetch(token, method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  // A project with items, text unless they say otherwise, and voters.
  async project(
    name: string,
    items: (string | { name: string; kind: string; content: string })[],
    voters: string[],
  ): Promise<{ id: number; items: Item[]; voters: Voter[] }> {
    const { id } = await this.call<{ id: number }>("POST", "/api/projects", { name, question: "Which one is better?" });
    const path = `/api/projects/${id}`;
    const list = items.map((item) => (typeof item === "string" ? { name: item } : item));
    const made = list.length > 0 ? await this.call<Item[]>("POST", `${path}/items`, { items: list }) : [];
    const who = voters.length > 0 ? await this.call<Voter[]>("POST", `${path}/voters`, { names: voters }) : [];
    return { id, items: made, voters: who };
  }

  async export(project: number, what: string): Promise<Record<string, string>[]> {
    return this.call("GET", `/api/projects/${project}/export?what=${what}&format=json`);
  }

  vote(voter: Voter): string {
    return `${this.origin}/#vote=${voter.token}`;
  }
}

export const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = new Server(mkdtempSync(join(tmpdir(), "pdrank-browser-")));
    await server.start();
    await use(server);
    await server.end("SIGTERM");
    rmSync(server.folder, { recursive: true });
  },
});
