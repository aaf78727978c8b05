import type { OrganizationTarget, PageTarget } from "#lib/core/access/authorize.ts";
import { lastChange } from "#lib/core/audit/read.ts";
import { conflictingFields, fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { Conflict } from "#lib/core/forms/state.ts";
import type { Context } from "#lib/core/request/context.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** A page has no id in forms. */
type Changeable = { id?: number; updated_at: string };

export type RecordOf<T> = {
  read: (ctx: Context, target: T) => Promise<Changeable>;
  /** `service`, of `service:42`. */
  subject: string;
};

class FormIsStale extends AppError {
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super("precondition_failed", "The record has changed");
    this.conflict = conflict;
  }
}

export function conflictIn(error: unknown): Conflict | null {
  return error instanceof FormIsStale ? error.conflict : null;
}

type Sent = { seen: FormDataEntryValue | null; values: object };

// The audit log does not record these as a change of the incident.
const isMovedByUpdates = (subject: string, field: string) =>
  subject === "incident" && ["type", "starts_at", "ends_at"].includes(field);

/**
 * A context whose verb changes a record only while its fields are as the form showed them, or as
 * its own user changed them. Checked inside the verb's transaction.
 */
export function guarded<T extends Partial<PageTarget & OrganizationTarget>>(
  ctx: Context,
  target: T,
  { read, subject }: RecordOf<T>,
  { seen, values }: Sent,
): Context {
  if (typeof seen !== "string" || seen === "") return ctx;
  return {
    ...ctx,
    precondition: async (trx) => {
      const inside = { ...ctx, db: trx };
      const record = await read(inside, target);
      const fields = conflictingFields(record, seen, values);
      if (fields.length === 0) return;
      const own = "user_id" in ctx.actor ? ctx.actor.user_id : null;
      const writers = await Promise.all(
        fields.map((field) =>
          lastChange(inside, target, { subject, id: record.id, fields: [field] }),
        ),
      );
      const isOwn = (field: string, index: number) =>
        own !== null && writers[index]?.user_id === own && !isMovedByUpdates(subject, field);
      const foreign = fields.findIndex((field, index) => !isOwn(field, index));
      if (foreign < 0) return;
      const last = writers[foreign];
      const seconds_ago = Math.max(0, secondsBetween(record.updated_at, wireNow()));
      throw new FormIsStale({ by: last?.name ?? null, seconds_ago, seen: fieldMarks(record) });
    },
  };
}
