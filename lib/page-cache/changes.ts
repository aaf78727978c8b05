import { randomUUID } from "node:crypto";

type Listener = (statusPageId: number) => void;
type Shared = { process_id: string; listeners: Set<Listener> };
// Next bundles its own copy of this module: both share one set of listeners.
const key = Symbol.for("allclear.page-changes");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { process_id: randomUUID(), listeners: new Set() };
const shared = holder[key];

/** The channel on which processes tell each other which page changed; the payload is `<status_page_id>:<process_id>`. */
export const PAGE_CHANGED = "page_changed";

/** Names this process in notifications, so that it does not drop a second time what it dropped right after commit. */
export const processId = shared.process_id;

/** Calls the listener with the id of each page that changed, in whichever process. @returns a function that ends it */
export function onPageChange(listener: Listener): () => void {
  shared.listeners.add(listener);
  return () => shared.listeners.delete(listener);
}

export function announcePageChange(statusPageId: number): void {
  for (const listener of shared.listeners) listener(statusPageId);
}
