import { LRUCache } from "lru-cache";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/** Where access may have changed. `anywhere`: changes elsewhere may have been missed. */
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

function onAccessChange(listener: Listener): void {
  shared.listeners.add(listener);
}

export function announceAccess(scope: AccessScope): void {
  for (const listener of shared.listeners) listener(scope);
}

/** While other processes' changes cannot be heard, nothing may be remembered. */
function isAccessListening(): boolean {
  return shared.listening;
}

export function setAccessListening(listening: boolean): void {
  shared.listening = listening;
  announceAccess("anywhere");
}

const MAX_ENTRIES = 20_000;
const MAX_AGE_MS = 60_000;

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

/** Caches access until it changes, here or in another process. Absence is never cached. */
export function remembered<T extends object>(): Remember<T> {
  const known = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES, ttl: MAX_AGE_MS });
  // A query in progress may have read what was before a change.
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
