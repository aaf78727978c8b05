import { requestScope } from "#lib/core/request/request-scope.ts";
import {
  type Announcement,
  receiveChange,
  relayChanges,
  setListening,
} from "#lib/core/transaction/announce.ts";
import type { ToChild } from "#lib/server/ipc/messages.ts";
import { followParent, tellParent } from "#lib/server/ipc/parent.ts";

const PATIENCE_MS = 2_000;
// What a header has room for; only calls that change many pages at once have more to tell.
const MAX_WITH_ANSWER = 8;

/**
 * Sends a change along with the answer to the call that made it: the only front drops what it keeps
 * before the client gets to read the answer, and nobody needs to wait for its word.
 */
function goesWithAnswer(announcement: Announcement): boolean {
  const changes = requestScope.getStore()?.changes;
  if (!changes || changes.length === MAX_WITH_ANSWER) return false;
  changes.push(announcement);
  return true;
}

/** Tells the supervisor of changes made here, and this process of those made elsewhere. */
export function followSupervisor(
  onDatabase: (message: ToChild & { kind: "database" }) => void,
  onGreet: () => void,
): void {
  const awaited = new Map<string, () => void>();
  const tell = (message: ToChild) => {
    if (message.kind === "dropped") awaited.get(message.id)?.();
    else if (message.kind === "hears") setListening(message.heard);
    else if (message.kind === "database") onDatabase(message);
    else if (message.kind === "greet") onGreet();
    else if (message.kind === "change") {
      receiveChange(message.announcement);
      tellParent({ kind: "dropped", id: message.announcement.id });
    }
  };
  relayChanges(async (announcement) => {
    // The supervisor hears of it all the same: the client may have left.
    if (goesWithAnswer(announcement)) return tellParent({ kind: "changed", announcement });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    awaited.set(announcement.id, resolve);
    tellParent({ kind: "changed", announcement });
    await promise;
    clearTimeout(timer);
    awaited.delete(announcement.id);
  });
  followParent(tell);
}
