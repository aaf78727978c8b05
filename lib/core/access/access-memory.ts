import { LRUCache } from "lru-cache";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

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
const shared = oncePerProcess(
  "access-changes",
  (): Shared => ({ listeners: new Set(), listening: false }),
);

/** Calls the listener with each change of what somebody is allowed, wherever it is made. */
function onAccessChange(listener: Listener): void {
  shared.listeners.add(listener);
}

export function announceAccess(scope: AccessScope): void {
  for (const listener of shared.listeners) listener(scope);
}

/**
 * Whether this process is notified of other processes' changes. While it is not, it must remember
 * nothing.
 */
function isAccessListening(): boolean {
  return shared.listening;
}

export function setAccessListening(listening: boolean): void {
  shared.listening = listening;
  announceAccess("anywhere");
}

const MAX_ENTRIES = 20_000;
const MAX_AGE_MS = 60_000;

/** On whose changes it depends what was found. */
type DependsOn = {
  status_page_id?: number;
  organization_id?: number | null;
  user_id?: number | null;
};

function isTouched(entry: DependsOn, scope: AccessScope): boolean {
  if (scope === "anywhere") return true;
  if ("status_page_id" in scope) return entry.status_page_id === scope.status_page_id;
  if ("organization_id" in scope) return entry.organization_id === scope.organization_id;
  return entry.user_id === scope.user_id;
}

type Entry<T> = DependsOn & { found: T };
type Remember<T> = (
  key: string,
  find: () => Promise<T | undefined>,
  dependsOn: (found: T) => DependsOn,
) => Promise<T | undefined>;

/**
 * Remembers what a query found about access, so that an API call does not ask the database twice
 * before its work begins. A change of access, here or in another process, forgets what depends on
 * it; while changes of others cannot be heard, nothing is kept. What was not found is not
 * remembered.
 */
export function remembered<T extends object>(): Remember<T> {
  const known = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES, ttl: MAX_AGE_MS });
  // What changes while a query is under way, which may have found what was before.
  const underWay = new Set<AccessScope[]>();
  onAccessChange((scope) => {
    for (const changes of underWay) changes.push(scope);
    for (const [key, entry] of [...known.entries()]) if (isTouched(entry, scope)) known.delete(key);
  });
  return async (key, find, dependsOn) => {
    const hit = known.get(key);
    if (hit) return hit.found;
    const changes: AccessScope[] = [];
    underWay.add(changes);
    const found = await find().finally(() => underWay.delete(changes));
    if (!found || !isAccessListening()) return found;
    const entry = { ...dependsOn(found), found };
    if (!changes.some((scope) => isTouched(entry, scope))) known.set(key, entry);
    return found;
  };
}
