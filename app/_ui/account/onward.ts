import { ownPath } from "#lib/core/addresses/url.ts";
import {
  fieldsOf,
  type ReturnTarget,
  readReturnTarget,
} from "#lib/identity/visitor-sessions/session-handoff.ts";

/** Where somebody goes on to when they are signed in: to a status page, or a path of this host. */
export type Onward = { wish: ReturnTarget | null; next: string };

/** As a form or query says it. */
export function onwardIn(given: Readonly<Record<string, unknown>>): Onward {
  return { wish: readReturnTarget(given), next: typeof given.next === "string" ? given.next : "" };
}

/** The same as the fields of a form. */
export function fieldsOfOnward({ wish, next }: Onward): Record<string, string> {
  if (wish) return fieldsOf(wish);
  return next === "" ? {} : { next };
}

/** An address of ours that keeps it. */
export function withOnward(
  path: string,
  onward: Onward,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...fieldsOfOnward(onward), ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Where that is. */
export function onwardPath(onward: Onward): string {
  return onward.wish ? withOnward("/sign-in/continue", onward) : ownPath(onward.next);
}
