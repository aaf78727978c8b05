import { randomUUID } from "node:crypto";
import {
  type AccessScope,
  announceAccess,
  setAccessListening,
} from "#lib/core/access/access-memory.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/** `content`: no earlier copy may be shown. `page`: live connections end, too. */
export type Withdrawn = "nothing" | "content" | "page";

export type Change = { status_page_id: number; withdrawn: Withdrawn } | "unheard";
type Listener = (change: Change) => void;

type News = { change: Change | null; access: AccessScope | null };
export type Announcement = News & { id: string };

type Shared = {
  process_id: string;
  count: number;
  listeners: Set<Listener>;
  relay: (announcement: Announcement) => Promise<void>;
};
const shared = oncePerProcess(
  "changes",
  (): Shared => ({
    process_id: randomUUID(),
    count: 0,
    listeners: new Set(),
    relay: async () => {},
  }),
);

/** Payload: `<status_page_id>:<withdrawn>:<access>:<change_id>`, with `access` or `same`. */
export const PAGE_CHANGED = "page_changed";
export const PAGE_WITHDRAWN = "page_withdrawn";

/** Payload: `organization:<id>:<change_id>` or `user:<id>:<change_id>`. */
export const ACCESS_CHANGED = "access_changed";

/** The id keeps a process from dropping twice what it dropped after the commit. */
export function newChangeId(): string {
  shared.count += 1;
  return `${shared.process_id}.${shared.count}`;
}

export function onChange(listener: Listener): void {
  shared.listeners.add(listener);
}

export function receiveChange({ change, access }: News): void {
  if (access) announceAccess(access);
  if (change === "unheard") announceAccess("anywhere");
  if (change) for (const listener of shared.listeners) listener(change);
}

/** @returns when every front of this node has dropped its copies, or a moment has passed */
export async function announce(announcement: Announcement): Promise<void> {
  receiveChange(announcement);
  await shared.relay(announcement);
}

/** Sets how the other processes on this node are notified. */
export function relayChanges(relay: Shared["relay"]): void {
  shared.relay = relay;
}

export function setListening(listening: boolean): void {
  setAccessListening(listening);
  receiveChange({ change: "unheard", access: null });
}
