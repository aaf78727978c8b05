import { hear, relayChanges, setListening } from "#lib/change/announce.ts";
import type { ToChild } from "#lib/internal/messages.ts";
import { followParent, tellParent } from "#lib/internal/parent.ts";

const PATIENCE_MS = 2_000;

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
      hear(message.announcement);
      tellParent({ kind: "dropped", id: message.announcement.id });
    }
  };
  relayChanges(async (announcement) => {
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
