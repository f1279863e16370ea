// What the page knows of its server, and the address that links have.
import { signal } from "@preact/signals";
import type { AdminApi, ServerInfo } from "../api";
import { shareLink } from "../route";

export const server = signal<ServerInfo | null>(null);

export async function learnServer(api: AdminApi): Promise<void> {
  try {
    server.value = await api.server();
  } catch {
    // Links then have the address of this page; whatever else fails is said where it was asked for.
  }
}

// The address to hand to a person: the one that the server was told, or else that of this page.
export function linkFor(kind: "vote" | "join" | "results", token: string): string {
  return shareLink(server.value?.url || location.origin, kind, token);
}
