import { requestScope } from "#lib/core/request/request-scope.ts";
import {
  type Announcement,
  receiveChange,
  relayChanges,
  setListening,
} from "#lib/core/transaction/announce.ts";
import { followParent, sendToParent, type ToChild } from "#lib/server/ipc/messages.ts";

const PATIENCE_MS = 2_000;
// A header has room for these; only bulk calls change more pages.
const MAX_WITH_ANSWER = 8;

/**
 * Sends a change with the answer: a single front drops its copies before the client reads the
 * answer, without waiting for a reply.
 */
function attachToAnswer(announcement: Announcement): boolean {
  const changes = requestScope.getStore()?.changes;
  if (!changes || changes.length === MAX_WITH_ANSWER) return false;
  changes.push(announcement);
  return true;
}

export function followSupervisor(
  onDatabase: (message: ToChild & { kind: "database" }) => void,
  onServing: () => void,
): void {
  const pending = new Map<string, () => void>();
  const onMessage = (message: ToChild) => {
    if (message.kind === "dropped") pending.get(message.id)?.();
    else if (message.kind === "listening") setListening(message.isListening);
    else if (message.kind === "database") onDatabase(message);
    else if (message.kind === "serving") onServing();
    else if (message.kind === "change") {
      receiveChange(message.announcement);
      sendToParent({ kind: "dropped", id: message.announcement.id });
    }
  };
  relayChanges(async (announcement) => {
    // Also tells the supervisor, since the client may be gone.
    if (attachToAnswer(announcement)) return sendToParent({ kind: "changed", announcement });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    pending.set(announcement.id, resolve);
    sendToParent({ kind: "changed", announcement });
    await promise;
    clearTimeout(timer);
    pending.delete(announcement.id);
  });
  followParent(onMessage);
}
