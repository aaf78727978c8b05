import type { AuditEntry } from "#lib/audit/queries.ts";
import type { OrganizationGrant, PageGrant } from "#lib/auth/authorize.ts";
import type { Told } from "#lib/events/record.ts";

/**
 * What the work of a change comes back with; `lib/change.ts` writes the audit entry and the events,
 * last before the commit.
 */
export type Changed<T, Audit, Events = readonly []> = { result: T; audit: Audit; events: Events };

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
export type SomeTold = readonly [Told, ...Told[]];

/** The program belongs to no organization: it says in whose log its entry stands. */
export type ProgramEntry = AuditEntry & { grant: OrganizationGrant };
