import type { Refusal } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type Restriction = {
  /** Whether the page is not published yet: to all but its members it does not exist. */
  draft: boolean;
  member_restricted: boolean;
  /** The addresses that alone may see the page; null where any may. */
  restricted_ips: string | null;
};

/** Whether only members or certain addresses may see a page: then there is no copy for everybody. */
export function isRestricted({ draft, member_restricted, restricted_ips }: Restriction): boolean {
  return draft || member_restricted || restricted_ips !== null;
}

/** What keeps somebody from a page: where they are, who they are, or that it is a draft. */
export type Barrier = "address" | "membership" | "draft";

/** Thrown when the visitor may not see the page. */
export class Restricted extends AppError {
  readonly barrier: Barrier;

  constructor(barrier: Barrier) {
    if (barrier === "draft") super("not_found", "Not found");
    else super("forbidden", "This status page is restricted");
    this.barrier = barrier;
  }
}

const REFUSALS = { address: "restricted", membership: "sign_in", draft: "draft" } as const;

/** What a visitor gets instead of what they asked for. @throws any other error */
export function refusalBy(error: unknown): Exclude<Refusal, "no_page"> {
  if (error instanceof Restricted) return REFUSALS[error.barrier];
  if (error instanceof AppError && error.code === "not_found") return "nothing";
  throw error;
}
