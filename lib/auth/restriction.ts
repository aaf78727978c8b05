import { AppError } from "#lib/errors.ts";
import type { Refusal } from "#lib/request-scope.ts";

export type Restriction = {
  member_restricted: boolean;
  /** The addresses that alone may see the page; null where any may. */
  restricted_ips: string | null;
};

/** Whether only members or certain addresses may see a page: then there is no copy for everybody. */
export function isRestricted({ member_restricted, restricted_ips }: Restriction): boolean {
  return member_restricted || restricted_ips !== null;
}

/** What keeps somebody from a page: where they are, or who they are. */
export type Barrier = "address" | "membership";

/** Thrown when the visitor may not see the page. */
export class Restricted extends AppError {
  readonly barrier: Barrier;

  constructor(barrier: Barrier) {
    super("forbidden", "This status page is restricted");
    this.barrier = barrier;
  }
}

/** What a visitor gets instead of what they asked for. @throws any other error */
export function refusalBy(error: unknown): Exclude<Refusal, "no_page"> {
  if (error instanceof Restricted) return error.barrier === "membership" ? "sign_in" : "restricted";
  if (error instanceof AppError && error.code === "not_found") return "nothing";
  throw error;
}
