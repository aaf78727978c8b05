import { randomUUID } from "node:crypto";
import {
  type AccessScope,
  announceAccess,
  setAccessListening,
} from "#lib/core/access/access-memory.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/**
 * What a change takes from the public. `content`: something that the page showed, so that no earlier
 * copy may be shown. `page`: the page itself, at its address or for everyone, so that open live
 * connections must end as well.
 */
export type Withdrawn = "nothing" | "content" | "page";

/** What a page shows changed. `unheard`: anything may have changed. */
export type Change = { status_page_id: number; withdrawn: Withdrawn } | "unheard";
type Listener = (change: Change) => void;

/** What changed: what a page shows, what somebody is allowed, or both. */
type News = { change: Change | null; access: AccessScope | null };
/** News under the name that their notification has. */
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

/**
 * The channels on which processes tell each other which page changed, and which is withdrawn itself;
 * the payload is `<status_page_id>:<withdrawn>:<access>:<name>`, where `access` says whether
 * access to it may be another one: `access` or `same`.
 */
export const PAGE_CHANGED = "page_changed";
export const PAGE_WITHDRAWN = "page_withdrawn";

/**
 * The channel on which they tell whose keys or memberships changed; the payload is
 * `organization:<id>:<name>` or `user:<id>:<name>`.
 */
export const ACCESS_CHANGED = "access_changed";

/**
 * Identifies a change, here and in its notification, so that no process drops again what it dropped
 * right after the commit.
 */
export function newChangeId(): string {
  shared.count += 1;
  return `${shared.process_id}.${shared.count}`;
}

/** Calls the listener with each change, in whichever process it is made. */
export function onChange(listener: Listener): void {
  shared.listeners.add(listener);
}

/** Tells this process of a change that was made anywhere. */
export function receiveChange({ change, access }: News): void {
  if (access) announceAccess(access);
  if (change === "unheard") announceAccess("anywhere");
  if (change) for (const listener of shared.listeners) listener(change);
}

/**
 * Tells of a change that was made here, once it is committed.
 * @returns when every front of this node has dropped what it kept, or will before the client gets
 * the answer, or a moment has passed
 */
export async function announce(announcement: Announcement): Promise<void> {
  receiveChange(announcement);
  await shared.relay(announcement);
}

/** Sets the way by which the other processes of this node are told. */
export function relayChanges(relay: Shared["relay"]): void {
  shared.relay = relay;
}

/** Sets whether this process is notified of other processes' changes. */
export function setListening(listening: boolean): void {
  setAccessListening(listening);
  receiveChange({ change: "unheard", access: null });
}
