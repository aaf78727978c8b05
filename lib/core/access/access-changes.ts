/**
 * Where somebody may be allowed something else now: on a page, in an organization, or whatever a
 * user does. `anywhere`: what others changed may have gone unheard.
 */
export type AccessScope =
  | { status_page_id: number }
  | { organization_id: number }
  | { user_id: number }
  | "anywhere";
type Listener = (scope: AccessScope) => void;

type Shared = { listeners: Set<Listener>; listening: boolean };
// Next bundles its own copy of this module: both share one set of listeners.
const key = Symbol.for("allclear.access-changes");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { listeners: new Set(), listening: false };
const shared = holder[key];

/** Calls the listener with each change of what somebody is allowed, wherever it is made. */
export function onAccessChange(listener: Listener): void {
  shared.listeners.add(listener);
}

export function announceAccess(scope: AccessScope): void {
  for (const listener of shared.listeners) listener(scope);
}

/**
 * Whether this process is notified of other processes' changes. While it is not, it must remember
 * nothing.
 */
export function isHearingAccess(): boolean {
  return shared.listening;
}

export function setHearingAccess(listening: boolean): void {
  shared.listening = listening;
  announceAccess("anywhere");
}
