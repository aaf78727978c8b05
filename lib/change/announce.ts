import { randomUUID } from "node:crypto";

/**
 * A page changed; `withdrawn`: its address or who may see it may have, too, so what was public of it may be so no longer. `access`: keys,
 * memberships or organizations changed. `unheard`: anything may have changed.
 */
export type Change = { status_page_id: number; withdrawn: boolean } | "access" | "unheard";
type Listener = (change: Change) => void;
type Shared = { process_id: string; listeners: Set<Listener>; listening: boolean };
// Next bundles its own copy of this module: both share one set of listeners.
const key = Symbol.for("allclear.changes");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { process_id: randomUUID(), listeners: new Set(), listening: false };
const shared = holder[key];

/** The channels on which processes tell each other which page changed; the payload is `<status_page_id>:<process_id>`. */
export const PAGE_CHANGED = "page_changed";
export const PAGE_WITHDRAWN = "page_withdrawn";

/** The channel on which they tell that keys, memberships or organizations changed; the payload is `<process_id>`. */
export const ACCESS_CHANGED = "access_changed";

/** Names this process in notifications, so that it does not drop a second time what it dropped right after commit. */
export const processId = shared.process_id;

/** Calls the listener with each change, in whichever process it is made. */
export function onChange(listener: Listener): void {
  shared.listeners.add(listener);
}

export function announce(change: Change): void {
  for (const listener of shared.listeners) listener(change);
}

/** Whether this process hears of other processes' changes; while it does not, nothing may be remembered for long. */
export function isListening(): boolean {
  return shared.listening;
}

export function setListening(listening: boolean): void {
  shared.listening = listening;
  announce("unheard");
}
