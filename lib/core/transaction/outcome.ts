import { isDeepStrictEqual } from "node:util";
import type { OrganizationGrant, PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { EventDraft } from "#lib/core/events/record.ts";

/** `hidden`: what no answer contains, before and after. */
type Was<T> = { result: T; hidden?: readonly [before: object, after: object] };

/** With `was`, a change that leaves everything as it was is rolled back. */
export type Changed<T, Audit, Events = readonly []> = {
  result: T;
  audit: Audit;
  events: Events;
  was?: Was<T>;
};

function untimed(value: unknown): unknown {
  const text = JSON.stringify([value], (key, inner) => (key === "updated_at" ? undefined : inner));
  return JSON.parse(text);
}

/** Ignores `updated_at`. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(untimed(before), untimed(after));
}

/** @returns undefined when the record changed */
export function sameAsBefore<T>({ result, was }: Changed<T, unknown, unknown>): T | undefined {
  if (!was || !isSame(was.result, result)) return undefined;
  const [before, after] = was.hidden ?? [];
  return isSame(before, after) ? was.result : undefined;
}

/** The private field keeps other objects with a result from passing as one. */
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

export type SilentGrant = PageGrant & { readonly permission: Silent };

declare const noNews: unique symbol;
type NoNews = readonly [] & { readonly [noNews]: true };

/** For a change that needs the right to post, and has nothing to tell subscribers. */
export const NO_NEWS = [] as unknown as NoNews;

export type NonEmptyEvents = readonly [EventDraft, ...EventDraft[]] | NoNews;

/** The program belongs to no organization, so it names one for its entry. */
export type ProgramEntry = AuditEntry & { grant: OrganizationGrant };

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

/** Whether a text that people could read was removed or changed, in any language. */
export function removesText(before: object, after: object): boolean {
  const texts = Object.entries(before).filter(([field]) => TEXTS.has(field));
  return !keeps(Object.fromEntries(texts), after);
}
