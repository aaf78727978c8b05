import { lastChange } from "#lib/audit/read.ts";
import type { PageTarget } from "#lib/auth/authorize.ts";
import { secondsBetween, wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { Conflict } from "#lib/forms/state.ts";

/** The record that a form changes: how it is read, and what the audit log calls it. */
export type RecordOf<T> = {
  read: (ctx: Context, target: T) => Promise<{ updated_at: string }>;
  subject: (target: T) => string;
};

class Changed extends AppError {
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super("precondition_failed", "The record has changed");
    this.conflict = conflict;
  }
}

/** What came between a form and its record. */
export function conflictIn(error: unknown): Conflict | null {
  return error instanceof Changed ? error.conflict : null;
}

/**
 * A context whose verb changes a record only while it is as the form showed it, looked at inside
 * the verb's own transaction.
 */
export function guarded<T extends Partial<PageTarget>>(
  ctx: Context,
  target: T,
  { read, subject }: RecordOf<T>,
  seenAt: FormDataEntryValue | null,
): Context {
  if (typeof seenAt !== "string" || seenAt === "") return ctx;
  return {
    ...ctx,
    precondition: async (trx) => {
      const inside = { ...ctx, db: trx };
      const { updated_at } = await read(inside, target);
      if (updated_at === seenAt) return;
      const { subdomain } = target;
      const by = subdomain ? await lastChange(inside, { subdomain }, subject(target)) : null;
      const seconds_ago = Math.max(0, secondsBetween(updated_at, wireNow()));
      throw new Changed({ by, seconds_ago, updated_at });
    },
  };
}
