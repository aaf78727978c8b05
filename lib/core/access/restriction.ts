import type { Refusal } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type Restriction = {
  /** A draft does not exist for anybody but its members. */
  draft: boolean;
  member_restricted: boolean;
  restricted_ips: string | null;
};

/** A restricted page has no copy for everybody. */
export function isRestricted({ draft, member_restricted, restricted_ips }: Restriction): boolean {
  return draft || member_restricted || restricted_ips !== null;
}

export type Barrier = "address" | "membership" | "draft";

export class Restricted extends AppError {
  readonly barrier: Barrier;

  constructor(barrier: Barrier) {
    if (barrier === "draft") super("not_found", "Not found");
    else super("forbidden", "This status page is restricted");
    this.barrier = barrier;
  }
}

const REFUSALS = { address: "restricted", membership: "sign_in", draft: "draft" } as const;

/** @throws any other error */
export function refusalBy(error: unknown): Exclude<Refusal, "no_page"> {
  if (error instanceof Restricted) return REFUSALS[error.barrier];
  if (error instanceof AppError && error.code === "not_found") return "nothing";
  throw error;
}
