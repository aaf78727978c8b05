import { isDeepStrictEqual } from "node:util";
import type { OrganizationGrant, PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { EventDraft } from "#lib/core/events/record.ts";

/** A record before it was changed, as it is answered, and what no answer has, before and after. */
type Was<T> = { result: T; hidden?: readonly [before: object, after: object] };

/**
 * What the work of a change comes back with; `lib/core/transaction/change.ts` writes the audit entry and the events,
 * last before the commit. With `was`, a change after which all is as it was is not made.
 */
export type Changed<T, Audit, Events = readonly []> = {
  result: T;
  audit: Audit;
  events: Events;
  was?: Was<T>;
};

/** As JSON, without the times of changes. */
function untimed(value: unknown): unknown {
  const text = JSON.stringify([value], (key, inner) => (key === "updated_at" ? undefined : inner));
  return JSON.parse(text);
}

/** Whether two records, or rows, have the same in all fields but `updated_at`. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(untimed(before), untimed(after));
}

/** Whether a record was as it is after its change; undefined: it was not. */
export function sameAsBefore<T>({ result, was }: Changed<T, unknown, unknown>): T | undefined {
  if (!was || !isSame(was.result, result)) return undefined;
  const [before, after] = was.hidden ?? [];
  return isSame(before, after) ? was.result : undefined;
}

/**
 * The result of work that found nothing to change. The field is private so that nothing else that
 * has a result is one.
 */
export class Unchanged<T> {
  readonly #result: T;
  constructor(result: T) {
    this.#result = result;
  }
  get result(): T {
    return this.#result;
  }
}

export function unchanged<T>(result: T): Unchanged<T> {
  return new Unchanged(result);
}

export type Outcome<T, Audit, Events = readonly []> = Changed<T, Audit, Events> | Unchanged<T>;

type Silent = Exclude<NonNullable<PageGrant["permission"]>, "incident.write">;

/** For changes of a page that need no event. */
export type SilentGrant = PageGrant & { readonly permission: Silent };

/** For all other changes, above all of incidents and notices. */
export type NonEmptyEvents = readonly [EventDraft, ...EventDraft[]];

/** The program belongs to no organization: it says in whose log its entry stands. */
export type ProgramEntry = AuditEntry & { grant: OrganizationGrant };

/** Fields of records that people read. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["name", "title", "description", "postmortem", "reason", "unit", "translations"],
  ...["about", "public_company_name", "header_logo_text", "custom_header", "custom_footer"],
]);

function keeps(before: unknown, after: unknown): boolean {
  if (typeof before === "string") return (typeof after === "string" ? after : "").includes(before);
  if (typeof before !== "object" || before === null) return true;
  const kept = (after ?? {}) as Record<string, unknown>;
  return Object.entries(before).every(([key, value]) => keeps(value, kept[key]));
}

/**
 * Whether a record no longer says something that it said, in any language: one of its texts is gone
 * or was changed, rather than added to.
 */
export function removesText(before: object, after: object): boolean {
  const texts = Object.entries(before).filter(([field]) => TEXTS.has(field));
  return !keeps(Object.fromEntries(texts), after);
}
