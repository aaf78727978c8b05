import { randomUUID } from "node:crypto";

/** A page changed; or null: who may do what changed, or changes may have been missed. */
type Listener = (statusPageId: number | null) => void;
type Shared = { process_id: string; listeners: Set<Listener>; listening: boolean };
// Next bundles its own copy of this module: both share one set of listeners.
const key = Symbol.for("allclear.changes");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { process_id: randomUUID(), listeners: new Set(), listening: false };
const shared = holder[key];

/** The channel on which processes tell each other which page changed; the payload is `<status_page_id>:<process_id>`. */
export const PAGE_CHANGED = "page_changed";

/** The channel on which they tell that keys, memberships or organizations changed; the payload is `<process_id>`. */
export const ACCESS_CHANGED = "access_changed";

/** Names this process in notifications, so that it does not drop a second time what it dropped right after commit. */
export const processId = shared.process_id;

/** Calls the listener with the id of each page that changed, in whichever process. @returns a function that ends it */
export function onPageChange(listener: (statusPageId: number) => void): () => void {
  const own: Listener = (id) => id !== null && listener(id);
  shared.listeners.add(own);
  return () => shared.listeners.delete(own);
}

/** Calls the listener when what is known about anybody's access may no longer be true. */
export function onAccessChange(listener: () => void): () => void {
  shared.listeners.add(listener);
  return () => shared.listeners.delete(listener);
}

export function announcePageChange(statusPageId: number): void {
  for (const listener of shared.listeners) listener(statusPageId);
}

export function announceAccessChange(): void {
  for (const listener of shared.listeners) listener(null);
}

/** Whether this process hears of other processes' changes; while it does not, nothing may be remembered for long. */
export function isListening(): boolean {
  return shared.listening;
}

export function setListening(listening: boolean): void {
  shared.listening = listening;
  announceAccessChange();
}
